//! k of a population that is only known by its size.

/// The rows that a class needs so that fewer than `k` people in the population are behind it with at most a chance of
/// `significance`.
///
/// If `k` people are behind a class and each of them is in the table with a chance of `fraction`, about Poisson(k ·
/// fraction) of them are. The number asked for is the least that so few people exceed with no more than that chance; it
/// is never above `k`, because the rows of a class are people of the population.
pub(super) fn least_rows(k: u64, fraction: f64, significance: f64) -> u64 {
    let mean = k as f64 * fraction;
    if mean <= 0.0 {
        return k.min(1);
    }
    // In logarithms, because the first terms may be too small to be told from 0.
    let (mut term, mut below) = (-mean, 0.0);
    for rows in 0..k {
        if below >= 1.0 - significance {
            return rows.max(1);
        }
        below += term.exp();
        term += mean.ln() - ((rows + 1) as f64).ln();
    }
    k
}
