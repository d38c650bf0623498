//! Mondrian in all its ways.

mod laws;
mod naive;
mod papers;

use amidst_cells::{Axis, Conditions, Labels, Mondrian, Objective, PartitionResult, Points, Problem, Split};
use amidst_core::{Codes, Requirement, Solver};
use amidst_kernel::AuxColumn;
use amidst_testkit::generate::SeededRng;

const ALL: [Mondrian; 3] = [Mondrian::Strict, Mondrian::Relaxed, Mondrian::Hybrid];

/// Rows of codes between axes.
struct Case {
    axes: Vec<Axis>,
    rows: Vec<Vec<u32>>,
    /// A value for each row.
    aux_column: AuxColumn,
    points: Points,
    point_of_row: Vec<u32>,
}

impl Case {
    fn new(axes: Vec<Axis>, rows: Vec<Vec<u32>>, aux_column: AuxColumn) -> Self {
        let column = |at: usize| rows.iter().map(|row| row[at]).collect();
        let codes =
            |(at, axis): (usize, &Axis)| (Codes::narrow(column(at), axis.values() as usize), axis.values());
        let columns: Vec<(Codes, u32)> = axes.iter().enumerate().map(codes).collect();
        let (points, point_of_row) =
            Points::collapse(&columns, std::slice::from_ref(&aux_column)).expect("a small table");
        Self { axes, rows, aux_column, points, point_of_row }
    }

    /// Without a companion to look at.
    fn plain(axes: Vec<Axis>, rows: Vec<Vec<u32>>) -> Self {
        let aux_column = AuxColumn { codes: vec![0; rows.len()], width: 1 };
        Self::new(axes, rows, aux_column)
    }

    /// Up to so many rows of up to four columns, ranges and sets; some columns are skewed.
    fn draw(seed: u64, rows: u32) -> Self {
        let mut draw = SeededRng::new(seed);
        let sizes: Vec<(u32, bool)> =
            (0..draw.between(1, 4)).map(|_| (draw.between(1, 7), draw.percent(50))).collect();
        let axes: Vec<Axis> = sizes.iter().map(|&(size, is_set)| axis(size, is_set)).collect();
        let count = draw.between(1, rows);
        let cell = |draw: &mut SeededRng, &(size, _): &(u32, bool)| draw.low_between(0, size - 1);
        let rows: Vec<Vec<u32>> =
            (0..count).map(|_| sizes.iter().map(|size| cell(&mut draw, size)).collect()).collect();
        let aux_column = AuxColumn { codes: rows.iter().map(|_| draw.below(4)).collect(), width: 4 };
        Self::new(axes, rows, aux_column)
    }

    fn problem(&self, k: u64) -> Problem<'_> {
        Problem {
            axes: &self.axes,
            points: &self.points,
            conditions: Conditions::new(k, Vec::new()),
            objective: Objective::Gcp,
            split: Split::Width,
            labels: Labels::Data,
            seed: 0,
        }
    }

    fn rows_of_classes(&self, found: &PartitionResult) -> Vec<Vec<usize>> {
        let mut classes = vec![Vec::new(); found.partition.len()];
        let class_of_row = found.partition.class_of_row(&self.points, &self.point_of_row, &()).unwrap();
        class_of_row.iter().enumerate().for_each(|(row, &class)| classes[class as usize].push(row));
        classes
    }

    /// The most rows that agree in everything.
    fn most_alike(&self) -> usize {
        let alike = |row: &Vec<u32>| self.rows.iter().filter(|other| *other == row).count();
        self.rows.iter().map(alike).max().unwrap_or(0)
    }

    fn are_alike(&self, class: &[usize]) -> bool {
        class.iter().all(|&row| self.rows[row] == self.rows[class[0]])
    }
}

/// Values that stand at their ranks.
fn axis(size: u32, is_set: bool) -> Axis {
    let texts = (0..size).map(|value| Some(value.to_string().into())).collect();
    match is_set {
        true => Axis::sets("set", texts),
        false => Axis::ranges("range", texts, (0..size).map(f64::from).collect()),
    }
}

fn found(recoder: Mondrian, problem: &Problem<'_>) -> PartitionResult {
    let found = recoder.solve(problem, &()).expect("it takes every problem");
    assert!(found.is_finished);
    found
}

/// A model on the companion.
fn on_aux_column(model: impl amidst_core::ClassModel + 'static) -> Requirement {
    Requirement { aux_column: Some(0), ..Requirement::from(Box::new(model)) }
}
