//! Giving equal texts equal numbers, quickly: short texts are compared and hashed as one machine word.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

use crate::records::{Field, PAD};

/// A text as one word: itself with its length if it is short, else its hash.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key(u64);

/// Texts up to this length fit into a key.
const SHORT: usize = 7;

/// In the highest byte of a key, where a short text has its length.
const LONG: u64 = 0xff << 56;

impl Key {
    /// The key of a field, whose padding lets eight bytes be loaded at once.
    #[inline]
    pub(crate) fn of(field: Field<'_>) -> Self {
        if field.len > SHORT {
            return Self::long(field.bytes());
        }
        let word = u64::from_le_bytes(field.padded[..PAD].try_into().expect("a field is padded"));
        let mask = (1_u64 << (8 * field.len)) - 1;
        Self(word & mask | (field.len as u64) << 56)
    }

    /// The key of a text without padding.
    #[inline]
    pub(crate) fn of_text(text: &[u8]) -> Self {
        if text.len() > SHORT {
            return Self::long(text);
        }
        let mut padded = [0; PAD];
        padded[..text.len()].copy_from_slice(text);
        Self::of(Field { padded: &padded, len: text.len() })
    }

    fn long(text: &[u8]) -> Self {
        let mut hasher = FixedState::default().build_hasher();
        hasher.write(text);
        Self(hasher.finish() | LONG)
    }

    #[inline]
    fn is_short(self) -> bool {
        self.0 < LONG
    }

    /// Spreads the key over all bits.
    #[inline]
    fn hash(self) -> u64 {
        let product = u128::from(self.0 ^ 0x243f_6a88_85a3_08d3) * 0x9e37_79b9_7f4a_7c15;
        product as u64 ^ (product >> 64) as u64
    }
}

/// Distinct texts and their codes. Several texts may share a code.
#[derive(Default)]
pub(crate) struct Interner {
    slots: HashTable<Slot>,
    bytes: Vec<u8>,
    ends: Vec<usize>,
}

struct Slot {
    key: Key,
    /// The number of the text in the order of arrival.
    text: u32,
    code: u32,
}

impl Interner {
    /// The number of distinct texts.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// A text by its number in the order of arrival.
    #[inline]
    pub(crate) fn text(&self, number: usize) -> &[u8] {
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.bytes[start..self.ends[number]]
    }

    /// All texts in the order of arrival.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|number| self.text(number))
    }

    /// The code of a text, if it is known.
    #[inline]
    pub(crate) fn find(&self, key: Key, text: &[u8]) -> Option<u32> {
        let same = |slot: &Slot| slot.key == key && (key.is_short() || self.text(slot.text as usize) == text);
        self.slots.find(key.hash(), same).map(|slot| slot.code)
    }

    /// Adds a text that is not known yet.
    pub(crate) fn insert(&mut self, key: Key, text: &[u8], code: u32) {
        let number = u32::try_from(self.len()).expect("a column has fewer than 2^32 distinct values");
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
        self.slots.insert_unique(key.hash(), Slot { key, text: number, code }, |slot| slot.key.hash());
    }

    /// The number of a text in the order of arrival, adding it if need be.
    #[inline]
    pub(crate) fn intern(&mut self, key: Key, text: &[u8]) -> u32 {
        self.find(key, text).unwrap_or_else(|| {
            let number = self.len() as u32;
            self.insert(key, text, number);
            number
        })
    }

    /// The texts end to end, and where each ends.
    pub(crate) fn into_parts(self) -> (Vec<u8>, Vec<usize>) {
        (self.bytes, self.ends)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_a_code_and_others_do_not() {
        let texts =
            ["", "a", "a\0", "\0", "1234567", "12345678", "123456789", "a", "12345678", "", "ÿÿÿ\u{7f}"];
        let mut interner = Interner::default();
        let codes: Vec<u32> = texts
            .iter()
            .map(|text| interner.intern(Key::of_text(text.as_bytes()), text.as_bytes()))
            .collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 1, 5, 0, 7]);
        assert_eq!(interner.text(6), b"123456789");
    }

    #[test]
    fn padding_is_no_part_of_the_key() {
        let field = Field { padded: b"abcdefgh", len: 3 };
        assert!(Key::of(field) == Key::of_text(b"abc"));
    }
}
