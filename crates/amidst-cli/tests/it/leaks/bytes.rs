//! The bytes of a file, decoded as far as they can be, and the marks in them.

use std::path::Path;

use bytes::Bytes;
use parquet::{
    arrow::arrow_reader::ParquetRecordBatchReaderBuilder,
    file::{reader::FileReader, serialized_reader::SerializedFileReader},
};

use super::tables::{MARK, NUMBER, ROWS, note};

/// Everything that a reader of the file could lay hands on: its bytes, and what they hold once they are decompressed.
fn readable(name: &Path, bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut readable = vec![bytes.to_vec()];
    if name.extension().is_some_and(|extension| extension == "parquet") {
        let whole = Bytes::from(bytes.to_vec());
        let schema = ParquetRecordBatchReaderBuilder::try_new(whole.clone()).expect("Parquet");
        readable.push(format!("{:?}", schema.schema()).into_bytes());
        readable.push(format!("{:?}", schema.metadata().file_metadata()).into_bytes());
        let reader = SerializedFileReader::new(whole).expect("Parquet");
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group).expect("a row group");
            for column in 0..group.num_columns() {
                let mut pages = group.get_column_page_reader(column).expect("a column");
                while let Some(page) = pages.get_next_page().expect("a page") {
                    readable.push(page.buffer().to_vec());
                }
            }
        }
    }
    readable
}

fn holds(bytes: &[u8], needle: &[u8]) -> bool {
    memchr::memmem::find(bytes, needle).is_some()
}

/// The marks in a file.
pub fn leaks(name: &Path, bytes: &[u8]) -> Vec<String> {
    let digits = NUMBER.to_string();
    let marks = [MARK, digits.as_str()];
    let readable = readable(name, bytes);
    let is_in = |mark: &&str| readable.iter().any(|bytes| holds(bytes, mark.as_bytes()));
    marks.into_iter().filter(is_in).map(str::to_owned).collect()
}

/// How many notes stand right behind the note of the source row before theirs, in buffers of texts end to end.
pub fn neighbours(name: &Path, bytes: &[u8]) -> usize {
    let readable = readable(name, bytes);
    let is_in = |bytes: &[u8]| readable.iter().any(|readable| holds(readable, bytes));
    let is_next = |row: &usize| {
        let (Some(before), Some(note)) = (note(row - 1), note(*row)) else { return false };
        // Parquet writes the length of a text before it.
        let length = (note.len() as u32).to_le_bytes();
        let (before, note) = (before.as_bytes(), note.as_bytes());
        is_in(&[before, note].concat()) || is_in(&[before, &length, note].concat())
    };
    (1..ROWS).filter(is_next).count()
}
