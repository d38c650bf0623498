//! How many leaves the cells of a column cover.

use amidst_core::Attribute;

/// What the cells of a column cover, level by level.
#[derive(Clone, Debug)]
pub(crate) struct Coverage {
    /// The leaves of its hierarchy: what a suppressed cell covers.
    pub leaves: u64,
    pub rows: u64,
    /// For each level, leaves covered by the cells of all rows.
    covered: Vec<u64>,
    /// For each level, the most leaves a label covers.
    widest: Vec<u64>,
}

impl Coverage {
    /// `count` says as how many leaves a label counts that has so many below it. It never falls.
    pub fn new(attribute: &Attribute, count: fn(u64) -> u64) -> Self {
        let levels = || attribute.levels.iter();
        Self {
            leaves: attribute.leaves,
            rows: attribute.levels.first().map_or(0, |labels| labels.iter().map(|it| it.rows).sum()),
            covered: levels()
                .map(|labels| labels.iter().map(|it| count(it.leaves) * it.rows).sum())
                .collect(),
            widest: levels()
                .map(|labels| labels.iter().map(|it| count(it.leaves)).max().unwrap_or(0))
                .collect(),
        }
    }

    /// What all rows cover at a level.
    pub fn at(&self, level: u8) -> u64 {
        self.covered[usize::from(level)]
    }

    /// The same with some rows suppressed. `shown` is what these would cover at most.
    pub fn with_suppressed(&self, level: u8, suppressed: u64, shown: u64) -> u64 {
        let all = self.at(level);
        let shown = shown.min(suppressed * self.widest[usize::from(level)]).min(all);
        all - shown + suppressed * self.leaves
    }
}
