//! A quasi column at one level of its hierarchy.

use std::sync::Arc;

use amidst_audit::{ColumnContent, Path};
use amidst_core::{
    Coded, Dictionary, Observer,
    hierarchy::builders::{Neighbours, ReleasedLabels},
};
use amidst_spec::{Result, quasi::MappedColumn};

use crate::release::{RecodedColumn, SUPPRESSED, Transformation};

/// A column and its level.
pub struct Levelled {
    mapped: Arc<MappedColumn>,
    level: u8,
    /// For each class the index of its label on that level.
    of_class: Vec<u32>,
    /// What is released of that level.
    shown: ReleasedLabels,
    /// The labels of that level, named after nothing that is not released where they are shown.
    labels: Vec<Option<String>>,
    /// Each path of the hierarchy, for the audit.
    paths: Vec<Path>,
}

impl Levelled {
    /// A column at a level, with the index of every class's label there, and the class of every row.
    pub fn new(
        mapped: &Arc<MappedColumn>,
        level: u8,
        of_class: Vec<u32>,
        coded: &Coded,
        class_of_row: &[u32],
        observer: &dyn Observer,
    ) -> Result<Self> {
        let hierarchy = &mapped.hierarchy;
        let released = mapped.released(coded, |row| class_of_row[row] != SUPPRESSED, observer)?;
        let shown = ReleasedLabels::new(hierarchy, level, released);
        let mut paths = mapped.paths(coded);
        let labels = match mapped.neighbours() {
            Some(neighbours) if mapped.is_between(level) => {
                let labels = neighbours.labels(hierarchy, level, &shown);
                rename(&mut paths, level, &hierarchy.ancestors(0, level), &labels);
                labels
            }
            _ => hierarchy.labels(level).map(|label| label.map(String::from)).collect(),
        };
        Ok(Self { mapped: Arc::clone(mapped), level, of_class, shown, labels, paths })
    }

    /// The level.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// What each class shows.
    pub fn recoded(&self) -> RecodedColumn {
        let mut dictionary = Dictionary::default();
        let mut codes = vec![0; self.labels.len()];
        for label in self.shown.labels() {
            codes[label as usize] = dictionary.intern(self.labels[label as usize].as_deref());
        }
        RecodedColumn {
            name: self.mapped.name.clone(),
            of_class: self.of_class.iter().map(|&label| codes[label as usize]).collect(),
            labels: Arc::new(dictionary),
        }
    }

    /// The order in which its labels are named after released values, if they are.
    pub fn neighbours(&self) -> Option<Neighbours> {
        self.mapped.neighbours().filter(|_| self.mapped.is_between(self.level))
    }

    /// What the release promises of it.
    pub fn content(&self) -> ColumnContent<'_> {
        ColumnContent::Quasi { paths: &self.paths, level: self.level }
    }

    /// What became of it.
    pub fn transformation(&self) -> Transformation {
        Transformation::Generalized {
            level: self.level,
            height: self.mapped.hierarchy.height(),
            recipe: self.mapped.origin.describe(),
            pinned: self.mapped.pinned(self.level, &self.shown),
            leaves_out: self.mapped.left_out(self.level, &self.shown) > 0,
            labels: self.shown.labels().len(),
        }
    }

    /// What a plan leaves out of it, in words.
    pub fn unnamed(&self) -> Option<String> {
        let name = &self.mapped.name;
        let unnamed = self.mapped.unnamed(self.level, &self.shown);
        let between = self.mapped.left_out(self.level, &self.shown);
        if unnamed > 0 {
            return Some(format!(
                "column {name:?}: the release shows nothing of {unnamed} of its groups, so the plan does not name them; \
                 the next batch puts their values under another label"
            ));
        }
        (between > 0).then(|| {
            format!(
                "column {name:?}: the release shows nothing of {between} of its values, which lie between or beyond the \
                 groups that the plan names; in the next batch such values are suppressed, unless on_unmapped says otherwise"
            )
        })
    }
}

/// Gives every path the new label on a level. The paths are those of the leaves in order, and perhaps one of missing cells.
fn rename(paths: &mut [Path], level: u8, above: &[u32], labels: &[Option<String>]) {
    for (path, &label) in paths.iter_mut().zip(above) {
        path[usize::from(level)] = labels[label as usize].as_deref().map(Box::from);
    }
}
