//! What a column may hold, in words, and how sure we are of it.

use amidst_core::Role;

/// A sort of content that matters for privacy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SemanticType {
    /// A person's name or a part of it.
    PersonName,
    /// An e-mail address.
    Email,
    /// A telephone number.
    Phone,
    /// An international bank account number.
    Iban,
    /// A payment card number.
    CreditCard,
    /// An IPv4 or IPv6 address.
    IpAddress,
    /// A network card's address.
    MacAddress,
    /// A web address.
    Url,
    /// A number or code that a state or its health service gives to a person.
    NationalId,
    /// A street with a house number.
    StreetAddress,
    /// A login or screen name.
    Username,
    /// A UUID or a digest.
    Uuid,
    /// A number or code of its own for each person or record.
    IdNumber,
    /// Rows counted through.
    RecordNumber,
    /// Sentences.
    FreeText,
    /// A date of birth.
    BirthDate,
    /// A year of birth.
    BirthYear,
    /// An age.
    Age,
    /// Sex or gender.
    Sex,
    /// A postcode.
    Postcode,
    /// A latitude, a longitude or both.
    Coordinates,
    /// A country.
    Country,
    /// A part of a country.
    Region,
    /// A city, town or village.
    City,
    /// A nationality or country of birth.
    Nationality,
    /// A race, an ethnic group.
    Ethnicity,
    /// A religion.
    Religion,
    /// A marital status or a place in a household.
    Marital,
    /// A size of a household, a number of children.
    Household,
    /// An occupation, an industry.
    Occupation,
    /// A school, a degree.
    Education,
    /// A language.
    Language,
    /// A hospital, an employer, a branch.
    Institution,
    /// A day or time at which something happened.
    Date,
    /// A year.
    Year,
    /// Health: diagnoses, treatment, measurements.
    Health,
    /// Money: income, balance, cost.
    Money,
    /// Grades and scores.
    Performance,
    /// Opinions, votes, memberships.
    Opinion,
    /// Offences, sexual life.
    PrivateLife,
}

/// What a sort means for the people in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DisclosureKind {
    /// Names one person by itself.
    Direct,
    /// Points at one record.
    Record,
    /// Could be known to an outsider.
    Quasi,
    /// Should not be learnt of anybody.
    Sensitive,
}

impl SemanticType {
    /// In words, to follow "looks like".
    pub fn words(self) -> &'static str {
        match self {
            Self::PersonName => "names of persons",
            Self::Email => "e-mail addresses",
            Self::Phone => "telephone numbers",
            Self::Iban => "bank account numbers (IBAN)",
            Self::CreditCard => "payment card numbers",
            Self::IpAddress => "IP addresses",
            Self::MacAddress => "MAC addresses",
            Self::Url => "web addresses",
            Self::NationalId => "national identity numbers",
            Self::StreetAddress => "street addresses",
            Self::Username => "user names",
            Self::Uuid => "UUIDs or digests",
            Self::IdNumber => "identity numbers",
            Self::RecordNumber => "record numbers",
            Self::FreeText => "free text",
            Self::BirthDate => "dates of birth",
            Self::BirthYear => "years of birth",
            Self::Age => "ages",
            Self::Sex => "sex or gender",
            Self::Postcode => "postcodes",
            Self::Coordinates => "coordinates",
            Self::Country => "countries",
            Self::Region => "regions",
            Self::City => "cities or towns",
            Self::Nationality => "nationalities",
            Self::Ethnicity => "ethnic groups",
            Self::Religion => "religions",
            Self::Marital => "marital status or place in the family",
            Self::Household => "household or family size",
            Self::Occupation => "occupations",
            Self::Education => "education",
            Self::Language => "languages",
            Self::Institution => "institutions",
            Self::Date => "dates",
            Self::Year => "years",
            Self::Health => "health",
            Self::Money => "money",
            Self::Performance => "grades or scores",
            Self::Opinion => "opinions",
            Self::PrivateLife => "private life",
        }
    }

    /// What it means for the people in the table.
    pub fn disclosure_kind(self) -> DisclosureKind {
        use SemanticType::*;
        match self {
            PersonName | Email | Phone | Iban | CreditCard | IpAddress | MacAddress | Url | NationalId
            | StreetAddress | Username | Uuid | IdNumber => DisclosureKind::Direct,
            RecordNumber | FreeText => DisclosureKind::Record,
            Health | Money | Performance | Opinion | PrivateLife => DisclosureKind::Sensitive,
            _ => DisclosureKind::Quasi,
        }
    }

    /// The role that suits it.
    pub fn role(self) -> Role {
        match self.disclosure_kind() {
            DisclosureKind::Direct | DisclosureKind::Record => Role::Identifier,
            DisclosureKind::Quasi => Role::Quasi,
            DisclosureKind::Sensitive => Role::Sensitive,
        }
    }
}
