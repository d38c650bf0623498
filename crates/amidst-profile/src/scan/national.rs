//! Numbers that states give to people, recognized by their shape and their check digits.

use super::digits::{Digits, ean_13, iso_7064_mod_11_10, number, weighted};

/// A number that some state gives to people.
pub(crate) struct Scheme {
    /// In words, to follow "look like".
    pub words: &'static str,
    /// Whether a text is one.
    pub test: fn(&str) -> bool,
    /// Whether shape and check leave so little to chance that values alone convince.
    pub distinctive: bool,
}

/// The schemes known.
pub(crate) const SCHEMES: [Scheme; 11] = [
    Scheme { words: "US social security numbers", test: us_ssn, distinctive: true },
    Scheme { words: "Italian tax codes (codice fiscale)", test: codice_fiscale, distinctive: true },
    Scheme { words: "French social security numbers (NIR)", test: french_nir, distinctive: true },
    Scheme { words: "Spanish identity numbers (DNI, NIE)", test: spanish_dni, distinctive: true },
    Scheme { words: "UK national insurance numbers", test: uk_nino, distinctive: true },
    Scheme { words: "Swiss social security numbers (AHV)", test: swiss_ahv, distinctive: true },
    Scheme { words: "UK NHS numbers", test: nhs_number, distinctive: false },
    Scheme { words: "German tax identification numbers", test: german_tax_id, distinctive: false },
    Scheme { words: "Dutch citizen service numbers (BSN)", test: dutch_bsn, distinctive: false },
    Scheme { words: "Portuguese tax numbers (NIF)", test: portuguese_nif, distinctive: false },
    Scheme { words: "Brazilian tax numbers (CPF)", test: brazilian_cpf, distinctive: false },
];

/// US social security number with its hyphens: without them it is any nine digits.
fn us_ssn(text: &str) -> bool {
    let hyphens = text.len() == 11 && text.as_bytes()[3] == b'-' && text.as_bytes()[6] == b'-';
    let Some(digits) = Digits::of(text, b"-") else { return false };
    let area = number(digits.get(..3).unwrap_or(&[]));
    hyphens
        && digits.len() == 9
        && !matches!(area, 0 | 666 | 900..)
        && number(&digits[3..5]) != 0
        && number(&digits[5..]) != 0
}

