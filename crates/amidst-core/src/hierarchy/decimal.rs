//! Exact decimal numbers: bounds of intervals must not be off by a rounding error.

use std::{cmp::Ordering, fmt, str::FromStr};

/// Digits kept on either side of the decimal mark; more do not fit an `i128` with room for sums.
const MAX_DIGITS: usize = 18;

/// A decimal number with up to 18 digits before and 18 after the decimal point, compared and printed exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// The number times `10^scale`; the last digit is not 0 unless `scale` is.
    units: i128,
    scale: u32,
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self { units: 0, scale: 0 };

    /// `units / 10^scale`.
    pub fn new(units: i128, scale: u32) -> Self {
        let (mut units, mut scale) = (units, scale);
        while scale > 0 && units % 10 == 0 {
            units /= 10;
            scale -= 1;
        }
        Self { units, scale }
    }

    /// Reads a number written with a decimal comma.
    pub fn from_comma(text: &str) -> Result<Self, NotADecimal> {
        if text.contains('.') { Err(NotADecimal) } else { text.replacen(',', ".", 1).parse() }
    }

    /// The same with a decimal comma.
    pub fn to_comma(self) -> String {
        self.to_string().replacen('.', ",", 1)
    }

    /// Digits after the decimal point.
    pub fn scale(self) -> u32 {
        self.scale
    }

    /// The number times `10^scale`; `scale` is at least its own and at most 18.
    pub fn units_at(self, scale: u32) -> i128 {
        self.units * 10_i128.pow(scale - self.scale)
    }

    /// The largest whole number not above it.
    pub(super) fn floor(self) -> Self {
        Self { units: self.units.div_euclid(10_i128.pow(self.scale)), scale: 0 }
    }

    /// Whether it is below zero.
    pub fn is_negative(self) -> bool {
        self.units < 0
    }
}

/// The text is no decimal number, or has too many digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a number of at most 18 digits before and 18 after the decimal mark")]
pub struct NotADecimal;

impl FromStr for Decimal {
    type Err = NotADecimal;

    /// `-12`, `007`, `3.50`, `.5`, `1e3`.
    fn from_str(text: &str) -> Result<Self, NotADecimal> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            None => (text, 0),
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| NotADecimal)?),
        };
        let (negative, digits) = match mantissa.as_bytes().first() {
            Some(b'-') => (true, &mantissa[1..]),
            Some(b'+') => (false, &mantissa[1..]),
            _ => (false, mantissa),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
            return Err(NotADecimal);
        }
        let digits = format!("{whole}{fraction}");
        let significant = digits.trim_start_matches('0').trim_end_matches('0');
        if significant.is_empty() {
            return Ok(Self::ZERO);
        }
        // The point stands `point` digits right of the last significant one; negative: left of it.
        let trailing = digits.len() - digits.trim_end_matches('0').len();
        let point = i64::from(exponent) + trailing as i64 - fraction.len() as i64;
        let limit = MAX_DIGITS as i64;
        if point < -limit || significant.len() as i64 + point > limit {
            return Err(NotADecimal);
        }
        let units: i128 = significant.parse().map_err(|_| NotADecimal)?;
        let units = if negative { -units } else { units };
        Ok(if point < 0 {
            Self { units, scale: point.unsigned_abs() as u32 }
        } else {
            Self { units: units * 10_i128.pow(point as u32), scale: 0 }
        })
    }
}

impl From<i64> for Decimal {
    fn from(number: i64) -> Self {
        Self { units: number.into(), scale: 0 }
    }
}

impl TryFrom<f64> for Decimal {
    type Error = NotADecimal;

    /// The shortest decimal that reads back as the same float: `0.1` is one tenth.
    fn try_from(number: f64) -> Result<Self, NotADecimal> {
        number.to_string().parse()
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        self.units_at(scale).cmp(&other.units_at(scale))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        let power = 10_u128.pow(self.scale);
        let (whole, fraction) = (self.units.unsigned_abs() / power, self.units.unsigned_abs() % power);
        match self.scale as usize {
            0 => write!(f, "{sign}{whole}"),
            scale => write!(f, "{sign}{whole}.{fraction:0scale$}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(text.parse::<Decimal>().map(|number| number.to_string()), Ok(expected.to_string()));
    }

    #[test]
    fn every_spelling_of_a_number_reads_as_the_same_number() {
        for text in ["1", "01", "1.0", "+1", "1e0", "0.1e1", "10e-1", "1."] {
            check(text, "1");
        }
    }

    #[test]
    fn digits_are_kept_exactly() {
        check("-0.30", "-0.3");
        check(".05", "0.05");
        check("123456789012345678.123456789012345678", "123456789012345678.123456789012345678");
        check("-0", "0");
        check("1e3", "1000");
        check("12e-3", "0.012");
        check("0000000000000000000000000000000000000000000000007", "7");
    }

    #[test]
    fn what_is_no_number_or_too_long_is_refused() {
        for text in [
            "",
            "-",
            ".",
            "1,5",
            "1.2.3",
            "0x10",
            "1e400",
            "1e-19",
            "1234567890123456789",
            "12a",
            "--1",
            "inf",
            "1e",
        ] {
            assert_eq!(text.parse::<Decimal>(), Err(NotADecimal), "{text}");
        }
    }

    #[test]
    fn commas_are_read_only_when_asked_for() {
        assert_eq!(Decimal::from_comma("2,50").unwrap().to_comma(), "2,5");
        assert_eq!(Decimal::from_comma("2.5"), Err(NotADecimal));
    }

    #[test]
    fn order_is_that_of_the_numbers() {
        let ordered: Vec<Decimal> =
            ["-10", "-9.5", "0", "0.05", "0.1", "2", "10"].map(|text| text.parse().unwrap()).to_vec();
        assert!(ordered.is_sorted());
    }

    #[test]
    fn floats_become_what_people_wrote() {
        assert_eq!(Decimal::try_from(0.1), "0.1".parse());
        assert_eq!(Decimal::try_from(f64::NAN), Err(NotADecimal));
    }
}
