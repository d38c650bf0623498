//! Bytes on their way to disk, by a thread of their own.
//!
//! The system makes writers wait when the disk does not keep up, and making sure of a large file takes it seconds: neither can be
//! interrupted. So both are left to a thread, which writes and syncs piece by piece while others still make bytes. Whoever
//! waits for it asks the observer meanwhile, and waits for nothing once a run is ended.

use std::{
    fs::File,
    io::{self, Write},
    mem,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use amidst_core::Observer;

/// Bytes that are handed over at once. A file that is not larger needs no thread.
const BUFFER: usize = 1 << 20;

/// Buffers that may be on their way: enough to go on while a piece is synced.
const BUFFERS: usize = 32;

/// Bytes of a piece: as many as the disk takes in the time below, which the first ones tell.
const PIECE: Range<usize> = 1 << 20..64 << 20;

/// What syncing a piece should take. Less, and the disk would mostly wait for the next one; more, and too much would be under way
/// when a run is ended: a process is gone only when the system has written it.
const TIME: Range<Duration> = Duration::from_millis(15)..Duration::from_millis(40);

/// How often whoever waits for the disk asks the observer.
const ASKS_EVERY: Duration = Duration::from_millis(10);

/// Writes a file, and makes sure that it is on disk.
#[derive(Debug)]
pub(crate) struct DiskWriter {
    file: File,
    /// What is handed over next.
    buffer: Vec<u8>,
    /// What writes, once there is a whole buffer.
    thread: Option<DiskThread>,
}

impl DiskWriter {
    pub fn new(file: File) -> Self {
        Self { file, buffer: Vec::new(), thread: None }
    }

    pub fn file(&self) -> &File {
        &self.file
    }

    /// Takes bytes. Waits if the disk does not keep up.
    pub fn write(&mut self, bytes: &[u8], observer: &dyn Observer) -> io::Result<usize> {
        let count = bytes.len().min(BUFFER - self.buffer.len());
        self.buffer.extend_from_slice(&bytes[..count]);
        if self.buffer.len() == BUFFER {
            self.hand_over(observer)?;
        }
        Ok(count)
    }

    /// Makes sure that all of the file is on disk.
    pub fn finish(&mut self, observer: &dyn Observer) -> io::Result<()> {
        if self.thread.is_none() {
            self.file.write_all(&mem::take(&mut self.buffer))?;
            return self.file.sync_all();
        }
        self.hand_over(observer)?;
        let Some(thread) = &mut self.thread else { return Ok(()) };
        let finished = thread.finish(observer);
        self.explained(finished)
    }

    /// Waits for what is being written and forgets what is not, whatever it takes.
    pub fn end(&mut self) -> io::Result<()> {
        self.thread.take().map_or(Ok(()), DiskThread::end)
    }

    /// The same file, closed by whoever drops what is answered; what is left here writes nothing any more.
    pub fn take(&mut self) -> io::Result<Self> {
        let file = self.file.try_clone()?;
        Ok(Self { file, buffer: Vec::new(), thread: self.thread.take() })
    }

    fn hand_over(&mut self, observer: &dyn Observer) -> io::Result<()> {
        let thread = match &mut self.thread {
            Some(thread) => thread,
            none => none.insert(DiskThread::start(self.file.try_clone()?)?),
        };
        let handed = thread.hand_over(mem::take(&mut self.buffer), observer);
        self.buffer = match handed {
            Ok(buffer) => buffer,
            Err(unwritten) => return self.explained(Err(unwritten)),
        };
        Ok(())
    }

    fn explained(&mut self, outcome: Result<(), Unwritten>) -> io::Result<()> {
        match outcome {
            Ok(()) => Ok(()),
            Err(Unwritten::Aborted) => Err(io::Error::other(amidst_core::Aborted)),
            // It ends early only if something went wrong.
            Err(Unwritten::Failed) => self.end().and(Err(io::Error::other("writing ended too early"))),
        }
    }
}

/// What the thread is asked to do.
#[derive(Debug)]
enum Task {
    /// Write these bytes.
    Write(Vec<u8>),
    /// Make sure of all of them, and of what the system knows of the file.
    Sync,
}

/// Does one task after another, and gives back every buffer, empty: without bytes where it synced.
#[derive(Debug)]
struct DiskThread {
    tasks: Sender<Task>,
    done: Receiver<Vec<u8>>,
    /// Tasks that are not done.
    under_way: usize,
    /// Whether nobody wants the file any more.
    is_given_up: Arc<AtomicBool>,
    handle: JoinHandle<io::Result<()>>,
}

/// Why something is not on disk.
#[derive(Debug)]
enum Unwritten {
    /// Something went wrong, and the thread has ended.
    Failed,
    /// The observer said so.
    Aborted,
}

impl DiskThread {
    fn start(file: File) -> io::Result<Self> {
        let (tasks, asked) = channel();
        let (tell, done) = channel();
        let is_given_up = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&is_given_up);
        let work = move || {
            let mut file = SyncedFile { file, written: 0, piece: 2 * PIECE.start };
            for task in asked.iter().take_while(|_| !is_over.load(Ordering::Relaxed)) {
                let buffer = file.perform(task)?;
                // Nobody may listen any more.
                let _ = tell.send(buffer);
            }
            Ok(())
        };
        let handle = thread::Builder::new().name("disk".into()).spawn(work)?;
        Ok(Self { tasks, done, under_way: 0, is_given_up, handle })
    }

    /// Hands bytes over, and answers with an empty buffer: a new one as long as few are on their way.
    fn hand_over(&mut self, bytes: Vec<u8>, observer: &dyn Observer) -> Result<Vec<u8>, Unwritten> {
        self.begin(Task::Write(bytes))?;
        match self.done.try_recv() {
            Ok(buffer) => {
                self.under_way -= 1;
                Ok(buffer)
            }
            Err(_) if self.under_way < BUFFERS => Ok(Vec::with_capacity(BUFFER)),
            Err(_) => self.wait(observer),
        }
    }

    /// Waits until all that was handed over is on disk.
    fn finish(&mut self, observer: &dyn Observer) -> Result<(), Unwritten> {
        self.begin(Task::Sync)?;
        while self.under_way > 0 {
            self.wait(observer)?;
        }
        Ok(())
    }

    fn begin(&mut self, task: Task) -> Result<(), Unwritten> {
        self.under_way += 1;
        self.tasks.send(task).map_err(|_| Unwritten::Failed)
    }

    /// Waits for the next task that is done.
    fn wait(&mut self, observer: &dyn Observer) -> Result<Vec<u8>, Unwritten> {
        loop {
            match self.done.recv_timeout(ASKS_EVERY) {
                Ok(buffer) => {
                    self.under_way -= 1;
                    return Ok(buffer);
                }
                Err(RecvTimeoutError::Timeout) => observer.go_on().map_err(|_| Unwritten::Aborted)?,
                Err(RecvTimeoutError::Disconnected) => return Err(Unwritten::Failed),
            }
        }
    }

    /// Waits until it is over, and says what went wrong: the system tells it only once.
    fn end(self) -> io::Result<()> {
        self.is_given_up.store(true, Ordering::Relaxed);
        drop(self.tasks);
        self.handle.join().unwrap_or_else(|_| Err(io::Error::other("writing ended too early")))
    }
}

