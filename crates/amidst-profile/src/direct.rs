//! Direct identifiers and keys of records: what names a person, or a row, by itself.
//!
//! Values convince alone where shape or check digits leave little to chance; a header convinces alone if the values do
//! not speak against it. Measures, dates and handfuls of codes never count, however unique they are.

use amidst_core::Kind;
use amidst_spec::header::{DisclosureKind, Header, IdWords};

use super::{
    Detection, SemanticType,
    detection::percent,
    scan::{
        contact, national, network, payment,
        person::{NameLook, holds_given_name, name_look, words},
        place,
    },
    values::Values,
};

/// From this confidence on a detection counts.
pub(super) const SURE: f64 = 0.6;

/// How values of a sort are written.
struct Pattern {
    what: SemanticType,
    words: &'static str,
    test: fn(&str) -> bool,
    proof: Proof,
}

/// What it takes for values to convince without the header.
#[derive(Clone, Copy)]
enum Proof {
    /// At least this share: nothing else is written so.
    Share(f64),
    /// At least this share, and values that tell persons apart: pages and machines are written so as well.
    Distinguishing(f64),
    /// Nearly all of at least ten values: one number in ten passes the check by chance.
    NearlyAll,
}

const PATTERNS: [Pattern; 10] = [
    Pattern {
        what: SemanticType::Email,
        words: "e-mail addresses",
        test: contact::email,
        proof: Proof::Share(0.1),
    },
    Pattern {
        what: SemanticType::Iban,
        words: "IBANs (check digits hold)",
        test: payment::iban,
        proof: Proof::Share(0.2),
    },
    Pattern {
        what: SemanticType::IpAddress,
        words: "IP addresses",
        test: network::ip_address,
        proof: Proof::Share(0.5),
    },
    Pattern {
        what: SemanticType::MacAddress,
        words: "MAC addresses",
        test: network::mac_address,
        proof: Proof::Share(0.3),
    },
    Pattern {
        what: SemanticType::Phone,
        words: "telephone numbers",
        test: contact::phone,
        proof: Proof::Share(0.5),
    },
    Pattern {
        what: SemanticType::CreditCard,
        words: "payment cards (check digits hold)",
        test: payment::card,
        proof: Proof::NearlyAll,
    },
    Pattern {
        what: SemanticType::Url,
        words: "web addresses",
        test: network::url,
        proof: Proof::Distinguishing(0.5),
    },
    Pattern {
        what: SemanticType::Uuid,
        words: "UUIDs",
        test: network::uuid,
        proof: Proof::Distinguishing(0.5),
    },
    Pattern {
        what: SemanticType::Uuid,
        words: "digests",
        test: network::digest,
        proof: Proof::Distinguishing(0.8),
    },
    Pattern {
        what: SemanticType::StreetAddress,
        words: "streets with house numbers",
        test: contact::street,
        proof: Proof::Distinguishing(0.5),
    },
];

/// Everything that looks like a direct identifier or the key of a record, surest first.
pub(super) fn direct(header: &Header, values: &Values<'_>) -> Vec<Detection> {
    let could_identify = matches!(values.kind, Kind::Text | Kind::Integer) && values.dates.is_none();
    if !could_identify || values.rows == 0 {
        return Vec::new();
    }
    let mut found: Vec<Detection> =
        PATTERNS.iter().filter_map(|pattern| pattern.find(header, values)).collect();
    found.extend(national_id(header, values));
    found.extend(person_name(header, values));
    found.extend(email_in_text(values));
    found.extend(by_name_alone(header, values));
    found.extend(id(header, values));
    found.extend(free_text(header, values));
    found.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then(a.what.cmp(&b.what)));
    let mut seen = Vec::new();
    found.retain(|detection| !seen.contains(&detection.what) && (seen.push(detection.what), true).1);
    found
}

impl Pattern {
    fn find(&self, header: &Header, values: &Values<'_>) -> Option<Detection> {
        let share = values.share(self.test);
        let said = header.says(self.what) && share >= 0.3;
        let alone = match self.proof {
            Proof::Share(least) => share >= least,
            Proof::Distinguishing(least) => share >= least && values.tell_apart(),
            Proof::NearlyAll => share >= 0.95 && values.distinct >= 10,
        };
        let apart = !matches!(self.proof, Proof::Distinguishing(_)) || values.tell_apart();
        (alone || (said && apart)).then(|| written_like(self.what, self.words, share, header.says(self.what)))
    }
}

