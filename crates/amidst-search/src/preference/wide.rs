//! Whole numbers wide enough for sums of fractions, so that ties are ties.

/// A whole number, its most significant digit first: the order of the digits is the order of the numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wide([u64; DIGITS]);

/// The least common multiple of all numbers up to 255, the greatest height, has fewer than 400 bits. What is left holds
/// the sum over more columns than any memory does.
const DIGITS: usize = 8;

impl Wide {
    /// The least number that all of these divide.
    pub fn least_common_multiple(numbers: impl Iterator<Item = u64>) -> Self {
        numbers.fold(Self::from(1), |multiple, number| {
            let (_, rest) = multiple.divided_by(number);
            multiple.times(number / greatest_common_divisor(number, rest))
        })
    }

    pub fn times(mut self, factor: u64) -> Self {
        let mut carry = 0_u128;
        for digit in self.0.iter_mut().rev() {
            let product = u128::from(*digit) * u128::from(factor) + carry;
            *digit = product as u64;
            carry = product >> 64;
        }
        debug_assert!(carry == 0, "more than any sum of levels over heights");
        self
    }

    /// The quotient and the rest.
    pub fn divided_by(mut self, divisor: u64) -> (Self, u64) {
        let mut rest = 0_u128;
        for digit in &mut self.0 {
            let value = rest << 64 | u128::from(*digit);
            *digit = (value / u128::from(divisor)) as u64;
            rest = value % u128::from(divisor);
        }
        (self, rest as u64)
    }

    pub fn plus(mut self, other: Self) -> Self {
        let mut carry = false;
        for (digit, other) in self.0.iter_mut().zip(other.0).rev() {
            let (sum, first) = digit.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            *digit = sum;
            carry = first || second;
        }
        self
    }
}

impl From<u64> for Wide {
    fn from(number: u64) -> Self {
        let mut digits = [0; DIGITS];
        digits[DIGITS - 1] = number;
        Self(digits)
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_height_divides_the_least_common_multiple_of_all() {
        let all = Wide::least_common_multiple(1..=255);
        assert!(all.0[..2] == [0; 2], "it fits with room to spare");
        for height in 1..=255 {
            let (quotient, rest) = all.divided_by(height);
            assert_eq!((quotient.times(height), rest), (all, 0));
        }
        assert_eq!(Wide::least_common_multiple([4, 6, 10].into_iter()), Wide::from(60));
    }

    #[test]
    fn sums_carry_and_compare_as_numbers() {
        let large = Wide::from(u64::MAX).times(u64::MAX);
        assert_eq!(large.plus(large), large.times(2));
        assert_eq!(Wide::from(u64::MAX).plus(Wide::from(1)).divided_by(2).0, Wide::from(1 << 63));
        assert!(
            Wide::from(3) < Wide::from(4)
                && Wide::from(u64::MAX) < Wide::from(1).times(u64::MAX).plus(1.into())
        );
    }
}
