//! Solutions for people: a few lines of words, and a table of nodes.

use amidst::solutions::{LatticeNode, Solutions};

use crate::{advice::note, format};

/// Minimal nodes shown; whoever wants more asks for a list.
const MOST_SHOWN: usize = 60;

/// All of it in words.
pub fn describe(solutions: &Solutions) -> String {
    let mut text = heading(solutions);
    for warning in &solutions.warnings {
        text += &format!("Warning: {}.\n", note(warning));
    }
    text.push('\n');
    let nodes: Vec<LatticeNode> = match &solutions.nodes {
        Some(nodes) => nodes.clone(),
        None => preferred_first(solutions).take(MOST_SHOWN).collect(),
    };
    text += &table(solutions, &nodes);
    let left = solutions.minimal.len().saturating_sub(nodes.len());
    if solutions.nodes.is_none() && left > 0 {
        text += &format!("… and {} more; --csv or --json lists all.\n", format::count(left as u64));
    }
    text
}

fn heading(solutions: &Solutions) -> String {
    let asked = &solutions.asked;
    let minimal = solutions.minimal.len() as u64;
    let mut text = format!(
        "{} {}; {} {} with at most {} of {} rows suppressed, and {} of those {} minimal{}.\n",
        size(solutions.lattice),
        if solutions.lattice == 1 { "node" } else { "nodes" },
        match solutions.satisfying {
            Some(1) => "1 satisfies".to_owned(),
            Some(satisfying) => format!("{} satisfy", format::count(satisfying)),
            None => "how many is not known, but some satisfy".to_owned(),
        },
        asked.k,
        format::count(asked.max_suppressed),
        format::count(asked.rows),
        format::count(minimal),
        format::plural(minimal, "is", "are"),
        if solutions.complete { "" } else { ", as far as they were found" }
    );
    let policy = if asked.policy == "objective" { &asked.objective } else { &asked.policy };
    text += &format!("Preferred under {policy}: {}", solutions.preferred.levels);
    text += &match solutions.ties.len() as u64 {
        0 | 1 => ".\n".to_owned(),
        ties => format!(
            ", one of {} that tie; the lower {}, then the lower height, then the smaller levels decide.\n",
            format::count(ties),
            asked.objective
        ),
    };
    text += &format!(
        "Least {} of all nodes: {}, {}minimal.\n",
        asked.objective,
        solutions.best.node.levels,
        if solutions.best.minimal { "" } else { "not " }
    );
    text
}

/// The number of nodes; lattices may have more than a machine counts to.
fn size(nodes: u128) -> String {
    u64::try_from(nodes).map_or_else(|_| nodes.to_string(), format::count)
}

/// The preferred node, those that tie with it, then the others.
fn preferred_first(solutions: &Solutions) -> impl Iterator<Item = LatticeNode> {
    let mut nodes: Vec<LatticeNode> = solutions.minimal.iter().map(LatticeNode::from).collect();
    nodes.sort_by_key(|node| {
        let marks = solutions.marks(&node.levels.levels);
        (!marks.is_preferred, !marks.is_tied)
    });
    nodes.into_iter()
}

fn table(solutions: &Solutions, nodes: &[LatticeNode]) -> String {
    let metrics = metrics(solutions);
    let names = ["height", "suppressed", "classes"].into_iter().chain(metrics.iter().copied());
    let header: Vec<String> =
        solutions.columns.iter().cloned().chain(names.map(String::from)).chain([String::new()]).collect();
    let rows: Vec<Vec<String>> = nodes.iter().map(|node| cells(solutions, node, &metrics)).collect();
    let width = |at: usize| {
        std::iter::once(&header).chain(&rows).map(|cells| cells[at].chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let line = |cells: &Vec<String>| {
        // Numbers to the right; the last cell holds words.
        let (marks, numbers) = cells.split_last().expect("there is a cell for marks");
        let numbers = numbers.iter().zip(&widths).map(|(cell, &width)| format!("  {cell:>width$}"));
        format!("{}  {marks}", numbers.collect::<String>()).trim_end().to_owned() + "\n"
    };
    std::iter::once(&header).chain(&rows).map(line).collect()
}

/// What is shown of the losses: loss itself, the objective, and the policy if it is a measure.
fn metrics(solutions: &Solutions) -> Vec<&str> {
    let asked = &solutions.asked;
    let mut metrics = vec!["loss"];
    for name in [asked.objective.as_str(), asked.policy.as_str()] {
        // Height has its column already.
        let is_measure = solutions.preferred.loss_under(name).is_some() && name != "height";
        if is_measure && !metrics.contains(&name) {
            metrics.push(name);
        }
    }
    metrics
}

fn cells(solutions: &Solutions, node: &LatticeNode, metrics: &[&str]) -> Vec<String> {
    let or_blank = |number: Option<u64>| number.map_or_else(String::new, format::count);
    let levels = node.levels.levels.iter().map(u8::to_string);
    let counts = [node.height.to_string(), or_blank(node.suppressed), or_blank(node.classes)];
    let loss = |metric: &&str| {
        let found = node.loss.iter().find(|(name, _)| name == metric);
        found.map_or_else(String::new, |(_, value)| format!("{value:.6}"))
    };
    levels.chain(counts).chain(metrics.iter().map(loss)).chain([marks(solutions, node)]).collect()
}

fn marks(solutions: &Solutions, node: &LatticeNode) -> String {
    let marks = solutions.marks(&node.levels.levels);
    let state = match node.satisfying {
        Some(true) => "satisfies",
        Some(false) => "fails",
        None => "undecided",
    };
    let is_listed = solutions.nodes.is_some();
    let words = [
        (marks.is_preferred, "preferred"),
        (marks.is_tied && !marks.is_preferred, "tied"),
        (marks.is_best, "best"),
        (is_listed && marks.is_minimal, "minimal"),
        (is_listed && !marks.is_minimal, state),
        (is_listed && !node.judged, "pruned"),
    ];
    words.iter().filter(|(is_so, _)| *is_so).map(|(_, word)| *word).collect::<Vec<_>>().join(", ")
}
