//! Any row of a carried column, quickly, in whatever order rows are released.

use amidst_table::{Column, Data};
use arrow_array::{
    Array, ArrayRef,
    cast::AsArray,
    types::{UInt8Type, UInt16Type},
};
use arrow_buffer::NullBuffer;
use arrow_schema::{ArrowError, DECIMAL128_MAX_PRECISION, DataType};
use arrow_select::interleave::interleave;

/// What the texts of a carried column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Text.
    Text,
    /// Numbers or truth values, spelt as they were in JSON.
    Literal,
    /// Values of JSON of several types: what looks like a number, a truth value, an array or an object is one.
    Mixed,
}

/// The type of a column of [`Content::Mixed`]. Columns that really have this type do not have [`DataType::Utf8`] chunks.
pub(crate) const MIXED: DataType = DataType::LargeUtf8;

/// The type of integers that 64 bits do not hold.
pub(crate) const LONG_INTEGER: DataType = DataType::Decimal128(DECIMAL128_MAX_PRECISION, 0);

/// Cells looked for at once; their cache lines fit into the first-level cache.
const OVERLAP: usize = 256;

/// A carried column that can be asked for any row.
pub(crate) struct Chunks<'a> {
    arrays: &'a [ArrayRef],
    /// The first row of every chunk.
    starts: Vec<u32>,
    /// For every 1024th row, the chunk that holds it.
    coarse: Vec<u32>,
    content: Option<Content>,
    /// One for every chunk of a column of texts; none for others.
    texts: Vec<Texts<'a>>,
}

impl<'a> Chunks<'a> {
    /// Looks at a carried column; `None` for a coded one.
    pub(crate) fn of(column: &'a Column) -> Option<Self> {
        let Data::Carried(arrays) = &column.data else { return None };
        let mut starts = Vec::with_capacity(arrays.len());
        let mut coarse = Vec::new();
        let mut rows = 0;
        for (chunk, array) in arrays.iter().enumerate() {
            starts.push(rows as u32);
            rows += array.len();
            coarse.resize(rows.div_ceil(1024), chunk as u32);
        }
        let (content, texts) = texts(arrays, &column.source_type).unzip();
        Some(Self { arrays, starts, coarse, content, texts: texts.unwrap_or_default() })
    }

    /// What the texts are, if this is a column of texts.
    pub(crate) fn content(&self) -> Option<Content> {
        self.content
    }

    /// The bytes of some rows' cells in a column of texts, in the order asked for; a missing cell has none.
    ///
    /// In a release, neighbours come from anywhere in the source, so nearly every cell is a cache miss, and a cell is
    /// found only behind its offset. Finding many cells first, then touching them all, lets the misses overlap.
    pub(crate) fn each_text(&self, rows: &[u32], mut each: impl FnMut(Option<&'a [u8]>)) {
        let mut cells = Vec::with_capacity(OVERLAP.min(rows.len()));
        for rows in rows.chunks(OVERLAP) {
            cells.clear();
            cells.extend(rows.iter().map(|&row| self.text(row)));
            let touch = |sum: u8, cell: &&[u8]| sum ^ cell.first().copied().unwrap_or(0);
            std::hint::black_box(cells.iter().flatten().fold(0, touch));
            cells.iter().for_each(|cell| each(*cell));
        }
    }

    #[inline]
    fn text(&self, row: u32) -> Option<&'a [u8]> {
        let (chunk, at) = self.place(row);
        self.texts[chunk].at(at)
    }

    /// Some rows, in the order asked for, as one array.
    pub(crate) fn gather(&self, rows: &[u32]) -> Result<ArrayRef, ArrowError> {
        let arrays: Vec<&dyn Array> = self.arrays.iter().map(AsRef::as_ref).collect();
        let places: Vec<(usize, usize)> = rows.iter().map(|&row| self.place(row)).collect();
        interleave(&arrays, &places)
    }

    #[inline]
    fn place(&self, row: u32) -> (usize, usize) {
        let mut chunk = self.coarse[(row / 1024) as usize] as usize;
        while self.starts.get(chunk + 1).is_some_and(|&start| start <= row) {
            chunk += 1;
        }
        (chunk, (row - self.starts[chunk]) as usize)
    }
}

