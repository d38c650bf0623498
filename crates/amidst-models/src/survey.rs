//! The people of the population behind the rows of a survey, of whom only an estimate is known.
//!
//! A class of f rows whose weights add up to F̂ shows p = f/F̂ of its people. How many they are, F, is then taken to follow
//! a negative binomial distribution, that of the trials up to the f-th success: P(F = h) = C(h−1, f−1) p^f (1−p)^(h−f) for
//! h ≥ f. It supposes that people were drawn independently of what the quasi columns say of them, and of the sizes of
//! classes in the population that all orders of magnitude are equally likely. A row stands for itself at least, so that F̂
//! is at least f.
//!
//! References: R. Benedetti, L. Franconi, *Statistical and technological solutions for controlled data dissemination*,
//! Pre-proceedings of New Techniques and Technologies for Statistics, 1998. L. Franconi, S. Polettini, *Individual risk
//! estimation in µ-Argus: a review*, Privacy in Statistical Databases, LNCS 3050, 2004.

use crate::population::ln_rising;

/// From so many rows on the series below needs few terms, whatever the weights.
const MANY: u64 = 64;
/// What adds less than this part of a sum adds nothing.
const NOTHING: f64 = 1e-18;
/// More people than this are not told apart.
const MOST: u64 = 1 << 53;

/// The individual risk of Benedetti and Franconi: the chance that somebody who knows the population, but not who is in the
/// table, finds the person of a row, E[1/F]. The class has `rows` rows, at least 1, whose weights add up to `people`.
///
/// It is p^f/f · ₂F₁(f, f; f+1; 1−p), which equals ∫ y^(f−1) / (1 + cy) dy from 0 to 1 with c = (1−p)/p.
///
/// # Example
/// ```
/// let risk = amidst_models::survey::individual_risk(1, 10.0);
/// assert!((risk - 10_f64.ln() / 9.0).abs() < 1e-15);
/// ```
pub fn individual_risk(rows: u64, people: f64) -> f64 {
    let share = share(rows, people);
    let odds = (1.0 - share) / share;
    if odds < 1.0 || rows >= MANY {
        return series(rows, share);
    }
    // ∫ y^f / (1 + cy) dy = (1/f − ∫ y^(f−1) / (1 + cy) dy) / c, from f = 1 on.
    let first = odds.ln_1p() / odds;
    (1..rows).fold(first, |risk, rows| (1.0 / rows as f64 - risk) / odds)
}

/// p Σ q^j j! (f−1)! / (f+j)!, all terms positive, each less than q times the one before.
fn series(rows: u64, share: f64) -> f64 {
    let rows = rows as f64;
    let (mut term, mut sum, mut at) = (1.0 / rows, 0.0, 0.0);
    while term > sum * NOTHING {
        sum += term;
        at += 1.0;
        term *= (1.0 - share) * at / (rows + at);
    }
    share * sum
}

/// The chance that fewer than `k` people are behind a class of `rows` rows whose weights add up to `people`.
///
/// # Example
/// ```
/// let chance = amidst_models::survey::chance_below(5, 1, 10.0);
/// assert!((chance - (1.0 - 0.9_f64.powi(4))).abs() < 1e-12);
/// ```
pub fn chance_below(k: u64, rows: u64, people: f64) -> f64 {
    if rows >= k {
        return 0.0;
    }
    let share = share(rows, people);
    if share >= 1.0 {
        return 1.0;
    }
    // Fewer than k trials up to the f-th success: k − 1 trials have f or more.
    let trials = k - 1;
    let term = |successes: u64| {
        let (others, ln_ways) = ((trials - successes) as f64, ln_choose(trials, successes));
        (ln_ways + successes as f64 * share.ln() + others * (-share).ln_1p()).exp()
    };
    let odds = share / (1.0 - share);
    if trials as f64 * share < rows as f64 {
        let next = |at: u64| (trials - at) as f64 / (at + 1) as f64 * odds;
        return sum(term(rows), (rows..trials).map(next)).min(1.0);
    }
    let next = |at: u64| at as f64 / (trials - at + 1) as f64 / odds;
    (1.0 - sum(term(rows - 1), (1..rows).rev().map(next))).max(0.0)
}

/// A first term and those after it, each the one before times a factor; factors fall, the first is at most 1.
fn sum(first: f64, factors: impl Iterator<Item = f64>) -> f64 {
    let (mut term, mut sum) = (first, first);
    for factor in factors {
        term *= factor;
        if term <= sum * NOTHING {
            break;
        }
        sum += term;
    }
    sum
}

