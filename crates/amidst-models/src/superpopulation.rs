//! How many people are behind the classes of a sample, told by a model that is fitted to the sizes of all of its classes.
//!
//! Each class of the population has an intensity λ, drawn from a gamma distribution of shape α and rate β; its people are
//! Poisson(λ), of whom each is in the sample with the chance π, the inverse of the mean weight of the class. A class of the
//! sample then has f rows by a negative binomial distribution of which nothing is seen where f = 0. α and β are those that
//! make the sizes of the seen classes most likely. Given f, the people who are not in the sample, F − f, are again negative
//! binomial: P(F − f = j) = Γ(r+j)/(Γ(r) j!) pʳ qʲ with r = α + f, q = (1−π)/(1+β) and p = 1 − q.
//!
//! With α and β → 0 that is the prior of Benedetti and Franconi, see [`survey`](crate::survey); with α → ∞ all classes are
//! of one size, and with α/β → 0 everybody is alone.
//!
//! References: J. Bethlehem, W. Keller, J. Pannekoek, *Disclosure control of microdata*, JASA 85(409), 1990. C. Skinner,
//! N. Shlomo, *Assessing identification risk in survey microdata using log-linear models*, JASA 103(483), 2008.

use std::collections::BTreeMap;

use crate::population::ln_rising;

/// Fewer classes than this do not tell what the others are like.
const FEWEST: u64 = 10;
/// Shares of the population in the sample count as one if their logarithms agree in steps of one over this.
const STEPS: f64 = 32.0;
/// Where the logarithm of the shape is looked for: from all orders of magnitude to one size.
const LN_SHAPE: (f64, f64) = (-14.0, 14.0);
/// How far apart the shapes are that are tried first.
const STRIDE: f64 = 0.5;
/// Where the logarithm of the rate is looked for; the upper end is that of a shape of 1.
const LN_RATE: (f64, f64) = (-21.0, 21.0);
/// Sizes of which fewer classes are expected are not compared one by one.
const LEAST_EXPECTED: f64 = 5.0;
/// How often an interval is narrowed until nothing is left of it.
const NARROWED: u32 = 60;
/// What adds less than this part of a sum adds nothing.
const NOTHING: f64 = 1e-18;

/// A model of the sizes of classes in the population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// α.
    shape: f64,
    /// β.
    rate: f64,
    /// Whether the sample says enough to choose them.
    sound: bool,
    /// Whether classes of the sample are of the sizes that the model expects.
    follows: bool,
}

/// Classes of which about the same share is in the sample.
#[derive(Default)]
struct Alike {
    classes: f64,
    rows: f64,
    people: f64,
}

impl Fit {
    /// Fits the model to the classes of a sample, each with its rows, at least 1, and the people that their weights add up
    /// to.
    ///
    /// # Example
    /// ```
    /// use amidst_models::{superpopulation::Fit, survey};
    /// // A hundred rows that are alone in a tenth of the population: if others were like them, some would be in it.
    /// let fit = Fit::new((0..100).map(|_| (1, 10.0)));
    /// assert!(fit.individual_risk(1, 10.0) > 0.99);
    /// assert!(survey::individual_risk(1, 10.0) < 0.26);
    /// ```
    pub fn new(classes: impl Iterator<Item = (u64, f64)>) -> Self {
        let mut by_size: BTreeMap<u64, f64> = BTreeMap::new();
        let mut by_share: BTreeMap<i64, Alike> = BTreeMap::new();
        for (rows, people) in classes {
            *by_size.entry(rows).or_default() += 1.0;
            let alike = by_share.entry((share(rows, people).ln() * STEPS).round() as i64).or_default();
            alike.classes += 1.0;
            alike.rows += rows as f64;
            alike.people += people.max(rows as f64);
        }
        let alike: Vec<Alike> = by_share.into_values().collect();
        let best_rate = |shape: f64| {
            let highest = LN_RATE.1 + shape.ln_1p();
            highest_point((LN_RATE.0, highest), |ln_rate| {
                alike.iter().map(|it| it.ln_likelihood(shape, ln_rate.exp())).sum()
            })
        };
        let profile = |ln_shape: f64| {
            let shape = ln_shape.exp();
            let of_sizes = by_size.iter().map(|(&rows, &n)| n * ln_rising(shape + 1.0, (rows - 1) as f64));
            best_rate(shape).1 + of_sizes.sum::<f64>()
        };
        let tried = (0..).map(|at| LN_SHAPE.0 + f64::from(at) * STRIDE).take_while(|at| *at <= LN_SHAPE.1);
        let first = tried.map(|at| (at, profile(at))).reduce(|a, b| if b.1 > a.1 { b } else { a });
        let (at, likelihood) = first.expect("there are shapes to try");
        let near = ((at - STRIDE).max(LN_SHAPE.0), (at + STRIDE).min(LN_SHAPE.1));
        let finer = highest_point(near, profile);
        let shape = if finer.1 > likelihood { finer.0 } else { at }.exp();
        let rate = best_rate(shape).0.exp();
        let classes: f64 = by_size.values().sum();
        Self {
            shape,
            rate,
            follows: follows(&by_size, &alike, shape, rate),
            sound: classes >= FEWEST as f64 && by_size.keys().any(|&rows| rows > 1),
        }
    }

