//! Combinations: enough rows for every value tuple of some columns, rather than of all of them.

/// Some quasi columns, and how many rows must share their values wherever a row is released.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The columns, by their place among the quasi columns.
    pub columns: Vec<usize>,
    /// The least number of released rows.
    pub k: u64,
}

impl Combination {
    /// The combinations that are not met as soon as others are: those within a larger one that asks for as much.
    pub fn needed(all: Vec<Self>) -> Vec<Self> {
        let mut all: Vec<Self> = all
            .into_iter()
            .map(|mut one| {
                one.columns.sort_unstable();
                one.columns.dedup();
                one
            })
            .collect();
        all.sort_by(|a, b| (&a.columns, a.k).cmp(&(&b.columns, b.k)));
        all.dedup();
        let implies = |other: &Self, one: &Self| {
            other != one
                && other.k >= one.k
                && one.columns.iter().all(|column| other.columns.contains(column))
        };
        all.iter().filter(|one| !all.iter().any(|other| implies(other, one))).cloned().collect()
    }
}
