//! The catalogue of messages: every sentence of the report in every language, side by side, so that none can be missing. What is between braces
//! is filled in.

mod claims;
mod closing;
mod columns;
mod findings;
mod forms;
mod numbers;
mod risk;
mod summary;

use amidst_spec::spec::Language;

pub use claims::Claim;
pub use closing::{Assumption, Closing, Limit, Verified};
pub use columns::{Cost, Measure};
pub use findings::{FindingWords, Verdict};
pub use forms::{Ema, Expert, SafeHarbor, SafeHarborKind};
pub use numbers::Numbers;
pub use risk::RiskWords;
pub use summary::{Heading, Short, Word};

/// A sentence, or a part of one.
pub trait Message: Copy {
    /// As it stands in the catalogue.
    fn template(self, language: Language) -> &'static str;

    /// With what is filled in, by its name.
    fn say(self, language: Language, with: &[(&str, &str)]) -> String {
        fill(self.template(language), with)
    }
}

/// A template with what is between its braces filled in, in one go: what is filled in is not read as a template.
fn fill(template: &str, with: &[(&str, &str)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').expect("braces of the catalogue are pairs");
        let (_, value) =
            with.iter().find(|(known, _)| *known == name).expect("what the catalogue names is given");
        text.push_str(before);
        text.push_str(value);
        rest = behind;
    }
    text + rest
}

/// A part of the catalogue.
macro_rules! messages {
    ($(#[$doc:meta])* $name:ident { $($message:ident: $english:literal | $german:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($message),* }

        impl $crate::messages::Message for $name {
            fn template(self, language: amidst_spec::spec::Language) -> &'static str {
                use amidst_spec::spec::Language::{English, German};
                match (self, language) {
                    $((Self::$message, English) => $english, (Self::$message, German) => $german,)*
                }
            }
        }

        #[cfg(test)]
        impl $name {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$message),*];
        }
    };
}
pub(crate) use messages;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names(template: &str) -> BTreeSet<&str> {
        template.split('{').skip(1).map(|piece| piece.split('}').next().expect("a brace ends")).collect()
    }

    #[track_caller]
    fn check<M: Message + std::fmt::Debug>(all: &[M]) {
        for message in all {
            let [english, german] = Language::ALL.map(|language| message.template(language));
            assert!(!english.is_empty() && !german.is_empty(), "{message:?}");
            assert_eq!(names(english), names(german), "{message:?}");
        }
    }

    #[test]
    fn every_language_fills_in_the_same() {
        check(Claim::ALL);
        check(Assumption::ALL);
        check(Closing::ALL);
        check(Limit::ALL);
        check(Verified::ALL);
        check(Cost::ALL);
        check(Measure::ALL);
        check(FindingWords::ALL);
        check(Verdict::ALL);
        check(Ema::ALL);
        check(Expert::ALL);
        check(SafeHarbor::ALL);
        check(SafeHarborKind::ALL);
        check(RiskWords::ALL);
        check(Heading::ALL);
        check(Short::ALL);
        check(Word::ALL);
    }

    #[test]
    fn what_is_filled_in_is_not_read_as_a_template() {
        assert_eq!(fill("{a} and {b}.", &[("a", "{b}"), ("b", "c")]), "{b} and c.");
    }
}
