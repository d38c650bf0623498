//! Neighbouring columns of a tuple stored as one number.
//!
//! A block's *entries* are the combinations of leaves that occur in its columns. At a node each entry maps to the number
//! of its combination of labels; those are dense too, so the addresses of classes stay small, and a tuple of nine columns
//! takes two or three look-ups instead of nine.

use std::{collections::HashMap, sync::Arc};

use crate::domain::Domain;

/// Places that are numbered by looking them up in an array: beyond that, those in use are numbered first.
const MOST_PLACES: usize = 1 << 16;

/// Columns stored as one number, and the combinations of their leaves that occur.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    pub columns: Vec<usize>,
    /// For each entry the dense leaf of each column.
    leaves: Vec<u32>,
}

/// Where each entry of a block goes at a node.
#[derive(Debug)]
pub(crate) struct BlockMap {
    /// For each entry the number of its combination of labels.
    pub numbers: Vec<u32>,
    /// For each number the first entry that has it.
    pub first: Vec<u32>,
}

/// The maps of all blocks made so far.
#[derive(Default)]
pub(crate) struct BlockMaps {
    /// For each block, by the levels of its columns.
    made: Vec<HashMap<Vec<u8>, Arc<BlockMap>>>,
    levels: Vec<u8>,
}

impl Block {
    /// From the leaves of each entry, one entry after another.
    pub fn new(columns: Vec<usize>, leaves: Vec<u32>) -> Self {
        Self { columns, leaves }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.leaves.len() / self.columns.len()
    }

    /// The leaf of an entry in one of the block's columns, by position.
    pub fn leaf(&self, entry: u32, position: usize) -> u32 {
        self.leaves[entry as usize * self.columns.len() + position]
    }

    fn map(&self, domains: &[Domain], levels: &[u8]) -> BlockMap {
        let labels = |position: usize| &domains[self.columns[position]].levels[usize::from(levels[position])];
        if self.columns.len() == 1 {
            // A lone column's entries are its leaves, or those that come first below a label, and labels are dense already.
            let of_leaf = &labels(0).of_leaf;
            let numbers: Vec<u32> = self.leaves.iter().map(|&leaf| of_leaf[leaf as usize]).collect();
            let mut first: Vec<u32> = Vec::with_capacity(labels(0).labels.len());
            for (entry, &number) in numbers.iter().enumerate() {
                if number as usize == first.len() {
                    first.push(entry as u32);
                }
            }
            return BlockMap { numbers, first };
        }
        let mut places = vec![0_usize; self.len()];
        let mut size = 1;
        for position in 0..self.columns.len() {
            let level = labels(position);
            if size * level.labels.len() > MOST_PLACES {
                let so_far = dense(&places, size);
                size = so_far.width();
                places = so_far.numbers.into_iter().map(|number| number as usize).collect();
            }
            for (entry, place) in places.iter_mut().enumerate() {
                let label = level.of_leaf[self.leaf(entry as u32, position) as usize];
                *place = *place * level.labels.len() + label as usize;
            }
            size *= level.labels.len();
        }
        dense(&places, size)
    }
}

/// Numbers the places that occur, in the order of their first entry.
fn dense(places: &[usize], size: usize) -> BlockMap {
    let mut number_of = vec![u32::MAX; size];
    let mut first = Vec::new();
    let mut numbers = Vec::with_capacity(places.len());
    for (entry, &place) in places.iter().enumerate() {
        if number_of[place] == u32::MAX {
            number_of[place] = first.len() as u32;
            first.push(entry as u32);
        }
        numbers.push(number_of[place]);
    }
    BlockMap { numbers, first }
}

impl BlockMap {
    /// The number of combinations of labels.
    pub fn width(&self) -> usize {
        self.first.len()
    }
}

impl BlockMaps {
    /// The map of a block at a node.
    pub fn get(&mut self, at: usize, block: &Block, domains: &[Domain], levels: &[u8]) -> Arc<BlockMap> {
        if self.made.len() <= at {
            self.made.resize_with(at + 1, HashMap::new);
        }
        self.levels.clear();
        self.levels.extend(block.columns.iter().map(|&column| levels[column]));
        if let Some(known) = self.made[at].get(&self.levels) {
            return Arc::clone(known);
        }
        let map = Arc::new(block.map(domains, &self.levels));
        self.made[at].insert(self.levels.clone(), Arc::clone(&map));
        map
    }
}
