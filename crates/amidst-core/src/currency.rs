//! The currency beside an amount: `1.234,56 €`, `CHF 1'234.50` and `$5` are numbers.

/// Signs and words for currencies that stand before or behind an amount; words in capitals.
const CURRENCIES: [&str; 24] = [
    "US$", "€", "$", "£", "¥", "EUROS", "EURO", "EUR", "USD", "GBP", "CHF", "SFR.", "SFR", "FR.", "JPY",
    "DKK", "SEK", "NOK", "KR.", "KR", "PLN", "ZŁ", "CZK", "HUF",
];

/// An amount without the currency that stands before or behind it; as it is if there is none, or nothing beside it.
pub fn without_currency(text: &str) -> &str {
    let text = text.trim();
    if text.ends_with(|sign: char| sign.is_ascii_digit())
        && text.starts_with(|sign: char| sign.is_ascii_digit())
    {
        return text;
    }
    let bare = CURRENCIES
        .iter()
        .find_map(|currency| strip_start(text, currency).or_else(|| strip_end(text, currency)));
    bare.map(str::trim).filter(|bare| bare.contains(|sign: char| sign.is_ascii_digit())).unwrap_or(text)
}

fn strip_start<'a>(text: &'a str, currency: &str) -> Option<&'a str> {
    let end = text.char_indices().nth(currency.chars().count()).map(|(at, _)| at)?;
    is_the_same(&text[..end], currency).then(|| &text[end..])
}

fn strip_end<'a>(text: &'a str, currency: &str) -> Option<&'a str> {
    let start = text.char_indices().nth_back(currency.chars().count() - 1).map(|(at, _)| at)?;
    is_the_same(&text[start..], currency).then(|| &text[..start])
}

fn is_the_same(word: &str, currency: &str) -> bool {
    word.chars().flat_map(char::to_uppercase).eq(currency.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(without_currency(text), expected, "{text}");
    }

    #[test]
    fn amounts_are_told_from_their_currency() {
        check("1.234,56 €", "1.234,56");
        check("1.234,56\u{a0}€", "1.234,56");
        check("2.721,71 EUR", "2.721,71");
        check("CHF 1'234.50", "1'234.50");
        check("Fr. 12.-", "12.-");
        check("$5", "5");
        check("US$ 5", "5");
        check("12 zł", "12");
        check("30 Euro", "30");
        check("-5 kr", "-5");
    }

    #[test]
    fn what_has_no_currency_stays_as_it_is() {
        for text in ["1.234,56", "EUR", "€", "kr", "", "12 kg", "é", "1e5"] {
            check(text, text);
        }
    }
}
