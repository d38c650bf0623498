//! Numbers packed into keys of 64-bit words, each in a bit field of its own.

/// A bit field of a key of one or several words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Field {
    pub word: usize,
    pub shift: u32,
    pub mask: u64,
}

impl Field {
    #[inline]
    pub fn read(self, key: &[u64]) -> u64 {
        (key[self.word] >> self.shift) & self.mask
    }
}

/// Fields for numbers below each of `sizes`, and the number of words they take. The first of a word stand highest, so
/// that keys order like the numbers.
pub(crate) fn fields(sizes: impl Iterator<Item = usize>) -> (Vec<Field>, usize) {
    let (mut fields, mut words, mut used, mut start) = (Vec::<Field>::new(), 1, 0, 0);
    for size in sizes {
        let bits = usize::BITS - (size.max(1) - 1).leading_zeros();
        if used + bits > u64::BITS {
            (words, used, start) = (words + 1, 0, fields.len());
        }
        fields[start..].iter_mut().for_each(|field| field.shift += bits);
        used += bits;
        fields.push(Field { word: words - 1, shift: 0, mask: (1 << bits) - 1 });
    }
    // A field without a choice at the start of a full word would be shifted out of it; it reads 0 anywhere.
    fields.iter_mut().for_each(|field| field.shift = field.shift.min(u64::BITS - 1));
    (fields, words)
}
