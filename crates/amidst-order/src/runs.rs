//! Rows in order that do not fit into memory: parts are sorted one by one, laid on disk as *runs*, and merged.
//!
//! A row is the place of its class among all classes, and its cells in the columns that are not quasi columns: rows of one class share
//! all others. Runs are merged row by row; whoever comes first is taken, so that what is held is a batch of each run.

use std::{cmp::Ordering, ops::Range, path::Path, sync::Arc};

use amidst_core::Observer;
use amidst_io::{Arrays, CHUNK_ROWS, Error, Result, SpillFile, gathered, texts_of};
use amidst_table::Column;
use arrow_array::{Array, ArrayRef, StringArray, UInt32Array, cast::AsArray, types::UInt32Type};
use arrow_schema::DataType;
use arrow_select::interleave::interleave;

use crate::order::beginning;

/// Rows of a run that are held at a time.
const BATCH_ROWS: usize = 1 << 12;

/// Runs that are merged at a time; more are merged to fewer first.
const AT_ONCE: usize = 128;

/// Bits of a row's key that are left for the text in its first column.
const TEXT_BITS: u32 = 96;

/// Sorted rows on disk.
pub struct Runs {
    spill: SpillFile,
    runs: Vec<Range<u64>>,
    /// What a null is written as, if not as null.
    missing: Option<String>,
}

/// Rows that follow one another in the order.
pub struct Merged {
    /// The place of the class of each.
    pub ranks: Vec<u32>,
    /// Their cells, column by column.
    pub cells: Arrays,
}

impl Runs {
    /// No rows yet, on the disk that has this folder. `missing` is the text a null is written as, if not as null.
    ///
    /// # Errors
    /// If nothing can be written there.
    pub fn new(folder: &Path, missing: Option<&str>) -> Result<Self> {
        Ok(Self { spill: SpillFile::create(folder)?, runs: Vec::new(), missing: missing.map(String::from) })
    }

    /// Adds rows of these columns, which are in order; `rank` has the place of each row's class.
    ///
    /// # Errors
    /// If they cannot be written, or the observer aborts.
    pub fn add(
        &mut self,
        order: &[u32],
        rank: &[u32],
        columns: &[&Column],
        observer: &dyn Observer,
    ) -> Result<()> {
        if order.is_empty() {
            return Ok(());
        }
        let batches = order.chunks(BATCH_ROWS).map(|rows| {
            observer.go_on()?;
            let ranks: UInt32Array = rows.iter().map(|&row| rank[row as usize]).collect();
            let cells = columns.iter().map(|column| gathered(column, rows));
            std::iter::once(Ok(Arc::new(ranks) as ArrayRef)).chain(cells).collect()
        });
        self.runs.push(self.spill.append(batches)?);
        Ok(())
    }

    /// All rows in order, [`CHUNK_ROWS`] at a time.
    ///
    /// # Errors
    /// If they cannot be read, or the observer aborts.
    pub fn merged(mut self, observer: &dyn Observer) -> Result<impl Iterator<Item = Result<Merged>> + Send> {
        while self.runs.len() > AT_ONCE {
            let some: Vec<Range<u64>> = self.runs.drain(..AT_ONCE).collect();
            let merging = Merging::new(&self.spill, some, self.missing.clone())?;
            let batches = merging.map(|merged| {
                observer.go_on()?;
                let Merged { ranks, cells } = merged?;
                let ranks: ArrayRef = Arc::new(UInt32Array::from(ranks));
                Ok(std::iter::once(ranks).chain(cells).collect::<Arrays>())
            });
            let batches = batches.flat_map(|batch| match batch {
                Ok(arrays) => sliced(&arrays).into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            });
            let run = self.spill.append(batches)?;
            self.runs.push(run);
        }
        Merging::new(&self.spill, self.runs, self.missing)
    }
}

/// Rows in pieces that may be held.
fn sliced(arrays: &Arrays) -> Vec<Arrays> {
    let rows = arrays.first().map_or(0, |array| array.len());
    let piece = |start: usize| {
        let length = BATCH_ROWS.min(rows - start);
        arrays.iter().map(|array| array.slice(start, length)).collect()
    };
    (0..rows).step_by(BATCH_ROWS).map(piece).collect()
}

/// Runs that are being merged.
struct Merging {
    runs: Vec<Run>,
    /// Runs that are not at their end, those that come first on top: a heap.
    heap: Vec<u32>,
    /// The key of each run's next row.
    keys: Vec<u128>,
    missing: Option<String>,
}

/// A run that is being read.
struct Run {
    batches: Box<dyn Iterator<Item = Result<Arrays>> + Send>,
    held: Arc<Batch>,
    /// The next row of the batch.
    at: usize,
}

