//! How much memory the searches may use.

use std::fs;

/// Where nothing can be found out: 2 GiB.
const FALLBACK_BYTES: u64 = 2 << 30;

/// What the program takes besides the searches: its own code, the problems, what is freed and not given back.
/// (Measured: 10 to 20 MiB more than the searches count, and 3 MiB more for each problem beside the first.)
const PROGRAM_BYTES: u64 = 16 << 20;
const PROGRAM_BYTES_A_PROBLEM: u64 = 4 << 20;

/// Bytes for each of so many problems that are searched at the same time, when the program as a whole may
/// take this many; [`default_bytes`] if nobody says. Of little, at least half is for the searches.
#[must_use]
pub fn for_each_of(problems: usize, allowed: Option<u64>) -> usize {
    let allowed = allowed.unwrap_or_else(default_bytes);
    let problems = problems.max(1) as u64;
    let program = PROGRAM_BYTES.saturating_add(PROGRAM_BYTES_A_PROBLEM.saturating_mul(problems));
    let searches = allowed.saturating_sub(program).max(allowed / 2);
    usize::try_from(searches / problems).unwrap_or(usize::MAX)
}

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
    fn the_program_has_its_share() {
        assert_eq!(for_each_of(1, Some(512 << 20)), 492 << 20);
        assert_eq!(for_each_of(2, Some(512 << 20)), 244 << 20);
        assert_eq!(for_each_of(1, Some(10 << 20)), 5 << 20);
        assert_eq!(for_each_of(0, Some(0)), 0);
    }

    #[test]
    fn the_default_is_neither_nothing_nor_everything() {
        assert!(default_bytes() > 1 << 24);
    }
}
