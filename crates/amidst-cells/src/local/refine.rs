//! Rounds of change: classes are dealt into blocks, differently each time, and every block is shaken by itself.

use amidst_core::{Observer, Stage};
use rayon::prelude::*;

use super::block::{Block, Ground, Near};
use crate::{
    ColumnLoss, Measured, Member, Objective, Partition, Prices, Problem, bound,
    rng::SeededRng,
    span::{Order, Span},
    tree::Tree,
};

/// How much is done, chosen by the number of units alone.
struct Plan {
    rounds: usize,
    /// Work for each unit in each round: single rows that move.
    moves: u64,
    /// The same: classes that are thrown together.
    pools: u64,
    /// How many points near to each are known.
    near: u64,
    /// How many points are looked at to find those near to one.
    looks: usize,
    /// What a change may cost at first, in parts of what a class costs at the start.
    heat: f64,
}

/// The share of work for single rows, times k; and how much more there is for classes that are thrown together, where these
/// are small.
const ALONE: f64 = 0.8;
const TOGETHER: f64 = 5.4;

/// What a change of classes thrown together may cost at first for each row that a class needs, in parts of a whole domain.
const WARMTH: f64 = 0.002;

/// Points whose neighbours are looked for in one go.
const CHUNK: u32 = 256;

/// How often heat halves.
const COOLING: f64 = 4.5;

/// Units in a block, about.
const BLOCK: usize = 10_000;

/// Units in a block whose classes are thrown together and cut anew, about: more of them find better company.
const POOLED: usize = 40_000;

/// Work for each unit, as long as there are at most so many units; for each further one a little.
const WORK: f64 = 20_000.0;
const FULL: usize = 50_000;
const LITTLE: f64 = 500.0;

/// Tables of at most so many points are bounded early, so that no work is done once the bound is met.
const BOUNDED: usize = 1 << 13;

