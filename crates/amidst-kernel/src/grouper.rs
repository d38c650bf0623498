//! Adds up the classes of groups of runs, one group after another.

use crate::{
    ClassTable, Tuples, address::Addresses, groups::Group, hash_index::HashIndex, node_map::NodeMap,
    table::Run,
};

/// Memory of one thread, used again and again.
#[derive(Default)]
pub(crate) struct Grouper {
    /// Rows at each address; all zero between groups.
    slots: Vec<u32>,
    keys: Vec<u64>,
    touched: Vec<u32>,
    index: HashIndex,
}

/// Classes with the same lead entry standing together.
#[derive(Default)]
pub(crate) struct Classes {
    pub runs: Vec<Run>,
    pub keys: Vec<u64>,
    pub counts: Vec<u32>,
}

impl Classes {
    /// Puts classes of different groups behind one another.
    pub fn concatenate(parts: Vec<Self>) -> Self {
        let classes = parts.iter().map(|part| part.counts.len()).sum();
        let mut all = Self { keys: Vec::new(), counts: Vec::with_capacity(classes), runs: Vec::new() };
        for part in parts {
            let start = all.counts.len() as u32;
            all.runs.extend(part.runs.iter().map(|run| Run { start: run.start + start, ..*run }));
            all.keys.extend_from_slice(&part.keys);
            all.counts.extend_from_slice(&part.counts);
        }
        all
    }

    fn start_run(&mut self, lead: u32) {
        self.runs.push(Run { lead, start: self.counts.len() as u32 });
    }
}

type GroupIter<'g, 'a> = &'g mut dyn Iterator<Item = Group<'a>>;

impl Grouper {
    /// Addresses below `size` index an array.
    pub fn by_address(
        &mut self,
        source: &ClassTable,
        size: usize,
        addresses: &impl Addresses,
        groups: GroupIter<'_, '_>,
    ) -> Classes {
        if self.slots.len() < size {
            self.slots.resize(size, 0);
        }
        let slots = &mut self.slots[..size];
        let mut classes = Classes::default();
        let mut len = 0;
        for group in groups {
            let start = len;
            classes.runs.push(Run { lead: group.lead, start: start as u32 });
            let most = start + group.runs().map(|run| run.len()).sum::<usize>();
            if self.keys.len() < most {
                self.keys.resize(most, 0);
                self.touched.resize(most, 0);
            }
            for run in group.runs() {
                for (&key, &count) in source.keys[run.clone()].iter().zip(&source.counts[run]) {
                    let address = addresses.of(key) as usize;
                    // Every tuple is noted, and the next one overwrites it unless it was the first of its class: there
                    // is no branch to mispredict.
                    self.keys[len] = key;
                    self.touched[len] = address as u32;
                    let slot = &mut slots[address];
                    len += usize::from(*slot == 0);
                    *slot += count;
                }
            }
            let touched = self.touched[start..len].iter();
            classes.counts.extend(touched.map(|&address| std::mem::take(&mut slots[address as usize])));
        }
        classes.keys = self.keys[..len].to_vec();
        classes
    }

    /// Addresses are found by hash.
    pub fn by_hash(
        &mut self,
        source: &ClassTable,
        addresses: &impl Addresses,
        groups: GroupIter<'_, '_>,
    ) -> Classes {
        let mut classes = Classes::default();
        for group in groups {
            classes.start_run(group.lead);
            let start = classes.counts.len();
            self.index.clear(group.runs().map(|run| run.len()).sum());
            for run in group.runs() {
                for (&key, &count) in source.keys[run.clone()].iter().zip(&source.counts[run]) {
                    let (number, is_new) = self.index.intern(addresses.of(key));
                    if is_new {
                        classes.keys.push(key);
                        classes.counts.push(0);
                    }
                    classes.counts[start + number] += count;
                }
            }
        }
        classes
    }

    /// Numbers keys of one lead number by their class, in the order they are met, one stage after another.
    pub fn number_in_stages(
        &mut self,
        tuples: &Tuples,
        map: &NodeMap,
        keys: &[impl AsRef<[u64]>],
    ) -> Vec<u64> {
        let mut numbers = vec![0_u64; keys.len()];
        for stage in &map.stages {
            self.index.clear(numbers.len());
            for (number, key) in numbers.iter_mut().zip(keys) {
                let own = map.address(tuples, &stage.blocks, key.as_ref());
                // In the first stage every number is 0, so a size of 2^64 does no harm.
                let address = number.wrapping_mul(stage.size as u64).wrapping_add(own);
                *number = self.index.intern(address).0 as u64;
            }
        }
        numbers
    }

    /// Any number of words and stages, one stage after another.
    pub fn in_stages(
        &mut self,
        tuples: &Tuples,
        source: &ClassTable,
        map: &NodeMap,
        groups: GroupIter<'_, '_>,
    ) -> Classes {
        let words = tuples.layout.words;
        let mut classes = Classes::default();
        for group in groups {
            classes.start_run(group.lead);
            let start = classes.counts.len();
            let members: Vec<usize> = group.runs().flatten().collect();
            let keys: Vec<&[u64]> =
                members.iter().map(|&class| &source.keys[class * words..][..words]).collect();
            let numbers = self.number_in_stages(tuples, map, &keys);
            for ((&number, key), class) in numbers.iter().zip(keys).zip(members) {
                // Numbers were given in this order, so a new one is always the next.
                if start + number as usize == classes.counts.len() {
                    classes.keys.extend_from_slice(key);
                    classes.counts.push(0);
                }
                classes.counts[start + number as usize] += source.counts[class];
            }
        }
        classes
    }
}
