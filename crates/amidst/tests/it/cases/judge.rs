//! Asks the search about nodes.

use std::{collections::BTreeSet, sync::Arc};

use amidst_core::{Codes, Guarantee, Levels, NodeFacts, Outcome, Solver, hierarchy::OnUnmapped};
use amidst_kernel::{Kernel, QuasiColumn, SUPPRESSED, Tuples};
use amidst_search::{
    Algorithm, Datafly, Family, Incognito, Matrix, MinimalFinder, Preference, Problem, Samarati,
};

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

/// What each algorithm that finds them all has for minimal nodes.
pub fn all_minimal(
    subject: &Subject,
    k: u64,
    max_suppressed: u64,
) -> Result<Vec<(&'static str, Vec<Levels>)>, String> {
    with_problem(subject, k, max_suppressed, "height", |problem| {
        let found = |algorithm: &&'static dyn Algorithm| {
            Some((algorithm.name(), algorithm.minimal_finder()?.minimal(problem, &()).ok()?.nodes))
        };
        Ok(amidst_search::ALL.iter().filter_map(found).collect())
    })
}

/// How Samarati's search goes through the heights.
pub fn heights(subject: &Subject, k: u64, max_suppressed: u64) -> Result<Vec<u32>, String> {
    with_problem(subject, k, max_suppressed, "height", |problem| Ok(Samarati.trace(problem, &())?.heights()))
}

/// The candidates and survivors of each set of columns.
pub fn families(subject: &Subject, k: u64, max_suppressed: u64) -> Result<Vec<Family>, String> {
    with_problem(subject, k, max_suppressed, "height", |problem| Incognito.trace(problem, &()))
}

/// Asks the library's matrix of distance vectors.
pub fn with_matrix<T>(subject: &Subject, k: u64, validated: impl FnOnce(&Matrix) -> T) -> Result<T, String> {
    with_problem(subject, k, 0, "height", |problem| Ok(validated(&Matrix::new(problem)?)))
}

/// The library's matrix of distance vectors, rows and columns in the order in which tuples first occur.
pub fn matrix_rows(subject: &Subject, k: u64) -> Result<Vec<Vec<Levels>>, String> {
    let tuples = distinct(&columns(subject)?);
    with_matrix(subject, k, |matrix| {
        let place = |tuple: &Vec<u32>| {
            let known = (0..matrix.counts().len()).find(|&at| matrix.tuple(at) == *tuple);
            known.expect("the matrix has every tuple")
        };
        let places: Vec<usize> = tuples.iter().map(place).collect();
        let rows = places.iter().filter_map(|at| matrix.outliers().iter().position(|outlier| outlier == at));
        rows.map(|row| places.iter().map(|&tuple| matrix.vector(row, tuple)).collect()).collect()
    })
}

/// The distinct tuples in the order in which they occur, as numbers of their values among those that do.
fn distinct(columns: &[QuasiColumn]) -> Vec<Vec<u32>> {
    let occurring: Vec<Vec<u32>> = columns
        .iter()
        .map(|column| column.codes.iter().collect::<BTreeSet<u32>>().into_iter().collect())
        .collect();
    let mut distinct: Vec<Vec<u32>> = Vec::new();
    for row in 0..columns.first().map_or(0, |column| column.codes.len()) {
        let number = |(column, occurring): (&QuasiColumn, &Vec<u32>)| {
            occurring.binary_search(&column.codes.at(row)).expect("a value that occurs") as u32
        };
        let tuple = columns.iter().zip(&occurring).map(number).collect();
        if !distinct.contains(&tuple) {
            distinct.push(tuple);
        }
    }
    distinct
}

/// The nodes that Datafly walks, and the one it finds.
pub fn datafly(subject: &Subject, k: u64, max_suppressed: u64) -> Result<(Vec<Levels>, Levels), String> {
    let walk = |problem: &Problem<'_>| Ok((Datafly::path(problem), Datafly.solve(problem, &())?));
    match with_problem(subject, k, max_suppressed, "height", walk)? {
        (path, Outcome::Found(solution)) => Ok((path, solution.levels)),
        _ => Err("datafly finds nothing".into()),
    }
}

/// What each algorithm but the heuristics finds best under an objective.
pub fn solutions(
    subject: &Subject,
    k: u64,
    max_suppressed: u64,
    objective: &str,
) -> Result<Vec<(&'static str, Levels)>, String> {
    let mut solutions = Vec::new();
    for algorithm in amidst_search::ALL.iter().filter(|it| it.info().guarantee != Guarantee::Heuristic) {
        let outcome =
            with_problem(subject, k, max_suppressed, objective, |problem| algorithm.solve(problem, &()))?;
        match outcome {
            Outcome::Found(solution) => solutions.push((algorithm.name(), solution.levels)),
            _ => return Err(format!("{} finds nothing", algorithm.name())),
        }
    }
    Ok(solutions)
}

/// The rows, counted from 1, that a node suppresses.
pub fn suppressed_rows(subject: &Subject, k: u64, levels: &[u8]) -> Result<Vec<usize>, String> {
    let columns = columns(subject)?;
    let tuples = Tuples::collapse(&columns).map_err(|error| error.to_string())?;
    let table = Kernel::new(&tuples, 0).table(levels);
    let assignment = tuples.assign(&columns, &table, |class| u64::from(table.counts()[class]) >= k, &());
    let assignment = assignment.map_err(|error| error.to_string())?;
    let rows = assignment.class_of_row.iter().enumerate();
    Ok(rows.filter(|(_, class)| **class == SUPPRESSED).map(|(row, _)| row + 1).collect())
}

fn with_problem<T>(
    subject: &Subject,
    k: u64,
    max_suppressed: u64,
    objective: &str,
    validated: impl FnOnce(&Problem<'_>) -> amidst_core::Result<T>,
) -> Result<T, String> {
    let columns = columns(subject)?;
    let answer = || {
        let tuples = Tuples::collapse(&columns)?;
        let model = Box::new(amidst_models::KAnonymity::new(k)?);
        let metric = amidst_metrics::metric(objective, None, tuples.attributes())?;
        validated(&Problem::new(&tuples, vec![model], metric, max_suppressed))
    };
    answer().map_err(|error| error.to_string())
}

/// The quasi columns under their hierarchies.
fn columns(subject: &Subject) -> Result<Vec<QuasiColumn>, String> {
    let table = subject.table()?;
    let column = |name: &String| {
        let found = table.column(name).and_then(|column| column.coded());
        let coded = found.ok_or_else(|| format!("the table has no column {name}"))?;
        let cover = subject
            .hierarchy(name)?
            .map_column(coded, OnUnmapped::Error)
            .map_err(|error| error.to_string())?;
        let codes: Vec<u32> = coded.codes.iter().map(|code| cover.leaves[code as usize]).collect();
        let codes = Codes::narrow(codes, cover.hierarchy.leaves());
        Ok(QuasiColumn::new(name, Arc::new(cover.hierarchy), codes))
    };
    subject.quasi.iter().map(column).collect()
}
