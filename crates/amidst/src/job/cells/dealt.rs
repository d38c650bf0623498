//! Which rows of a point go into which of its classes, where it is in several.
//!
//! Rows of one point differ in nothing that was looked at, but what is released beside it may differ. Dealt as they stand in
//! the source, they would tell its order; dealt as they are sorted, a class would get the first values and another the last.
//! So they are sorted by all that they hold and then shuffled by the seed: the same rows give the same deal, in whatever
//! order they come.

use amidst_cells::Partition;
use amidst_core::Column;
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha20Rng;

use super::CellInstance;
use crate::{job::Dataset, release::places};

impl CellInstance {
    /// The part of a partition that each row is in that takes part.
    pub fn part_of_row(&self, read: &Dataset, partition: &Partition, seed: u64) -> Vec<u32> {
        let parts = partition.parts_of_points(&self.points);
        if parts.iter().all(|&parts| parts < 2) {
            return partition.class_of_row(&self.points, &self.point_of_row);
        }
        let row = |at: u32| self.placed.as_ref().map_or(at, |placed| placed[at as usize]);
        let all = 0..self.point_of_row.len() as u32;
        let (mut split, mut order): (Vec<u32>, Vec<u32>) =
            all.partition(|&at| parts[self.point_of_row[at as usize] as usize] > 1);
        let columns: Vec<&Column> = read.table.columns().iter().collect();
        let places = places(&split.iter().map(|&at| row(at)).collect::<Vec<u32>>(), &columns, None);
        let point = |at: u32| self.point_of_row[at as usize];
        split.sort_by_key(|&at| (point(at), places[row(at) as usize]));
        for rows in split.chunk_by_mut(|&a, &b| point(a) == point(b)) {
            rows.shuffle(&mut chance(seed, point(rows[0])));
        }
        order.extend(split);
        let points: Vec<u32> = order.iter().map(|&at| point(at)).collect();
        let mut part_of_row = vec![0; order.len()];
        for (&at, part) in order.iter().zip(partition.class_of_row(&self.points, &points)) {
            part_of_row[at as usize] = part;
        }
        part_of_row
    }
}

/// The chance by which the rows of a point are shuffled.
fn chance(seed: u64, point: u32) -> ChaCha20Rng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..12].copy_from_slice(&point.to_le_bytes());
    ChaCha20Rng::from_seed(bytes)
}