fn written_like(what: SemanticType, words: &str, share: f64, said: bool) -> Detection {
    let name = if said { "its name says so and " } else { "" };
    let evidence = format!("{name}{} of its values are written like {words}", percent(share));
    let confidence = if said { 0.9 + 0.09 * share } else { 0.7 + 0.25 * share };
    Detection { what, confidence, evidence }
}

fn national_id(header: &Header, values: &Values<'_>) -> Option<Detection> {
    let said = header.says(SemanticType::NationalId);
    let judge = |scheme: &national::Scheme| {
        let share = values.share(scheme.test);
        let alone = if scheme.distinctive { share >= 0.5 } else { share >= 0.95 && values.distinct >= 10 };
        (alone || (said && share >= 0.5))
            .then(|| written_like(SemanticType::NationalId, scheme.words, share, said))
    };
    national::SCHEMES.iter().filter_map(judge).max_by(|a, b| a.confidence.total_cmp(&b.confidence))
}

fn person_name(header: &Header, values: &Values<'_>) -> Option<Detection> {
    if values.kind != Kind::Text {
        return None;
    }
    let said = header.says(SemanticType::PersonName);
    let share = |look: NameLook| values.share(move |text| name_look(text) == look);
    let (full, given) = (share(NameLook::FullName), share(NameLook::GivenName));
    let shaped = full + given + share(NameLook::Shape);
    let frequent = full + given >= 0.2 && values.distinct >= 5;
    match () {
        () if said && frequent => {
            let evidence = format!(
                "its name says so and {} of its values hold a frequent given name",
                percent(full + given)
            );
            Some(Detection { what: SemanticType::PersonName, confidence: 0.95, evidence })
        }
        () if said && shaped >= 0.6 && (values.tell_apart() || !header.is_bare_name()) => {
            let evidence =
                format!("its name says so and {} of its values are written like names", percent(shaped));
            Some(Detection { what: SemanticType::PersonName, confidence: 0.8, evidence })
        }
        () if full >= 0.4 && values.tell_apart() || given >= 0.6 && values.distinct >= 10 => {
            let evidence = format!("{} of its values hold a frequent given name", percent(full + given));
            Some(Detection { what: SemanticType::PersonName, confidence: 0.75, evidence })
        }
        () => None,
    }
}

fn email_in_text(values: &Values<'_>) -> Option<Detection> {
    let share = values.share(contact::holds_email);
    let several = values.sample().filter(|text| contact::holds_email(text)).take(2).count() == 2;
    (several && share >= 0.01).then(|| Detection {
        what: SemanticType::Email,
        confidence: 0.65,
        evidence: format!("e-mail addresses stand in {} of its texts", percent(share)),
    })
}

/// The header says it, the values are not written as usual but do not speak against it: hashed, masked, or foreign.
fn by_name_alone(header: &Header, values: &Values<'_>) -> Vec<Detection> {
    if header.is_about() || !values.tell_apart() {
        return Vec::new();
    }
    let text = values.kind == Kind::Text;
    let one_word = |text: &str| !text.contains(char::is_whitespace) && text.len() >= 4;
    let fits = |sort: SemanticType| match sort {
        SemanticType::Email | SemanticType::Username => text && values.share(one_word) >= 0.8,
        SemanticType::Phone => values.share(contact::phone_like) >= 0.5,
        SemanticType::Iban | SemanticType::CreditCard => values.share(has_digits(8)) >= 0.5,
        SemanticType::NationalId => values.share(has_digits(4)) >= 0.5,
        SemanticType::StreetAddress => {
            text && values.share(|text| words(text) >= 1 && text.len() >= 4) >= 0.8
        }
        _ => false,
    };
    let found = header.sorts().filter(|sort| sort.disclosure_kind() == DisclosureKind::Direct && fits(*sort));
    let detection = |what| Detection {
        what,
        confidence: 0.7,
        evidence: "its name says so and its values tell rows apart".into(),
    };
    found.map(detection).collect()
}

/// Whether a text has so many digits at least.
fn has_digits(least: usize) -> impl Fn(&str) -> bool {
    move |text| text.bytes().filter(u8::is_ascii_digit).count() >= least
}

