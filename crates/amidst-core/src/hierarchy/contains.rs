//! Whether a label says what its value is.
//!
//! Only what can be read beyond doubt is judged: numeric intervals over numbers, and masks of stars. Everything else,
//! `Europe` over `France`, is taken on trust.

use super::Decimal;

/// Whether a label contains a value; `None` if the label says nothing that could be checked.
pub fn label_contains(label: &str, value: &str) -> Option<bool> {
    if label == value { Some(true) } else { Claim::read(label).holds(value) }
}

/// What a label claims about the values below it.
#[derive(Clone, Debug, PartialEq)]
pub enum Claim {
    /// Nothing that could be checked.
    Nothing,
    /// Numbers between two bounds.
    Range(NumberRange),
    /// Text around stars.
    Mask(Box<str>),
}

impl Claim {
    /// Reads a label.
    pub fn read(label: &str) -> Self {
        if label.contains('*') {
            Self::Mask(label.into())
        } else {
            NumberRange::read(label.trim()).map_or(Self::Nothing, Self::Range)
        }
    }

    /// Whether the claim holds of a value; `None` if it says nothing about such a value.
    pub fn holds(&self, value: &str) -> Option<bool> {
        match self {
            Self::Nothing => None,
            Self::Range(range) => range.holds(value.trim()),
            Self::Mask(mask) => Some(mask_holds(mask, value)),
        }
    }
}

/// Same length: character by character. Other lengths: what stands before the first and after the last star.
fn mask_holds(mask: &str, value: &str) -> bool {
    let (letters, length) = (mask.chars().count(), value.chars().count());
    if letters == length {
        return mask.chars().zip(value.chars()).all(|(mask, value)| mask == '*' || mask == value);
    }
    let (before, rest) = mask.split_once('*').expect("a mask has a star");
    let after = rest.rsplit_once('*').map_or(rest, |(_, after)| after);
    let fits = |value: &str| value.strip_prefix(before).is_some_and(|rest| rest.ends_with(after));
    // A numeric code may have lost its leading zeros: 0123* over 1234.
    let zeros = letters.checked_sub(length).filter(|_| value.bytes().all(|byte| byte.is_ascii_digit()));
    fits(value) || zeros.is_some_and(|zeros| fits(&("0".repeat(zeros) + value)))
}

/// Bounds of an interval of numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NumberRange {
    low: Bound,
    high: Bound,
    /// Set for `20-24`, whose bounds have two digits each: it ends with whatever begins with 24, be it 24.5 years or,
    /// in a list of codes, 2417.
    counting: Option<usize>,
}

/// One end of an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    None,
    Inclusive(Decimal),
    Exclusive(Decimal),
}

impl Bound {
    fn number(self) -> Option<Decimal> {
        match self {
            Self::None => None,
            Self::Inclusive(number) | Self::Exclusive(number) => Some(number),
        }
    }
}

impl NumberRange {
    /// The lowest number as it is written, if there is one; whether it belongs to the interval is not told.
    pub fn low(&self) -> Option<Decimal> {
        self.low.number()
    }

    /// The highest number as it is written, if there is one.
    pub fn high(&self) -> Option<Decimal> {
        self.high.number()
    }

    fn read(label: &str) -> Option<Self> {
        Self::read_comparison(label).or_else(|| Self::read_brackets(label)).or_else(|| Self::read_dash(label))
    }

    /// `<18`, `<= 17`, `≤17`, `>=90`, `≥90`, `>89`, `90+`.
    fn read_comparison(label: &str) -> Option<Self> {
        use Bound::{Exclusive, Inclusive, None as Open};
        let after =
            |signs: [&str; 2]| signs.iter().find_map(|sign| label.strip_prefix(sign)).and_then(number);
        let (low, high) = if let Some(bound) = after(["<=", "≤"]) {
            (Open, Inclusive(bound))
        } else if let Some(bound) = after([">=", "≥"]) {
            (Inclusive(bound), Open)
        } else if let Some(bound) = label.strip_prefix('<').and_then(number) {
            (Open, Exclusive(bound))
        } else if let Some(bound) = label.strip_prefix('>').and_then(number) {
            (Exclusive(bound), Open)
        } else {
            (Inclusive(number(label.strip_suffix('+')?)?), Open)
        };
        Some(Self { low, high, counting: None })
    }

