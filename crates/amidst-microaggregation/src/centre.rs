//! The centre of rows that become fewer.

use super::space::{Space, Spot};

/// Sums and counts of rows, from which some are taken away.
pub(super) struct Centre {
    rows: u64,
    sums: Vec<f64>,
    /// For each category, rows by code, and the most frequent code.
    tallies: Vec<(Vec<u64>, usize)>,
    spot: Vec<f64>,
}

impl Centre {
    /// Of rows, each given by its spot and how many there are.
    pub fn new<'a>(space: &Space, rows: impl Iterator<Item = (Spot<'a>, u32)>) -> Self {
        let mut centre = Self {
            rows: 0,
            sums: vec![0.0; space.numeric()],
            tallies: space.values().map(|values| (vec![0; values], 0)).collect(),
            spot: vec![0.0; space.width()],
        };
        for (spot, rows) in rows {
            let (coordinates, codes) = spot.split_at(centre.sums.len());
            centre.rows += u64::from(rows);
            centre.sums.iter_mut().zip(coordinates).for_each(|(sum, it)| *sum += f64::from(rows) * it);
            centre
                .tallies
                .iter_mut()
                .zip(codes)
                .for_each(|(it, &code)| it.0[code as usize] += u64::from(rows));
        }
        centre.tallies.iter_mut().for_each(|(rows, mode)| *mode = most_frequent(rows));
        centre
    }

    /// Takes rows away.
    pub fn remove(&mut self, spot: Spot<'_>, rows: u32) {
        let (coordinates, codes) = spot.split_at(self.sums.len());
        self.rows -= u64::from(rows);
        self.sums.iter_mut().zip(coordinates).for_each(|(sum, it)| *sum -= f64::from(rows) * it);
        for ((counts, mode), &code) in self.tallies.iter_mut().zip(codes) {
            counts[code as usize] -= u64::from(rows);
            if *mode == code as usize {
                *mode = most_frequent(counts);
            }
        }
    }

    /// Rows that are left.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Where it is.
    pub fn spot(&mut self) -> Spot<'_> {
        let means = self.sums.iter().map(|sum| sum / self.rows as f64);
        let modes = self.tallies.iter().map(|&(_, mode)| mode as f64);
        self.spot.iter_mut().zip(means.chain(modes)).for_each(|(place, it)| *place = it);
        &self.spot
    }
}

/// Of equals the smallest.
fn most_frequent(rows: &[u64]) -> usize {
    (0..rows.len()).reduce(|a, b| if rows[b] > rows[a] { b } else { a }).unwrap_or(0)
}
