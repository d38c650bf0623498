//! What covers cost, looked up quickly and in whole numbers, so that sums do not depend on the order of work.

use crate::{Axis, Cover, Objective};

/// The price of every cover of every column, per row, in parts of [`Prices::one`] times the column's weight.
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
    /// By the number of values; with the missing one, if its bit is given, the last of them.
    Number { missing: u64, prices: Vec<u32> },
    /// Worked out each time.
    None,
}

/// Columns of at most so many values have a table.
const TABLED: u32 = 512;

impl Prices {
    /// The price of a whole domain in a column of weight 1. Levels of hierarchies up to height 16 are whole parts of it.
    pub fn one(objective: Objective) -> u32 {
        match objective {
            Objective::Loss | Objective::Gcp => 1 << 20,
            Objective::Levels => 720_720,
        }
    }

    /// Prices with the axes' weights, each divided by the largest; all zero is the same as all equal.
    pub fn new(axes: &[Axis], objective: Objective) -> Self {
        Self::with_weights(axes, objective, &weights(axes))
    }

    /// Prices with weights of one's own, each at least 0 and at most 16.
    pub fn with_weights(axes: &[Axis], objective: Objective, weights: &[f64]) -> Self {
        let column = |(axis, &weight): (&Axis, &f64)| Column::new(axis.clone(), objective, weight);
        Self { columns: axes.iter().zip(weights).map(column).collect() }
    }

    /// Whether every price is exact, and none is rounded.
    pub fn are_whole(&self) -> bool {
        self.columns.iter().all(Column::is_whole)
    }

    /// What covers both, as far as [`Prices::of`] can tell: cheaper than [`Axis::join`], which also settles what a missing
    /// value or a blank makes of it.
    #[inline]
    pub fn join(&self, column: usize, a: Cover, b: Cover) -> Cover {
        match (a == b, &self.columns[column].table) {
            (true, _) => a,
            (_, Table::Number { .. }) => Cover::mask(a.bits() | b.bits()),
            _ => Cover::interval(a.low().min(b.low()), a.high().max(b.high())),
        }
    }

    /// What a row of a class with this cover costs in a column.
    #[inline]
    pub fn of(&self, column: usize, cover: Cover) -> u32 {
        let Column { axis, objective, scale, table } = &self.columns[column];
        match table {
            Table::Interval { values, prices } => {
                prices[cover.low() as usize * values + cover.high() as usize]
            }
            Table::Number { missing, prices } => {
                let bits = cover.bits();
                let is_whole = bits & missing != 0 && bits != *missing;
                prices[if is_whole { prices.len() - 1 } else { bits.count_ones() as usize }]
            }
            Table::None => price(axis, *objective, *scale, cover.low(), cover.high()),
        }
    }

    /// What a row of a class with these covers costs.
    #[inline]
    pub fn of_row(&self, covers: &[Cover]) -> u64 {
        covers.iter().enumerate().map(|(column, &cover)| u64::from(self.of(column, cover))).sum()
    }
}

/// The axes' weights, each divided by the largest; all of them zero is the same as all equal.
pub(crate) fn weights(axes: &[Axis]) -> Vec<f64> {
    let largest = axes.iter().map(|axis| axis.weight).fold(0.0, f64::max);
    axes.iter().map(|axis| if largest > 0.0 { axis.weight / largest } else { 1.0 }).collect()
}

impl Column {
    fn new(axis: Axis, objective: Objective, weight: f64) -> Self {
        let scale = weight * f64::from(Prices::one(objective));
        let values = axis.values();
        let table = if axis.is_mask() {
            // What a set costs depends on how many values it has, and one with the missing value is everything.
            let of = |number: u32| match number {
                0 | 1 => 0,
                _ => (axis.share(objective, Cover::mask(u64::MAX >> (64 - number))) * scale).round() as u32,
            };
            let missing = axis.missing().map_or(0, |missing| 1 << missing);
            Table::Number { missing, prices: (0..=values).map(of).collect() }
        } else if values <= TABLED {
            let prices = (0..values).flat_map(|low| (0..values).map(move |high| (low, high)));
            let prices =
                prices.map(|(low, high)| price(&axis, objective, scale, low.min(high), high)).collect();
            Table::Interval { values: values as usize, prices }
        } else {
            Table::None
        };
        Self { axis, objective, scale, table }
    }
}

impl Column {
    fn is_whole(&self) -> bool {
        let height = match (self.objective, self.axis.hierarchy()) {
            (Objective::Levels, Some(hierarchy)) => hierarchy.height().max(1),
            _ if self.axis.is_blanked() => 1,
            _ => return false,
        };
        (self.scale / f64::from(height)).fract() == 0.0
    }
}

/// The price of all codes from one to another.
fn price(axis: &Axis, objective: Objective, scale: f64, low: u32, high: u32) -> u32 {
    (axis.share(objective, axis.join(axis.cover(low), axis.cover(high))) * scale).round() as u32
}
