//! The eighteen kinds of identifiers of HIPAA's Safe Harbor, with the columns whose names speak of them.

use amidst_spec::header::{Header, SemanticType};
use maud::{Markup, html};

use crate::{
    messages::{SafeHarbor, SafeHarborKind as Kind, Word},
    release::ColumnTransformation,
    report::{closing::lines, facts::Facts},
};

/// What names of columns tell of each kind; of some they tell nothing.
const KINDS: [(Kind, &[SemanticType]); 18] = [
    (Kind::Names, &[SemanticType::PersonName, SemanticType::Username]),
    (
        Kind::Places,
        &[SemanticType::StreetAddress, SemanticType::City, SemanticType::Postcode, SemanticType::Coordinates],
    ),
    (Kind::Dates, &[SemanticType::BirthDate, SemanticType::Date, SemanticType::Age]),
    (Kind::Phones, &[SemanticType::Phone]),
    (Kind::Fax, &[SemanticType::Phone]),
    (Kind::Emails, &[SemanticType::Email]),
    (Kind::SocialSecurity, &[SemanticType::NationalId]),
    (Kind::MedicalRecords, &[SemanticType::IdNumber]),
    (Kind::HealthPlans, &[SemanticType::NationalId]),
    (Kind::Accounts, &[SemanticType::Iban, SemanticType::CreditCard]),
    (Kind::Licences, &[]),
    (Kind::Vehicles, &[]),
    (Kind::Devices, &[SemanticType::MacAddress]),
    (Kind::Urls, &[SemanticType::Url]),
    (Kind::IpAddresses, &[SemanticType::IpAddress]),
    (Kind::Biometrics, &[]),
    (Kind::Photographs, &[]),
    (
        Kind::Other,
        &[SemanticType::Uuid, SemanticType::IdNumber, SemanticType::RecordNumber, SemanticType::FreeText],
    ),
];

/// The annex.
pub fn safe_harbor(facts: &Facts<'_>) -> Markup {
    html! {
        section.annex {
            h2 { (facts.say(SafeHarbor::Title)) }
            p.note { (facts.say(SafeHarbor::Words)) }
            table {
                thead {
                    tr {
                        th {}
                        @for name in [SafeHarbor::Kind, SafeHarbor::Found, SafeHarbor::Confirmed] { th { (facts.say(name)) } }
                    }
                }
                @for (at, (kind, sorts)) in KINDS.iter().enumerate() {
                    tr { td.n { (at + 1) } td { (facts.say(*kind)) } td { (found(facts, sorts)) } td { "☐" } }
                }
            }
            p { (facts.say(SafeHarbor::Zip)) }
            p { "☐ " (facts.say(SafeHarbor::Knowledge)) }
            (lines(facts, Word::Name))
        }
    }
}

fn found(facts: &Facts<'_>, sorts: &[SemanticType]) -> Markup {
    let speaks = |column: &&ColumnTransformation| {
        let header = Header::of(&column.name);
        let numbers = sorts.contains(&SemanticType::IdNumber) && header.id_words().is_some();
        numbers || sorts.iter().any(|sort| header.says(*sort))
    };
    let columns: Vec<&ColumnTransformation> = facts.released.columns.iter().filter(speaks).collect();
    html! {
        @if columns.is_empty() { (facts.say(SafeHarbor::None)) }
        @for column in columns { div { b { (column.name) } ": " (facts.done(column)) } }
    }
}
