//! How many people are behind the classes of a sample, told by a model that is fitted to the sizes of all of its classes.
//!
//! Each class of the population has an intensity λ, drawn from a gamma distribution of shape α and rate β; its people are
//! Poisson(λ), of whom each is in the sample with the chance π, the inverse of the mean weight of the class. A class of the
//! sample then has f rows by a negative binomial distribution of which nothing is seen where f = 0. α and β are those that
//! make the sizes of the seen classes most likely. Given f, the people who are not in the sample, F − f, are again negative
//! binomial: P(F − f = j) = Γ(r+j)/(Γ(r) j!) pʳ qʲ with r = α + f, q = (1−π)/(1+β) and p = 1 − q.
//!
//! Where the sizes of the classes speak against that model it is led towards them, as far as they ask, by steps of the EM
//! algorithm over all mixtures of sizes, of which no form is supposed. Those mixtures that the sample does not speak
//! against also say between which bounds the average risk lies.
//!
//! With α and β → 0 that is the prior of Benedetti and Franconi, see [`crate::survey`]; with α → ∞ all classes are
//! of one size, and with α/β → 0 everybody is alone.
//!
//! References: J. Bethlehem, W. Keller, J. Pannekoek, *Disclosure control of microdata*, JASA 85(409), 1990. C. Skinner,
//! N. Shlomo, *Assessing identification risk in survey microdata using log-linear models*, JASA 103(483), 2008.

mod mixture;

use std::collections::BTreeMap;

use crate::{population::ln_rising, survey};
use mixture::{BELIEVED, MOST_ROWS, Mixtures, Stratum};

/// Fewer classes than this do not tell what the others are like.
const FEWEST: u64 = 10;
/// Shares of the population in the sample count as one if their logarithms agree in steps of one over this.
const STEPS: f64 = 32.0;
/// The same for mixtures, which need no more.
const COARSE_STEPS: f64 = 4.0;
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
/// What a model rules out it is led back to at last.
const NEVER: f64 = 1e-12;
/// What adds less than this part of a sum adds nothing.
const NOTHING: f64 = 1e-18;

/// A model of the sizes of classes in the population.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// α.
    shape: f64,
    /// β.
    rate: f64,
    /// Whether the sample says enough to choose them.
    sound: bool,
    /// Whether classes of the sample are of the sizes that the model expects.
    follows: bool,
    /// What the sample is compared with where no model is supposed.
    mixtures: Mixtures,
    /// The model as the sample corrects it, where it speaks against it.
    corrected: Option<Vec<f64>>,
    /// Rows of classes of more rows than mixtures look at, and who of them is found.
    large: (f64, f64),
    /// All rows.
    rows: f64,
}

/// Classes of which about the same share is in the sample.
#[derive(Clone, Debug, Default)]
struct Alike {
    classes: f64,
    rows: f64,
    people: f64,
    /// How many have 1, 2, … rows, as far as mixtures look.
    by_rows: [f64; MOST_ROWS as usize],
}

