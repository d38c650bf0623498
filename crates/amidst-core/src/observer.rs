//! Who observes a run: told how far it has come, and asked whether it shall go on.
//!
//! It lets everything below stay free of clocks, terminals and signals. Whatever takes long asks it block by block: between two
//! questions lie at most [`BLOCK_ROWS`] rows of work, or as much of another kind as takes no longer.

use std::ops::Range;

use crate::Score;

/// Rows that pass at most between two questions.
pub const BLOCK_ROWS: usize = 1 << 16;

/// What an observer wants of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Signal {
    /// Go on.
    #[default]
    Continue,
    /// Search no longer: go on with the best solution so far. Where nothing is searched there is nothing to cut short.
    Finish,
    /// Stop at once, and leave nothing behind.
    Abort,
}

impl Signal {
    /// Asks to finish if something is so.
    pub fn finish_if(is_so: bool) -> Self {
        if is_so { Self::Finish } else { Self::Continue }
    }
}

/// The parts of a run, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Reading the table, counted in bytes of the source, or in rows where they are in memory already.
    Reading,
    /// Collapsing rows that are the same to whoever searches; nothing is searched yet.
    Collapsing,
    /// Searching for a solution, counted in what is decided: nodes, rows or classes, as the search has it.
    Solving,
    /// Recoding and ordering what is released, counted in steps of work.
    Recoding,
    /// Writing it, counted in rows.
    Writing,
    /// Reading it back and proving it, counted in rows.
    Auditing,
    /// Judging a table as it stands, counted in what is looked at: models, columns or combinations of columns.
    Judging,
}

impl Stage {
    /// What is going on, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Reading => "reading the table",
            Self::Collapsing => "counting equal rows",
            Self::Solving => "searching for the least change",
            Self::Recoding => "recoding the table",
            Self::Writing => "writing the release",
            Self::Auditing => "verifying what was written",
            Self::Judging => "judging the table",
        }
    }
}

/// The observer said [`Signal::Abort`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped as asked; nothing was written")]
pub struct Aborted;

/// Told what a run is doing, and asked what to do next. It is asked from all threads, and often: both must be quick.
pub trait Observer: Send + Sync {
    /// What to do now. Whoever said [`Signal::Finish`] may still say [`Signal::Abort`]; whoever said that says so from then on.
    fn signal(&self) -> Signal {
        Signal::Continue
    }

    /// So much of a stage is done, of so much in all if that is known. A stage begins with 0 and goes up to the end;
    /// only a search may begin anew, as it may take several turns.
    fn progress(&self, _stage: Stage, _done: u64, _of: Option<u64>) {}

    /// The table has so many rows.
    fn rows(&self, _rows: u64) {}

    /// The search has this score as its best so far, and no solution scores less than the bound.
    fn best(&self, _score: &Score, _bound: &Score) {}

    /// Whether to search no longer.
    fn is_stopped(&self) -> bool {
        self.signal() != Signal::Continue
    }

    /// Goes on unless it was said to abort.
    fn go_on(&self) -> Result<(), Aborted> {
        if self.signal() == Signal::Abort { Err(Aborted) } else { Ok(()) }
    }
}

/// Observes nothing: every run goes to its end.
impl Observer for () {}

/// Ranges of at most [`BLOCK_ROWS`] rows that cover so many, in order; the observer is asked before each.
pub fn blocks(rows: usize, observer: &dyn Observer) -> impl Iterator<Item = Result<Range<usize>, Aborted>> {
    let starts = (0..rows).step_by(BLOCK_ROWS);
    starts.map(move |start| observer.go_on().map(|()| start..rows.min(start + BLOCK_ROWS)))
}

/// The items of an iterator; the observer is asked before every [`BLOCK_ROWS`]th. It ends early if the observer aborts: whoever
/// went through it must ask once more.
pub fn watched<'a, I: Iterator + 'a>(
    items: I,
    observer: &'a dyn Observer,
) -> impl Iterator<Item = I::Item> + 'a {
    let goes_on =
        move |(at, _): &(usize, I::Item)| !at.is_multiple_of(BLOCK_ROWS) || observer.go_on().is_ok();
    items.enumerate().take_while(goes_on).map(|(_, item)| item)
}
