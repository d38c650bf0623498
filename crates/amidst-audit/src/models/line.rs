//! The Earth Mover's Distance between values on a line.
//!
//! Between two positions the mass that has to cross is the difference of what lies below, in the class and in the whole
//! table. Between two values of the class its own part does not change, so such a stretch is summed up at once.

/// Values on a line, with what the whole table holds below each.
pub(super) struct Line {
    positions: Vec<f64>,
    /// The share of the whole table up to each value.
    below: Vec<f64>,
    /// The sum of `below` times the gap that follows, over all values before each.
    area: Vec<f64>,
}

impl Line {
    /// Values at ascending positions, with their rows in the whole table.
    pub fn new(positions: Vec<f64>, counts: &[u64]) -> Self {
        let total = counts.iter().sum::<u64>().max(1) as f64;
        let (mut rows, mut sum) = (0, 0.0);
        let (mut below, mut area) = (Vec::with_capacity(counts.len()), Vec::with_capacity(counts.len()));
        for (at, count) in counts.iter().enumerate() {
            rows += count;
            below.push(rows as f64 / total);
            area.push(sum);
            sum += below[at] * positions.get(at + 1).map_or(0.0, |next| next - positions[at]);
        }
        Self { positions, below, area }
    }

    /// How far a class is from the whole table, from 0 to 1.
    pub fn distance(&self, values: &[u32], counts: &[u64]) -> f64 {
        let (Some(first), Some(last)) = (self.positions.first(), self.positions.last()) else { return 0.0 };
        let (range, known) = (last - first, counts.iter().sum::<u64>() as f64);
        if range == 0.0 {
            return 0.0;
        }
        let end = self.positions.len() - 1;
        let mut moved = self.area[values.first().map_or(end, |&value| value as usize)];
        let mut rows = 0;
        for (at, (&value, count)) in values.iter().zip(counts).enumerate() {
            rows += count;
            let next = values.get(at + 1).map_or(end, |&next| next as usize);
            moved += self.stretch(value as usize, next, rows as f64 / known);
        }
        moved / range
    }

    /// What crosses between two values, when the class has a share up to the first and nothing in between.
    fn stretch(&self, from: usize, to: usize, share: f64) -> f64 {
        let turn = from + self.below[from..to].partition_point(|&below| below < share);
        let length = |a: usize, b: usize| self.positions[b] - self.positions[a];
        let area = |a: usize, b: usize| self.area[b] - self.area[a];
        let above = share * length(from, turn) - area(from, turn);
        let under = area(turn, to) - share * length(turn, to);
        above + under
    }
}
