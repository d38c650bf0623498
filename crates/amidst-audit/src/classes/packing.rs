//! Several codes in one number: how the columns of a tuple share 128 bits.
//!
//! Tuples that need more are folded: the columns that fit go first, and the rank of their combination takes the place of
//! the first 32 bits of the next word. Nothing is hashed away, so equal keys always mean equal tuples.

use std::ops::{BitOrAssign, Range};

use amidst_core::Codes;

/// The bits of the rank that stands for all earlier words.
const RANK_BITS: u32 = 32;

/// One column of the tuples: codes, and what each code counts as.
#[derive(Clone, Copy)]
pub(crate) struct Field<'a> {
    /// One code per row.
    pub codes: &'a Codes,
    /// What each code counts as; `None`: itself.
    pub image: Option<&'a [u32]>,
    /// All images are below this.
    pub width: usize,
}

/// Where each column's code lies.
pub(crate) struct Packing {
    places: Vec<Place>,
    words: usize,
    bits: u32,
}

#[derive(Clone, Copy)]
struct Place {
    word: usize,
    shift: u32,
    bits: u32,
}

/// A number that keys are packed into.
pub(crate) trait Word: Copy + Default + Ord + Send + Sync + BitOrAssign + Into<u128> {
    /// The code, shifted to its place.
    fn placed(code: u32, shift: u32) -> Self;
}

impl Word for u64 {
    fn placed(code: u32, shift: u32) -> Self {
        Self::from(code) << shift
    }
}

impl Word for u128 {
    fn placed(code: u32, shift: u32) -> Self {
        Self::from(code) << shift
    }
}

impl Packing {
    /// Places columns of so many codes each.
    pub fn new(widths: impl IntoIterator<Item = usize>) -> Self {
        let (mut word, mut used) = (0, 0);
        let places = widths.into_iter().map(|width| {
            let bits = usize::BITS - width.saturating_sub(1).leading_zeros();
            if used + bits > u128::BITS {
                (word, used) = (word + 1, RANK_BITS);
            }
            let shift = if bits == 0 { 0 } else { used };
            used += bits;
            Place { word, shift, bits }
        });
        let places = places.collect();
        Self { places, words: word + 1, bits: used }
    }

    /// How many words a tuple takes; the last one's key tells tuples apart.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Whether tuples fit into 64 bits.
    pub fn is_narrow(&self) -> bool {
        self.words == 1 && self.bits <= u64::BITS
    }

    /// Packs the codes of some rows that belong to one word into `keys`.
    pub fn pack_rows<W: Word>(&self, fields: &[Field], word: usize, rows: Range<usize>, keys: &mut [W]) {
        for (field, place) in fields.iter().zip(&self.places).filter(|(_, place)| place.word == word) {
            match field.codes {
                Codes::U8(codes) => place_codes(keys, &codes[rows.clone()], field.image, place.shift),
                Codes::U16(codes) => place_codes(keys, &codes[rows.clone()], field.image, place.shift),
                Codes::U32(codes) => place_codes(keys, &codes[rows.clone()], field.image, place.shift),
            }
        }
    }

    /// Packs the codes of one tuple that belong to one word.
    pub fn pack(&self, codes: &[u32], word: usize) -> u128 {
        let here = codes.iter().zip(&self.places).filter(|(_, place)| place.word == word);
        here.fold(0, |key, (&code, place)| key | u128::placed(code, place.shift))
    }

    /// The word and the bits of a column.
    pub fn mask(&self, column: usize) -> (usize, u128) {
        let Place { word, shift, bits } = self.places[column];
        (word, ((1 << bits) - 1) << shift)
    }

    /// Takes the codes out of one word's key.
    pub fn unpack(&self, key: u128, word: usize, codes: &mut [u32]) {
        for (code, place) in codes.iter_mut().zip(&self.places).filter(|(_, place)| place.word == word) {
            *code = ((key >> place.shift) & ((1 << place.bits) - 1)) as u32;
        }
    }

    /// The rank of the earlier words' combination, as a later word's key holds it.
    pub fn rank(key: u128) -> u32 {
        key as u32
    }
}

fn place_codes<W: Word, C: Copy + Into<u32>>(keys: &mut [W], codes: &[C], image: Option<&[u32]>, shift: u32) {
    match image {
        None => keys.iter_mut().zip(codes).for_each(|(key, &code)| *key |= W::placed(code.into(), shift)),
        Some(image) => keys.iter_mut().zip(codes).for_each(|(key, &code)| {
            *key |= W::placed(image[code.into() as usize], shift);
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_can_be_unpacked() {
        let packing = Packing::new([1, 2, 1 << 31, 1 << 32, 300, 1 << 32, 1 << 32, 7]);
        assert_eq!(packing.words(), 2);
        let tuple = [0, 1, 0x7fff_ffff, u32::MAX, 299, 12_345, u32::MAX, 6];
        let mut back = [9; 8];
        for word in 0..2 {
            packing.unpack(packing.pack(&tuple, word), word, &mut back);
        }
        assert_eq!(back, tuple);
    }

    #[test]
    fn narrow_tuples_are_known_as_such() {
        assert!(Packing::new([1 << 32, 1 << 32]).is_narrow());
        assert!(!Packing::new([1 << 32, 1 << 32, 2]).is_narrow());
        assert!(Packing::new([]).is_narrow());
    }
}
