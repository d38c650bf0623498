//! A file that nobody can open but whoever made it: what does not fit into memory is laid there and read again.
//!
//! It has no name before the first byte is written, so that nothing is left of it when the process ends, however it ends.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Read, Write},
    ops::Range,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_ipc::{reader::StreamReader, writer::StreamWriter};
use arrow_schema::{ArrowError, Field, Schema};

use crate::{Error, Result, atomic::explain};

/// How messages call it.
const NAME: &str = "what does not fit into memory";

/// Bytes written at once.
const WRITE_BYTES: usize = 1 << 20;

/// Bytes read at once: many places are read at a time.
const READ_BYTES: usize = 1 << 16;

/// A file without a name.
#[derive(Debug)]
pub struct SpillFile {
    file: Arc<File>,
    length: u64,
}

/// Columns of equal length.
pub type Arrays = Vec<ArrayRef>;

impl SpillFile {
    /// An empty one, on the disk that has this folder.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn create(folder: &Path) -> Result<Self> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let file = nameless(folder).map_err(|error| explain(NAME, &folder.join(NAME), error))?;
        Ok(Self { file: Arc::new(file), length: 0 })
    }

    /// Appends rows, some at a time, all of them with the same columns, and tells where they stand.
    ///
    /// # Errors
    /// If one of them is an error, or they cannot be written.
    pub fn append(&mut self, batches: impl Iterator<Item = Result<Arrays>>) -> Result<Range<u64>> {
        let start = self.length;
        let mut sink = SpillWriter { file: Arc::clone(&self.file), at: start, failure: None };
        let appended = write_batches(BufWriter::with_capacity(WRITE_BYTES, &mut sink), batches);
        match sink.failure {
            Some(failure) => return Err(Error::write(NAME, failure)),
            None => appended?,
        }
        self.length = sink.at;
        Ok(start..self.length)
    }

    /// Reads what stands there. Several may read at a time.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn batches(&self, place: Range<u64>) -> Result<impl Iterator<Item = Result<Arrays>> + Send + use<>> {
        let reader = SpillReader { file: Arc::clone(&self.file), place };
        let reader = StreamReader::try_new(BufReader::with_capacity(READ_BYTES, reader), None);
        let batches = reader.map_err(unreadable)?;
        Ok(batches.map(|batch| Ok(batch.map_err(unreadable)?.columns().to_vec())))
    }
}

fn write_batches(sink: impl Write, mut batches: impl Iterator<Item = Result<Arrays>>) -> Result<()> {
    let Some(first) = batches.next().transpose()? else { return Ok(()) };
    let fields = first.iter().map(|array| Field::new("", array.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
    let failed = |_: ArrowError| Error::Internal(format!("{NAME}: a column could not be encoded"));
    let mut writer = StreamWriter::try_new(sink, &schema).map_err(failed)?;
    for arrays in std::iter::once(Ok(first)).chain(batches) {
        let arrays = arrays?;
        let rows = RecordBatchOptions::new().with_row_count(arrays.first().map(|array| array.len()));
        let batch = RecordBatch::try_new_with_options(Arc::clone(&schema), arrays, &rows);
        writer.write(&batch.map_err(failed)?).map_err(failed)?;
    }
    let mut sink = writer.into_inner().map_err(failed)?;
    sink.flush().map_err(|error| Error::write(NAME, error))
}

/// Messages of decoders may quote cells, so that only the kind is told.
fn unreadable(error: ArrowError) -> Error {
    match error {
        ArrowError::IoError(_, error) => Error::read(NAME, error),
        _ => Error::Internal(format!("{NAME}: it cannot be read again")),
    }
}

/// Writes from a place on, and remembers what went wrong: encoders wrap it beyond recognition.
struct SpillWriter {
    file: Arc<File>,
    at: u64,
    failure: Option<io::Error>,
}

impl Write for SpillWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match write_at(&self.file, bytes, self.at) {
            Ok(count) => {
                self.at += count as u64;
                Ok(count)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let kind = error.kind();
                self.failure = Some(error);
                Err(kind.into())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct SpillReader {
    file: Arc<File>,
    place: Range<u64>,
}

impl Read for SpillReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.place.end - self.place.start).unwrap_or(usize::MAX);
        let room = buffer.len().min(left);
        let count = read_at(&self.file, &mut buffer[..room], self.place.start)?;
        self.place.start += count as u64;
        Ok(count)
    }
}

#[cfg(unix)]
use std::os::unix::fs::FileExt;
#[cfg(windows)]
use std::os::windows::fs::FileExt;

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.read_at(buffer, offset)
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<usize> {
    file.write_at(bytes, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    file.seek_read(buffer, offset)
}

#[cfg(windows)]
fn write_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<usize> {
    file.seek_write(bytes, offset)
}

/// A file without a name; one that loses its name at once where the system knows no others.
fn nameless(folder: &Path) -> io::Result<File> {
    static MADE: AtomicU64 = AtomicU64::new(0);
    #[cfg(target_os = "linux")]
    if let Some((file, _)) = crate::atomic::unnamed(folder, 0o600) {
        return Ok(file);
    }
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let path = folder.join(format!(".amidst-{}-{number}", std::process::id()));
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    #[cfg(windows)]
    {
        /// The system removes the file with its last handle.
        const DELETE_ON_CLOSE: u32 = 0x0400_0000;
        std::os::windows::fs::OpenOptionsExt::custom_flags(&mut options, DELETE_ON_CLOSE);
    }
    let file = options.open(&path)?;
    #[cfg(unix)]
    std::fs::remove_file(&path)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{StringArray, cast::AsArray};

    fn texts(texts: &[&str]) -> Arrays {
        vec![Arc::new(StringArray::from(texts.to_vec()))]
    }

    #[test]
    fn what_is_appended_is_read_again_by_several_and_has_no_name() {
        let folder = tempfile::tempdir().expect("a place for tests");
        let mut spill = SpillFile::create(folder.path()).expect("a file");
        let first = spill.append([Ok(texts(&["a", "b"])), Ok(texts(&["c"]))].into_iter()).expect("writable");
        let second = spill.append([Ok(texts(&["d"]))].into_iter()).expect("writable");
        assert_eq!((first.start, first.end), (0, second.start));
        let mut readers =
            [spill.batches(second), spill.batches(first)].map(|reader| reader.expect("readable"));
        let found = readers.each_mut().map(|reader| {
            let arrays = reader.map(|arrays| arrays.expect("readable").remove(0));
            let texts = arrays.flat_map(|array| {
                let texts = array.as_string::<i32>().iter().flatten().map(str::to_owned);
                texts.collect::<Vec<_>>()
            });
            texts.collect::<Vec<String>>().concat()
        });
        assert_eq!(found, ["d", "abc"]);
        assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[test]
    fn a_folder_that_is_not_there_is_told() {
        let folder = tempfile::tempdir().expect("a place for tests");
        assert!(SpillFile::create(&folder.path().join("none")).is_err());
    }
}
