//! From a finer class table to a coarser one.
//!
//! Runs whose lead entries fall together are joined; within such a group classes are told apart by an array where
//! addresses are small, by a hash table elsewhere. Groups have no class in common, so large tables are cut between them
//! and rolled up on all cores.

use rayon::prelude::*;

use crate::{
    Tuples,
    address::{Addresses, Any, One, Several, Two},
    block::BlockMaps,
    grouper::{Classes, Grouper},
    groups::{Group, RunGroups},
    node_map::NodeMap,
    table::ClassTable,
};

/// Memory that one roll-up after another uses.
#[derive(Default)]
pub(crate) struct Scratch {
    pub maps: BlockMaps,
    pub grouper: Grouper,
    /// Classes at each address, as the last table left them.
    pub slots: Vec<u32>,
    /// People at each address; all zero between tables.
    pub people: Vec<u32>,
}

/// Addresses that an array may have.
pub(crate) const MOST_SLOTS: u128 = 1 << 20;
/// Classes from which a second thread pays.
const PARALLEL_CLASSES: usize = 1 << 16;
/// Shares of work per thread: several, because groups differ in size.
const SHARES: usize = 4;

impl Tuples {
    /// The classes of a node, from those of a finer one.
    pub(crate) fn roll_up(&self, source: &ClassTable, levels: &[u8], scratch: &mut Scratch) -> ClassTable {
        let map = NodeMap::new(self, levels, &mut scratch.maps);
        let groups = RunGroups::new(source, &map);
        let grouper = &mut scratch.grouper;
        let size = map.stages[0].size;
        let classes = if self.layout.words > 1 || map.stages.len() > 1 {
            share(source, &groups, grouper, |grouper, groups| grouper.in_stages(self, source, &map, groups))
        } else if size > MOST_SLOTS {
            let addresses = Any::new(self, &map);
            share(source, &groups, grouper, |grouper, groups| grouper.by_hash(source, &addresses, groups))
        } else {
            match self.layout.rest.len() {
                1 => by_address(source, &groups, grouper, size, &One::new(&map)),
                2 => by_address(source, &groups, grouper, size, &Two::new(self, &map)),
                3 => by_address(source, &groups, grouper, size, &Several::<3>::new(self, &map)),
                4 => by_address(source, &groups, grouper, size, &Several::<4>::new(self, &map)),
                5 => by_address(source, &groups, grouper, size, &Several::<5>::new(self, &map)),
                _ => by_address(source, &groups, grouper, size, &Any::new(self, &map)),
            }
        };
        let Classes { runs, keys, counts } = classes;
        ClassTable { levels: levels.to_vec(), runs, keys, counts }
    }
}

fn by_address(
    source: &ClassTable,
    groups: &RunGroups,
    grouper: &mut Grouper,
    size: u128,
    addresses: &impl Addresses,
) -> Classes {
    share(source, groups, grouper, |grouper, groups| {
        grouper.by_address(source, size as usize, addresses, groups)
    })
}

/// Rolls up all groups: here, or cut into shares for all cores.
fn share(
    source: &ClassTable,
    groups: &RunGroups,
    grouper: &mut Grouper,
    roll_up: impl Fn(&mut Grouper, &mut dyn Iterator<Item = Group<'_>>) -> Classes + Sync,
) -> Classes {
    let threads = rayon::current_num_threads();
    if source.len() < PARALLEL_CLASSES || threads < 2 {
        return roll_up(grouper, &mut groups.iter(source, 0..groups.len()));
    }
    let shares = groups.shares(source, threads * SHARES);
    let parts: Vec<Classes> = shares
        .into_par_iter()
        .map_init(Grouper::default, |grouper, share| roll_up(grouper, &mut groups.iter(source, share)))
        .collect();
    Classes::concatenate(parts)
}
