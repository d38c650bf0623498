//! Values whose labels say that they are elsewhere, in numbers and words.

use std::fmt;

/// Values below labels that do not contain them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Misplaced {
    /// How many values have such a label.
    pub values: usize,
    /// The line of the first.
    pub line: usize,
    /// The level of the first's lowest such label.
    pub level: usize,
}

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { values, line, level } = self;
        let (noun, verb, them) =
            if *values == 1 { ("value", "stands", "it") } else { ("values", "stand", "them") };
        write!(f, "{values} {noun} that {verb} below a label that does not contain {them} ")?;
        write!(f, "(first: line {line}, level {level})")
    }
}
