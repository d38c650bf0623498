//! A problem before rows are collapsed: it can be posed at any node, for the nodes above it.

use std::sync::Arc;

use amidst_core::{Levels, Observer, Stage};
use amidst_search::Datafly;
use amidst_spec::{Result, quasi::ParseContext, validated::ValidatedSpec};

use super::{AuxColumns, Dataset, LaidColumns, LatticeInstance};

/// Columns under their hierarchies, and what is asked of them.
pub(super) struct LatticeProblem<'a> {
    read: &'a Dataset,
    validated: &'a ValidatedSpec,
    pub laid: Arc<LaidColumns>,
    aux_columns: Arc<AuxColumns>,
}

/// Tables of fewer rows are collapsed at once, however little time there is.
const FEW_ROWS: u64 = 1 << 17;
/// Bits of the tuples that rows are collapsed to first where time is limited: the first are counted by address in one pass.
const COARSE_BITS: [u32; 2] = [20, 25];

impl<'a> LatticeProblem<'a> {
    pub fn new(
        read: &'a Dataset,
        validated: &'a ValidatedSpec,
        laid: Arc<LaidColumns>,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let context = ParseContext::new(&read.layout, validated.missing.clone());
        let aux_columns = Arc::new(AuxColumns::new(read, validated, &context, observer)?);
        Ok(Self { read, validated, laid, aux_columns })
    }

    /// The problem for nodes at or above one.
    pub fn at(&self, base: &[u8], observer: &dyn Observer) -> Result<LatticeInstance> {
        let (laid, aux_columns) = (Arc::clone(&self.laid), Arc::clone(&self.aux_columns));
        let instance = LatticeInstance::at(self.read, laid, aux_columns, base, observer)?;
        observer.progress(Stage::Solving, 0, None);
        Ok(instance)
    }

    /// The nodes at which to pose the problem one after another, from coarse to fine. The last has every solution above it; those
    /// before it are on the way that Datafly walks, so that what it would find is met early.
    pub fn bases(&self) -> Vec<Levels> {
        let Self { laid, validated, .. } = self;
        let Some(lowest) = laid.lowest(validated, self.read.rows()) else { return vec![laid.finest()] };
        let mut bases = Vec::new();
        if validated.time_limit.is_some() && laid.rows() >= FEW_ROWS {
            let way = self.way();
            bases.extend(COARSE_BITS.iter().filter_map(|&bits| {
                let coarse = way.iter().find(|levels| self.bits(levels) <= bits)?;
                Some(coarse.iter().zip(&lowest).map(|(&coarse, &lowest)| coarse.max(lowest)).collect())
            }));
        }
        bases.push(lowest);
        bases.dedup();
        bases
    }

    /// The way that Datafly walks, from the bottom to the top.
    pub fn way(&self) -> Vec<Levels> {
        Datafly::way(self.laid.marginals.attributes(), self.laid.marginals.lattice())
    }

    /// The bits of a tuple of labels at a node.
    fn bits(&self, levels: &[u8]) -> u32 {
        let widths =
            levels.iter().enumerate().map(|(column, &level)| self.laid.marginals.width(column, level));
        widths.map(|width| width.next_power_of_two().trailing_zeros()).sum()
    }
}
