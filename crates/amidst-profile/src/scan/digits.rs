//! Runs of digits and the check digits that people put behind them.

use std::ops::Deref;

/// The most digits anybody puts in a number we know.
const CAPACITY: usize = 24;

/// The digits of a text, as numbers 0 to 9.
pub(crate) struct Digits {
    digits: [u8; CAPACITY],
    len: usize,
}

impl Digits {
    /// The digits of a text that holds nothing else but these separators, none of them first, last or doubled.
    pub(crate) fn of(text: &str, separators: &[u8]) -> Option<Self> {
        let mut found = Self { digits: [0; CAPACITY], len: 0 };
        let mut after_digit = false;
        for byte in text.bytes() {
            match byte {
                b'0'..=b'9' if found.len < CAPACITY => {
                    found.digits[found.len] = byte - b'0';
                    found.len += 1;
                    after_digit = true;
                }
                _ if after_digit && separators.contains(&byte) => after_digit = false,
                _ => return None,
            }
        }
        after_digit.then_some(found)
    }

    /// Whether all of them are the same: `0000000000` passes many a check and is no number.
    pub(crate) fn all_same(&self) -> bool {
        self.windows(2).all(|pair| pair[0] == pair[1])
    }
}

impl Deref for Digits {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.digits[..self.len]
    }
}

/// The sum of digits times weights.
pub(super) fn weighted(digits: &[u8], weights: impl IntoIterator<Item = u32>) -> u32 {
    digits.iter().zip(weights).map(|(&digit, weight)| u32::from(digit) * weight).sum()
}

/// The check of payment cards (ISO/IEC 7812).
pub(super) fn luhn(digits: &[u8]) -> bool {
    let doubled = |digit: u8| if digit > 4 { 2 * u32::from(digit) - 9 } else { 2 * u32::from(digit) };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(at, &digit)| if at % 2 == 1 { doubled(digit) } else { u32::from(digit) })
        .sum();
    sum.is_multiple_of(10)
}

/// The check of ISO 7064 mod 11,10.
pub(super) fn iso_7064_mod_11_10(digits: &[u8]) -> bool {
    let Some((&check, body)) = digits.split_last() else { return false };
    let product = body.iter().fold(10, |product, &digit| {
        let sum = (u32::from(digit) + product) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    (11 - product) % 10 == u32::from(check)
}

/// The check of EAN-13.
pub(super) fn ean_13(digits: &[u8]) -> bool {
    digits.len() == 13 && weighted(digits, [1, 3].into_iter().cycle()).is_multiple_of(10)
}

/// Digits as one number.
pub(super) fn number(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |number, &digit| 10 * number + u64::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_stand_only_between_digits() {
        assert_eq!(Digits::of("12-34", b"-").as_deref(), Some(&[1, 2, 3, 4][..]));
        for text in ["", "-12", "12-", "1--2", "12.3", "1234567890123456789012345"] {
            assert!(Digits::of(text, b"-").is_none(), "{text}");
        }
    }

    #[test]
    fn check_digits_of_published_examples_hold() {
        let digits = |text| Digits::of(text, b" ").expect("digits");
        assert!(luhn(&digits("4111 1111 1111 1111")));
        assert!(!luhn(&digits("4111 1111 1111 1112")));
        assert!(ean_13(&digits("4006381333931")));
        assert!(iso_7064_mod_11_10(&digits("86095742719")));
        assert!(!iso_7064_mod_11_10(&digits("86095742718")));
    }
}
