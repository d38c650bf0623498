//! Which class of a coarser table each class of a finer one falls into.

use crate::{
    ClassTable, Tuples,
    groups::{Group, RunGroups},
    node_map::NodeMap,
    rollup::{MOST_SLOTS, Scratch},
};

impl Tuples {
    /// For each class of a table, the class of a table at or above it that it falls into.
    pub(crate) fn locate(&self, fine: &ClassTable, coarse: &ClassTable, scratch: &mut Scratch) -> Vec<u32> {
        let map = NodeMap::new(self, &coarse.levels, &mut scratch.maps);
        let (of_fine, of_coarse) = (RunGroups::new(fine, &map), RunGroups::new(coarse, &map));
        let mut classes = vec![0; fine.len()];
        let is_small = map.stages.len() == 1 && map.stages[0].size <= MOST_SLOTS;
        let size = if is_small { map.stages[0].size as usize } else { 0 };
        if scratch.slots.len() < size {
            scratch.slots.resize(size, 0);
        }
        let groups = of_fine.iter(fine, 0..of_fine.len()).zip(of_coarse.iter(coarse, 0..of_coarse.len()));
        for (fine_group, coarse_group) in groups {
            let pair = Pair { tuples: self, map: &map, fine, coarse, fine_group, coarse_group };
            match is_small {
                true => pair.by_address(&mut scratch.slots, &mut classes),
                false => pair.in_stages(scratch, &mut classes),
            }
        }
        classes
    }
}

/// Classes of both tables whose lead entries fall together.
struct Pair<'a> {
    tuples: &'a Tuples,
    map: &'a NodeMap,
    fine: &'a ClassTable,
    coarse: &'a ClassTable,
    fine_group: Group<'a>,
    coarse_group: Group<'a>,
}

impl Pair<'_> {
    /// An array tells the class of each address. What earlier groups and tables left in it is not read: every class of the
    /// finer table falls into one of the coarser.
    fn by_address(&self, slots: &mut [u32], classes: &mut [u32]) {
        for class in self.coarse_group.runs().flatten() {
            slots[self.address(self.coarse, class)] = class as u32;
        }
        for class in self.fine_group.runs().flatten() {
            classes[class] = slots[self.address(self.fine, class)];
        }
    }

    fn address(&self, table: &ClassTable, class: usize) -> usize {
        let words = self.tuples.layout.words;
        let key = &table.keys[class * words..][..words];
        self.map.address(self.tuples, &self.map.stages[0].blocks, key) as usize
    }

    /// Numbers the classes of both tables, the coarser first, one stage after another.
    fn in_stages(&self, scratch: &mut Scratch, classes: &mut [u32]) {
        let words = self.tuples.layout.words;
        let coarse: Vec<usize> = self.coarse_group.runs().flatten().collect();
        let fine: Vec<usize> = self.fine_group.runs().flatten().collect();
        let coarse_keys = coarse.iter().map(|&class| &self.coarse.keys[class * words..][..words]);
        let fine_keys = fine.iter().map(|&class| &self.fine.keys[class * words..][..words]);
        let members: Vec<&[u64]> = coarse_keys.chain(fine_keys).collect();
        let numbers = scratch.grouper.number_in_stages(self.tuples, self.map, &members);
        // The classes of the coarser table are distinct, so they got the first numbers in their order.
        for (&class, &number) in fine.iter().zip(&numbers[coarse.len()..]) {
            classes[class] = coarse[number as usize] as u32;
        }
    }
}
