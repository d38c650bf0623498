//! A column's name as words: `DateOfBirth`, `date_of_birth` and `DATE OF BIRTH` say the same.
//!
//! Words are compared whole, so `Discount` holds no count and `Filename` no name.

mod lexicon;
mod phrases;
mod semantic_type;

use std::{ops::Range, sync::LazyLock};

use lexicon::Words;
use phrases::Phrases;
pub use semantic_type::{DisclosureKind, SemanticType};

/// What words stand for, ready to be looked up.
static SORTS: LazyLock<Phrases<SemanticType>> =
    LazyLock::new(|| Phrases::new(lexicon::WORDS.iter().copied()));

/// The same of numbers of cases.
static CASES: LazyLock<Phrases<()>> = LazyLock::new(|| Phrases::new([((), lexicon::CASES)]));

/// The words of a header: lower case, without accents, digits dropped.
#[derive(Clone, Debug)]
pub struct Header {
    tokens: Vec<String>,
    /// Sorts its words stand for, each with the tokens that say so.
    says: Vec<(SemanticType, Range<usize>)>,
    /// What the table around it is about.
    subject: Subject,
}

/// What a table is about, by the names of its columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Subject {
    /// Nothing says so.
    #[default]
    Unknown,
    /// People: they have numbers, dates of birth or given names.
    People,
}

impl Subject {
    /// That of a table with these columns.
    pub fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let is_of_person = |name: &str| {
            let header = Header::of(name);
            let is_name = header.says(SemanticType::PersonName) && !header.is_bare_name();
            is_name || header.says(SemanticType::BirthDate) || header.id_words() == Some(IdWords::Person)
        };
        if names.into_iter().any(is_of_person) { Self::People } else { Self::Unknown }
    }
}

/// What a header says of numbers and codes that identify.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdWords {
    /// An id of a person: `patient_id`.
    Person,
    /// An id of something: `id`, `order number`.
    Record,
}

impl Header {
    /// The words of a column's name.
    pub fn of(name: &str) -> Self {
        let tokens = tokens(name);
        let says = lookup(&tokens);
        Self { tokens, says, subject: Subject::Unknown }
    }

    /// In a table about these.
    pub fn about(self, subject: Subject) -> Self {
        Self { subject, ..self }
    }

    /// Whether its words stand for that sort.
    pub fn says(&self, sort: SemanticType) -> bool {
        self.says.iter().any(|(said, _)| *said == sort)
    }

    /// Everything its words stand for.
    pub fn sorts(&self) -> impl Iterator<Item = SemanticType> {
        self.says.iter().map(|(sort, _)| *sort)
    }

    /// Whether it speaks *about* something that identifies instead of holding it: `email_verified`, `phone bill`.
    pub fn is_about(&self) -> bool {
        self.has_any(&lexicon::ABOUT)
    }

    /// Whether one of these words is in it.
    fn has_any(&self, words: &Words) -> bool {
        self.tokens.iter().any(|token| words.holds(token))
    }

    /// Whether it is the word "name" and nothing else, and the table does not tell whose: a name of what?
    pub fn is_bare_name(&self) -> bool {
        self.subject == Subject::Unknown
            && matches!(self.tokens.as_slice(), [only] if lexicon::NAME.holds(only))
    }

    /// Whether it is the word for one person and nothing else: a number of the person, or anything about one?
    pub fn is_bare_person(&self) -> bool {
        matches!(self.tokens.as_slice(), [only] if lexicon::ONE_PERSON.holds(only))
    }

    /// Whether it numbers what happened to a person, who may have several of these.
    pub fn is_of_a_case(&self) -> bool {
        CASES.among(&self.tokens).next().is_some()
    }

