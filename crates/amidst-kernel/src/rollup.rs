//! From a finer class table to a coarser one.
//!
//! Runs whose lead entries fall together are joined; within such a group classes are told apart by an array where
//! addresses are small, by a hash table elsewhere. Groups have no class in common, so large tables are cut between them
//! and rolled up on all cores.

use std::ops::Range;

use rayon::prelude::*;

use crate::{
    Tuples,
    address::{Addresses, Any, One, Several, Two},
    block::BlockMaps,
    grouper::{Classes, Grouper},
    node_map::NodeMap,
    row_keys::pieces,
    table::{ClassTable, Run},
};

/// Memory that one roll-up after another uses.
#[derive(Default)]
pub(crate) struct Scratch {
    pub maps: BlockMaps,
    pub grouper: Grouper,
}

/// Source runs, those that fall together next to each other.
pub(crate) struct Groups {
    /// Runs of the source, group by group.
    runs: Vec<u32>,
    /// `starts[group]..starts[group + 1]` are a group's runs.
    starts: Vec<u32>,
    /// For each group the lead entry that stands for it.
    leads: Vec<u32>,
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
        let groups = Groups::new(source, &map);
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
    groups: &Groups,
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
    groups: &Groups,
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

/// Source runs that fall together.
pub(crate) struct Group<'a> {
    pub lead: u32,
    source: &'a ClassTable,
    runs: &'a [u32],
}

impl<'a> Group<'a> {
    /// The classes of each run.
    pub fn runs(&self) -> impl Iterator<Item = Range<usize>> + use<'a> {
        let source = self.source;
        self.runs.iter().map(move |&run| source.run(run as usize))
    }
}

impl Groups {
    pub fn new(source: &ClassTable, map: &NodeMap) -> Self {
        let group_of = |run: &Run| map.lead.numbers[run.lead as usize] as usize;
        let mut starts = vec![0; map.lead.width() + 1];
        source.runs.iter().for_each(|run| starts[group_of(run) + 1] += 1);
        for group in 1..starts.len() {
            starts[group] += starts[group - 1];
        }
        let mut next = starts.clone();
        let mut runs = vec![0; source.runs.len()];
        for (at, run) in source.runs.iter().enumerate() {
            let place = &mut next[group_of(run)];
            runs[*place as usize] = at as u32;
            *place += 1;
        }
        Self { runs, starts, leads: map.lead.first.clone() }
    }

    pub fn len(&self) -> usize {
        self.leads.len()
    }

    fn runs(&self, group: usize) -> &[u32] {
        &self.runs[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    pub fn iter<'a>(
        &'a self,
        source: &'a ClassTable,
        range: Range<usize>,
    ) -> impl Iterator<Item = Group<'a>> {
        range.map(move |group| Group { lead: self.leads[group], source, runs: self.runs(group) })
    }

    /// Cuts the groups into ranges of about as many classes each.
    fn shares(&self, source: &ClassTable, shares: usize) -> Vec<Range<usize>> {
        let ends: Vec<usize> = pieces(source.len(), shares).into_iter().map(|piece| piece.end).collect();
        let (mut ranges, mut start, mut classes) = (Vec::with_capacity(ends.len()), 0, 0);
        for group in 0..self.len() {
            classes += self.runs(group).iter().map(|&run| source.run(run as usize).len()).sum::<usize>();
            if ends.get(ranges.len()).is_some_and(|&end| classes >= end) {
                ranges.push(start..group + 1);
                start = group + 1;
            }
        }
        ranges.push(start..self.len());
        ranges
    }
}
