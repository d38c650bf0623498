//! The order people expect: numbers by size, `item 9` before `item 10`.
//!
//! Builders sort by it, so that the order in which values were met in the data never shows.

use std::cmp::Ordering;

use super::Decimal;

/// Sorts numbers by size before all other texts; texts character by character, runs of digits by size.
pub(super) fn sort(values: &mut [&str]) {
    let sorted: Vec<&str> = order(values).into_iter().map(|at| values[at as usize]).collect();
    values.copy_from_slice(&sorted);
}

/// The places of texts in that order.
pub(super) fn order(values: &[&str]) -> Vec<u32> {
    let places = 0..u32::try_from(values.len()).expect("a column has fewer than 2^32 distinct values");
    if let Some(keys) = keys_of_one_form(values) {
        let mut keyed: Vec<(u64, u32)> = keys.into_iter().zip(places).collect();
        keyed.sort_unstable();
        return keyed.into_iter().map(|(_, at)| at).collect();
    }
    let mut order: Vec<u32> = places.collect();
    order.sort_by_cached_key(|&at| Key::of(values[at as usize]));
    order
}

/// How two values stand in that order.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    Key::of(a).cmp(&Key::of(b))
}

/// Digits that a number of 64 bits always holds.
const MOST_DIGITS: usize = 19;

/// Where all texts have the same form, which no number has, such as time stamps: their digits as one number, which sorts them as
/// their runs of digits do. Millions of texts are compared so without being looked at again.
fn keys_of_one_form(values: &[&str]) -> Option<Vec<u64>> {
    let form = values.first()?.as_bytes();
    let digits = form.iter().filter(|byte| byte.is_ascii_digit()).count();
    let is_no_number = form.iter().enumerate().any(|(at, byte)| match byte {
        b'0'..=b'9' | b'.' | b'e' | b'E' => false,
        b'+' | b'-' => at > 0 && !form.iter().any(|byte| matches!(byte, b'e' | b'E')),
        _ => true,
    });
    if !form.is_ascii() || !is_no_number || digits > MOST_DIGITS {
        return None;
    }
    let key = |value: &&str| {
        let bytes = value.as_bytes();
        let fits =
            |(byte, form): (&u8, &u8)| byte == form || (byte.is_ascii_digit() && form.is_ascii_digit());
        let is_alike = bytes.len() == form.len() && bytes.iter().zip(form).all(fits);
        let digits = || bytes.iter().filter(|byte| byte.is_ascii_digit());
        is_alike.then(|| digits().fold(0, |key, digit| key * 10 + u64::from(digit - b'0')))
    };
    values.iter().map(key).collect()
}

#[derive(PartialEq, Eq)]
struct Key<'a>(Option<Decimal>, &'a str);

impl<'a> Key<'a> {
    fn of(value: &'a str) -> Self {
        Self(value.parse().ok(), value)
    }
}

impl Ord for Key<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_size = match (&self.0, &other.0) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => by_runs(self.1, other.1),
        };
        by_size.then_with(|| self.1.cmp(other.1))
    }
}

impl PartialOrd for Key<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn by_runs(mut a: &str, mut b: &str) -> Ordering {
    loop {
        let (x, y) = (a.chars().next(), b.chars().next());
        let order = match (x, y) {
            (None, None) => return Ordering::Equal,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                digits(&mut a).cmp(&digits(&mut b))
            }
            _ => {
                a = &a[x.map_or(0, char::len_utf8)..];
                b = &b[y.map_or(0, char::len_utf8)..];
                x.cmp(&y)
            }
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// Takes a run of digits off a text, without leading zeros, as (length, digits): compares like the number, however long.
fn digits<'a>(text: &mut &'a str) -> (usize, &'a str) {
    let end = text.find(|char: char| !char.is_ascii_digit()).unwrap_or(text.len());
    let (run, rest) = text.split_at(end);
    *text = rest;
    let run = run.trim_start_matches('0');
    (run.len(), run)
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn check(mut values: Vec<&str>, expected: &[&str]) {
        super::sort(&mut values);
        assert_eq!(values, expected);
    }

    #[test]
    fn numbers_sort_by_size_and_stand_before_text() {
        check(vec!["b", "10", "-3", "9", "-10", "a"], &["-10", "-3", "9", "10", "a", "b"]);
    }

    #[test]
    fn digits_inside_text_sort_by_size() {
        check(vec!["item 10", "item 9", "item 009", "item"], &["item", "item 009", "item 9", "item 10"]);
    }

    #[test]
    fn spellings_of_one_number_sort_by_text() {
        check(vec!["1.0", "1", "01"], &["01", "1", "1.0"]);
    }

    #[test]
    fn texts_of_one_form_sort_like_any_others() {
        let forms: [&[&str]; 6] = [
            &["2020-01-31T23:59:59", "2019-12-01T00:00:01", "2020-01-09T10:00:00", "2019-12-01T00:00:00"],
            &["12-1", "11-9", "10-0"],
            &["x10", "x09", "x11"],
            &["-5", "-3", "-4"],
            &["1e5", "2e1", "3e3"],
            &["1e-5", "2e-1", "3e-3"],
        ];
        for values in forms {
            let mut expected = values.to_vec();
            expected.sort_by(|a, b| super::compare(a, b));
            check(values.to_vec(), &expected);
        }
    }
}
