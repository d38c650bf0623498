//! The closed cells of a pool: those that are the smallest around their own rows.

use super::lattice::{Column, Lattice, count, mask_of};
use crate::Prices;

/// Cells with enough rows: for each its rows and what one costs.
#[derive(Default)]
pub(super) struct Cells {
    pub masks: Vec<u64>,
    pub prices: Vec<u64>,
    stack: Vec<u64>,
    nodes: Vec<u32>,
    most: usize,
    least: u32,
    /// How many words were looked at, about.
    pub work: i64,
}

impl Cells {
    /// Finds the cells with at least so many rows, of all that there are at most so many.
    pub(super) fn find(
        &mut self,
        lattice: &Lattice,
        all: &[u64],
        (least, most): (u32, usize),
        prices: &Prices,
    ) {
        self.masks.clear();
        self.prices.clear();
        self.stack.clear();
        self.nodes.clear();
        self.nodes.resize(lattice.columns.len(), 0);
        (self.most, self.least, self.work) = (most, least, 0);
        self.stack.extend_from_slice(all);
        self.enter(lattice, 0, 0, prices);
    }

    /// Looks at cells of the rows on top of the stack that differ in a column or later ones.
    fn enter(&mut self, lattice: &Lattice, start: usize, column: usize, prices: &Prices) {
        let words = lattice.words;
        if self.prices.len() >= self.most {
            return;
        }
        let Some(own) = lattice.columns.get(column) else {
            let mask = &self.stack[start..start + words];
            let nodes = self.nodes.iter().zip(&lattice.columns);
            let price = nodes.map(|(&node, own)| u64::from(own.price(mask, node, words, prices))).sum();
            self.masks.extend_from_slice(mask);
            self.prices.push(price);
            return;
        };
        let before = self.nodes[column];
        let node = own.descend(&self.stack[start..start + words], before, words);
        self.nodes[column] = node;
        self.enter(lattice, start, column + 1, prices);
        let next = start + words;
        for child in own.nodes[node as usize].first..own.nodes[node as usize].last {
            self.stack.resize(next + words, 0);
            let (mask, part) = self.stack[start..].split_at_mut(words);
            for ((part, own), child) in part.iter_mut().zip(&*mask).zip(own.mask(child, words)) {
                *part = own & child;
            }
            self.work += 2 * words as i64;
            let part = &self.stack[next..next + words];
            if count(part) < self.least {
                continue;
            }
            let earlier = self.nodes[..column].iter().zip(&lattice.columns);
            let is_known =
                |(&node, earlier): (&u32, &Column)| earlier.only_child(part, node, words).is_some();
            self.work += (column * words) as i64;
            if !earlier.into_iter().any(is_known) {
                self.nodes[column] = child;
                self.enter(lattice, next, column, prices);
            }
        }
        self.nodes[column] = before;
        self.stack.truncate(next);
    }

    pub(super) fn len(&self) -> usize {
        self.prices.len()
    }

    pub(super) fn mask(&self, cell: usize, words: usize) -> &[u64] {
        mask_of(&self.masks, words, cell)
    }
}
