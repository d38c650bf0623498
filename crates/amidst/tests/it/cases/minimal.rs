//! Minimal nodes: those that suppress few enough rows while none below them does.

use amidst_core::{
    Levels, NodeFacts,
    lattice::{at_or_below, height},
};
use serde::Deserialize;

use super::{
    Expectation, agree,
    judge::{is_feasible, judge, minimal, solutions},
    sorted,
    subject::Subject,
};

/// All minimal nodes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Minimal {
    k: u64,
    max_suppressed: u64,
    nodes: Vec<Levels>,
}

/// The lowest height at which there is a solution, and all solutions there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lowest {
    k: u64,
    max_suppressed: u64,
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
        agree("minimal nodes", &sorted(&minimal(subject, self.k, self.max_suppressed)?), &sorted(&self.nodes))
    }
}

impl Expectation for Lowest {
    fn check(&self, subject: &Subject) -> Result<(), String> {
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
        let is_below = self.below != self.first && at_or_below(&self.below, &self.first);
        agree("a minimal node below", &(is_below && minimal.contains(&self.below)), &true)
    }
}

impl Expectation for Preferred {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let top = subject.lattice()?.top().to_vec();
        let nodes = minimal(subject, self.k, self.max_suppressed)?;
        let judged: Vec<NodeFacts> =
            nodes.iter().map(|node| judge(subject, self.k, node)).collect::<Result<_, _>>()?;
        let check = |policy: &str, expected: &[Levels], cost: &dyn Fn(&NodeFacts) -> u64| {
            let least = judged.iter().map(cost).min();
            let best = judged.iter().filter(|facts| Some(cost(facts)) == least);
            let best: Vec<Levels> = best.map(|facts| facts.levels.clone()).collect();
            agree(policy, &sorted(&best), &sorted(expected))
        };
        check("least height", &self.least_height, &|facts| u64::from(height(&facts.levels)))?;
        check("least relative height", &self.least_relative_height, &|facts| {
            relative_height(&facts.levels, &top)
        })?;
        check("most distinct tuples", &self.most_distinct, &|facts| facts.rows - facts.classes)?;
        check("least suppressed rows", &self.least_suppressed, &|facts| facts.suppressed)
    }
}

/// The sum of levels over heights, times the product of the heights: ties stay ties without rounding.
fn relative_height(levels: &[u8], top: &[u8]) -> u64 {
    let heights = || top.iter().map(|&height| u64::from(height));
    let product: u64 = heights().filter(|&height| height > 0).product();
    let shares = levels.iter().zip(heights()).filter(|(_, height)| *height > 0);
    shares.map(|(&level, height)| u64::from(level) * product / height).sum()
}
