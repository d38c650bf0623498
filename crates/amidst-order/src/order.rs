//! The order of released rows: order gives people away, so by default it is a function of what is released and nothing
//! else.
//!
//! *Sorted* compares quasi columns first, then the others, each left to right as the bytes of the text written; a null
//! comes first. Rows that tie are identical, so nothing of the input's order is left.

use amidst_core::{
    Aborted, Dictionary, Observer,
    observer::{BLOCK_ROWS, blocks, watched},
};
use amidst_io::texts_of;
use amidst_kernel::{mapped, per_row};
use amidst_table::{Column, Data};
use arrow_array::{Array, ArrayRef, StringArray, cast::AsArray};
use arrow_schema::DataType;
use rand::{SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use crate::{Keyed, sorted_by};

/// Columns with at most this many distinct texts are ordered by rank; the others by their text.
const RANKED: usize = 1 << 16;

/// The rows of `kept` in sorted order. `class_rank` holds, for each row, its class's place among the sorted classes, and
/// `columns` the columns other than the quasi ones. `missing` is the text a null is written as, if not as null.
///
/// # Errors
/// If the observer aborts.
pub fn sorted(
    kept: &[u32],
    class_rank: &[u32],
    columns: &[&Column],
    missing: Option<&str>,
    observer: &dyn Observer,
) -> Result<Vec<u32>, Aborted> {
    let columns = SortColumn::all(columns, missing, observer)?;
    arranged(kept, class_rank, &columns, observer)
}

/// For each row its place among the distinct rows of these columns when sorted: rows that show the same share one. Rows
/// that are not in `kept` have place 0.
///
/// # Errors
/// If the observer aborts.
pub fn places(
    kept: &[u32],
    columns: &[&Column],
    missing: Option<&str>,
    observer: &dyn Observer,
) -> Result<Vec<u32>, Aborted> {
    let rows = columns.first().map_or(0, |column| column.data.len());
    let columns = SortColumn::all(columns, missing, observer)?;
    let mut places = vec![0; rows];
    let mut place = 0;
    let order = arranged(kept, &places, &columns, observer)?;
    for pair in watched(order.windows(2), observer) {
        let (before, row) = (pair[0] as usize, pair[1] as usize);
        place += u32::from(columns.iter().any(|column| column.compare(before, row).is_ne()));
        places[row] = place;
    }
    observer.go_on()?;
    Ok(places)
}

fn arranged(
    kept: &[u32],
    class_rank: &[u32],
    columns: &[SortColumn],
    observer: &dyn Observer,
) -> Result<Vec<u32>, Aborted> {
    observer.go_on()?;
    let classes =
        class_rank.iter().filter(|&&rank| rank != u32::MAX).max().map_or(0, |&rank| rank as usize + 1);
    let key = KeyLayout::new(classes, columns);
    let undecided = &columns[key.exact..];
    let of_row = |row: u32| {
        let bits = key.of(class_rank[row as usize], row as usize, columns);
        ((bits >> 64) as u64, bits as u64)
    };
    let compare = |a: &Keyed<(u64, u64)>, b: &Keyed<(u64, u64)>| {
        a.0.cmp(&b.0).then_with(|| {
            let mut orderings = undecided.iter().map(|column| column.compare(a.1 as usize, b.1 as usize));
            orderings.find(|ordering| ordering.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        })
    };
    sorted_by(kept, of_row, compare, observer)
}

/// The rows of `kept`, shuffled by a secret key that is then forgotten.
///
/// # Errors
/// If the observer aborts.
pub fn shuffled(mut kept: Vec<u32>, key: [u8; 32], observer: &dyn Observer) -> Result<Vec<u32>, Aborted> {
    let mut chance = ChaCha20Rng::from_seed(key);
    for rows in blocks(kept.len(), observer) {
        let rows = rows?;
        // Each of these rows takes a place among all before it.
        let _ = kept[..rows.end].partial_shuffle(&mut chance, rows.len());
    }
    Ok(kept)
}

/// How many cells of a column, in some rows, hold a text like this.
///
/// # Errors
/// If the observer aborts.
pub fn count(
    rows: &[u32],
    column: &Column,
    is_like: impl Fn(&str) -> bool + Sync,
    observer: &dyn Observer,
) -> Result<u64, Aborted> {
    let counted = |is_like: &(dyn Fn(u32) -> bool + Sync)| {
        let of_block = |rows: &[u32]| {
            observer.go_on()?;
            Ok(rows.iter().filter(|&&row| is_like(row)).count() as u64)
        };
        rows.par_chunks(BLOCK_ROWS).map(of_block).sum()
    };
    match &column.data {
        Data::Coded(coded) => {
            let like: Vec<bool> = coded.dictionary.iter().map(|text| text.is_some_and(&is_like)).collect();
            counted(&|row| like[coded.codes.at(row as usize) as usize])
        }
        Data::Carried(chunks) if chunks.iter().all(|chunk| chunk.data_type().is_numeric()) => Ok(0),
        Data::Carried(chunks) => {
            let texts = Texts::new(chunks, None, observer)?;
            counted(&|row| texts.at(row as usize).is_some_and(&is_like))
        }
    }
}

/// The place of every text when sorted, `None` first.
pub fn ranks<'a>(texts: impl Iterator<Item = Option<&'a str>>) -> Vec<u32> {
    let texts: Vec<Option<&str>> = texts.collect();
    let mut sorted: Vec<u32> = (0..texts.len() as u32).collect();
    sorted.sort_unstable_by_key(|&at| texts[at as usize]);
    let mut ranks = vec![0; texts.len()];
    let mut rank = 0;
    for (place, &at) in sorted.iter().enumerate() {
        if place > 0 && texts[at as usize] != texts[sorted[place - 1] as usize] {
            rank += 1;
        }
        ranks[at as usize] = rank;
    }
    ranks
}

/// How to compare the cells of one column.
enum SortColumn {
    /// By the rank of each row's text, in so many bits.
    Ranked { ranks: Vec<u32>, bits: u32 },
    /// By the text itself.
    Text(Texts),
}

impl SortColumn {
    /// How to compare the cells of some columns.
    fn all(
        columns: &[&Column],
        missing: Option<&str>,
        observer: &dyn Observer,
    ) -> Result<Vec<Self>, Aborted> {
        columns.par_iter().map(|column| Self::new(column, missing, observer)).collect()
    }

    fn new(column: &Column, missing: Option<&str>, observer: &dyn Observer) -> Result<Self, Aborted> {
        Ok(match &column.data {
            Data::Coded(coded) => {
                let place = ranks(coded.dictionary.iter().map(|text| text.or(missing)));
                let ranks = per_row(coded.codes.len(), observer, |rows, ranks| {
                    let rows = ranks.iter_mut().zip(rows);
                    rows.for_each(|(rank, row)| *rank = place[coded.codes.at(row) as usize]);
                })?;
                Self::ranked(ranks, place.len())
            }
            Data::Carried(chunks) => match few_ranks(chunks, missing, observer)? {
                Some(ranked) => ranked,
                None => Self::Text(Texts::new(chunks, missing, observer)?),
            },
        })
    }

    fn ranked(ranks: Vec<u32>, distinct: usize) -> Self {
        Self::Ranked { ranks, bits: bits_for(distinct) }
    }

    fn compare(&self, a: usize, b: usize) -> std::cmp::Ordering {
        match self {
            Self::Ranked { ranks, .. } => ranks[a].cmp(&ranks[b]),
            Self::Text(texts) => texts.at(a).cmp(&texts.at(b)),
        }
    }
}

/// What fits into the 128 bits that are compared first.
struct KeyLayout {
    /// So many leading columns are in the key exactly.
    exact: usize,
    /// Bits left for the beginning of the next column's text.
    left: u32,
}

impl KeyLayout {
    fn new(classes: usize, columns: &[SortColumn]) -> Self {
        let mut left = 128 - bits_for(classes);
        let mut exact = 0;
        for column in columns {
            match column {
                SortColumn::Ranked { bits, .. } if *bits <= left => left -= bits,
                _ => break,
            }
            exact += 1;
        }
        Self { exact, left }
    }

    fn of(&self, class_rank: u32, row: usize, columns: &[SortColumn]) -> u128 {
        let mut key = u128::from(class_rank);
        for column in &columns[..self.exact] {
            if let SortColumn::Ranked { ranks, bits } = column {
                key = key << bits | u128::from(ranks[row]);
            }
        }
        match columns.get(self.exact) {
            // One class and no column before it leave all 128 bits to the text.
            Some(SortColumn::Text(texts)) if self.left > 8 => {
                key.checked_shl(self.left).unwrap_or(0) | beginning(texts.at(row), self.left)
            }
            _ => key,
        }
    }
}

/// A text's first bytes in so many bits; null before everything.
pub(crate) fn beginning(text: Option<&str>, bits: u32) -> u128 {
    let Some(text) = text else { return 0 };
    let room = ((bits - 1) / 8) as usize;
    let mut key = 1;
    for at in 0..room {
        key = key << 8 | u128::from(text.as_bytes().get(at).copied().unwrap_or(0));
    }
    key
}

fn bits_for(distinct: usize) -> u32 {
    usize::BITS - distinct.saturating_sub(1).leading_zeros()
}

/// A carried column as text.
struct Texts {
    chunks: Vec<StringArray>,
    /// The first row of each chunk.
    starts: Vec<usize>,
    /// What a null is written as, if not as null.
    missing: Option<String>,
}

impl Texts {
    fn new(chunks: &[ArrayRef], missing: Option<&str>, observer: &dyn Observer) -> Result<Self, Aborted> {
        let mut starts = Vec::with_capacity(chunks.len());
        let mut rows = 0;
        for chunk in chunks {
            starts.push(rows);
            rows += chunk.len();
        }
        let text = |chunk: &ArrayRef| {
            observer.go_on()?;
            Ok(text_of(chunk))
        };
        let chunks = chunks.par_iter().map(text).collect::<Result<_, _>>()?;
        Ok(Self { chunks, starts, missing: missing.map(String::from) })
    }

    fn at(&self, row: usize) -> Option<&str> {
        let chunk = self.starts.partition_point(|&start| start <= row) - 1;
        let (array, at) = (&self.chunks[chunk], row - self.starts[chunk]);
        if array.is_valid(at) { Some(array.value(at)) } else { self.missing.as_deref() }
    }
}

/// The ranks of a carried column, if its distinct texts are few.
fn few_ranks(
    chunks: &[ArrayRef],
    missing: Option<&str>,
    observer: &dyn Observer,
) -> Result<Option<SortColumn>, Aborted> {
    let mut index = Dictionary::default();
    let mut codes: Vec<u32> = Vec::with_capacity(chunks.iter().map(|chunk| chunk.len()).sum());
    for chunk in chunks {
        observer.go_on()?;
        let null = |index: &mut Dictionary| index.intern(missing);
        // Without values there are no keys either.
        match chunk.as_any_dictionary_opt().filter(|coded| !coded.values().is_empty()) {
            Some(coded) => {
                let texts = text_of(coded.values());
                let code_of: Vec<u32> = texts.iter().map(|text| index.intern(text.or(missing))).collect();
                for (row, key) in coded.normalized_keys().into_iter().enumerate() {
                    codes.push(if coded.is_valid(row) { code_of[key] } else { null(&mut index) });
                }
            }
            None => {
                for text in text_of(chunk).iter() {
                    codes.push(index.intern(text.or(missing)));
                    if index.len() > RANKED {
                        return Ok(None);
                    }
                }
            }
        }
        if index.len() > RANKED {
            return Ok(None);
        }
    }
    let place = ranks(index.iter());
    let ranks = mapped(&codes, observer, |&code| place[code as usize])?;
    Ok(Some(SortColumn::ranked(ranks, place.len())))
}

/// The text of every cell, as it is written.
fn text_of(chunk: &ArrayRef) -> StringArray {
    if let DataType::Utf8 = chunk.data_type() {
        return chunk.as_string::<i32>().clone();
    }
    if let Some(coded) = chunk.as_any_dictionary_opt() {
        let texts = text_of(coded.values());
        if texts.is_empty() {
            return StringArray::new_null(chunk.len());
        }
        let keys = coded.normalized_keys().into_iter().enumerate();
        let text = |row, key| (coded.is_valid(row) && texts.is_valid(key)).then(|| texts.value(key));
        return keys.map(|(row, key)| text(row, key)).collect();
    }
    texts_of(chunk)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use amidst_core::Kind;
    use proptest::prelude::*;

    use super::*;

    fn sorted(kept: &[u32], class_rank: &[u32], columns: &[&Column], missing: Option<&str>) -> Vec<u32> {
        super::sorted(kept, class_rank, columns, missing, &()).expect("nobody aborts")
    }

    fn carried(cells: &[Option<String>], split: usize) -> Column {
        let split = split.min(cells.len());
        let chunk =
            |part: &[Option<String>]| Arc::new(part.iter().cloned().collect::<StringArray>()) as ArrayRef;
        let data = Data::Carried(vec![chunk(&cells[..split]), chunk(&cells[split..])]);
        Column { name: "c".into(), kind: Kind::Text, source_type: DataType::Utf8, data }
    }

    proptest! {
        #[test]
        fn sorting_by_keys_equals_sorting_by_texts(
            rows in prop::collection::vec((0_u32..3, prop::option::of("[ab]{0,20}"), prop::option::of("[abc]?")), 0..40),
            split in 0_usize..40,
        ) {
            let class_rank: Vec<u32> = rows.iter().map(|row| row.0).collect();
            let first: Vec<Option<String>> = rows.iter().map(|row| row.1.clone()).collect();
            let second: Vec<Option<&str>> = rows.iter().map(|row| row.2.as_deref()).collect();
            let kept: Vec<u32> = (0..rows.len() as u32).collect();
            let carried = carried(&first, split);
            let coded = Column::from_texts("d", second.iter().copied());
            let order = sorted(&kept, &class_rank, &[&coded, &carried], None);
            let texts = |row: u32| (class_rank[row as usize], second[row as usize], first[row as usize].clone());
            let mut expected: Vec<_> = kept.iter().map(|&row| texts(row)).collect();
            expected.sort();
            prop_assert_eq!(order.into_iter().map(texts).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn many_distinct_texts_are_compared_as_text() {
        let cells: Vec<Option<String>> =
            (0..RANKED + 10).rev().map(|at| Some(format!("a long common beginning {at:06}"))).collect();
        let kept: Vec<u32> = (0..cells.len() as u32).collect();
        let order = sorted(&kept, &vec![0; cells.len()], &[&carried(&cells, 1_000)], None);
        assert!(order.into_iter().eq(kept.into_iter().rev()));
    }

    #[test]
    fn a_carried_null_takes_the_place_of_what_it_is_written_as() {
        let column = carried(&[Some("a".into()), None, Some("Z".into())], 1);
        assert_eq!(sorted(&[0, 1, 2], &[0; 3], &[&column], Some("b")), [2, 0, 1]);
        assert_eq!(sorted(&[0, 1, 2], &[0; 3], &[&column], None), [1, 2, 0]);
    }

    #[test]
    fn the_missing_marker_takes_its_place_among_texts() {
        let column = Column::from_texts("c", [Some("a"), None, Some("Z")]);
        assert_eq!(sorted(&[0, 1, 2], &[0; 3], &[&column], Some("NA")), [1, 2, 0]);
        assert_eq!(sorted(&[0, 1, 2], &[0; 3], &[&column], None), [1, 2, 0]);
        assert_eq!(sorted(&[0, 1, 2], &[0; 3], &[&column], Some("b")), [2, 0, 1]);
    }

    #[test]
    fn a_shuffle_keeps_every_row_and_depends_on_its_key() {
        let rows: Vec<u32> = (0..100).collect();
        let shuffled = |key: u8| super::shuffled(rows.clone(), [key; 32], &()).expect("nobody aborts");
        let (one, other) = (shuffled(1), shuffled(2));
        assert_ne!(one, other);
        let mut back = one;
        back.sort_unstable();
        assert_eq!(back, rows);
    }
}
