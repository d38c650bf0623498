//! What a release really holds of a coded column.

use amidst_core::{Coded, Codes, with_codes};

/// For every code whether a released row has it: values of rows left out have no say in types. Without an order, all are released.
pub(crate) fn released_codes(coded: &Coded, order: Option<&[u32]>) -> Vec<bool> {
    let Some(order) = order else { return vec![true; coded.dictionary.len()] };
    let mut released = vec![false; coded.dictionary.len()];
    with_codes!(&coded.codes, codes => order.iter().for_each(|&row| released[codes[row as usize] as usize] = true));
    released
}

/// The codes of some rows, in the order asked for.
pub(crate) fn codes_at(codes: &Codes, rows: &[u32]) -> Vec<u32> {
    match codes {
        Codes::U8(codes) => rows.iter().map(|&row| codes[row as usize].into()).collect(),
        Codes::U16(codes) => rows.iter().map(|&row| codes[row as usize].into()).collect(),
        Codes::U32(codes) => rows.iter().map(|&row| codes[row as usize]).collect(),
    }
}