    /// `[20, 25)`, `[60-64]`, `(1;5]`, `]1;5]`, `[20..24]`.
    fn read_brackets(label: &str) -> Option<Self> {
        let (first, last) = (label.chars().next()?, label.chars().next_back()?);
        let (low, high) = split_bounds(label.get(1..label.len() - 1)?).filter(|(low, high)| low <= high)?;
        let low = match first {
            '[' => Bound::Inclusive(low),
            '(' | ']' => Bound::Exclusive(low),
            _ => return None,
        };
        let high = match last {
            ']' => Bound::Inclusive(high),
            ')' | '[' => Bound::Exclusive(high),
            _ => return None,
        };
        Some(Self { low, high, counting: None })
    }

    /// `20-24`, `20–24`, `20..24`, `20 to 24`: both ends belong to it.
    fn read_dash(label: &str) -> Option<Self> {
        if !label.starts_with(|first: char| first.is_ascii_digit()) || label.contains([',', ';']) {
            return None;
        }
        let (low, high) = split_bounds(label).filter(|(low, high)| low <= high)?;
        let digits = label.bytes().take_while(u8::is_ascii_digit).count();
        let last = label.bytes().rev().take_while(u8::is_ascii_digit).count();
        let whole = low.scale() == 0 && high.scale() == 0;
        let counting = (digits == last && whole).then_some(digits);
        Some(Self { low: Bound::Inclusive(low), high: Bound::Inclusive(high), counting })
    }

    fn holds(&self, value: &str) -> Option<bool> {
        let found = number(value)?;
        Some(self.spans(found) || self.counts(value, found))
    }

    fn spans(&self, number: Decimal) -> bool {
        let above = match self.low {
            Bound::None => true,
            Bound::Inclusive(low) => number >= low,
            Bound::Exclusive(low) => number > low,
        };
        let below = match self.high {
            Bound::None => true,
            Bound::Inclusive(high) => number <= high,
            Bound::Exclusive(high) => number < high,
        };
        above && below
    }

    /// The readings of `20-24` besides the plain one: 24.5 in full years, and the code 2417 by its first digits.
    fn counts(&self, value: &str, found: Decimal) -> bool {
        let Some(digits) = self.counting else { return false };
        let is_code = digits > 1 && value.bytes().all(|byte| byte.is_ascii_digit());
        let prefix = value.get(..digits).filter(|_| is_code);
        self.spans(found.floor()) || prefix.and_then(number).is_some_and(|prefix| self.spans(prefix))
    }
}

/// Two numbers and what may stand between them.
fn split_bounds(text: &str) -> Option<(Decimal, Decimal)> {
    for separator in [";", "..", " to ", ", ", ","] {
        if let Some((low, high)) = text.split_once(separator) {
            return Some((number(low)?, number(high)?));
        }
    }
    // A dash may also be a sign: the one that separates follows a digit.
    let separates = |(at, dash): &(usize, char)| {
        matches!(dash, '-' | '–') && text[..*at].trim_end().ends_with(|last: char| last.is_ascii_digit())
    };
    let (at, dash) = text.char_indices().find(separates)?;
    Some((number(&text[..at])?, number(&text[at + dash.len_utf8()..])?))
}

