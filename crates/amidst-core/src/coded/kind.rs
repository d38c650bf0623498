//! What the cells of a column hold.

use std::fmt;

use jiff::civil::{Date, DateTime};

/// The type of a column, as far as recoding cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Anything, leading zeros included.
    Text,
    /// Whole numbers.
    Integer,
    /// Numbers with a fraction.
    Decimal,
    /// True or false.
    Boolean,
    /// A calendar day.
    Date,
    /// A day and a time.
    Timestamp,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Text, Self::Integer, Self::Decimal, Self::Boolean, Self::Date, Self::Timestamp];

    /// The word printed and accepted in a spec.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Decimal => "decimal",
            Self::Boolean => "boolean",
            Self::Date => "date",
            Self::Timestamp => "timestamp",
        }
    }

    /// The narrowest kind that all values share and that gives each of them back unchanged: `007` is text.
    pub fn of<'a>(values: impl IntoIterator<Item = &'a str>) -> Self {
        const NARROW_FIRST: [Kind; 5] =
            [Kind::Boolean, Kind::Integer, Kind::Decimal, Kind::Date, Kind::Timestamp];
        let mut candidates = NARROW_FIRST.to_vec();
        let mut any = false;
        for value in values {
            any = true;
            candidates.retain(|kind| kind.holds(value));
            if candidates.is_empty() {
                break;
            }
        }
        if any { candidates.first().copied().unwrap_or(Self::Text) } else { Self::Text }
    }

    /// Whether a value can be held by this kind without changing it.
    pub fn holds(self, value: &str) -> bool {
        match self {
            Self::Text => true,
            Self::Boolean => matches!(value, "true" | "false" | "True" | "False" | "TRUE" | "FALSE"),
            Self::Integer => {
                !has_leading_zero(value) && !value.starts_with('+') && value.parse::<i64>().is_ok()
            }
            Self::Decimal => {
                let plain =
                    value.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'e' | b'E' | b'+'));
                plain && !has_leading_zero(value) && !value.starts_with('+') && value.parse::<f64>().is_ok()
            }
            Self::Date => value.len() == 10 && value.parse::<Date>().is_ok(),
            Self::Timestamp => value.len() > 10 && value.parse::<DateTime>().is_ok(),
        }
    }
}

/// `007` and `-01` are codes, `0`, `0.5` and `-0.5` are numbers.
fn has_leading_zero(value: &str) -> bool {
    let digits = value.strip_prefix('-').unwrap_or(value).as_bytes();
    digits.len() > 1 && digits[0] == b'0' && digits[1].is_ascii_digit()
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            format!("unknown type {text:?}; types are text, integer, decimal, boolean, date, timestamp")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(values: &[&str], expected: Kind) {
        assert_eq!(Kind::of(values.iter().copied()), expected);
    }

    #[test]
    fn integers_are_whole_numbers() {
        check(&["0", "-3", "42"], Kind::Integer);
    }

    #[test]
    fn leading_zeros_make_text() {
        check(&["0042", "9413"], Kind::Text);
    }

    #[test]
    fn a_fraction_makes_decimal() {
        check(&["1", "2.5"], Kind::Decimal);
    }

    #[test]
    fn iso_days_are_dates() {
        check(&["1999-12-31", "2024-02-29"], Kind::Date);
        check(&["1999-12-31", "2023-02-29"], Kind::Text);
    }

    #[test]
    fn iso_days_with_time_are_timestamps() {
        check(&["1999-12-31T10:00:00", "1999-12-31 10:00:00.5"], Kind::Timestamp);
    }

    #[test]
    fn no_values_are_text() {
        check(&[], Kind::Text);
    }
}
