//! In which order nodes are taken: one that depends on nothing but the lattice and the labels that occur.

use amidst_core::Attribute;

use crate::grid::Grid;

/// For each column and level: the share of the hierarchy's height, and of the labels that are lost.
pub(super) struct Order {
    height: Vec<Vec<f64>>,
    lost: Vec<Vec<f64>>,
}

/// The place of a node: by height, then by how far columns are raised, then by the labels lost, then by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    height: u32,
    /// Parts of a million, so that places can be compared exactly.
    raised: u64,
    lost: u64,
    pub number: usize,
}

impl Order {
    pub fn new(attributes: &[Attribute]) -> Self {
        let levels = |attribute: &Attribute| 0..attribute.levels.len();
        let height = |attribute: &Attribute| {
            levels(attribute).map(|level| level as f64 / f64::from(attribute.height.max(1))).collect()
        };
        let lost = |attribute: &Attribute| {
            let labels = |level: usize| attribute.levels[level].len() as f64;
            levels(attribute).map(|level| 1.0 - labels(level) / labels(0).max(1.0)).collect()
        };
        Self { height: attributes.iter().map(height).collect(), lost: attributes.iter().map(lost).collect() }
    }

    pub fn of(&self, grid: &Grid, number: usize) -> Place {
        let levels = grid.levels(number);
        let mean = |shares: &[Vec<f64>]| {
            let shares = shares.iter().zip(&levels).map(|(of_level, &level)| of_level[usize::from(level)]);
            (shares.sum::<f64>() / levels.len().max(1) as f64 * 1e6).round() as u64
        };
        Place {
            height: amidst_core::lattice::height(&levels),
            raised: mean(&self.height),
            lost: mean(&self.lost),
            number,
        }
    }
}
