//! What outsiders could know of people, and what they should not learn: mostly told by headers, confirmed by values.

use amidst_core::Kind;
use amidst_spec::header::{DisclosureKind, Header};

use super::{
    Detection, SemanticType,
    detection::percent,
    scan::place,
    values::{Values, has_currency},
};

/// So many different numbers of eight digits are not all days of the calendar by chance.
const SURELY_DATES: usize = 10;

/// Everything that looks quasi-identifying or sensitive, surest first.
pub(super) fn indirect(header: &Header, values: &Values<'_>) -> Vec<Detection> {
    let mut found: Vec<Detection> = match &values.dates {
        Some(_)
            if values.kind != Kind::Integer
                || header.says(SemanticType::Date)
                || header.says(SemanticType::BirthDate)
                || values.distinct >= SURELY_DATES =>
        {
            dates(header, values).into_iter().collect()
        }
        _ => header.sorts().filter_map(|sort| said(sort, values)).collect(),
    };
    found.extend(by_values(values).filter(|detection| !header.says(detection.what)));
    found.sort_by(|a, b| b.confidence.total_cmp(&a.confidence).then(a.what.cmp(&b.what)));
    found
}

/// Dates are known to outsiders, whatever happened on them.
fn dates(header: &Header, values: &Values<'_>) -> Option<Detection> {
    let years = values.years();
    let (first, last) = (years.first()?, years.last()?);
    let (low, high) = (years[years.len() / 20], years[years.len() - 1 - years.len() / 20]);
    let lifetime = *first >= 1880 && high - low >= 40 && years.len() >= 10;
    let (what, confidence, evidence) = match () {
        () if header.says(SemanticType::BirthDate) => {
            (SemanticType::BirthDate, 0.97, "its name says so and its values are dates")
        }
        () if header.says(SemanticType::Date) => {
            (SemanticType::Date, 0.9, "its name says so and its values are dates")
        }
        () if lifetime && last - first <= 130 => {
            (SemanticType::BirthDate, 0.65, "its dates are spread over a lifetime")
        }
        () => (SemanticType::Date, 0.8, "its values are dates"),
    };
    Some(Detection { what, confidence, evidence: evidence.into() })
}

/// What the header says, if the values do not speak against it.
fn said(sort: SemanticType, values: &Values<'_>) -> Option<Detection> {
    let within = |least, most| values.numbers.as_ref().is_some_and(|numbers| numbers.within(least, most));
    let whole = values.numbers.as_ref().is_none_or(|numbers| numbers.whole);
    let numeric = values.numbers.is_some();
    let year = numeric && whole && within(1850.0, 2150.0);
    let (what, confidence, confirmed) = match sort {
        SemanticType::Age if numeric => {
            (sort, within(0.0, 120.0).then_some(0.95)?, ", and its numbers are in the range of ages")
        }
        SemanticType::BirthDate | SemanticType::BirthYear if year => {
            (SemanticType::BirthYear, 0.95, ", and its numbers are years")
        }
        SemanticType::BirthDate | SemanticType::BirthYear if values.kind == Kind::Text => (sort, 0.7, ""),
        // As spreadsheets and statistics programs count days.
        SemanticType::BirthDate if numeric && whole && values.tell_apart() => {
            (sort, 0.8, ", and its whole numbers may be those of days")
        }
        SemanticType::Year if year => (sort, 0.85, ", and its numbers are years"),
        SemanticType::Sex => {
            (sort, (values.distinct <= 10).then_some(0.9)?, ", and there are few different values")
        }
        SemanticType::Postcode => {
            let written_so = values.share(place::postcode_like) >= 0.5;
            (sort, written_so.then_some(0.95)?, ", and its values are written like postcodes")
        }
        SemanticType::Coordinates if numeric => {
            (sort, within(-180.0, 180.0).then_some(0.9)?, ", and its numbers fit")
        }
        SemanticType::Coordinates
        | SemanticType::BirthDate
        | SemanticType::BirthYear
        | SemanticType::Year
        | SemanticType::Date => return None,
        _ => match sort.disclosure_kind() {
            DisclosureKind::Direct | DisclosureKind::Record => return None,
            DisclosureKind::Quasi if !whole => return None,
            DisclosureKind::Quasi | DisclosureKind::Sensitive => (sort, 0.8, ""),
        },
    };
    Some(Detection { what, confidence, evidence: format!("its name says so{confirmed}") })
}

/// What values show without the header.
fn by_values<'a>(values: &'a Values<'_>) -> impl Iterator<Item = Detection> + 'a {
    let found = |what, confidence, share: f64, words: &str| Detection {
        what,
        confidence,
        evidence: format!("{} of its values are written like {words}", percent(share)),
    };
    let postcodes = values.share(place::distinctive_postcode);
    let pairs = values.share(place::coordinate_pair);
    let padded = values.share(|text| text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit()));
    let text = values.kind == Kind::Text && values.dates.is_none();
    let money = values.share(has_currency);
    [
        (values.numbers.is_some() && money >= 0.5)
            .then(|| found(SemanticType::Money, 0.85, money, "amounts with a currency")),
        is_sex(values).then(|| Detection {
            what: SemanticType::Sex,
            confidence: 0.9,
            evidence: "its few values are words for the sexes".into(),
        }),
        (text && postcodes >= 0.8).then(|| found(SemanticType::Postcode, 0.85, postcodes, "postcodes")),
        (text && padded >= 0.95 && values.unique_share() < 0.9).then(|| {
            found(SemanticType::Postcode, 0.65, padded, "five-digit codes, some with leading zeros")
        }),
        (text && pairs >= 0.8).then(|| found(SemanticType::Coordinates, 0.9, pairs, "pairs of coordinates")),
    ]
    .into_iter()
    .flatten()
}

/// Few values, all of them words for a sex or for not saying, two at least for different ones.
fn is_sex(values: &Values<'_>) -> bool {
    const FEMALE: &[&str] = &[
        "f", "female", "woman", "girl", "w", "weiblich", "frau", "femme", "feminin", "mujer", "femenino",
        "feminino", "mulher", "donna", "femmina", "v", "vrouw",
    ];
    const MALE: &[&str] = &[
        "m",
        "male",
        "man",
        "boy",
        "maennlich",
        "männlich",
        "mann",
        "h",
        "homme",
        "masculin",
        "hombre",
        "masculino",
        "homem",
        "uomo",
        "maschio",
    ];
    const NEITHER: &[&str] =
        &["d", "divers", "x", "other", "o", "nb", "non-binary", "unknown", "u", "diverse", "n"];
    let count = |words: &[&str]| {
        values.sample().filter(|text| words.contains(&text.trim().to_lowercase().as_str())).count()
    };
    let (female, male) = (count(FEMALE), count(MALE));
    values.distinct <= 6 && female > 0 && male > 0 && female + male + count(NEITHER) == values.distinct
}
