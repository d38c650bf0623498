//! The values of a column of the original, put in order.

use amidst_core::{Coded, Kind, hierarchy::builders::DecimalMark};
use rayon::prelude::*;

use super::days;

/// How the values of a column are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// Not at all: equal or not.
    Words,
    /// As numbers.
    Numbers(DecimalMark),
    /// As days; times are parts of days.
    Days,
}

impl Scale {
    /// That of a kind of column.
    pub fn of(kind: Kind, mark: DecimalMark) -> Self {
        match kind {
            Kind::Integer | Kind::Decimal => Self::Numbers(mark),
            Kind::Date | Kind::Timestamp => Self::Days,
            Kind::Text | Kind::Boolean => Self::Words,
        }
    }

    /// Whether values have distances.
    pub fn is_ordered(self) -> bool {
        self != Self::Words
    }

    /// What a value measures.
    pub fn number(self, text: &str) -> Option<f64> {
        let text = text.trim();
        let number = match self {
            Self::Words => None,
            Self::Numbers(DecimalMark::Point) => text.parse().ok(),
            Self::Numbers(DecimalMark::Comma) => text.replacen(',', ".", 1).parse().ok(),
            Self::Days => days::of_value(text),
        };
        number.filter(|number: &f64| number.is_finite())
    }
}

/// The values of a column. Each has a rank: numbers and days ascend, words stand as in a dictionary, missing comes last.
pub(super) struct Values<'t> {
    /// The cells.
    pub coded: &'t Coded,
    /// How they are measured.
    pub scale: Scale,
    /// The rank of each code.
    pub ranks: Vec<u32>,
    /// The rows that hold each value, by rank.
    pub rows: Vec<u64>,
    /// What each value measures, by rank; not a number if missing. Empty for words.
    pub numbers: Vec<f64>,
    /// The rank of missing cells.
    pub missing: Option<u32>,
    /// The code of each rank.
    codes: Vec<u32>,
}

impl<'t> Values<'t> {
    /// Puts the values of a column in order.
    pub fn new(coded: &'t Coded, scale: Scale) -> Self {
        let dictionary = &coded.dictionary;
        let number = |code: u32| dictionary.value(code).and_then(|text| scale.number(text));
        let by_code: Vec<Option<f64>> = (0..dictionary.len() as u32).into_par_iter().map(number).collect();
        // A column whose values do not all measure something is one of words.
        let is_measured = |code: u32| by_code[code as usize].is_some() || dictionary.value(code).is_none();
        let scale = if (0..dictionary.len() as u32).all(is_measured) { scale } else { Scale::Words };
        let key = |code: u32| {
            let number = by_code[code as usize].filter(|_| scale.is_ordered()).unwrap_or(f64::INFINITY);
            (number, dictionary.value(code))
        };
        let mut codes: Vec<u32> = (0..dictionary.len() as u32).collect();
        codes.par_sort_unstable_by(|&a, &b| {
            let ((a_number, a), (b_number, b)) = (key(a), key(b));
            a_number.total_cmp(&b_number).then_with(|| a.is_none().cmp(&b.is_none())).then_with(|| a.cmp(&b))
        });
        let mut ranks = vec![0; codes.len()];
        codes.iter().enumerate().for_each(|(rank, &code)| ranks[code as usize] = rank as u32);
        let histogram = coded.histogram();
        let numbers = match scale {
            Scale::Words => Vec::new(),
            _ => codes.iter().map(|&code| by_code[code as usize].unwrap_or(f64::NAN)).collect(),
        };
        Self {
            coded,
            scale,
            rows: codes.iter().map(|&code| histogram[code as usize]).collect(),
            numbers,
            missing: dictionary.missing().map(|code| ranks[code as usize]),
            ranks,
            codes,
        }
    }

    /// How many there are, missing included.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The text of a rank; none is missing.
    pub fn text(&self, rank: u32) -> Option<&str> {
        self.coded.dictionary.value(self.codes[rank as usize])
    }

    /// The rank of a text.
    pub fn rank(&self, text: &str) -> Option<u32> {
        self.coded.dictionary.code(Some(text)).map(|code| self.ranks[code as usize])
    }

    /// The measures of the values, without missing.
    pub fn measured(&self) -> &[f64] {
        let last = self.numbers.len() - usize::from(self.missing.is_some() && !self.numbers.is_empty());
        &self.numbers[..last]
    }

    /// From the smallest to the largest measure; `None` for words.
    pub fn range(&self) -> Option<(f64, f64)> {
        let measured = self.measured();
        Some((*measured.first()?, *measured.last()?))
    }
}