/// A number with a decimal point, or with a decimal comma where that cannot be a thousands separator.
fn number(text: &str) -> Option<Decimal> {
    let text = text.trim();
    match text.split_once(',') {
        None => text.parse().ok(),
        Some((_, fraction)) if fraction.len() == 3 => None,
        Some(_) => Decimal::from_comma(text).ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(label: &str, inside: &[&str], outside: &[&str]) {
        for value in inside {
            assert_eq!(label_contains(label, value), Some(true), "{value} is inside");
        }
        for value in outside {
            assert_eq!(label_contains(label, value), Some(false), "{value} is outside");
        }
    }

    #[track_caller]
    fn check_silent(label: &str, values: &[&str]) {
        for value in values {
            assert_eq!(label_contains(label, value), None, "{label} says nothing about {value}");
        }
    }

    #[test]
    fn a_dash_between_numbers_includes_both_ends() {
        check("0-4", &["0", "4", "03", "2.0", "4.5"], &["5", "-1", "100"]);
        check("20–24", &["20", "24"], &["19", "25"]);
        check("20 - 24", &["20", "24"], &["25"]);
        check("20..24", &["24"], &["25"]);
        check("20 to 24", &["24"], &["25"]);
        check("0.5-1.5", &["0.5", "1.5"], &["1.6"]);
    }

    #[test]
    fn brackets_say_which_ends_belong_to_it() {
        check("[20, 25)", &["20", "24.999"], &["25", "19.9"]);
        check("[20,25)", &["20"], &["25"]);
        check("(1;5]", &["1.1", "5"], &["1", "5.1"]);
        check("]1;5[", &["2"], &["1", "5"]);
        check("[60-64]", &["60", "64"], &["65", "59"]);
        check("[2,5; 5)", &["2,5", "4.9"], &["5", "2,4"]);
    }

    #[test]
    fn negative_and_large_numbers_are_exact() {
        check("[-10, -5)", &["-10", "-5.1"], &["-5", "-11"]);
        check("[-10--5]", &["-5", "-7"], &["-4"]);
        check("[-1-3]", &["-1", "3"], &["-2"]);
        check("[100000000000000000, 100000000000000010)", &["100000000000000009"], &["100000000000000010"]);
    }

    #[test]
    fn comparisons_are_read() {
        check("<18", &["17", "-1", "17.9"], &["18"]);
        check("<=17", &["17"], &["18"]);
        check("≤ 17", &["17"], &["18"]);
        check(">=90", &["90", "101"], &["89"]);
        check("≥90", &["90"], &["89"]);
        check(">89", &["89.5"], &["89"]);
        check("90+", &["90"], &["89"]);
        check(">=-5", &["-5"], &["-6"]);
    }

    #[test]
    fn ranges_of_codes_contain_longer_codes() {
        check("31-33", &["311111", "33"], &["441110", "34"]);
        check("01-09", &["0111"], &["1011"]);
    }

    #[test]
    fn stars_stand_for_characters() {
        check("9413*", &["94138", "941380"], &["94148"]);
        check("*4139", &["94139"], &["94138"]);
        check("1940/**/**", &["1940/08/10"], &["1941/08/10"]);
        check("194*", &["1940/08/10", "1949"], &["1950/08/10"]);
        check("9*9", &["9139", "919"], &["9138", "9"]);
        check("*", &["", "x", "long"], &[]);
        check("*****", &["", "x", "94138"], &[]);
        check("0123*", &["1234"], &["2234"]);
        check("é**", &["été"], &["ete"]);
    }

    #[test]
    fn what_cannot_be_read_beyond_doubt_is_not_judged() {
        check_silent(">50K", &["60", "x"]);
        check_silent("[60-64]", &["09/27/64", "64/04/12"]);
        check_silent("1-2", &["A", "1a", ""]);
        check_silent("1999-12", &["19991231", "1999"]);
        check_silent("Europe", &["France", "5"]);
        check_silent("64", &["64/09"]);
        check_silent("{A+ A A-}", &["A+"]);
        check_silent("[20, 25)", &["1,234", "twenty"]);
        check_silent("", &["1"]);
        check_silent("[", &["1"]);
        check_silent("é", &["1"]);
    }

    #[test]
    fn a_label_contains_itself() {
        check("-5", &["-5"], &[]);
        check("0-4", &["0-4"], &[]);
    }
}
