//! k of a population that is only known by its size.

/// The rows that a class needs so that a group of `k` people would show as many with at most a chance of `significance`,
/// given that it shows any: a class without a row is not seen.
///
/// If each of `k` people is in the table with a chance of `fraction`, about Poisson(k · fraction) of them are. The number
/// asked for is the least with P(rows or more) ≤ significance · P(1 or more); it is never above `k`, because the rows of
/// a class are people of the population.
pub(super) fn least_rows(k: u64, fraction: f64, significance: f64) -> u64 {
    let mean = k as f64 * fraction;
    if mean <= 0.0 {
        return k.min(1);
    }
    // No table has so many rows, so nothing depends on how many more would be asked.
    if mean > f64::from(u32::MAX) {
        return k;
    }
    // Terms by their ratios to the largest, which is that of the mean: nothing is too small to be told from 0.
    let peak = mean.floor() as u64;
    let below = ratios(peak, |rows| (rows > 0).then(|| (rows - 1, rows as f64 / mean)));
    let above = ratios(peak, |rows| Some((rows + 1, mean / (rows + 1) as f64)));
    let seen = |ratios: &[(u64, f64)]| -> f64 {
        ratios.iter().rev().filter(|(rows, _)| *rows > 0).map(|(_, ratio)| ratio).sum()
    };
    let all = seen(&below) + seen(&above) + if peak > 0 { 1.0 } else { 0.0 };
    // From the most rows down, the smallest terms first.
    let terms = above.into_iter().rev().chain([(peak, 1.0)]).chain(below);
    let mut sum = 0.0;
    for (rows, ratio) in terms {
        sum += ratio;
        if rows == 0 || sum > significance * all {
            return (rows + 1).clamp(1, k);
        }
    }
    1
}

/// The terms from a number on, each as its ratio to that of the number, until they add nothing.
fn ratios(from: u64, next: impl Fn(u64) -> Option<(u64, f64)>) -> Vec<(u64, f64)> {
    let first = next(from);
    let step = |&(rows, ratio): &(u64, f64)| {
        let (rows, factor) = next(rows)?;
        Some((rows, ratio * factor)).filter(|(_, ratio)| *ratio > NEGLIGIBLE)
    };
    std::iter::successors(first, step).collect()
}

/// Far below what a chance of an error can be.
const NEGLIGIBLE: f64 = 1e-40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_that_is_seen_has_a_row_and_that_row_is_no_evidence() {
        let asked = [(5, 0.001), (5, 0.01), (11, 0.002), (20, 0.0005), (5, 0.05), (5, 1.0), (1, 0.3)];
        let least = asked.map(|(k, fraction)| least_rows(k, fraction, 0.01));
        assert_eq!(least, [2, 3, 3, 2, 3, 5, 1]);
        assert_eq!(least_rows(5, 0.1, 0.05), 3);
        assert!((10_160..10_170).contains(&least_rows(100_000, 0.1, 0.05)));
    }
}
