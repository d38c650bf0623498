//! Random tables for the tests of parts.

use std::sync::Arc;

use amidst_cells::{Axis, Conditions, Labels, Objective, Points, Problem, Split};
use amidst_core::{Codes, Hierarchy};
use amidst_testkit::generate::SeededRng;

use crate::ground::Ground;

/// Looks at a table of so many rows, with columns of at most so many values, which are shown or blanked.
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
    look(&Ground::new(&Drawn::problem(&axes, &points, k)));
}

/// A table of columns of every kind.
pub struct Drawn {
    pub axes: Vec<Axis>,
    pub points: Points,
}

impl Drawn {
    /// k rows in every class, and the least sum of levels.
    pub fn problem<'a>(axes: &'a [Axis], points: &'a Points, k: u64) -> Problem<'a> {
        Problem {
            axes,
            points,
            conditions: Conditions::new(k, Vec::new()),
            objective: Objective::Levels,
            split: Split::default(),
            labels: Labels::default(),
            seed: 1,
        }
    }
}

/// Columns with hierarchies, ranges, sets and blanks, some of less weight.
pub fn drawn(seed: u64, rows: u32) -> Drawn {
    let mut draw = SeededRng::new(seed);
    let axes: Vec<Axis> = (0..draw.between(1, 4)).map(|column| axis(&mut draw, column)).collect();
    let mut column = |axis: &Axis| {
        let codes = (0..rows).map(|_| draw.low_between(0, axis.values() - 1)).collect();
        (Codes::narrow(codes, axis.values() as usize), axis.values())
    };
    let columns: Vec<(Codes, u32)> = axes.iter().map(&mut column).collect();
    let (points, _) = Points::collapse(&columns, &[]).expect("it is small");
    Drawn { axes, points }
}

fn axis(draw: &mut SeededRng, column: u32) -> Axis {
    let name = format!("q{column}");
    let known = draw.between(2, 7);
    let text = |at: u32| Some(Box::from(format!("v{at}")));
    let texts = (0..known).map(text).collect();
    let weight = if draw.percent(25) { 0.5 } else { 1.0 };
    let axis = match draw.below(5) {
        0 => Axis::ranges(&name, texts, (0..known).map(|at| f64::from(at * at)).collect()),
        1 => Axis::sets(&name, texts),
        2 => Axis::blanks(&name, texts),
        _ => {
            let path = |at: u32| {
                let group = |by: u32| Some(Box::from(format!("g{by}:{}", at / by)));
                vec![text(at), group(2), group(4), Some("*".into())]
            };
            let paths = (0..known).map(path).collect();
            Axis::labels(&name, Arc::new(Hierarchy::from_paths(paths).expect("a tree")))
        }
    };
    axis.with_weight(weight)
}
