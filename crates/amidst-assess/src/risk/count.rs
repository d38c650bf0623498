//! Counting the classes over some of the columns, and finding who is alone in one.

use amidst_core::{Aborted, Observer, with_codes};

use super::{
    bits::{Bits, WORD, ones},
    items::Items,
    keys,
};

/// Items whose keys are made together: they stay in the nearest cache.
const CHUNK: usize = 64 * WORD;
/// Slots that are always affordable.
const SLOTS: usize = 1 << 12;
/// Beyond so many slots an item, sorting is faster.
const SLOTS_PER_ITEM: usize = 8;

/// The classes over some columns, summed up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassCounts {
    /// Classes.
    pub classes: u64,
    /// All that is counted, rows or people.
    pub total: u64,
    /// The size of the smallest class.
    pub k: u64,
    /// Classes of one.
    pub uniques: u64,
    /// Ordered pairs of rows or people that share a class; below 2^64, as rows are below 2^32.
    pub alike: u64,
}

/// Memory that is used again and again.
#[derive(Default)]
pub struct Scratch {
    counts: Vec<u32>,
    /// Who was counted last in each slot, plus one.
    last: Vec<u32>,
}

impl ClassCounts {
    fn add(&mut self, size: u64) {
        self.k = if self.classes == 0 { size } else { self.k.min(size) };
        self.classes += 1;
        self.total += size;
        self.uniques += u64::from(size == 1);
        self.alike += size * (size - 1);
    }

    /// Counts items, each of which is known to be alone.
    fn add_uniques(&mut self, items: u64) {
        if items > 0 {
            self.k = 1;
            self.classes += items;
            self.total += items;
            self.uniques += items;
        }
    }
}

/// Counts the classes over some columns; says who is alone in a class and was not `known` to be. Items known to be alone
/// over fewer columns are alone over these too.
///
/// # Errors
/// If the observer aborts.
pub fn count(
    items: &Items,
    places: &[usize],
    known: &Bits,
    scratch: &mut Scratch,
    observer: &dyn Observer,
) -> Result<(ClassCounts, Bits), Aborted> {
    // A person's items may share a class, so that those known to be alone must be looked at all the same.
    let (nobody, by_people) = (Bits::default(), items.people.is_some());
    let skipped = if by_people { &nobody } else { known };
    let left = items.len() - skipped.len() as usize;
    let slots = places.iter().try_fold(1_usize, |slots, &at| slots.checked_mul(items.widths[at]));
    let slots = slots.filter(|&slots| slots <= SLOTS.max(left.saturating_mul(SLOTS_PER_ITEM)));
    let counting = Counting { items, places, skipped, observer };
    let (mut tally, mut alone) = match slots.filter(|&slots| u32::try_from(slots).is_ok()) {
        Some(slots) => counting.by_address(slots, scratch)?,
        None => counting.by_sorting()?,
    };
    tally.add_uniques(skipped.len());
    if by_people {
        alone.remove(known);
    }
    Ok((tally, alone))
}

struct Counting<'a> {
    items: &'a Items,
    places: &'a [usize],
    /// Items that need not be counted.
    skipped: &'a Bits,
    observer: &'a dyn Observer,
}

impl Counting<'_> {
    fn by_address(&self, slots: usize, scratch: &mut Scratch) -> Result<(ClassCounts, Bits), Aborted> {
        let Scratch { counts, last } = scratch;
        counts.clear();
        counts.resize(slots, 0);
        match &self.items.people {
            None => self.each(|item, key| counts[key as usize] += self.items.counts[item])?,
            Some(people) => {
                last.clear();
                last.resize(slots, 0);
                self.each(|item, key| {
                    let (slot, person) = (key as usize, people[item] + 1);
                    counts[slot] += u32::from(last[slot] != person);
                    last[slot] = person;
                })?;
            }
        }
        let mut tally = ClassCounts::default();
        counts.iter().filter(|&&size| size > 0).for_each(|&size| tally.add(size.into()));
        let mut alone = Bits::default();
        if tally.uniques > 0 {
            self.each(|item, key| {
                if counts[key as usize] == 1 {
                    alone.put(item, self.items.len());
                }
            })?;
        }
        Ok((tally, alone))
    }

    fn by_sorting(&self) -> Result<(ClassCounts, Bits), Aborted> {
        let words = 0..self.items.len().div_ceil(WORD);
        let left = words.flat_map(|at| ones(self.left(at)).map(move |bit| (at * WORD + bit) as u32));
        let codings = self.items.codings();
        let codings: Vec<_> = self.places.iter().map(|&at| codings[at]).collect();
        let pairs = keys::sorted(&codings, &left.collect::<Vec<_>>(), self.observer)?;
        let (mut tally, mut alone) = (ClassCounts::default(), Bits::default());
        for class in pairs.chunk_by(|a, b| a.0 == b.0) {
            let size = self.size(class);
            tally.add(size);
            if size == 1 {
                class.iter().for_each(|&(_, item)| alone.put(item as usize, self.items.len()));
            }
        }
        Ok((tally, alone))
    }

    /// The rows of a class, or its people; items ascend, and so do people.
    fn size(&self, class: &[(u64, u32)]) -> u64 {
        match &self.items.people {
            None => class.iter().map(|&(_, item)| u64::from(self.items.counts[item as usize])).sum(),
            Some(people) => {
                class.chunk_by(|a, b| people[a.1 as usize] == people[b.1 as usize]).count() as u64
            }
        }
    }

    /// The items of a word that are counted, as bits.
    fn left(&self, word: usize) -> u64 {
        let end = self.items.len() - word * WORD;
        let all = if end < WORD { (1 << end) - 1 } else { u64::MAX };
        all & !self.skipped.word(word)
    }

    /// Runs over the items that are counted, with their keys.
    fn each(&self, mut run: impl FnMut(usize, u32)) -> Result<(), Aborted> {
        let mut keys = [0; CHUNK];
        for start in (0..self.items.len()).step_by(CHUNK) {
            self.observer.go_on()?;
            let keys = &mut keys[..CHUNK.min(self.items.len() - start)];
            let words = start / WORD..(start + keys.len()).div_ceil(WORD);
            if words.clone().all(|at| self.left(at) == 0) {
                continue;
            }
            self.fill(start, keys);
            for at in words {
                match self.left(at) {
                    u64::MAX => (at * WORD..(at + 1) * WORD).for_each(|item| run(item, keys[item - start])),
                    left => {
                        ones(left).map(|bit| at * WORD + bit).for_each(|item| run(item, keys[item - start]))
                    }
                }
            }
        }
        Ok(())
    }

    fn fill(&self, start: usize, keys: &mut [u32]) {
        keys.fill(0);
        let end = start + keys.len();
        for &at in self.places {
            let width = self.items.widths[at] as u32;
            with_codes!(&self.items.columns[at], codes => add_codes(keys, &codes[start..end], width));
        }
    }
}

fn add_codes<C: Copy + Into<u32>>(keys: &mut [u32], codes: &[C], width: u32) {
    keys.iter_mut().zip(codes).for_each(|(key, &code)| *key = *key * width + code.into());
}
