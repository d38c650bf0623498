//! `top-down` (Fung, Wang, Yu 2005): everything starts as one class, and the split that is worth most for what it costs in
//! anonymity is made as long as one may be.

use amidst_core::{Method, Observer, Result, Score, Solver, SolverInfo, Stage};
use amidst_kernel::UNCOUNTED;
use rayon::prelude::*;

use crate::{
    CutsResult, Problem,
    classes::partition,
    ground::{Ground, entropy},
    node::Node,
    record::Best,
};

/// Less than any gain there is, but not less than what rounding makes of none.
const NOTHING: f64 = 1e-12;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct TopDown;

impl TopDown {
    /// What it is.
    pub const INFO: SolverInfo = SolverInfo::new(
        "top-down",
        "labels taken apart and orders cut where that tells most about the target, or saves most, for what it costs in k",
        Method::Cuts,
    );
}

impl Solver<Problem<'_>> for TopDown {
    type Answer = CutsResult;

    fn info(&self) -> SolverInfo {
        Self::INFO
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<CutsResult> {
        let ground = Ground::new(problem)?;
        let mut node = Node::new(&ground, (0..ground.splits.len() as u32).collect());
        let (mut nodes, mut cost) = (1, node.cost(&ground));
        while !observer.is_stopped() {
            observer.progress(Stage::Solving, nodes, None);
            observer.best(&Score::new(cost), &Score::new(0.0));
            let smallest = smallest(&node);
            let is_ready = |split: &u32| {
                ground.splits.get(*split).parent.is_none_or(|parent| node.head.contains(&parent))
            };
            let ready: Vec<u32> = node.tail.iter().copied().filter(is_ready).collect();
            nodes += ready.len() as u64;
            let scored: Vec<(u32, Option<f64>)> = ready
                .into_par_iter()
                .map(|split| {
                    let with = node.with(&ground, split);
                    if with.suppressed > problem.limit {
                        return (split, None);
                    }
                    let gain = match problem.target {
                        Some(target) => gain(&ground, &node, split, target),
                        None => cost - with.cost(&ground),
                    };
                    (split, Some(gain / (smallest.saturating_sub(self::smallest(&with)) as f64 + 1.0)))
                })
                .collect();
            // Of several alike the column of the lowest rank is split.
            let rank = |split: u32| problem.axes[ground.splits.get(split).axis].rank;
            let better = |a: &(f64, u32), b: &(f64, u32)| {
                a.0.total_cmp(&b.0).then_with(|| (rank(b.1), b.1).cmp(&(rank(a.1), a.1)))
            };
            let taken = scored.iter().filter_map(|(split, score)| Some(((*score)?, *split)));
            let Some((score, split)) = taken.max_by(better) else { break };
            if score <= NOTHING {
                break;
            }
            // What fails once fails of smaller classes too.
            let failed: Vec<u32> = scored.iter().filter(|it| it.1.is_none()).map(|it| it.0).collect();
            node = node.with(&ground, split);
            node.leave_out(&ground, |other| failed.contains(&other));
            cost = node.cost(&ground);
        }
        observer.go_on()?;
        let Best { cost, splits } = Best::new(&node, &ground);
        Ok(CutsResult {
            partition: partition(&ground, &splits),
            cost,
            bound: 0.0,
            is_finished: !observer.is_stopped(),
            splits,
            nodes,
        })
    }
}

/// The rows of the smallest class.
fn smallest(node: &Node) -> u64 {
    let rows = node.classes().map(|class| class.iter().map(|grain| u64::from(grain.rows)).sum());
    rows.min().unwrap_or(0)
}

/// How much less is open about the target once the rows that a split concerns are told apart by it.
fn gain(ground: &Ground<'_>, node: &Node, split: u32, target: usize) -> f64 {
    let (points, split) = (ground.problem.points, ground.splits.get(split));
    let labels = points.aux_column(target);
    let starts = ground.splits.starts(split.axis, node.head.iter().copied());
    // All bounds of a split are in one interval.
    let at = starts.partition_point(|&start| start <= split.bounds[0]);
    let (low, high) = (starts[at - 1], starts.get(at).copied().unwrap_or(u32::MAX));
    let mut parts = vec![vec![0_u64; points.width(target)]; split.bounds.len() + 1];
    for point in 0..points.len() as u32 {
        let (code, label) = (points.codes(point)[split.axis], labels[point as usize]);
        if (low..high).contains(&code) && label != UNCOUNTED {
            let part = split.bounds.partition_point(|&bound| bound <= code);
            parts[part][label as usize] += u64::from(points.count(point));
        }
    }
    let whole: Vec<u64> =
        (0..points.width(target)).map(|label| parts.iter().map(|part| part[label]).sum()).collect();
    let rows = |counts: &[u64]| counts.iter().sum::<u64>() as f64;
    let all = rows(&whole).max(1.0);
    entropy(&whole) - parts.iter().map(|part| rows(part) / all * entropy(part)).sum::<f64>()
}
