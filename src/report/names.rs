//! Names of files made of the ids of problems, which are foreign text.

use std::collections::{HashMap, HashSet};

/// The names of files, without their endings, by collection and id.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The folder of each collection.
    folders: HashMap<String, String>,
    /// The name of each problem, by its place.
    stems: Vec<String>,
}

impl Names {
    /// Names for problems that come as collection and id. Two that differ only in the case of letters
    /// or in what a name cannot hold get numbers.
    #[must_use]
    pub fn new<'a>(problems: impl IntoIterator<Item = (&'a str, &'a str)>) -> Names {
        let mut names = Names::default();
        // What the site has at its top already.
        let taken = ["assets", "index", "index.html", "matenro-report.txt"];
        let mut folders: HashSet<String> = taken.map(str::to_owned).into();
        let mut stems: HashSet<String> = HashSet::from(["index".to_owned()]);
        for (collection, id) in problems {
            if !names.folders.contains_key(collection) {
                let folder = free(&plain(collection), &mut folders);
                names.folders.insert(collection.to_owned(), folder);
            }
            names.stems.push(free(&plain(id), &mut stems));
        }
        names
    }

    /// The folder of a collection.
    #[must_use]
    pub fn folder(&self, collection: &str) -> &str {
        self.folders.get(collection).map_or("", String::as_str)
    }

    /// The name of a problem's files, without ending; `index` is its place among the problems.
    #[must_use]
    pub fn stem(&self, index: usize) -> &str {
        self.stems.get(index).map_or("", String::as_str)
    }
}

/// The text with only such letters as every file system and every link takes.
fn plain(text: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.".contains(letter);
    let stem: String = text.chars().take(100).map(|c| if is_plain(c) { c } else { '_' }).collect();
    let stem = stem.trim_matches('.');
    if stem.is_empty() { "problem".to_owned() } else { stem.to_owned() }
}

/// The name, with a number if it is taken.
fn free(stem: &str, taken: &mut HashSet<String>) -> String {
    let name = (1..).find_map(|number: u64| {
        let name = if number == 1 { stem.to_owned() } else { format!("{stem}-{number}") };
        taken.insert(name.to_lowercase()).then_some(name)
    });
    name.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_the_folder_and_differ() {
        let ids = ["a-1", "A-1", "../x", "a/b", "", "..", "摩天楼", "a-1", "index", "<b>"];
        let names = Names::new(ids.map(|id| ("assets", id)));
        assert_eq!(names.folder("assets"), "assets-2");
        let others = Names::new([("Index.html", "a")]);
        assert_eq!(others.folder("Index.html"), "Index.html-2");
        let stems: Vec<&str> = (0..ids.len()).map(|index| names.stem(index)).collect();
        assert_eq!(
            stems,
            [
                "a-1",
                "A-1-2",
                "_x",
                "a_b",
                "problem",
                "problem-2",
                "摩天楼",
                "a-1-3",
                "index-2",
                "_b_"
            ]
        );
    }
}
