//! Rounds of change: classes are dealt into blocks, differently each time, and every block is shaken by itself.

use amidst_core::{Observer, Stage};
use rayon::prelude::*;

use super::block::{Block, Ground, Near};
use crate::{
    ColumnLoss, Measured, Member, Objective, Partition, Prices, Problem, rng::SeededRng, tree::Tree,
};

/// How much is done, chosen by the number of units alone.
struct Plan {
    rounds: usize,
    /// Work for each unit in each round.
    work: u64,
    /// How many points near to each are known.
    near: u64,
    /// How many points are looked at to find those near to one.
    looks: usize,
    /// What a change may cost at first, in parts of what a class costs at the start.
    heat: f64,
}

/// Points whose neighbours are looked for in one go.
const CHUNK: u32 = 256;

/// How often heat halves.
const COOLING: f64 = 4.5;

/// Units in a block, about.
const BLOCK: usize = 10_000;

/// Work for each unit, as long as there are at most so many units; for each further one a little.
const WORK: f64 = 20_000.0;
const FULL: usize = 50_000;
const LITTLE: f64 = 500.0;

impl Plan {
    fn new(units: usize, least: u64) -> Self {
        let all = WORK * units.min(FULL) as f64 + LITTLE * units.saturating_sub(FULL) as f64;
        let work = all / units.max(1) as f64;
        let rounds = (work / 200.0).clamp(5.0, 40.0);
        let share = work / WORK;
        Self {
            rounds: rounds as usize,
            work: (work / rounds) as u64,
            near: (10.0 + 22.0 * share) as u64,
            looks: (200.0 + 4000.0 * share) as usize,
            // Large classes melt more easily.
            heat: 0.75 * share / (least as f64).sqrt(),
        }
    }
}

/// Moves rows between classes, and says whether that ran to its end. What comes out costs no more than what went in.
pub(super) fn refine(
    problem: &Problem<'_>,
    start: Vec<Vec<Member>>,
    observer: &dyn Observer,
) -> (Vec<Vec<Member>>, bool) {
    let units: usize = start.iter().map(Vec::len).sum();
    let plan = Plan::new(units, problem.conditions.least());
    let near = near(problem, &plan, observer);
    let mut classes = start.clone();
    let measure = |classes: &[Vec<Member>]| {
        Measured::new(problem.axes, problem.points, &Partition::new(classes.to_vec()))
    };
    let mut measured = measure(&start);
    let first = measured.score(problem.axes, problem.objective);
    let heat = plan.heat * mean_cost(problem, &measured) * problem.conditions.least() as f64;
    let mut round = 0;
    while round < plan.rounds && !observer.is_stopped() {
        observer.progress(Stage::Solving, round as u64, Some(plan.rounds as u64));
        let weights = weights(problem, &measured);
        let prices = Prices::with_weights(problem.axes, problem.objective, &weights);
        let ground = Ground { problem, prices: &prices, near: &near };
        let heat = heat * cooling(round, plan.rounds);
        classes = deal(problem, classes, units, round)
            .into_par_iter()
            .enumerate()
            .flat_map_iter(|(at, classes)| {
                let mut draw = SeededRng::new(problem.seed, (round as u64 + 1) << 32 | at as u64);
                let mut block = Block::new(&ground, &classes);
                block.shake(plan.work, heat, &mut draw, observer);
                block.into_classes().collect::<Vec<_>>()
            })
            .collect();
        if problem.objective == Objective::Loss {
            measured = measure(&classes);
        }
        round += 1;
    }
    let last = measure(&classes).score(problem.axes, problem.objective);
    (if last < first { classes } else { start }, round == plan.rounds)
}

/// For each point the nearest others.
fn near(problem: &Problem<'_>, plan: &Plan, observer: &dyn Observer) -> Near {
    let prices = Prices::new(problem.axes, problem.objective);
    let tree = Tree::new(problem.axes, problem.points, &prices);
    let points = problem.points.len() as u32;
    let of_chunk = |start: u32| {
        let mut near = Near::default();
        for point in start..points.min(start + CHUNK) {
            let is_late = observer.is_stopped();
            let nearest =
                if is_late { Vec::new() } else { tree.nearest(point, plan.near, |_| 1, plan.looks).0 };
            near.push(nearest.into_iter().map(|(_, other)| other));
        }
        near
    };
    let chunks: Vec<Near> =
        (0..points.div_ceil(CHUNK)).into_par_iter().map(|chunk| of_chunk(chunk * CHUNK)).collect();
    let mut near = Near::default();
    chunks.iter().for_each(|chunk| (0..chunk.len()).for_each(|at| near.push(chunk.of(at).iter().copied())));
    near
}

/// What the linear prices of columns are multiplied by, so that a small change of them changes the score alike.
fn weights(problem: &Problem<'_>, measured: &Measured) -> Vec<f64> {
    let weights = crate::prices::weights(problem.axes).into_iter().zip(&measured.columns);
    match problem.objective {
        Objective::Loss => weights.map(|(weight, column)| weight / (1.0 + weight * column.loss)).collect(),
        Objective::Gcp => weights.map(|(weight, _)| weight).collect(),
    }
}

/// What a row costs, in the unit of prices.
fn mean_cost(problem: &Problem<'_>, measured: &Measured) -> f64 {
    let share = |column: &ColumnLoss| match problem.objective {
        Objective::Loss => column.loss,
        Objective::Gcp => column.gcp,
    };
    let weights = crate::prices::weights(problem.axes).into_iter().zip(&measured.columns);
    weights.map(|(weight, column)| weight * share(column)).sum::<f64>() * f64::from(Prices::ONE)
}

/// The heat of a round, in parts of the first one's. The last two have none.
fn cooling(round: usize, rounds: usize) -> f64 {
    let warm = rounds.saturating_sub(2);
    if round >= warm {
        return 0.0;
    }
    // Straight lines through a curve that halves: the same on every machine.
    let halvings = COOLING * round as f64 / warm as f64;
    (1.0 - 0.5 * halvings.fract()) / f64::from(1_u32 << halvings as u32)
}

/// Deals classes into blocks, by an order of the columns that is another in every round.
fn deal(
    problem: &Problem<'_>,
    mut classes: Vec<Vec<Member>>,
    units: usize,
    round: usize,
) -> Vec<Vec<Vec<Member>>> {
    let blocks = units.div_ceil(BLOCK);
    let mut columns: Vec<usize> = (0..problem.axes.len()).collect();
    SeededRng::new(problem.seed, round as u64).shuffle(&mut columns);
    if blocks > 1 {
        classes.par_sort_by_cached_key(|class| {
            let codes = problem.points.codes(class[0].point);
            columns.iter().map(|&column| codes[column]).collect::<Vec<_>>()
        });
    }
    let mut deals: Vec<Vec<Vec<Member>>> = (0..blocks).map(|_| Vec::new()).collect();
    let mut dealt = 0;
    for class in classes {
        let to = dealt * blocks / units;
        dealt += class.len();
        deals[to].push(class);
    }
    deals.retain(|deal| !deal.is_empty());
    deals
}
