//! Mean, spread and quantiles of numbers, before and after. Changes only: a quantile is a cell.

use serde::Serialize;

/// The quantiles whose change is told, in per cent.
const QUANTILES: [u32; 5] = [5, 25, 50, 75, 95];

/// How the numbers of a column changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct NumberChange {
    /// The mean, in standard deviations of the original.
    pub mean: f64,
    /// The standard deviation, as a part of that of the original: 0 stayed, -0.1 is a tenth less.
    pub standard_deviation: f64,
    /// The 5th, 25th, 50th, 75th and 95th percentile, in standard deviations of the original.
    pub quantiles: [f64; 5],
}

/// Compares two sets of numbers with their rows, both ascending. `None` if either is empty, or where the original is one
/// number only and the release is not the same.
pub(super) fn change(before: &[(f64, f64)], after: &[(f64, f64)]) -> Option<NumberChange> {
    let (mean_before, deviation_before) = moments(before)?;
    let (mean_after, deviation_after) = moments(after)?;
    let moved = QUANTILES.map(|percent| quantile(after, percent) - quantile(before, percent));
    if deviation_before == 0.0 {
        let is_same = deviation_after == 0.0 && mean_after == mean_before;
        return is_same.then(NumberChange::default);
    }
    Some(NumberChange {
        mean: (mean_after - mean_before) / deviation_before,
        standard_deviation: deviation_after / deviation_before - 1.0,
        quantiles: moved.map(|moved| moved / deviation_before),
    })
}

/// Mean and standard deviation.
fn moments(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let rows: f64 = points.iter().map(|(_, rows)| rows).sum();
    if rows <= 0.0 {
        return None;
    }
    let mean = points.iter().map(|(number, rows)| number * rows).sum::<f64>() / rows;
    let variance = points.iter().map(|(number, rows)| (number - mean).powi(2) * rows).sum::<f64>() / rows;
    Some((mean, variance.sqrt()))
}

/// The smallest number that at least so many per cent of the rows do not exceed.
fn quantile(points: &[(f64, f64)], percent: u32) -> f64 {
    let rows: f64 = points.iter().map(|(_, rows)| rows).sum();
    let wanted = rows * f64::from(percent) / 100.0;
    let mut below = 0.0;
    for (number, rows) in points {
        below += rows;
        if below >= wanted {
            return *number;
        }
    }
    points.last().map_or(f64::NAN, |(number, _)| *number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_in_standard_deviations() {
        // 0, 4 (mean 2, deviation 2) become 2, 4 (mean 3, deviation 1).
        let change = change(&[(0.0, 1.0), (4.0, 1.0)], &[(2.0, 1.0), (4.0, 1.0)]).expect("rows");
        assert_eq!((change.mean, change.standard_deviation), (0.5, -0.5));
        assert_eq!(change.quantiles, [1.0, 1.0, 1.0, 0.0, 0.0]);
    }

    #[test]
    fn a_column_of_one_number_has_no_deviation_to_measure_by() {
        assert_eq!(change(&[(7.0, 2.0)], &[(7.0, 1.0)]), Some(NumberChange::default()));
        assert_eq!(change(&[(7.0, 2.0)], &[(8.0, 1.0)]), None);
        assert_eq!(change(&[(7.0, 2.0)], &[]), None);
    }
}
