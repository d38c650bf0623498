//! Datafly: always the column with the most distinct values one level up (Sweeney, 1997).
//!
//! It walks one way up and stops at the first node that will do. Nodes beside the way are never looked at, so the node
//! found need not be minimal, let alone the best: its bound tells how far it may be from it. Where a node above a
//! feasible one need not be feasible, the walk may end at the top without having met any.

use std::cmp::Reverse;

use amidst_core::{Attribute, Guarantee, Lattice, Levels, Observer, Outcome, Result, Solver, SolverInfo};

use crate::{Algorithm, Problem, heuristic, run::Run};

/// Walks up from the bottom until few enough rows are left to suppress.
#[derive(Clone, Copy, Debug)]
pub struct Datafly;

impl Datafly {
    /// Its id.
    pub const NAME: &str = "datafly";

    /// All nodes that it may come by, from the bottom of a lattice to the top: which column is raised next follows from the numbers
    /// of labels alone.
    pub fn way(attributes: &[Attribute], lattice: &Lattice) -> Vec<Levels> {
        let next = |levels: &Levels| raised(attributes, lattice, levels);
        std::iter::successors(Some(lattice.bottom().to_vec()), next).collect()
    }

    /// The nodes it walks, from the bottom to the one it finds, or to the top if none will do.
    pub fn path(problem: &Problem<'_>) -> Vec<Levels> {
        walk(&mut Run::new(problem, &()))
    }
}

impl Solver<Problem<'_>> for Datafly {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(
            Self::NAME,
            "the column of most values is raised until few enough rows fail",
            Guarantee::Heuristic,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        let mut run = Run::new(problem, observer);
        walk(&mut run);
        Ok(heuristic::finish(run, observer))
    }
}

impl Algorithm for Datafly {}

fn walk(run: &mut Run<'_>) -> Vec<Levels> {
    let mut path = Vec::new();
    let mut next = Some(run.lattice.bottom().to_vec());
    while let Some(levels) = next.filter(|_| !run.is_stopped()) {
        next = if run.judge(&levels).is_feasible {
            None
        } else {
            raised(run.problem.tuples().attributes(), &run.lattice, &levels)
        };
        run.decided += 1;
        path.push(levels);
    }
    path
}

/// With the column raised that has the most distinct values now, of equals the first. None at the top.
fn raised(attributes: &[Attribute], lattice: &Lattice, levels: &[u8]) -> Option<Levels> {
    let distinct = |column: usize| attributes[column].levels[usize::from(levels[column])].len();
    let can_rise = (0..levels.len()).filter(|&column| levels[column] < lattice.top()[column]);
    let column = can_rise.min_by_key(|&column| Reverse(distinct(column)))?;
    let mut raised = levels.to_vec();
    raised[column] += 1;
    Some(raised)
}
