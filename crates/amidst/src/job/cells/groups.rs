//! Putting rows into groups, every value as it is, so that only groups link them with sensitive values.

use amidst_cells::{Anatomy, Diversity, PartitionResult, Recoder};
use amidst_core::{Asked, Observer};
use amidst_metrics::{AverageClassSize, Discernibility};
use amidst_spec::{Result, ask::Ask, names::ANATOMY};

use super::Posed;
use crate::{
    job::{
        solved::{Grouped, Solved, Way},
        unsolved::{Unsolved, Why},
    },
    summary::{Objective, Rows},
};

/// What must be said of values that stay as they are.
const IN_SIGHT: &str = "quasi values are released as they were: who is in the table can be seen, and in which group; groups \
                        hide only who has which sensitive value";

impl Posed {
    /// Groups that meet what is asked. With several l, they are dealt by each in turn and merged for the others; the most
    /// groups win.
    pub fn group(self, ask: &Ask, observer: &dyn Observer) -> Result<std::result::Result<Solved, Unsolved>> {
        let problem = self.problem(ask, ask.k)?;
        let looked_at = self.companions.looked_at();
        let diverse: Vec<(u64, usize, &str)> = ask
            .requirements
            .iter()
            .zip(looked_at)
            .filter_map(|(needed, companion)| match needed.asked {
                Asked::DistinctL { l } => Some((l, companion?, needed.column.as_deref()?)),
                _ => None,
            })
            .collect();
        for &(l, companion, column) in &diverse {
            let largest = Anatomy::new(l, Diversity::Distinct, vec![companion])?.largest(&problem);
            if largest < l {
                let why = Why::TooFewValues { column: column.into(), l, largest };
                return Ok(Err(self.unsolved(why)));
            }
        }
        let mut asked: Vec<u64> = diverse.iter().map(|one| one.0).collect();
        asked.sort_unstable();
        asked.dedup();
        let mut best: Option<PartitionResult> = None;
        for l in asked {
            let companions = diverse.iter().filter(|one| one.0 == l).map(|one| one.1).collect();
            let found = Anatomy::new(l, Diversity::Distinct, companions)?.recode(&problem, observer)?;
            if best.as_ref().is_none_or(|best| best.partition.len() < found.partition.len()) {
                best = Some(found);
            }
        }
        let found = best.expect("anatomy without an l was refused");
        drop(problem);

        let sizes: Vec<u64> = (0..found.partition.len()).map(|group| found.partition.rows(group)).collect();
        let average = self.rows as f64 / sizes.len().max(1) as f64;
        let squares: f64 = sizes.iter().map(|&size| (size * size) as f64).sum();
        let loss = [(AverageClassSize::NAME, average), (Discernibility::NAME, squares), ("suppression", 0.0)];
        Ok(Ok(Solved {
            class_of_row: Vec::new(),
            recoded: Vec::new(),
            paths_looked_at: self.companions.paths.clone(),
            is_optimal: found.is_optimal,
            gap: if found.is_optimal { 0.0 } else { 1.0 },
            algorithm: ANATOMY,
            outcome: if found.is_finished { "found" } else { "stopped" },
            rows: Rows::new(self.rows, 0),
            loss: loss.map(|(name, value)| (name.to_owned(), value)).into(),
            objective: Objective { name: AverageClassSize::NAME.into(), value: average },
            prefer: None,
            search: None,
            warnings: vec![IN_SIGHT.into()],
            caveats: vec![IN_SIGHT.into()],
            way: Way::Groups(Grouped {
                partition: found.partition,
                quasi: self.columns.iter().map(|column| column.name.clone()).collect(),
                points: self.points,
                point_of_row: self.point_of_row,
            }),
        }))
    }
}
