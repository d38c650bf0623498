//! What a cell says, whatever its spelling: models count values, not spellings.

mod notice;
mod number;

use amidst_core::hierarchy::builders::DecimalMark;
use jiff::civil::Date;
pub use notice::{Code, Notice, cells_in_words, is_code_for_missing};
pub use number::Number;
use unicode_normalization::UnicodeNormalization;

/// A known value. `flu` and ` Flu`, `1` and `01`, `é` made up in either way, `2024-02-29` and `29.02.2024` are one. The
/// order is that of ranks: numbers by size, then days, then texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Below all numbers.
    MinusInfinity,
    /// A number, or what is known only to lie on one side of it.
    Number(Number, Side),
    /// Above all numbers.
    Infinity,
    /// Written as not a number.
    Nan,
    /// A day.
    Day(Date),
    /// Any other text, in small letters, accents composed, with single spaces.
    Text(String),
}

/// On which side of a number a value lies: `<5`, `<=5`, `5`, `5+` or `>=5`, `>5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Below it.
    Below,
    /// Below it or at it.
    AtMost,
    /// At it.
    At,
    /// At it or above it.
    AtLeast,
    /// Above it.
    Above,
}

impl Value {
    /// What a cell says.
    pub fn of(text: &str, mark: DecimalMark) -> Self {
        let text = text.trim();
        if let Some(number) = Number::read(text, mark) {
            return Self::Number(number, Side::At);
        }
        let folded = folded(text);
        match folded.as_str() {
            "nan" => return Self::Nan,
            "inf" | "+inf" | "infinity" | "+infinity" => return Self::Infinity,
            "-inf" | "-infinity" => return Self::MinusInfinity,
            _ => {}
        }
        bounded(text, mark).or_else(|| day(text).map(Self::Day)).unwrap_or(Self::Text(folded))
    }

    /// As a number that lies somewhere, and not only beyond something.
    pub fn to_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number, Side::At) => number.to_f64(),
            _ => None,
        }
    }
}

/// `90+`, `<5` and their kin.
fn bounded(text: &str, mark: DecimalMark) -> Option<Value> {
    const SIGNS: [(&str, Side); 6] = [
        ("<=", Side::AtMost),
        (">=", Side::AtLeast),
        ("≤", Side::AtMost),
        ("≥", Side::AtLeast),
        ("<", Side::Below),
        (">", Side::Above),
    ];
    let signed = SIGNS.iter().find_map(|(sign, side)| Some((text.strip_prefix(sign)?, *side)));
    let (number, side) = signed.or_else(|| Some((text.strip_suffix('+')?, Side::AtLeast)))?;
    Some(Value::Number(Number::read(number, mark)?, side))
}

/// `2024-02-29` or `29.02.2024`: forms that can only be read in one way.
fn day(text: &str) -> Option<Date> {
    let number = |part: &str, lengths: std::ops::RangeInclusive<usize>| -> Option<i16> {
        let is_number = lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        if is_number { part.parse().ok() } else { None }
    };
    let dashed: Vec<&str> = text.split('-').collect();
    let dotted: Vec<&str> = text.split('.').collect();
    let (year, month, day) = match (&dashed[..], &dotted[..]) {
        (&[year, month, day], _) => (number(year, 4..=4)?, number(month, 2..=2)?, number(day, 2..=2)?),
        (_, &[day, month, year]) => (number(year, 4..=4)?, number(month, 1..=2)?, number(day, 1..=2)?),
        _ => return None,
    };
    Date::new(year, month as i8, day as i8).ok()
}

fn folded(text: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_graphic();
    if text.bytes().all(is_plain) {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.extend(word.nfc().flat_map(char::to_lowercase));
    }
    // Small letters may compose where capitals did not.
    folded.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        Value::of(text, DecimalMark::Point)
    }

    #[test]
    fn spellings_of_one_value_are_that_value() {
        for alike in [
            &["flu", "Flu", " FLU ", "flu\t"][..],
            &["type 2", "Type  2", "type\u{a0}2"],
            &["caf\u{e9}", "cafe\u{301}", "CAFE\u{301}"],
            &["1", "1.0", "01"],
            &["90+", ">=90", "≥ 90"],
            &["2024-02-29", "29.02.2024", "29.2.2024"],
            &["NaN", "nan"],
        ] {
            assert!(alike.iter().all(|text| value(text) == value(alike[0])), "{alike:?}");
        }
    }

    #[test]
    fn values_that_differ_stay_apart_and_in_order() {
        let texts = [
            "-inf",
            "-1",
            "<5",
            "<=5",
            "5",
            "5+",
            ">5",
            "inf",
            "NaN",
            "28.02.2023",
            "2024-02-29",
            "2023-02-29",
            "e",
            "flu a",
            "flua",
            "\u{e9}",
        ];
        assert!(texts.windows(2).all(|pair| value(pair[0]) < value(pair[1])));
    }
}
