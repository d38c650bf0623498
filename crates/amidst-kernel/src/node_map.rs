//! Addresses of classes at a node.
//!
//! Among the classes of one lead number, the address of a class is put together from the numbers of the other blocks.
//! Addresses that do not fit into 64 bits are taken in stages: the classes of one stage are numbered, and their numbers
//! lead the next address.

use std::{ops::Range, sync::Arc};

use crate::{
    Tuples,
    block::{BlockMap, BlockMaps},
};

/// The addresses of one node.
pub(crate) struct NodeMap {
    pub lead: Arc<BlockMap>,
    /// The other blocks, each with its stride.
    pub rest: Vec<(Arc<BlockMap>, u64)>,
    /// Hardly ever more than one.
    pub stages: Vec<Stage>,
}

/// Blocks whose addresses fit into 64 bits, together with the number of a class of the stage before.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    pub blocks: Range<usize>,
    /// Addresses of the stage by itself are below this.
    pub size: u128,
}

/// Sizes of the first stage and of later ones, which leave 32 bits for the classes of the stage before.
const FIRST_STAGE: u128 = 1 << 64;
const LATER_STAGE: u128 = 1 << 32;

impl NodeMap {
    pub fn new(tuples: &Tuples, levels: &[u8], maps: &mut BlockMaps) -> Self {
        let lead = maps.get(0, &tuples.layout.lead, &tuples.domains, levels);
        let blocks = tuples.layout.rest.iter().enumerate();
        let mut rest: Vec<_> =
            blocks.map(|(at, (block, _))| (maps.get(at + 1, block, &tuples.domains, levels), 1)).collect();
        let mut stages = Vec::new();
        let mut open = Stage { blocks: 0..0, size: 1 };
        for (at, (map, _)) in rest.iter().enumerate() {
            let limit = if stages.is_empty() { FIRST_STAGE } else { LATER_STAGE };
            let width = map.width().max(1) as u128;
            if open.size * width > limit {
                stages.push(open);
                open = Stage { blocks: at..at, size: 1 };
            }
            open.blocks.end = at + 1;
            open.size *= width;
        }
        stages.push(open);
        for stage in &stages {
            let mut stride = 1_u64;
            for (map, own) in rest[stage.blocks.clone()].iter_mut().rev() {
                *own = stride;
                stride = stride.wrapping_mul(map.width().max(1) as u64);
            }
        }
        Self { lead, rest, stages }
    }

    /// What some blocks of a tuple add up to.
    pub fn address(&self, tuples: &Tuples, blocks: &Range<usize>, key: &[u64]) -> u64 {
        let maps = self.rest[blocks.clone()].iter().zip(&tuples.layout.rest[blocks.clone()]);
        maps.map(|((map, stride), (_, field))| u64::from(map.numbers[field.read(key) as usize]) * stride)
            .sum()
    }
}
