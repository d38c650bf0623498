//! Small random problems with columns of every kind.

use std::sync::Arc;

use amidst_cells::{
    Axis, Conditions, Judge, Labels, Measured, Member, Objective, Partition, Points, Problem, Split,
};
use amidst_core::{Codes, Hierarchy, Model, Requirement, Values, model::Distance};
use amidst_kernel::AuxColumn;
use amidst_models::{AlphaK, DistinctL, TCloseness};
use amidst_testkit::generate::SeededRng;

/// What is asked besides k.
#[derive(Clone, Copy, Debug)]
pub enum Extra {
    Nothing,
    Diversity(u64),
    Closeness(f64),
    /// No value has a larger share of a class.
    Share(f64),
}

pub struct Drawn {
    pub axes: Vec<Axis>,
    pub points: Points,
    pub point_of_row: Vec<u32>,
    values: Vec<u64>,
}

impl Drawn {
    /// A table of at most so many rows.
    pub fn new(rows: u32, seed: u64) -> Self {
        let mut draw = SeededRng::new(seed);
        let rows = draw.between(rows.div_ceil(2), rows);
        let width = draw.between(1, 4);
        let (mut axes, mut columns) = (Vec::new(), Vec::new());
        for column in 0..width {
            let axis = axis(&mut draw, column);
            let codes = (0..rows).map(|_| draw.low_between(0, axis.values() - 1)).collect();
            columns.push((Codes::narrow(codes, axis.values() as usize), axis.values()));
            axes.push(axis);
        }
        let values: Vec<u32> = (0..rows).map(|_| draw.low_between(0, 3)).collect();
        let counts = (0..4).map(|value| values.iter().filter(|&&it| it == value).count() as u64).collect();
        let aux_column = AuxColumn { codes: values, width: 4 };
        let (points, point_of_row) = Points::collapse(&columns, &[aux_column]).expect("it is small");
        Self { axes, points, point_of_row, values: counts }
    }

    pub fn problem(&self, k: u64, asked: Extra, objective: Objective) -> Problem<'_> {
        let model: Option<Box<dyn amidst_core::ClassModel>> = match asked {
            Extra::Nothing => None,
            Extra::Diversity(l) => Some(Box::new(DistinctL::new(l).expect("it is positive"))),
            Extra::Closeness(t) => {
                let values = Values::of_counts(self.values.clone());
                Some(Box::new(TCloseness::new(t, Distance::Equal, &values).expect("it is a share")))
            }
            Extra::Share(alpha) => Some(Box::new(AlphaK::new(alpha, k, &[]).expect("it is a share"))),
        };
        let requirement =
            |model| Requirement { aux_column: Some(0), ..Requirement::new(Model::Class(model)) };
        Problem {
            axes: &self.axes,
            points: &self.points,
            conditions: Conditions::new(k, model.map(requirement).into_iter().collect()),
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
    let missing = draw.percent(30);
    let text = |at: u32| Some(Box::from(format!("v{at}")));
    let texts = (0..known).map(text).chain(missing.then_some(None)).collect();
    match draw.below(4) {
        0 => {
            let path = |at: u32| vec![text(at), Some(format!("g{}", at / 2).into()), Some("*".into())];
            Axis::labels(
                &name,
                Arc::new(Hierarchy::from_paths((0..known).map(path).collect()).expect("a tree")),
            )
        }
        1 => {
            let mut place = 0.0;
            let mut next = || {
                place += f64::from(draw.between(1, 9));
                place
            };
            let places = (0..known).map(|_| next()).collect();
            Axis::ranges(&name, texts, places)
        }
        2 => Axis::sets(&name, texts),
        _ => Axis::blanks(&name, texts),
    }
}

/// Every row is in one class, and every class holds.
pub fn assert_valid(problem: &Problem<'_>, partition: &Partition) {
    let mut left: Vec<i64> = problem.points.counts().iter().map(|&rows| rows.into()).collect();
    let mut judge = Judge::new(&problem.conditions, problem.points);
    for class in partition.classes() {
        class.iter().for_each(|member| left[member.point as usize] -= i64::from(member.rows));
        assert!(judge.holds(class.iter().map(|member| (member.point, member.rows))));
    }
    assert!(left.iter().all(|&rows| rows == 0));
}

pub fn score(problem: &Problem<'_>, partition: &Partition) -> f64 {
    Measured::new(problem.axes, problem.points, partition).score(problem.axes, problem.objective)
}

/// The lowest score of all partitions that hold, one by one.
pub fn lowest(problem: &Problem<'_>) -> f64 {
    let points = 0..problem.points.len() as u32;
    let rows: Vec<u32> =
        points.flat_map(|point| std::iter::repeat_n(point, problem.points.count(point) as usize)).collect();
    lowest_of(problem, &rows, &[])
}

/// The lowest score of all partitions of rows, given by their points, that hold; others are left out.
pub fn lowest_of(problem: &Problem<'_>, rows: &[u32], left_out: &[Member]) -> f64 {
    let mut lowest = f64::INFINITY;
    extend(problem, (rows, left_out), &mut Vec::new(), &mut lowest);
    lowest
}

fn extend(
    problem: &Problem<'_>,
    (rows, left_out): (&[u32], &[Member]),
    classes: &mut Vec<Vec<Member>>,
    lowest: &mut f64,
) {
    let Some((&point, rest)) = rows.split_first() else {
        let mut judge = Judge::new(&problem.conditions, problem.points);
        let mut holds = |class: &Vec<Member>| judge.holds(class.iter().map(|it| (it.point, it.rows)));
        if classes.iter().all(&mut holds) {
            let partition = Partition::new(classes.iter().cloned()).with_left_out(left_out.to_vec());
            *lowest = lowest.min(score(problem, &partition));
        }
        return;
    };
    for at in 0..=classes.len() {
        if at == classes.len() {
            classes.push(Vec::new());
        }
        classes[at].push(Member { point, rows: 1 });
        extend(problem, (rest, left_out), classes, lowest);
        classes[at].pop();
        if classes[at].is_empty() {
            classes.pop();
        }
    }
}