/// The people that are behind a class but for a chance of `significance`: the largest k that [`chance_below`] admits.
pub fn people_but_for(significance: f64, rows: u64, people: f64) -> u64 {
    let admits = |k: u64| chance_below(k, rows, people) <= significance;
    let (mut least, mut step) = (rows, 1);
    while least < MOST && admits(least + step) {
        least += step;
        step *= 2;
    }
    while step > 1 {
        step /= 2;
        if admits(least + step) {
            least += step;
        }
    }
    least
}

/// The share of a class that is in the table.
fn share(rows: u64, people: f64) -> f64 {
    rows as f64 / people.max(rows as f64)
}

fn ln_choose(of: u64, some: u64) -> f64 {
    ln_rising((of - some + 1) as f64, some as f64) - ln_rising(1.0, some as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Classes of all kinds: rows, and the people that their weights add up to.
    fn classes() -> impl Iterator<Item = (u64, f64)> {
        let rows = [1, 2, 3, 4, 5, 7, 12, 40, 63, 64, 65, 200];
        rows.into_iter().flat_map(|rows| {
            [1.0, 1.001, 1.5, 1.999, 2.001, 3.0, 10.0, 97.5, 1000.0]
                .map(|weight| (rows, rows as f64 * weight))
        })
    }

    fn near(found: f64, expected: f64, digits: f64) {
        assert!((found - expected).abs() <= digits * expected.abs(), "{found} is not {expected}");
    }

    #[test]
    fn the_risk_is_what_integration_finds() {
        for (rows, people) in classes() {
            let share = rows as f64 / people;
            let odds = (1.0 - share) / share;
            // Simpson's rule over ln y, which spreads what lies near 0.
            let of = |x: f64| (rows as f64 * x).exp() / (1.0 + odds * x.exp());
            let (from, steps) = (-45.0 / rows as f64, 60_000);
            let width = -from / f64::from(steps);
            let weight = |at: u32| f64::from(if at == 0 || at == steps { 1 } else { 2 + 2 * (at % 2) });
            let sum: f64 = (0..=steps).map(|at| weight(at) * of(from + f64::from(at) * width)).sum();
            near(individual_risk(rows, people), sum * width / 3.0, 1e-8);
        }
    }

    #[test]
    fn few_rows_have_closed_forms() {
        for weight in [1.5, 2.5, 10.0, 250.0_f64] {
            let (p, q) = (1.0 / weight, 1.0 - 1.0 / weight);
            near(individual_risk(1, weight), p / q * (1.0 / p).ln(), 1e-12);
            near(individual_risk(2, 2.0 * weight), p / (q * q) * (p * p.ln() + q), 1e-11);
            let third = p / (2.0 * q.powi(3)) * (q * (3.0 * q - 2.0) - 2.0 * p * p * p.ln());
            near(individual_risk(3, 3.0 * weight), third, 1e-10);
        }
        assert_eq!(individual_risk(7, 7.0), 1.0 / 7.0);
        assert_eq!(individual_risk(7, 3.0), 1.0 / 7.0);
        near(individual_risk(1, 10.0), 0.2558, 1e-3);
    }

    /// The chances of 1 to `most` people, each from the one before.
    fn chances(rows: u64, people: f64, most: u64) -> Vec<f64> {
        let share = rows as f64 / people;
        let mut ln = rows as f64 * share.ln();
        let mut chances = vec![0.0; rows as usize];
        for people in rows..=most {
            chances.push(ln.exp());
            ln += (-share).ln_1p() + (people as f64).ln() - ((people - rows + 1) as f64).ln();
        }
        chances
    }

    #[test]
    fn chance_and_risk_are_sums_over_the_distribution() {
        for (rows, people) in classes().filter(|&(rows, people)| people > rows as f64 && people < 700.0) {
            let chances = chances(rows, people, 40_000);
            let risk: f64 = chances.iter().enumerate().skip(1).map(|(people, p)| p / people as f64).sum();
            near(individual_risk(rows, people), risk, 1e-9);
            let mut below = 0.0;
            for k in 1..1_000 {
                let found = chance_below(k, rows, people);
                assert!((found - below).abs() < 1e-9, "{k} of {rows} in {people}: {found} is not {below}");
                below += chances.get(k as usize).unwrap_or(&0.0);
            }
        }
    }

    #[test]
    fn people_but_for_a_chance_are_the_most_that_it_admits() {
        for (rows, people) in classes() {
            for significance in [0.001, 0.01, 0.05, 0.5] {
                let k = people_but_for(significance, rows, people);
                assert!(k >= rows && chance_below(k, rows, people) <= significance);
                assert!(chance_below(k + 1, rows, people) > significance, "{rows} in {people}: {k}");
            }
        }
        assert_eq!(people_but_for(0.01, 1, 10.0), 1);
        assert_eq!(people_but_for(0.01, 1, 1_000.0), 11);
    }
}
