//! What a cell says, however it is spelled: values are counted and put in order by it.

use unicode_normalization::UnicodeNormalization;

use super::Quantity;

/// A known value. Spellings that differ in case, in spaces, in how an accent is made up or in how a number or a day is
/// written are one value. Numbers come before days, and days before other texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Value {
    /// A number, or a bound of one.
    Number(Extent),
    /// A day: year, month, day.
    Day(u16, u8, u8),
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
        let text = text.trim();
        extent(text, has_comma)
            .map(Self::Number)
            .or_else(|| day(text))
            .unwrap_or_else(|| Self::Text(folded(text)))
    }

    /// As a number that distances can be measured between.
    pub fn measured(&self) -> Option<f64> {
        match self {
            Self::Number(Extent::At(quantity, Side::Exactly)) => quantity.double(),
            Self::Day(year, month, day) => Some(days(*year, *month, *day) as f64),
            _ => None,
        }
    }
}

fn extent(text: &str, has_comma: bool) -> Option<Extent> {
    if let Some(number) = Quantity::read(text, has_comma) {
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
    Some(Extent::At(Quantity::read(number, has_comma)?, side))
}

/// `2024-02-29` or `29.02.2024`.
fn day(text: &str) -> Option<Value> {
    let parts: Vec<&str> = text.split(['-', '.']).collect();
    let [a, b, c] = parts[..] else { return None };
    let is_iso = text.contains('-') && !text.contains('.') && a.len() == 4 && b.len() == 2 && c.len() == 2;
    let is_dotted = text.contains('.') && !text.contains('-') && c.len() == 4;
    let is_dotted = is_dotted && (1..=2).contains(&a.len()) && (1..=2).contains(&b.len());
    let (year, month, day) = match (is_iso, is_dotted) {
        (true, _) => (a, b, c),
        (_, true) => (c, b, a),
        _ => return None,
    };
    if !parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit())) {
        return None;
    }
    let (year, month, day): (u16, u8, u8) = (year.parse().ok()?, month.parse().ok()?, day.parse().ok()?);
    let is_month = (1..=12).contains(&month);
    (is_month && (1..=lengths(year)[usize::from(month) - 1]).contains(&day))
        .then_some(Value::Day(year, month, day))
}

fn lengths(year: u16) -> [u8; 12] {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

/// Days since some day.
fn days(year: u16, month: u8, day: u8) -> i64 {
    let before: i64 = lengths(year)[..usize::from(month) - 1].iter().map(|&days| i64::from(days)).sum();
    let past = i64::from(year) - 1;
    past * 365 + past.div_euclid(4) - past.div_euclid(100) + past.div_euclid(400) + before + i64::from(day)
}

/// In small letters, with accents in one form and single spaces.
fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let small: String = words.join(" ").nfc().flat_map(char::to_lowercase).collect();
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
        one(&["2024-02-29", "29.02.2024", "29.2.2024"]);
    }

    #[test]
    fn different_values_stay_different() {
        let texts = ["e", "\u{e9}", "flu a", "flua", "1", "1a", "-1", "<1", "2023-02-29", "28.02.2023"];
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
