//! Exact numbers of any length: 18446744073709551616 and 18446744073709551617 are two values.

use std::{cmp::Ordering, fmt};

use amidst_core::{currency::without_currency, hierarchy::builders::DecimalMark};

/// A number as its sign, its significant digits and the power of ten that the first of them stands for. Zero has no digits
/// and no sign.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Number {
    is_negative: bool,
    power: i64,
    digits: String,
}

impl Number {
    /// Reads a number. Thousands may be set apart by spaces, apostrophes or the mark that is not the decimal one
    /// (`1.234,56`); that mark stands for decimals where it cannot set thousands apart (`1.5` beside `1,5`).
    /// A currency may stand beside it.
    pub fn read(text: &str, mark: DecimalMark) -> Option<Self> {
        let text = without_currency(text);
        let unsigned = text.strip_prefix(['-', '+', '\u{2212}']).unwrap_or(text);
        let is_negative = unsigned.len() < text.len() && !text.starts_with('+');
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, i64::from(exponent.parse::<i32>().ok()?)),
            None => (unsigned, 0),
        };
        let (decimal, grouping) = match mark {
            DecimalMark::Point => ('.', ','),
            DecimalMark::Comma => (',', '.'),
        };
        let (whole, fraction) = parts(mantissa, decimal, grouping)?;
        let all = whole.clone() + fraction;
        if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let digits = all.trim_start_matches('0');
        let power = whole.len() as i64 - (all.len() - digits.len()) as i64 - 1 + exponent;
        let digits = digits.trim_end_matches('0');
        Some(match digits {
            "" => Self::default(),
            digits => Self { is_negative, power, digits: digits.into() },
        })
    }

    /// The nearest double, if it is not beyond all of them.
    pub fn to_f64(&self) -> Option<f64> {
        if self.digits.is_empty() {
            return Some(0.0);
        }
        let (first, rest) = self.digits.split_at(1);
        let size: f64 = format!("{first}.{rest}e{}", self.power).parse().ok()?;
        size.is_finite().then_some(if self.is_negative { -size } else { size })
    }
}

/// In digits with a point, whatever the file had: `1234.56` of `1.234,56`. Powers beyond all that is counted keep theirs.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: i64 = 40;
        let sign = if self.is_negative { "-" } else { "" };
        let (digits, length) = (&self.digits, self.digits.len() as i64);
        match self.power {
            _ if digits.is_empty() => f.write_str("0"),
            power if power.abs() > LONGEST => write!(f, "{sign}{}.{}e{power}", &digits[..1], &digits[1..]),
            power if power < 0 => write!(f, "{sign}0.{}{digits}", "0".repeat((-power - 1) as usize)),
            power if power + 1 >= length => {
                write!(f, "{sign}{digits}{}", "0".repeat((power + 1 - length) as usize))
            }
            power => {
                let (whole, fraction) = digits.split_at(power as usize + 1);
                write!(f, "{sign}{whole}.{fraction}")
            }
        }
    }
}

/// What stands before the decimal mark, ungrouped, and what stands behind it.
fn parts(mantissa: &str, decimal: char, grouping: char) -> Option<(String, &str)> {
    if let Some((whole, fraction)) = mantissa.split_once(decimal) {
        return Some((ungrouped(whole, grouping)?, fraction));
    }
    if let Some(whole) = ungrouped(mantissa, grouping) {
        return Some((whole, ""));
    }
    let (whole, fraction) = mantissa.split_once(grouping)?;
    Some((whole.into(), fraction))
}

/// A whole number without what sets its thousands apart; `None` if it does not set thousands apart.
fn ungrouped(whole: &str, mark: char) -> Option<String> {
    let is_separator = |char: char| char == mark || matches!(char, ' ' | '\'' | '’' | '\u{a0}' | '\u{202f}');
    let Some(separator) = whole.chars().find(|&char| is_separator(char)) else { return Some(whole.into()) };
    let mut groups = whole.split(separator);
    let first = groups.next()?;
    let is_grouped =
        matches!(first.len(), 1..=3) && !first.starts_with('0') && groups.all(|it| it.len() == 3);
    is_grouped.then(|| whole.replace(separator, ""))
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match number.digits.is_empty() {
            true => 0,
            false if number.is_negative => -1,
            false => 1,
        };
        let by_size = || self.power.cmp(&other.power).then_with(|| self.digits.cmp(&other.digits));
        sign(self)
            .cmp(&sign(other))
            .then_with(|| if self.is_negative { by_size().reverse() } else { by_size() })
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mark: DecimalMark, text: &str, expected: f64) {
        assert_eq!(Number::read(text, mark).and_then(|number| number.to_f64()), Some(expected), "{text}");
    }

    #[test]
    fn numbers_are_written_in_digits() {
        for (text, expected) in [
            ("1.234,56", "1234.56"),
            ("-0,050", "-0.05"),
            ("007", "7"),
            ("1200", "1200"),
            ("0", "0"),
            ("1e3", "1000"),
            ("2e-2", "0.02"),
            ("1e99", "1.e99"),
        ] {
            let number = Number::read(text, DecimalMark::Comma).expect("a number");
            assert_eq!(number.to_string(), expected);
            assert_eq!(Number::read(expected, DecimalMark::Point), Some(number));
        }
    }

    #[test]
    fn thousands_are_set_apart_as_people_do() {
        for text in ["1.234,56", "1234,56", "1 234,56", "1'234,56", "1234.56", "1.234,56 €", "EUR 1234,56"]
        {
            check(DecimalMark::Comma, text, 1234.56);
        }
        for text in ["1,234.56", "1234.56", "1234,56", "$1,234.56", "1234.56 USD"] {
            check(DecimalMark::Point, text, 1234.56);
        }
        check(DecimalMark::Comma, "1.234", 1234.0);
        check(DecimalMark::Comma, "-1.234.567", -1_234_567.0);
        check(DecimalMark::Comma, "0.5", 0.5);
        check(DecimalMark::Point, "1,234", 1234.0);
    }

    #[test]
    fn every_spelling_of_a_number_is_the_same_number() {
        let read = |text: &str| Number::read(text, DecimalMark::Point).expect("it is a number");
        for text in ["1", "01", "1.0", "+1", "1e0", "0.1e1", "10e-1", "1."] {
            assert_eq!(read(text), read("1"), "{text}");
        }
        assert_eq!(read("-0.0"), read("0"));
    }

    #[test]
    fn order_is_exact_at_any_length() {
        let texts =
            ["-1e99", "-12", "-9.5", "0", "1e-30", "18446744073709551616", "18446744073709551617", "1e400"];
        let numbers: Vec<Number> = texts
            .iter()
            .map(|text| Number::read(text, DecimalMark::Point).expect("it is a number"))
            .collect();
        assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in ["", "-", "--1", ".", "1.2.3", "1,23,456", "12a", "1e", "NaN", "inf", "01.02.2020"] {
            assert_eq!(Number::read(text, DecimalMark::Point), None, "{text}");
        }
    }
}
