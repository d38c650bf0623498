//! Which classes are outliers, asked as quickly as the requirements allow.

use amidst_core::{ClassModel, ClassSummary, Monotonicity};
use amidst_kernel::{ClassTable, Tuples};

use crate::combination::{Combination, core};

/// All requirements of a problem as one question.
#[derive(Debug)]
pub(crate) struct Rule {
    models: Vec<Box<dyn ClassModel>>,
    combinations: Vec<Combination>,
    /// No class of fewer rows is released.
    least: u64,
    /// Whether every class of that many rows is, as far as models go.
    only_rows: bool,
    monotonicity: Monotonicity,
}

/// Which classes of a table are released.
pub(crate) enum Released {
    /// Those of so many rows.
    FromRows(u32),
    /// Those that are marked.
    Marked(Vec<bool>),
}

impl Released {
    pub fn contains(&self, table: &ClassTable, class: usize) -> bool {
        match self {
            Self::FromRows(least) => table.counts()[class] >= *least,
            Self::Marked(marks) => marks[class],
        }
    }
}

impl Rule {
    pub fn new(models: Vec<Box<dyn ClassModel>>) -> Self {
        let least = models.iter().map(|model| model.least_rows()).max().unwrap_or(1).max(1);
        let only_rows = models.iter().all(|model| model.rows_suffice());
        let weakest = models.iter().map(|model| model.monotonicity()).min();
        let monotonicity = weakest.unwrap_or(Monotonicity::Suppression);
        Self { models, combinations: Vec::new(), least, only_rows, monotonicity }
    }

    pub fn with_combinations(self, combinations: Vec<Combination>) -> Self {
        Self { combinations, ..self }
    }

    pub fn models(&self) -> &[Box<dyn ClassModel>] {
        &self.models
    }

    pub fn combinations(&self) -> &[Combination] {
        &self.combinations
    }

    pub fn least(&self) -> u64 {
        self.least
    }

    /// `Some(rows)` if exactly the classes of at least so many rows are released.
    pub fn rows_needed(&self) -> Option<u64> {
        (self.only_rows && self.combinations.is_empty()).then_some(self.least)
    }

    /// What the models promise. Combinations promise as much as any model can: see [`core`].
    pub fn monotonicity(&self) -> Monotonicity {
        self.monotonicity
    }

    /// The classes of a node that are released.
    pub fn released(&self, tuples: &Tuples, table: &ClassTable) -> Released {
        // Beyond `u32` no class has so many rows.
        let least = u32::try_from(self.least).unwrap_or(u32::MAX);
        if self.rows_needed().is_some() {
            return Released::FromRows(least);
        }
        let marks = table.counts().iter().map(|&rows| rows >= least && self.all_hold(rows)).collect();
        Released::Marked(core(tuples, table, &self.combinations, marks))
    }

    fn all_hold(&self, rows: u32) -> bool {
        let class = ClassSummary::of_rows(u64::from(rows));
        self.only_rows || self.models.iter().all(|model| model.holds(&class))
    }
}
