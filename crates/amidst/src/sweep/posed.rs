//! A table as searches take it, posed once for all points of a grid that pose it alike.

use std::sync::Arc;

use amidst_core::Observer;
use amidst_spec::{Result, requirements::BoundRequirement, scheme::RecodingScheme, validated::ValidatedSpec};

use crate::job::{CellInstance, Dataset, LatticeInstance};

/// What was posed, and what for: nothing else of a point matters to it.
#[derive(Default)]
pub(super) struct Posed {
    lattice: Option<(Asked, Arc<LatticeInstance>)>,
    cells: Option<(Asked, Arc<CellInstance>)>,
}

/// What columns become, and what is looked at beside them.
#[derive(Clone, PartialEq)]
struct Asked(RecodingScheme, Vec<BoundRequirement>);

impl Asked {
    fn of(validated: &ValidatedSpec) -> Self {
        Self(validated.recoding, validated.requirements.clone())
    }
}

impl Posed {
    /// The columns under their hierarchies.
    pub fn lattice(
        &mut self,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Arc<LatticeInstance>> {
        once(&mut self.lattice, validated, || LatticeInstance::unchecked(read, validated, observer))
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
    last: &mut Option<(Asked, Arc<T>)>,
    validated: &ValidatedSpec,
    pose: impl FnOnce() -> Result<T>,
) -> Result<Arc<T>> {
    let asked = Asked::of(validated);
    if let Some((_, posed)) = last.as_ref().filter(|(of, _)| *of == asked) {
        return Ok(Arc::clone(posed));
    }
    *last = None;
    let posed = Arc::new(pose()?);
    *last = Some((asked, Arc::clone(&posed)));
    Ok(posed)
}
