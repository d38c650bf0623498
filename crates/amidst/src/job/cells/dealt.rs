//! Which rows of a point go into which of its classes, where it is in several.
//!
//! Rows of one point differ in nothing that was looked at, but what is released beside it may differ. Dealt as they stand in
//! the source, they would tell its order; dealt as they are sorted, a class would get the first values and another the last.
//! So they are sorted by all that they hold and then shuffled by the seed: the same rows give the same deal, in whatever
//! order they come.

use amidst_cells::Partition;
use amidst_core::{Observer, observer::watched};
use amidst_order::{places, sorted_by};
use amidst_spec::Result;
use amidst_table::Column;
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha20Rng;

use super::CellInstance;
use crate::job::Dataset;

impl CellInstance {
    /// The part of a partition that each row is in that takes part.
    pub fn part_of_row(
        &self,
        read: &Dataset,
        partition: &Partition,
        seed: u64,
        observer: &dyn Observer,
    ) -> Result<Vec<u32>> {
        let parts = partition.parts_of_points(&self.points);
        if parts.iter().all(|&parts| parts < 2) {
            return Ok(partition.class_of_row(&self.points, &self.point_of_row, observer)?);
        }
        let row = |at: u32| self.placed.as_ref().map_or(at, |placed| placed[at as usize]);
        let all = 0..self.point_of_row.len() as u32;
        let (mut split, mut order): (Vec<u32>, Vec<u32>) =
            all.partition(|&at| parts[self.point_of_row[at as usize] as usize] > 1);
        let columns: Vec<&Column> = read.table.columns().iter().collect();
        observer.go_on()?;
        let rows = split.iter().map(|&at| row(at)).collect::<Vec<u32>>();
        let places = places(&rows, &columns, None, observer)?;
        let point = |at: u32| self.point_of_row[at as usize];
        let key = |at: u32| (point(at), places[row(at) as usize]);
        // Rows of one place hold the same, so which of them comes first does not matter.
        split = sorted_by(&split, key, |a, b| a.0.cmp(&b.0), observer)?;
        for rows in watched(split.chunk_by_mut(|&a, &b| point(a) == point(b)), observer) {
            rows.shuffle(&mut chance(seed, point(rows[0])));
        }
        observer.go_on()?;
        order.extend(split);
        let points: Vec<u32> = order.iter().map(|&at| point(at)).collect();
        let mut part_of_row = vec![0; order.len()];
        let parts = partition.class_of_row(&self.points, &points, observer)?;
        for (&at, part) in order.iter().zip(parts) {
            part_of_row[at as usize] = part;
        }
        Ok(part_of_row)
    }
}

/// The chance by which the rows of a point are shuffled.
fn chance(seed: u64, point: u32) -> ChaCha20Rng {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..12].copy_from_slice(&point.to_le_bytes());
    ChaCha20Rng::from_seed(bytes)
}
