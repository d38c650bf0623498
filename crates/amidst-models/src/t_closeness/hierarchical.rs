//! Values under a hierarchy: near each other if they have a low label in common.

use std::sync::Arc;

use amidst_core::{ClassSummary, Hierarchy, Result, Values};

use crate::{parameters::wrong, part::Costly};

/// The distance by the height of the lowest common label.
///
/// Rows are moved under the lowest labels that have room. A row that finds room only under a label of height h is beyond the
/// share of its label on h levels, and travels h of all levels. So the work is what labels have beyond their share, summed
/// over all levels but the root and divided by the height.
#[derive(Clone)]
pub struct Hierarchical {
    hierarchy: Arc<Hierarchy>,
    /// For each value the leaf that it is.
    leaves: Vec<u32>,
    /// For each level but the root, the rows of the table below each label.
    rows_below: Vec<Vec<u64>>,
    rows: u64,
}

impl Hierarchical {
    pub fn new(values: &Values) -> Result<Self> {
        let expected =
            "hierarchical distance needs a hierarchy over the column; name one, or take another distance";
        let (hierarchy, leaves) =
            values.hierarchy.clone().ok_or_else(|| wrong("distance", "hierarchical", expected))?;
        let rows_below = (0..hierarchy.height()).map(|level| {
            let labels = hierarchy.ancestors(0, level);
            let mut rows = vec![0; hierarchy.width(level)];
            let at = leaves.iter().map(|&leaf| labels[leaf as usize] as usize);
            at.zip(&values.counts).for_each(|(label, count)| rows[label] += count);
            rows
        });
        Ok(Self { rows_below: rows_below.collect(), rows: values.rows(), hierarchy, leaves })
    }

    pub fn distance(&self, class: &ClassSummary<'_>) -> (u128, u128) {
        if self.rows_below.is_empty() {
            return (0, 1);
        }
        let known = u128::from(class.known());
        let mut labels = self.leaves_of(class);
        let mut more = 0;
        for (level, rows_below) in self.rows_below.iter().enumerate() {
            if level > 0 {
                let parents = self.hierarchy.parents(level as u8 - 1);
                labels.iter_mut().for_each(|(label, _)| *label = parents[*label as usize]);
            }
            merge(&mut labels);
            let over = |&(label, rows): &(u32, u64)| {
                let here = u128::from(rows) * u128::from(self.rows);
                here.saturating_sub(u128::from(rows_below[label as usize]) * known)
            };
            more += labels.iter().map(over).sum::<u128>();
        }
        (more, self.rows_below.len() as u128 * u128::from(self.rows) * known)
    }

    /// What each row adds to the distance, if on each level the labels count that are more frequent in the class than in the
    /// table. The mean over the class is its distance, that over a part at most the distance of the part.
    pub fn costs(&self, class: &ClassSummary<'_>) -> Vec<Costly> {
        let known = class.known() as f64;
        let levels = self.rows_below.len().max(1) as f64;
        let leaves = self.leaves_of(class);
        let mut costs: Vec<Costly> =
            leaves.iter().map(|&(_, rows)| Costly { rows: rows as f64, cost: 0.0 }).collect();
        let mut labels: Vec<u32> = leaves.iter().map(|&(leaf, _)| leaf).collect();
        let mut shares = 0.0;
        for (level, rows_below) in self.rows_below.iter().enumerate() {
            if level > 0 {
                let parents = self.hierarchy.parents(level as u8 - 1);
                labels.iter_mut().for_each(|label| *label = parents[*label as usize]);
            }
            let mut start = 0;
            for alike in labels.chunk_by(|a, b| a == b) {
                let members = &mut costs[start..start + alike.len()];
                start += alike.len();
                let here = members.iter().map(|it| it.rows).sum::<f64>() / known;
                let there = rows_below[alike[0] as usize] as f64 / self.rows as f64;
                if here > there {
                    shares += there;
                    members.iter_mut().for_each(|it| it.cost += 1.0);
                }
            }
        }
        costs.iter_mut().for_each(|it| it.cost = (it.cost - shares) / levels);
        costs
    }

    /// The leaves of a class in depth-first order, with their rows.
    fn leaves_of(&self, class: &ClassSummary<'_>) -> Vec<(u32, u64)> {
        let pairs = class.values.iter().zip(class.counts);
        let mut leaves: Vec<(u32, u64)> =
            pairs.map(|(&value, &rows)| (self.leaves[value as usize], rows.into())).collect();
        leaves.sort_unstable();
        leaves
    }
}

/// Adds up the rows of equal labels, which are neighbours.
fn merge(labels: &mut Vec<(u32, u64)>) {
    labels.dedup_by(|next, kept| {
        let equal = next.0 == kept.0;
        kept.1 += if equal { next.1 } else { 0 };
        equal
    });
}

/// The hierarchy's leaves may be cells of the data: only its shape is told.
impl std::fmt::Debug for Hierarchical {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Hierarchical").field("hierarchy", &self.hierarchy).finish_non_exhaustive()
    }
}
