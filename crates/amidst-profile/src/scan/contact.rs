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

/// A text in which what looks like a telephone number or an e-mail address stands, whatever else does.
pub fn holds_contact(text: &str) -> bool {
    holds_email(text) || holds_phone(text)
}

/// A text in which a telephone number stands, by itself or among other words.
pub(crate) fn holds_phone(text: &str) -> bool {
    let is_postcode = text.contains('-') && phone_groups(text).is_some_and(|groups| groups == [5, 4]);
    // No number has fewer digits.
    if text.bytes().filter(u8::is_ascii_digit).count() < 9 || is_postcode {
        return false;
    }
    let mut run: Vec<&str> = Vec::new();
    text.split_whitespace().any(|word| {
        match digits_of(word) {
            Some(digits) => run.push(digits),
            None => run.clear(),
        }
        let found = (0..run.len()).any(|from| is_phone_of(&run[from..]));
        if word.ends_with([',', ';', ':']) {
            run.clear();
        }
        found
    })
}

/// What may be a telephone number or a part of one at the end of a word: no day, and no digits of a code.
fn digits_of(word: &str) -> Option<&str> {
    let word = word.trim_end_matches(|symbol: char| !symbol.is_alphanumeric());
    let start = word.find(|symbol: char| symbol.is_ascii_digit() || "+(".contains(symbol))?;
    let (before, digits) = word.split_at(start);
    let is_of_code = before.ends_with(|symbol: char| symbol.is_alphanumeric() || "-_".contains(symbol));
    (!is_of_code && is_set_like_a_phone(digits) && !is_day(digits)).then_some(digits)
}

/// Whether words that follow one another are a telephone number, and no decimal one.
fn is_phone_of(words: &[&str]) -> bool {
    let text = words.join(" ");
    let is_decimal = text.contains('.') && text.parse::<f64>().is_ok();
    !is_decimal && phone(&text)
}

fn is_set_like_a_phone(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit() || b"+-./()".contains(&byte))
}

/// A day, or days from one to another.
fn is_day(word: &str) -> bool {
    let is_one = |text: &str| phone_groups(text).is_some_and(|groups| looks_like_date(&groups));
    is_one(word) || word.split('-').all(is_one)
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
        check(
            holds_phone,
            &[
                "0171-5551234",
                "informiert (Tel. 0171-5551234).",
                "Tel.:0171-5551234",
                "call +49 171 5551234, please",
                "Zimmer 12 06 12 34 56 78",
                "(415) 555-2671 after six",
            ],
            &[
                "seen on 01.02.2020 10:30",
                "01.02.2020 10",
                "01.01.20-31.12.20",
                "from 2020-01-02 to 2020-01-05",
                "02139-4307",
                "+52.520012345",
                "lot AB0171-5551234",
                "550e8400-e29b-41d4-a716-446655440000",
                "100000000",
                "Kontrolle in 2 Wochen",
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
