//! Which class each row falls into at a chosen node.

use std::ops::Range;

use amidst_core::Levels;
use rayon::prelude::*;

use crate::{
    ClassTable, QuasiColumn, Tuples,
    domain::ABSENT,
    ranks::{Ranks, UNKNOWN},
    row_keys::{CHUNK, Part, Word, pieces},
};

/// The class of a row that is not released.
pub const SUPPRESSED: u32 = u32::MAX;

/// The released classes of a node in the order of what they release, and the class of each row.
pub struct Assignment {
    /// The node.
    pub levels: Levels,
    /// For each row its class, or [`SUPPRESSED`]. Four bytes a row.
    pub class_of_row: Vec<u32>,
    /// For each released class its rows.
    pub rows_of_class: Vec<u32>,
    /// For each column, the hierarchy's index of the label of each released class.
    labels: Vec<Vec<u32>>,
}

impl Assignment {
    /// The number of released classes.
    pub fn classes(&self) -> usize {
        self.rows_of_class.len()
    }

    /// The index, on the node's level of the column's hierarchy, of what a released class shows.
    pub fn label(&self, class: u32, column: usize) -> u32 {
        self.labels[column][class as usize]
    }

    /// [`Assignment::label`] of all classes.
    pub fn labels(&self, column: usize) -> &[u32] {
        &self.labels[column]
    }
}

impl Tuples {
    /// Says for every row of the columns that were collapsed which class of `table` it falls into.
    ///
    /// `is_released` decides by the number of a class in the table. Classes are numbered in the order of their labels, column by column,
    /// so nothing about the order of rows shows.
    pub fn assign(
        &self,
        columns: &[QuasiColumn],
        table: &ClassTable,
        is_released: impl Fn(usize) -> bool,
    ) -> Assignment {
        let released: Vec<usize> = (0..table.len()).filter(|&class| is_released(class)).collect();
        let labels: Vec<Vec<u32>> = (0..columns.len())
            .into_par_iter()
            .map(|column| self.labels_of(table, &released, column))
            .collect();
        let (row_classes, places) = self.row_classes(columns, &table.levels, &labels, released.len());
        let class_of_row = row_classes.assign(columns[0].codes.len());
        let ordered = |column: usize| {
            let level = &self.domains[column].levels[usize::from(table.levels[column])];
            in_order(&places, labels[column].iter().map(|&label| level.labels[label as usize]))
        };
        Assignment {
            levels: table.levels.clone(),
            class_of_row,
            rows_of_class: in_order(&places, released.iter().map(|&class| table.counts[class])),
            labels: (0..columns.len()).into_par_iter().map(ordered).collect(),
        }
    }

    /// The labels of all classes in a column: indices into the node's level of its [`amidst_core::Attribute`].
    pub fn labels(&self, table: &ClassTable, column: usize) -> Vec<u32> {
        self.labels_of(table, &(0..table.len()).collect::<Vec<_>>(), column)
    }

    /// The labels of some classes, in ascending order, in a column.
    fn labels_of(&self, table: &ClassTable, classes: &[usize], column: usize) -> Vec<u32> {
        let of_leaf = &self.domains[column].levels[usize::from(table.levels[column])].of_leaf;
        let (block, position) = self.places[column];
        let Some(at) = block.checked_sub(1) else {
            let mut run = 0;
            let lead = |&class: &usize| {
                run += (run..table.runs.len()).take_while(|&run| table.run(run).end <= class).count();
                of_leaf[self.layout.lead.leaf(table.runs[run].lead, position) as usize]
            };
            return classes.iter().map(lead).collect();
        };
        let ((block, field), words) = (&self.layout.rest[at], self.layout.words);
        let entry = |class: usize| field.read(&table.keys[class * words..][..words]) as u32;
        classes.iter().map(|&class| of_leaf[block.leaf(entry(class), position) as usize]).collect()
    }

