//! Whether a node that is not minimal would be preferred to all that are.

use std::sync::Arc;

use amidst_core::{Metric, Observer, Outcome, Result, Solver};

use super::{
    Preference,
    key::Keys,
    lexicographic::{FewClasses, Lexicographic, Lowness, Suppressed},
};
use crate::{NodeView, Optimal, Problem};

/// The best of all feasible nodes under a policy, beside the minimal ones.
#[derive(Clone, Debug, PartialEq)]
pub enum Overall {
    /// No feasible node is preferred to the best minimal one.
    Minimal,
    /// This node is preferred to every minimal one.
    Above(Box<NodeView>),
    /// Not known: the search was stopped, or the lattice is too large to decide.
    Unknown,
}

impl Preference {
    /// Looks for a feasible node that is preferred to every minimal one; all minimal ones must be given.
    ///
    /// # Errors
    /// If nodes given are not of the problem.
    pub fn overall(
        &self,
        problem: &Problem<'_>,
        minimal: &[NodeView],
        observer: &dyn Observer,
    ) -> Result<Overall> {
        let keys = Keys::new(self, problem);
        let Some(best) = minimal.iter().min_by_key(|node| keys.of(node)) else { return Ok(Overall::Minimal) };
        let objective = Arc::clone(&problem.metric);
        let first: Arc<dyn Metric> = match self {
            // Raising a column never makes a node better, and below every feasible node there is a minimal one.
            Self::MinHeight
            | Self::MinRelativeHeight
            | Self::MinPeak
            | Self::MinRelativePeak
            | Self::FewestColumns
            | Self::Priority(_) => return Ok(Overall::Minimal),
            Self::MinSuppression if best.facts.suppressed == 0 => return Ok(Overall::Minimal),
            Self::MinSuppression => Arc::new(Suppressed),
            Self::MaxClasses => Arc::new(FewClasses),
            Self::MaxPeak | Self::MaxRelativePeak | Self::MostColumns => {
                // Raising a column never makes a node worse, so nothing beats the top.
                if keys.of(&problem.judge(problem.lattice().top())?) >= keys.of(best) {
                    return Ok(Overall::Minimal);
                }
                let attributes = problem.tuples().attributes();
                Arc::new(Lowness::new(self.clone(), attributes, problem.lattice().top()))
            }
            Self::Objective => Arc::clone(&objective),
            Self::Metric(metric) => Arc::clone(metric),
        };
        let mut sought = problem.under(Box::new(Lexicographic { first, then: objective }));
        if matches!(self, Self::MinSuppression) {
            sought = sought.with_max_suppressed(best.facts.suppressed - 1);
        }
        let solution = match Optimal.solve(&sought, observer)? {
            Outcome::Found(solution) | Outcome::Stopped(Some(solution)) => solution,
            Outcome::Stopped(None) => return Ok(Overall::Unknown),
            Outcome::Infeasible(_) => return Ok(Overall::Minimal),
        };
        let view = problem.judge(&solution.levels)?;
        Ok(match keys.of(&view) < keys.of(best) {
            true => Overall::Above(Box::new(view)),
            false if solution.is_optimal() => Overall::Minimal,
            false => Overall::Unknown,
        })
    }
}
