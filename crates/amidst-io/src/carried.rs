//! A text column that only travels along: Arrow strings, or a small dictionary where a block repeats itself.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, DictionaryArray, PrimitiveArray, StringArray,
    types::{ArrowDictionaryKeyType, ArrowPrimitiveType, UInt8Type, UInt16Type},
};
use arrow_buffer::{BooleanBufferBuilder, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};

use crate::{
    intern::{Interner, Key},
    records::Field,
};

/// Cells looked at before a dictionary is given up.
const SAMPLE: usize = 1024;

/// One block's worth of cells.
#[derive(Default)]
pub(crate) struct CarriedPart {
    cells: Cells,
    rows: usize,
    /// The rows that are null.
    nulls: Vec<usize>,
}

enum Cells {
    /// Few distinct texts so far, and one number per cell.
    Few { interner: Interner, codes: Vec<u16> },
    /// Too many to be worth a dictionary: the cells end to end, where each begins, and the end of the last.
    Many { bytes: Vec<u8>, offsets: Vec<i32> },
}

impl Default for Cells {
    fn default() -> Self {
        Self::Few { interner: Interner::default(), codes: Vec::new() }
    }
}

impl CarriedPart {
    /// Appends a cell.
    #[inline]
    pub(crate) fn push(&mut self, field: Field<'_>) {
        match &mut self.cells {
            Cells::Few { .. } => self.push_keyed(Key::of(field), field.bytes()),
            Cells::Many { bytes, offsets } => append(bytes, offsets, field.bytes()),
        }
        self.rows += 1;
    }

    /// Appends a cell that has no padding.
    pub(crate) fn push_text(&mut self, text: &[u8]) {
        match &mut self.cells {
            Cells::Few { .. } => self.push_keyed(Key::of_text(text), text),
            Cells::Many { bytes, offsets } => append(bytes, offsets, text),
        }
        self.rows += 1;
    }

    /// Appends a cell that is not there.
    pub(crate) fn push_null(&mut self) {
        self.nulls.push(self.rows);
        self.push_text(b"");
    }

    fn push_keyed(&mut self, key: Key, text: &[u8]) {
        let Cells::Few { interner, codes } = &mut self.cells else { return };
        codes.push(interner.intern(key, text) as u16);
        let distinct = interner.len();
        if distinct >= 1 << 16 || (codes.len() >= SAMPLE && distinct > codes.len() / 2) {
            let (mut bytes, mut offsets) = (Vec::new(), vec![0]);
            for &code in codes.iter() {
                append(&mut bytes, &mut offsets, interner.text(usize::from(code)));
            }
            self.cells = Cells::Many { bytes, offsets };
        }
    }

    /// The cells as an Arrow array.
    pub(crate) fn finish(self) -> ArrayRef {
        let nulls = (!self.nulls.is_empty()).then(|| null_buffer(self.rows, &self.nulls));
        match self.cells {
            Cells::Many { bytes, offsets } => plain(bytes, offsets, nulls),
            Cells::Few { interner, codes } => {
                let small = interner.len() <= 1 << 8;
                let (bytes, ends) = interner.into_parts();
                let offsets = std::iter::once(0).chain(ends.into_iter().map(|end| end as i32)).collect();
                let values = plain(bytes, offsets, None);
                if small {
                    coded::<UInt8Type>(codes.into_iter().map(|code| code as u8).collect(), values, nulls)
                } else {
                    coded::<UInt16Type>(codes, values, nulls)
                }
            }
        }
    }
}

#[inline]
fn append(bytes: &mut Vec<u8>, offsets: &mut Vec<i32>, text: &[u8]) {
    bytes.extend_from_slice(text);
    offsets.push(bytes.len() as i32);
}

fn null_buffer(rows: usize, nulls: &[usize]) -> NullBuffer {
    let mut valid = BooleanBufferBuilder::new(rows);
    valid.append_n(rows, true);
    nulls.iter().for_each(|&row| valid.set_bit(row, false));
    valid.finish().into()
}

fn plain(mut bytes: Vec<u8>, offsets: Vec<i32>, nulls: Option<NullBuffer>) -> ArrayRef {
    bytes.shrink_to_fit();
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    Arc::new(StringArray::new(offsets, Buffer::from_vec(bytes), nulls))
}

fn coded<K: ArrowDictionaryKeyType>(
    keys: Vec<<K as ArrowPrimitiveType>::Native>,
    values: ArrayRef,
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    Arc::new(DictionaryArray::<K>::new(PrimitiveArray::<K>::new(ScalarBuffer::from(keys), nulls), values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{Array, cast::AsArray};
    use arrow_schema::DataType;

    fn part(cells: impl Iterator<Item = String>) -> ArrayRef {
        let mut part = CarriedPart::default();
        cells.for_each(|cell| part.push_text(cell.as_bytes()));
        part.finish()
    }

    #[test]
    fn repeating_cells_become_a_dictionary() {
        let array = part((0..1000).map(|row| (row % 3).to_string()));
        assert!(matches!(array.data_type(), DataType::Dictionary(key, _) if **key == DataType::UInt8));
        let array = part((0..4000).map(|row| (row % 300).to_string()));
        assert!(matches!(array.data_type(), DataType::Dictionary(key, _) if **key == DataType::UInt16));
    }

    #[test]
    fn distinct_cells_stay_plain_and_in_order() {
        let array = part((0..2000).map(|row| row.to_string()));
        let texts: Vec<&str> = array.as_string::<i32>().iter().flatten().collect();
        assert_eq!(texts, (0..2000).map(|row| row.to_string()).collect::<Vec<_>>());
    }

    #[test]
    fn nulls_stay_null() {
        let mut part = CarriedPart::default();
        part.push_text(b"");
        part.push_null();
        let array = part.finish();
        assert_eq!((array.is_null(0), array.is_null(1)), (false, true));
    }
}
