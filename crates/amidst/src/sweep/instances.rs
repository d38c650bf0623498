//! A table as searches take it, posed once for all points of a grid that pose it alike.

use std::{collections::HashMap, sync::Arc};

use amidst_core::Observer;
use amidst_search::KnownScores;
use amidst_spec::{Result, requirements::BoundRequirement, scheme::RecodingScheme, validated::ValidatedSpec};

use crate::job::{CellInstance, Dataset, LatticeInstance};

/// What was posed, and what for: nothing else of a point matters to it.
#[derive(Default)]
pub(super) struct Instances {
    lattice: Option<(InstanceKey, Arc<LatticeInstance>)>,
    cells: Option<(InstanceKey, Arc<CellInstance>)>,
    /// What is known of the scores of nodes, for each k and limit.
    known: HashMap<(u64, u64), Arc<KnownScores>>,
}

/// What columns become, and what is looked at beside them.
#[derive(Clone, PartialEq)]
struct InstanceKey(RecodingScheme, Vec<BoundRequirement>);

impl InstanceKey {
    fn of(validated: &ValidatedSpec) -> Self {
        Self(validated.recoding, validated.requirements.clone())
    }
}

impl Instances {
    /// The columns under their hierarchies.
    pub fn lattice(
        &mut self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Arc<LatticeInstance>> {
        if self.lattice.as_ref().is_some_and(|(key, _)| *key != InstanceKey::of(validated)) {
            self.known.clear();
        }
        once(&mut self.lattice, validated, || LatticeInstance::unchecked(read, validated, observer))
    }

    /// What is known of the scores of nodes for a k and so many rows suppressed at most.
    pub fn known(&mut self, of: (u64, u64)) -> Arc<KnownScores> {
        Arc::clone(self.known.entry(of).or_default())
    }

    /// The best node for one k and limit has the score of that for another, if that one is known.
    pub fn note_same(&mut self, of: (u64, u64), as_of: (u64, u64)) {
        if let Some(best) = self.known(as_of).best() {
            self.known(of).note_best(best.clone());
        }
    }

    /// The columns as axes.
    pub fn cells(
        &mut self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Arc<CellInstance>> {
        once(&mut self.cells, validated, || CellInstance::pose(read, validated, observer))
    }
}

/// What was posed last, if it is of the same: points that pose alike come one after another, and a table may be large.
fn once<T>(
    last: &mut Option<(InstanceKey, Arc<T>)>,
    validated: &ValidatedSpec,
    pose: impl FnOnce() -> Result<T>,
) -> Result<Arc<T>> {
    let key = InstanceKey::of(validated);
    if let Some((_, instance)) = last.as_ref().filter(|(of, _)| *of == key) {
        return Ok(Arc::clone(instance));
    }
    *last = None;
    let instance = Arc::new(pose()?);
    *last = Some((key, Arc::clone(&instance)));
    Ok(instance)
}
