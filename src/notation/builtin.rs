//! The collections that come with the program.
//!
//! The texts are the files of `problems/`; their sources are told there in `README.md`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::collection;
use super::problem::Problem;
use crate::rules::variant::{CHU, Variant};

/// A collection that comes with the program.
#[derive(Debug)]
pub struct Builtin {
    /// The name to ask for it: the file's stem.
    pub name: &'static str,
    /// The source's title.
    pub title: &'static str,
    /// What it holds, in one line.
    pub description: &'static str,
    /// The game.
    pub variant: &'static Variant,
    /// The file, as CSV.
    pub text: &'static str,
}

impl Builtin {
    /// The problems of the collection.
    ///
    /// # Panics
    /// Never: the tests read every record.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        collection::csv::read(self.text, self.name, self.variant)
            .into_iter()
            .map(|record| {
                record.expect("invariant: every record of a built-in collection is sound")
            })
            .collect()
    }
}

/// All of them, in the order in which they are listed.
pub static BUILTIN: [Builtin; 5] = [
    Builtin {
        name: "kinuburui",
        title: "Chushogi Kinuburui (1818)",
        description: "historical problems, a reprint of books of 1697 and 1703, with printed solutions",
        variant: &CHU,
        text: include_str!("../../problems/kinuburui.csv"),
    },
    Builtin {
        name: "tsukurimono-1663",
        title: "Chushogi Tsukurimono zu-goju (1663)",
        description: "part of the oldest book, with printed solutions",
        variant: &CHU,
        text: include_str!("../../problems/tsukurimono-1663.csv"),
    },
    Builtin {
        name: "tsukurimono-1746",
        title: "Chushogi Tsukurimono, Ito Sokan III (1746)",
        description: "published without solutions; some solutions of later readers",
        variant: &CHU,
        text: include_str!("../../problems/tsukurimono-1746.csv"),
    },
    Builtin {
        name: "tsumechu-modern",
        title: "Tsume chu shogi series of asahi-net (modern)",
        description: "modern problems with their authors' solutions, Matenro (3257 plies) among them",
        variant: &CHU,
        text: include_str!("../../problems/tsumechu-modern.csv"),
    },
    Builtin {
        name: "msm-dewitt",
        title: "Middle Shogi Manual A-D, edition of A. M. DeWitt (2026)",
        description: "mating problems of the Middle Shogi Manual, one main line each",
        variant: &CHU,
        text: include_str!("../../problems/msm-dewitt.csv"),
    },
];

/// The problems of each collection; reading them takes as long as a small problem takes to solve.
static PROBLEMS: LazyLock<Vec<Vec<Problem>>> =
    LazyLock::new(|| BUILTIN.iter().map(Builtin::problems).collect());

/// The problems that a name asks for, in the order of the files: a whole collection by its name,
/// else the problem with this id, else every problem whose id begins with the name. The beginning
/// must not end inside a word: `msm-A` and `kinuburui-0` are such, `kinu` is not.
///
/// `None` if there is none.
#[must_use]
pub fn find(name: &str) -> Option<Vec<Problem>> {
    if let Some(builtin) = BUILTIN.iter().find(|builtin| builtin.name == name) {
        return Some(builtin.problems());
    }
    let all = || PROBLEMS.iter().flatten();
    let picked = |matches: &dyn Fn(&str) -> bool| -> Option<Vec<Problem>> {
        let picked: Vec<Problem> = all().filter(|problem| matches(&problem.id)).cloned().collect();
        Some(picked).filter(|picked| !picked.is_empty())
    };
    picked(&|id| id == name).or_else(|| picked(&|id| begins(id, name)))
}

/// The collection of every built-in problem, by the problem's id.
#[must_use]
pub fn homes() -> HashMap<String, &'static str> {
    let collections = BUILTIN.iter().zip(PROBLEMS.iter());
    let homes = collections.flat_map(|(builtin, problems)| {
        problems.iter().map(|problem| (problem.id.clone(), builtin.name))
    });
    homes.collect()
}

/// True if `id` begins with `start` and `start` does not end between two letters.
fn begins(id: &str, start: &str) -> bool {
    let is_letter = |letter: Option<char>| letter.is_some_and(char::is_alphabetic);
    let (Some(rest), Some(last)) = (id.strip_prefix(start), start.chars().last()) else {
        return false;
    };
    !(is_letter(Some(last)) && is_letter(rest.chars().next()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::notation::sfen;
    use crate::notation::usi::{self, UsiMove};
    use crate::rules::{Position, Rules};

    fn ids(name: &str) -> Vec<String> {
        find(name).unwrap_or_default().into_iter().map(|problem| problem.id).collect()
    }

    #[test]
    fn every_record_reads_and_ids_are_unique() {
        let counts = BUILTIN.iter().map(|builtin| builtin.problems().len());
        assert_eq!(counts.collect::<Vec<usize>>(), [67, 11, 47, 106, 230]);
        let ids: HashSet<String> =
            BUILTIN.iter().flat_map(Builtin::problems).map(|problem| problem.id).collect();
        assert_eq!(ids.len(), 461);
    }

    #[test]
    fn every_position_is_written_as_given() {
        for problem in BUILTIN.iter().flat_map(Builtin::problems) {
            assert_eq!(sfen::write(&problem.setup, &Rules::HISTORIC), problem.sfen);
        }
    }

    /// Plays a line; the number of its first move that resolves to no legal one.
    fn first_illegal(problem: &Problem, line: &[UsiMove]) -> Option<usize> {
        let mut position = Position::new(&problem.setup, Rules::HISTORIC).unwrap();
        line.iter().position(|text| {
            let legal = position.legal_moves();
            let mv = usi::resolve(text, &position.setup(), &CHU, &legal);
            mv.map(|mv| position.make(mv)).is_none()
        })
    }

    #[test]
    fn every_move_of_every_line_resolves_to_a_legal_one() {
        for problem in BUILTIN.iter().flat_map(Builtin::problems) {
            for line in problem.variations.iter().chain([&problem.solution]) {
                assert_eq!(first_illegal(&problem, line), None, "{}", problem.id);
            }
        }
    }

    #[test]
    fn a_collection_is_found_by_its_name() {
        for builtin in &BUILTIN {
            assert_eq!(find(builtin.name), Some(builtin.problems()));
        }
    }

    #[test]
    fn an_exact_id_is_one_problem() {
        for id in ["kinuburui-02", "msm-A1", "tsumechu-016", "dewitt-2"] {
            assert_eq!(ids(id), [id]);
        }
    }

    #[test]
    fn a_beginning_picks_in_file_order() {
        let picked = ids("msm-A");
        assert_eq!(
            (picked.len(), picked[0].as_str(), picked[9].as_str()),
            (25, "msm-A1", "msm-A10")
        );
        assert_eq!(ids("kinuburui-0").len(), 9);
        assert_eq!(ids("msm").len(), 228);
        assert_eq!(ids("tsukurimono").len(), 58);
        assert_eq!(ids("tsukurimono1663-").len(), 11);
    }

    #[test]
    fn a_beginning_inside_a_word_or_nothing_is_not_found() {
        for name in ["", "kinu", "tsu", "msm-E", "kinuburui-99", "KINUBURUI"] {
            assert_eq!(find(name), None, "{name}");
        }
    }
}
