//! What a cell says, however it is spelled: values are counted and put in order by it.

use unicode_normalization::UnicodeNormalization;

use amidst_readback::calendar;

use super::Quantity;

/// A known value. Spellings that differ in case, in spaces, in what cannot be seen, in how an accent is made up or in how a
/// number, a day or a moment is written are one value. Numbers come before days, and days before other texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    /// A number, or a bound of one.
    Number(Extent),
    /// A day, or a moment of one, in nanoseconds since some midnight.
    Day(i128),
    /// Anything else.
    Text(String),
}

/// Where a number lies on the line, in its order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Extent {
    /// Below every number.
    MinusInfinity,
    /// At a number, or on one side of it.
    At(Quantity, Side),
    /// Above every number.
    Infinity,
    /// Not a number.
    Nan,
}

/// `< 5`, `<= 5`, `5`, `5+`, `> 5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Side {
    Below,
    UpTo,
    Exactly,
    From,
    Above,
}

impl Value {
    /// What a cell says.
    pub fn of(text: &str, has_comma: bool) -> Self {
        let seen: String = text.chars().filter(|char| !is_unseen(*char)).collect();
        let text = seen.trim();
        extent(text, has_comma)
            .map(Self::Number)
            .or_else(|| calendar::moment(text).map(Self::Day))
            .unwrap_or_else(|| Self::Text(folded(text)))
    }

    /// Whether a cell says nothing: all of it is white space, or cannot be seen.
    pub fn is_blank(text: &str) -> bool {
        text.chars().all(|char| char.is_whitespace() || is_unseen(char))
    }

    /// As a number that distances can be measured between.
    pub fn measured(&self) -> Option<f64> {
        match self {
            Self::Number(Extent::At(quantity, Side::Exactly)) => quantity.double(),
            Self::Day(moment) => Some(*moment as f64 / calendar::DAY as f64),
            _ => None,
        }
    }
}

fn extent(text: &str, has_comma: bool) -> Option<Extent> {
    if let Some(number) = Quantity::amount(text, has_comma) {
        return Some(Extent::At(number, Side::Exactly));
    }
    let lower = text.to_ascii_lowercase();
    match lower.as_str() {
        "nan" => return Some(Extent::Nan),
        "inf" | "+inf" | "infinity" | "+infinity" => return Some(Extent::Infinity),
        "-inf" | "-infinity" => return Some(Extent::MinusInfinity),
        _ => {}
    }
    let before = [("<=", Side::UpTo), ("≤", Side::UpTo), (">=", Side::From), ("≥", Side::From)];
    let before = before.into_iter().chain([("<", Side::Below), (">", Side::Above)]);
    let bound = before.filter_map(|(sign, side)| Some((text.strip_prefix(sign)?, side))).next();
    let (number, side) = bound.or_else(|| Some((text.strip_suffix('+')?, Side::From)))?;
    Some(Extent::At(Quantity::amount(number, has_comma)?, side))
}

/// Characters without a width of their own.
fn is_unseen(char: char) -> bool {
    const RANGES: [(u32, u32); 10] = [
        (0xad, 0xad),
        (0x34f, 0x34f),
        (0x61c, 0x61c),
        (0x180b, 0x180f),
        (0x200b, 0x200f),
        (0x202a, 0x202e),
        (0x2060, 0x206f),
        (0xfe00, 0xfe0f),
        (0xfeff, 0xfeff),
        (0xe0000, 0xe0fff),
    ];
    RANGES.iter().any(|(first, last)| (*first..=*last).contains(&u32::from(char)))
}

/// Without regard to case, with accents in one form and single spaces. Small letters are made of capitals, so that ß is ss
/// and the two small sigmas are one.
fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let apart: String = words.join(" ").nfd().collect();
    let capitals: String = apart.chars().flat_map(char::to_lowercase).flat_map(char::to_uppercase).collect();
    let small: String = capitals.chars().flat_map(char::to_lowercase).collect();
    small.nfc().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn one(texts: &[&str]) {
        let values: Vec<Value> = texts.iter().map(|text| Value::of(text, false)).collect();
        assert!(values.iter().all(|value| *value == values[0]), "{texts:?}");
    }

    #[test]
    fn spellings_of_one_value_are_one() {
        one(&["flu", "Flu", " FLU", "flu "]);
        one(&["type 2", "Type  2", "type\u{a0}2"]);
        one(&["caf\u{e9}", "cafe\u{301}", "CAFE\u{301}"]);
        one(&["1", "1.0", "01"]);
        one(&["90+", ">= 90", "≥90"]);
        one(&["NaN", "nan"]);
        one(&[
            "2024-02-29",
            "29.02.2024",
            "29.2.2024",
            "29/02/2024",
            "2024-02-29 00:00",
            "2024-02-29T00:00:00Z",
        ]);
        one(&["2024-02-29 10:30", "29.02.2024T10:30:00.000"]);
        one(&["Straße", "STRASSE", "STRA\u{1e9e}E"]);
        one(&["ΣΑΣ", "σας", "σασ"]);
        one(&["flu", "f\u{200b}lu", "\u{feff}flu", "fl\u{ad}u"]);
    }

    #[test]
    fn different_values_stay_different() {
        let texts = [
            "e",
            "\u{e9}",
            "flu a",
            "flua",
            "1",
            "1a",
            "-1",
            "<1",
            "2023-02-29",
            "28.02.2023",
            "28.02.2023 01:00",
        ];
        let mut values: Vec<Value> = texts.map(|text| Value::of(text, false)).into();
        values.sort();
        values.dedup();
        assert_eq!(values.len(), texts.len());
    }

    #[test]
    fn bounds_lie_beside_their_numbers_and_infinities_at_the_ends() {
        let texts = ["-inf", "<5", "<=5", "5", "5+", ">5", "90", "90+", "inf", "NaN", "2024-01-01", "a"];
        let values: Vec<Value> = texts.map(|text| Value::of(text, false)).into();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn days_are_as_far_apart_as_the_calendar_says() {
        let day = |text: &str| Value::of(text, false).measured().unwrap();
        let between = |from, to| day(to) - day(from);
        assert_eq!(between("2024-02-28", "2024-03-01"), 2.0);
        assert_eq!(between("2023-02-28", "01.03.2023"), 1.0);
        assert_eq!(between("1999-12-31", "2000-01-01"), 1.0);
        assert_eq!(between("1600-01-01", "2000-01-01"), 146_097.0);
        let none = ["2023-02-29", "2023-13-01", "2023-1-01", "yyyy-mm-dd", "90+", "NaN"];
        assert_eq!(none.map(|text| Value::of(text, false).measured()), [None; 6]);
    }
}
