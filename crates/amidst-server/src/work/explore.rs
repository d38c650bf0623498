//! Every candidate: the nodes of the lattice with what they lose and how many they suppress, as few numbers as a picture needs.

use std::path::Path;

use amidst::{
    Job,
    solutions::{LatticeNode, Node, Solutions, SolutionsAnswer, SolutionsOptions},
};
use serde_json::{Value, json};

use crate::{error::Result, job::Watch, session::Session};

/// Lists the candidates. What is out of reach is an answer too.
pub fn explore(session: &Session, watch: &Watch) -> Result<Value> {
    let spec = session.runnable(Path::new(""))?;
    let wanted = SolutionsOptions { nodes: true, all_satisfying: true, ..SolutionsOptions::default() };
    Ok(match Job::new(spec).solutions(wanted, watch)? {
        SolutionsAnswer::Found(found) => told(&found),
        SolutionsAnswer::Infeasible(answer) => json!({ "outcome": "infeasible", "why": *answer }),
    })
}

fn told(found: &Solutions) -> Value {
    let objective = &found.asked.objective;
    let loss = |all: &[(&'static str, f64)]| all.iter().find(|(name, _)| name == objective).map(|it| it.1);
    let node = |node: &LatticeNode| {
        json!([node.levels.levels, node.satisfying, node.suppressed, node.classes, loss(&node.loss)])
    };
    let named = |node: &Node| json!(node.levels.levels);
    json!({
        "outcome": "found",
        "lattice": found.lattice as f64,
        "satisfying": found.satisfying,
        "complete": found.complete,
        "columns": found.columns,
        "objective": objective,
        "rows": found.asked.rows,
        "max_suppressed": found.asked.max_suppressed,
        "asked": found.asked.k,
        "minimal": found.minimal.iter().map(named).collect::<Vec<_>>(),
        "preferred": named(&found.preferred),
        "best": named(&found.best.node),
        "warnings": found.warnings,
        "nodes": found.nodes.iter().flatten().map(node).collect::<Vec<_>>(),
    })
}
