//! Pitman's model: people come one by one, and each joins a class or starts a new one, with chances given by α and θ.
//!
//! With u classes among n rows, the next starts a class with the chance (θ + uα)/(θ + n) and joins one of i rows with
//! (i − α)/(θ + n). α (from 0 to below 1) and θ (above −α) are the most likely ones for the classes seen. Of N people,
//! N·Γ(θ+1)Γ(N+θ+α−1) / (Γ(θ+α)Γ(N+θ)) are then expected to be alone, which for large N is Γ(θ+1)/Γ(θ+α)·N^α.

use super::{
    Sample,
    gamma::{ln_rising, reciprocals},
    root,
};

/// The range of α. Below it digits run out; the model with α = 0, Ewens's, is all but reached.
const ALPHA: (f64, f64) = (1e-4, 1.0 - 1e-9);

/// The range of ln(θ + α).
const LN_START: (f64, f64) = (-30.0, 60.0);

/// The people expected to be alone.
pub fn uniques(sample: &Sample<'_>) -> Option<f64> {
    if sample.sizes.classes() as f64 == sample.rows {
        return None;
    }
    let (alpha, start) = most_likely(sample)?;
    let alone = ln_rising(start, 1.0 - alpha) - ln_rising(sample.people + start - 1.0, 1.0 - alpha);
    Some(sample.people * alone.exp())
}

/// The most likely α and θ + α.
fn most_likely(sample: &Sample<'_>) -> Option<(f64, f64)> {
    let fall =
        |alpha: f64| start(sample, alpha).map_or(f64::NAN, |start| -slope_in_alpha(sample, alpha, start));
    let alpha = if fall(ALPHA.0) >= 0.0 { ALPHA.0 } else { root(ALPHA.0, ALPHA.1, fall)? };
    Some((alpha, start(sample, alpha)?))
}

/// The most likely θ + α for an α.
fn start(sample: &Sample<'_>, alpha: f64) -> Option<f64> {
    let starts = sample.sizes.classes() as f64 - 1.0;
    let fall = |ln: f64| {
        let start = ln.exp();
        reciprocals(start + (1.0 - alpha), sample.rows - 1.0) - reciprocals(start / alpha, starts) / alpha
    };
    root(LN_START.0, LN_START.1, fall).map(f64::exp)
}

/// How the logarithm of the likelihood grows with α.
fn slope_in_alpha(sample: &Sample<'_>, alpha: f64, start: f64) -> f64 {
    let starts = sample.sizes.classes() as f64 - 1.0;
    let started = starts - (start - alpha) * reciprocals(start / alpha, starts) / alpha;
    let joined = |(size, classes): (u64, u64)| classes as f64 * reciprocals(1.0 - alpha, size as f64 - 1.0);
    started / alpha - sample.sizes.iter().map(joined).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use amidst_core::{Sizes, model::Estimator};

    use super::{
        super::{tests::*, uniques},
        *,
    };

    fn sample(sizes: &Sizes, fraction: f64) -> Sample<'_> {
        let rows = sizes.rows() as f64;
        Sample { sizes, fraction, rows, people: rows / fraction, alone: sizes.of(1) as f64 }
    }

    /// The logarithm of the chance of these classes, factor by factor, but for what depends on neither parameter.
    fn likelihood(sizes: &Sizes, theta: f64, alpha: f64) -> f64 {
        let run = |terms: u64, of: &dyn Fn(f64) -> f64| (1..terms).map(|i| of(i as f64).ln()).sum::<f64>();
        let within = |(size, classes): (u64, u64)| classes as f64 * run(size, &|j| j - alpha);
        run(sizes.classes(), &|i| theta + i * alpha) - run(sizes.rows(), &|i| theta + i)
            + sizes.iter().map(within).sum::<f64>()
    }

    #[test]
    fn the_parameters_are_the_most_likely_ones() {
        for classes in [
            &[(1, 60), (2, 30), (3, 10), (9, 5)][..],
            &[(1, 50), (2, 2), (9, 1)],
            &[(1, 900), (2, 40), (5, 3), (200, 1)],
            &[(1, 30), (40, 2)],
        ] {
            let sizes = sizes(classes);
            let sample = sample(&sizes, 0.05);
            let (alpha, start) = most_likely(&sample).unwrap();
            let theta = start - alpha;
            let best = likelihood(&sizes, theta, alpha);
            let step = 1e-3;
            for (far, near) in
                [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step), (step, step), (step, -step)]
            {
                let other = likelihood(&sizes, theta + far * (theta + alpha), alpha + near * (1.0 - alpha));
                assert!(other < best, "{classes:?}: {other} at a step, {best} at the solution");
            }
        }
    }

    #[test]
    fn where_classes_are_too_even_alpha_stays_at_its_edge() {
        let sizes = sizes(&[(1, 2), (30, 20)]);
        let sample = sample(&sizes, 0.05);
        let (alpha, start) = most_likely(&sample).unwrap();
        assert_eq!(alpha, ALPHA.0);
        // Ewens: N·θ/(θ + N − 1) people alone.
        let theta = start - alpha;
        let ewens = sample.people * theta / (theta + sample.people - 1.0);
        assert!((uniques(&sizes, 0.05, Estimator::Pitman).unwrap() / ewens - 1.0).abs() < 2e-3);
    }

    #[test]
    fn one_person_after_another_gives_the_same_expectation() {
        let sizes = sizes(&[(1, 60), (2, 30), (3, 10), (9, 5)]);
        let sample = sample(&sizes, 0.1);
        let (alpha, start) = most_likely(&sample).unwrap();
        // Someone stays alone if each of the others joins someone else or starts a class.
        let others = 1..sample.people as u64;
        let alone: f64 = others.map(|i| (start + i as f64 - 1.0) / (start - alpha + i as f64)).product();
        near(uniques(&sizes, 0.1, Estimator::Pitman).unwrap(), sample.people * alone);
    }
}
