//! A fence against panics: one problem's bug must not take the batch with it.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static FENCES: Cell<u32> = const { Cell::new(0) };
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

static HOOK: Once = Once::new();

/// Runs `work`; a panic inside becomes an error that says what happened and where.
///
/// # Errors
/// If `work` panics. The text is `internal error: ...` with the place in the source.
pub fn fenced<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    HOOK.call_once(|| {
        let outside = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if FENCES.get() == 0 {
                outside(info);
                return;
            }
            let payload = info.payload();
            let message = payload
                .downcast_ref::<&str>()
                .copied()
                .or_else(|| payload.downcast_ref::<String>().map(String::as_str))
                .unwrap_or("no message");
            let place = info
                .location()
                .map_or_else(String::new, |at| format!(" ({}:{})", at.file(), at.line()));
            LAST.set(Some(format!("{message}{place}")));
        }));
    });
    FENCES.set(FENCES.get() + 1);
    // What `work` shares with others is only read or atomic; a half-made result is dropped.
    let result = catch_unwind(AssertUnwindSafe(work));
    FENCES.set(FENCES.get() - 1);
    result.map_err(|_| {
        let last = LAST.take();
        format!("internal error: {}", last.as_deref().unwrap_or("panic on another thread"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_with_its_place() {
        let error = fenced(|| panic!("no such square")).unwrap_err();
        assert!(error.starts_with("internal error: no such square (src/cli/fence.rs:"), "{error}");
        assert_eq!(fenced(|| 7), Ok(7));
    }
}