impl Fit {
    /// The share of samples whose [interval](Self::interval) is to hold the truth.
    pub const LEVEL: f64 = 0.95;

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
        let (mut finely, mut coarsely) = (Shares::default(), Shares::default());
        let mut large = (0.0, 0.0);
        for (rows, people) in classes {
            *by_size.entry(rows).or_default() += 1.0;
            add(&mut finely, STEPS, rows, people);
            add(&mut coarsely, COARSE_STEPS, rows, people);
            if rows > MOST_ROWS {
                large.0 += rows as f64;
                large.1 += rows as f64 * survey::individual_risk(rows, people);
            }
        }
        let alike: Vec<Alike> = finely.into_values().collect();
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
        let coarse: Vec<Alike> = coarsely.into_values().collect();
        let sound = classes >= FEWEST as f64 && by_size.keys().any(|&rows| rows > 1);
        let mixtures = Mixtures::new(&coarse.iter().map(Alike::stratum).collect::<Vec<_>>());
        let follows = follows(&by_size, &alike, shape, rate);
        Self {
            shape,
            rate,
            follows,
            sound,
            corrected: if sound && !follows { corrected(&mixtures, &coarse, shape, rate) } else { None },
            mixtures,
            large,
            rows: coarse.iter().map(|it| it.rows).sum(),
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

    /// Whether the model was corrected because the sizes of the classes speak against it.
    pub fn is_corrected(&self) -> bool {
        self.corrected.is_some()
    }

    /// Between which bounds the average of the individual risk over the rows lies, by all mixtures of sizes that the sample
    /// does not speak against at a level of 95 %.
    pub fn interval(&self) -> (f64, f64) {
        let (low, high) = if self.large.0 < self.rows { self.mixtures.interval() } else { (0.0, 0.0) };
        let of_rows = |found: f64| ((found + self.large.1) / self.rows).min(1.0);
        (of_rows(low), of_rows(high))
    }

    /// The chance that somebody who knows the population, but not who is in the table, finds the person of a row: E[1/F]
    /// given the `rows` of its class, whose weights add up to `people`.
    ///
    /// It is p ∫ y^(f−1) (p + qy)^(α−1) dy from 0 to 1, or what a corrected model says.
    pub fn individual_risk(&self, rows: u64, people: f64) -> f64 {
        let share = share(rows, people);
        match &self.corrected {
            Some(_) if rows > MOST_ROWS => survey::individual_risk(rows, people),
            Some(mixture) => self.mixtures.individual_risk(mixture, rows, share),
            None => self.of_model(rows, share),
        }
    }

    /// The people that are behind a class of `rows` rows but for a chance of `significance`, as
    /// [`survey::people_but_for`] tells of a class alone; beyond `most` they are not counted.
    ///
    /// # Example
    /// ```
    /// use amidst_models::{superpopulation::Fit, survey};
    /// // A hundred rows that are alone in a thousandth of the population: if others were like them, some would be in it.
    /// let fit = Fit::new((0..100).map(|_| (1, 1_000.0)));
    /// assert_eq!(fit.people_but_for(0.01, 1, 1_000.0, 20), 1);
    /// assert_eq!(survey::people_but_for(0.01, 1, 1_000.0), 11);
    /// ```
    pub fn people_but_for(&self, significance: f64, rows: u64, people: f64, most: u64) -> u64 {
        let share = share(rows, people);
        let found = match &self.corrected {
            _ if share >= 1.0 => rows,
            Some(_) if rows > MOST_ROWS => survey::people_but_for(significance, rows, people),
            Some(mixture) => self.mixtures.people_but_for(significance, mixture, rows, share),
            None => rows + self.others_but_for(significance, rows, share, most.saturating_sub(rows)),
        };
        found.min(most)
    }

    /// The people of a class who are not in the sample, by the model.
    fn others_but_for(&self, significance: f64, rows: u64, share: f64, most: u64) -> u64 {
        let (r, ln_rate) = (self.shape + rows as f64, self.rate.ln_1p());
        let (ln_p, ln_q) = ((self.rate + share).ln() - ln_rate, (-share).ln_1p() - ln_rate);
        // As logarithms, for the chance that there are none may be too small to be told from 0.
        let (mut ln_chance, mut fewer) = (r * ln_p, 0.0);
        for others in 0..most {
            fewer += ln_chance.exp();
            if fewer > significance {
                return others;
            }
            ln_chance += ((r + others as f64) / (others + 1) as f64).ln() + ln_q;
        }
        most
    }

    fn of_model(&self, rows: u64, share: f64) -> f64 {
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

/// Classes by about the share of them that is in the sample.
type Shares = BTreeMap<i64, Alike>;

fn add(shares: &mut Shares, steps: f64, rows: u64, people: f64) {
    let alike = shares.entry((share(rows, people).ln() * steps).round() as i64).or_default();
    alike.classes += 1.0;
    alike.rows += rows as f64;
    alike.people += people.max(rows as f64);
    if let Some(classes) = alike.by_rows.get_mut(rows as usize - 1) {
        *classes += 1.0;
    }
}

/// The model of this shape and rate as the sample corrects it, unless it is believed as it is.
fn corrected(mixtures: &Mixtures, alike: &[Alike], shape: f64, rate: f64) -> Option<Vec<f64>> {
    let expected = alike.iter().flat_map(|it| (1..=MOST_ROWS).map(|rows| it.expected(rows, shape, rate)));
    let (_, best) = mixtures.most_likely();
    if best - mixtures.ln_likelihood_of(expected) <= BELIEVED {
        return None;
    }
    // Rows of classes of F people are as many as such classes times F.
    let ln = |size: f64| {
        ln_rising(shape + 1.0, size - 1.0) - ln_rising(1.0, size) - size * rate.ln_1p() + size.ln()
    };
    let most = mixtures.grid().map(|(size, _)| ln(size)).fold(f64::NEG_INFINITY, f64::max);
    let model: Vec<f64> =
        mixtures.grid().map(|(size, width)| width * (ln(size) - most).exp().max(NEVER)).collect();
    Some(mixtures.corrected(&model, best))
}

impl Alike {
    fn stratum(&self) -> Stratum {
        Stratum { share: self.rows / self.people, rows: self.rows, classes: self.by_rows }
    }

    /// How many of these classes have so many rows by the model.
    fn expected(&self, rows: u64, shape: f64, rate: f64) -> f64 {
        let ln_size = ln_rising(shape + 1.0, (rows - 1) as f64) - ln_rising(1.0, rows as f64);
        let people = self.people / self.rows * rows as f64;
        let one = Self { classes: 1.0, rows: rows as f64, people, ..Self::default() };
        self.classes * (one.ln_likelihood(shape, rate) + ln_size).exp()
    }

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
    let expected = |rows: u64| alike.iter().map(|it| it.expected(rows, shape, rate)).sum::<f64>();
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

    /// A model as it is, whatever the sample.
    fn model(shape: f64, rate: f64) -> Fit {
        Fit { shape, rate, corrected: None, ..Fit::new([(1, 2.0)].into_iter()) }
    }

    fn near(found: f64, expected: f64, digits: f64) {
        assert!((found - expected).abs() <= digits * expected.abs(), "{found} is not {expected}");
    }

    /// E[1/F], term by term from j = 0.
    fn summed(fit: &Fit, rows: u64, people: f64) -> f64 {
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
            let fit = model(shape, rate);
            for rows in [1, 2, 3, 7, 30, 90] {
                for weight in [1.0, 1.01, 1.9, 2.1, 10.0, 150.0] {
                    let people = rows as f64 * weight;
                    near(fit.individual_risk(rows, people), summed(&fit, rows, people), 1e-8);
                }
            }
        }
    }

    #[test]
    fn people_but_for_a_chance_are_those_of_benedetti_and_franconi_without_shape_and_rate() {
        let fit = model(1e-12, 1e-14);
        for rows in [1, 3, 7, 60] {
            for weight in [1.0, 1.5, 10.0, 300.0] {
                let (people, most) = (rows as f64 * weight, u64::MAX);
                let expected = survey::people_but_for(0.01, rows, people);
                assert_eq!(fit.people_but_for(0.01, rows, people, most), expected, "{rows} in {people}");
                assert_eq!(fit.people_but_for(0.01, rows, people, 5), expected.min(5));
            }
        }
        // 1 + Poisson(99) others, and nobody else.
        let (one_size, alone) = (model(1e6, 1e4), model(0.5, 1e6));
        assert!((70..90).contains(&one_size.people_but_for(0.01, 1, 100.0, 1_000)));
        assert_eq!(alone.people_but_for(0.01, 1, 100.0, 1_000), 1);
    }

    #[test]
    fn without_shape_and_rate_it_is_that_of_benedetti_and_franconi() {
        let fit = model(1e-12, 1e-14);
        for rows in [1, 2, 3, 7, 30] {
            for weight in [1.0, 1.5, 2.5, 10.0, 100.0, 1000.0] {
                let people = rows as f64 * weight;
                near(fit.individual_risk(rows, people), survey::individual_risk(rows, people), 1e-8);
            }
        }
    }

    #[test]
    fn the_limits_are_one_size_and_everybody_alone() {
        let one_size = model(1e6, 1e4);
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

    /// Half of the people are alone and half in classes of 100: far more rows are alone than any gamma distribution leaves
    /// so beside the large classes.
    #[test]
    fn a_model_that_the_sample_speaks_against_is_corrected() {
        let share: f64 = 0.01;
        let poisson = |rows: u64| {
            (rows as f64 * (100.0 * share).ln() - 100.0 * share - ln_rising(1.0, rows as f64)).exp()
        };
        let large = (1..8).flat_map(|rows| (0..(20_000.0 * poisson(rows)) as u64).map(move |_| rows));
        let rows: Vec<u64> = (0..20_000).map(|_| 1).chain(large).collect();
        let fit = Fit::new(rows.iter().map(|&rows| (rows, rows as f64 / share)));
        assert!(fit.is_sound() && !fit.follows() && fit.is_corrected());
        let total: f64 = rows.iter().map(|&rows| rows as f64).sum();
        let average =
            |risk: &dyn Fn(u64) -> f64| rows.iter().map(|&n| n as f64 * risk(n)).sum::<f64>() / total;
        // A row is mostly of somebody alone, three rows are mostly of many.
        assert_eq!(fit.people_but_for(0.01, 1, 100.0, 1_000), 1);
        assert!(fit.people_but_for(0.5, 3, 300.0, 1_000) > 20);
        let by_model = average(&|rows| fit.of_model(rows, share));
        let corrected = average(&|rows| fit.individual_risk(rows, rows as f64 / share));
        let (low, high) = fit.interval();
        assert!(by_model < 0.2 && corrected > 1.5 * by_model, "{by_model} and {corrected}");
        assert!(low < corrected && 0.5 < high && high < 0.6, "{low} to {high}");
    }

    #[test]
    fn a_model_that_made_the_sample_is_not_corrected() {
        let sizes =
            (0..12).flat_map(|at| (0..1 << (12 - at)).map(move |_| (at + 1, 100.0 * (at + 1) as f64)));
        let fit = Fit::new(sizes);
        assert!(!fit.is_corrected());
        let (low, high) = fit.interval();
        let average = fit.individual_risk(1, 100.0);
        assert!(low < average && average < high, "{low} to {high}");
    }
}
