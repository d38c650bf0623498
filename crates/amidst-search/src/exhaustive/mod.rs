//! Judges every node by itself: the slow answer that nobody doubts.
//!
//! No roll-up, no pruning, no shared tables: each node is grouped anew from the distinct tuples, with code of its own.

mod leaf_table;

use amidst_core::{
    Guarantee, Infeasible, NodeFacts, Observer, Outcome, Result, Score, Solution, Solver, SolverInfo, Stage,
    Statistics, lattice::height,
};

use crate::{Algorithm, Judgement, Minimal, MinimalFinder, Problem, minimal::lowest};
use leaf_table::LeafTable;

/// Judges every node of the lattice.
#[derive(Clone, Copy, Debug)]
pub struct Exhaustive;

impl Exhaustive {
    /// Its id.
    pub const NAME: &str = "exhaustive";
}

impl Solver<Problem<'_>> for Exhaustive {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(Self::NAME, "every node, one by one", Guarantee::Optimal)
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        let table = LeafTable::new(problem);
        let mut best: Option<(Score, NodeFacts)> = None;
        let mut least_suppressed = u64::MAX;
        let mut statistics = Statistics { nodes: problem.nodes(), ..Statistics::default() };
        let floor = problem.metric().floor(problem.lattice().bottom());
        for levels in problem.lattice().iter() {
            if observer.is_stopped() {
                return Ok(Outcome::Stopped(best.map(|best| solution(best, Some(floor), statistics))));
            }
            let facts = table.facts(problem, levels);
            statistics.judged += 1;
            least_suppressed = least_suppressed.min(facts.suppressed);
            if facts.suppressed <= problem.max_suppressed() {
                let score = problem.metric().score(&facts);
                if best.as_ref().is_none_or(|best| is_better((&score, &facts), (&best.0, &best.1))) {
                    best = Some((score, facts));
                }
            }
            observer.progress(Stage::Solving, statistics.judged, u64::try_from(statistics.nodes).ok());
            if let Some((score, _)) = &best {
                observer.best(score, &floor);
            }
        }
        Ok(match best {
            Some(best) => Outcome::Found(solution(best, None, statistics)),
            None => Outcome::Infeasible(Infeasible { least_suppressed, statistics }),
        })
    }
}

impl Algorithm for Exhaustive {
    fn minimal_finder(&self) -> Option<&dyn MinimalFinder> {
        Some(self)
    }
}

impl MinimalFinder for Exhaustive {
    fn minimal(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Minimal> {
        let table = LeafTable::new(problem);
        let mut judged = Vec::new();
        let mut is_complete = true;
        for levels in problem.lattice().iter() {
            if observer.is_stopped() {
                is_complete = false;
                break;
            }
            let suppressed = table.facts(problem, levels.clone()).suppressed;
            let is_feasible = suppressed <= problem.max_suppressed();
            judged.push(Judgement { levels, suppressed, is_feasible });
            let nodes = u64::try_from(problem.lattice().nodes()).ok();
            observer.progress(Stage::Solving, judged.len() as u64, nodes);
        }
        // Nodes come in lexicographic order, so everything below a node comes before it, stopped or not.
        let feasible = judged.iter().filter(|node| node.is_feasible).map(|node| node.levels.clone());
        Ok(Minimal {
            nodes: lowest(feasible.collect()),
            is_complete,
            statistics: Statistics {
                nodes: problem.nodes(),
                judged: judged.len() as u64,
                ..Statistics::default()
            },
            judged,
        })
    }
}

/// Nodes come in lexicographic order, so of those equal in score and height the first stays.
fn is_better(new: (&Score, &NodeFacts), old: (&Score, &NodeFacts)) -> bool {
    (new.0, height(&new.1.levels)) < (old.0, height(&old.1.levels))
}

/// `open_bound` is the least that nodes not judged may score.
fn solution(
    (score, facts): (Score, NodeFacts),
    open_bound: Option<Score>,
    statistics: Statistics,
) -> Solution {
    Solution {
        levels: facts.levels,
        bound: open_bound.map_or_else(|| score.clone(), |bound| bound.min(score.clone())),
        score,
        suppressed: facts.suppressed,
        classes: facts.classes,
        statistics,
    }
}
