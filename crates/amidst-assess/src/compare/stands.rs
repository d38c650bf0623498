//! What a label of the release stands for in the original.

use std::ops::Range;

use super::values::Values;

/// The values of the original that a label stands for, by rank.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Stands {
    /// One value.
    Value(u32),
    /// Neighbours.
    Stretch(Range<u32>),
    /// Several values, ascending.
    Values(Box<[u32]>),
    /// A missing cell: in this share of its rows as it was, in the others instead of any value.
    Blank(f64),
    /// A label that cannot be read: any value.
    Anything,
}

impl Stands {
    /// From ranks that ascend; `None` if there are none.
    pub fn of(ranks: Vec<u32>) -> Option<Self> {
        let (first, last) = (*ranks.first()?, *ranks.last()?);
        Some(match ranks.len() {
            1 => Self::Value(first),
            count if (last - first) as usize + 1 == count => Self::Stretch(first..last + 1),
            _ => Self::Values(ranks.into()),
        })
    }

    /// The smallest and the largest rank it certainly stands for.
    pub fn ends(&self) -> Option<(u32, u32)> {
        match self {
            Self::Value(rank) => Some((*rank, *rank)),
            Self::Stretch(ranks) => Some((ranks.start, ranks.end - 1)),
            Self::Values(ranks) => Some((*ranks.first()?, *ranks.last()?)),
            Self::Blank(_) | Self::Anything => None,
        }
    }

    /// Gives every value its part of one row, all values the same.
    pub fn spread(&self, values: &Values, mut part: impl FnMut(u32, f64)) {
        let mut all = |ranks: &mut dyn ExactSizeIterator<Item = u32>, weight: f64| {
            let each = weight / ranks.len() as f64;
            ranks.for_each(|rank| part(rank, each));
        };
        match self {
            Self::Value(rank) => part(*rank, 1.0),
            Self::Stretch(ranks) => all(&mut ranks.clone(), 1.0),
            Self::Values(ranks) => all(&mut ranks.iter().copied(), 1.0),
            Self::Anything => all(&mut (0..values.len() as u32), 1.0),
            Self::Blank(own) => {
                if *own < 1.0 {
                    all(&mut (0..values.len() as u32), 1.0 - own);
                }
                values.missing.into_iter().for_each(|rank| part(rank, *own));
            }
        }
    }
}
