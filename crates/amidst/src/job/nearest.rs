//! Which of the things that are asked blocks, and the nearest to it that can be met: a few more searches, each with one
//! thing changed.

use std::cell::Cell;

use amidst_audit::Number;
use amidst_core::Observer;
use amidst_spec::{Result, requirements::RelaxableParameter, validated::ValidatedSpec};

use super::{Dataset, InfeasibleReason, LatticeInstance, SolveError, cells, found, search};
use crate::outcome::{Blocks, Nearest};

/// So many more searches at most.
const MOST_SEARCHES: u32 = 40;

/// What could be met instead; nothing if that was not found out within a few searches.
pub(super) fn nearest(
    read: &Dataset,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Result<Option<Nearest>> {
    let trial = Trial { read, observer, left: Cell::new(MOST_SEARCHES) };
    let with = |requirements| ValidatedSpec { requirements, ..validated.clone() };
    let Some(k_alone) = trial.is_met(&with(Vec::new()))? else { return Ok(None) };
    let mut blocks = Vec::new();
    if validated.k > 1
        && validated.combinations.is_empty()
        && trial.is_met(&ValidatedSpec { k: 1, ..validated.clone() })? == Some(true)
    {
        let k = trial.first_met(validated.k - 1, |at| ValidatedSpec {
            k: validated.k - 1 - at,
            ..validated.clone()
        })?;
        blocks.push(Blocks::of_k(validated.k, k.map(|at| validated.k - 1 - at)));
    }
    for (at, needed) in validated.requirements.iter().enumerate() {
        let mut others = validated.requirements.clone();
        others.remove(at);
        let is_rest_met = if others.is_empty() { Some(k_alone) } else { trial.is_met(&with(others))? };
        if is_rest_met != Some(true) {
            continue;
        }
        let parameter = RelaxableParameter::of(&needed.params);
        let nearest = match &parameter {
            None => None,
            Some(parameter) => trial
                .first_met(parameter.steps(), |step| {
                    let mut requirements = validated.requirements.clone();
                    requirements[at].params = parameter.set(&needed.params, step);
                    with(requirements)
                })?
                .map(|step| Number(parameter.value(step))),
        };
        blocks.push(Blocks {
            model: needed.params.id().into(),
            column: needed.column.clone(),
            parameter: parameter.as_ref().map(|parameter| parameter.name),
            asked: parameter.as_ref().map(|parameter| Number(parameter.required)),
            nearest,
            words: needed.describe(),
        });
    }
    Ok(Some(Nearest { k_alone, blocks }))
}

/// Searches with something changed, so many as are left.
struct Trial<'a> {
    read: &'a Dataset,
    observer: &'a dyn Observer,
    left: Cell<u32>,
}

impl Trial<'_> {
    /// Whether something can be met; nothing if it was not found out.
    fn is_met(&self, validated: &ValidatedSpec) -> Result<Option<bool>> {
        let Some(left) = self.left.get().checked_sub(1).filter(|_| !self.observer.is_stopped()) else {
            return Ok(None);
        };
        self.left.set(left);
        if validated.recoding.is_by_cells() {
            return Ok(Some(found(cells::solve(self.read, validated, self.observer))?.is_some()));
        }
        let instance = LatticeInstance::unchecked(self.read, validated, self.observer)?;
        if instance.obstacle(validated).is_some() {
            return Ok(Some(false));
        }
        let problem = instance.problem(validated)?;
        if problem.judge(problem.lattice().top())?.is_feasible {
            return Ok(Some(true));
        }
        match search(&instance, &problem, validated, self.observer) {
            Ok(_) => Ok(Some(true)),
            Err(SolveError::Infeasible(InfeasibleReason::Stopped)) => Ok(None),
            Err(SolveError::Infeasible(_)) => Ok(Some(false)),
            Err(SolveError::Failed(error)) => Err(error),
        }
    }

    /// The first of so many steps, each easier than the one before, that can be met.
    fn first_met(&self, steps: u64, validated: impl Fn(u64) -> ValidatedSpec) -> Result<Option<u64>> {
        let (mut from, mut to) = (0, steps);
        while from < to {
            let middle = from + (to - from) / 2;
            match self.is_met(&validated(middle))? {
                None => return Ok(None),
                Some(true) => to = middle,
                Some(false) => from = middle + 1,
            }
        }
        Ok(Some(from).filter(|&step| step < steps))
    }
}