/// A file that is synced piece by piece as it is written.
struct SyncedFile {
    file: File,
    /// Bytes that were written since the last piece.
    written: usize,
    /// Bytes of the next piece.
    piece: usize,
}

impl SyncedFile {
    fn perform(&mut self, task: Task) -> io::Result<Vec<u8>> {
        let Task::Write(mut bytes) = task else {
            self.file.sync_all()?;
            return Ok(Vec::new());
        };
        self.file.write_all(&bytes)?;
        self.written += bytes.len();
        if self.written >= self.piece {
            let begun = Instant::now();
            self.file.sync_data()?;
            self.piece = next_piece(self.piece, begun.elapsed());
            self.written = 0;
        }
        bytes.clear();
        Ok(bytes)
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
    use std::io::{Read, Seek};

    struct Ends;

    impl Observer for Ends {
        fn signal(&self) -> amidst_core::Signal {
            amidst_core::Signal::Abort
        }
    }

    fn write_all(writer: &mut DiskWriter, mut bytes: &[u8], observer: &dyn Observer) -> io::Result<()> {
        while !bytes.is_empty() {
            bytes = &bytes[writer.write(bytes, observer)?..];
        }
        Ok(())
    }

    #[test]
    fn what_is_written_is_in_the_file() {
        for (length, needs_thread) in
            [(0, false), (BUFFER - 1, false), (BUFFER, true), (3 * BUFFER + 7, true), (50 * BUFFER, true)]
        {
            let bytes: Vec<u8> = (0..length).map(|at| (at % 251) as u8).collect();
            let mut file = tempfile::tempfile().expect("a place for tests");
            let mut writer = DiskWriter::new(file.try_clone().expect("a handle"));
            write_all(&mut writer, &bytes, &()).expect("a file can be written");
            assert_eq!(writer.thread.is_some(), needs_thread, "{length}");
            writer.finish(&()).expect("a file can be synced");
            let mut found = Vec::new();
            file.rewind().and_then(|()| file.read_to_end(&mut found)).expect("readable");
            assert!(found == bytes, "{length}");
            writer.end().expect("nothing went wrong");
        }
    }

    #[test]
    fn nobody_waits_for_the_disk_once_a_run_is_ended() {
        // Somebody who never writes and never tells.
        let stuck = || {
            let (tasks, asked) = channel();
            let (tell, done) = channel();
            let handle = thread::spawn(|| Ok(()));
            let thread = DiskThread { tasks, done, under_way: BUFFERS, is_given_up: Arc::default(), handle };
            let file = tempfile::tempfile().expect("a place for tests");
            (DiskWriter { file, buffer: Vec::new(), thread: Some(thread) }, (asked, tell))
        };
        let (mut writer, _kept) = stuck();
        let (mut finished, _kept) = stuck();
        for waited in [write_all(&mut writer, &[0; BUFFER], &Ends), finished.finish(&Ends)] {
            let error = waited.expect_err("it is not on disk");
            assert!(error.get_ref().is_some_and(|inner| inner.is::<amidst_core::Aborted>()));
        }
    }

    #[test]
    fn what_is_given_up_is_not_written() {
        let thread = DiskThread::start(tempfile::tempfile().expect("a place for tests")).expect("a thread");
        thread.is_given_up.store(true, Ordering::Relaxed);
        thread.tasks.send(Task::Write(vec![0])).expect("it listens");
        assert!(thread.done.recv().is_err(), "it ends without having written");
        thread.end().expect("nothing went wrong");
    }

    #[test]
    fn pieces_grow_where_the_disk_is_quick_and_shrink_where_it_is_slow() {
        let [quick, slow] = [TIME.start / 2, TIME.end * 2];
        let after = |piece, taken| (0..20).fold(piece, |piece, _| next_piece(piece, taken));
        assert_eq!([after(PIECE.start, quick), after(PIECE.end, slow)], [PIECE.end, PIECE.start]);
        assert_eq!(next_piece(3 << 20, TIME.start), 3 << 20);
    }

    /// A pipe that nobody reads cannot be written.
    #[cfg(unix)]
    #[test]
    fn what_went_wrong_is_told() {
        let broken = || {
            let (_, pipe) = io::pipe().expect("pipes");
            DiskWriter::new(File::from(std::os::fd::OwnedFd::from(pipe)))
        };
        let mut writer = broken();
        write_all(&mut writer, &[0; BUFFER], &()).expect("the thread begins");
        assert!(writer.finish(&()).is_err());
        let mut writer = broken();
        write_all(&mut writer, &[0; BUFFER], &()).expect("the thread begins");
        while !writer.thread.as_ref().is_some_and(|thread| thread.handle.is_finished()) {
            thread::yield_now();
        }
        assert!(writer.end().is_err(), "it is not forgotten by whoever ends it");
        let mut writer = broken();
        assert!(
            (0..100).any(|_| write_all(&mut writer, &[0; BUFFER], &()).is_err()),
            "it is told while writing, too"
        );
    }
}
