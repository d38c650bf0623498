//! Small random problems.

use amidst_cells::{Axis, Conditions, Points};
use amidst_core::Codes;
use amidst_cuts::{Cost, Problem};
use amidst_kernel::AuxColumn;
use amidst_testkit::cuts::{CutCosts, CutTable};

/// A cost as the oracle counts it.
pub type Counted = fn(&CutCosts) -> f64;

/// Every cost, and how the oracle has it.
pub const COSTS: [(Cost, Counted); 3] = [
    (Cost::Discernibility, |costs| costs.discernibility),
    (Cost::Classification, |costs| costs.classification),
    (Cost::Loss, |costs| costs.loss),
];

/// A table as it is posed.
pub struct Drawn {
    pub table: CutTable,
    pub axes: Vec<Axis>,
    pub points: Points,
}

impl Drawn {
    pub fn new(seed: u64, splits: u32) -> Self {
        Self::of(CutTable::draw(seed, splits), None)
    }

    /// With axes of one's own.
    pub fn of(table: CutTable, axes: Option<Vec<Axis>>) -> Self {
        let texts = |values: u32| (0..values).map(|value| Some(value.to_string().into())).collect();
        let axes = axes.unwrap_or_else(|| {
            table.values.iter().map(|&values| Axis::sets("column", texts(values))).collect()
        });
        let column = |(at, &values): (usize, &u32)| {
            (Codes::narrow(table.rows.iter().map(|row| row[at]).collect(), values as usize), values)
        };
        let columns: Vec<(Codes, u32)> = table.values.iter().enumerate().map(column).collect();
        let labels = AuxColumn { codes: table.labels.clone(), width: 3 };
        let (points, _) = Points::collapse(&columns, &[labels]).expect("it is small");
        Self { table, axes, points }
    }

    pub fn problem(&self, k: u64, limit: u64, cost: Cost) -> Problem<'_> {
        Problem {
            axes: &self.axes,
            points: &self.points,
            conditions: Conditions::new(k, Vec::new()),
            cost,
            target: (cost == Cost::Classification).then_some(0),
            limit,
            rows: self.points.rows(),
            seed: 0,
        }
    }

    /// k and a limit that differ from seed to seed.
    pub fn asked(&self, seed: u64) -> (u64, u64) {
        let rows = self.points.rows();
        ((2 + seed % 5).min(rows), [0, rows / 5, rows][(seed % 3) as usize])
    }
}
