//! Rows in blocks on all threads, an observer asked before each.

use std::ops::Range;

use amidst_core::{Aborted, Observer, observer::BLOCK_ROWS};
use rayon::prelude::*;

/// One value per row; `fill` writes those of a range of rows.
///
/// # Errors
/// If the observer aborts.
pub fn per_row<T: Copy + Default + Send>(
    rows: usize,
    observer: &dyn Observer,
    fill: impl Fn(Range<usize>, &mut [T]) + Sync,
) -> Result<Vec<T>, Aborted> {
    let mut values = vec![T::default(); rows];
    values.par_chunks_mut(BLOCK_ROWS).enumerate().try_for_each(|(block, values)| {
        observer.go_on()?;
        let start = block * BLOCK_ROWS;
        fill(start..start + values.len(), values);
        Ok(())
    })?;
    Ok(values)
}

/// What becomes of every item.
///
/// # Errors
/// If the observer aborts.
pub fn mapped<T: Sync, U: Copy + Default + Send>(
    items: &[T],
    observer: &dyn Observer,
    of: impl Fn(&T) -> U + Sync,
) -> Result<Vec<U>, Aborted> {
    per_row(items.len(), observer, |rows, values| {
        values.iter_mut().zip(&items[rows]).for_each(|(value, item)| *value = of(item));
    })
}
