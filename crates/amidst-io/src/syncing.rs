//! Bytes that go to disk while others are still written.
//!
//! Left to the end, making sure of a large file would take seconds in one call to the system, which nobody could interrupt. So
//! it is done in pieces, on a thread of its own: disk and processor work at the same time, and whoever writes waits for no more
//! than a few pieces.

use std::{
    fs::File,
    io, mem,
    sync::mpsc::{SyncSender, sync_channel},
    thread::{self, JoinHandle},
};

/// Bytes after which those before are synced; a slow disk writes so many in a few hundredths of a second.
const PIECE: usize = 2 << 20;

/// Syncs a file piece by piece.
#[derive(Debug, Default)]
pub(crate) struct Syncing {
    /// Bytes that were written since the last piece.
    written: usize,
    /// The thread that syncs, once there is a piece.
    thread: Option<(SyncSender<()>, JoinHandle<io::Result<()>>)>,
}

impl Syncing {
    /// So many bytes may be written before [`Syncing::wrote`] is told.
    pub fn room(&self) -> usize {
        PIECE - self.written
    }

    /// So many bytes were written. Waits if the disk does not keep up.
    pub fn wrote(&mut self, bytes: usize, file: &File) -> io::Result<()> {
        self.written += bytes;
        if self.written < PIECE {
            return Ok(());
        }
        self.written = 0;
        if self.thread.is_none() {
            let file = file.try_clone()?;
            let (sender, pieces) = sync_channel::<()>(0);
            let sync = move || pieces.iter().try_for_each(|()| file.sync_data());
            self.thread = Some((sender, thread::Builder::new().name("sync".into()).spawn(sync)?));
        }
        match &self.thread {
            // It ends early only if something went wrong.
            Some((sender, _)) if sender.send(()).is_err() => self.finish(),
            _ => Ok(()),
        }
    }

    /// Waits for what is under way, and says what went wrong: the system tells it only once.
    pub fn finish(&mut self) -> io::Result<()> {
        let Some((sender, thread)) = mem::take(&mut self.thread) else { return Ok(()) };
        drop(sender);
        thread.join().unwrap_or_else(|_| Err(io::Error::other("syncing ended too early")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_need_no_thread() {
        let mut syncing = Syncing::default();
        let file = tempfile::tempfile().expect("a place for tests");
        syncing.wrote(PIECE - 1, &file).expect("nothing is synced yet");
        assert!(syncing.thread.is_none() && syncing.room() == 1);
        syncing.wrote(1, &file).expect("a file can be synced");
        assert!(syncing.thread.is_some() && syncing.room() == PIECE);
        syncing.finish().expect("a file can be synced");
    }

    /// A pipe cannot be synced.
    #[cfg(unix)]
    #[test]
    fn what_went_wrong_is_told() {
        let (_reader, pipe) = io::pipe().expect("pipes");
        let file = File::from(std::os::fd::OwnedFd::from(pipe));
        let mut syncing = Syncing::default();
        syncing.wrote(PIECE, &file).expect("the thread begins");
        assert!(syncing.finish().is_err());
        let mut syncing = Syncing::default();
        assert!((0..100).any(|_| syncing.wrote(PIECE, &file).is_err()), "it is told while writing, too");
    }
}
