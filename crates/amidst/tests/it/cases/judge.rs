//! Asks the search about nodes.

use std::sync::Arc;

use amidst_core::{Codes, Levels, NodeFacts, Outcome, hierarchy::OnUncovered};
use amidst_kernel::{Kernel, QuasiColumn, SUPPRESSED, Tuples};
use amidst_search::{Algorithm, Preference, Problem, Samarati};

use super::subject::Subject;

/// What is known of a node.
pub fn judge(subject: &Subject, k: u64, levels: &[u8]) -> Result<NodeFacts, String> {
    with_problem(subject, k, 0, "height", |problem| Ok(problem.judge(levels)?.facts))
}

/// Whether a node suppresses at most so many rows.
pub fn is_feasible(subject: &Subject, k: u64, max_suppressed: u64, levels: &[u8]) -> Result<bool, String> {
    with_problem(subject, k, max_suppressed, "height", |problem| Ok(problem.judge(levels)?.is_feasible))
}

/// The feasible nodes below which nothing is feasible.
pub fn minimal(subject: &Subject, k: u64, max_suppressed: u64) -> Result<Vec<Levels>, String> {
    with_problem(subject, k, max_suppressed, "height", |problem| Ok(Samarati.minimal(problem, &())?.nodes))
}

/// All minimal nodes that a policy holds best.
pub fn preferred(
    subject: &Subject,
    k: u64,
    max_suppressed: u64,
    policy: &str,
) -> Result<Vec<Levels>, String> {
    with_problem(subject, k, max_suppressed, "height", |problem| {
        let nodes = Samarati.minimal(problem, &())?.nodes;
        let views = nodes.iter().map(|node| problem.judge(node)).collect::<amidst_core::Result<Vec<_>>>()?;
        let best = Preference::parse(policy, &[], |_| None)?.best(problem, &views);
        Ok(best.into_iter().map(|at| nodes[at].clone()).collect())
    })
}

/// What each algorithm finds best under an objective.
pub fn solutions(
    subject: &Subject,
    k: u64,
    max_suppressed: u64,
    objective: &str,
) -> Result<Vec<(&'static str, Levels)>, String> {
    let mut solutions = Vec::new();
    for name in amidst_search::names() {
        let outcome = with_problem(subject, k, max_suppressed, objective, |problem| {
            amidst_search::algorithm(name)?.search(problem, &())
        })?;
        match outcome {
            Outcome::Found(solution) => solutions.push((name, solution.levels)),
            _ => return Err(format!("{name} finds nothing")),
        }
    }
    Ok(solutions)
}

/// The rows, counted from 1, that a node suppresses.
pub fn suppressed_rows(subject: &Subject, k: u64, levels: &[u8]) -> Result<Vec<usize>, String> {
    let columns = columns(subject)?;
    let tuples = Tuples::collapse(&columns).map_err(|error| error.to_string())?;
    let table = Kernel::new(&tuples, 0).table(levels);
    let assignment = tuples.assign(&columns, &table, |class| u64::from(table.counts()[class]) >= k);
    let rows = assignment.class_of_row.iter().enumerate();
    Ok(rows.filter(|(_, class)| **class == SUPPRESSED).map(|(row, _)| row + 1).collect())
}

fn with_problem<T>(
    subject: &Subject,
    k: u64,
    max_suppressed: u64,
    objective: &str,
    ask: impl FnOnce(&Problem<'_>) -> amidst_core::Result<T>,
) -> Result<T, String> {
    let columns = columns(subject)?;
    let answer = || {
        let tuples = Tuples::collapse(&columns)?;
        let model = amidst_models::model("k-anonymity", &[("k", k as f64)])?;
        let metric = amidst_metrics::metric(objective, None, tuples.attributes())?;
        ask(&Problem::new(&tuples, vec![model], metric, max_suppressed))
    };
    answer().map_err(|error| error.to_string())
}

/// The quasi columns under their hierarchies.
fn columns(subject: &Subject) -> Result<Vec<QuasiColumn>, String> {
    let table = subject.table()?;
    let column = |name: &String| {
        let found = table.column(name).and_then(|column| column.coded());
        let coded = found.ok_or_else(|| format!("the table has no column {name}"))?;
        let cover =
            subject.hierarchy(name)?.cover(coded, OnUncovered::Error).map_err(|error| error.to_string())?;
        let codes: Vec<u32> = coded.codes.iter().map(|code| cover.leaves[code as usize]).collect();
        let codes = Codes::narrow(codes, cover.hierarchy.leaves());
        Ok(QuasiColumn::new(name, Arc::new(cover.hierarchy), codes))
    };
    subject.quasi.iter().map(column).collect()
}
