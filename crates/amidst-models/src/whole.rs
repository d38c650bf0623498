//! How often each value occurs in the whole table, and how much more often in a class.

use amidst_core::{ClassSummary, Values};

use crate::part::Capped;

/// The distribution of the whole table, before anything is suppressed.
#[derive(Clone, Debug)]
pub struct Whole {
    /// The rows of each value.
    pub counts: Vec<u64>,
    /// All of them.
    pub rows: u64,
}

/// A value of a class.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Its share in the class, in units of one over the rows of the table times those of the class.
    pub here: u128,
    /// Its share in the table, in the same units.
    pub there: u128,
    /// Its rows in the table.
    pub rows: u64,
}

impl Whole {
    /// Of a column.
    pub fn new(values: &Values) -> Self {
        Self { counts: values.counts.clone(), rows: values.rows() }
    }

    /// The values that occur in a class, none of which may have more than a factor times its share in the table.
    pub fn capped(&self, class: &ClassSummary<'_>, factor: impl Fn(f64) -> f64) -> Vec<Capped> {
        let capped = |(&value, &rows): (&u32, &u32)| {
            let share = self.counts[value as usize] as f64 / self.rows as f64;
            Capped { rows: rows.into(), share: factor(share) * share }
        };
        class.values.iter().zip(class.counts).map(capped).collect()
    }

    /// The values that occur in a class. Shares are over the rows with a value.
    pub fn seen<'a>(&'a self, class: &'a ClassSummary<'_>) -> impl Iterator<Item = Seen> + 'a {
        let known = u128::from(class.known());
        class.values.iter().zip(class.counts).map(move |(&value, &count)| {
            let rows = self.counts[value as usize];
            let here = u128::from(count) * u128::from(self.rows);
            Seen { here, there: u128::from(rows) * known, rows }
        })
    }
}

impl Seen {
    /// The share here over the share there.
    pub fn ratio(self) -> f64 {
        self.here as f64 / self.there as f64
    }
}
