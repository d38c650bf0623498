//! Bytes that go to disk while others are still written.
//!
//! Left to the end, making sure of a large file would take seconds in one call to the system, which nobody could interrupt. So
//! it is done in pieces, on a thread of its own: disk and processor work at the same time, and whoever writes waits for no more
//! than a few pieces.

use std::{
    fs::File,
    io, mem,
    ops::Range,
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Bytes of a piece: as many as the disk takes in the time below, which the first ones tell.
const PIECE: Range<usize> = 1 << 20..64 << 20;

/// What syncing a piece should take. Less, and the disk would mostly wait for the next one; more, and nobody could interrupt it
/// in time.
const TIME: Range<Duration> = Duration::from_millis(15)..Duration::from_millis(40);

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

/// Syncs whenever it is asked to, one piece at a time, and tells how long each took.
#[derive(Debug)]
struct SyncThread {
    pieces: SyncSender<()>,
    taken: Receiver<Duration>,
    handle: JoinHandle<io::Result<()>>,
}

impl SyncThread {
    fn start(file: File) -> io::Result<Self> {
        // A piece is handed over only when the one before is on disk.
        let (pieces, asked) = sync_channel::<()>(0);
        let (tell, taken) = sync_channel(1);
        let sync = move || {
            asked.iter().try_for_each(|()| {
                let begun = Instant::now();
                file.sync_data()?;
                // Nobody may listen any more.
                let _ = tell.try_send(begun.elapsed());
                Ok(())
            })
        };
        let handle = thread::Builder::new().name("sync".into()).spawn(sync)?;
        Ok(Self { pieces, taken, handle })
    }
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
    pub fn wrote(&mut self, bytes: usize, file: &File) -> io::Result<()> {
        self.written += bytes;
        if self.written < self.piece {
            return Ok(());
        }
        self.written = 0;
        let thread = match self.thread.take() {
            Some(thread) => thread,
            None => SyncThread::start(file.try_clone()?)?,
        };
        let handed_over = thread.pieces.send(());
        for taken in thread.taken.try_iter() {
            self.piece = next_piece(self.piece, taken);
        }
        self.thread = Some(thread);
        match handed_over {
            Ok(()) => Ok(()),
            // It ends early only if something went wrong.
            Err(_) => self.finish(),
        }
    }

    /// Waits for what is under way, and says what went wrong: the system tells it only once.
    pub fn finish(&mut self) -> io::Result<()> {
        let Some(SyncThread { pieces, handle, .. }) = mem::take(&mut self.thread) else { return Ok(()) };
        drop(pieces);
        handle.join().unwrap_or_else(|_| Err(io::Error::other("syncing ended too early")))
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
        syncing.wrote(syncing.room() - 1, &file).expect("nothing is synced yet");
        assert!(syncing.thread.is_none() && syncing.room() == 1);
        syncing.wrote(1, &file).expect("a file can be synced");
        assert!(syncing.thread.is_some() && syncing.room() >= PIECE.start);
        syncing.finish().expect("a file can be synced");
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
        syncing.wrote(syncing.room(), &file).expect("the thread begins");
        assert!(syncing.finish().is_err());
        let mut syncing = Syncing::default();
        assert!(
            (0..100).any(|_| syncing.wrote(syncing.room(), &file).is_err()),
            "it is told while writing, too"
        );
    }
}
