//! The same problem in other sources: which of the known diagrams is meant, and where it differs.

use std::collections::HashMap;

use super::dossier::Twin;
use crate::notation::Problem;
use crate::rules::{Setup, Variant};
use crate::verify::diagram::difference;

/// The diagrams that problems may name as their own, by id.
#[derive(Clone, Debug, Default)]
pub struct Diagrams(HashMap<String, Setup>);

impl Diagrams {
    /// Adds a diagram; the first one of an id stays.
    pub fn add(&mut self, id: &str, setup: &Setup) {
        self.0.entry(id.to_owned()).or_insert_with(|| setup.clone());
    }

    /// The id that a name stands for. A name may leave out the collection's part of an id (`B34` for
    /// `msm-B34`) if only one id ends so.
    fn find(&self, name: &str) -> Option<(&str, &Setup)> {
        if let Some((id, setup)) = self.0.get_key_value(name) {
            return Some((id, setup));
        }
        let ending = format!("-{name}");
        let mut all = self.0.iter().filter(|(id, _)| id.ends_with(&ending));
        match (all.next(), all.next()) {
            (Some((id, setup)), None) => Some((id, setup)),
            _ => None,
        }
    }

    /// What a problem says that it is elsewhere.
    #[must_use]
    pub fn twins(&self, problem: &Problem, variant: &Variant) -> Vec<Twin> {
        let twin = |name: &String| match self.find(name) {
            Some((id, setup)) => Twin {
                id: id.to_owned(),
                squares: Some(difference(&problem.setup, setup, variant)),
            },
            None => Twin { id: name.clone(), squares: None },
        };
        problem.same_as.iter().map(twin).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant::CHU;

    #[test]
    fn a_twin_is_found_by_the_end_of_its_id_and_its_squares_are_told() {
        let problem = |id: &str, sfen: &str| Problem::new(id, sfen, &CHU).unwrap();
        let other = problem("x-B1", "k11/12/12/12/12/12/12/12/12/12/12/K11 b - 1");
        let mut one = problem("a", "k10p/12/12/12/12/12/12/12/12/12/12/K11 b - 1");
        one.same_as = vec!["B1".into(), "x-B1".into(), "C7".into()];
        let mut diagrams = Diagrams::default();
        diagrams.add(&other.id, &other.setup);
        let twins = diagrams.twins(&one, &CHU);
        assert_eq!(twins[0], twins[1]);
        assert_eq!(twins[0].id, "x-B1");
        assert_eq!(twins[0].squares, Some(vec!["1a".parse().unwrap()]));
        assert_eq!(twins[2], Twin { id: "C7".into(), squares: None });
    }
}
