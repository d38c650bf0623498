//! From seeds to inputs that are nearly what a format asks for.

/// Numbers drawn one after another.
pub struct SeededRng(u64);

impl SeededRng {
    /// The draws of an input.
    pub fn new(seed: u64, number: u64) -> Self {
        let mut draw = Self(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        draw.any();
        draw
    }

    /// Any number.
    pub fn any(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`; 0 if there is none.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound == 0 { 0 } else { (self.any() % bound as u64) as usize }
    }
}

/// Lengths and counts at the edges of types.
const SIZES: [i64; 16] = [
    0,
    1,
    -1,
    2,
    7,
    8,
    127,
    128,
    255,
    32_767,
    65_536,
    i32::MAX as i64,
    i32::MIN as i64,
    1 << 40,
    i64::MAX,
    i64::MIN,
];

/// Numbers as texts write them.
const NUMBERS: [&str; 18] = [
    "0",
    "-0",
    "-1",
    "1e400",
    "-1e-400",
    "1e30",
    "999999999999999999999999999999",
    "18446744073709551616",
    "9223372036854775808",
    "4294967296",
    "0.000000000000000000001",
    "NaN",
    "inf",
    "-inf",
    "0x10",
    "1_000",
    "1.234,56",
    "90+",
];

/// The input of a number. A few are seeds as they are, so that the good road is walked too.
pub fn input(seeds: &[Vec<u8>], words: &[&str], seed: u64, number: u64) -> Vec<u8> {
    let mut draw = SeededRng::new(seed, number);
    let mut bytes = seeds[draw.below(seeds.len())].clone();
    let steps = [0, 1, 1, 1, 2, 2, 3, 5, 9][draw.below(9)];
    for _ in 0..steps {
        let other = &seeds[draw.below(seeds.len())];
        step(&mut bytes, other, words, &mut draw);
    }
    bytes
}

fn step(bytes: &mut Vec<u8>, other: &[u8], words: &[&str], draw: &mut SeededRng) {
    let at = draw.below(bytes.len() + 1);
    let rest = bytes.len() - at;
    let length = 1 + draw.below(8.min(rest.max(1)));
    match draw.below(12) {
        0 if rest > 0 => bytes[at] ^= 1 << draw.below(8),
        1 if rest > 0 => bytes[at] = draw.any() as u8,
        2 => bytes.truncate(at),
        3 if rest > 0 => drop(bytes.drain(at..at + length.min(rest))),
        4 => insert(bytes, at, &draw.any().to_le_bytes()[..length]),
        5 => {
            let size = SIZES[draw.below(SIZES.len())].to_le_bytes();
            let width = [1, 2, 4, 8][draw.below(4)].min(rest);
            bytes[at..at + width].copy_from_slice(&size[..width]);
        }
        6 => {
            let from = draw.below(other.len() + 1);
            let part = draw.below(other.len() - from + 1).min(256);
            insert(bytes, at, &other[from..from + part]);
        }
        7 => {
            let from = draw.below(other.len() + 1);
            bytes.truncate(at);
            bytes.extend_from_slice(&other[from..]);
        }
        8 => {
            let part: Vec<u8> = bytes[at..at + draw.below(rest + 1).min(64)].to_vec();
            (0..1 + draw.below(40)).for_each(|_| insert(bytes, at, &part));
        }
        9 => replace_number(bytes, at, NUMBERS[draw.below(NUMBERS.len())]),
        _ if words.is_empty() => insert(bytes, at, &[0xff, 0, 0x80]),
        _ => insert(bytes, at, words[draw.below(words.len())].as_bytes()),
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, part: &[u8]) {
    bytes.splice(at..at, part.iter().copied());
}

/// Puts a number in the place of the next run of digits.
fn replace_number(bytes: &mut Vec<u8>, at: usize, number: &str) {
    let start = bytes[at..].iter().position(u8::is_ascii_digit).map_or(bytes.len(), |offset| at + offset);
    let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    bytes.splice(start..start + digits, number.bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_number_gives_the_same_input() {
        let seeds = vec![b"a,b\n1,2\n".to_vec(), b"x;y\n".to_vec()];
        let inputs =
            |seed| (0..500).map(|number| input(&seeds, &["\"", "\0"], seed, number)).collect::<Vec<_>>();
        assert_eq!(inputs(1), inputs(1));
        assert_ne!(inputs(1), inputs(2));
        assert!(inputs(1).contains(&seeds[0]));
    }
}
