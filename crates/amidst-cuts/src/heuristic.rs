//! How searches end that prove nothing.

use amidst_core::{Observer, Result, Score, Stage, observer::Signal};

use crate::{CutsResult, classes::partition, energy::Judged, ground::Ground, record::Best};

/// Tells how far a search is.
pub fn tell(observer: &dyn Observer, cost: f64, nodes: u64) {
    observer.progress(Stage::Solving, nodes, None);
    observer.best(&Score::new(cost), &Score::new(0.0));
}

/// Asks another whether to go on, and tells nobody: for searches that are a part of one that knows more.
pub struct Quiet<'a>(pub &'a dyn Observer);

impl Observer for Quiet<'_> {
    fn signal(&self) -> Signal {
        self.0.signal()
    }
}

/// The answer of a search.
///
/// # Errors
/// If the observer aborts.
pub fn finished(
    ground: &Ground<'_>,
    best: Judged,
    nodes: u64,
    observer: &dyn Observer,
) -> Result<CutsResult> {
    observer.go_on()?;
    let Best { cost, splits } = best.into_best(ground);
    Ok(CutsResult {
        partition: partition(ground, &splits),
        cost,
        bound: 0.0,
        is_finished: !observer.is_stopped(),
        splits,
        nodes,
    })
}
