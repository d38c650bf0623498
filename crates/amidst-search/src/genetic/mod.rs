//! A genetic search over level vectors (after Iyengar, 2002, and the two subpopulations of Wan and others, as in ARX).
//!
//! Two subpopulations of nodes evolve side by side. The first one begins with a triangle of nodes, in which the first
//! columns are at the top and the others at the bottom; everything else begins with chance. In each generation the best
//! nodes stay (the elite), some are crossed, column by column from either of two parents, and the others are mutated:
//! a few columns get another level. The lower the energy of a node, the likelier it becomes a parent. Now and then the
//! subpopulations exchange their best nodes.
//!
//! The energy is the score, with a penalty for rows suppressed beyond the limit. The best feasible node of all
//! generations is the answer. There are at most [`MOST_GENERATIONS`] generations, which judge at most
//! [`heuristic::MOST_JUDGED`] nodes.

mod population;

use amidst_core::{Guarantee, Levels, Observer, Outcome, Result, Solver, SolverInfo};

use crate::{
    Algorithm, Problem,
    heuristic::{self, Energy},
    rng::SeededRng,
    run::Run,
};
use population::{Individual, Population, exchange, filled, triangle};

/// Generations at most: once all are alike, hardly any node is new.
const MOST_GENERATIONS: usize = 400;
/// Generations between two exchanges.
const EXCHANGE_INTERVAL: usize = 10;

/// Evolves two subpopulations of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Genetic;

impl Genetic {
    /// Its id.
    pub const NAME: &str = "genetic";
}

impl Solver<Problem<'_>> for Genetic {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(Self::NAME, "nodes are bred from good ones", Guarantee::Heuristic)
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        Ok(heuristic::by_chance(problem, observer, |run, energy, draw| _ = evolve(run, energy, draw)))
    }
}

impl Algorithm for Genetic {}

/// Lets generation follow generation; `None` if it ends before the last one.
fn evolve(run: &mut Run<'_>, energy: &Energy, draw: &mut SeededRng) -> Option<()> {
    let lattice = run.problem.lattice();
    let begin = [triangle(lattice), Vec::new()].map(|nodes| filled(nodes, lattice, draw));
    let [first, second] = begin.map(|nodes| settle(run, energy, nodes));
    let mut populations = [first?, second?];
    for generation in 1..=MOST_GENERATIONS {
        for population in &mut populations {
            *population = settle(run, energy, population.next(lattice, draw))?;
        }
        if generation % EXCHANGE_INTERVAL == 0 {
            exchange(&mut populations);
        }
    }
    Some(())
}

/// Judges the nodes of a subpopulation, unless enough were judged.
fn settle(run: &mut Run<'_>, energy: &Energy, nodes: Vec<Levels>) -> Option<Population> {
    let mut individuals = Vec::with_capacity(nodes.len());
    for levels in nodes {
        if heuristic::is_enough(run) {
            return None;
        }
        individuals.push(Individual { energy: energy.of(run, &levels), levels });
    }
    Some(Population::new(individuals))
}
