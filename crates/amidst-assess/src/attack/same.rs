//! Words that are said to mean the same but occur nowhere: most likely misspelt.

use amidst_core::{Dictionary, Hierarchy};

use super::{Same, knowledge::Ladder, spelling::value};

/// A column of the release, its counterpart in the register, and how its values became labels.
pub(super) struct Linked<'a> {
    pub name: &'a str,
    pub released: &'a Dictionary,
    pub register: &'a Dictionary,
    pub ladder: Option<&'a Ladder>,
}

impl Same {
    /// What is odd about it, in words. It was typed, so it may be shown.
    pub(super) fn notes(&self, linked: &[Linked<'_>]) -> Vec<String> {
        let Self { column, register, release } = self;
        let said = format!("{column}:{register}={release}");
        let Some(pair) = linked.iter().find(|pair| pair.name == column) else {
            return vec![format!("the words {said} are not used: column {column:?} is not linked")];
        };
        let lacking = |table: &str, word: &str| {
            format!(
                "the words {said}: {word:?} does not occur in column {column:?} of the {table}; check its spelling"
            )
        };
        let of_register = (!occurs(register, pair.register)).then(|| lacking("register", register));
        let of_release = (!pair.knows(release)).then(|| lacking("release", release));
        of_register.into_iter().chain(of_release).collect()
    }
}

impl Linked<'_> {
    /// Whether the release may mean a word: it is a label, or a value that labels are made of.
    fn knows(&self, word: &str) -> bool {
        let is_leaf =
            |hierarchy: &Hierarchy| hierarchy.labels(0).flatten().any(|label| value(label) == value(word));
        occurs(word, self.released)
            || match self.ladder {
                None => false,
                Some(Ladder::Listed(hierarchy)) => is_leaf(hierarchy),
                Some(Ladder::Rule(_)) => true,
            }
    }
}

fn occurs(word: &str, column: &Dictionary) -> bool {
    column.iter().flatten().any(|text| value(text) == value(word))
}
