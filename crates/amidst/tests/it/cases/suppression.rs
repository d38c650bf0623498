//! How many rows each node of the lattice must suppress, and how anonymous it is without suppression.

use amidst_core::{Levels, lattice::at_or_below};
use serde::Deserialize;

use super::{Expectation, agree, judge::judge, sorted, subject::Subject};

/// The rows to suppress at every node, for some k.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suppression {
    k: Vec<u64>,
    nodes: Vec<Node<Vec<u64>>>,
}

/// The rows of the smallest class at every node: the largest k that holds there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SmallestClass {
    nodes: Vec<Node<u64>>,
}

/// A node and what is known of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Node<T> {
    levels: Levels,
    rows: T,
}

/// The nodes must be the whole lattice, each once.
fn check_complete<T>(subject: &Subject, nodes: &[Node<T>]) -> Result<(), String> {
    let listed: Vec<Levels> = nodes.iter().map(|node| node.levels.clone()).collect();
    let all: Vec<Levels> = subject.lattice()?.iter().collect();
    agree("nodes", &all, &sorted(&listed))
}

impl Expectation for Suppression {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        check_complete(subject, &self.nodes)?;
        for Node { levels, rows } in &self.nodes {
            let suppressed = |&k: &u64| Ok(judge(subject, k, levels)?.suppressed);
            let found: Vec<u64> = self.k.iter().map(suppressed).collect::<Result<_, String>>()?;
            agree(&format!("rows suppressed at {levels:?}"), &found, rows)?;
        }
        for (low, high) in self.nodes.iter().flat_map(|low| self.nodes.iter().map(move |high| (low, high))) {
            let grows = low.rows.iter().zip(&high.rows).any(|(low, high)| low < high);
            if grows && at_or_below(&low.levels, &high.levels) {
                return Err(format!("{:?} suppresses more than {:?} below it", high.levels, low.levels));
            }
        }
        Ok(())
    }
}

impl Expectation for SmallestClass {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        check_complete(subject, &self.nodes)?;
        for Node { levels, rows } in &self.nodes {
            agree(
                &format!("rows of the smallest class at {levels:?}"),
                &judge(subject, 1, levels)?.smallest,
                rows,
            )?;
        }
        Ok(())
    }
}
