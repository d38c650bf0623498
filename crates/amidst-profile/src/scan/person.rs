//! Names of persons, and sentences.

use amidst_spec::header::fold;

use super::super::given_names::is_given_name;

/// How much a text looks like a person's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NameLook {
    /// Nothing of the kind.
    None,
    /// One to five words with capitals and without digits: so are cities and products.
    Shape,
    /// One word, and it is a frequent given name.
    GivenName,
    /// Several words, one of them a frequent given name.
    FullName,
}

/// Looks at one text.
pub(crate) fn name_look(text: &str) -> NameLook {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    if !(1..=6).contains(&words.len()) || !words.iter().all(|word| is_name_word(word)) || text.contains(", ,")
    {
        return NameLook::None;
    }
    let given = words.iter().any(|word| word.split('-').any(|part| is_given_name(&folded(part))));
    match (given, words.len()) {
        (false, _) => NameLook::Shape,
        (true, 1) => NameLook::GivenName,
        (true, _) => NameLook::FullName,
    }
}

/// A capitalized word, an initial, a particle or a title. Brackets and quotes hold nicknames and maiden names.
fn is_name_word(word: &str) -> bool {
    const PARTICLES: &[&str] = &[
        "de", "la", "le", "du", "des", "van", "von", "der", "den", "di", "da", "del", "della", "dos", "das",
        "do", "e", "y", "al", "bin", "el", "zu", "ten", "ter", "und", "and",
    ];
    let bare = word.trim_matches(['(', ')', '"', '.']);
    let mut symbols = bare.chars();
    let capital = symbols.next().is_some_and(char::is_uppercase);
    let rest = symbols.all(|symbol| symbol.is_alphabetic() || "'’-.".contains(symbol));
    PARTICLES.contains(&bare) || (capital && rest)
}

fn folded(word: &str) -> String {
    word.trim_matches(['(', ')', '"', '.']).chars().map(fold).collect()
}

/// Whether a frequent given name, with a capital, is among the words.
pub(crate) fn holds_given_name(text: &str) -> bool {
    let mut words = text.split(|sign: char| !sign.is_alphabetic());
    words.any(|word| word.starts_with(char::is_uppercase) && is_given_name(&folded(word)))
}

/// The number of words.
pub(crate) fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_are_told_from_other_capitalized_words() {
        for (text, look) in [
            ("Anna Schmidt", NameLook::FullName),
            ("Braund, Mr. Owen Robert", NameLook::FullName),
            ("GARCÍA LÓPEZ, MARÍA", NameLook::FullName),
            ("Ludwig van der Berg, Jean-Luc", NameLook::FullName),
            ("José", NameLook::GivenName),
            ("New York", NameLook::Shape),
            ("Never-married", NameLook::Shape),
            ("never married", NameLook::None),
            ("Boeing 747", NameLook::None),
            ("12", NameLook::None),
            ("", NameLook::None),
        ] {
            assert_eq!(name_look(text), look, "{text}");
        }
    }
}
