//! From one number per column to a score.

use std::{fmt, str::FromStr};

use amidst_core::{Score, near::did_you_mean};

/// How the numbers of columns become a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// Their sum.
    Sum,
    /// The largest.
    Maximum,
    /// Their mean.
    ArithmeticMean,
    /// The mean of their growth: the d-th root of the product of 1 + v, less 1. A zero does not hide the others.
    GeometricMean,
    /// The largest first, then the next, and so on: a score of several parts.
    Rank,
}

impl Aggregate {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Sum, Self::Maximum, Self::ArithmeticMean, Self::GeometricMean, Self::Rank];

    /// Its id.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Maximum => "maximum",
            Self::ArithmeticMean => "arithmetic-mean",
            Self::GeometricMean => "geometric-mean",
            Self::Rank => "rank",
        }
    }

    /// The score of weighted values, none of them negative.
    ///
    /// Values are sorted first, so the order of columns does not matter down to the last bit. Raising a value never
    /// lowers the score, rounding included: every step is monotone by itself.
    pub(crate) fn of(self, values: &mut [f64]) -> Score {
        values.sort_unstable_by(f64::total_cmp);
        match self {
            Self::Sum => Score::new(values.iter().sum()),
            Self::Maximum => Score::new(values.last().copied().unwrap_or(0.0)),
            Self::ArithmeticMean => Score::new(values.iter().sum::<f64>() / values.len().max(1) as f64),
            Self::GeometricMean => Score::new(geometric_mean(values)),
            Self::Rank => {
                values.reverse();
                Score::from_parts(values)
            }
        }
    }
}

impl Aggregate {
    /// The mean of weighted values as one number; weights are relative to the largest.
    pub fn mean(self, values: &[f64], weights: &[f64]) -> f64 {
        let largest = weights.iter().copied().fold(0.0, f64::max);
        let weight = |weight: &f64| if largest > 0.0 { weight / largest } else { 1.0 };
        let mut values: Vec<f64> = values.iter().zip(weights).map(|(value, it)| value * weight(it)).collect();
        self.of(&mut values).value()
    }
}

/// Joined scores are off by rounding; this gives away more than that.
const SAFETY: f64 = 1.0 - 1e-12;

impl Aggregate {
    /// What all columns score at least, from scores for which all but some columns counted as 0.
    pub(crate) fn join(self, parts: &[Score]) -> Score {
        let parts = parts.iter().map(Score::value);
        Score::new(match self {
            Self::Sum | Self::ArithmeticMean => parts.sum::<f64>() * SAFETY,
            Self::GeometricMean => (parts.map(|part| 1.0 + part).product::<f64>() * SAFETY - 1.0).max(0.0),
            Self::Maximum | Self::Rank => parts.fold(0.0, f64::max),
        })
    }
}

/// The d-th root of the product of 1 + v, less 1.
///
/// Library roots are not monotone in the last bit. This one is the largest number whose power, multiplied out step by
/// step, does not exceed the product: monotone by construction, and the same on every machine.
fn geometric_mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let product = Large::product(values.iter().map(|value| 1.0 + value));
    let power = |base: f64| Large::product(std::iter::repeat_n(base, values.len()));
    let mut root = product.root_guess(values.len());
    while power(root) > product {
        root = root.next_down();
    }
    while power(root.next_up()) <= product {
        root = root.next_up();
    }
    root - 1.0
}

/// A product of numbers of at least 1 that may leave the range of `f64`: `rest · 2^(512 · scales)`.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Large {
    scales: u32,
    rest: f64,
}

impl Large {
    fn product(factors: impl Iterator<Item = f64>) -> Self {
        // 2^512, a power of two, so that scaling is exact.
        const SCALE: f64 = f64::from_bits((1023 + 512) << 52);
        let mut product = Self { scales: 0, rest: 1.0 };
        for factor in factors {
            product.rest *= factor;
            if product.rest >= SCALE {
                product.rest /= SCALE;
                product.scales += 1;
            }
        }
        product
    }

    fn root_guess(self, degree: usize) -> f64 {
        if self.scales == 0 {
            return self.rest.powf(1.0 / degree as f64).max(1.0);
        }
        ((f64::from(self.scales) * 512.0 + self.rest.log2()) / degree as f64).exp2()
    }
}

impl fmt::Display for Aggregate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Aggregate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let names = Self::ALL.map(Self::name);
        let found = Self::ALL.into_iter().find(|aggregate| aggregate.name() == text);
        found.ok_or_else(|| {
            let meant = did_you_mean(text, &names);
            format!("unknown aggregate {text:?}{meant}; aggregates are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(aggregate: Aggregate, values: &[f64], expected: f64) {
        let score = aggregate.of(&mut values.to_vec()).value();
        assert!((score - expected).abs() < 1e-12, "{score}");
    }

    #[test]
    fn aggregates_follow_their_definitions() {
        check(Aggregate::Sum, &[0.5, 0.25, 0.0], 0.75);
        check(Aggregate::Maximum, &[0.5, 0.25, 0.0], 0.5);
        check(Aggregate::ArithmeticMean, &[0.5, 0.25, 0.0], 0.25);
        check(Aggregate::GeometricMean, &[1.0, 0.0], 2_f64.sqrt() - 1.0);
        check(Aggregate::GeometricMean, &[1.0; 9], 1.0);
        check(Aggregate::GeometricMean, &[0.0; 9], 0.0);
        assert_eq!(Aggregate::Rank.of(&mut [0.1, 0.3, 0.2]), Score::from_parts(&[0.3, 0.2, 0.1]));
    }

    #[test]
    fn a_product_may_leave_the_range_of_floats() {
        check(Aggregate::GeometricMean, &[1.0; 5000], 1.0);
        check(Aggregate::GeometricMean, &[0.3; 5000], 0.3);
    }

    #[test]
    fn raising_a_value_never_lowers_a_score() {
        let mut values = [0.3, 0.1, 0.7, 0.0, 0.2];
        for aggregate in Aggregate::ALL {
            let mut last = aggregate.of(&mut values.clone());
            for step in 0..2000 {
                let at = step % values.len();
                values[at] = values[at].next_up();
                let next = aggregate.of(&mut values.clone());
                assert!(next >= last);
                last = next;
            }
        }
    }

    #[test]
    fn joined_parts_come_close_to_the_whole_from_below() {
        let values = [0.3, 0.1, 0.7, 0.0, 0.2];
        for aggregate in Aggregate::ALL {
            let part = |counted: &[usize]| {
                let value = |at: usize| if counted.contains(&at) { values[at] } else { 0.0 };
                aggregate.of(&mut [0, 1, 2, 3, 4].map(value))
            };
            let whole = aggregate.of(&mut values.clone());
            let joined = aggregate.join(&[part(&[0, 3]), part(&[1]), part(&[2, 4])]);
            assert!(joined <= whole && joined.value() > whole.value() - 1e-9, "{aggregate}");
        }
    }

    #[test]
    fn names_read_back() {
        for aggregate in Aggregate::ALL {
            assert_eq!(aggregate.name().parse(), Ok(aggregate));
        }
        assert!("mode".parse::<Aggregate>().is_err());
    }
}
