//! The search with a matrix of distance vectors: nodes are judged by it, and it narrows where to look.
//!
//! It never wins on large tables, where a class table costs less than a look at the matrix. It shares nothing with class
//! tables, and what it says about the lattice before any node is judged is worth knowing.

use std::collections::HashMap;

use amidst_core::{Guarantee, Lattice, Levels, Observer, Outcome, Result, Solver, SolverInfo, Statistics};

use super::{
    Matrix, Trace, all, bound,
    heights::{self, Judge, Lowest},
    matrix::ALGORITHM,
};
use crate::{Algorithm, Minimal, MinimalFinder, Problem, run::Run};

/// Finds a node of the least height, judging nodes by the distance vectors between outliers and tuples.
#[derive(Clone, Copy, Debug)]
pub struct SamaratiMatrix;

impl SamaratiMatrix {
    /// Its id.
    pub const NAME: &str = ALGORITHM;

    /// How the search goes through the heights that the matrix leaves.
    ///
    /// # Errors
    /// If nodes above a solution need not be solutions, or the matrix cannot be made: see [`Matrix::new`].
    pub fn trace(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Trace> {
        problem.check_monotone(Self::NAME)?;
        let lowest = halve(&mut Run::new(problem, observer))?;
        Ok(lowest.map_or_else(Trace::default, |it| Trace { visits: it.visits, found: Some(it.levels) }))
    }
}

impl Solver<Problem<'_>> for SamaratiMatrix {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(Self::NAME, "the same by the distances between tuples", Guarantee::LeastHeight)
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        problem.check_monotone(Self::NAME)?;
        let mut run = Run::new(problem, observer);
        let open_bound = halve(&mut run)?.map(|lowest| bound(&run, lowest.height, observer));
        Ok(run.finish(open_bound))
    }
}

impl Algorithm for SamaratiMatrix {
    fn minimal_finder(&self) -> Option<&dyn MinimalFinder> {
        Some(self)
    }
}

impl MinimalFinder for SamaratiMatrix {
    fn minimal(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Minimal> {
        problem.check_monotone(Self::NAME)?;
        let Some(matrix) = Matrix::build(problem, || observer.is_stopped())? else {
            let statistics = Statistics { nodes: problem.lattice().nodes(), ..Statistics::default() };
            return Ok(Minimal { nodes: Vec::new(), is_complete: false, judged: Vec::new(), statistics });
        };
        let mut known = HashMap::new();
        Ok(all::minimal(problem, observer, |levels| {
            *known.entry(matrix.floor(levels)).or_insert_with_key(|floor| matrix.suppressed(floor))
        }))
    }
}

/// The search, with what it found as the best node; `None` if not even the top is feasible.
///
/// Every minimal node is at or below the matrix's upper bound, and of the least height all feasible nodes are minimal.
/// So nothing is lost between the bottom and that bound, and wherever a height has a solution it has one there.
fn halve(run: &mut Run<'_>) -> Result<Option<Lowest>> {
    let problem = run.problem;
    let matrix = Matrix::build(problem, || run.is_stopped())?;
    let top = run.judge(problem.lattice().top());
    if !top.is_feasible {
        return Ok(None);
    }
    let Some(matrix) = matrix else {
        return Ok(Some(Lowest { levels: top.facts.levels.clone(), height: 0, visits: Vec::new() }));
    };
    let lattice = Lattice::new(problem.lattice().bottom().to_vec(), matrix.upper());
    let low = matrix.lowest_height(problem.max_suppressed).expect("the top is feasible");
    let lowest = heights::lowest(&lattice, low, &mut ByMatrix { run, matrix, known: HashMap::new() });
    let found = run.judge(&lowest.levels);
    run.choose(&found);
    Ok(Some(lowest))
}

/// Judges nodes by the matrix. Nodes between the same levels of vectors suppress the same rows, so each group of them is
/// judged once; none is left out, as a height may have no lowest node of such a group and a solution all the same.
struct ByMatrix<'r, 'a> {
    run: &'r mut Run<'a>,
    matrix: Matrix,
    /// Whether the lowest node of a group satisfies.
    known: HashMap<Levels, bool>,
}

impl Judge for ByMatrix<'_, '_> {
    fn is_stopped(&mut self) -> bool {
        self.run.is_stopped()
    }

    fn satisfies(&mut self, levels: &[u8]) -> bool {
        let Self { run, matrix, known } = self;
        run.decided += 1;
        run.report();
        *known.entry(matrix.floor(levels)).or_insert_with_key(|floor| {
            run.count_judged();
            matrix.satisfies(floor, run.problem.max_suppressed)
        })
    }
}
