//! Rows told apart by all that they hold, wherever they stand: a key of a row follows from its cells and a seed alone, so that
//! parts of a table agree on it and nothing of the order of rows is in it.

use std::hash::Hasher;

use amidst_core::{Aborted, Observer};
use amidst_io::texts_of;
use amidst_table::{Column, Data};
use rayon::prelude::*;
use siphasher::sip128::{Hasher128, SipHasher13};

/// Rows hashed between two questions to the observer.
const BLOCK: usize = 1 << 13;

/// For each of these rows, which ascend, a key of all its cells. Rows that hold the same have the same key; which of two others
/// comes first is chance.
///
/// # Errors
/// If the observer aborts.
pub fn content_keys(
    rows: &[u32],
    columns: &[&Column],
    seed: u64,
    observer: &dyn Observer,
) -> Result<Vec<u128>, Aborted> {
    let mut keys = vec![u128::from(seed); rows.len()];
    for column in columns {
        match &column.data {
            Data::Coded(coded) => {
                let text = |row: u32| coded.dictionary.value(coded.codes.at(row as usize));
                extend(&mut keys, rows, text, observer)?;
            }
            Data::Carried(chunks) => {
                let (mut start, mut at) = (0_usize, 0_usize);
                for chunk in chunks {
                    let end = at + rows[at..].partition_point(|&row| (row as usize) < start + chunk.len());
                    if at < end {
                        let texts = texts_of(chunk);
                        let text = |row: u32| {
                            let at = row as usize - start;
                            (!arrow_array::Array::is_null(&texts, at)).then(|| texts.value(at))
                        };
                        extend(&mut keys[at..end], &rows[at..end], text, observer)?;
                    }
                    (start, at) = (start + chunk.len(), end);
                }
            }
        }
    }
    Ok(keys)
}

/// Adds a cell of each row to its key.
fn extend<'t>(
    keys: &mut [u128],
    rows: &[u32],
    text: impl Fn(u32) -> Option<&'t str> + Sync,
    observer: &dyn Observer,
) -> Result<(), Aborted> {
    keys.par_chunks_mut(BLOCK).zip(rows.par_chunks(BLOCK)).try_for_each(|(keys, rows)| {
        observer.go_on()?;
        for (key, &row) in keys.iter_mut().zip(rows) {
            let mut hasher = SipHasher13::new_with_keys(*key as u64, (*key >> 64) as u64);
            match text(row) {
                None => hasher.write_u8(0),
                Some(text) => {
                    hasher.write_u8(1);
                    hasher.write(text.as_bytes());
                }
            }
            *key = hasher.finish128().as_u128();
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use amidst_table::Column;
    use arrow_array::{ArrayRef, StringArray};
    use std::sync::Arc;

    fn carried(chunks: &[&[Option<&str>]]) -> Column {
        let array = |cells: &&[Option<&str>]| Arc::new(StringArray::from(cells.to_vec())) as ArrayRef;
        let data = Data::Carried(chunks.iter().map(array).collect());
        Column { data, ..Column::from_texts("b", []) }
    }

    #[test]
    fn keys_follow_from_cells_alone_wherever_rows_stand() {
        let a = Column::from_texts("a", [Some("x"), Some("y"), Some("x"), None]);
        let b = carried(&[&[Some("1"), Some("2")], &[Some("1"), Some("")]]);
        let keys = content_keys(&[0, 1, 2, 3], &[&a, &b], 7, &()).unwrap();
        assert_eq!(keys[0], keys[2]);
        assert!(keys[0] != keys[1] && keys[1] != keys[3]);
        assert_eq!(content_keys(&[2, 3], &[&a, &b], 7, &()).unwrap(), keys[2..]);
        assert_ne!(content_keys(&[0], &[&a, &b], 8, &()).unwrap(), keys[..1]);
        let joined = carried(&[&[Some("1"), Some("2"), Some("1"), Some("")]]);
        assert_eq!(content_keys(&[0, 1, 2, 3], &[&a, &joined], 7, &()).unwrap(), keys);
    }

    #[test]
    fn a_missing_cell_is_not_an_empty_one() {
        let column = carried(&[&[None, Some("")]]);
        let keys = content_keys(&[0, 1], &[&column], 1, &()).unwrap();
        assert_ne!(keys[0], keys[1]);
    }
}
