//! Texts that mean the same though a register spells them differently.

use std::collections::HashMap;

use amidst_core::{Coded, hierarchy::builders::DecimalMark};
use amidst_spec::value::{Notice, Value};

/// A column, and how its file writes numbers.
#[derive(Clone, Copy)]
pub(crate) struct Said<'a> {
    pub column: &'a Coded,
    pub mark: DecimalMark,
}

impl Said<'_> {
    /// Texts that mostly mean that nothing is known.
    pub(super) fn codes_for_missing(&self) -> Vec<Value> {
        let codes = Notice::of(self.column, self.mark).codes;
        codes.iter().map(|(code, _)| Value::of(&code.text, self.mark)).collect()
    }
}

/// What a text says that is compared with others of its own file, or with what was typed.
pub(super) fn value(text: &str) -> Value {
    Value::of(text, DecimalMark::Point)
}

/// In lower case, with single spaces between words.
pub(super) fn plain(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ")
}

/// Words of a register that the release spells in another way.
#[derive(Default)]
pub(crate) struct Translation(HashMap<Value, String>);

impl Translation {
    /// From pairs of what the register and what the release says.
    pub fn new<'a>(pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        Self(pairs.into_iter().map(|(register, release)| (value(register), release.to_owned())).collect())
    }

    /// A text of the register as the release would say it.
    pub fn translate(&self, text: &str) -> String {
        match self.0.is_empty() {
            true => text.trim().to_owned(),
            false => self.0.get(&value(text)).cloned().unwrap_or_else(|| text.trim().to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_translated_whatever_their_case() {
        let sexes = Translation::new([("F", "female")]);
        assert_eq!((sexes.translate("f "), sexes.translate(" M")), ("female".into(), "M".into()));
    }
}