    /// Prepares to number rows by the place of their class in the order of labels; also gives the place of each class.
    pub(crate) fn row_classes<'a>(
        &self,
        columns: &'a [QuasiColumn],
        levels: &[u8],
        labels: &[Vec<u32>],
        classes: usize,
    ) -> (RowClasses<'a>, Vec<u64>) {
        let mut steps = Vec::new();
        let mut first = 0;
        let mut places = vec![0_u64; classes];
        while first < columns.len() {
            let end = self.word_end(first, levels);
            let (word, strides) = self.word(columns, first..end, levels);
            if first > 0 {
                places.iter_mut().for_each(|place| *place <<= 32);
            }
            for (labels, stride) in labels[first..end].iter().zip(strides) {
                places.iter_mut().zip(labels).for_each(|(place, &label)| *place += u64::from(label) * stride);
            }
            let mut distinct = places.clone();
            distinct.par_sort_unstable();
            distinct.dedup();
            let ranks = Ranks::of(&distinct);
            ranks.replace(&mut places);
            steps.push((word, ranks));
            first = end;
        }
        (RowClasses { steps }, places)
    }

    /// The columns from `first` whose addresses fit into one word: 64 bits, or 32 beside the number of those before.
    fn word_end(&self, first: usize, levels: &[u8]) -> usize {
        let limit: u128 = if first == 0 { 1 << 64 } else { 1 << 32 };
        let mut size = 1_u128;
        for (at, &level) in levels.iter().enumerate().skip(first) {
            size *= self.domains[at].width(level).max(1) as u128;
            if size > limit {
                return at.max(first + 1);
            }
        }
        levels.len()
    }

    /// The addresses of some columns at a node, and the stride of each column.
    fn word<'a>(
        &self,
        columns: &'a [QuasiColumn],
        range: Range<usize>,
        levels: &[u8],
    ) -> (Word<'a>, Vec<u64>) {
        let mut stride = 1_u64;
        let (mut parts, mut strides) = (Vec::new(), Vec::new());
        for column in range.rev() {
            let domain = &self.domains[column];
            let of_leaf = &domain.levels[usize::from(levels[column])].of_leaf;
            let number = |&dense: &u32| match dense {
                ABSENT => 0,
                dense => u64::from(of_leaf[dense as usize]) * stride,
            };
            let table = domain.dense.iter().map(number).collect();
            parts.push(Part { codes: &columns[column].codes, table });
            strides.push(stride);
            stride = stride.wrapping_mul(domain.width(levels[column]).max(1) as u64);
        }
        strides.reverse();
        (Word { parts, bound: stride }, strides)
    }
}

/// Puts the value of each class where its place says.
fn in_order(places: &[u64], values: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut ordered = vec![0; places.len()];
    places.iter().zip(values).for_each(|(&place, value)| ordered[place as usize] = value);
    ordered
}

/// Numbers rows by their class: word after word of the address, each giving way to a smaller number.
pub(crate) struct RowClasses<'a> {
    steps: Vec<(Word<'a>, Ranks)>,
}

impl RowClasses<'_> {
    pub fn assign(&self, rows: usize) -> Vec<u32> {
        let mut classes = vec![0; rows];
        let piece = pieces(rows, rayon::current_num_threads()).first().map_or(1, Range::len);
        classes.par_chunks_mut(piece).enumerate().for_each(|(at, piece_classes)| {
            for (chunk, classes) in piece_classes.chunks_mut(CHUNK).enumerate() {
                let start = at * piece + chunk * CHUNK;
                self.number(start..start + classes.len(), classes);
            }
        });
        classes
    }

    fn number(&self, rows: Range<usize>, classes: &mut [u32]) {
        let (mut buffer, mut word_buffer) = ([0; CHUNK], [0; CHUNK]);
        let (keys, word_keys) = (&mut buffer[..rows.len()], &mut word_buffer[..rows.len()]);
        for (at, (word, ranks)) in self.steps.iter().enumerate() {
            word.fill(rows.clone(), word_keys);
            for (key, &low) in keys.iter_mut().zip(&*word_keys) {
                // What the words so far do not know stays unknown: beside it, no low part makes a known key.
                *key = if at == 0 { low } else { (*key << 32) | low };
            }
            ranks.replace(keys);
        }
        // The number of an unknown key is that of suppressed rows.
        const { assert!(UNKNOWN == SUPPRESSED as u64) };
        classes.iter_mut().zip(&*keys).for_each(|(class, &key)| *class = key as u32);
    }
}