fn id(header: &Header, values: &Values<'_>) -> Option<Detection> {
    let found =
        |what, confidence, evidence: &str| Some(Detection { what, confidence, evidence: evidence.into() });
    let is_measure = header
        .sorts()
        .any(|sort| matches!(sort.disclosure_kind(), DisclosureKind::Quasi | DisclosureKind::Sensitive));
    let known_otherwise = is_measure || header.is_number_of();
    let one_word = values.share(|text| words(text) <= 2) >= 0.9;
    let mostly_one_row = 2 * values.distinct as u64 >= values.rows && values.distinct >= 3;
    let is_long = values.distinct >= 2 && values.share(has_digits(4)) >= 0.9;
    let is_numbered = !header.is_bare_person() || values.share(has_digits(1)) >= 0.9;
    let tells_people_apart = is_numbered && (is_long || values.tell_apart() || values.tell_two_apart());
    match header.id_words() {
        Some(IdWords::Person) if tells_people_apart && one_word => found(
            SemanticType::IdNumber,
            0.85,
            "its name says that it numbers persons, and its values tell them apart",
        ),
        _ if values.counts_through() && (!known_otherwise || header.says(SemanticType::RecordNumber)) => {
            found(SemanticType::RecordNumber, 0.85, "whole numbers that count the rows through")
        }
        Some(IdWords::Record) if mostly_one_row && one_word => found(
            SemanticType::IdNumber,
            0.75,
            "its name says that it is an id, and most rows have one of their own",
        ),
        _ if !known_otherwise && is_unique_code(values) => {
            found(SemanticType::IdNumber, 0.65, "a code of one pattern, and every row has its own")
        }
        _ => None,
    }
}

/// Codes of one length or one pattern, each in one row. Plain numbers must be as long as no usual measure is.
fn is_unique_code(values: &Values<'_>) -> bool {
    let Some((shortest, longest)) = values.length else { return false };
    if values.unique_share() < 0.99 || values.rows < 20 {
        return false;
    }
    let digits_only = |text: &str| contact::long_digits(text, 6);
    match values.kind {
        Kind::Integer => shortest == longest && longest >= 9 && values.share(digits_only) >= 1.0,
        _ if values.share(digits_only) >= 1.0 => shortest == longest,
        _ => is_unique_alphanumeric(values, shortest == longest),
    }
}

fn is_unique_alphanumeric(values: &Values<'_>, one_length: bool) -> bool {
    let code = |text: &str| {
        text.len() >= 4
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_/#".contains(&byte))
            && text.bytes().any(|byte| byte.is_ascii_digit())
    };
    let mut patterns = values.sample().map(pattern);
    let first = patterns.next();
    let one_pattern = patterns.all(|pattern| Some(pattern) == first);
    values.share(code) >= 0.95
        && values.share(|text| text.bytes().any(|byte| byte.is_ascii_alphabetic())) >= 0.8
        && values.share(place::distinctive_postcode) < 0.5
        && (one_length || one_pattern)
}

/// Runs of letters and of digits, each as one sign.
fn pattern(text: &str) -> Vec<char> {
    let mut shape: Vec<char> = place::shape(text).chars().collect();
    shape.dedup();
    shape
}

/// Sentences in most rows, hardly any of them twice; or in some rows beside a few short words, as where a remark is optional;
/// or texts in which people are named.
fn free_text(header: &Header, values: &Values<'_>) -> Option<Detection> {
    if values.kind != Kind::Text {
        return None;
    }
    let several_words = values.share(|text| words(text) >= 3);
    let sentences = values.passing(|text| words(text) >= 5);
    let named = values.passing(|text| words(text) >= 3 && holds_given_name(text));
    let mostly_different = 2 * values.distinct as u64 >= values.rows && values.distinct >= 5;
    let said = header.says(SemanticType::FreeText) && several_words >= 0.3 && values.tell_apart();
    let in_some_rows = sentences.share >= 0.05 && sentences.values >= 5 && sentences.alone >= 0.5;
    let of_places = [
        SemanticType::Institution,
        SemanticType::StreetAddress,
        SemanticType::City,
        SemanticType::PersonName,
    ];
    let names_people = named.share >= 0.02
        && named.values >= 5
        && !of_places.iter().any(|sort| header.says(*sort))
        && values.share(|text| name_look(text) == NameLook::FullName) < named.share;
    let (confidence, evidence) = match () {
        () if said || (sentences.share >= 0.5 && mostly_different) => {
            let share = percent(several_words);
            (0.8, format!("texts of several words in {share} of its rows, hardly any of them twice"))
        }
        () if in_some_rows => {
            (0.62, format!("sentences in {} of its rows, hardly any of them twice", percent(sentences.share)))
        }
        () if names_people => {
            (0.62, format!("frequent given names within {} of its texts", percent(named.share)))
        }
        () => return None,
    };
    Some(Detection { what: SemanticType::FreeText, confidence, evidence })
}
