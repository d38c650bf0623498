//! How likely a household is found, and how many households share what their members show.

use amidst_core::Coded;
use amidst_spec::household::Households;

use super::items::{Classes, Items};

/// What was found about households.
pub struct HouseholdsAtRisk {
    /// How many there are.
    pub households: u64,
    /// The fewest different households in a class.
    pub k: u64,
    /// Households that are alone in some class.
    pub alone: u64,
    /// The chance that any member is found: the highest,
    pub highest: f64,
    /// and on average over households.
    pub average: f64,
}

impl HouseholdsAtRisk {
    /// Looks at the households of a table by these columns, whose rows are those of the households.
    pub fn of(households: &Households, columns: &[&Coded], people: Option<&Coded>) -> Self {
        let rows = columns.first().map_or(0, |column| column.codes.len());
        let items = Items::of(rows, columns, people, None, &()).expect("nobody aborts");
        Self::new(households, &items, &items.classes(&()).expect("nobody aborts"))
    }

    /// Looks at the households of a table. A member is found with the chance of someone who does not know who is in the
    /// table, which is that of someone who does where nothing is known of the population.
    pub(super) fn new(households: &Households, items: &Items, classes: &Classes) -> Self {
        let class = |row: usize| classes.of_item[items.of_row[row] as usize];
        let mut pairs: Vec<(u32, u32)> =
            (0..items.of_row.len()).map(|row| (class(row), households.of_row(row) as u32)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        let in_classes = || pairs.chunk_by(|a, b| a.0 == b.0);
        let mut alone: Vec<u32> = in_classes().filter(|one| one.len() == 1).map(|one| one[0].1).collect();
        alone.sort_unstable();
        alone.dedup();
        let of_row: Vec<f64> =
            (0..items.of_row.len()).map(|row| 1.0 / classes.all[class(row) as usize].chosen_from()).collect();
        let risks = households.risks(&of_row);
        Self {
            households: households.count(),
            k: in_classes().map(|one| one.len() as u64).min().unwrap_or(0),
            alone: alone.len() as u64,
            highest: risks.iter().copied().fold(0.0, f64::max),
            average: risks.iter().sum::<f64>() / households.count().max(1) as f64,
        }
    }
}