    /// Whether the sample has enough classes to choose a model, and not all of them are of one row.
    pub fn is_sound(&self) -> bool {
        self.sound
    }

    /// Whether the classes of the sample are of the sizes that the model expects, as far as chance allows. Where they are
    /// not, the population is made otherwise, and what the model says of it may be too little or too much.
    pub fn follows(&self) -> bool {
        self.follows
    }

    /// The chance that somebody who knows the population, but not who is in the table, finds the person of a row: E[1/F]
    /// given the `rows` of its class, whose weights add up to `people`.
    ///
    /// It is p ∫ y^(f−1) (p + qy)^(α−1) dy from 0 to 1.
    pub fn individual_risk(&self, rows: u64, people: f64) -> f64 {
        let share = share(rows, people);
        let (p, q) = ((self.rate + share) / (1.0 + self.rate), (1.0 - share) / (1.0 + self.rate));
        if p >= 0.5 {
            return mean_reciprocal(rows as f64, self.shape + rows as f64, q);
        }
        // By parts: q (f + α) J(f+1) = 1 − f p J(f) for the integral J. Errors shrink by f p / q (f + α) each time.
        let first = -(self.shape * p.ln()).exp_m1() / (self.shape * q);
        let next = |j: f64, f: u64| (1.0 - f as f64 * p * j) / (q * (f as f64 + self.shape));
        p * (1..rows).fold(first, next)
    }
}

impl Alike {
    /// What these classes add to the logarithm of the likelihood, but for what does not depend on the rate.
    fn ln_likelihood(&self, shape: f64, rate: f64) -> f64 {
        let share = self.rows / self.people;
        // −ln of the chance that a class of intensity 1 per shape is not seen, and α/((1−θ)^−α − 1).
        let unseen = (share / rate).ln_1p();
        let power = shape * unseen;
        let ln_seen = shape.ln() - power - (-(-power).exp_m1()).ln();
        self.classes * ln_seen - self.rows * (rate / share).ln_1p()
    }
}

/// Whether the numbers of classes of 1, 2, … rows are those that the model expects, by Pearson's statistic: it has the mean
/// of its degrees of freedom and twice that as variance, and is believed up to four deviations. Sizes of which too few
/// classes are expected count as one.
fn follows(by_size: &BTreeMap<u64, f64>, alike: &[Alike], shape: f64, rate: f64) -> bool {
    let expected = |rows: u64| {
        let ln_size = ln_rising(shape + 1.0, (rows - 1) as f64) - ln_rising(1.0, rows as f64);
        let chance = |it: &Alike| {
            let one = Alike { classes: 1.0, rows: rows as f64, people: it.people / it.rows * rows as f64 };
            (one.ln_likelihood(shape, rate) + ln_size).exp()
        };
        alike.iter().map(|it| it.classes * chance(it)).sum::<f64>()
    };
    let classes: f64 = by_size.values().sum();
    let off = |found: f64, expected: f64| (found - expected).powi(2) / expected.max(1.0);
    let (mut statistic, mut sizes, mut found_left, mut expected_left) = (0.0, 0.0, classes, classes);
    for rows in 1.. {
        let (found, expected) = (by_size.get(&rows).copied().unwrap_or(0.0), expected(rows));
        if expected < LEAST_EXPECTED {
            break;
        }
        statistic += off(found, expected);
        sizes += 1.0;
        (found_left, expected_left) = (found_left - found, expected_left - expected);
    }
    statistic += off(found_left, expected_left);
    // The rest is one more size; the sum is given, and two parameters are fitted.
    let freedom: f64 = (sizes + 1.0 - 3.0_f64).max(1.0);
    statistic <= freedom + 4.0 * (2.0 * freedom).sqrt()
}

/// Where a function with one peak is highest in an interval, and how high, by golden sections.
fn highest_point((mut low, mut high): (f64, f64), of: impl Fn(f64) -> f64) -> (f64, f64) {
    let golden = (5_f64.sqrt() - 1.0) / 2.0;
    let at = |x: f64| (x, of(x));
    let (mut left, mut right) = (at(high - golden * (high - low)), at(low + golden * (high - low)));
    for _ in 0..NARROWED {
        if left.1 >= right.1 {
            high = right.0;
            right = left;
            left = at(high - golden * (high - low));
        } else {
            low = left.0;
            left = right;
            right = at(low + golden * (high - low));
        }
    }
    if left.1 >= right.1 { left } else { right }
}

