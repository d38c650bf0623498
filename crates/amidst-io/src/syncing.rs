//! Bytes that go to disk while others are still written.
//!
//! Left to the end, making sure of a large file would take seconds in one call to the system, which nobody could interrupt. So
//! it is done in pieces, on a thread of its own: disk and processor work at the same time. Whoever waits for the disk asks the
//! observer meanwhile, and waits for nothing once a run is ended.

use std::{
    fs::File,
    io, mem,
    ops::Range,
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use amidst_core::Observer;

/// Bytes of a piece: as many as the disk takes in the time below, which the first ones tell.
const PIECE: Range<usize> = 1 << 20..64 << 20;

/// What syncing a piece should take. Less, and the disk would mostly wait for the next one; more, and too much would be under way
/// when a run is ended: a process is gone only when the system has written it.
const TIME: Range<Duration> = Duration::from_millis(15)..Duration::from_millis(40);

/// How often whoever waits for the disk asks the observer.
const ASKS_EVERY: Duration = Duration::from_millis(10);

/// Syncs a file piece by piece.
#[derive(Debug)]
pub(crate) struct Syncing {
    /// Bytes that were written since the last piece.
    written: usize,
    /// Bytes of the next piece.
    piece: usize,
    /// What syncs, once there is a piece.
    thread: Option<SyncThread>,
}

/// What is to be synced.
#[derive(Clone, Copy, Debug)]
enum Extent {
    /// The bytes so far.
    Piece,
    /// All of them, and what the system knows of the file.
    Whole,
}

impl Extent {
    fn sync(self, file: &File) -> io::Result<()> {
        match self {
            Self::Piece => file.sync_data(),
            Self::Whole => file.sync_all(),
        }
    }
}

/// Syncs whenever it is asked to, one piece at a time, and tells how long each took.
#[derive(Debug)]
struct SyncThread {
    asks: SyncSender<Extent>,
    taken: Receiver<Duration>,
    is_under_way: bool,
    handle: JoinHandle<io::Result<()>>,
}

impl SyncThread {
    fn start(file: File) -> io::Result<Self> {
        // There is never more than one under way, so that nobody waits to ask or to tell.
        let (asks, asked) = sync_channel::<Extent>(1);
        let (tell, taken) = sync_channel(1);
        let sync = move || {
            asked.iter().try_for_each(|extent| {
                let begun = Instant::now();
                extent.sync(&file)?;
                // Nobody may listen any more.
                let _ = tell.try_send(begun.elapsed());
                Ok(())
            })
        };
        let handle = thread::Builder::new().name("sync".into()).spawn(sync)?;
        Ok(Self { asks, taken, is_under_way: false, handle })
    }

    /// Waits for what is under way, and says how long it took.
    fn wait(&mut self, observer: &dyn Observer) -> Result<Option<Duration>, Unsynced> {
        while self.is_under_way {
            match self.taken.recv_timeout(ASKS_EVERY) {
                Ok(taken) => {
                    self.is_under_way = false;
                    return Ok(Some(taken));
                }
                Err(RecvTimeoutError::Timeout) => observer.go_on().map_err(|_| Unsynced::Aborted)?,
                Err(RecvTimeoutError::Disconnected) => return Err(Unsynced::Failed),
            }
        }
        Ok(None)
    }

    fn begin(&mut self, extent: Extent) -> Result<(), Unsynced> {
        self.is_under_way = true;
        self.asks.send(extent).map_err(|_| Unsynced::Failed)
    }

    /// Waits until it is over, whatever it takes, and says what went wrong: the system tells it only once.
    fn end(self) -> io::Result<()> {
        drop(self.asks);
        self.handle.join().unwrap_or_else(|_| Err(io::Error::other("syncing ended too early")))
    }
}

/// Why something is not on disk.
enum Unsynced {
    /// Something went wrong, and the thread has ended.
    Failed,
    /// The observer said so.
    Aborted,
}

impl Default for Syncing {
    fn default() -> Self {
        Self { written: 0, piece: 2 * PIECE.start, thread: None }
    }
}

impl Syncing {
    /// So many bytes may be written before [`Syncing::wrote`] is told.
    pub fn room(&self) -> usize {
        self.piece - self.written
    }

    /// So many bytes were written. Waits if the disk does not keep up.
    pub fn wrote(&mut self, bytes: usize, file: &File, observer: &dyn Observer) -> io::Result<()> {
        self.written += bytes;
        if self.written < self.piece {
            return Ok(());
        }
        self.written = 0;
        if self.thread.is_none() {
            self.thread = Some(SyncThread::start(file.try_clone()?)?);
        }
        self.sync(Extent::Piece, observer)
    }

    /// Makes sure that all of a file is on disk.
    pub fn finish(&mut self, file: &File, observer: &dyn Observer) -> io::Result<()> {
        match &self.thread {
            Some(_) => self.sync(Extent::Whole, observer).and_then(|()| self.wait(observer)),
            None => Extent::Whole.sync(file),
        }
    }

    /// Waits for what is under way, whatever it takes.
    pub fn end(&mut self) -> io::Result<()> {
        mem::take(self).thread.map_or(Ok(()), SyncThread::end)
    }

    /// Begins to sync, once what is under way is on disk.
    fn sync(&mut self, extent: Extent, observer: &dyn Observer) -> io::Result<()> {
        self.wait(observer)?;
        let Some(thread) = &mut self.thread else { return Ok(()) };
        let begun = thread.begin(extent);
        self.explained(begun)
    }

    fn wait(&mut self, observer: &dyn Observer) -> io::Result<()> {
        let Some(thread) = &mut self.thread else { return Ok(()) };
        let waited = thread.wait(observer).map(|taken| {
            self.piece = taken.map_or(self.piece, |taken| next_piece(self.piece, taken));
        });
        self.explained(waited)
    }

    fn explained(&mut self, outcome: Result<(), Unsynced>) -> io::Result<()> {
        match outcome {
            Ok(()) => Ok(()),
            Err(Unsynced::Aborted) => Err(io::Error::other(amidst_core::Aborted)),
            // It ends early only if something went wrong.
            Err(Unsynced::Failed) => self.end().and(Err(io::Error::other("syncing ended too early"))),
        }
    }
}

/// Bytes of the next piece after one that took so long.
fn next_piece(piece: usize, taken: Duration) -> usize {
    if taken < TIME.start {
        (piece * 2).min(PIECE.end)
    } else if taken > TIME.end {
        (piece / 2).max(PIECE.start)
    } else {
        piece
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_need_no_thread() {
        let mut syncing = Syncing::default();
        let file = tempfile::tempfile().expect("a place for tests");
        syncing.wrote(syncing.room() - 1, &file, &()).expect("nothing is synced yet");
        assert!(syncing.thread.is_none() && syncing.room() == 1);
        syncing.wrote(1, &file, &()).expect("a file can be synced");
        assert!(syncing.thread.is_some() && syncing.room() >= PIECE.start);
        syncing.finish(&file, &()).expect("a file can be synced");
        syncing.end().expect("nothing went wrong");
    }

    #[test]
    fn nobody_waits_for_the_disk_once_a_run_is_ended() {
        struct Ends;
        impl Observer for Ends {
            fn signal(&self) -> amidst_core::Signal {
                amidst_core::Signal::Abort
            }
        }
        let (asks, _asked) = sync_channel(1);
        // Somebody who never tells.
        let (_tell, taken) = sync_channel(1);
        let thread = SyncThread { asks, taken, is_under_way: true, handle: thread::spawn(|| Ok(())) };
        let mut syncing = Syncing { thread: Some(thread), ..Syncing::default() };
        let file = tempfile::tempfile().expect("a place for tests");
        let waited = [syncing.wrote(syncing.room(), &file, &Ends), syncing.finish(&file, &Ends)];
        assert!(waited.iter().all(|waited| {
            let error = waited.as_ref().expect_err("it is not on disk");
            error.get_ref().is_some_and(|inner| inner.is::<amidst_core::Aborted>())
        }));
    }

    #[test]
    fn pieces_grow_where_the_disk_is_quick_and_shrink_where_it_is_slow() {
        let [quick, slow] = [TIME.start / 2, TIME.end * 2];
        let after = |piece, taken| (0..20).fold(piece, |piece, _| next_piece(piece, taken));
        assert_eq!([after(PIECE.start, quick), after(PIECE.end, slow)], [PIECE.end, PIECE.start]);
        assert_eq!(next_piece(3 << 20, TIME.start), 3 << 20);
    }

    /// A pipe cannot be synced.
    #[cfg(unix)]
    #[test]
    fn what_went_wrong_is_told() {
        let (_reader, pipe) = io::pipe().expect("pipes");
        let file = File::from(std::os::fd::OwnedFd::from(pipe));
        let mut syncing = Syncing::default();
        syncing.wrote(syncing.room(), &file, &()).expect("the thread begins");
        assert!(syncing.end().is_err());
        let mut syncing = Syncing::default();
        assert!(
            (0..100).any(|_| syncing.wrote(syncing.room(), &file, &()).is_err()),
            "it is told while writing, too"
        );
    }
}
