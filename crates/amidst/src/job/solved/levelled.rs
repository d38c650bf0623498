//! A quasi column at one level of its hierarchy.

use std::{collections::BTreeSet, sync::Arc};

use amidst_audit::{Path, Promise};
use amidst_core::Dictionary;

use crate::{
    job::quasi::Covered,
    release::{Fate, RecodedColumn},
};

/// A column and its level.
pub struct Levelled {
    covered: Arc<Covered>,
    level: u8,
    /// For each class the index of its label on that level.
    labels: Vec<u32>,
    /// Each path of the hierarchy, for the audit.
    paths: Vec<Path>,
}

impl Levelled {
    /// A column at a level, with the index of every class's label there.
    pub fn new(covered: &Arc<Covered>, level: u8, labels: Vec<u32>, paths: Vec<Path>) -> Self {
        Self { covered: Arc::clone(covered), level, labels, paths }
    }

    /// The level.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// What each class shows.
    pub fn recoded(&self) -> RecodedColumn {
        let mut dictionary = Dictionary::default();
        let codes: Vec<u32> =
            self.covered.hierarchy.labels(self.level).map(|label| dictionary.intern(label)).collect();
        RecodedColumn {
            name: self.covered.name.clone(),
            of_class: self.labels.iter().map(|&label| codes[label as usize]).collect(),
            labels: Arc::new(dictionary),
        }
    }

    /// What the release promises of it.
    pub fn promise(&self) -> Promise<'_> {
        Promise::Quasi { paths: &self.paths, level: self.level }
    }

    /// What became of it.
    pub fn fate(&self) -> Fate {
        let shown = self.shown();
        Fate::Generalized {
            level: self.level,
            height: self.covered.hierarchy.height(),
            recipe: self.covered.origin.in_words(),
            pinned: self.covered.pinned(self.level, &shown),
            labels: shown.len(),
        }
    }

    /// What a plan leaves out of it, in words.
    pub fn unnamed(&self) -> Option<String> {
        let unnamed = self.covered.unnamed(self.level, &self.shown());
        (unnamed > 0).then(|| {
            format!(
                "column {:?}: the release shows nothing of {unnamed} of its groups, so the plan does not name them; \
                 the next batch puts their values under another label",
                self.covered.name
            )
        })
    }

    fn shown(&self) -> BTreeSet<u32> {
        self.labels.iter().copied().collect()
    }
}
