//! Which rows of a point go into which of its classes, where it is in several.
//!
//! Rows of one point differ in nothing that was looked at, but what is released beside it may differ. Dealt as they stand in
//! the source, they would tell its order; dealt as they are sorted, a class would get the first values and another the last.
//! So they are dealt by a key that follows from all that a row holds and the seed: the same rows give the same deal, in
//! whatever order they come and in however many parts they lie. Rows of one key hold the same, so that it does not matter
//! which of them goes where.

use amidst_cells::{Partition, Points};
use amidst_core::{Aborted, Observer};
use amidst_kernel::{SUPPRESSED, mapped};
use serde::{Deserialize, Serialize};

/// A row that is to be dealt: its point, and the key of its cells.
pub type DealKey = (u32, u128);

/// How many rows of each point go into each class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quotas {
    /// `starts[point]..starts[point + 1]` are the entries of a point.
    starts: Vec<u32>,
    /// Classes, or [`SUPPRESSED`], and how many rows each gets, in the order in which rows are dealt.
    entries: Vec<(u32, u32)>,
}

impl Quotas {
    /// Instead of a class, where rows are to be dealt.
    const DEALT: u32 = u32::MAX - 1;

    /// From a partition of points; `class_of_part` has the class that each of its parts is shown as.
    pub fn new(partition: &Partition, points: &Points, class_of_part: &[u32]) -> Self {
        let parts = || {
            let parts = partition.classes().zip(class_of_part.iter().copied());
            parts.chain([(partition.left_out(), SUPPRESSED)])
        };
        let mut ends = vec![0_u32; points.len() + 1];
        parts().flat_map(|(members, _)| members).for_each(|member| ends[member.point as usize + 1] += 1);
        (0..points.len()).for_each(|point| ends[point + 1] += ends[point]);
        let mut next = ends.clone();
        let mut entries = vec![(0, 0); ends[points.len()] as usize];
        for (members, class) in parts() {
            for member in members {
                let place = &mut next[member.point as usize];
                entries[*place as usize] = (class, member.rows);
                *place += 1;
            }
        }
        Self { starts: ends, entries }.merged()
    }

    /// The same, each class of a point once.
    fn merged(mut self) -> Self {
        let points = self.points();
        let mut kept = 0;
        for point in 0..points {
            let own = self.starts[point] as usize..self.starts[point + 1] as usize;
            self.entries[own.clone()].sort_unstable();
            self.starts[point] = kept as u32;
            for at in own {
                let (class, rows) = self.entries[at];
                match kept > self.starts[point] as usize && self.entries[kept - 1].0 == class {
                    true => self.entries[kept - 1].1 += rows,
                    false => {
                        self.entries[kept] = (class, rows);
                        kept += 1;
                    }
                }
            }
        }
        self.starts[points] = kept as u32;
        self.entries.truncate(kept);
        self
    }

    /// From the one class of each point.
    pub fn of_classes(class_of_point: impl Iterator<Item = (u32, u32)>) -> Self {
        let entries: Vec<(u32, u32)> = class_of_point.collect();
        Self { starts: (0..=entries.len() as u32).collect(), entries }
    }

    /// How many points there are.
    pub fn points(&self) -> usize {
        self.starts.len() - 1
    }

    /// The classes of a point, and how many of its rows each gets.
    pub fn of(&self, point: u32) -> &[(u32, u32)] {
        let [start, end] = [point, point + 1].map(|at| self.starts[at as usize] as usize);
        &self.entries[start..end]
    }

    /// Whether a point has several classes.
    pub fn deals(&self) -> bool {
        self.starts.windows(2).any(|ends| ends[1] - ends[0] > 1)
    }

    /// The class of every row, given its point. The keys are asked for of the rows that are to be dealt, by their places.
    pub fn class_of_row<E: From<Aborted>>(
        &self,
        point_of_row: &[u32],
        keys: impl FnOnce(&[u32]) -> Result<Vec<u128>, E>,
        observer: &dyn Observer,
    ) -> Result<Vec<u32>, E> {
        let mut class_of_row = self.undealt(point_of_row, observer)?;
        let dealt = self.keys(point_of_row, &class_of_row, keys, observer)?;
        let classes = self.deal(&[dealt.iter().map(|(key, _)| *key).collect()]).remove(0);
        dealt.iter().zip(classes).for_each(|((_, row), class)| class_of_row[*row as usize] = class);
        Ok(class_of_row)
    }

    /// The class of every row that needs not be dealt.
    pub fn undealt(&self, point_of_row: &[u32], observer: &dyn Observer) -> Result<Vec<u32>, Aborted> {
        let class = |&point: &u32| match self.of(point) {
            [(class, _)] => *class,
            _ => Self::DEALT,
        };
        mapped(point_of_row, observer, class)
    }

