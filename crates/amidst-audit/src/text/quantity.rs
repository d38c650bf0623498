//! Numbers of any length, as people write them.

use std::{cmp::Ordering, fmt};

/// An exact number: a sign, and `0.d₁d₂d₃… × 10^point`, where the first and the last digit are not 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Quantity {
    /// −1, 0 or 1.
    sign: i8,
    point: i64,
    digits: Vec<u8>,
}

impl Quantity {
    /// Reads a number: with an exponent, with thousands set apart, with the decimal mark that the column has or, where it
    /// cannot be anything else, the other one.
    pub fn read(text: &str, has_comma: bool) -> Option<Self> {
        let text = text.trim();
        let (sign, unsigned) = match text.chars().next()? {
            '-' | '\u{2212}' => (-1, text.trim_start_matches(['-', '\u{2212}'])),
            '+' => (1, text.trim_start_matches('+')),
            _ => (1, text),
        };
        // One sign, not several.
        if text.chars().count() - unsigned.chars().count() > 1 {
            return None;
        }
        let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
            None => (unsigned, 0),
            Some(at) => (&unsigned[..at], unsigned[at + 1..].parse::<i32>().ok()?),
        };
        let (mark, other) = if has_comma { (',', '.') } else { ('.', ',') };
        let (whole, fraction) = match mantissa.split_once(mark) {
            Some((whole, fraction)) => (without_groups(whole, other)?, fraction),
            None => match without_groups(mantissa, other) {
                Some(whole) => (whole, ""),
                None => {
                    let (whole, fraction) = mantissa.split_once(other)?;
                    (whole.to_owned(), fraction)
                }
            },
        };
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
        let end = digits.iter().rposition(|&digit| digit != b'0').map_or(zeros, |last| last + 1);
        if zeros == digits.len() {
            return Some(Self { sign: 0, point: 0, digits: Vec::new() });
        }
        let point = whole.len() as i64 - zeros as i64 + i64::from(exponent);
        Some(Self { sign, point, digits: digits[zeros..end].to_vec() })
    }

    /// Reads a number, or an amount of money as one.
    pub fn amount(text: &str, has_comma: bool) -> Option<Self> {
        Self::read(without_currency(text.trim()), has_comma)
    }

    /// The nearest double; `None` if it is beyond all of them.
    pub fn double(&self) -> Option<f64> {
        let digits = std::str::from_utf8(&self.digits).expect("digits are ASCII");
        let unsigned: f64 = format!("0.{digits}e{}", self.point).parse().expect("a number was read");
        unsigned.is_finite().then(|| unsigned * f64::from(self.sign))
    }
}

/// Currencies beside a number, in small letters, those that end in others first.
const CURRENCIES: [&str; 24] = [
    "us$", "€", "$", "£", "¥", "euros", "euro", "eur", "usd", "gbp", "chf", "sfr.", "sfr", "fr.", "jpy",
    "dkk", "sek", "nok", "kr.", "kr", "pln", "zł", "czk", "huf",
];

/// What is left of `5 €`, `EUR 5` or `$5` without its currency; a text without one, or without a digit, as it is.
fn without_currency(text: &str) -> &str {
    let small = text.to_lowercase();
    // Letters that are longer in one case than in the other belong to no number.
    if small.len() != text.len() || text.bytes().all(|byte| byte.is_ascii_digit()) {
        return text;
    }
    let mut rests = CURRENCIES.iter().filter_map(|currency| {
        let length = currency.len();
        match small.starts_with(currency) {
            true => Some(&text[length..]),
            false => small.ends_with(currency).then(|| &text[..text.len() - length]),
        }
    });
    let rest = rests.next().map(str::trim).filter(|rest| rest.contains(|char: char| char.is_ascii_digit()));
    rest.unwrap_or(text)
}

