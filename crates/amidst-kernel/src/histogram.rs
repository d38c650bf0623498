//! How often each label occurs among some classes of a node.

use crate::{ClassTable, Tuples, block::Block};

/// One histogram of rows over labels per column. Made to be filled again and again.
#[derive(Default)]
pub struct Histograms {
    /// Rows by label of the node's level, one vector per column.
    columns: Vec<Vec<u64>>,
    /// Rows by entry of each block, the lead first.
    blocks: Vec<Vec<u64>>,
}

impl Histograms {
    /// Rows by label: an index into the node's level of the column's [`amidst_core::Attribute`].
    pub fn column(&self, column: usize) -> &[u64] {
        &self.columns[column]
    }

    fn reset(&mut self, tuples: &Tuples, levels: &[u8]) {
        self.columns.resize_with(levels.len(), Vec::new);
        for ((column, domain), &level) in self.columns.iter_mut().zip(&*tuples.domains).zip(levels) {
            column.clear();
            column.resize(domain.width(level), 0);
        }
        let blocks =
            || std::iter::once(&tuples.layout.lead).chain(tuples.layout.rest.iter().map(|(block, _)| block));
        self.blocks.resize_with(blocks().count(), Vec::new);
        for (counts, block) in self.blocks.iter_mut().zip(blocks()) {
            counts.clear();
            counts.resize(block.len(), 0);
        }
    }
}

impl Tuples {
    /// Counts the labels of so many rows of each class, by its number in the table.
    pub fn histograms(&self, table: &ClassTable, rows_of: impl Fn(usize) -> u32, into: &mut Histograms) {
        into.reset(self, &table.levels);
        let words = self.layout.words;
        let (lead_counts, rest_counts) = into.blocks.split_first_mut().expect("there is always a lead");
        for at in 0..table.runs.len() {
            let run = table.run(at);
            let keys = table.keys[run.start * words..run.end * words].chunks_exact(words);
            let mut all = 0;
            for (key, rows) in keys.zip(run.map(&rows_of)).filter(|&(_, rows)| rows > 0) {
                all += u64::from(rows);
                for ((_, field), counts) in self.layout.rest.iter().zip(rest_counts.iter_mut()) {
                    counts[field.read(key) as usize] += u64::from(rows);
                }
            }
            lead_counts[table.runs[at].lead as usize] += all;
        }
        let rest = self.layout.rest.iter().map(|(block, _)| block);
        for (block, counts) in std::iter::once(&self.layout.lead).chain(rest).zip(&into.blocks) {
            self.sum_out(block, counts, &table.levels, &mut into.columns);
        }
    }

    /// From rows by entry to rows by label of each of the block's columns.
    fn sum_out(&self, block: &Block, counts: &[u64], levels: &[u8], columns: &mut [Vec<u64>]) {
        for (entry, &rows) in counts.iter().enumerate().filter(|&(_, &rows)| rows > 0) {
            for (position, &column) in block.columns.iter().enumerate() {
                let level = &self.domains[column].levels[usize::from(levels[column])];
                columns[column][level.of_leaf[block.leaf(entry as u32, position) as usize] as usize] += rows;
            }
        }
    }
}
