//! How much memory the searches may use when the user does not say.

use std::fs;

/// Where nothing can be found out: 2 GiB.
const FALLBACK_BYTES: u64 = 2 << 30;

/// Half of the machine's memory, or of the control group's if that has less.
#[must_use]
pub fn default_bytes() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| meminfo_total(&text));
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max")
        .ok()
        .and_then(|text| text.trim().parse::<u64>().ok());
    match (machine, group) {
        (Some(machine), Some(group)) => machine.min(group) / 2,
        (Some(bytes), None) | (None, Some(bytes)) => bytes / 2,
        (None, None) => FALLBACK_BYTES,
    }
}

/// Bytes of the line `MemTotal:  16384 kB` of `/proc/meminfo` (proc(5): its kB are 1024 bytes).
fn meminfo_total(text: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kib: u64 = value.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_read_from_meminfo() {
        let text = "MemTotal:       24576000 kB\nMemFree:        23000000 kB\n";
        assert_eq!(meminfo_total(text), Some(24_576_000 * 1024));
        assert_eq!(meminfo_total("MemFree: 1 kB\n"), None);
        assert_eq!(meminfo_total("MemTotal: many kB\n"), None);
    }

    #[test]
    fn the_default_is_neither_nothing_nor_everything() {
        assert!(default_bytes() > 1 << 24);
    }
}