/// The digits of a whole number whose thousands are set apart by the mark, a space or an apostrophe; as they are if
/// nothing is set apart. A number that starts with 0 has no thousands.
fn without_groups(text: &str, mark: char) -> Option<String> {
    let separators = [mark, ' ', '\'', '\u{2019}', '\u{a0}', '\u{202f}'];
    let Some(separator) = text.chars().find(|char| separators.contains(char)) else {
        return Some(text.to_owned());
    };
    let groups: Vec<&str> = text.split(separator).collect();
    let is_first = (1..=3).contains(&groups[0].len()) && !groups[0].starts_with('0');
    (is_first && groups[1..].iter().all(|group| group.len() == 3)).then(|| groups.concat())
}

/// All digits of it: plainly if that is not long, else with an exponent. One number has one spelling.
impl fmt::Display for Quantity {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = std::str::from_utf8(&self.digits).expect("digits are ASCII");
        let sign = if self.sign < 0 { "-" } else { "" };
        let zeros = |count: i64| "0".repeat(count as usize);
        match self.point {
            _ if digits.is_empty() => write!(to, "0"),
            point if (-PLAIN..=0).contains(&point) => write!(to, "{sign}0.{}{digits}", zeros(-point)),
            point @ 1..=PLAIN if point < digits.len() as i64 => {
                let (whole, fraction) = digits.split_at(point as usize);
                write!(to, "{sign}{whole}.{fraction}")
            }
            point @ 1..=PLAIN => write!(to, "{sign}{digits}{}", zeros(point - digits.len() as i64)),
            point => write!(to, "{sign}0.{digits}e{point}"),
        }
    }
}

/// Zeros that are written out, at most.
const PLAIN: i64 = 25;

impl Ord for Quantity {
    fn cmp(&self, other: &Self) -> Ordering {
        let size = || (self.point, &self.digits).cmp(&(other.point, &other.digits));
        self.sign.cmp(&other.sign).then_with(|| if self.sign < 0 { size().reverse() } else { size() })
    }
}

impl PartialOrd for Quantity {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(text: &str) -> Option<Quantity> {
        Quantity::read(text, false)
    }

    #[test]
    fn spellings_of_one_number_are_one() {
        let one: Vec<_> = ["1", "01", "1.0", "+1", "1e0", "10e-1", " 1 ", "1,0"].map(point).into();
        assert!(one.iter().all(|read| read.is_some() && *read == one[0]));
        assert_eq!(point("-0.00"), point("0"));
        assert_eq!(point("1,234.50"), point("1234.5"));
        for text in ["$1,234.50", "1234.5 USD", "CHF 1'234.50", "1234.5€", "kr 1234.5", "1234.5 ZŁ"] {
            assert_eq!(Quantity::amount(text, false), point("1234.5"), "{text}");
            assert_eq!(point(text), None, "{text}");
        }
        assert_eq!(Quantity::read("1.234,50", true), point("1234.5"));
        assert_eq!(Quantity::read("1.234", true), point("1234"));
        assert_eq!(Quantity::read("0.123", true), point("0.123"));
        assert_eq!(
            ["1'234", "1 234", "1\u{202f}234"].map(point),
            [point("1234"), point("1234"), point("1234")]
        );
    }

    #[test]
    fn order_is_exact_however_many_digits_there_are() {
        let ordered: Vec<Quantity> = [
            "-1e400",
            "-18446744073709551617",
            "-18446744073709551616",
            "-0.1",
            "0",
            "1e-400",
            "0.1",
            "18446744073709551616",
            "18446744073709551617",
            "1e400",
        ]
        .iter()
        .map(|text| point(text).expect("it is a number"))
        .collect();
        assert!(ordered.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn doubles_are_the_nearest_and_nothing_is_beyond_them() {
        assert_eq!(["-2.5", "0", "1e400"].map(|text| point(text)?.double()), [Some(-2.5), Some(0.0), None]);
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in [
            "",
            "-",
            "--1",
            "€",
            "5 kg",
            "5 € €",
            "1.2.3",
            "12.05.1999",
            "1,23,456",
            "0x10",
            "1e",
            "e5",
            "NaN",
            "90+",
            "1-2",
        ] {
            assert_eq!(point(text), None, "{text}");
        }
    }
}
