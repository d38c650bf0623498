//! Rows one by one: those of a point follow each other.

use amidst_cells::Member;

use crate::ground::Ground;

/// The rows of some points.
pub(crate) struct Rows {
    /// The point of each row.
    pub point_of: Vec<u32>,
    /// The first row of each point; one more at the end.
    first: Vec<u32>,
}

impl Rows {
    pub fn new(ground: &Ground<'_>) -> Self {
        let (mut point_of, mut first) = (Vec::new(), vec![0]);
        for point in ground.points() {
            point_of.extend(std::iter::repeat_n(point, ground.count(point) as usize));
            first.push(point_of.len() as u32);
        }
        Self { point_of, first }
    }

    pub fn len(&self) -> usize {
        self.point_of.len()
    }

    /// The rows of a point.
    pub fn of(&self, point: u32) -> std::ops::Range<u32> {
        self.first[point as usize]..self.first[point as usize + 1]
    }

    /// Rows as members of a class.
    pub fn members(&self, rows: &[u32]) -> Vec<Member> {
        rows.iter().map(|&row| Member { point: self.point_of[row as usize], rows: 1 }).collect()
    }
}
