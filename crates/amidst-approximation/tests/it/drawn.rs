//! Small tables, and the least they can cost.

use std::sync::Arc;

use amidst_cells::{Axis, Conditions, Labels, Measured, Objective, Partition, Points, Problem, Split};
use amidst_core::{Codes, Hierarchy};
use amidst_testkit::generate::SeededRng;

pub struct Table {
    pub axes: Vec<Axis>,
    pub points: Points,
}

impl Table {
    /// Rows of codes, each of which is shown or blanked.
    pub fn blanked(rows: &[Vec<u32>]) -> Self {
        let width = rows[0].len();
        let values = |column: usize| rows.iter().map(|row| row[column]).max().unwrap_or(0) + 1;
        let texts = |column: usize| (0..values(column)).map(|at| Some(at.to_string().into())).collect();
        let axes = (0..width).map(|column| Axis::blanks(&format!("c{column}"), texts(column))).collect();
        Self::new(axes, rows)
    }

    pub fn new(axes: Vec<Axis>, rows: &[Vec<u32>]) -> Self {
        let column = |(at, axis): (usize, &Axis)| {
            let codes = rows.iter().map(|row| row[at]).collect();
            (Codes::narrow(codes, axis.values() as usize), axis.values())
        };
        let columns: Vec<(Codes, u32)> = axes.iter().enumerate().map(column).collect();
        let (points, _) = Points::collapse(&columns, &[]).expect("it is small");
        Self { axes, points }
    }

    /// Columns with hierarchies of every height, weights, ranges and sets.
    pub fn drawn(seed: u64, rows: u32) -> Self {
        let mut draw = SeededRng::new(seed);
        let axes: Vec<Axis> = (0..draw.between(1, 5)).map(|column| axis(&mut draw, column)).collect();
        let mut row = |_| axes.iter().map(|axis| draw.low_between(0, axis.values() - 1)).collect();
        let rows: Vec<Vec<u32>> = (0..rows).map(&mut row).collect();
        Self::new(axes, &rows)
    }

    /// Columns of at most so many values, which are shown or blanked.
    pub fn drawn_blanked(seed: u64, rows: u32, values: u32) -> Self {
        let mut draw = SeededRng::new(seed);
        let width = draw.between(2, 6);
        let mut row = |_| (0..width).map(|_| draw.below(values)).collect();
        Self::blanked(&(0..rows).map(&mut row).collect::<Vec<_>>())
    }

    pub fn problem(&self, k: u64, objective: Objective) -> Problem<'_> {
        Problem {
            axes: &self.axes,
            points: &self.points,
            conditions: Conditions::new(k, Vec::new()),
            objective,
            split: Split::default(),
            labels: Labels::default(),
            seed: 1,
        }
    }
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

pub fn score(problem: &Problem<'_>, partition: &Partition) -> f64 {
    Measured::new(problem.axes, problem.points, partition).score(problem.axes, problem.objective)
}

/// What the best partition of at most 14 rows costs.
pub fn least(problem: &Problem<'_>) -> f64 {
    let found =
        amidst_cells::recoder("local").expect("it is there").solve(problem, &()).expect("it is small");
    assert!(found.is_optimal, "few rows are solved exactly");
    score(problem, &found.partition)
}

/// Every row is in one class, and every class has k rows.
pub fn assert_valid(problem: &Problem<'_>, partition: &Partition) {
    let mut left: Vec<i64> = problem.points.counts().iter().map(|&rows| rows.into()).collect();
    for (at, class) in partition.classes().enumerate() {
        assert!(partition.rows(at) >= problem.conditions.least());
        class.iter().for_each(|member| left[member.point as usize] -= i64::from(member.rows));
    }
    assert!(left.iter().all(|&rows| rows == 0));
}
