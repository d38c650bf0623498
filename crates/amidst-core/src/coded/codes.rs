//! One code per row, in 8, 16 or 32 bits.

/// Dictionary codes of a column, as narrow as its dictionary allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    /// Up to 256 values.
    U8(Vec<u8>),
    /// Up to 65,536 values.
    U16(Vec<u16>),
    /// More.
    U32(Vec<u32>),
}

/// Runs `$body` with `$codes` bound to the slice of whichever width is there.
#[macro_export]
macro_rules! with_codes {
    ($value:expr, $codes:ident => $body:expr) => {
        match $value {
            $crate::Codes::U8($codes) => $body,
            $crate::Codes::U16($codes) => $body,
            $crate::Codes::U32($codes) => $body,
        }
    };
}

impl Codes {
    /// Stores codes below `distinct` in the narrowest width.
    pub fn narrow(codes: Vec<u32>, distinct: usize) -> Self {
        if distinct <= 1 << 8 {
            Self::U8(codes.into_iter().map(|code| code as u8).collect())
        } else if distinct <= 1 << 16 {
            Self::U16(codes.into_iter().map(|code| code as u16).collect())
        } else {
            Self::U32(codes)
        }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        with_codes!(self, codes => codes.len())
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code of one row.
    pub fn at(&self, row: usize) -> u32 {
        match self {
            Self::U8(codes) => codes[row].into(),
            Self::U16(codes) => codes[row].into(),
            Self::U32(codes) => codes[row],
        }
    }

    /// The codes in order.
    pub fn iter(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        match self {
            Self::U8(codes) => Box::new(codes.iter().map(|&code| code.into())),
            Self::U16(codes) => Box::new(codes.iter().map(|&code| code.into())),
            Self::U32(codes) => Box::new(codes.iter().copied()),
        }
    }

    /// How often each of `distinct` codes occurs.
    pub fn histogram(&self, distinct: usize) -> Vec<u64> {
        let mut counts = vec![0; distinct];
        with_codes!(self, codes => codes.iter().for_each(|&code| counts[code as usize] += 1));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_follow_the_dictionary() {
        assert!(matches!(Codes::narrow(vec![255], 256), Codes::U8(_)));
        assert!(matches!(Codes::narrow(vec![256], 257), Codes::U16(_)));
        assert!(matches!(Codes::narrow(vec![65_536], 65_537), Codes::U32(_)));
    }

    #[test]
    fn histogram_counts_every_code() {
        assert_eq!(Codes::narrow(vec![2, 0, 2], 4).histogram(4), [1, 0, 2, 0]);
    }
}
