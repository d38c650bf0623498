//! What solves: one trait for algorithms that choose levels, recode cell by cell, blank cells or put rows into groups.

use std::fmt;

use crate::{Observer, Result, parameter::ParamInfo};

/// An algorithm as it is described once, beside the file that implements it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolverInfo {
    /// Stable id for specs and reports, e.g. `optimal`.
    pub id: &'static str,
    /// What it does, in one line.
    pub doc: &'static str,
    /// What it changes.
    pub method: Method,
    /// What its answer is, once it has run to its end.
    pub guarantee: Guarantee,
    /// Settings of a spec that are its alone.
    pub parameters: &'static [ParamInfo],
}

/// What an algorithm does to a table, in the terms of statistical disclosure control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Global recoding: one level for each column.
    GlobalRecoding,
    /// Global recoding by cuts: intervals of each column, or labels of several levels, the same for all rows.
    Cuts,
    /// Local recoding: every class shows what its own rows need.
    LocalRecoding,
    /// Local suppression: single cells are blanked.
    LocalSuppression,
    /// Microaggregation: every class shows averages of its rows, which are no longer true.
    Microaggregation,
    /// Each row shows what others may be behind, whatever the classes.
    Links,
    /// Bucketization: every value stays, and only groups of rows link tables.
    Bucketization,
}

/// What the answer of an algorithm is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// The best under the objective.
    Optimal,
    /// A node of the least height, whatever the objective.
    LeastHeight,
    /// At most so many times the best, by a proof.
    Approximation,
    /// A feasible answer. Of nodes: if those above a feasible one need not be feasible, it may miss all there are.
    Heuristic,
}

impl SolverInfo {
    /// A search for one level for each column.
    pub const fn of_levels(id: &'static str, doc: &'static str, guarantee: Guarantee) -> Self {
        Self { id, doc, method: Method::GlobalRecoding, guarantee, parameters: &[] }
    }

    /// A heuristic of another method.
    pub const fn new(id: &'static str, doc: &'static str, method: Method) -> Self {
        Self { id, doc, method, guarantee: Guarantee::Heuristic, parameters: &[] }
    }

    /// The same, but proved to be near the best.
    pub const fn with_proof(self) -> Self {
        Self { guarantee: Guarantee::Approximation, ..self }
    }

    /// The same with settings of its own.
    pub const fn with_parameters(self, parameters: &'static [ParamInfo]) -> Self {
        Self { parameters, ..self }
    }
}

/// Solves problems of one kind. What to stop for and whom to tell arrives in `observer`, so that a run can be repeated: the same
/// problem gives the same answer, whatever the number of threads, unless it is stopped.
pub trait Solver<Problem>: fmt::Debug + Send + Sync {
    /// What it answers.
    type Answer;

    /// What it is.
    fn info(&self) -> SolverInfo;

    /// Stable id for specs and reports.
    fn name(&self) -> &'static str {
        self.info().id
    }

    /// Looks for a good answer.
    ///
    /// # Errors
    /// If it cannot take the problem. That there is no solution is an answer, not an error.
    fn solve(&self, problem: &Problem, observer: &dyn Observer) -> Result<Self::Answer>;
}
