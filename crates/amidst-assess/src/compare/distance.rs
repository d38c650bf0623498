//! How far apart two distributions are. Pure arithmetic.

/// Total variation and Hellinger distance, both from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DistributionDistance {
    pub total_variation: f64,
    pub hellinger: f64,
}

/// The distances between two distributions, from how many rows each value has in the one and in the other.
pub(super) fn distances(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<DistributionDistance> {
    let (before, after) = pairs.clone().fold((0.0, 0.0), |sums, pair| (sums.0 + pair.0, sums.1 + pair.1));
    if before <= 0.0 || after <= 0.0 {
        return None;
    }
    let mut distances = DistributionDistance { total_variation: 0.0, hellinger: 0.0 };
    for (p, q) in pairs {
        let (p, q) = (p / before, q / after);
        distances.total_variation += (p - q).abs() / 2.0;
        distances.hellinger += (p.sqrt() - q.sqrt()).powi(2) / 2.0;
    }
    let within = |distance: f64| distance.clamp(0.0, 1.0);
    Some(DistributionDistance {
        total_variation: within(distances.total_variation),
        hellinger: within(distances.hellinger.sqrt()),
    })
}

/// The first Wasserstein distance between two sets of numbers with their rows: the area between the two distribution
/// functions, as a part of `range`. `None` if either is empty.
pub(super) fn wasserstein(before: &[(f64, f64)], after: &[(f64, f64)], range: (f64, f64)) -> Option<f64> {
    let total = |points: &[(f64, f64)]| points.iter().map(|(_, rows)| rows).sum::<f64>();
    let (before_rows, after_rows) = (total(before), total(after));
    if before_rows <= 0.0 || after_rows <= 0.0 {
        return None;
    }
    let first = before.iter().map(|(number, rows)| (*number, *rows, 0.0));
    let second = after.iter().map(|(number, rows)| (*number, 0.0, *rows));
    let mut points: Vec<(f64, f64, f64)> = first.chain(second).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut below_before, mut below_after, mut area) = (0.0, 0.0, 0.0);
    for pair in points.windows(2) {
        below_before += pair[0].1;
        below_after += pair[0].2;
        let gap: f64 = below_before / before_rows - below_after / after_rows;
        area += gap.abs() * (pair[1].0 - pair[0].0);
    }
    let (least, most) = range;
    match most > least {
        true => Some(area / (most - least)),
        false => (area == 0.0).then_some(0.0),
    }
}

/// The entropy of a distribution in bits; the same whatever the order of the values.
pub(super) fn entropy(rows: &[u64]) -> f64 {
    let mut rows = rows.to_vec();
    rows.sort_unstable();
    let total = rows.iter().sum::<u64>() as f64;
    let bits = |&rows: &u64| if rows == 0 { 0.0 } else { rows as f64 * (total / rows as f64).log2() };
    if total == 0.0 { 0.0 } else { rows.iter().map(bits).sum::<f64>() / total }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn distances_are_as_their_formulas_say() {
        // P = (1/2, 1/2, 0), Q = (1/4, 1/4, 1/2).
        let found = distances([(2.0, 1.0), (2.0, 1.0), (0.0, 2.0)].into_iter()).expect("rows");
        assert!(close(found.total_variation, 0.5));
        let hellinger = ((0.5_f64.sqrt() - 0.25_f64.sqrt()).powi(2) + 0.5 / 2.0).sqrt();
        assert!(close(found.hellinger, hellinger));
    }

    #[test]
    fn equal_distributions_are_at_no_distance_and_disjoint_ones_at_one() {
        let same = distances([(3.0, 6.0), (7.0, 14.0)].into_iter()).expect("rows");
        assert_eq!((same.total_variation, same.hellinger), (0.0, 0.0));
        let distances = distances([(3.0, 0.0), (0.0, 5.0)].into_iter()).expect("rows");
        assert_eq!((distances.total_variation, distances.hellinger), (1.0, 1.0));
    }

    #[test]
    fn wasserstein_moves_rows_over_numbers() {
        // Half of the rows go from 0 to 5, in a range of 10.
        let found = wasserstein(&[(0.0, 2.0), (10.0, 2.0)], &[(5.0, 1.0), (10.0, 1.0)], (0.0, 10.0));
        assert!(close(found.expect("rows"), 0.25));
        assert_eq!(wasserstein(&[(4.0, 2.0)], &[(4.0, 9.0)], (4.0, 4.0)), Some(0.0));
        assert_eq!(wasserstein(&[(4.0, 2.0)], &[(5.0, 9.0)], (4.0, 4.0)), None);
        assert_eq!(wasserstein(&[(4.0, 2.0)], &[], (0.0, 9.0)), None);
    }

    #[test]
    fn entropy_is_in_bits() {
        assert_eq!((entropy(&[5]), entropy(&[]), entropy(&[2, 2, 2, 2])), (0.0, 0.0, 2.0));
        assert!(close(entropy(&[1, 3, 0]), 0.25 * 4.0_f64.log2() + 0.75 * (4.0_f64 / 3.0).log2()));
    }
}
