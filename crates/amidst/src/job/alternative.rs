//! What recoding cell by cell would lose, where whole columns were recoded: a short look, after everything is written.
//!
//! What is found depends on the clock, so it stands in no file.

use std::time::{Duration, Instant};

use amidst_core::{Observer, Signal};
use amidst_metrics::Loss;
use amidst_spec::{scheme::RecodingScheme, spec::Limit, validated::ValidatedSpec};

use super::{Dataset, Job, cells, solution::RecodingSolution};
use crate::summary::Alternative;

/// A quick recoder: what takes longer keeps more still.
const QUICK: &str = "mondrian";
/// A look may take a fifth of the time so far, or this.
const LEAST: Duration = Duration::from_secs(1);
const SHARE: u32 = 5;

impl Job {
    /// After a release of whole columns, also looks for a short while what recoding cell by cell would lose
    /// ([`Summary::alternative`](crate::summary::Summary::alternative)). It changes nothing that is released or written.
    pub fn with_alternative(mut self, is_wanted: bool) -> Self {
        self.looks_further = is_wanted;
        self
    }
}

/// What recoding cell by cell loses at most, if that is less and a short look finds it. Cells keep to no levels: highest ones are taken
/// away and named, and where a lowest one says what nobody may see, there is nothing to tell.
pub(super) fn alternative(
    read: &mut Dataset,
    validated: &ValidatedSpec,
    solved: &RecodingSolution,
    begun: Instant,
    observer: &dyn Observer,
) -> Option<Alternative> {
    let is_settled = validated.is_by_profile() || validated.stands_for.is_some();
    if validated.recoding != RecodingScheme::Levels || validated.objective != Loss::NAME || is_settled {
        return None;
    }
    let without_levels = read.roles.take_highest_levels()?;
    let by_cells = ValidatedSpec {
        algorithm: QUICK.into(),
        recoding: RecodingScheme::Cells,
        // Which rows could go takes longer to find; a release that leaves none out is allowed by any limit.
        suppression: Limit::NONE,
        time_limit: None,
        ..validated.clone()
    };
    let span = (begun.elapsed() / SHARE).max(LEAST);
    let observer = Look { observer, until: Instant::now() + span };
    // What cannot be asked of cells, or takes too long, is no alternative.
    let loss = cells::loss(read, &by_cells, &observer).ok()??;
    (loss < solved.objective.value).then(|| Alternative { algorithm: QUICK.into(), loss, without_levels })
}

/// Ends a look when its time is up, or when anybody wants to end anything.
struct Look<'a> {
    observer: &'a dyn Observer,
    until: Instant,
}

impl Observer for Look<'_> {
    fn signal(&self) -> Signal {
        match self.observer.is_stopped() || Instant::now() >= self.until {
            true => Signal::Abort,
            false => Signal::Continue,
        }
    }
}
