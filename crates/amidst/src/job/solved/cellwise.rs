//! Quasi columns recoded class by class.

use amidst_audit::{CellsPromise, Covering, Path, Promise};
use amidst_core::Codes;

use crate::{
    release::{Fate, RecodedColumn},
    summary::Cells,
};

/// The columns, and the class of every row as the audit takes it.
pub struct Cellwise {
    /// The class of every row; suppressed ones are in one more class.
    pub classes: Codes,
    /// For each column what each of these classes shows, by the codes of its labels.
    pub of_class: Vec<Vec<u32>>,
    /// What several values of each column are shown as.
    pub shown: Vec<Shown>,
    /// How many cells of each column were changed.
    pub counts: Vec<Cells>,
}

/// What several values of a column are shown as.
pub enum Shown {
    /// Labels of a hierarchy, which came to be like this.
    Labels { paths: Vec<Path>, recipe: String },
    /// Ranges.
    Ranges,
    /// Sets.
    Sets,
}

impl Cellwise {
    /// What the release promises of a column.
    pub fn promise<'a>(&'a self, column: usize, recoded: &'a RecodedColumn) -> Promise<'a> {
        Promise::Cells(CellsPromise {
            classes: &self.classes,
            of_class: &self.of_class[column],
            labels: &recoded.labels,
            covering: match &self.shown[column] {
                Shown::Labels { paths, .. } => Covering::Paths(paths),
                Shown::Ranges => Covering::Ranges,
                Shown::Sets => Covering::Sets,
            },
        })
    }

    /// What became of a column.
    pub fn fate(&self, column: usize, recoded: &RecodedColumn) -> Fate {
        Fate::Recoded {
            cells: self.counts[column],
            labels: recoded.shown(),
            shown_as: match &self.shown[column] {
                Shown::Labels { recipe, .. } => recipe.clone(),
                Shown::Ranges => "ranges".into(),
                Shown::Sets => "sets of values".into(),
            },
        }
    }

    /// How many cells of each column were changed.
    pub fn counts(&self) -> impl Iterator<Item = Cells> {
        self.counts.iter().copied()
    }
}
