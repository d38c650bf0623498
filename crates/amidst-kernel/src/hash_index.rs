//! A hash index that gives each distinct key the next number: open addressing over 32-bit slots.

/// Distinct keys in the order they were met, each found by its number.
#[derive(Default)]
pub(crate) struct HashIndex {
    /// One more than the number of a key, or 0 for an empty slot. A power of two, at least twice as many as keys.
    slots: Vec<u32>,
    keys: Vec<u64>,
}

impl HashIndex {
    /// An index that holds so many keys before it has to grow.
    pub fn with_capacity(keys: usize) -> Self {
        let mut index = Self::default();
        index.clear(keys);
        index
    }

    /// Forgets all keys and makes room for so many.
    pub fn clear(&mut self, keys: usize) {
        let slots = (keys.max(8) * 2).next_power_of_two();
        self.slots.clear();
        self.slots.resize(slots, 0);
        self.keys.clear();
    }

    /// The distinct keys so far.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The number of a key, and whether it is new.
    #[inline]
    pub fn intern(&mut self, key: u64) -> (usize, bool) {
        match find(&self.slots, &self.keys, key) {
            Ok(number) => (number, false),
            Err(free) => {
                self.keys.push(key);
                self.slots[free] = self.keys.len() as u32;
                if self.keys.len() * 2 > self.slots.len() {
                    self.grow();
                }
                (self.keys.len() - 1, true)
            }
        }
    }

    /// The number of a key, if it was met.
    #[inline]
    pub fn number(&self, key: u64) -> Option<u32> {
        find(&self.slots, &self.keys, key).ok().map(|number| number as u32)
    }

    #[cold]
    fn grow(&mut self) {
        let mut slots = vec![0; self.slots.len() * 4];
        for (number, &key) in self.keys.iter().enumerate() {
            // Keys are distinct, so the search always ends at a free slot.
            let free = find(&slots, &self.keys, key).expect_err("keys are distinct");
            slots[free] = number as u32 + 1;
        }
        self.slots = slots;
    }
}

/// The number of a key, or else the slot where it belongs.
#[inline]
fn find(slots: &[u32], keys: &[u64], key: u64) -> Result<usize, usize> {
    let mask = slots.len() - 1;
    let mut at = (hash(key) >> slots.len().leading_zeros()) as usize & mask;
    loop {
        match slots[at & mask] {
            0 => return Err(at & mask),
            number if keys[number as usize - 1] == key => return Ok(number as usize - 1),
            _ => at += 1,
        }
    }
}

/// Spreads keys over the high bits: multiplication carries upwards only, so the halves are folded first.
#[inline]
fn hash(key: u64) -> u64 {
    (key ^ (key >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
