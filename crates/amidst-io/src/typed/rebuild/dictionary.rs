//! Dictionaries of the values in use, each once, in ascending order: neither the values nor their order tell of rows that
//! stayed in the house.

use std::cmp::Ordering;

use arrow_array::{Array, ArrayRef, UInt32Array, cast::AsArray, make_array};
use arrow_buffer::NullBuffer;
use arrow_cast::cast;
use arrow_data::ArrayData;
use arrow_ord::ord::make_comparator;
use arrow_schema::{ArrowError, DataType, SortOptions};
use arrow_select::{concat::concat, take::take};

use super::{cells::rebuilt, types::has_dictionary};

/// Values in ascending order, and where each came from.
pub(in super::super) struct Ranked {
    values: ArrayRef,
    /// The place of every value there was; `None` if it is null or not in use.
    ranks: Vec<Option<u32>>,
}

impl Ranked {
    /// Ranks the values in use.
    pub(in super::super) fn new(
        values: &ArrayRef,
        is_used: impl Fn(usize) -> bool,
    ) -> Result<Self, ArrowError> {
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
        Ok(Self { values: rebuilt(&values, None)?, ranks })
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
        let keys: UInt32Array = cells.map(|cell| self.ranks[cell?]).collect();
        let nulls = keys.nulls().filter(|nulls| nulls.null_count() > 0).cloned();
        let keys = cast(&UInt32Array::new(keys.values().clone(), nulls), key)?;
        let data_type =
            DataType::Dictionary(Box::new(key.clone()), Box::new(self.values.data_type().clone()));
        let data = keys.to_data().into_builder().data_type(data_type);
        Ok(make_array(data.child_data(vec![self.values.to_data()]).build()?))
    }
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

/// A dictionary array whose dictionary holds what its shown cells use.
pub(super) fn compact(array: &ArrayRef, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let (codes, values, key) = parts(array)?;
    let is_shown = |at: usize| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(at));
    let mut used = vec![false; values.len()];
    codes.iter().enumerate().filter(|(at, _)| is_shown(*at)).for_each(|(_, &code)| used[code] = true);
    let cells = codes.into_iter().enumerate().map(|(at, code)| is_shown(at).then_some(code));
    Ranked::new(&values, |at| used[at])?.dictionary(cells, &key)
}

/// The same arrays, each dictionary in them shared by all: Arrow files have no room for a second.
pub(in super::super) fn shared_dictionaries(blocks: Vec<ArrayRef>) -> Result<Vec<ArrayRef>, ArrowError> {
    let shared = shared(blocks.iter().map(|block| block.to_data()).collect())?;
    Ok(shared.into_iter().map(make_array).collect())
}

fn shared(blocks: Vec<ArrayData>) -> Result<Vec<ArrayData>, ArrowError> {
    match blocks.first().map(|first| (first.data_type().clone(), first.child_data().len())) {
        Some((DataType::Dictionary(..), _)) => one_dictionary(blocks),
        Some((nested, children)) if has_dictionary(&nested) => {
            let mut fresh: Vec<Vec<ArrayData>> =
                blocks.iter().map(|_| Vec::with_capacity(children)).collect();
            for child in 0..children {
                let children =
                    shared(blocks.iter().map(|block| block.child_data()[child].clone()).collect())?;
                fresh.iter_mut().zip(children).for_each(|(fresh, child)| fresh.push(child));
            }
            let rebuild =
                |(block, children): (ArrayData, _)| block.into_builder().child_data(children).build();
            blocks.into_iter().zip(fresh).map(rebuild).collect()
        }
        _ => Ok(blocks),
    }
}

fn one_dictionary(blocks: Vec<ArrayData>) -> Result<Vec<ArrayData>, ArrowError> {
    let blocks: Vec<ArrayRef> = blocks.into_iter().map(make_array).collect();
    let parts = blocks.iter().map(parts).collect::<Result<Vec<_>, _>>()?;
    let values = concat(&parts.iter().map(|(_, values, _)| values.as_ref()).collect::<Vec<&dyn Array>>())?;
    let ranked = Ranked::new(&values, |_| true)?;
    let mut start = 0;
    let mut fresh = Vec::with_capacity(blocks.len());
    for (block, (codes, values, key)) in blocks.iter().zip(&parts) {
        let cells = codes.iter().enumerate().map(|(at, code)| block.is_valid(at).then_some(start + code));
        fresh.push(ranked.dictionary(cells, key)?.to_data());
        start += values.len();
    }
    Ok(fresh)
}

/// The number of every cell's value (any, if it has none), the values, and the type of keys.
fn parts(array: &ArrayRef) -> Result<(Vec<usize>, ArrayRef, DataType), ArrowError> {
    let DataType::Dictionary(key, _) = array.data_type() else {
        return Err(ArrowError::InvalidArgumentError("not a dictionary".into()));
    };
    let dictionary = array.as_any_dictionary();
    let values = dictionary.values();
    let codes = if values.is_empty() { vec![0; array.len()] } else { dictionary.normalized_keys() };
    Ok((codes, values.clone(), key.as_ref().clone()))
}