/// The texts of all chunks, if every chunk is a layout in which readers of text formats carry cells.
///
/// JSON is carried as text under the type it would have in Arrow, so that numbers keep their spelling.
fn texts<'a>(arrays: &'a [ArrayRef], source_type: &DataType) -> Option<(Content, Vec<Texts<'a>>)> {
    let content = match source_type {
        DataType::Utf8 => Content::Text,
        DataType::Int64 | DataType::UInt64 | DataType::Float64 | DataType::Boolean => Content::Literal,
        long if *long == LONG_INTEGER => Content::Literal,
        mixed if *mixed == MIXED => Content::Mixed,
        _ => return None,
    };
    Some((content, arrays.iter().map(Texts::of).collect::<Option<_>>()?))
}

/// One chunk of texts: plain, or coded with one or two bytes.
struct Texts<'a> {
    keys: Keys<'a>,
    nulls: Option<&'a NullBuffer>,
    offsets: &'a [i32],
    bytes: &'a [u8],
}

enum Keys<'a> {
    Plain,
    U8(&'a [u8]),
    U16(&'a [u16]),
}

impl<'a> Texts<'a> {
    fn of(array: &'a ArrayRef) -> Option<Self> {
        let nulls = array.nulls();
        if let Some(coded) = array.as_dictionary_opt::<UInt8Type>() {
            let (offsets, bytes) = parts(coded.values())?;
            return Some(Self { keys: Keys::U8(coded.keys().values()), nulls, offsets, bytes });
        }
        if let Some(coded) = array.as_dictionary_opt::<UInt16Type>() {
            let (offsets, bytes) = parts(coded.values())?;
            return Some(Self { keys: Keys::U16(coded.keys().values()), nulls, offsets, bytes });
        }
        let (offsets, bytes) = parts(array)?;
        Some(Self { keys: Keys::Plain, nulls, offsets, bytes })
    }

    #[inline]
    fn at(&self, row: usize) -> Option<&'a [u8]> {
        if self.nulls.is_some_and(|nulls| nulls.is_null(row)) {
            return None;
        }
        let value = match self.keys {
            Keys::Plain => row,
            Keys::U8(keys) => usize::from(keys[row]),
            Keys::U16(keys) => usize::from(keys[row]),
        };
        Some(&self.bytes[self.offsets[value] as usize..self.offsets[value + 1] as usize])
    }
}

fn parts(array: &ArrayRef) -> Option<(&[i32], &[u8])> {
    array.as_string_opt::<i32>().map(|texts| (texts.value_offsets(), texts.value_data()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use amidst_core::Kind;
    use arrow_array::{DictionaryArray, Int32Array, StringArray};
    use std::sync::Arc;

    fn column(source_type: DataType, arrays: Vec<ArrayRef>) -> Column {
        Column { name: "a".into(), kind: Kind::Text, source_type, data: Data::Carried(arrays) }
    }

    #[test]
    fn rows_are_found_in_chunks_of_any_length_and_layout() {
        let long: Vec<String> = (0..3000).map(|row| format!("long {row}")).collect();
        let arrays: Vec<ArrayRef> = vec![
            Arc::new(StringArray::from(vec![Some("x"), None])),
            Arc::new(StringArray::from(Vec::<&str>::new())),
            Arc::new(["b", "c", "b"].into_iter().collect::<DictionaryArray<UInt8Type>>()),
            Arc::new(StringArray::from(long)),
        ];
        let column = column(DataType::Utf8, arrays);
        let chunks = Chunks::of(&column).expect("carried");
        assert_eq!(chunks.content(), Some(Content::Text));
        let mut found = Vec::new();
        chunks.each_text(&[0, 1, 2, 3, 4, 5, 1029, 3004], |text| found.push(text));
        let expected = [
            Some("x"),
            None,
            Some("b"),
            Some("c"),
            Some("b"),
            Some("long 0"),
            Some("long 1024"),
            Some("long 2999"),
        ];
        assert_eq!(found, expected.map(|text| text.map(str::as_bytes)));
    }

    #[test]
    fn typed_chunks_are_gathered_in_the_order_asked_for() {
        let arrays: Vec<ArrayRef> =
            vec![Arc::new(Int32Array::from(vec![1, 2])), Arc::new(Int32Array::from(vec![3]))];
        let column = column(DataType::Int32, arrays);
        let chunks = Chunks::of(&column).expect("carried");
        assert!(chunks.content().is_none());
        let gathered = chunks.gather(&[2, 0]).expect("same types");
        assert_eq!(gathered.as_ref(), &Int32Array::from(vec![3, 1]) as &dyn Array);
    }
}
