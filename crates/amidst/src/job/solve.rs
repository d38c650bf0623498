//! From a problem to the node that is released: it is searched, and the rows assigned to classes.

use std::time::Instant;

use amidst_core::{Coded, Guarantee, Observer, Outcome, Score, Signal, Solution, Stage};
use amidst_search::{Algorithm, Lightning, Optimal, Preference, Problem};
use amidst_spec::{Result, names::AUTO, roles::Roles, validated::ValidatedSpec};
use amidst_table::{Column, Table};

use super::{
    Attempt, Unsolved,
    deal::PointClasses,
    infeasibility::InfeasibleReason,
    instance::LatticeInstance,
    prefer::{finder, weigh},
    solution::{Levelled, RecodingKind, RecodingSolution},
};
use crate::release::RecodedColumn;
use crate::summary::{Objective, Prefer, Rows, Search, SearchOutcome};

/// A node to release, in numbers: no row was recoded for it.
pub(crate) struct NodeSolution {
    pub found: SearchResult,
    pub rows: Rows,
    /// Every measure of loss.
    pub loss: Vec<(String, f64)>,
    pub is_optimal: bool,
    pub gap: f64,
}

/// Looks for the best node.
pub(crate) fn solve_node(
    instance: &LatticeInstance,
    problem: &Problem<'_>,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Attempt<NodeSolution> {
    let found = match search(instance, problem, validated, observer) {
        Ok(found) => found,
        Err(Unsolved::Failed(error)) => return Err(error.into()),
        Err(Unsolved::Infeasible(why)) => {
            return Err(Unsolved::Infeasible(instance.infeasibility(validated, why)?));
        }
    };
    let view = problem.judge(&found.solution.levels)?;
    let rows = instance.rows_when(view.facts.suppressed);
    let mut loss: Vec<(String, f64)> = validated
        .registry
        .all_measures(instance.tuples().attributes())
        .of(&view.facts)
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    loss.push(("suppression".into(), rows.suppressed as f64 / rows.r#in as f64));
    let is_stricter = instance.is_stricter(validated);
    Ok(NodeSolution {
        is_optimal: found.solution.is_optimal() && !is_stricter,
        gap: if is_stricter { 1.0 } else { found.solution.gap() },
        found,
        rows,
        loss,
    })
}

/// Looks for the best node, and assigns the rows to its classes.
pub fn solve(
    table: &Table,
    roles: &Roles,
    validated: &ValidatedSpec,
    instance: LatticeInstance,
    observer: &dyn Observer,
) -> Attempt<RecodingSolution> {
    let problem = instance.problem(validated)?;
    let NodeSolution { found, rows, loss, is_optimal, gap } =
        solve_node(&instance, &problem, validated, observer)?;
    let SearchResult { algorithm, outcome, solution, prefer, warnings } = found;
    observer.progress(Stage::Recoding, 0, None);
    let (class_of_row, labels) = instance.assign(&problem, &solution.levels, observer)?;
    let coded: Vec<&Coded> = roles
        .quasi()
        .map(|(name, _)| {
            table.column(name).and_then(|column| column.coded()).expect("quasi columns are coded")
        })
        .collect();
    let columns = instance.columns.iter().zip(&solution.levels).zip(labels).zip(coded);
    let columns: Vec<(Levelled, RecodedColumn)> = columns
        .map(|(((mapped, &level), labels), coded)| {
            Levelled::new(mapped, level, labels, coded, &class_of_row, observer)
        })
        .collect::<Result<_>>()?;
    let (columns, recoded) = columns.into_iter().unzip();
    let table_counts = table.columns().iter().find_map(Column::coded).and_then(Coded::counts);
    Ok(RecodingSolution {
        recoded,
        kind: RecodingKind::Levels(columns),
        points: table_counts.map(|counts| PointClasses::of_rows(&class_of_row, counts)),
        model_paths: instance.model_paths().to_vec(),
        is_optimal,
        gap,
        warnings,
        caveats: Vec::new(),
        class_of_row,
        algorithm: algorithm.into(),
        outcome,
        prefer,
        rows,
        loss,
        objective: Objective { name: validated.objective.clone(), value: solution.score.value() },
        search: Some(Search { lattice: solution.statistics.nodes, judged: solution.statistics.judged }),
    })
}

/// The node to release, and how it was found.
pub(crate) struct SearchResult {
    pub algorithm: &'static str,
    pub outcome: SearchOutcome,
    pub solution: Solution,
    /// The policy that chose it, if not the objective.
    pub prefer: Option<Prefer>,
    /// What is odd, in words.
    pub warnings: Vec<String>,
}

/// Searches as a spec asks for it: the best node, or the minimal one that a policy prefers.
pub(crate) fn search(
    instance: &LatticeInstance,
    problem: &Problem<'_>,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Attempt<SearchResult, InfeasibleReason> {
    let observer = Deadline::new(observer, validated);
    let found = match validated.prefer == Preference::OBJECTIVE {
        true => best(problem, validated, &observer)?,
        false => preferred(instance, problem, validated, &observer)?,
    };
    Ok(SearchResult { warnings: [instance.warnings(validated), found.warnings].concat(), ..found })
}

/// The algorithm asked for. Left to us, it is the one that proves its answer, as long as it can.
pub(crate) fn chosen(problem: &Problem<'_>, validated: &ValidatedSpec) -> Result<&'static dyn Algorithm> {
    Ok(match &*validated.algorithm {
        AUTO if problem.is_decidable() => &Optimal,
        AUTO => &Lightning,
        name => amidst_search::algorithm(name)?,
    })
}

/// The best of all feasible nodes.
fn best(
    problem: &Problem<'_>,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Attempt<SearchResult, InfeasibleReason> {
    let algorithm = chosen(problem, validated)?;
    let (outcome, solution) = match algorithm.solve(problem, observer)? {
        Outcome::Found(solution) => (SearchOutcome::Found, solution),
        // Stopped when nothing was left to be proved.
        Outcome::Stopped(Some(solution)) if solution.is_optimal() => (SearchOutcome::Found, solution),
        Outcome::Stopped(Some(solution)) => (SearchOutcome::Stopped, solution),
        Outcome::Stopped(None) => return Err(Unsolved::Infeasible(InfeasibleReason::Stopped)),
        Outcome::Infeasible(_) => return Err(Unsolved::Infeasible(InfeasibleReason::TooMuchSuppression)),
    };
    let is_unproved = outcome == SearchOutcome::Found && !solution.is_optimal();
    let unproved = is_unproved.then(|| unproved(algorithm, solution.statistics.nodes));
    let warnings = unproved.into_iter().collect();
    Ok(SearchResult { algorithm: algorithm.name(), outcome, solution, prefer: None, warnings })
}

/// Why an algorithm that ran to its end does not have the best node for certain.
fn unproved(algorithm: &dyn Algorithm, nodes: u128) -> String {
    let name = algorithm.name();
    match algorithm.info().guarantee {
        Guarantee::LeastHeight => {
            format!("{name} finds a node of the least height; another may be better under the objective")
        }
        Guarantee::Heuristic if name != Lightning::NAME => {
            format!("{name} is a heuristic: another node may be better under the objective")
        }
        Guarantee::Optimal | Guarantee::Heuristic => {
            format!(
                "the lattice of {nodes} nodes is too large to decide every one: this is the best node found"
            )
        }
    }
}

/// The minimal node that a policy prefers.
fn preferred(
    instance: &LatticeInstance,
    problem: &Problem<'_>,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Attempt<SearchResult, InfeasibleReason> {
    let algorithm = finder(problem, validated)?.name();
    let ranked = weigh(instance, problem, validated, observer)?;
    Ok(SearchResult {
        algorithm,
        outcome: SearchOutcome::new(ranked.minimal.is_complete),
        solution: ranked.solution(),
        prefer: Some(ranked.in_numbers()),
        warnings: ranked.warnings(instance, validated),
    })
}

/// Passes on what an observer says, and asks to finish when time is up.
pub(crate) struct Deadline<'a> {
    observer: &'a dyn Observer,
    at: Option<Instant>,
}

impl<'a> Deadline<'a> {
    /// From now on.
    pub fn new(observer: &'a dyn Observer, validated: &ValidatedSpec) -> Self {
        Self { observer, at: validated.time_limit.map(|span| Instant::now() + span) }
    }
}

impl Observer for Deadline<'_> {
    fn signal(&self) -> Signal {
        match self.observer.signal() {
            Signal::Continue => Signal::finish_if(self.at.is_some_and(|at| Instant::now() >= at)),
            asked => asked,
        }
    }

    fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        self.observer.progress(stage, done, of);
    }

    fn best(&self, score: &Score) {
        self.observer.best(score);
    }
}