/// Rows of a run.
struct Batch {
    ranks: UInt32Array,
    cells: Arrays,
    /// The same as text.
    texts: Vec<StringArray>,
}

impl Batch {
    fn new(mut arrays: Arrays) -> Self {
        let cells = arrays.split_off(1);
        let text = |array: &ArrayRef| match array.data_type() {
            DataType::Utf8 => array.as_string::<i32>().clone(),
            _ => texts_of(array),
        };
        let texts = cells.iter().map(text).collect();
        Self { ranks: arrays[0].as_primitive::<UInt32Type>().clone(), cells, texts }
    }

    fn text<'a>(&'a self, column: usize, row: usize, missing: Option<&'a str>) -> Option<&'a str> {
        let texts = &self.texts[column];
        if texts.is_valid(row) { Some(texts.value(row)) } else { missing }
    }

    /// What rows are compared by first.
    fn key(&self, row: usize, missing: Option<&str>) -> u128 {
        let rank = u128::from(self.ranks.value(row)) << TEXT_BITS;
        match self.texts.is_empty() {
            true => rank,
            false => rank | beginning(self.text(0, row, missing), TEXT_BITS),
        }
    }
}

impl Merging {
    fn new(spill: &SpillFile, places: Vec<Range<u64>>, missing: Option<String>) -> Result<Self> {
        let mut merging = Self { runs: Vec::new(), heap: Vec::new(), keys: Vec::new(), missing };
        for place in places {
            let mut batches = spill.batches(place)?;
            let Some(first) = batches.next().transpose()? else { continue };
            let held = Arc::new(Batch::new(first));
            merging.keys.push(held.key(0, merging.missing.as_deref()));
            merging.heap.push(merging.runs.len() as u32);
            merging.runs.push(Run { batches: Box::new(batches), held, at: 0 });
        }
        (0..merging.heap.len() / 2).rev().for_each(|at| merging.sift_down(at));
        Ok(merging)
    }

    /// Whether the next row of a run comes before that of another.
    fn is_before(&self, one: u32, other: u32) -> bool {
        let [own, theirs] = [one, other].map(|run| self.keys[run as usize]);
        own.cmp(&theirs).then_with(|| self.compare(one, other)).is_lt()
    }

    /// Compares the next rows of two runs whose keys are the same.
    fn compare(&self, one: u32, other: u32) -> Ordering {
        let [a, b] = [one, other].map(|run| &self.runs[run as usize]);
        let missing = self.missing.as_deref();
        let columns = (0..a.held.texts.len())
            .map(|column| a.held.text(column, a.at, missing).cmp(&b.held.text(column, b.at, missing)));
        columns.into_iter().find(|ordering| ordering.is_ne()).unwrap_or(Ordering::Equal)
    }

    fn sift_down(&mut self, mut at: usize) {
        loop {
            let mut first = at;
            for below in [2 * at + 1, 2 * at + 2] {
                if below < self.heap.len() && self.is_before(self.heap[below], self.heap[first]) {
                    first = below;
                }
            }
            if first == at {
                return;
            }
            self.heap.swap(at, first);
            at = first;
        }
    }

    /// Goes past the next row of all; tells whether its run holds another batch from now on.
    fn advance(&mut self) -> Result<bool> {
        let next = self.heap[0] as usize;
        let run = &mut self.runs[next];
        run.at += 1;
        let is_through = run.at == run.held.ranks.len();
        if is_through {
            match run.batches.next().transpose()? {
                Some(arrays) => (run.held, run.at) = (Arc::new(Batch::new(arrays)), 0),
                None => {
                    self.heap.swap_remove(0);
                    self.sift_down(0);
                    return Ok(true);
                }
            }
        }
        self.keys[next] = run.held.key(run.at, self.missing.as_deref());
        self.sift_down(0);
        Ok(is_through)
    }

    fn chunk(&mut self) -> Result<Option<Merged>> {
        // The batches that rows of this chunk are in, and for each run the place of the one that it holds.
        let mut batches: Vec<Arc<Batch>> = Vec::new();
        let mut place_of: Vec<Option<usize>> = vec![None; self.runs.len()];
        let mut rows: Vec<(usize, usize)> = Vec::with_capacity(CHUNK_ROWS);
        let mut ranks = Vec::with_capacity(CHUNK_ROWS);
        while let Some(&next) = self.heap.first().filter(|_| rows.len() < CHUNK_ROWS) {
            let run = &self.runs[next as usize];
            let place = *place_of[next as usize].get_or_insert_with(|| {
                batches.push(Arc::clone(&run.held));
                batches.len() - 1
            });
            rows.push((place, run.at));
            ranks.push(run.held.ranks.value(run.at));
            if self.advance()? {
                place_of[next as usize] = None;
            }
        }
        let Some(first) = batches.first() else { return Ok(None) };
        let unlike = |_| Error::Internal("the columns of parts do not fit together".into());
        let column = |column: usize| {
            let arrays: Vec<&dyn Array> = batches.iter().map(|batch| batch.cells[column].as_ref()).collect();
            interleave(&arrays, &rows).map_err(unlike)
        };
        let cells = (0..first.cells.len()).map(column).collect::<Result<_>>()?;
        Ok(Some(Merged { ranks, cells }))
    }
}

