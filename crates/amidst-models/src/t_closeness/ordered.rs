//! Values on a line: by rank, or where their numbers are.

use amidst_core::{ClassSummary, Result, Values};

use crate::{parameters::wrong, part::Costly};

/// The distance between values on a line, as a share of the line.
///
/// The work is the area between the cumulated shares of class and table. Between two values of the class the former stay
/// what they are while the latter rise, so the two cross at most once, and sums on either side are known beforehand.
#[derive(Clone)]
pub struct Ordered {
    /// Where each value is, from 0.
    places: Vec<u64>,
    /// For each value, the rows of the table up to it.
    up_to: Vec<u64>,
    /// For each value, the sum of the rows up to each value before it, times the gap behind that value.
    area: Vec<u128>,
}

/// Places are at most this, so that products with rows stay within 128 bits.
const LARGEST_PLACE: f64 = (1_u64 << 50) as f64;

/// Digits behind the point that numbers may have to be taken exactly.
const DIGITS: i32 = 9;

impl Ordered {
    pub fn by_rank(values: &Values) -> Self {
        Self::new(values, (0..values.counts.len() as u64).collect())
    }

    pub fn by_number(values: &Values) -> Result<Self> {
        let expected =
            "numeric distance needs numbers or dates in every row; take the rank, or decide on missing ones";
        let numbers =
            values.numbers.as_ref().filter(|numbers| numbers.iter().all(|number| number.is_finite()));
        let numbers = numbers.ok_or_else(|| wrong("distance", "numeric", expected))?;
        Ok(Self::new(values, places(numbers)))
    }

    fn new(values: &Values, places: Vec<u64>) -> Self {
        let up_to: Vec<u64> = running(values.counts.iter().copied());
        let gaps = places.windows(2).zip(&up_to);
        let behind = gaps.map(|(pair, &rows)| u128::from(pair[1] - pair[0]) * u128::from(rows));
        let area = std::iter::once(0).chain(running(behind)).collect();
        Self { places, up_to, area }
    }

    pub fn distance(&self, class: &ClassSummary<'_>) -> (u128, u128) {
        let (Some(&line), Some(&rows)) = (self.places.last(), self.up_to.last()) else { return (0, 1) };
        let (line, rows, known) = (u128::from(line), u128::from(rows), u128::from(class.known()));
        if line == 0 {
            return (0, 1);
        }
        let mut work = 0;
        let (mut from, mut so_far) = (0, 0);
        for (&value, &count) in class.values.iter().zip(class.counts) {
            work += self.work(from, value as usize, so_far * rows, known);
            (from, so_far) = (value as usize, so_far + u128::from(count));
        }
        work += self.work(from, self.places.len() - 1, so_far * rows, known);
        (work, line * rows * known)
    }

    /// What each row adds to the distance, if the shares of class and table are subtracted the same way everywhere as in the
    /// class itself. The mean over the class is its distance, that over a part at most the distance of the part.
    pub fn costs(&self, class: &ClassSummary<'_>) -> Vec<Costly> {
        let (Some(&line), Some(&rows)) = (self.places.last(), self.up_to.last()) else { return Vec::new() };
        let known = u128::from(class.known());
        // What is behind each value of the class counts for it: where the class is ahead, else against it.
        let mut costs: Vec<Costly> = Vec::with_capacity(class.values.len());
        let (mut ahead, mut table) = (0.0, 0.0);
        let (mut from, mut so_far) = (0, 0);
        let ends = class.values.iter().map(|&value| value as usize).chain([self.places.len() - 1]);
        for (at, to) in ends.enumerate() {
            let cross = self.cross(from, to, so_far * u128::from(rows), known);
            let [before, after] =
                [self.places[cross] - self.places[from], self.places[to] - self.places[cross]];
            ahead += before as f64 - after as f64;
            let [before, after] = [self.area[cross] - self.area[from], self.area[to] - self.area[cross]];
            table += before as f64 - after as f64;
            if let Some(&count) = class.counts.get(at) {
                costs.push(Costly { rows: count.into(), cost: -ahead });
                (from, so_far) = (to, so_far + u128::from(count));
            }
        }
        let offset = table / rows as f64;
        costs.iter_mut().for_each(|it| it.cost = (it.cost + ahead - offset) / line.max(1) as f64);
        costs
    }

    /// The area between two values, where the class stays at `level` and the table rises.
    fn work(&self, from: usize, to: usize, level: u128, known: u128) -> u128 {
        let cross = self.cross(from, to, level, known);
        let class = |from: usize, to: usize| level * u128::from(self.places[to] - self.places[from]);
        let table = |from: usize, to: usize| known * (self.area[to] - self.area[from]);
        (class(from, cross) - table(from, cross)) + (table(cross, to) - class(cross, to))
    }

    /// Where the table passes a class that stays at `level` between two values.
    fn cross(&self, from: usize, to: usize, level: u128, known: u128) -> usize {
        let below = |&rows: &u64| u128::from(rows) * known <= level;
        from + self.up_to[from..to].partition_point(below)
    }
}

/// Where values are tells the cells of the data: only how many there are is told.
impl std::fmt::Debug for Ordered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ordered").field("values", &self.places.len()).finish_non_exhaustive()
    }
}

/// The sums up to each number.
fn running<T: Copy + Default + std::ops::Add<Output = T>>(numbers: impl Iterator<Item = T>) -> Vec<T> {
    let next = |sum: &mut T, number| {
        *sum = *sum + number;
        Some(*sum)
    };
    numbers.scan(T::default(), next).collect()
}

/// Numbers as whole multiples of a unit, from 0: the largest power of ten that all are multiples of, else 2⁻⁵⁰ of the range.
fn places(numbers: &[f64]) -> Vec<u64> {
    let (Some(first), Some(last)) = (numbers.first(), numbers.last()) else { return Vec::new() };
    let unit = (0..=DIGITS).map(|digits| 10_f64.powi(digits)).find(|unit| {
        let is_multiple = |&number: &f64| (number * unit).round() / unit == number;
        (number_is_small(first * unit) && number_is_small(last * unit)) && numbers.iter().all(is_multiple)
    });
    let place = |number: &f64| match unit {
        Some(unit) => (number * unit).round() - (first * unit).round(),
        // Halved, so that the range of very large numbers is finite.
        None => ((number / 2.0 - first / 2.0) / (last / 2.0 - first / 2.0) * LARGEST_PLACE).round(),
    };
    numbers.iter().map(|number| place(number) as u64).collect()
}

fn number_is_small(number: f64) -> bool {
    number.abs() <= LARGEST_PLACE / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_gaps() {
        assert_eq!(places(&[-3.0, 0.0, 7.0]), [0, 3, 10]);
        assert_eq!(places(&[0.1, 0.2, 0.35]), [0, 10, 25]);
        assert_eq!(places(&[5.0]), [0]);
        assert_eq!(places(&[2.0, 2.0]), [0, 0]);
        assert_eq!(places(&[]), [0; 0]);
    }

    #[test]
    fn numbers_without_a_unit_are_parts_of_their_range() {
        let (third, large) = (1 << 50, LARGEST_PLACE as u64);
        assert_eq!(places(&[0.0, 1.0 / 3.0, 1.0]), [0, third / 3, large]);
        assert_eq!(places(&[-f64::MAX, 0.0, f64::MAX]), [0, large / 2, large]);
        assert_eq!(places(&[1.0, 1.0 + f64::EPSILON]), [0, large]);
    }
}
