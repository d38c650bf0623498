//! The order people expect: numbers by size, `item 9` before `item 10`.
//!
//! Builders sort by it, so that the order in which values were met in the data never shows.

use std::{cmp::Ordering, iter::Peekable, str::Chars};

use super::Decimal;

/// Sorts numbers by size before all other texts; texts character by character, runs of digits by size.
pub(super) fn sort(values: &mut [&str]) {
    values.sort_by_cached_key(|value| Key::of(value));
}

/// How two values stand in that order.
pub(super) fn compare(a: &str, b: &str) -> Ordering {
    Key::of(a).cmp(&Key::of(b))
}

#[derive(PartialEq, Eq)]
struct Key(Option<Decimal>, Box<str>);

impl Key {
    fn of(value: &str) -> Self {
        Self(value.parse().ok(), value.into())
    }
}

impl Ord for Key {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_size = match (&self.0, &other.0) {
            (Some(a), Some(b)) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => by_runs(&self.1, &other.1),
        };
        by_size.then_with(|| self.1.cmp(&other.1))
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

fn by_runs(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.chars().peekable(), b.chars().peekable());
    loop {
        let order = match (a.peek(), b.peek()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => Ordering::Less,
            (Some(_), None) => Ordering::Greater,
            (Some(x), Some(y)) if x.is_ascii_digit() && y.is_ascii_digit() => {
                digits(&mut a).cmp(&digits(&mut b))
            }
            (Some(_), Some(_)) => a.next().cmp(&b.next()),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
}

/// A run of digits without leading zeros, as (length, digits): compares like the number, however long.
fn digits(text: &mut Peekable<Chars<'_>>) -> (usize, String) {
    let run: String = std::iter::from_fn(|| text.next_if(char::is_ascii_digit)).collect();
    let run = run.trim_start_matches('0').to_string();
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
}