impl Iterator for Merging {
    type Item = Result<Merged>;

    fn next(&mut self) -> Option<Self::Item> {
        self.chunk().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amidst_core::Kind;
    use amidst_table::Data;
    use proptest::prelude::*;

    type Row = (u32, Option<String>, Option<i64>);

    fn columns(rows: &[Row]) -> [Column; 2] {
        let texts: ArrayRef = Arc::new(rows.iter().map(|row| row.1.clone()).collect::<StringArray>());
        let numbers: ArrayRef = Arc::new(rows.iter().map(|row| row.2).collect::<arrow_array::Int64Array>());
        [("a", DataType::Utf8, texts), ("b", DataType::Int64, numbers)].map(|(name, source_type, array)| {
            Column { name: name.into(), kind: Kind::Text, source_type, data: Data::Carried(vec![array]) }
        })
    }

    /// Rows in the order of a sort of each part and a merge of all.
    fn merged(parts: &[Vec<Row>], missing: Option<&str>) -> Vec<(u32, Option<String>, Option<String>)> {
        let folder = std::env::temp_dir();
        let mut runs = Runs::new(&folder, missing).expect("a file");
        for part in parts {
            let columns = columns(part);
            let columns: Vec<&Column> = columns.iter().collect();
            let rank: Vec<u32> = part.iter().map(|row| row.0).collect();
            let kept: Vec<u32> = (0..part.len() as u32).collect();
            let order = crate::sorted(&kept, &rank, &columns, missing, &()).expect("nobody aborts");
            runs.add(&order, &rank, &columns, &()).expect("writable");
        }
        let chunks = runs.merged(&()).expect("readable").map(|chunk| chunk.expect("readable"));
        let rows = chunks.flat_map(|Merged { ranks, cells }| {
            let [texts, numbers] = [&cells[0], &cells[1]].map(|array| texts_of(array));
            // As it is written.
            let text = |texts: &StringArray, row| {
                let text = texts.is_valid(row).then(|| texts.value(row));
                text.or(missing).map(str::to_owned)
            };
            let rows = ranks.into_iter().enumerate();
            rows.map(move |(row, rank)| (rank, text(&texts, row), text(&numbers, row))).collect::<Vec<_>>()
        });
        rows.collect()
    }

    proptest! {
        #[test]
        fn merged_parts_are_in_the_order_of_the_whole(
            parts in prop::collection::vec(prop::collection::vec(
                (0_u32..3, prop::option::of("[ab]{0,20}"), prop::option::of(-3_i64..12)), 0..20), 0..6),
            missing in prop::option::of("[ab]"),
        ) {
            let whole: Vec<Row> = parts.concat();
            let expected = merged(&[whole], missing.as_deref());
            prop_assert_eq!(merged(&parts, missing.as_deref()), expected);
        }
    }

    #[test]
    fn more_runs_than_are_merged_at_once_are_merged_to_fewer_first() {
        let parts: Vec<Vec<Row>> =
            (0..3 * AT_ONCE).map(|at| vec![(0, Some(format!("{:04}", at * 7 % 384)), None)]).collect();
        let whole: Vec<Row> = parts.concat();
        assert_eq!(merged(&parts, None), merged(&[whole], None));
    }

    #[test]
    fn chunks_are_full_and_hold_rows_of_many_batches() {
        let part = |first: u32| -> Vec<Row> {
            (0..CHUNK_ROWS as u32).map(|row| (2 * row + first, None, Some(1))).collect()
        };
        let mut runs = Runs::new(&std::env::temp_dir(), None).expect("a file");
        for first in [1, 0] {
            let part = part(first);
            let columns = columns(&part);
            let rank: Vec<u32> = part.iter().map(|row| row.0).collect();
            let order: Vec<u32> = (0..part.len() as u32).collect();
            runs.add(&order, &rank, &columns.iter().collect::<Vec<_>>(), &()).expect("writable");
        }
        let chunks = runs.merged(&()).expect("readable").map(|chunk| chunk.expect("readable").ranks);
        let chunks: Vec<Vec<u32>> = chunks.collect();
        assert_eq!(chunks.iter().map(Vec::len).collect::<Vec<_>>(), [CHUNK_ROWS, CHUNK_ROWS]);
        assert!(chunks.concat().into_iter().eq(0..2 * CHUNK_ROWS as u32));
    }
}
