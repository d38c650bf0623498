//! What all approximation algorithms stand on: distances between rows, and what is proved of an answer.

use amidst_cells::{
    Approximation, Axis, Cover, Member, PartitionResult, Prices, Problem, Tree, bound_of_prices, repaired,
};
use amidst_core::{Error, Observer, Result, Stage};
use rayon::prelude::*;

/// A problem and what its covers cost.
pub(crate) struct Ground<'a> {
    pub problem: &'a Problem<'a>,
    pub prices: Prices,
    /// Point after point, one for each column.
    covers: Vec<Cover>,
}

/// Points are looked at in chunks of so many, between which the observer is asked.
const CHUNK: usize = 1 << 10;

/// What is proved of an algorithm: without rows that may be left out, and with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratios {
    pub plain: Option<f64>,
    pub with_deletion: Option<f64>,
}

impl Ratios {
    /// Nothing is proved.
    pub const NONE: Self = Self { plain: None, with_deletion: None };
}

impl<'a> Ground<'a> {
    pub fn new(problem: &'a Problem<'a>) -> Self {
        let single = |(axis, &code): (&Axis, &u32)| axis.cover(code);
        let of_point = |point: u32| problem.axes.iter().zip(problem.points.codes(point)).map(single);
        let covers = (0..problem.points.len() as u32).flat_map(of_point).collect();
        Self { problem, prices: Prices::new(problem.axes, problem.objective), covers }
    }

    /// The rows that every class has.
    pub fn k(&self) -> u64 {
        self.problem.conditions.least()
    }

    /// The rows of a point.
    pub fn count(&self, point: u32) -> u64 {
        self.problem.points.count(point).into()
    }

    /// All points.
    pub fn points(&self) -> std::ops::Range<u32> {
        0..self.problem.points.len() as u32
    }

    /// What covers a point.
    pub fn covers(&self, point: u32) -> &[Cover] {
        &self.covers[point as usize * self.problem.axes.len()..][..self.problem.axes.len()]
    }

    /// What a row costs that is covered together with another point.
    pub fn distance(&self, a: u32, b: u32) -> u64 {
        let pairs = self.covers(a).iter().zip(self.covers(b)).enumerate();
        pairs.map(|(at, (&a, &b))| u64::from(self.prices.of(at, self.prices.join(at, a, b)))).sum()
    }

    /// What a row costs in a class of these points.
    pub fn price(&self, points: &[u32]) -> u64 {
        let mut covers = self.covers(points[0]).to_vec();
        for &point in &points[1..] {
            for (at, (own, &other)) in covers.iter_mut().zip(self.covers(point)).enumerate() {
                *own = self.prices.join(at, *own, other);
            }
        }
        self.prices.of_row(&covers)
    }

    /// Whether no column has more than two values.
    pub fn is_binary(&self) -> bool {
        let is_binary = |column: usize| {
            let first = self.problem.points.codes(0)[column];
            let mut second = None;
            self.points().all(|point| {
                let code = self.problem.points.codes(point)[column];
                code == first || *second.get_or_insert(code) == code
            })
        };
        self.problem.points.is_empty() || (0..self.problem.axes.len()).all(is_binary)
    }

    /// Refuses what is solved for one k only.
    pub fn check_k(&self, k: u64, name: &str) -> Result<()> {
        match self.k() == k {
            true => Ok(()),
            false => Err(Error::Parameter {
                name: "k",
                value: self.k().to_string(),
                expected: format!("{name} solves k = {k} alone; take forest for any other, or local"),
            }),
        }
    }

    /// For each point the nearest other rows, as few points as have so many rows, with their distances, nearest first.
    pub fn nearest(
        &self,
        rows: impl Fn(u32) -> u64 + Sync,
        count: impl Fn(u32) -> u64 + Sync,
        observer: &dyn Observer,
    ) -> Result<Vec<Vec<(u64, u32)>>> {
        let problem = self.problem;
        let tree = Tree::new(problem.axes, problem.points, &self.prices, observer);
        let points = problem.points.len();
        let mut lists = Vec::with_capacity(points);
        for start in (0..points).step_by(CHUNK) {
            observer.go_on()?;
            observer.progress(Stage::Solving, start as u64, Some(points as u64));
            let of_point = |point: usize| match rows(point as u32) {
                0 => Vec::new(),
                rows => tree.nearest(point as u32, rows, &count, usize::MAX).0,
            };
            let chunk: Vec<_> = (start..points.min(start + CHUNK)).into_par_iter().map(of_point).collect();
            lists.extend(chunk);
        }
        Ok(lists)
    }

    /// The sum over all rows of the distance to the (k − 1)-th nearest other row, of lists of as many rows as each point lacks.
    pub fn sum_of_last(&self, lists: &[Vec<(u64, u32)>]) -> u64 {
        let of_point =
            |(point, list): (u32, &Vec<(u64, u32)>)| list.last().map_or(0, |last| self.count(point) * last.0);
        self.points().zip(lists).map(of_point).sum()
    }

    /// The answer that classes of enough rows make, with what is proved of it: no partition costs less than a sum of prices.
    /// What is asked besides rows is met by merging, of which nothing is proved.
    pub fn answer(
        &self,
        classes: Vec<Vec<Member>>,
        least: u64,
        ratios: Ratios,
        observer: &dyn Observer,
    ) -> PartitionResult {
        let is_proved = self.problem.conditions.only_rows() && self.problem.objective.is_sum();
        let ratios = if is_proved { ratios } else { Ratios::NONE };
        let approximation = Approximation {
            bound: bound_of_prices(self.problem, &self.prices, least),
            ratio: ratios.plain,
            ratio_with_deletion: ratios.with_deletion,
        };
        let partition = repaired(self.problem, classes);
        let result = PartitionResult::new(partition, !observer.is_stopped());
        PartitionResult { approximation: Some(approximation), ..result }
    }
}
