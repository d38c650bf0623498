//! Dictionaries that the blocks of a file share.

use arrow_array::{Array, ArrayRef, make_array};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use arrow_select::concat::concat;

use super::{cells::ranked, dictionary::parts, types::has_dictionary};

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
    let ranked = ranked(&values, |_| true)?;
    let mut start = 0;
    let mut fresh = Vec::with_capacity(blocks.len());
    for (block, (codes, values, key)) in blocks.iter().zip(&parts) {
        let cells = codes.iter().enumerate().map(|(at, code)| block.is_valid(at).then_some(start + code));
        fresh.push(ranked.dictionary(cells, key)?.to_data());
        start += values.len();
    }
    Ok(fresh)
}
