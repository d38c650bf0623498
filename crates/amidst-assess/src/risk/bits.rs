//! A set of items, one bit each.

/// A set of items. Made without room for any, and given room when the first is put in.
#[derive(Clone, Debug, Default)]
pub struct Bits {
    words: Vec<u64>,
}

/// Items in a word.
pub const WORD: usize = u64::BITS as usize;

impl Bits {
    /// Puts an item in; `items` is how many there are.
    pub fn put(&mut self, item: usize, items: usize) {
        if self.words.is_empty() {
            self.words.resize(items.div_ceil(WORD), 0);
        }
        self.words[item / WORD] |= 1 << (item % WORD);
    }

    /// Puts all items of another set in.
    pub fn add(&mut self, other: &Self) {
        if self.words.is_empty() {
            self.words.clone_from(&other.words);
        } else {
            self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
        }
    }

    /// Takes all items of another set out.
    pub fn remove(&mut self, other: &Self) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    /// The items of one word, as bits.
    pub fn word(&self, at: usize) -> u64 {
        self.words.get(at).copied().unwrap_or(0)
    }

    /// How many items are in.
    pub fn len(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The items whose words are in a range, ascending.
    pub fn items(&self, words: std::ops::Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let end = words.end.min(self.words.len());
        (words.start.min(end)..end).flat_map(|at| ones(self.words[at]).map(move |bit| at * WORD + bit))
    }
}

/// The places of the bits that are set, ascending.
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_out_as_they_were_put_in() {
        let mut bits = Bits::default();
        assert_eq!((bits.len(), bits.word(5), bits.items(0..9).count()), (0, 0, 0));
        [3, 64, 199, 64].into_iter().for_each(|item| bits.put(item, 200));
        let mut other = Bits::default();
        other.add(&bits);
        other.put(0, 200);
        assert_eq!(bits.items(0..9).collect::<Vec<_>>(), [3, 64, 199]);
        assert_eq!(other.items(0..2).collect::<Vec<_>>(), [0, 3, 64]);
        assert_eq!((bits.len(), other.len()), (3, 4));
        other.remove(&bits);
        assert_eq!(other.items(0..9).collect::<Vec<_>>(), [0]);
    }
}