    /// Whether it names an id, and whose.
    pub fn id_words(&self) -> Option<IdWords> {
        let is = |token: Option<&String>, words: &Words| token.is_some_and(|token| words.holds(token));
        let (first, last) = (self.tokens.first(), self.tokens.last());
        let person = self.has_any(&lexicon::PERSONS);
        let id = is(last, &lexicon::IDS) || is(first, &lexicon::IDS);
        let numbered =
            |noun: bool| noun && (is(last, &lexicon::NUMBERS) || is(first, &lexicon::NUMBERS_FIRST));
        match () {
            () if self.says(SemanticType::IdNumber) || self.is_bare_person() => Some(IdWords::Person),
            () if self.is_about() => None,
            () if person && (id || numbered(true)) && !self.is_number_of() => Some(IdWords::Person),
            () if id || numbered(self.has_any(&lexicon::RECORDS) && !self.is_number_of()) => {
                Some(IdWords::Record)
            }
            () => None,
        }
    }

    /// `number of children` counts, `patient number` does not.
    pub fn is_number_of(&self) -> bool {
        let of = |pair: &[String]| lexicon::NUMBERS.holds(&pair[0]) && lexicon::OF.holds(&pair[1]);
        self.tokens.windows(2).any(of)
    }
}

/// The lexicon's sorts for these tokens. A phrase beats the shorter phrases inside it: in `birth weight` there is no
/// birth date.
fn lookup(tokens: &[String]) -> Vec<(SemanticType, Range<usize>)> {
    let found: Vec<(SemanticType, Range<usize>)> = SORTS.among(tokens).collect();
    let inside = |small: &Range<usize>, large: &Range<usize>| {
        small.start >= large.start && small.end <= large.end && small.len() < large.len()
    };
    let mut says: Vec<_> =
        found.iter().filter(|(_, at)| !found.iter().any(|(_, other)| inside(at, other))).cloned().collect();
    says.sort_by_key(|(sort, at)| (*sort, at.start));
    says.dedup_by_key(|(sort, _)| *sort);
    says
}

/// Splits at signs, digits and humps.
fn tokens(name: &str) -> Vec<String> {
    let symbols: Vec<char> = name.chars().collect();
    let mut tokens = vec![String::new()];
    for (at, &symbol) in symbols.iter().enumerate() {
        if !symbol.is_alphabetic() || is_degree(symbol) {
            if is_degree(symbol) && tokens.last().is_some_and(|token| token == "n") {
                tokens.pop();
                tokens.push("numero".into());
            }
            tokens.push(String::new());
            continue;
        }
        let before = at.checked_sub(1).map(|at| symbols[at]);
        let hump = before.is_some_and(char::is_lowercase) && symbol.is_uppercase();
        let acronym_ends = before.is_some_and(char::is_uppercase)
            && symbol.is_uppercase()
            && symbols.get(at + 1).is_some_and(|next| next.is_lowercase());
        if hump || acronym_ends {
            tokens.push(String::new());
        }
        tokens.last_mut().expect("starts with one").push_str(&fold(symbol));
    }
    tokens.retain(|token| !token.is_empty());
    tokens
}

/// The sign of `N° patient`, also where it is written as the ordinal letter.
fn is_degree(symbol: char) -> bool {
    matches!(symbol, '°' | 'º')
}

/// Lower case without accents.
pub fn fold(symbol: char) -> String {
    let lower = symbol.to_lowercase();
    lower
        .map(|symbol| match symbol {
            'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => "a".into(),
            'ç' | 'č' | 'ć' => "c".into(),
            'è' | 'é' | 'ê' | 'ë' | 'ę' | 'ě' => "e".into(),
            'ì' | 'í' | 'î' | 'ï' => "i".into(),
            'ñ' | 'ń' | 'ň' => "n".into(),
            'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => "o".into(),
            'ù' | 'ú' | 'û' | 'ü' | 'ů' => "u".into(),
            'ý' | 'ÿ' => "y".into(),
            'š' | 'ś' => "s".into(),
            'ž' | 'ź' | 'ż' => "z".into(),
            'ł' => "l".into(),
            'ß' => "ss".into(),
            'æ' => "ae".into(),
            'œ' => "oe".into(),
            other => other.to_string(),
        })
        .collect()
}

