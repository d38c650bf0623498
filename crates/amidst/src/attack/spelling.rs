//! Texts that mean the same though a register spells them differently.

use std::collections::HashMap;

use amidst_core::hierarchy::Decimal;

/// What a text says, whatever its case, its spaces and, of a number, its digits: `1`, `01` and `1.0` are one key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Number(Decimal),
    Text(Box<str>),
}

impl Key {
    pub fn of(text: &str) -> Self {
        let trimmed = text.trim();
        let number = trimmed.parse().or_else(|_| Decimal::from_comma(trimmed));
        number.map_or_else(|_| Self::Text(plain(text).into()), Self::Number)
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }
}

/// In lower case, with single spaces between words.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

/// Words of a register that the release spells in another way.
#[derive(Default)]
pub(crate) struct Translation(HashMap<Key, String>);

impl Translation {
    /// From pairs of what the register and what the release says.
    pub fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self(pairs.into_iter().map(|(register, release)| (Key::of(register), release.to_owned())).collect())
    }

    /// A text of the register as the release would say it.
    pub fn translate(&self, text: &str) -> String {
        match self.0.is_empty() {
            true => text.trim().to_owned(),
            false => self.0.get(&Key::of(text)).cloned().unwrap_or_else(|| text.trim().to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_spaces_and_the_digits_of_numbers_do_not_matter() {
        let alike = [
            ["Female", " female "],
            ["New  York", "new york"],
            ["1", "1.0"],
            ["01234", "1234"],
            ["2,5", "2.50"],
        ];
        for [one, other] in alike {
            assert_eq!(Key::of(one), Key::of(other), "{one} and {other}");
        }
        assert_ne!(Key::of("F"), Key::of("female"));
        assert_ne!(Key::of("1"), Key::of("1a"));
    }

    #[test]
    fn words_are_translated_whatever_their_case() {
        let sexes = Translation::new([("F", "female")]);
        assert_eq!((sexes.translate("f "), sexes.translate(" M")), ("female".into(), "M".into()));
    }
}
