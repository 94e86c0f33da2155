//! What a page must know of the whole site.

use std::collections::HashMap;

use crate::notation::builtin::BUILTIN;
use crate::report::ErrorRecord;
use crate::report::dossier::Dossier;
use crate::report::lang::Lang;
use crate::report::names::Names;

/// The problems of a site and what they are called.
#[derive(Debug)]
pub struct Context {
    /// The problems in order.
    pub dossiers: Vec<Dossier>,
    /// Their files.
    pub names: Names,
    /// Problems that could not be worked on, as the results say.
    pub failed: Vec<ErrorRecord>,
    /// The language.
    pub lang: Lang,
    /// The first problem with each id.
    places: HashMap<String, usize>,
}

impl Context {
    /// The context of these problems.
    #[must_use]
    pub fn new(dossiers: Vec<Dossier>, failed: Vec<ErrorRecord>, lang: Lang) -> Context {
        let names = Names::new(dossiers.iter().map(|one| (&*one.collection, one.id())));
        let mut places = HashMap::new();
        for (place, dossier) in dossiers.iter().enumerate() {
            places.entry(dossier.id().to_owned()).or_insert(place);
        }
        Context { dossiers, names, failed, lang, places }
    }

    /// The title of a collection: that of a built-in one, else its name.
    #[must_use]
    pub fn title(&self, collection: &str) -> String {
        let builtin = BUILTIN.iter().find(|builtin| builtin.name == collection);
        builtin.map_or_else(|| collection.to_owned(), |builtin| builtin.title.to_owned())
    }

    /// The collections in the order in which they come, with the places of their problems.
    #[must_use]
    pub fn collections(&self) -> Vec<(&str, Vec<usize>)> {
        let mut found: Vec<(&str, Vec<usize>)> = Vec::new();
        let mut slots: HashMap<&str, usize> = HashMap::new();
        for (place, dossier) in self.dossiers.iter().enumerate() {
            let slot = *slots.entry(&dossier.collection).or_insert_with(|| {
                found.push((&dossier.collection, Vec::new()));
                found.len() - 1
            });
            found[slot].1.push(place);
        }
        found
    }

    /// The page of the problem at a place, as a path in the site.
    #[must_use]
    pub fn path(&self, place: usize) -> String {
        let folder = self.names.folder(&self.dossiers[place].collection);
        format!("{folder}/{}.html", self.names.stem(place))
    }

    /// The page of the problem with an id, as a path in the site; `None` if it is not among them.
    #[must_use]
    pub fn find(&self, id: &str) -> Option<String> {
        self.places.get(id).map(|&place| self.path(place))
    }
}
