//! Small random problems.

use std::sync::Arc;

use amidst_core::{ClassModel, Codes, Metric, Outcome, Solution};
use amidst_kernel::{QuasiColumn, Tuples};
use amidst_metrics::{Aggregate, metric};
use amidst_models::KAnonymity;
use amidst_search::{Combination, Problem};
use amidst_testkit::{
    generate::{
        SeededRng,
        small::{Shape, Small},
    },
    oracle::OracleColumn,
};

/// A problem with everything that can vary.
pub struct Case {
    pub columns: Vec<OracleColumn>,
    pub k: u64,
    pub max_suppressed: u64,
    pub objective: &'static str,
    pub aggregate: Option<Aggregate>,
    /// If there are any, k is asked of these rather than of all columns.
    pub combinations: Vec<Combination>,
}

/// Every measure that needs no target column.
const OBJECTIVES: &[&str] = amidst_metrics::NAMES.split_last().expect("there are measures").1;

pub const SHAPE: Shape = Shape { rows: 36, columns: 4, leaves: 8, height: 3, missing_percent: 3 };

impl Case {
    pub fn draw(shape: Shape, seed: u64) -> Self {
        let small = Small::draw(shape, seed);
        let mut draw = SeededRng::new(seed ^ 0x5eed);
        let weighted = draw.percent(40);
        let mut columns = Vec::new();
        for (at, hierarchy) in small.hierarchies().into_iter().enumerate() {
            let leaf =
                |row: &Vec<Option<String>>| hierarchy.leaf(row[at].as_deref()).expect("cells are leaves");
            let leaves = small.rows.iter().map(leaf).collect();
            let weight = if weighted { f64::from(draw.below(5)) / 2.0 } else { 1.0 };
            let height = u32::from(hierarchy.height());
            let (min, max) = if draw.percent(25) {
                let min = draw.between(0, height);
                (min as u8, draw.between(min, height) as u8)
            } else {
                (0, height as u8)
            };
            columns.push(OracleColumn { hierarchy, leaves, weight, min, max });
        }
        let rows = small.rows.len() as u32;
        let max_suppressed = match draw.below(4) {
            0 => 0,
            1 => rows,
            _ => draw.between(0, rows / 2),
        };
        let objective = OBJECTIVES[draw.below(OBJECTIVES.len() as u32) as usize];
        let has_columns = ["loss", "precision", "levels", "height", "entropy", "normalized-entropy", "gcp"];
        let has_columns = has_columns.contains(&objective);
        let aggregate = (has_columns && draw.percent(60)).then(|| Aggregate::ALL[draw.below(5) as usize]);
        let k = u64::from(draw.between(1, 6));
        let max_suppressed = max_suppressed.into();
        Self { columns, k, max_suppressed, objective, aggregate, combinations: Vec::new() }
    }

    /// The same, with k asked of some combinations of columns.
    pub fn with_combinations(mut self, seed: u64) -> Self {
        let mut draw = SeededRng::new(seed ^ 0xc0b);
        let columns = self.columns.len() as u32;
        let combination = |_| Combination {
            columns: (0..draw.between(1, 3)).map(|_| draw.below(columns) as usize).collect(),
            k: self.k + u64::from(draw.below(2)),
        };
        self.combinations = (0..1 + seed % 4).map(combination).collect();
        self
    }

    pub fn quasi(&self) -> Vec<QuasiColumn> {
        let quasi = |(at, column): (usize, &OracleColumn)| {
            let hierarchy = Arc::new(column.hierarchy.clone());
            let codes = Codes::narrow(column.leaves.clone(), hierarchy.leaves());
            let quasi = QuasiColumn::new(&format!("q{at}"), hierarchy, codes);
            quasi.with_weight(column.weight).with_levels(column.min, column.max)
        };
        self.columns.iter().enumerate().map(quasi).collect()
    }

    pub fn tuples(&self) -> Tuples {
        Tuples::collapse(&self.quasi()).expect("columns fit together")
    }

    pub fn metric(&self, tuples: &Tuples) -> Box<dyn Metric> {
        metric(self.objective, self.aggregate, tuples.attributes()).expect("there is such a metric")
    }

    pub fn problem<'a>(&self, tuples: &'a Tuples) -> Problem<'a> {
        let k = if self.combinations.is_empty() { self.k } else { 1 };
        let problem = self.problem_with(tuples, Box::new(KAnonymity::new(k).expect("k is at least 1")));
        problem.with_combinations(self.combinations.clone())
    }

    pub fn problem_with<'a>(&self, tuples: &'a Tuples, model: Box<dyn ClassModel>) -> Problem<'a> {
        Problem::new(tuples, vec![model], self.metric(tuples), self.max_suppressed)
    }

    /// The aggregate in words, the usual one if none was drawn.
    pub fn aggregate_name(&self) -> &'static str {
        let usual = match self.objective {
            "loss" => "geometric-mean",
            "precision" | "gcp" => "arithmetic-mean",
            _ => "sum",
        };
        self.aggregate.map_or(usual, Aggregate::name)
    }
}

/// An outcome without what it cost.
pub fn answer(outcome: Outcome) -> Result<Solution, u64> {
    match outcome {
        Outcome::Found(solution) => Ok(Solution { statistics: Default::default(), ..solution }),
        Outcome::Infeasible(infeasible) => Err(infeasible.least_suppressed),
        Outcome::Stopped(_) => panic!("nobody stopped it"),
    }
}