/// E[1/(f + j)] for j with chances in proportion to Γ(r+j)/j! qʲ, summed from the most likely j to both sides.
fn mean_reciprocal(f: f64, r: f64, q: f64) -> f64 {
    let mode = ((r - 1.0).max(0.0) * q / (1.0 - q)).floor();
    let (mut chances, mut found) = (1.0, 1.0 / (f + mode));
    let mut add = |chance: f64, j: f64| {
        chances += chance;
        found += chance / (f + j);
        chance > NOTHING * chances
    };
    let (mut chance, mut j) = (1.0, mode);
    loop {
        chance *= (r + j) / (j + 1.0) * q;
        j += 1.0;
        if !add(chance, j) {
            break;
        }
    }
    let (mut chance, mut j) = (1.0, mode);
    while j > 0.0 {
        chance *= j / ((r + j - 1.0) * q);
        j -= 1.0;
        if !add(chance, j) {
            break;
        }
    }
    found / chances
}

/// The share of a class that is in the table.
fn share(rows: u64, people: f64) -> f64 {
    rows as f64 / people.max(rows as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::survey;

    fn near(found: f64, expected: f64, digits: f64) {
        assert!((found - expected).abs() <= digits * expected.abs(), "{found} is not {expected}");
    }

    /// E[1/F], term by term from j = 0.
    fn summed(fit: Fit, rows: u64, people: f64) -> f64 {
        let share = rows as f64 / people;
        let (r, q) = (fit.shape + rows as f64, (1.0 - share) / (1.0 + fit.rate));
        let (mut chance, mut sum) = ((r * (-q).ln_1p()).exp(), 0.0);
        for j in 0..60_000 {
            sum += chance / (rows as f64 + f64::from(j));
            chance *= (r + f64::from(j)) / f64::from(j + 1) * q;
        }
        sum
    }

    #[test]
    fn the_risk_is_the_sum_over_the_distribution() {
        for (shape, rate) in
            [(1e-3, 1e-4), (0.3, 0.002), (1.0, 0.5), (2.5, 0.02), (40.0, 0.4), (1e6, 1e4), (0.5, 1e6)]
        {
            let fit = Fit { shape, rate, sound: true, follows: true };
            for rows in [1, 2, 3, 7, 30, 90] {
                for weight in [1.0, 1.01, 1.9, 2.1, 10.0, 150.0] {
                    let people = rows as f64 * weight;
                    near(fit.individual_risk(rows, people), summed(fit, rows, people), 1e-8);
                }
            }
        }
    }

    #[test]
    fn without_shape_and_rate_it_is_that_of_benedetti_and_franconi() {
        let fit = Fit { shape: 1e-12, rate: 1e-14, sound: true, follows: true };
        for rows in [1, 2, 3, 7, 30] {
            for weight in [1.0, 1.5, 2.5, 10.0, 100.0, 1000.0] {
                let people = rows as f64 * weight;
                near(fit.individual_risk(rows, people), survey::individual_risk(rows, people), 1e-8);
            }
        }
    }

    #[test]
    fn the_limits_are_one_size_and_everybody_alone() {
        let one_size = Fit { shape: 1e6, rate: 1e4, sound: true, follows: true };
        // 1 + Poisson(99) others: the chance is (1 − e^−99)/99.
        near(one_size.individual_risk(1, 100.0), 1.0 / 99.0, 1e-3);
        let alone = Fit::new((0..50).map(|_| (1, 100.0)));
        assert!(!alone.is_sound());
        near(alone.individual_risk(1, 100.0), 1.0, 1e-6);
    }

    #[test]
    fn whole_classes_are_counted() {
        let fit = Fit::new([(1, 1.0), (3, 3.0), (7, 2.0)].into_iter());
        for rows in [1, 3, 7] {
            near(fit.individual_risk(rows, 1.0), 1.0 / rows as f64, 1e-12);
        }
        assert!(!fit.is_sound());
    }

    /// The expected numbers of classes of each size, for a geometric distribution of the sizes in the sample: a shape of 1.
    #[test]
    fn the_fit_finds_the_model_that_made_the_sizes() {
        let sizes =
            (0..16).flat_map(|at| (0..1 << (16 - at)).map(move |_| (at + 1, 100.0 * (at + 1) as f64)));
        let fit = Fit::new(sizes);
        near(fit.shape, 1.0, 0.01);
        near(fit.rate, 0.01, 0.01);
        assert!(fit.is_sound() && fit.follows());
        let otherwise = [(1, 900), (2, 10), (3, 10), (9, 80)].into_iter();
        let otherwise = otherwise.flat_map(|(rows, n)| (0..n).map(move |_| (rows, 100.0 * rows as f64)));
        assert!(!Fit::new(otherwise).follows());
    }
}
