//! Typed cells becoming dictionary codes, without spelling out a value twice.

use arrow_array::{Array, ArrayRef, cast::AsArray};
use arrow_schema::{ArrowError, DataType};
use hashbrown::HashMap;
use rayon::prelude::*;

use crate::{
    arrow_text::{each_text, formatter, have_texts},
    coded::{CodedColumn, NULL},
    guard::guarded,
};

/// A column of a typed file being read.
pub(super) enum ColumnBuilder {
    Coded(Typed),
    Carried(Vec<ArrayRef>),
}

/// A coded column and the codes of the fixed-width values met so far, by their bits.
pub(super) struct Typed {
    pub column: CodedColumn,
    by_bits: HashMap<u128, u32>,
    /// Whether every cell so far has a text.
    has_texts: bool,
}

impl ColumnBuilder {
    /// A coded column.
    pub(super) fn coded(column: CodedColumn) -> Self {
        Self::Coded(Typed::new(column))
    }

    /// The number of rows so far.
    pub(super) fn rows(&self) -> usize {
        match self {
            Self::Coded(typed) => typed.column.rows(),
            Self::Carried(chunks) => chunks.iter().map(|chunk| chunk.len()).sum(),
        }
    }

    /// Whether every cell has a text.
    pub(super) fn has_texts(&self) -> bool {
        match self {
            Self::Coded(typed) => typed.has_texts,
            Self::Carried(chunks) => {
                chunks.par_iter().all(|chunk| guarded(|| have_texts(chunk)).unwrap_or(false))
            }
        }
    }

    /// Appends this column's part of some batches.
    pub(super) fn append(&mut self, at: usize, batches: &[Vec<ArrayRef>]) -> Result<(), ArrowError> {
        for batch in batches {
            let array = &batch[at];
            match self {
                Self::Coded(typed) => typed.append(array)?,
                Self::Carried(chunks) => chunks.push(array.clone()),
            }
        }
        Ok(())
    }
}

impl Typed {
    fn new(column: CodedColumn) -> Self {
        Self { column, by_bits: HashMap::new(), has_texts: true }
    }

    fn append(&mut self, array: &ArrayRef) -> Result<(), ArrowError> {
        self.has_texts &= have_texts(array);
        let codes = if self.has_texts { self.codes(array)? } else { self.nothing(array.len()) };
        self.column.append(&codes);
        Ok(())
    }

    /// The codes of so many cells without a value.
    fn nothing(&mut self, rows: usize) -> Vec<u32> {
        (0..rows).map(|_| self.column.code(NULL)).collect()
    }

    fn codes(&mut self, array: &ArrayRef) -> Result<Vec<u32>, ArrowError> {
        if let Some(dictionary) = array.as_any_dictionary_opt() {
            return self.dictionary_codes(dictionary);
        }
        match array.data_type().primitive_width() {
            Some(width) if width <= 16 && *array.data_type() != DataType::Null => {
                self.primitive_codes(array, width)
            }
            _ => {
                let mut codes = Vec::with_capacity(array.len());
                each_text(array, &mut |text| codes.push(self.column.code(text.map_or(NULL, str::as_bytes))))?;
                Ok(codes)
            }
        }
    }

    /// Codes only the values that occur, in the order in which they do.
    fn dictionary_codes(
        &mut self,
        array: &dyn arrow_array::array::AnyDictionaryArray,
    ) -> Result<Vec<u32>, ArrowError> {
        // Without values there are no keys either.
        if array.values().is_empty() {
            return Ok(self.nothing(array.len()));
        }
        let mut texts: Vec<Option<String>> = Vec::with_capacity(array.values().len());
        each_text(array.values(), &mut |text| texts.push(text.map(str::to_owned)))?;
        let mut known: Vec<Option<u32>> = vec![None; texts.len()];
        let nulls = array.nulls();
        let keys = array.normalized_keys();
        let codes = keys.into_iter().enumerate().map(|(row, key)| {
            if nulls.is_some_and(|nulls| nulls.is_null(row)) {
                return self.column.code(NULL);
            }
            let code = || self.column.code(texts[key].as_deref().map_or(NULL, str::as_bytes));
            *known[key].get_or_insert_with(code)
        });
        Ok(codes.collect())
    }

