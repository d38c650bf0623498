//! Incognito: all feasible nodes, column set by column set (LeFevre, DeWitt and Ramakrishnan, 2005).
//!
//! Without a column classes only grow. So what fails on some columns fails on more of them, and a node of a set of columns
//! is a candidate only if it survives in every set of one column less (the *a-priori* join and pruning). Within a set
//! the candidates are taken from the bottom up, and everything above one that is feasible is too. Class tables are rolled
//! up from one table for each set, that of the node just below its lowest candidates (the *super-root*).
//!
//! Here a column outside a set is at the top of its levels, which is where classes are as if it were not there, or as
//! near to that as level bounds allow. So every node judged is one of the lattice, and none is judged twice: a candidate
//! with a column at the top was decided in a smaller set.

mod families;

use std::collections::BTreeSet;

use amidst_core::{Guarantee, Levels, Observer, Outcome, Result, Solver, SolverInfo, lattice::height};

use crate::{Algorithm, Minimal, MinimalFinder, Problem, run::Run, tags::Tags};
use families::{candidates, families, is_candidate};

/// Finds all feasible nodes by growing sets of columns, and the best of them.
#[derive(Clone, Copy, Debug)]
pub struct Incognito;

/// What became of a set of columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The columns, ascending, by their place among the quasi columns. Those with a single level are in no set.
    pub columns: Vec<usize>,
    /// The levels of these columns that survived in every smaller set, in lexicographic order.
    pub candidates: Vec<Levels>,
    /// Those of the candidates that are feasible.
    pub survivors: Vec<Levels>,
}

impl Incognito {
    /// Its id.
    pub const NAME: &str = "incognito";

    /// The candidates and survivors of every set of columns, smaller sets first. If stopped, those done by then; if not
    /// even the top is feasible, none.
    ///
    /// # Errors
    /// If nodes above a solution need not be solutions, or there are too many nodes to keep the state of each.
    pub fn trace(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Vec<Family>> {
        let mut trace = Vec::new();
        decide(problem, observer, |tags, columns| {
            let levels = |tags: &Tags<'_>, node: usize| -> Levels {
                columns.iter().map(|&column| tags.grid.level(node, column)).collect()
            };
            let mut family =
                Family { columns: columns.to_vec(), candidates: Vec::new(), survivors: Vec::new() };
            let is_complete = candidates(tags, columns, &mut |tags, node| {
                family.candidates.push(levels(tags, node));
                if tags.is_feasible(node) {
                    family.survivors.push(levels(tags, node));
                }
            });
            if is_complete {
                trace.push(family);
            }
        })?;
        Ok(trace)
    }
}

impl Solver<Problem<'_>> for Incognito {
    type Answer = Outcome;

    fn info(&self) -> SolverInfo {
        SolverInfo::of_levels(
            Self::NAME,
            "all minimal nodes, from sets of few columns to all of them",
            Guarantee::Optimal,
        )
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Outcome> {
        let mut tags = decide(problem, observer, |_, _| {})?;
        tags.run.work_above(problem.lattice().bottom());
        Ok(tags.best())
    }
}

impl Algorithm for Incognito {
    fn minimal_finder(&self) -> Option<&dyn MinimalFinder> {
        Some(self)
    }
}

impl MinimalFinder for Incognito {
    fn minimal(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<Minimal> {
        Ok(decide(problem, observer, |_, _| {})?.minimal())
    }
}

/// Decides every node, unless stopped; shows each set of columns once it is done.
fn decide<'a>(
    problem: &'a Problem<'a>,
    observer: &'a dyn Observer,
    mut show: impl FnMut(&mut Tags<'a>, &[usize]),
) -> Result<Tags<'a>> {
    let mut tags = Tags::new(Run::new(problem, observer), Incognito::NAME)?;
    if !tags.check(tags.grid.nodes - 1) {
        return Ok(tags);
    }
    let columns = 0..tags.grid.top.len();
    let columns = columns.filter(|&column| tags.grid.bottom[column] < tags.grid.top[column]).collect();
    for family in families(columns) {
        settle(&mut tags, &family);
        if tags.run.is_stopped() {
            break;
        }
        show(&mut tags, &family);
    }
    Ok(tags)
}

/// Decides the candidates of a set of columns, from the bottom up.
fn settle(tags: &mut Tags<'_>, family: &[usize]) {
    let mut roots = Vec::new();
    candidates(tags, family, &mut |tags, node| {
        if !tags.is_tagged(node) && is_root(tags, family, node) {
            roots.push(tags.grid.levels(node));
        }
    });
    let Some(super_root) = meet(&roots) else { return };
    tags.run.work_above(&super_root);
    let mut open: BTreeSet<(u32, Levels)> = roots.into_iter().map(|root| (height(&root), root)).collect();
    while let Some((height, levels)) = open.pop_first() {
        let node = tags.grid.number(&levels);
        if tags.is_tagged(node) {
            continue;
        }
        if tags.run.is_stopped() {
            return;
        }
        if !tags.check(node) {
            let rising = family.iter().filter(|&&column| levels[column] < tags.grid.top[column]);
            open.extend(rising.map(|&column| {
                let mut above = levels.clone();
                above[column] += 1;
                (height + 1, above)
            }));
        }
    }
}

/// Whether no node one step below a candidate is a candidate.
fn is_root(tags: &Tags<'_>, family: &[usize], node: usize) -> bool {
    let is_low = |&column: &usize| tags.grid.level(node, column) == tags.grid.bottom[column];
    family
        .iter()
        .all(|column| is_low(column) || !is_candidate(tags, family, node - tags.grid.strides[*column]))
}

/// The highest node below all of some nodes.
fn meet(nodes: &[Levels]) -> Option<Levels> {
    let lower = |a: Levels, b: &Levels| a.iter().zip(b).map(|(a, b)| *a.min(b)).collect();
    let (first, others) = nodes.split_first()?;
    Some(others.iter().fold(first.clone(), lower))
}
