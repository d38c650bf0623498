//! Minimal nodes: those that suppress few enough rows while none below them does.

use amidst::solutions::{SearchTrace, SolutionsOptions};
use amidst_core::{
    Levels,
    lattice::{at_or_below, height},
};
use serde::Deserialize;

use super::{
    Expectation, agree,
    judge::{all_minimal, heights, is_feasible, minimal, preferred, solutions},
    sorted,
    subject::Subject,
    working::working,
};

/// All minimal nodes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minimal {
    k: u64,
    max_suppressed: u64,
    nodes: Vec<Levels>,
}

/// The lowest height at which there is a solution, how a binary search gets there, and all solutions there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lowest {
    k: u64,
    max_suppressed: u64,
    /// The heights that Samarati's search visits, in order.
    visited: Vec<u32>,
    height: u32,
    nodes: Vec<Levels>,
}

/// The first solution on one way up, and whether it is minimal.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    k: u64,
    max_suppressed: u64,
    path: Vec<Levels>,
    first: Levels,
    minimal: bool,
    /// A minimal node below the first solution.
    below: Levels,
}

/// The minimal nodes that each policy prefers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preferred {
    k: u64,
    max_suppressed: u64,
    least_height: Vec<Levels>,
    /// Levels as shares of the heights of their hierarchies.
    least_relative_height: Vec<Levels>,
    /// The most distinct tuples released.
    most_distinct: Vec<Levels>,
    least_suppressed: Vec<Levels>,
}

impl Expectation for Minimal {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        for (algorithm, nodes) in all_minimal(subject, self.k, self.max_suppressed)? {
            agree(&format!("minimal nodes found by {algorithm}"), &sorted(&nodes), &sorted(&self.nodes))?;
        }
        Ok(())
    }
}

impl Expectation for Lowest {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        agree("heights visited", &heights(subject, self.k, self.max_suppressed)?, &self.visited)?;
        let wanted = SolutionsOptions { trace: true, ..SolutionsOptions::default() };
        let shown = working(subject, (self.k, self.max_suppressed), Some("samarati"), wanted)?.trace;
        let Some(SearchTrace::Samarati { visits }) = shown else { return Err("no heights are shown".into()) };
        let visited: Vec<u32> = visits.iter().map(|visit| visit.height).collect();
        agree("the heights shown", &visited, &self.visited)?;
        for (algorithm, levels) in solutions(subject, self.k, self.max_suppressed, "height")? {
            agree(&format!("height found by {algorithm}"), &height(&levels), &self.height)?;
            if !self.nodes.contains(&levels) {
                return Err(format!("{algorithm} found {levels:?}, expected one of {:?}", self.nodes));
            }
        }
        let mut feasible = Vec::new();
        for node in subject.lattice()?.iter().filter(|node| height(node) == self.height) {
            if is_feasible(subject, self.k, self.max_suppressed, &node)? {
                feasible.push(node);
            }
        }
        agree("solutions of that height", &feasible, &sorted(&self.nodes))
    }
}

impl Expectation for Strategy {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let mut first = None;
        for node in &self.path {
            if first.is_none() && is_feasible(subject, self.k, self.max_suppressed, node)? {
                first = Some(node);
            }
        }
        agree("first solution on the way", &first, &Some(&self.first))?;
        let minimal = minimal(subject, self.k, self.max_suppressed)?;
        agree("being minimal", &minimal.contains(&self.first), &self.minimal)?;
        let wanted = SolutionsOptions { path: Some(self.columns(subject)), ..SolutionsOptions::default() };
        let shown = working(subject, (self.k, self.max_suppressed), None, wanted)?.path;
        let shown = shown.ok_or("no way is shown")?;
        let nodes: Vec<&Levels> = shown.nodes.iter().map(|node| &node.levels.levels).collect();
        agree("the way shown", &nodes, &self.path.iter().collect::<Vec<_>>())?;
        let found = shown.found.map(|node| node.levels);
        agree("the locally minimal node shown", &found.as_ref(), &Some(&self.first))?;
        agree("whether one below is shown", &shown.below.is_empty(), &self.minimal)?;
        let is_below = self.below != self.first && at_or_below(&self.below, &self.first);
        agree("a minimal node below", &(is_below && minimal.contains(&self.below)), &true)
    }
}

impl Strategy {
    /// The columns in the order in which the way takes them up.
    fn columns(&self, subject: &Subject) -> Vec<String> {
        let risen = |step: &[Levels]| step[1].iter().zip(&step[0]).position(|(to, from)| to > from);
        let risen = self.path.windows(2).filter_map(risen);
        risen.map(|column| subject.quasi[column].clone()).collect()
    }
}

impl Expectation for Preferred {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let check = |policy: &str, expected: &[Levels]| {
            let best = preferred(subject, self.k, self.max_suppressed, policy)?;
            agree(policy, &sorted(&best), &sorted(expected))
        };
        check("min-height", &self.least_height)?;
        check("min-relative-height", &self.least_relative_height)?;
        check("max-classes", &self.most_distinct)?;
        check("min-suppression", &self.least_suppressed)
    }
}
