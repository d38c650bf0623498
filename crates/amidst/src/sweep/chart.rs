//! Where the curves of a sweep lie: one for each algorithm and limit, risk to the right, what is lost upwards.

use super::{Sweep, SweepPoint};

/// Every k that is worth a mark on the axis.
const MARKED: [u64; 16] = [1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300, 500, 1000, 2000, 5000, 10_000];

/// The scales of both axes.
pub(super) struct Chart {
    /// Logarithms of the smallest and the largest k: as far apart as those of the risks.
    first: f64,
    last: f64,
    /// The largest loss on the axis.
    most: f64,
}

/// The points of one curve that have a result, by k, and its name.
pub(super) struct Curve<'a> {
    pub name: String,
    /// Which algorithm it is, and which limit.
    pub algorithm: usize,
    pub limit: usize,
    pub points: Vec<(&'a SweepPoint, f64)>,
}

impl Chart {
    pub fn of(sweep: &Sweep) -> Self {
        let ks = || sweep.points.iter().map(|point| (point.k as f64).ln());
        let losses = sweep.points.iter().filter_map(|point| Some(point.result.as_ref()?.objective.value));
        let most = losses.fold(0.0, f64::max);
        Self { first: ks().fold(f64::MAX, f64::min), last: ks().fold(0.0, f64::max), most: rounded_up(most) }
    }

    /// The place of a risk, as a share of the axis: the highest on the left.
    pub fn across(&self, k: u64) -> f64 {
        let share = ((k as f64).ln() - self.first) / (self.last - self.first).max(f64::MIN_POSITIVE);
        if self.last > self.first { share } else { 0.5 }
    }

    /// The place of a loss, as a share of the axis.
    pub fn up(&self, loss: f64) -> f64 {
        loss / self.most
    }

    /// Every k with a mark.
    pub fn ks(&self) -> impl Iterator<Item = u64> {
        let is_within =
            |k: &u64| ((*k as f64).ln() - self.first) > -1e-9 && ((*k as f64).ln() - self.last) < 1e-9;
        MARKED.into_iter().filter(is_within)
    }

    /// Every loss with a mark.
    pub fn losses(&self) -> impl Iterator<Item = f64> {
        (0..=4).map(|quarter| self.most * f64::from(quarter) / 4.0)
    }
}

/// The curves, in the order of the points.
pub(super) fn curves(sweep: &Sweep) -> Vec<Curve<'_>> {
    let (mut algorithms, mut limits) = (Vec::new(), Vec::new());
    let of_series =
        sweep.points.chunk_by(|a, b| (&a.algorithm, a.suppression) == (&b.algorithm, b.suppression));
    let curve = |points: &'_ [SweepPoint]| {
        let SweepPoint { algorithm, suppression, .. } = &points[0];
        Curve {
            name: format!("{algorithm}, at most {suppression} suppressed"),
            algorithm: place(&mut algorithms, algorithm.clone()),
            limit: place(&mut limits, *suppression),
            points: Vec::new(),
        }
    };
    let mut curves: Vec<Curve<'_>> = of_series.clone().map(curve).collect();
    for (curve, points) in curves.iter_mut().zip(of_series) {
        curve.points =
            points.iter().filter_map(|it| Some((it, it.result.as_ref()?.objective.value))).collect();
    }
    curves
}

fn place<T: PartialEq>(known: &mut Vec<T>, one: T) -> usize {
    known.iter().position(|it| *it == one).unwrap_or_else(|| {
        known.push(one);
        known.len() - 1
    })
}

/// The next number of which a quarter is a round one.
fn rounded_up(most: f64) -> f64 {
    if most <= 0.0 {
        return 1.0;
    }
    let unit = 10_f64.powf(most.log10().floor());
    let round = [1.0, 2.0, 4.0, 6.0, 8.0, 10.0].map(|times| times * unit);
    round.into_iter().find(|round| most <= round * (1.0 + 1e-9)).unwrap_or(10.0 * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_at_a_round_number_that_is_no_less() {
        for (most, end) in [(0.0, 1.0), (0.31, 0.4), (0.4, 0.4), (1.0, 1.0), (0.7, 0.8), (123.0, 200.0)] {
            assert!((rounded_up(most) - end).abs() < 1e-9, "{most}: {}", rounded_up(most));
        }
    }
}
