//! A quasi column at one level of its hierarchy.

use std::sync::Arc;

use amidst_audit::{ColumnContent, Path};
use amidst_core::{
    Coded, Dictionary, Observer,
    hierarchy::builders::{Neighbours, ReleasedLabels},
};
use amidst_release::{RecodedColumn, SUPPRESSED, Transformation};
use amidst_spec::{Result, quasi::MappedColumn, spec::Origin};
use serde::{Deserialize, Serialize};

use super::wire;

/// A column at a level.
#[derive(Clone, Serialize, Deserialize)]
pub struct Levelled {
    level: u8,
    /// The level of the root.
    height: u8,
    /// How the hierarchy came to be, in a few words.
    recipe: String,
    /// Where the hierarchy of the next batch comes from.
    #[serde(with = "wire::origin")]
    pinned: Origin,
    /// Values that have no place in what a plan names, and groups that it does not name.
    left_out: usize,
    unnamed: usize,
    /// Labels released.
    labels: usize,
    /// The order in which its labels are named after released values, if they are.
    #[serde(with = "wire::neighbours")]
    neighbours: Option<Neighbours>,
    /// Each path of the hierarchy, for the audit; on the level, labels are named after nothing that is not released.
    paths: Vec<Path>,
    /// The column.
    name: String,
}

impl Levelled {
    /// A column at a level, with the index of every class's label there, and the class of every row; and what each class
    /// shows.
    pub fn new(
        mapped: &MappedColumn,
        level: u8,
        of_class: Vec<u32>,
        coded: &Coded,
        class_of_row: &[u32],
        observer: &dyn Observer,
    ) -> Result<(Self, RecodedColumn)> {
        let hierarchy = &mapped.hierarchy;
        let released = mapped.released(coded, |row| class_of_row[row] != SUPPRESSED, observer)?;
        let shown = ReleasedLabels::new(hierarchy, level, released);
        let mut paths = mapped.paths(coded);
        let neighbours = mapped.neighbours().filter(|_| mapped.is_between(level));
        let labels: Vec<Option<String>> = match neighbours {
            Some(neighbours) => {
                let labels = neighbours.labels(hierarchy, level, &shown);
                rename(&mut paths, level, &hierarchy.ancestors(0, level), &labels);
                labels
            }
            None => hierarchy.labels(level).map(|label| label.map(String::from)).collect(),
        };
        let mut dictionary = Dictionary::default();
        let mut codes = vec![0; labels.len()];
        for label in shown.labels() {
            codes[label as usize] = dictionary.intern(labels[label as usize].as_deref());
        }
        let recoded = RecodedColumn {
            name: mapped.name.clone(),
            of_class: of_class.iter().map(|&label| codes[label as usize]).collect(),
            labels: Arc::new(dictionary),
        };
        let levelled = Self {
            level,
            height: hierarchy.height(),
            recipe: mapped.origin.describe(),
            pinned: mapped.pinned(level, &shown),
            left_out: mapped.left_out(level, &shown),
            unnamed: mapped.unnamed(level, &shown),
            labels: shown.labels().len(),
            neighbours,
            paths,
            name: mapped.name.clone(),
        };
        Ok((levelled, recoded))
    }

    /// The level.
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The order in which its labels are named after released values, if they are.
    pub fn neighbours(&self) -> Option<Neighbours> {
        self.neighbours
    }

    /// What the release promises of it.
    pub fn content(&self) -> ColumnContent<'_> {
        ColumnContent::Quasi { paths: &self.paths, level: self.level }
    }

    /// What became of it.
    pub fn transformation(&self) -> Transformation {
        Transformation::Generalized {
            level: self.level,
            height: self.height,
            recipe: self.recipe.clone(),
            pinned: self.pinned.clone(),
            leaves_out: self.left_out > 0,
            labels: self.labels,
        }
    }

    /// What a plan leaves out of it, in words.
    pub fn unnamed(&self) -> Option<String> {
        let Self { name, unnamed, left_out, .. } = self;
        if *unnamed > 0 {
            return Some(format!(
                "column {name:?}: the release shows nothing of {unnamed} of its groups, so the plan does not name them; \
                 the next batch puts their values under another label"
            ));
        }
        (*left_out > 0).then(|| {
            format!(
                "column {name:?}: the release shows nothing of {left_out} of its values, which lie between or beyond the \
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
