//! What covers cost, looked up quickly and in whole numbers, so that sums do not depend on the order of work.

use crate::{Axis, Cover};

/// What is minimized: the mean share of its domain that a cell stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// One value costs nothing, the whole domain 1, linear in the values between. Columns are joined by a shifted
    /// geometric mean.
    Loss,
    /// The certainty penalty: one value costs nothing, several their share of the domain. Columns are joined by the
    /// arithmetic mean.
    Gcp,
}

/// The price of every cover of every column, per row, in parts of [`Prices::ONE`] times the column's weight.
pub struct Prices {
    columns: Vec<Column>,
}

struct Column {
    axis: Axis,
    objective: Objective,
    scale: f64,
    table: Table,
}

enum Table {
    /// By the ends of an interval.
    Interval { values: usize, prices: Vec<u32> },
    /// By the number of values.
    Number(Vec<u32>),
    /// Worked out each time.
    None,
}

/// Columns of at most so many values have a table.
const TABLED: u32 = 512;

impl Prices {
    /// The price of a whole domain in a column of weight 1.
    pub const ONE: u32 = 1 << 20;

    /// Prices with the axes' weights, each divided by the largest; all of them zero is the same as all equal.
    pub fn new(axes: &[Axis], objective: Objective) -> Self {
        let largest = axes.iter().map(|axis| axis.weight).fold(0.0, f64::max);
        let weight = |axis: &Axis| if largest > 0.0 { axis.weight / largest } else { 1.0 };
        Self::with_weights(axes, objective, &axes.iter().map(weight).collect::<Vec<_>>())
    }

    /// Prices with weights of one's own, each at least 0 and at most 16.
    pub fn with_weights(axes: &[Axis], objective: Objective, weights: &[f64]) -> Self {
        let column = |(axis, &weight): (&Axis, &f64)| Column::new(axis.clone(), objective, weight);
        Self { columns: axes.iter().zip(weights).map(column).collect() }
    }

    /// What a row of a class with this cover costs in a column.
    pub fn of(&self, column: usize, cover: Cover) -> u32 {
        let Column { axis, objective, scale, table } = &self.columns[column];
        match table {
            Table::Interval { values, prices } => {
                prices[cover.low() as usize * values + cover.high() as usize]
            }
            Table::Number(prices) => prices[cover.bits().count_ones() as usize],
            Table::None => price(axis, *objective, *scale, cover),
        }
    }

    /// What a row of a class with these covers costs.
    pub fn of_row(&self, covers: &[Cover]) -> u64 {
        covers.iter().enumerate().map(|(column, &cover)| u64::from(self.of(column, cover))).sum()
    }
}

impl Column {
    fn new(axis: Axis, objective: Objective, weight: f64) -> Self {
        let scale = weight * f64::from(Prices::ONE);
        let values = axis.values();
        let table = if axis.is_mask() {
            // What a set costs depends on how many values it has, and one with the missing value is everything.
            let first = |number: u32| {
                let bits = if number == 0 { 0 } else { u64::MAX >> (64 - number) };
                if number < 2 { 0 } else { price(&axis, objective, scale, Cover::mask(bits)) }
            };
            Table::Number((0..=values).map(first).collect())
        } else if values <= TABLED {
            let price = |low: u32, high: u32| match low < high {
                true => price(&axis, objective, scale, Cover::interval(low, high)),
                false => 0,
            };
            let prices = (0..values).flat_map(|low| (0..values).map(move |high| (low, high)));
            let prices = prices.map(|(low, high)| price(low, high)).collect();
            Table::Interval { values: values as usize, prices }
        } else {
            Table::None
        };
        Self { axis, objective, scale, table }
    }
}

fn price(axis: &Axis, objective: Objective, scale: f64, cover: Cover) -> u32 {
    (axis.share(objective, cover) * scale).round() as u32
}
