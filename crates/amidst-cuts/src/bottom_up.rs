//! `bottom-up-cuts` (after Wang, Yu, Chakraborty 2004): every column starts with all its values, and intervals are joined, or
//! labels to the one above them, one after the other.

use amidst_core::{Method, Observer, Result, Solver, SolverInfo};
use rayon::prelude::*;

use crate::{
    CutsResult, Problem,
    energy::Judged,
    ground::Ground,
    heuristic::{finished, tell},
};

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct BottomUpCuts;

impl BottomUpCuts {
    /// What it is.
    pub const INFO: SolverInfo = SolverInfo::new(
        "bottom-up-cuts",
        "intervals of columns, or labels below one, are joined where that is best",
        Method::Cuts,
    );
}

impl Solver<Problem<'_>> for BottomUpCuts {
    type Answer = CutsResult;

    fn info(&self) -> SolverInfo {
        Self::INFO
    }

    fn solve(&self, problem: &Problem<'_>, observer: &dyn Observer) -> Result<CutsResult> {
        let ground = Ground::new(problem)?;
        let mut nodes = 0;
        let best = join(&ground, observer, &mut nodes)?;
        finished(&ground, best, nodes, observer)
    }
}

/// Joins until everything is one class, always so that what is left is least bad. The best on the way.
pub fn join(ground: &Ground<'_>, observer: &dyn Observer, nodes: &mut u64) -> Result<Judged> {
    // Where only numbers of rows count, those that are joined are told apart no longer.
    let mut coarse = Ground::new(ground.problem)?;
    let mut at = Judged::new(ground, (0..ground.splits.len() as u32).collect());
    let mut best = at.clone();
    while !at.splits.is_empty() && !observer.is_stopped() {
        coarse.join(&at.splits);
        let is_parent = |split: u32| at.splits.iter().any(|&it| ground.splits.get(it).parent == Some(split));
        let joins: Vec<u32> = at.splits.iter().copied().filter(|&split| !is_parent(split)).collect();
        *nodes += joins.len() as u64;
        let without = |split: u32| at.splits.iter().copied().filter(|&it| it != split).collect();
        let judged: Vec<Judged> =
            joins.into_par_iter().map(|split| Judged::new(&coarse, without(split))).collect();
        at = judged.into_iter().reduce(Judged::lower).expect("the last split is no parent");
        best = best.better(at.clone());
        tell(observer, best.energy, *nodes);
    }
    Ok(best)
}