    /// The rows that are to be dealt, in the order of their keys.
    pub fn keys<E: From<Aborted>>(
        &self,
        point_of_row: &[u32],
        undealt: &[u32],
        keys: impl FnOnce(&[u32]) -> Result<Vec<u128>, E>,
        observer: &dyn Observer,
    ) -> Result<Vec<(DealKey, u32)>, E> {
        let rows: Vec<u32> = (0..).zip(undealt).filter(|it| *it.1 == Self::DEALT).map(|it| it.0).collect();
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let keys = keys(&rows)?;
        let key = |at: u32| (point_of_row[rows[at as usize] as usize], keys[at as usize]);
        let all: Vec<u32> = (0..rows.len() as u32).collect();
        let order = amidst_order::sorted_by(&all, key, |a, b| a.0.cmp(&b.0), observer)?;
        Ok(order.into_iter().map(|at| (key(at), rows[at as usize])).collect())
    }

    /// For each part of a table the class of each of its keys, which ascend. The parts are all that there are.
    pub fn deal(&self, parts: &[Vec<DealKey>]) -> Vec<Vec<u32>> {
        let mut classes: Vec<Vec<u32>> = parts.iter().map(|keys| Vec::with_capacity(keys.len())).collect();
        let keys = parts.iter().enumerate();
        let mut all: Vec<(DealKey, usize)> =
            keys.flat_map(|(part, keys)| keys.iter().map(move |key| (*key, part))).collect();
        // The parts ascend already: merging them is all that is left to do.
        all.sort();
        for same in all.chunk_by(|a, b| a.0.0 == b.0.0) {
            let quotas = self.of(same[0].0.0).iter();
            let dealt = quotas.flat_map(|&(class, rows)| std::iter::repeat_n(class, rows as usize));
            same.iter().zip(dealt).for_each(|((_, part), class)| classes[*part].push(class));
        }
        classes
    }
}

/// The points of the rows of a summary, and how many rows of each point go into each class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointClasses {
    /// The point of each row, or [`SUPPRESSED`] if it takes no part.
    pub point_of_row: Vec<u32>,
    /// The classes of each point.
    pub quotas: Quotas,
}

impl PointClasses {
    /// Rows each of which is a point of its own, from their classes and counts.
    pub fn of_rows(class_of_row: &[u32], counts: &[u32]) -> Self {
        let entries = class_of_row.iter().copied().zip(counts.iter().copied());
        Self { point_of_row: (0..counts.len() as u32).collect(), quotas: Quotas::of_classes(entries) }
    }
}

/// Rows of a table and the classes that they are in; a row that stands for several may be in several.
pub struct RowsInClasses<'a> {
    /// The class of each row, or one of them.
    pub class_of_row: &'a [u32],
    /// Rows that are in another class too.
    pub further: Vec<(u32, u32)>,
}

impl RowsInClasses<'_> {
    /// Rows and classes.
    pub fn iter(&self) -> impl Iterator<Item = (usize, u32)> {
        let further = self.further.iter().map(|&(row, class)| (row as usize, class));
        self.class_of_row.iter().copied().enumerate().chain(further)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amidst_cells::Member;
    use amidst_core::Codes;

    fn quotas() -> (Quotas, Vec<u32>) {
        let codes = (Codes::U8(vec![0, 1, 1, 1, 1, 0]), 2);
        let (points, point_of_row) = Points::collapse(&[codes], &[]).unwrap();
        let member = |point, rows| Member { point, rows };
        let classes = [vec![member(0, 2)], vec![member(1, 1)], vec![member(1, 1)], vec![member(1, 1)]];
        let partition = Partition::new(classes).with_left_out(vec![member(1, 1)]);
        (Quotas::new(&partition, &points, &[0, 1, 2, 1]), point_of_row)
    }

    #[test]
    fn parts_that_show_the_same_are_one_class() {
        let (quotas, _) = quotas();
        assert_eq!(quotas.of(0), [(0, 2)]);
        assert_eq!(quotas.of(1), [(1, 2), (2, 1), (SUPPRESSED, 1)]);
    }

    #[test]
    fn rows_are_dealt_by_their_keys() {
        let (quotas, point_of_row) = quotas();
        let keys = |rows: &[u32]| {
            assert_eq!(rows, [1, 2, 3, 4]);
            Ok::<_, Aborted>(vec![40, 30, 20, 10])
        };
        let classes = quotas.class_of_row(&point_of_row, keys, &()).unwrap();
        assert_eq!(classes, [0, SUPPRESSED, 2, 1, 1, 0]);
    }

    #[test]
    fn parts_are_dealt_like_the_whole() {
        let (quotas, _) = quotas();
        let parts = [vec![(1, 20), (1, 40)], vec![], vec![(1, 10), (1, 30)]];
        assert_eq!(quotas.deal(&parts), [vec![1, SUPPRESSED], vec![], vec![1, 2]]);
        let alike = [vec![(1, 5), (1, 5)], vec![(1, 5), (1, 5)]];
        assert_eq!(quotas.deal(&alike).concat(), [1, 1, 2, SUPPRESSED]);
    }
}