impl Plan {
    fn new(units: usize, least: u64, is_tree: bool) -> Self {
        let all = WORK * units.min(FULL) as f64 + LITTLE * units.saturating_sub(FULL) as f64;
        let work = all / units.max(1) as f64;
        let rounds = (work / 200.0).clamp(5.0, 40.0);
        let share = work / WORK;
        // Rows find their places one by one where classes are small, and together where they are large.
        // So they do where values fall apart in any way, of which closed cells are but some.
        let alone = if is_tree { (ALONE / least as f64).clamp(0.1, 0.4) } else { 1.0 };
        Self {
            rounds: rounds as usize,
            moves: (alone * work / rounds) as u64,
            pools: ((TOGETHER + least as f64 / (least as f64 + 30.0)) * work / rounds) as u64,
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
) -> (Partition, bool) {
    if observer.is_stopped() {
        return (Partition::new(start), false);
    }
    let units: usize = start.iter().map(Vec::len).sum();
    let spans: Vec<Span> = problem.axes.iter().map(Span::new).collect();
    let is_tree = spans.iter().all(|span| matches!(span.order(), Order::Tree | Order::Single));
    let plan = Plan::new(units, problem.conditions.least(), is_tree);
    let near = near(problem, &plan, observer);
    let partition = |classes: &[Vec<Member>]| {
        let ends = classes.iter().scan(0, |end, class| {
            *end += class.len();
            Some(*end)
        });
        Partition::from_parts(classes.concat(), ends)
    };
    let measure = |partition: &Partition| Measured::new(problem.axes, problem.points, partition);
    let score = |measured: &Measured| measured.score(problem.axes, problem.objective);
    let mut classes = start;
    let start = partition(&classes);
    let mut measured = measure(&start);
    let first = score(&measured);
    let heat = plan.heat * mean_cost(problem, &measured) * problem.conditions.least() as f64;
    let pool_heat = WARMTH * problem.conditions.least() as f64 * f64::from(Prices::one(problem.objective));
    // No partition is below this.
    let mut least = 0.0;
    if first <= least {
        return (start, true);
    }
    let mut best = (first, start);
    let mut round = 0;
    while round < plan.rounds && !observer.is_stopped() {
        observer.progress(Stage::Solving, round as u64, Some(plan.rounds as u64));
        let weights = weights(problem, &measured);
        let prices = Prices::with_weights(problem.axes, problem.objective, &weights);
        let ground = Ground { problem, prices: &prices, near: &near, spans: &spans };
        classes = in_blocks(problem, classes, (round, BLOCK), |at, classes| {
            if observer.is_stopped() {
                return classes;
            }
            let mut draw = SeededRng::new(problem.seed, stream(0, round, at));
            let mut block = Block::new(&ground, &classes);
            block.shake(plan.moves, heat * cooling(round, plan.rounds), &mut draw, observer);
            block.into_classes().collect()
        });
        // Dealing classes anew takes long as well.
        if observer.is_stopped() {
            break;
        }
        let left = (1.0 - (round as f64 + 2.0) / plan.rounds as f64).max(0.0);
        classes = in_blocks(problem, classes, (round, POOLED), |at, classes| {
            if observer.is_stopped() {
                return classes;
            }
            let mut block = Block::new(&ground, &classes);
            block.regroup(plan.pools, pool_heat * left, stream(1, round, at), observer);
            block.into_classes().collect()
        });
        if observer.is_stopped() {
            break;
        }
        let current = partition(&classes);
        measured = measure(&current);
        let reached = score(&measured);
        if reached < best.0 {
            best = (reached, current);
        }
        if round == plan.rounds / 4 && problem.points.len() <= BOUNDED {
            least = bound(problem, observer);
        }
        if best.0 <= least {
            return (best.1, true);
        }
        round += 1;
    }
    if round == plan.rounds || observer.go_on().is_err() {
        return (best.1, round == plan.rounds);
    }
    // What a round left that was not done may be better than the round before.
    let last = partition(&classes);
    let (reached, ()) = rayon::join(|| score(&measure(&last)), || drop(classes));
    (if reached < best.0 { last } else { best.1 }, false)
}

/// For each point the nearest others.
fn near(problem: &Problem<'_>, plan: &Plan, observer: &dyn Observer) -> Near {
    let prices = Prices::new(problem.axes, problem.objective);
    let tree = Tree::new(problem.axes, problem.points, &prices, observer);
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
        Objective::Gcp | Objective::Levels => weights.map(|(weight, _)| weight).collect(),
    }
}

/// What a row costs, in the unit of prices.
fn mean_cost(problem: &Problem<'_>, measured: &Measured) -> f64 {
    let share = |column: &ColumnLoss| match problem.objective {
        Objective::Loss => column.loss,
        Objective::Gcp => column.gcp,
        Objective::Levels => column.precision,
    };
    let weights = crate::prices::weights(problem.axes).into_iter().zip(&measured.columns);
    weights.map(|(weight, column)| weight * share(column)).sum::<f64>()
        * f64::from(Prices::one(problem.objective))
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

/// The number of a stream of chance.
fn stream(kind: u64, round: usize, block: usize) -> u64 {
    kind << 48 | (round as u64 + 1) << 32 | block as u64
}

/// Lets every block of classes be worked on by itself.
fn in_blocks(
    problem: &Problem<'_>,
    classes: Vec<Vec<Member>>,
    (round, units): (usize, usize),
    work: impl Fn(usize, Vec<Vec<Member>>) -> Vec<Vec<Member>> + Sync,
) -> Vec<Vec<Member>> {
    let blocks = deal(problem, classes, (round, units)).into_par_iter().enumerate();
    blocks.flat_map_iter(|(at, classes)| work(at, classes)).collect()
}

/// Deals classes into blocks of about so many units, by an order of the columns that is another in every round.
fn deal(
    problem: &Problem<'_>,
    mut classes: Vec<Vec<Member>>,
    (round, block): (usize, usize),
) -> Vec<Vec<Vec<Member>>> {
    let units: usize = classes.iter().map(Vec::len).sum();
    let blocks = units.div_ceil(block);
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
