//! Fingerprints of the cells that travel along: equal for equal rows, and summed over a class, equal for equal sets of
//! rows in whatever order.
//!
//! Every cell has a hash of 2 × 64 bits that depends on its column; a row's cells are added up and mixed, so that rows
//! which trade single cells do not cancel out; the rows of a class are added up, wrapping.

use std::{
    hash::BuildHasher,
    ops::{AddAssign, Neg},
};

use foldhash::quality::FixedState;

/// Two independent sums, wrapping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Fingerprint(pub [u64; 2]);

impl AddAssign for Fingerprint {
    fn add_assign(&mut self, other: Self) {
        for (sum, add) in self.0.iter_mut().zip(other.0) {
            *sum = sum.wrapping_add(add);
        }
    }
}

impl Neg for Fingerprint {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.map(u64::wrapping_neg))
    }
}

impl Fingerprint {
    /// The fingerprint of a whole row, from the sum of its cells.
    pub fn of_row(cells: Self) -> Self {
        Self(cells.0.map(mixed))
    }
}

/// Hashes the cells of one column.
pub(crate) struct CellHasher {
    lanes: [FixedState; 2],
    null: Fingerprint,
}

impl CellHasher {
    /// The hasher of the column at a place.
    pub fn new(column: usize) -> Self {
        let lanes = [0, 1].map(|lane| FixedState::with_seed(mixed(column as u64 * 2 + lane + 1)));
        // No text hashes like this but by chance: texts are hashed as slices, this as a number.
        let null = Fingerprint(lanes.each_ref().map(|lane| lane.hash_one(u64::MAX)));
        Self { lanes, null }
    }

    /// The fingerprint of a cell; `None` is missing.
    pub fn cell(&self, cell: Option<&[u8]>) -> Fingerprint {
        cell.map_or(self.null, |text| Fingerprint(self.lanes.each_ref().map(|lane| lane.hash_one(text))))
    }
}

/// A bijection of 64 bits in which every bit depends on all.
fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits = (bits ^ (bits >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    bits ^ (bits >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(rows: &[[Option<&str>; 2]]) -> Fingerprint {
        let mut sum = Fingerprint::default();
        for row in rows {
            let mut cells = Fingerprint::default();
            for (column, cell) in row.iter().enumerate() {
                cells += CellHasher::new(column).cell(cell.map(str::as_bytes));
            }
            sum += Fingerprint::of_row(cells);
        }
        sum
    }

    #[test]
    fn order_of_rows_does_not_matter() {
        let (a, b) = ([Some("x"), Some("1")], [Some("y"), None]);
        assert_eq!(rows(&[a, b, a]), rows(&[a, a, b]));
        let mut none = rows(&[a, b]);
        none += -rows(&[b, a]);
        assert_eq!(none, Fingerprint::default());
    }

    #[test]
    fn rows_that_trade_cells_do_not_cancel_out() {
        let straight = rows(&[[Some("x"), Some("1")], [Some("y"), Some("2")]]);
        assert_ne!(straight, rows(&[[Some("x"), Some("2")], [Some("y"), Some("1")]]));
    }

    #[test]
    fn columns_and_missing_cells_are_told_apart() {
        assert_ne!(rows(&[[Some("x"), Some("y")]]), rows(&[[Some("y"), Some("x")]]));
        assert_ne!(rows(&[[Some("x"), None]]), rows(&[[Some("x"), Some("")]]));
    }
}
