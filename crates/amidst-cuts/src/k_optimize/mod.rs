//! `k-optimize` (Bayardo, Agrawal 2005): the best set of splits of all, proved to be it, or the best so far and how far from
//! the best it may be.
//!
//! Sets are enumerated as a tree: a [`Node`] stands for all sets that hold its head and any of its tail. What such a set
//! costs at least is known from the classes of its head, which only fall apart further, and from the cells of head and tail
//! together, which only grow together ([`Scan`](crate::scan::Scan)). Nodes are taken up by the least bound, and then
//! followed in depth for a while.

mod dive;
mod frontier;
mod rules;
mod start;

use amidst_core::{Error, Guarantee, Method, Observer, Result, Score, Solver, SolverInfo, Stage};
use rayon::prelude::*;

use crate::{
    CutsResult, Problem, classes::partition, ground::Ground, node::Node, record::Best, scan::Scanner,
};
use dive::{Dive, Dived};
use frontier::{Frontier, Open};
pub use rules::Rules;
use start::start;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct KOptimize {
    /// What is left out of the search because it cannot be better.
    pub rules: Rules,
}

/// Dives that are made side by side, whatever the number of threads: what one finds, the others of its round do not know.
const SIDE_BY_SIDE: usize = 16;

/// Nodes of a dive, after which others have their turn.
const NODES_OF_A_DIVE: u64 = 16;

/// Nodes that are looked at at most.
const NODES: u64 = 1_000_000;

impl KOptimize {
    /// With every rule.
    pub const ALL_RULES: Self = Self { rules: Rules::ALL };
    /// What it is.
    pub const INFO: SolverInfo = SolverInfo {
        id: "k-optimize",
        doc: "the best cuts of all columns, proved to be so",
        method: Method::Cuts,
        guarantee: Guarantee::Optimal,
        parameters: &[],
    };
}

impl Solver<Problem<'_>> for KOptimize {
    type Answer = CutsResult;

    fn info(&self) -> SolverInfo {
        Self::INFO
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<CutsResult> {
        let ground = Ground::new(problem)?;
        check_names(&ground)?;
        let all: Vec<u32> = (0..ground.splits.len() as u32).collect();
        let root = Node::new(&ground, all.clone());
        // Known before anything else, so that whoever stops early is told something.
        let bound = Scanner::default().scan(&ground, &root, self.rules.weighs_columns, f64::INFINITY).bound;
        let mut best = Best::new(&root, &ground);
        let mut nodes = 0;
        if self.rules.starts_from_good {
            let (good, examined) = start(&ground, observer)?;
            best.take(good);
            nodes = examined;
        }
        let last = nodes + NODES;
        let mut frontier = Frontier::new(&Open { bound, head: Vec::new(), tail: all });
        while !frontier.is_empty() && nodes < last && !observer.is_stopped() {
            let bound = frontier.bound().map_or(best.cost, |bound| bound.clamp(0.0, best.cost));
            observer.best(&Score::new(best.cost), &Score::new(bound));
            observer.progress(Stage::Solving, nodes, None);
            let cost = if self.rules.leaves_nodes { best.cost } else { f64::INFINITY };
            let round = frontier.least(SIDE_BY_SIDE, cost);
            let dive =
                Dive { ground: &ground, rules: self.rules, best: &best, nodes: NODES_OF_A_DIVE, observer };
            let dived: Vec<Dived> = round.into_par_iter().map(|open| dive.follow(open)).collect();
            for one in dived {
                nodes += one.nodes;
                frontier.extend(&one.open);
                best.take(one.best);
            }
        }
        observer.go_on()?;
        let bound = frontier.bound().map_or(best.cost, |bound| bound.min(best.cost));
        Ok(CutsResult {
            partition: partition(&ground, &best.splits),
            cost: best.cost,
            bound,
            is_finished: !observer.is_stopped(),
            splits: best.splits,
            nodes,
        })
    }
}

/// Refuses to prove a loss of intervals that cannot be named. An interval is named after released values, which of very many texts
/// must be neighbours: where one between others was suppressed, classes show what their own rows need.
fn check_names(ground: &Ground<'_>) -> Result<()> {
    let problem = ground.problem;
    let may_lack = |rows: &Vec<u64>| problem.limit > 0 || rows.contains(&0);
    let unnamed = problem
        .axes
        .iter()
        .zip(&ground.rows_of_codes)
        .find(|(axis, rows)| axis.is_wide_set() && may_lack(rows));
    match unnamed {
        None => Ok(()),
        Some((axis, _)) => Err(Error::Parameter {
            name: "objective",
            value: "loss".into(),
            expected: format!(
                "column {:?} has more than 64 texts and no hierarchy, and what an interval of them loses depends on which are \
                 suppressed; give it a hierarchy, ask for discernibility or classification, or for no suppression",
                axis.name
            ),
        }),
    }
}
