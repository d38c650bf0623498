//! Recoding by cuts: the intervals of every column are the same for all rows.

use amidst_cells::{Partition, PartitionResult};
use amidst_core::{Monotonicity, Observer};
use amidst_cuts::{Cost, Problem};
use amidst_kernel::UNCOUNTED;
use amidst_metrics::{Classification, Discernibility, Loss};
use amidst_spec::{Error, Result, catalog, validated::ValidatedSpec};

use super::{CellInstance, CellSolution};
use crate::summary::{Objective, Search};

/// Refuses what has no meaning for cuts.
pub fn check(validated: &ValidatedSpec) -> Result<()> {
    match cost(validated) {
        Some(_) => Ok(()),
        None => Err(Error::conflict(
            "objective",
            "algorithm",
            format!(
                "objective = {:?}: {} minimizes discernibility, classification or loss; choose one of them",
                validated.objective, validated.algorithm
            ),
        )),
    }
}

fn cost(validated: &ValidatedSpec) -> Option<Cost> {
    match &*validated.objective {
        Discernibility::NAME => Some(Cost::Discernibility),
        Classification::NAME => Some(Cost::Classification),
        Loss::NAME => Some(Cost::Loss),
        _ => None,
    }
}

impl CellInstance {
    /// Cuts that meet what is asked, or nothing if all rows together do not.
    pub(super) fn cut(
        &self,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Option<CellSolution>> {
        let requirements = self.aux_columns.requirements()?;
        let is_steady = |it: &amidst_search::Requirement| {
            it.monotonicity() == Monotonicity::Suppression && it.table_model().is_none()
        };
        if !requirements.iter().all(is_steady) {
            return Err(Error::conflict(
                "require",
                "algorithm",
                format!(
                    "{} suppresses classes that fail, and takes only what no class loses that grows; ask for k and \
                     distinct-l-diversity, or take optimal or local",
                    validated.algorithm
                ),
            ));
        }
        let cost = cost(validated).expect("another objective was refused");
        let problem = Problem {
            axes: &self.axes,
            points: &self.points,
            conditions: self.conditions(validated.k)?,
            cost,
            target: self.aux_columns.target,
            limit: validated.suppression_limit(self.read()).saturating_sub(self.unmapped()),
            rows: self.read(),
            seed: validated.seed,
        };
        if !problem.is_feasible() {
            return Ok(None);
        }
        let cutter = catalog::cutter(&validated.algorithm).expect("the scheme is that of a cutter");
        let found = cutter.solve(&problem, observer)?;
        // Rows that were suppressed before are in every release.
        let (before, rows) = (self.unmapped() as f64, self.read() as f64);
        let bound = match cost {
            Cost::Discernibility => found.bound + before * rows,
            Cost::Classification => (found.bound + before) / rows,
            Cost::Loss => found.bound,
        };
        let sets = 1_u128.checked_shl(amidst_cuts::Splits::new(&self.axes).len() as u32);
        let is_optimal = found.is_optimal();
        Ok(Some(CellSolution {
            algorithm: cutter.name(),
            bound,
            search: Some(Search { lattice: sets.unwrap_or(u128::MAX), judged: found.nodes }),
            found: PartitionResult { is_optimal, ..PartitionResult::new(found.partition, found.is_finished) },
        }))
    }

    /// The objective, where it is not measured on cells.
    pub(super) fn cut_objective(
        &self,
        partition: &Partition,
        sizes: Vec<(&'static str, f64)>,
        objective: Objective,
    ) -> Objective {
        let value = match &*objective.name {
            Classification::NAME => (self.wrong(partition) + self.unmapped()) as f64 / self.read() as f64,
            name => sizes.iter().find(|(size, _)| *size == name).map_or(objective.value, |(_, value)| *value),
        };
        Objective { value, ..objective }
    }

    /// Rows that are left out, or whose target is not that of most in their class.
    fn wrong(&self, partition: &Partition) -> u64 {
        let Some(target) = self.aux_columns.target else { return 0 };
        let labels = self.points.aux_column(target);
        let mut counts = vec![0_u64; self.points.width(target)];
        let mut wrong = partition.rows_left_out();
        for class in partition.classes() {
            let rows: u64 = class.iter().map(|member| u64::from(member.rows)).sum();
            counts.fill(0);
            for member in class {
                let label = labels[member.point as usize];
                if label != UNCOUNTED {
                    counts[label as usize] += u64::from(member.rows);
                }
            }
            wrong += rows - counts.iter().max().copied().unwrap_or(0);
        }
        wrong
    }
}
