//! One spelling for values that formats spell differently.
//!
//! Text that stays text is compared byte for byte. Where the source or the file has a typed column, `1.50` in one and
//! `1.5` in the other are the same number; there, both sides are brought to one spelling before they are compared.

use std::{borrow::Cow, io::Write};

use arrow_schema::DataType;

use super::Quantity;

/// The spelling of a column's cells. What does not parse keeps its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Canon {
    /// Byte for byte.
    Text,
    /// As numbers, digit for digit.
    Number,
    /// As numbers, digit for digit, that other software may spell in another way.
    Float,
    /// As true or false.
    Boolean,
    /// As points in time: `T` between day and time, no trailing zeros in fractions of seconds, `Z` for UTC.
    Time,
}

impl Canon {
    /// The spelling that a type calls for.
    pub fn of(data_type: &DataType) -> Self {
        match data_type {
            DataType::Dictionary(_, values) => Self::of(values),
            DataType::Boolean => Self::Boolean,
            DataType::Date64 | DataType::Timestamp(..) => Self::Time,
            other if other.is_floating() => Self::Float,
            other if other.is_numeric() => Self::Number,
            _ => Self::Text,
        }
    }

    /// Whether one value has several spellings that other software may turn into one another.
    pub fn is_loose(self) -> bool {
        matches!(self, Self::Float | Self::Boolean | Self::Time)
    }

    /// This one, or if it is plain text, the other.
    pub fn or(self, other: Self) -> Self {
        if self == Self::Text { other } else { self }
    }

    /// The canonical spelling of a text; `scratch` holds it if it is not the text itself.
    pub fn spell<'a>(self, text: &'a [u8], scratch: &'a mut Vec<u8>) -> &'a [u8] {
        scratch.clear();
        let respelled = match self {
            Self::Text => false,
            Self::Number | Self::Float if is_plain_integer(text) => false,
            Self::Number | Self::Float => number(text, scratch).is_some(),
            Self::Boolean => boolean(text, scratch),
            Self::Time => time(text, scratch),
        };
        if respelled { scratch } else { text }
    }
}

/// Whether a text is an integer without any freedom of spelling left, as most numbers are.
fn is_plain_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let plain = matches!(digits, [b'1'..=b'9', ..]) || text == b"0";
    plain && digits.len() <= 15 && digits.iter().all(u8::is_ascii_digit)
}

/// Spells a number with all its digits, however many, and none that says nothing.
fn number(text: &[u8], to: &mut Vec<u8>) -> Option<()> {
    let text = std::str::from_utf8(text).ok()?.trim();
    // A decimal comma; thousands are never grouped in a column of numbers.
    let text = if text.contains('.') { Cow::Borrowed(text) } else { Cow::Owned(text.replacen(',', ".", 1)) };
    if text.len() > 1 && text.starts_with('-') && text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'))
    {
        to.extend_from_slice(b"-0");
        return Some(());
    }
    match Quantity::read(&text, false).filter(|_| !text.contains(GROUPING)) {
        Some(quantity) => write!(to, "{quantity}").ok(),
        // Infinities, and what is not a number.
        None => write!(to, "{}", text.parse::<f64>().ok()?).ok(),
    }
}

/// What sets thousands apart elsewhere.
const GROUPING: [char; 6] = [',', ' ', '\'', '\u{2019}', '\u{a0}', '\u{202f}'];

fn boolean(text: &[u8], to: &mut Vec<u8>) -> bool {
    to.extend(text.iter().map(u8::to_ascii_lowercase));
    matches!(to.as_slice(), b"true" | b"false")
}

fn time(text: &[u8], to: &mut Vec<u8>) -> bool {
    let (stem, zone) = split_zone(text);
    to.extend_from_slice(stem);
    if to.len() == 10 {
        to.extend_from_slice(b"T00:00:00");
    }
    if to.get(10) == Some(&b' ') {
        to[10] = b'T';
    }
    if to.len() == 16 {
        to.extend_from_slice(b":00");
    }
    if to.contains(&b'.') {
        let kept =
            to.iter().rposition(|&byte| byte != b'0').map_or(0, |last| last + usize::from(to[last] != b'.'));
        to.truncate(kept);
    }
    to.extend_from_slice(zone);
    to.get(10) == Some(&b'T')
}

/// A time and its zone; all ways to write UTC are one.
fn split_zone(text: &[u8]) -> (&[u8], &[u8]) {
    if let Some(stem) = text.strip_suffix(b"Z").or_else(|| text.strip_suffix(b"+00:00")) {
        return (stem.trim_ascii_end(), b"Z");
    }
    match text.iter().rposition(|byte| matches!(byte, b'+' | b'-')) {
        Some(sign) if sign > 10 => text.split_at(sign),
        _ => (text, b""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(canon: Canon, alike: &[&str], expected: &str) {
        for text in alike {
            let mut scratch = Vec::new();
            assert_eq!(canon.spell(text.as_bytes(), &mut scratch), expected.as_bytes());
        }
    }

    #[test]
    fn numbers_have_one_spelling() {
        for canon in [Canon::Number, Canon::Float] {
            check(canon, &["1.5", "1.50", "1,5", "15e-1", "01.5"], "1.5");
            check(canon, &["7", "7.0", "007", "7e0"], "7");
            check(canon, &["-3", "-3.0"], "-3");
            check(canon, &["0", "0.0", "00"], "0");
            check(canon, &["-0", "-0.0"], "-0");
            check(canon, &["[20, 40["], "[20, 40[");
            check(canon, &[""], "");
        }
    }

    #[test]
    fn numbers_keep_all_their_digits() {
        for canon in [Canon::Number, Canon::Float] {
            check(
                canon,
                &["9007199254740993", "09007199254740993", "9007199254740993.0"],
                "9007199254740993",
            );
            check(canon, &["9007199254740992.0"], "9007199254740992");
            check(canon, &["0.12345678901234567891", "1234567890123456789.1e-19"], "0.12345678901234567891");
            check(canon, &["123456789012345678901", "1.23456789012345678901e20"], "123456789012345678901");
            check(canon, &["1e300", "10e299"], "0.1e301");
            check(canon, &["-1.5e-30"], "-0.15e-29");
            check(canon, &["inf"], "inf");
            check(canon, &["NaN"], "NaN");
        }
    }

    #[test]
    fn truth_has_one_spelling() {
        check(Canon::Boolean, &["true", "True", "TRUE"], "true");
        check(Canon::Boolean, &["*"], "*");
        check(Canon::Boolean, &["Other"], "Other");
    }

    #[test]
    fn times_have_one_spelling() {
        check(
            Canon::Time,
            &["2020-01-02T03:04:05", "2020-01-02 03:04:05", "2020-01-02T03:04:05.000"],
            "2020-01-02T03:04:05",
        );
        check(
            Canon::Time,
            &["2020-01-02T03:04:05.5Z", "2020-01-02 03:04:05.500+00:00"],
            "2020-01-02T03:04:05.5Z",
        );
        check(
            Canon::Time,
            &["2020-01-02", "2020-01-02T00:00", "2020-01-02 00:00:00.0"],
            "2020-01-02T00:00:00",
        );
        check(Canon::Time, &["2020-01-02 03:04:05+02:00"], "2020-01-02T03:04:05+02:00");
        check(Canon::Time, &["2020"], "2020");
        check(Canon::Time, &["[2020, 2025["], "[2020, 2025[");
    }

    #[test]
    fn text_keeps_every_byte() {
        check(Canon::Text, &["007"], "007");
        check(Canon::Text, &["1.50"], "1.50");
    }
}
