//! Putting rows into groups, every value as it is, so that only groups link them with sensitive values.

use amidst_cells::{Anatomy, Diversity, PartitionResult};
use amidst_core::{ModelParams, Observer, Solver};
use amidst_metrics::{AverageClassSize, Discernibility};
use amidst_spec::{names::ANATOMY, validated::ValidatedSpec};

use super::CellInstance;
use crate::{
    job::{
        Attempt, InfeasibleReason, SolveError,
        solution::{Grouped, RecodingKind, RecodingSolution},
    },
    summary::{Objective, Rows, SearchOutcome},
};

/// What must be said of values that stay as they are.
const IN_SIGHT: &str = "quasi values are released as they were: who is in the table can be seen, and in which group; groups \
                        hide only who has which sensitive value";

impl CellInstance {
    /// Groups that meet what is asked. With several l, they are dealt by each in turn and merged for the others; the most
    /// groups win.
    pub fn group(self, validated: &ValidatedSpec, observer: &dyn Observer) -> Attempt<RecodingSolution> {
        let problem = self.problem(validated, validated.k)?;
        let model_columns = self.aux_columns.per_requirement();
        let diverse: Vec<(u64, usize, &str)> = validated
            .requirements
            .iter()
            .zip(model_columns)
            .filter_map(|(needed, aux_column)| match needed.params {
                ModelParams::DistinctL { l } => Some((l, aux_column?, needed.column.as_deref()?)),
                _ => None,
            })
            .collect();
        for &(l, aux_column, column) in &diverse {
            let largest = Anatomy::new(l, Diversity::Distinct, vec![aux_column])?.largest(&problem);
            if largest < l {
                let why = InfeasibleReason::TooFewValues { column: column.into(), l, largest };
                return Err(SolveError::Infeasible(self.infeasibility(why)));
            }
        }
        let mut asked: Vec<u64> = diverse.iter().map(|one| one.0).collect();
        asked.sort_unstable();
        asked.dedup();
        let mut best: Option<PartitionResult> = None;
        for l in asked {
            let aux_columns = diverse.iter().filter(|one| one.0 == l).map(|one| one.1).collect();
            let found = Anatomy::new(l, Diversity::Distinct, aux_columns)?.solve(&problem, observer)?;
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
        Ok(RecodingSolution {
            class_of_row: Vec::new(),
            recoded: Vec::new(),
            model_paths: self.aux_columns.paths.clone(),
            is_optimal: found.is_optimal,
            gap: if found.is_optimal { 0.0 } else { 1.0 },
            points: None,
            algorithm: ANATOMY.into(),
            outcome: SearchOutcome::new(found.is_finished),
            rows: Rows::new(self.rows, 0),
            loss: loss.map(|(name, value)| (name.to_owned(), value)).into(),
            column_loss: Vec::new(),
            objective: Objective { name: AverageClassSize::NAME.into(), value: average },
            prefer: None,
            search: None,
            approximation: None,
            warnings: vec![IN_SIGHT.into()],
            caveats: vec![IN_SIGHT.into()],
            kind: RecodingKind::Groups(Grouped {
                partition: found.partition,
                quasi: self.columns.iter().map(|column| column.name.clone()).collect(),
                points: self.points,
                point_of_row: self.point_of_row,
            }),
        })
    }
}
