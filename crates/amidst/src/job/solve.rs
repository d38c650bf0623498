//! From a problem to the node that is released: it is searched, and the rows assigned to classes.

use std::sync::Arc;

use amidst_core::{Coded, Observer, Outcome, Stage};
use amidst_metrics::Loss;
use amidst_release::RecodedColumn;
use amidst_search::{Preference, Problem};
use amidst_spec::{Error, Result, validated::ValidatedSpec};
use amidst_table::Column;

use super::{
    Attempt, Dataset, InfeasibleReason, LaidColumns, PointClasses, SolveError,
    deadline::Deadline,
    instance::LatticeInstance,
    lattice_problem::LatticeProblem,
    limited,
    prefer::{finder, weigh},
    search_result::{SearchResult, chosen, concluded},
    solution::{Levelled, RecodingKind, RecodingSolution},
};
use crate::summary::{Objective, Rows, Search, SearchOutcome};

/// A node to release, in numbers: no row was recoded for it.
pub(crate) struct NodeSolution {
    pub found: SearchResult,
    pub rows: Rows,
    /// Every measure of loss.
    pub loss: Vec<(String, f64)>,
    /// What each quasi column loses by itself.
    pub column_loss: Vec<f64>,
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
    let found = searched(instance, problem, validated, observer)?;
    Ok(measured(instance, problem, validated, found)?)
}

/// Looks for the best node, and says why there is none if so.
fn searched(
    instance: &LatticeInstance,
    problem: &Problem<'_>,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Attempt<SearchResult> {
    match search(instance, problem, validated, observer) {
        Ok(found) => Ok(found),
        Err(SolveError::Failed(error)) => Err(error.into()),
        Err(SolveError::Infeasible(why)) => {
            Err(SolveError::Infeasible(instance.infeasibility(validated, why)?))
        }
    }
}

/// A node in all its numbers.
fn measured(
    instance: &LatticeInstance,
    problem: &Problem<'_>,
    validated: &ValidatedSpec,
    found: SearchResult,
) -> Result<NodeSolution> {
    if found.solution.score.is_worst() {
        let words = format!(
            "objective {}: no node has a score that is a number from 0 on, as every measure must give one",
            validated.objective
        );
        return Err(Error::bad_value("objective", words));
    }
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
        column_loss: Loss::new(instance.tuples().attributes(), Loss::AGGREGATE).of_columns(&view.facts),
    })
}

/// Looks for the best node, and assigns the rows to its classes. The time of a limit runs from here on.
pub fn solve(
    read: &Dataset,
    validated: &ValidatedSpec,
    laid: Arc<LaidColumns>,
    observer: &dyn Observer,
) -> Attempt<RecodingSolution> {
    let (instance, found) = answered(read, validated, laid, &Deadline::new(observer, validated))?;
    observer.progress(Stage::Recoding, 0, None);
    instance.count_values(observer)?;
    let problem = instance.problem(validated)?;
    let NodeSolution { found, rows, loss, column_loss, is_optimal, gap } =
        measured(&instance, &problem, validated, found)?;
    let SearchResult { algorithm, outcome, solution, prefer, warnings } = found;
    let (class_of_row, labels) = instance.assign(&problem, &solution.levels, observer)?;
    let Dataset { table, roles, .. } = read;
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
        approximation: None,
        warnings,
        caveats: Vec::new(),
        class_of_row,
        algorithm: algorithm.into(),
        outcome,
        prefer,
        rows,
        loss,
        column_loss,
        objective: Objective { name: validated.objective.clone(), value: solution.score.value() },
        search: Some(Search { lattice: solution.statistics.nodes, judged: solution.statistics.judged }),
    })
}

/// Looks for the best node in a problem that is posed as coarsely as it can be.
fn answered(
    read: &Dataset,
    validated: &ValidatedSpec,
    laid: Arc<LaidColumns>,
    clock: &Deadline<'_>,
) -> Attempt<(LatticeInstance, SearchResult)> {
    let posed = LatticeProblem::new(read, validated, laid, clock)?;
    let bases = posed.bases();
    let (instance, found) = match &bases[..] {
        [base] => {
            let instance = posed.at(base, clock)?.checked(validated)?;
            let found = searched(&instance, &instance.problem(validated)?, validated, clock)?;
            return Ok((instance, found));
        }
        bases => limited::search(&posed, bases, validated, clock)?,
    };
    let warnings = [instance.warnings(validated), found.warnings].concat();
    Ok((instance, SearchResult { warnings, ..found }))
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

/// The best of all feasible nodes.
fn best(
    problem: &Problem<'_>,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Attempt<SearchResult, InfeasibleReason> {
    let algorithm = chosen(problem, validated)?;
    match algorithm.solve(problem, observer)? {
        Outcome::Found(solution) => Ok(concluded(algorithm, solution, true)),
        Outcome::Stopped(Some(solution)) => Ok(concluded(algorithm, solution, false)),
        Outcome::Stopped(None) => Err(SolveError::Infeasible(InfeasibleReason::Stopped)),
        Outcome::Infeasible(_) => Err(SolveError::Infeasible(InfeasibleReason::TooMuchSuppression)),
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
