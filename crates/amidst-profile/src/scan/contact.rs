//! How people are reached: e-mail, telephone, street.

use super::digits::Digits;

/// An e-mail address.
pub(crate) fn email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let local_fits = !local.is_empty()
        && local.len() <= 64
        && local.chars().all(|symbol| symbol.is_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(symbol));
    let label_fits = |label: &str| {
        !label.is_empty() && label.chars().all(|symbol| symbol.is_alphanumeric() || symbol == '-')
    };
    let Some((_, top)) = domain.rsplit_once('.') else { return false };
    local_fits && domain.split('.').all(label_fits) && top.len() >= 2 && top.chars().all(char::is_alphabetic)
}

/// A text in which an e-mail address stands among other words.
pub(crate) fn holds_email(text: &str) -> bool {
    let edge = |symbol: char| "<>()[],;:.\"'".contains(symbol);
    text.contains('@') && text.split_whitespace().any(|word| email(word.trim_matches(edge)))
}

/// A telephone number written so that it cannot be mistaken for a plain number: with a plus, a bracket, or the groups
/// usual in some country.
pub(crate) fn phone(text: &str) -> bool {
    let Some(groups) = phone_groups(text) else { return false };
    let digits: usize = groups.iter().sum();
    let international = text.starts_with('+') || text.starts_with("00");
    let bracketed = text.contains('(');
    let north_american = groups == [3, 3, 4] || groups == [1, 3, 3, 4];
    let national = text.starts_with('0') && groups.len() >= 2 && groups[0] >= 2 && !looks_like_date(&groups);
    match () {
        () if international => (9..=15).contains(&digits) && (text.starts_with('+') || groups.len() > 1),
        () if bracketed => (9..=15).contains(&digits),
        () => north_american || (national && (9..=12).contains(&digits)),
    }
}

/// Digits that may be a telephone number if the header says so.
pub(crate) fn phone_like(text: &str) -> bool {
    phone_groups(text).is_some_and(|groups| (6..=15).contains(&groups.iter().sum::<usize>()))
}

/// The lengths of the groups of digits, if there is nothing else but what telephone numbers are set with.
fn phone_groups(text: &str) -> Option<Vec<usize>> {
    let (text, _extension) = text.split_once(" x").or_else(|| text.split_once(" ext")).unwrap_or((text, ""));
    let body = text.strip_prefix('+').unwrap_or(text);
    let fits = |byte: u8| byte.is_ascii_digit() || b" -./()".contains(&byte);
    if !body.bytes().all(fits) || !body.ends_with(|symbol: char| symbol.is_ascii_digit()) {
        return None;
    }
    let groups = body.split(|symbol: char| !symbol.is_ascii_digit()).filter(|group| !group.is_empty());
    Some(groups.map(str::len).collect())
}

fn looks_like_date(groups: &[usize]) -> bool {
    matches!(groups, [1 | 2, 1 | 2, 2 | 4] | [4, 1 | 2, 1 | 2])
}

/// A street with a house number, in either order: some words and one short number.
pub(crate) fn street(text: &str) -> bool {
    let words: Vec<&str> = text.split([' ', ',']).filter(|word| !word.is_empty()).collect();
    let is_number = |word: &&str| {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        (1..=5).contains(&digits) && word.len() - digits <= 2
    };
    let numbers = words.iter().filter(|word| is_number(word)).count();
    (2..=10).contains(&words.len()) && (1..=3).contains(&numbers) && words.iter().any(|word| is_way(word))
}

/// The word for a street, or a German or Dutch compound that ends in one.
fn is_way(word: &str) -> bool {
    const WAYS: &[&str] = &[
        "street",
        "st",
        "road",
        "rd",
        "avenue",
        "ave",
        "lane",
        "ln",
        "drive",
        "dr",
        "boulevard",
        "blvd",
        "court",
        "ct",
        "way",
        "place",
        "pl",
        "square",
        "terrace",
        "rue",
        "via",
        "viale",
        "piazza",
        "corso",
        "calle",
        "avenida",
        "plaza",
        "rua",
        "travessa",
        "allee",
        "chemin",
        "quai",
        "weg",
        "platz",
        "str",
    ];
    const ENDINGS: &[&str] =
        &["strasse", "straße", "str", "weg", "platz", "allee", "gasse", "straat", "laan", "plein", "gracht"];
    let word = word.trim_end_matches('.').to_lowercase();
    WAYS.contains(&word.as_str())
        || ENDINGS.iter().any(|ending| word.len() > ending.len() + 2 && word.ends_with(ending))
}

/// Digits only, so many or more: what a number that identifies looks like when it has no other mark.
pub(crate) fn long_digits(text: &str, least: usize) -> bool {
    Digits::of(text, b"").is_some_and(|digits| digits.len() >= least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(test: fn(&str) -> bool, yes: &[&str], no: &[&str]) {
        yes.iter().for_each(|text| assert!(test(text), "{text}"));
        no.iter().for_each(|text| assert!(!test(text), "{text}"));
    }

    #[test]
    fn e_mail_addresses_have_a_local_part_and_a_domain() {
        check(
            email,
            &["a@b.co", "first.last+tag@sub.example.org", "jürgen@müller.de"],
            &["", "@", "a@b", "a b@c.de", "@handle", "a@b.c1", "a@@b.de", "5 @ 3.50"],
        );
        check(holds_email, &["write to <a@b.org>, please"], &["5 @ 3.50 each", "no address"]);
    }

    #[test]
    fn telephone_numbers_are_told_from_dates_and_amounts() {
        check(
            phone,
            &[
                "+49 30 1234567",
                "+14155552671",
                "(415) 555-2671",
                "415-555-2671",
                "06 12 34 56 78",
                "030/1234567",
                "0044 20 7946 0958",
            ],
            &[
                "2020-01-02",
                "01.02.2020",
                "01/02/2020",
                "1234567",
                "12.50",
                "5551234",
                "1,234",
                "12-34",
                "0012345",
                "3.14159",
                "10-20",
            ],
        );
        check(phone_like, &["4155552671", "555-2671", "0301234567"], &["yes", "12", "iPhone 12"]);
    }

    #[test]
    fn streets_come_with_house_numbers() {
        check(
            street,
            &[
                "12 Main Street",
                "Hauptstraße 5",
                "Hauptstr. 5a",
                "10, rue de la Paix",
                "Via Roma 1",
                "221B Baker St",
                "Keizersgracht 100",
            ],
            &["Main", "12", "Boeing 747", "Grade 5", "5 to 10", "Windows 10"],
        );
    }
}
