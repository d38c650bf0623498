//! Which classes are outliers, asked as quickly as the models allow.

use amidst_core::{ClassModel, ClassSummary, Monotonicity};

/// All models of a problem as one question.
#[derive(Debug)]
pub(crate) struct Rule {
    models: Vec<Box<dyn ClassModel>>,
    /// No class of fewer rows is released.
    least: u64,
    /// Whether every class of that many rows is.
    only_rows: bool,
    monotonicity: Monotonicity,
}

impl Rule {
    pub fn new(models: Vec<Box<dyn ClassModel>>) -> Self {
        let least = models.iter().filter_map(|model| model.rows_needed()).max().unwrap_or(1).max(1);
        let only_rows = models.iter().all(|model| model.rows_needed().is_some());
        let weakest = models.iter().map(|model| model.monotonicity()).min();
        Self { models, least, only_rows, monotonicity: weakest.unwrap_or(Monotonicity::Suppression) }
    }

    pub fn models(&self) -> &[Box<dyn ClassModel>] {
        &self.models
    }

    pub fn least(&self) -> u64 {
        self.least
    }

    /// The rows a class needs to be released, if nothing else matters. Beyond `u32` no class has them.
    pub fn only_rows_needed(&self) -> Option<u32> {
        self.only_rows.then(|| u32::try_from(self.least).unwrap_or(u32::MAX))
    }

    pub fn monotonicity(&self) -> Monotonicity {
        self.monotonicity
    }

    /// Whether a class of so many rows may be released.
    #[inline]
    pub fn releases(&self, rows: u32) -> bool {
        u64::from(rows) >= self.least && (self.only_rows || self.all_hold(rows))
    }

    fn all_hold(&self, rows: u32) -> bool {
        let class = ClassSummary::of_rows(u64::from(rows));
        self.models.iter().all(|model| model.holds(&class))
    }
}
