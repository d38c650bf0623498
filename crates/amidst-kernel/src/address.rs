//! From a packed tuple to the address of its class.

use crate::{Tuples, field::Field, node_map::NodeMap};

/// The address of a class, among those of one lead number.
pub(crate) trait Addresses: Sync {
    fn of(&self, key: u64) -> u64;
}

/// What each entry of a block adds to an address below 2^32.
fn parts(map: &NodeMap, at: usize) -> Vec<u32> {
    let (map, stride) = &map.rest[at];
    map.numbers.iter().map(|&number| number * *stride as u32).collect()
}

/// One block besides the lead: its entry is the key.
pub(crate) struct One {
    parts: Vec<u32>,
}

impl One {
    pub fn new(map: &NodeMap) -> Self {
        Self { parts: parts(map, 0) }
    }
}

impl Addresses for One {
    #[inline(always)]
    fn of(&self, key: u64) -> u64 {
        u64::from(self.parts[key as usize])
    }
}

/// Two blocks besides the lead: the usual case, so everything fits into registers.
pub(crate) struct Two {
    high: Vec<u32>,
    low: Vec<u32>,
    shift: u32,
    mask: u64,
}

impl Two {
    pub fn new(tuples: &Tuples, map: &NodeMap) -> Self {
        let fields = &tuples.layout.rest;
        Self { high: parts(map, 0), low: parts(map, 1), shift: fields[0].1.shift, mask: fields[1].1.mask }
    }
}

impl Addresses for Two {
    #[inline(always)]
    fn of(&self, key: u64) -> u64 {
        u64::from(self.high[(key >> self.shift) as usize] + self.low[(key & self.mask) as usize])
    }
}

/// A number of blocks known when compiling, so that the loop over them is unrolled.
pub(crate) struct Several<const BLOCKS: usize> {
    parts: [Vec<u32>; BLOCKS],
    fields: [Field; BLOCKS],
}

impl<const BLOCKS: usize> Several<BLOCKS> {
    pub fn new(tuples: &Tuples, map: &NodeMap) -> Self {
        Self {
            parts: std::array::from_fn(|at| parts(map, at)),
            fields: std::array::from_fn(|at| tuples.layout.rest[at].1),
        }
    }
}

impl<const BLOCKS: usize> Addresses for Several<BLOCKS> {
    #[inline(always)]
    fn of(&self, key: u64) -> u64 {
        let mut address = 0;
        for at in 0..BLOCKS {
            let Field { shift, mask, .. } = self.fields[at];
            address += self.parts[at][((key >> shift) & mask) as usize];
        }
        u64::from(address)
    }
}

/// Any number of blocks in one word, and addresses of up to 64 bits.
pub(crate) struct Any<'a> {
    blocks: Vec<(&'a [u32], u64, Field)>,
}

impl<'a> Any<'a> {
    pub fn new(tuples: &Tuples, map: &'a NodeMap) -> Self {
        let blocks = map.rest.iter().zip(&tuples.layout.rest);
        Self {
            blocks: blocks.map(|((map, stride), (_, field))| (&map.numbers[..], *stride, *field)).collect(),
        }
    }
}

impl Addresses for Any<'_> {
    fn of(&self, key: u64) -> u64 {
        let part = |(numbers, stride, field): &(&[u32], u64, Field)| {
            u64::from(numbers[field.read(&[key]) as usize]) * stride
        };
        self.blocks.iter().map(part).sum()
    }
}