    fn primitive_codes(&mut self, array: &ArrayRef, width: usize) -> Result<Vec<u32>, ArrowError> {
        let data = array.to_data();
        let values = &data.buffers()[0].as_slice()[data.offset() * width..];
        let formatter = formatter(array)?;
        let mut codes = Vec::with_capacity(array.len());
        for (row, value) in values.chunks_exact(width).take(array.len()).enumerate() {
            if array.is_null(row) {
                codes.push(self.column.code(NULL));
                continue;
            }
            let mut bits = [0; 16];
            bits[..width].copy_from_slice(value);
            let bits = u128::from_le_bytes(bits);
            codes.push(match self.by_bits.get(&bits) {
                Some(&code) => code,
                None => {
                    let code = self.column.code(formatter.value(row).try_to_string()?.as_bytes());
                    self.by_bits.insert(bits, code);
                    code
                }
            });
        }
        Ok(codes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::*;
    use arrow_schema::TimeUnit;
    use std::sync::Arc;

    #[track_caller]
    fn check(array: impl Array + 'static, expected: &[Option<&str>]) {
        let mut typed = Typed::new(CodedColumn::new(["?".to_owned()].into()));
        typed.append(&(Arc::new(array) as ArrayRef)).expect("a type with a text");
        let coded = typed.column.finish(&()).expect("nobody aborts");
        let found: Vec<Option<&str>> = coded.codes.iter().map(|code| coded.dictionary.value(code)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn every_type_has_its_plain_text() {
        check(
            Int32Array::from(vec![Some(39), None, Some(-1), Some(39)]),
            &[Some("39"), None, Some("-1"), Some("39")],
        );
        check(UInt64Array::from(vec![u64::MAX]), &[Some("18446744073709551615")]);
        check(Float64Array::from(vec![1.5, 39.0]), &[Some("1.5"), Some("39.0")]);
        check(BooleanArray::from(vec![Some(true), None, Some(false)]), &[Some("true"), None, Some("false")]);
        check(Date32Array::from(vec![19782]), &[Some("2024-02-29")]);
        check(TimestampMicrosecondArray::from(vec![0]), &[Some("1970-01-01T00:00:00")]);
        check(
            Decimal128Array::from(vec![150]).with_precision_and_scale(5, 2).expect("it fits"),
            &[Some("1.50")],
        );
        check(StringArray::from(vec![Some("a"), Some("?"), None]), &[Some("a"), None, None]);
        check(
            StringViewArray::from(vec!["a view longer than twelve bytes"]),
            &[Some("a view longer than twelve bytes")],
        );
        check(LargeStringArray::from(vec!["007"]), &[Some("007")]);
        check(NullArray::new(2), &[None, None]);
        let dictionary: DictionaryArray<types::Int8Type> = [Some("x"), None, Some("?")].into_iter().collect();
        check(dictionary, &[Some("x"), None, None]);
    }

    #[test]
    fn a_dictionary_without_values_has_rows_without_a_value() {
        let dictionary: DictionaryArray<types::Int8Type> = [None::<&str>, None].into_iter().collect();
        assert!(dictionary.values().is_empty());
        check(dictionary, &[None, None]);
    }

    #[test]
    fn times_without_a_text_are_told() {
        let told = |array: ArrayRef| {
            let mut builder = ColumnBuilder::coded(CodedColumn::new([].into()));
            builder.append(0, &[vec![array]]).expect("what has no text is told later");
            (builder.rows(), builder.has_texts())
        };
        assert_eq!(told(Arc::new(TimestampSecondArray::from(vec![0, 1 << 62]))), (2, false));
        assert_eq!(told(Arc::new(TimestampSecondArray::from(vec![0]).with_timezone("Mars/X"))), (1, false));
        assert_eq!(told(Arc::new(DurationSecondArray::from(vec![0, 1 << 62]))), (2, false));
        assert_eq!(told(Arc::new(DurationSecondArray::from(vec![Some(0), None]))), (2, true));
    }

    #[test]
    fn time_zones_are_understood_by_name() {
        let zoned = TimestampSecondArray::from(vec![0]).with_timezone("Europe/Berlin");
        assert_eq!(zoned.data_type(), &DataType::Timestamp(TimeUnit::Second, Some("Europe/Berlin".into())));
        check(zoned, &[Some("1970-01-01T01:00:00+01:00")]);
    }

    #[test]
    fn slices_are_read_from_their_own_start() {
        check(Int16Array::from(vec![1, 2, 3]).slice(1, 2), &[Some("2"), Some("3")]);
    }
}
