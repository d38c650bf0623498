//! The nodes above a solution, for what a search cannot judge class by class.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet},
};

use amidst_core::{Levels, Observer, Score};
use amidst_spec::{Result, validated::ValidatedSpec};

use super::{
    Dataset, Job, found,
    solution::{RecodingKind, RecodingSolution},
};

/// Nodes that are tried, at most.
const MOST_NODES: usize = 256;

/// The nodes to try, the cheapest first: that of a solution, and those above it. Without levels there is one way to try.
pub(super) fn nodes(
    job: &Job,
    read: &Dataset,
    validated: &ValidatedSpec,
    first: &RecodingSolution,
    observer: &dyn Observer,
) -> Result<Vec<Option<Levels>>> {
    let RecodingKind::Levels(_) = first.kind else { return Ok(vec![None]) };
    let Some(instance) = found(job.instance(read, validated, observer))? else { return Ok(Vec::new()) };
    let problem = instance.problem(validated)?;
    let top = problem.lattice().top().to_vec();
    let bottom: Levels = first.levels().into_iter().map(|(_, level)| level).collect();
    let score = |levels: &Levels| -> Result<Score> { Ok(problem.judge(levels)?.score) };
    let mut open = BinaryHeap::from([Reverse((score(&bottom)?, bottom.clone()))]);
    let mut seen = HashSet::from([bottom]);
    let mut tried = Vec::new();
    while let Some(Reverse((_, levels))) = open.pop().filter(|_| tried.len() < MOST_NODES) {
        observer.go_on()?;
        for column in (0..levels.len()).filter(|&column| levels[column] < top[column]) {
            let mut above = levels.clone();
            above[column] += 1;
            if seen.insert(above.clone()) {
                open.push(Reverse((score(&above)?, above)));
            }
        }
        tried.push(Some(levels));
    }
    // The most general node keeps least, but if anything can be had, it is had there.
    if !tried.iter().flatten().any(|levels| levels[..] == top[..]) {
        tried.push(Some(top.into_iter().collect()));
    }
    Ok(tried)
}
