//! Numbers as they are spelled, exactly.

use std::cmp::Ordering;

/// `units / 10^decimals`; the last decimal is not 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numeral {
    units: i128,
    decimals: u32,
}

/// Digits that are kept after the decimal mark at most, and before it.
const DIGITS: u32 = 18;

/// Decimals of a mean beyond those of its column.
const MORE: u32 = 6;

/// Where sums come near the end of 128 bits, means are doubles.
const LONG: f64 = 1e37;

/// How far apart doubles may be that are the same but for rounding, as a share of the largest.
const CLOSE: f64 = 1e-12;

impl Numeral {
    /// Reads a number with a decimal point or comma, and maybe an exponent.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let (number, exponent) = match text.find(['e', 'E']) {
            Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
            None => (text, 0),
        };
        let digits = number.strip_prefix(['-', '+']).unwrap_or(number);
        let (mut units, mut decimals, mut has_mark, mut has_digit) = (0_i128, 0_i32, false, false);
        for byte in digits.bytes() {
            match byte {
                b'0'..=b'9' => {
                    units = units.checked_mul(10)?.checked_add(i128::from(byte - b'0'))?;
                    decimals += i32::from(has_mark);
                    has_digit = true;
                }
                b'.' | b',' if !has_mark => has_mark = true,
                _ => return None,
            }
        }
        let mut decimals = decimals.checked_sub(exponent).filter(|_| has_digit)?;
        while decimals > 0 && units % 10 == 0 {
            (units, decimals) = (units / 10, decimals - 1);
        }
        if decimals < 0 {
            units = units.checked_mul(10_i128.checked_pow(decimals.unsigned_abs())?)?;
        }
        let decimals = decimals.max(0) as u32;
        let units = if number.starts_with('-') { -units } else { units };
        (decimals <= DIGITS).then_some(Self { units, decimals })
    }

    /// Digits after the decimal mark.
    pub fn decimals(&self) -> u32 {
        self.decimals
    }

    /// Whether it has no more digits before the decimal mark than may be after it.
    pub fn is_short(&self) -> bool {
        let most = 10_i128.checked_pow(DIGITS + self.decimals);
        most.is_none_or(|most| self.units.abs() < most)
    }

    /// By size.
    pub fn compare(self, other: Self) -> Ordering {
        let decimals = self.decimals.max(other.decimals);
        match (self.at(decimals), other.at(decimals)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.double().total_cmp(&other.double()),
        }
    }

    /// Whether it is the mean of numbers, given with how often each occurs, rounded to no fewer decimals than a column of
    /// so many allows.
    pub fn is_mean_of(self, numbers: &[(Self, u64)], decimals: u32) -> bool {
        let scale = (decimals + MORE).min(DIGITS);
        let is_mean = || self.is_exactly(numbers, scale) == Some(true);
        self.decimals <= scale && (is_mean() || is_long(numbers, scale) && self.is_close(numbers))
    }

    /// `None` if the sums do not fit.
    fn is_exactly(self, numbers: &[(Self, u64)], scale: u32) -> Option<bool> {
        let (mut sum, mut rows) = (0_i128, 0_i128);
        for (number, count) in numbers {
            sum = sum.checked_add(number.at(scale)?.checked_mul(i128::from(*count))?)?;
            rows += i128::from(*count);
        }
        let off = self.at(scale)?.checked_mul(rows)?.checked_sub(sum)?;
        Some(off.checked_abs()?.checked_mul(2)? <= rows)
    }

    fn is_close(self, numbers: &[(Self, u64)]) -> bool {
        let all: f64 = numbers.iter().map(|(_, rows)| *rows as f64).sum();
        let mean: f64 = numbers.iter().map(|(number, rows)| number.double() * (*rows as f64 / all)).sum();
        let largest = numbers.iter().map(|(number, _)| number.double().abs()).fold(0.0, f64::max);
        (self.double() - mean).abs() <= largest * CLOSE
    }

    fn at(self, decimals: u32) -> Option<i128> {
        self.units.checked_mul(10_i128.pow(decimals - self.decimals))
    }

    fn double(self) -> f64 {
        self.units as f64 / 10_f64.powi(self.decimals as i32)
    }
}

fn is_long(numbers: &[(Numeral, u64)], scale: u32) -> bool {
    let sum: f64 = numbers.iter().map(|(number, rows)| number.double().abs() * *rows as f64).sum();
    sum * 10_f64.powi(scale as i32) > LONG
}
