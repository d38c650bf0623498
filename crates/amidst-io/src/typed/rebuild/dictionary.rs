//! Dictionaries of the values in use, each once, in ascending order: neither the values nor their order tell of rows that
//! stayed in the house.

use std::cmp::Ordering;

use arrow_array::{
    Array, ArrayRef, PrimitiveArray,
    cast::AsArray,
    make_array,
    types::{
        ArrowDictionaryKeyType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
        UInt64Type,
    },
};
use arrow_buffer::ArrowNativeType;
use arrow_cmp::make_comparator;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, SortOptions};
use arrow_select::take::take;

/// Values in ascending order, and where each came from.
pub(in super::super) struct Ranked {
    values: ArrayRef,
    /// The place of every value there was; `None` if it is null or not in use.
    ranks: Vec<Option<u32>>,
}

impl Ranked {
    /// Ranks the values in use.
    pub(super) fn new(values: &ArrayRef, is_used: impl Fn(usize) -> bool) -> Result<Self, ArrowError> {
        let nulls = values.logical_nulls();
        let is_valid = |at: usize| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(at));
        let mut used: Vec<usize> = (0..values.len()).filter(|&at| is_used(at) && is_valid(at)).collect();
        let compare = make_comparator(values, values, SortOptions::default())?;
        used.sort_unstable_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
        let mut ranks = vec![None; values.len()];
        let mut firsts: Vec<u64> = Vec::new();
        for (at, &value) in used.iter().enumerate() {
            if at == 0 || compare(used[at - 1], value) != Ordering::Equal {
                firsts.push(value as u64);
            }
            ranks[value] = Some(firsts.len() as u32 - 1);
        }
        let values = take(values, &arrow_array::UInt64Array::from(firsts), None)?;
        Ok(Self { values, ranks })
    }

    /// The same values in other buffers.
    pub(super) fn with_values(self, values: ArrayRef) -> Self {
        Self { values, ..self }
    }

    /// The values.
    pub(in super::super) fn values(&self) -> &ArrayRef {
        &self.values
    }

    /// Cells by the number that their value had. One without a value is null, as readers expect it.
    pub(in super::super) fn dictionary(
        &self,
        cells: impl Iterator<Item = Option<usize>>,
        key: &DataType,
    ) -> Result<ArrayRef, ArrowError> {
        if self.values.len() > room(key) {
            return Err(ArrowError::DictionaryKeyOverflowError);
        }
        let ranks = cells.map(|cell| self.ranks[cell?]);
        let keys = match key {
            DataType::Int8 => keys::<Int8Type>(ranks),
            DataType::Int16 => keys::<Int16Type>(ranks),
            DataType::Int32 => keys::<Int32Type>(ranks),
            DataType::Int64 => keys::<Int64Type>(ranks),
            DataType::UInt8 => keys::<UInt8Type>(ranks),
            DataType::UInt16 => keys::<UInt16Type>(ranks),
            DataType::UInt32 => keys::<UInt32Type>(ranks),
            _ => keys::<UInt64Type>(ranks),
        };
        let data_type =
            DataType::Dictionary(Box::new(key.clone()), Box::new(self.values.data_type().clone()));
        let data = keys.into_builder().data_type(data_type);
        Ok(make_array(data.child_data(vec![self.values.to_data()]).build()?))
    }
}

/// Ranks as keys of a type that has room for them.
fn keys<K: ArrowDictionaryKeyType>(ranks: impl Iterator<Item = Option<u32>>) -> ArrayData {
    let keys: PrimitiveArray<K> = ranks.map(|rank| Some(K::Native::usize_as(rank? as usize))).collect();
    let nulls = keys.nulls().filter(|nulls| nulls.null_count() > 0).cloned();
    PrimitiveArray::<K>::new(keys.values().clone(), nulls).into_data()
}

/// How many values a key can tell apart.
pub(in super::super) fn room(key: &DataType) -> usize {
    match key {
        DataType::Int8 => 1 << 7,
        DataType::UInt8 => 1 << 8,
        DataType::Int16 => 1 << 15,
        DataType::UInt16 => 1 << 16,
        _ => usize::MAX,
    }
}

/// The number of every cell's value (any, if it has none), the values, and the type of keys.
pub(super) fn parts(array: &ArrayRef) -> Result<(Vec<usize>, ArrayRef, DataType), ArrowError> {
    let DataType::Dictionary(key, _) = array.data_type() else {
        return Err(ArrowError::InvalidArgumentError("not a dictionary".into()));
    };
    let dictionary = array.as_any_dictionary();
    let values = dictionary.values();
    let codes = if values.is_empty() { vec![0; array.len()] } else { dictionary.normalized_keys() };
    Ok((codes, values.clone(), key.as_ref().clone()))
}