/// Whether a column numbers people, by its name: `patient_id`, `Versichertennummer`. Numbers of cases do not.
pub fn numbers_people(name: &str) -> bool {
    let header = Header::of(name);
    (header.id_words() == Some(IdWords::Person) || header.says(SemanticType::NationalId))
        && !header.is_of_a_case()
}

/// Whether at least half of these texts are words that columns are called by.
pub fn are_mostly_names(header: &[String]) -> bool {
    let is_name = |name: &&String| {
        let header = Header::of(name);
        header.sorts().next().is_some() || header.id_words().is_some()
    };
    2 * header.iter().filter(is_name).count() >= header.len()
}

/// Who numbers people, by the name of a column: whoever keeps the table says best who is who, a state next, others last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberedBy {
    /// Nobody says so.
    Nobody,
    /// A state or its insurance.
    State,
    /// Those who keep the table: `patient_id`.
    Keeper,
}

/// Who numbers people in a column, by its name.
pub fn by_whom(name: &str) -> NumberedBy {
    match () {
        () if !numbers_people(name) => NumberedBy::Nobody,
        () if Header::of(name).says(SemanticType::NationalId) => NumberedBy::State,
        () => NumberedBy::Keeper,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, expected: &[SemanticType]) {
        assert_eq!(Header::of(name).sorts().collect::<Vec<_>>(), expected, "{name}");
    }

    #[test]
    fn spelling_does_not_matter() {
        for name in
            ["DateOfBirth", "date_of_birth", "DATE OF BIRTH", "dateofbirth", "Date-of-birth 1", "DOB", "DoB"]
        {
            check(name, &[SemanticType::BirthDate]);
        }
        assert_eq!(tokens("PatientIDNumber2"), ["patient", "id", "number"]);
        assert_eq!(tokens("État civil"), ["etat", "civil"]);
        assert_eq!(tokens("N° patient"), ["numero", "patient"]);
    }

    #[test]
    fn words_are_compared_whole() {
        for name in
            ["Discount", "Filename", "file_name", "Page", "Massage", "storage", "product name", "Semester"]
        {
            check(name, &[]);
        }
    }

    #[test]
    fn a_phrase_beats_the_words_inside_it() {
        check("birth weight", &[SemanticType::Health]);
        check("email address", &[SemanticType::Email]);
        check("ip_address", &[SemanticType::IpAddress]);
        check("native-country", &[SemanticType::Nationality]);
    }

    #[test]
    fn seven_languages_are_understood() {
        for (name, sort) in [
            ("Geburtsdatum", SemanticType::BirthDate),
            ("Prénom", SemanticType::PersonName),
            ("Città", SemanticType::City),
            ("Código postal", SemanticType::Postcode),
            ("Burgerlijke staat", SemanticType::Marital),
            ("Endereço", SemanticType::StreetAddress),
            ("Straße", SemanticType::StreetAddress),
            ("Gender", SemanticType::Sex),
        ] {
            check(name, &[sort]);
        }
    }

    #[test]
    fn ids_are_told_from_counts() {
        for (name, expected) in [
            ("patient_id", Some(IdWords::Person)),
            ("ID", Some(IdWords::Record)),
            ("id_paziente", Some(IdWords::Person)),
            ("customer number", Some(IdWords::Person)),
            ("Kundennummer", Some(IdWords::Person)),
            ("order no", Some(IdWords::Record)),
            ("numero paziente", Some(IdWords::Person)),
            ("Patient", Some(IdWords::Person)),
            ("person", Some(IdWords::Person)),
            ("patnr", Some(IdWords::Person)),
            ("Pers.-Nr.", Some(IdWords::Person)),
            ("persons", None),
            ("patient_age", None),
            ("number of patients", None),
            ("num_patients", None),
            ("paid", None),
            ("id_type", None),
            ("number", None),
        ] {
            assert_eq!(Header::of(name).id_words(), expected, "{name}");
        }
    }
}