/// Italian codice fiscale, also with letters in place of digits (omocodia).
fn codice_fiscale(text: &str) -> bool {
    const SHAPE: &[u8; 16] = b"LLLLLLDDMDDLDDDL";
    const ODD: [u32; 26] =
        [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
    let symbols = text.to_ascii_uppercase().into_bytes();
    let fits = |(&symbol, &shape): (&u8, &u8)| match shape {
        b'L' => symbol.is_ascii_uppercase(),
        b'M' => b"ABCDEHLMPRST".contains(&symbol),
        _ => symbol.is_ascii_digit() || b"LMNPQRSTUV".contains(&symbol),
    };
    if symbols.len() != 16 || !symbols.iter().zip(SHAPE).all(fits) {
        return false;
    }
    let rank = |symbol: u8| if symbol.is_ascii_digit() { symbol - b'0' } else { symbol - b'A' };
    let value = |(at, &symbol): (usize, &u8)| match at % 2 {
        0 => ODD[usize::from(rank(symbol))],
        _ => u32::from(rank(symbol)),
    };
    let sum: u32 = symbols[..15].iter().enumerate().map(value).sum();
    sum % 26 == u32::from(symbols[15] - b'A')
}

/// French NIR: thirteen digits and a key of two; Corsica writes 2A and 2B.
fn french_nir(text: &str) -> bool {
    let compact: String =
        text.chars().filter(|symbol| *symbol != ' ').collect::<String>().to_ascii_uppercase();
    let corsican = compact.get(5..7);
    let numeric = match corsican {
        Some("2A") => format!("{}19{}", &compact[..5], &compact[7..]),
        Some("2B") => format!("{}18{}", &compact[..5], &compact[7..]),
        _ => compact,
    };
    let Some(digits) = Digits::of(&numeric, b"") else { return false };
    digits.len() == 15
        && matches!(digits[0], 1..=4 | 7 | 8)
        && matches!(number(&digits[3..5]), 1..=12 | 20..=42 | 50..=99)
        && 97 - number(&digits[..13]) % 97 == number(&digits[13..])
}

/// Spanish DNI (eight digits, a letter) and NIE (X, Y or Z first).
fn spanish_dni(text: &str) -> bool {
    const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";
    let compact = text.replace(['-', ' ', '.'], "").to_ascii_uppercase();
    let Some((&letter, body)) = compact.as_bytes().split_last() else { return false };
    let first = match body.first() {
        Some(foreign @ b'X'..=b'Z') => foreign - b'X' + b'0',
        Some(&other) => other,
        None => return false,
    };
    let digits: Vec<u8> = std::iter::once(first).chain(body[1..].iter().copied()).collect();
    body.len() == 8
        && digits.iter().all(u8::is_ascii_digit)
        && letter == LETTERS[(digits.iter().fold(0, |sum, &digit| 10 * sum + usize::from(digit - b'0'))) % 23]
}

/// UK national insurance number: two letters, six digits, a letter.
fn uk_nino(text: &str) -> bool {
    let symbols = text.replace(' ', "").to_ascii_uppercase().into_bytes();
    symbols.len() == 9
        && symbols[..2].iter().all(|symbol| symbol.is_ascii_uppercase() && !b"DFIQUV".contains(symbol))
        && symbols[1] != b'O'
        && symbols[2..8].iter().all(u8::is_ascii_digit)
        && (b'A'..=b'D').contains(&symbols[8])
}

/// Swiss AHV number: 756 and an EAN-13 check.
fn swiss_ahv(text: &str) -> bool {
    Digits::of(text, b". ").is_some_and(|digits| digits.starts_with(&[7, 5, 6]) && ean_13(&digits))
}

/// UK NHS number: ten digits, the last a check modulo 11.
fn nhs_number(text: &str) -> bool {
    let Some(digits) = Digits::of(text, b" -") else { return false };
    digits.len() == 10
        && !digits.all_same()
        && (11 - weighted(&digits[..9], (2..=10).rev()) % 11) % 11 == u32::from(digits[9])
}

/// German tax identification number: eleven digits, exactly one of the first ten repeated, ISO 7064 check.
fn german_tax_id(text: &str) -> bool {
    let Some(digits) = Digits::of(text, b" ") else { return false };
    if digits.len() != 11 || digits[0] == 0 {
        return false;
    }
    let count = |wanted: u8| digits[..10].iter().filter(|&&digit| digit == wanted).count();
    let counts: Vec<usize> = (0..10).map(count).collect();
    let repeated = counts.iter().filter(|&&count| count > 1).count();
    repeated == 1 && counts.iter().all(|&count| count <= 3) && iso_7064_mod_11_10(&digits)
}

/// Dutch BSN: nine digits that pass the 11-test.
fn dutch_bsn(text: &str) -> bool {
    let Some(digits) = Digits::of(text, b".") else { return false };
    digits.len() == 9
        && !digits.all_same()
        && weighted(&digits[..8], (2..=9).rev()) % 11 == u32::from(digits[8])
}

/// Portuguese NIF: nine digits, the last a check modulo 11.
fn portuguese_nif(text: &str) -> bool {
    let Some(digits) = Digits::of(text, b" ") else { return false };
    let check = |sum: u32| if sum % 11 < 2 { 0 } else { 11 - sum % 11 };
    digits.len() == 9
        && matches!(digits[0], 1..=3 | 5 | 6 | 8 | 9)
        && !digits.all_same()
        && check(weighted(&digits[..8], (2..=9).rev())) == u32::from(digits[8])
}

/// Brazilian CPF: eleven digits, the last two checks modulo 11.
fn brazilian_cpf(text: &str) -> bool {
    let Some(digits) = Digits::of(text, b".-") else { return false };
    let check = |upto: usize| {
        let sum = weighted(&digits[..upto], (2..=upto as u32 + 1).rev());
        if sum % 11 < 2 { 0 } else { 11 - sum % 11 }
    };
    digits.len() == 11
        && !digits.all_same()
        && check(9) == u32::from(digits[9])
        && check(10) == u32::from(digits[10])
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
    fn american_numbers_have_hyphens_and_no_empty_group() {
        check(
            us_ssn,
            &["123-45-6789"],
            &["123456789", "000-12-3456", "666-12-3456", "900-12-3456", "123-00-4567", "12-345-6789", ""],
        );
    }

    #[test]
    fn italian_codes_end_in_their_check_letter() {
        check(
            codice_fiscale,
            &["RSSMRA85T10A562S", "rssmra85t10a562s"],
            &["RSSMRA85T10A562T", "RSSMRA85Z10A562S", "RSSMRA85"],
        );
    }

    #[test]
    fn french_numbers_end_in_their_key() {
        check(
            french_nir,
            &["2 55 08 14 168 025 38", "255081416802538"],
            &["255081416802539", "555081416802538", "25508"],
        );
        assert!((0..=97).any(|key| french_nir(&format!("180012A123456{key:02}"))), "Corsica writes letters");
    }

    #[test]
    fn spanish_numbers_end_in_their_letter() {
        check(
            spanish_dni,
            &["12345678Z", "12.345.678-Z", "X1234567L"],
            &["12345678A", "X1234567A", "1234567Z", "", "é"],
        );
    }

    #[test]
    fn british_numbers_are_recognized() {
        check(nhs_number, &["943 476 5919", "9434765919"], &["9434765918", "943476591", "0000000000"]);
        check(uk_nino, &["AB123456C", "AB 12 34 56 C"], &["DB123456C", "AB123456E", "AO123456C"]);
    }

    #[test]
    fn numbers_of_the_neighbours_are_recognized() {
        check(
            german_tax_id,
            &["86095742719", "86 095 742 719"],
            &["86095742718", "12345678901", "06095742719"],
        );
        check(dutch_bsn, &["111222333", "123456782"], &["111222334", "000000000", "12345678"]);
        check(swiss_ahv, &["756.9217.0769.85"], &["756.9217.0769.84", "4006381333931"]);
        check(portuguese_nif, &["123456789"], &["123456788", "423456789"]);
        check(brazilian_cpf, &["529.982.247-25"], &["529.982.247-24", "11111111111"]);
    }
}
