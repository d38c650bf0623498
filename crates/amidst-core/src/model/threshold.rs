//! Thresholds as they were written: 0.2 is one fifth, not the nearest binary number.

use std::cmp::Ordering;

/// A number of at least 0 with a few decimal digits, compared exactly with fractions of whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    numerator: u64,
    denominator: u64,
}

/// Digits behind the point that are told apart.
const DIGITS: usize = 15;

impl Threshold {
    /// The number in the decimal digits that are written for it; those beyond the fifteenth behind the point are cut
    /// off. `None` if it is negative, not finite, or 10^15 and more.
    pub fn new(value: f64) -> Option<Self> {
        if !(0.0..1e15).contains(&value) {
            return None;
        }
        let text = value.to_string();
        let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
        let room = DIGITS + 1 - whole.len().min(DIGITS);
        let decimals = &decimals[..decimals.len().min(room)];
        let numerator = format!("{whole}{decimals}").parse().ok()?;
        Some(Self { numerator, denominator: 10_u64.pow(decimals.len() as u32) })
    }

    /// How the threshold compares with a fraction. Exact, however large the numbers are.
    pub fn cmp_fraction(self, numerator: u128, denominator: u128) -> Ordering {
        product(denominator, self.numerator).cmp(&product(numerator, self.denominator))
    }

    /// Whether a fraction is at most the threshold.
    pub fn admits(self, numerator: u128, denominator: u128) -> bool {
        self.cmp_fraction(numerator, denominator).is_ge()
    }

    /// As a number.
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// Its numerator and denominator.
    pub fn fraction(self) -> (u64, u64) {
        (self.numerator, self.denominator)
    }
}

/// A product that may need 192 bits: all but the lowest 64, and these.
fn product(wide: u128, narrow: u64) -> (u128, u64) {
    let low = (wide & u128::from(u64::MAX)) * u128::from(narrow);
    ((wide >> 64) * u128::from(narrow) + (low >> 64), low as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_what_was_written() {
        let fraction = |value| Threshold::new(value).map(Threshold::fraction);
        assert_eq!(fraction(0.2), Some((2, 10)));
        assert_eq!(fraction(3.0), Some((3, 1)));
        assert_eq!(fraction(0.0), Some((0, 1)));
        assert_eq!(fraction(1e-9), Some((1, 1_000_000_000)));
        assert_eq!(fraction(1.0 / 3.0).map(|it| it.1), Some(10_u64.pow(15)));
        assert_eq!([-0.1, f64::NAN, f64::INFINITY, 1e15].map(Threshold::new), [None; 4]);
    }

    #[test]
    fn fractions_compare_exactly_at_the_boundary() {
        let fifth = Threshold::new(0.2).unwrap();
        let large = 10_u128.pow(19);
        assert!(fifth.admits(1, 5) && fifth.admits(large / 5, large));
        assert!(!fifth.admits(large / 5 + 1, large));
        assert!(fifth.admits(u128::MAX / 5, u128::MAX) && !fifth.admits(u128::MAX / 5 + 1, u128::MAX));
        assert_eq!(Threshold::new(0.6).unwrap().cmp_fraction(3, 5), Ordering::Equal);
    }
}
