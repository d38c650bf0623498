//! Points as words, so that any choice of columns is compared at once.

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use std::hash::{BuildHasher, Hasher};

/// A set of columns, one bit each.
pub(super) type Columns = u128;

/// The codes of every point side by side in words; no column stands in two.
pub(super) struct Packed {
    width: usize,
    words: Vec<u64>,
    /// For each column its word, and its bits in it.
    places: Vec<(usize, u64)>,
}

impl Packed {
    /// From the number of codes of each column, and the codes of each point, point after point.
    pub fn new(values: &[u32], codes: impl Iterator<Item = u32>) -> Self {
        let (mut word, mut used) = (0, 0);
        let mut shifts = Vec::with_capacity(values.len());
        for &values in values {
            let bits = 32 - values.saturating_sub(1).leading_zeros();
            if used + bits > 64 {
                (word, used) = (word + 1, 0);
            }
            shifts.push((word, used, bits));
            used += bits;
        }
        let width = word + 1;
        let places = shifts.iter().map(|&(word, from, bits)| (word, ((1 << bits) - 1) << from)).collect();
        let mut words = Vec::new();
        for (at, code) in codes.enumerate() {
            let column = at % values.len();
            if column == 0 {
                words.resize(words.len() + width, 0);
            }
            let (word, from, _) = shifts[column];
            let start = words.len() - width;
            words[start + word] |= u64::from(code) << from;
        }
        Self { width, words, places }
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// The columns in which two points differ.
    pub fn differing(&self, a: u32, b: u32) -> Columns {
        let (a, b) = (self.of(a), self.of(b));
        let differs = |&(word, bits): &(usize, u64)| (a[word] ^ b[word]) & bits != 0;
        self.places
            .iter()
            .enumerate()
            .fold(0, |all, (column, place)| all | u128::from(differs(place)) << column)
    }

    fn of(&self, point: u32) -> &[u64] {
        &self.words[point as usize * self.width..][..self.width]
    }

    fn bits(&self, columns: Columns) -> Vec<u64> {
        let mut bits = vec![0; self.width];
        for (column, &(word, own)) in self.places.iter().enumerate() {
            bits[word] |= if columns >> column & 1 == 1 { own } else { 0 };
        }
        bits
    }
}

/// Points told apart by some columns only, numbered in the order in which they come up.
pub(super) struct PointGroups<'a> {
    packed: &'a Packed,
    bits: Vec<u64>,
    /// A point of each group, and its number.
    table: HashTable<(u32, u32)>,
}

impl<'a> PointGroups<'a> {
    /// No group yet.
    pub fn new(packed: &'a Packed, columns: Columns) -> Self {
        Self { packed, bits: packed.bits(columns), table: HashTable::new() }
    }

    /// The group of a point, if it has come up.
    pub fn find(&self, point: u32) -> Option<u32> {
        self.table.find(self.hash(point), |&(other, _)| self.is_same(point, other)).map(|&(_, number)| number)
    }

    /// The group of a point; a new one if it has not come up.
    pub fn number(&mut self, point: u32) -> u32 {
        let hash = self.hash(point);
        if let Some(&(_, number)) = self.table.find(hash, |&(other, _)| self.is_same(point, other)) {
            return number;
        }
        let number = self.table.len() as u32;
        let (packed, bits) = (self.packed, &self.bits);
        self.table.insert_unique(hash, (point, number), |&(other, _)| hash_of(packed.of(other), bits));
        number
    }

    /// The number of groups.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    fn hash(&self, point: u32) -> u64 {
        hash_of(self.packed.of(point), &self.bits)
    }

    fn is_same(&self, a: u32, b: u32) -> bool {
        let words = self.packed.of(a).iter().zip(self.packed.of(b)).zip(&self.bits);
        words.fold(0, |all, ((a, b), bits)| all | (a ^ b) & bits) == 0
    }
}

fn hash_of(words: &[u64], bits: &[u64]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    words.iter().zip(bits).for_each(|(word, bits)| hasher.write_u64(word & bits));
    hasher.finish()
}

/// Rows by group.
pub(super) struct GroupCounts<'a> {
    groups: PointGroups<'a>,
    rows: Vec<i64>,
}

impl<'a> GroupCounts<'a> {
    /// Nothing counted yet.
    pub fn new(packed: &'a Packed, columns: Columns) -> Self {
        Self { groups: PointGroups::new(packed, columns), rows: Vec::new() }
    }

    /// Counts rows of a point; less than none takes them away.
    pub fn add(&mut self, point: u32, rows: i64) {
        let number = self.groups.number(point) as usize;
        if number == self.rows.len() {
            self.rows.push(0);
        }
        self.rows[number] += rows;
    }

    /// The rows counted in the group of a point.
    pub fn rows(&self, point: u32) -> i64 {
        self.groups.find(point).map_or(0, |number| self.rows[number as usize])
    }
}
