//! Values under a hierarchy: near each other if they have a low label in common.

use std::sync::Arc;

use amidst_core::{ClassSummary, Hierarchy, Result, Values};

use crate::parameters::wrong;

/// The distance by the height of the lowest common label.
///
/// Rows are moved within the lowest labels first. What then is left over at a label is what it has more, or less, than its
/// share; a row moved from label to label on every level below the k-th travels k of all levels. So the work is the sum, over
/// all levels but the root, of what labels have more than their share, divided by the height.
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
