//! Bank accounts and payment cards.

use super::digits::{Digits, luhn};

/// An IBAN: country, check digits, account; divided by 97 it leaves 1 (ISO 13616).
pub(crate) fn iban(text: &str) -> bool {
    let bytes: Vec<u8> =
        text.bytes().filter(|byte| *byte != b' ').map(|byte| byte.to_ascii_uppercase()).collect();
    let shape = (15..=34).contains(&bytes.len())
        && bytes[..2].iter().all(u8::is_ascii_uppercase)
        && bytes[2..4].iter().all(u8::is_ascii_digit)
        && bytes.iter().all(u8::is_ascii_alphanumeric);
    shape && remainder_97(bytes[4..].iter().chain(&bytes[..4])) == 1
}

/// The remainder by 97 of letters and digits, where A is 10 and Z is 35.
fn remainder_97<'a>(symbols: impl Iterator<Item = &'a u8>) -> u32 {
    symbols.fold(0, |remainder, &symbol| match symbol {
        b'0'..=b'9' => (10 * remainder + u32::from(symbol - b'0')) % 97,
        _ => (100 * remainder + u32::from(symbol - b'A') + 10) % 97,
    })
}

/// A payment card number: issuer, account, check digit (Luhn).
pub(crate) fn card(text: &str) -> bool {
    let Some(digits) = Digits::of(text, b" -") else { return false };
    (13..=19).contains(&digits.len()) && (2..=6).contains(&digits[0]) && !digits.all_same() && luhn(&digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ibans_leave_one_when_divided_by_97() {
        for text in ["DE89 3704 0044 0532 0130 00", "GB82WEST12345698765432", "fr1420041010050500013m02606"] {
            assert!(iban(text), "{text}");
        }
        for text in ["DE88 3704 0044 0532 0130 00", "DE89", "1234567890123456", "GB82WEST1234569876543é"] {
            assert!(!iban(text), "{text}");
        }
    }

    #[test]
    fn cards_pass_the_luhn_check() {
        for text in ["4111111111111111", "5500-0000-0000-0004", "3400 0000 0000 009"] {
            assert!(card(text), "{text}");
        }
        for text in ["4111111111111112", "411111", "0000000000000000", "4111.1111.1111.1111"] {
            assert!(!card(text), "{text}");
        }
    }
}
