//! Names of files made of the ids of problems.

use std::collections::HashSet;

/// Names of files for ids, with an ending: what could mean something to a file system is replaced,
/// and no two are the same, not even where case does not count.
pub fn names<'a>(ids: impl Iterator<Item = &'a str>, ending: &str) -> Vec<String> {
    let mut taken = HashSet::new();
    let plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    ids.map(|id| {
        let stem: String = id.chars().map(|c| if plain(c) { c } else { '_' }).collect();
        let stem = stem.trim_start_matches('.');
        let stem = if stem.is_empty() { "problem" } else { stem };
        (1..=u32::MAX)
            .map(|number| match number {
                1 => format!("{stem}{ending}"),
                _ => format!("{stem}-{number}{ending}"),
            })
            .find(|name| taken.insert(name.to_lowercase()))
            .expect("invariant: there are numbers enough")
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder_and_differ() {
        let ids = ["a-1", "A-1", "../x", "a/b", "", "..", "摩天楼", "a-1"];
        assert_eq!(
            names(ids.into_iter(), ".mcert.gz"),
            [
                "a-1.mcert.gz",
                "A-1-2.mcert.gz",
                "_x.mcert.gz",
                "a_b.mcert.gz",
                "problem.mcert.gz",
                "problem-2.mcert.gz",
                "摩天楼.mcert.gz",
                "a-1-3.mcert.gz",
            ]
        );
    }
}
