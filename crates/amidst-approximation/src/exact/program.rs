//! The linear program behind the best partition: classes may be taken in parts, and every row is in one class in all.
//!
//! What is wanted is its dual: a *value* for each point, such that no class costs less than its rows are worth. So the worth of
//! all rows bounds every partition. Columns, which are classes, are added as long as one costs less than it is worth; the basis
//! is kept by its inverse. Rounding in here can only make the bound lower, not wrong: values are repaired afterwards.

use super::table::{Class, ONE};

/// Less is nothing.
const TOLERANCE: f64 = 1e-9;

/// After so many steps its values are taken as they are.
const MOST_STEPS: usize = 20_000;

pub(super) struct Program {
    points: usize,
    columns: Vec<Column>,
    /// The column of each place of the basis.
    basis: Vec<u32>,
    /// The inverse of the basis, row by row.
    inverse: Vec<f64>,
    /// How much of each column of the basis is taken.
    amounts: Vec<f64>,
    steps: usize,
}

struct Column {
    cost: f64,
    entries: Vec<(u32, f64)>,
}

impl Program {
    /// At first every row is by itself, at a price.
    pub fn new(counts: &[u32], price: f64) -> Self {
        let points = counts.len();
        let mut inverse = vec![0.0; points * points];
        (0..points).for_each(|at| inverse[at * points + at] = 1.0);
        let column = |at: u32| Column { cost: price, entries: vec![(at, 1.0)] };
        // A little more of each row, so that no step is in vain.
        let amount =
            |(at, &count): (usize, &u32)| f64::from(count) + 1e-6 * ((at * 7919 % 1009) as f64 / 1009.0);
        Self {
            points,
            columns: (0..points as u32).map(column).collect(),
            basis: (0..points as u32).collect(),
            inverse,
            amounts: counts.iter().enumerate().map(amount).collect(),
            steps: 0,
        }
    }

    /// Adds a class.
    pub fn push(&mut self, class: &Class) {
        let entries = class.members.iter().map(|member| (member.point, f64::from(member.rows))).collect();
        self.columns.push(Column { cost: class.cost as f64 / ONE as f64, entries });
    }

    /// Whether there were too many steps.
    pub fn is_over(&self) -> bool {
        self.steps >= MOST_STEPS
    }

    /// The best values for the classes there are.
    pub fn solve(&mut self) -> Vec<f64> {
        loop {
            let values = self.values();
            let worth = |entries: &[(u32, f64)]| -> f64 {
                entries.iter().map(|&(point, rows)| rows * values[point as usize]).sum()
            };
            let lacking = self.columns.iter().map(|column| column.cost - worth(&column.entries));
            let best = lacking.enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
            match best {
                Some((at, lacking)) if lacking < -TOLERANCE && !self.is_over() => self.enter(at),
                _ => return values,
            }
        }
    }

    fn values(&self) -> Vec<f64> {
        let mut values = vec![0.0; self.points];
        for (row, &column) in self.inverse.chunks(self.points).zip(&self.basis) {
            let cost = self.columns[column as usize].cost;
            values.iter_mut().zip(row).for_each(|(value, part)| *value += cost * part);
        }
        values
    }

    /// Takes a column into the basis, in place of the one that is used up first.
    fn enter(&mut self, at: usize) {
        self.steps += 1;
        let entries = &self.columns[at].entries;
        let change: Vec<f64> = self
            .inverse
            .chunks(self.points)
            .map(|row| entries.iter().map(|&(point, rows)| row[point as usize] * rows).sum())
            .collect();
        let ratio = |place: usize| self.amounts[place] / change[place];
        let places = (0..self.points).filter(|&place| change[place] > TOLERANCE);
        let Some(out) = places.min_by(|&a, &b| ratio(a).total_cmp(&ratio(b))) else {
            // Rounding alone could bring this about, as no class costs less than nothing.
            self.steps = MOST_STEPS;
            return;
        };
        let amount = ratio(out).max(0.0);
        let pivot: Vec<f64> =
            self.inverse[out * self.points..][..self.points].iter().map(|part| part / change[out]).collect();
        for (place, row) in self.inverse.chunks_mut(self.points).enumerate() {
            let by = change[place];
            if place == out {
                row.copy_from_slice(&pivot);
            } else if by != 0.0 {
                row.iter_mut().zip(&pivot).for_each(|(part, pivot)| *part -= by * pivot);
            }
        }
        for (own, by) in self.amounts.iter_mut().zip(&change) {
            *own = (*own - amount * by).max(0.0);
        }
        self.amounts[out] = amount;
        self.basis[out] = at as u32;
    }
}
