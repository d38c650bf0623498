//! The largest part of a class that may hold, for models that bound shares or means.
//!
//! What a model asks of a part is weakened to one linear condition, under which the largest part is easily found: then no part
//! that holds is larger. Sums are of floating-point numbers, so every answer is rounded up by more than they may be off.

use amidst_core::ClassSummary;

/// A value of a class.
#[derive(Clone, Copy, Debug)]
pub struct Capped {
    /// The rows that have it.
    pub rows: f64,
    /// The largest share of a part that it may be counted for.
    pub share: f64,
}

/// A value of a class.
#[derive(Clone, Copy, Debug)]
pub struct Costly {
    /// The rows that have it.
    pub rows: f64,
    /// What each of them costs.
    pub cost: f64,
}

/// Steps towards the largest part. Each ends at a size that no part exceeds; the first ones go farthest.
const STEPS: usize = 8;
/// What sums of shares may be off, relative to them.
const SLACK: f64 = 1e-9;

/// The most rows m of a class of which values with Σ min(rows, share · m) ≥ least · m can be kept.
///
/// Less what it must reach, the sum is concave in m and 0 for m = 0. Where it is too small, it lies below its tangent, so sizes
/// down to where the tangent meets 0 are too large as well.
pub fn within_shares(values: &[Capped], least: f64) -> f64 {
    let least = least * (1.0 - SLACK);
    let mut most: f64 = values.iter().map(|value| value.rows).sum();
    for _ in 0..STEPS {
        let (mut constant, mut slope) = (0.0, -least);
        for value in values {
            match value.share * most < value.rows {
                true => slope += value.share,
                false => constant += value.rows,
            }
        }
        if constant + slope * most >= 0.0 {
            break;
        }
        most = constant / -slope;
    }
    most
}

/// The most rows of a class that can be kept so that their costs, one for each value, are at most `limit` on average.
/// Those that cost most go first.
pub fn within_mean(mut values: Vec<Costly>, limit: f64) -> f64 {
    values.sort_unstable_by(|a, b| b.cost.total_cmp(&a.cost));
    let (mut kept, mut excess, mut scale) = (0.0, 0.0, limit.abs());
    for &Costly { rows, cost } in &values {
        kept += rows;
        excess += rows * (cost - limit);
        scale = f64::max(scale, cost.abs());
    }
    excess -= kept * scale * SLACK;
    for Costly { rows, cost } in values {
        if excess <= 0.0 || cost <= limit {
            break;
        }
        let gone = f64::min(rows, excess / (cost - limit));
        kept -= gone;
        excess -= gone * (cost - limit);
    }
    kept
}

/// Takes rows of the most frequent values away until so many are left, and none of them is more frequent than the others cut.
pub fn cut_down(rows: &mut [f64], left: f64) {
    let mut order: Vec<f64> = rows.to_vec();
    order.sort_unstable_by(|a, b| b.total_cmp(a));
    let mut rest: f64 = order.iter().sum();
    for (values, most) in (1..).zip(&order) {
        rest -= most;
        let height = (left - rest) / f64::from(values);
        if order.get(values as usize).is_none_or(|next| *next <= height) {
            rows.iter_mut().for_each(|own| *own = own.min(height));
            return;
        }
    }
}

/// The rows of a class, if at most so many of those with a value can be kept. Rows without a value prove nothing and are kept,
/// unless nobody with a value is left: such a part fails.
pub fn with_unknown(class: &ClassSummary<'_>, known: f64) -> u64 {
    let all = class.known();
    let kept = ((known * (1.0 + SLACK) + SLACK).floor() as u64).min(all);
    if kept == 0 { 0 } else { class.rows - (all - kept) }
}
