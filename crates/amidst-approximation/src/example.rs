//! Random tables of blanks, for the tests of parts.

use amidst_cells::{Axis, Conditions, Labels, Objective, Points, Problem, Split};
use amidst_core::Codes;
use amidst_testkit::generate::SeededRng;

use crate::ground::Ground;

/// Looks at a table of so many rows, with columns of at most so many values.
pub fn with_table(
    seed: u64,
    (rows, columns, values): (u32, u32, u32),
    k: u64,
    look: impl FnOnce(&Ground<'_>),
) {
    let mut draw = SeededRng::new(seed);
    let texts = || (0..values).map(|at| Some(at.to_string().into())).collect();
    let axes: Vec<Axis> = (0..columns).map(|column| Axis::blanks(&format!("c{column}"), texts())).collect();
    let mut column =
        |_| (Codes::narrow((0..rows).map(|_| draw.below(values)).collect(), values as usize), values);
    let columns: Vec<(Codes, u32)> = (0..columns).map(&mut column).collect();
    let (points, _) = Points::collapse(&columns, &[]).expect("it is small");
    look(&Ground::new(&Problem {
        axes: &axes,
        points: &points,
        conditions: Conditions::new(k, Vec::new()),
        objective: Objective::Levels,
        split: Split::default(),
        labels: Labels::default(),
        seed: 1,
    }));
}
