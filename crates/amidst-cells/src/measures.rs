//! What a partition costs, measured on the covers that its classes show.

use rayon::prelude::*;

use crate::{Axis, Cover, Objective, Partition, Points, Shares, prices::weights};

/// What one column lost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ColumnLoss {
    /// Mean share of the domain, under [`Objective::Loss`].
    pub loss: f64,
    /// Mean share of the domain, under [`Objective::Gcp`].
    pub gcp: f64,
    /// Mean level over the height of the hierarchy; without one, the same as `loss`.
    pub precision: f64,
    /// The sum that this is the mean of.
    pub levels: f64,
    /// Rows whose cell is no longer the single value it was.
    pub changed: u64,
    /// Of these, rows whose cell tells nothing any more.
    pub suppressed: u64,
}

/// What a partition costs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Column by column.
    pub columns: Vec<ColumnLoss>,
}

/// Rows by cover are summed first and multiplied once, so that no order of work shows.
#[derive(Clone, Copy, Default)]
struct Sums {
    rows: u64,
    loss: f64,
    gcp: f64,
    precision: f64,
    changed: u64,
    suppressed: u64,
}

impl Measured {
    /// Measures a partition.
    pub fn new(axes: &[Axis], points: &Points, partition: &Partition) -> Self {
        let covers = partition.all_covers(axes, points);
        let rows: Vec<u64> =
            (0..partition.len()).into_par_iter().map(|class| partition.rows(class)).collect();
        let column = |at: usize| {
            let axis = &axes[at];
            if axis.is_wide_set() && !partition.has_regions() {
                return of_own_values(axis, points, partition, at);
            }
            let own = covers.iter().skip(at).step_by(axes.len());
            let mut rows_of_cover: Vec<(Cover, u64)> = own.copied().zip(rows.iter().copied()).collect();
            rows_of_cover.par_sort_unstable();
            let mut sums = Sums::default();
            for group in rows_of_cover.chunk_by(|a, b| a.0 == b.0) {
                sums.add(axis, group[0].0, group.iter().map(|(_, rows)| rows).sum());
            }
            sums.leave_out(partition.rows_left_out());
            sums.mean()
        };
        Self { columns: (0..axes.len()).into_par_iter().map(column).collect() }
    }

    /// The score under an objective: lower is better, 0 if nothing was lost. Weights are divided by the largest.
    pub fn score(&self, axes: &[Axis], objective: Objective) -> f64 {
        let columns = || weights(axes).into_iter().zip(&self.columns);
        let number = axes.len().max(1) as f64;
        match objective {
            Objective::Loss => {
                columns().map(|(weight, it)| 1.0 + weight * it.loss).product::<f64>().powf(1.0 / number) - 1.0
            }
            Objective::Gcp => columns().map(|(weight, it)| weight * it.gcp).sum::<f64>() / number,
            Objective::Levels => columns().map(|(weight, it)| weight * it.levels).sum(),
        }
    }
}

/// A column whose classes show the sets of their own values.
fn of_own_values(axis: &Axis, points: &Points, partition: &Partition, at: usize) -> ColumnLoss {
    let of_class = |class: usize| {
        let codes = partition.codes(points, class, at).unwrap_or_default();
        let shares = [Objective::Loss, Objective::Gcp].map(|objective| axis.share_of(objective, &codes));
        let rows = partition.rows(class);
        (codes.len(), axis.is_everything(&codes), shares[0].to_bits(), shares[1].to_bits(), rows)
    };
    let mut classes: Vec<_> = (0..partition.len()).into_par_iter().map(of_class).collect();
    classes.par_sort_unstable();
    let mut sums = Sums::default();
    for (number, is_everything, loss, gcp, rows) in classes {
        let weight = rows as f64;
        let loss = f64::from_bits(loss);
        sums.rows += rows;
        sums.loss += weight * loss;
        sums.gcp += weight * f64::from_bits(gcp);
        sums.precision += weight * loss;
        sums.changed += if number > 1 { rows } else { 0 };
        sums.suppressed += if is_everything { rows } else { 0 };
    }
    sums.leave_out(partition.rows_left_out());
    sums.mean()
}

impl Sums {
    fn add(&mut self, axis: &Axis, cover: Cover, rows: u64) {
        let weight = rows as f64;
        let loss = axis.share(Objective::Loss, cover);
        let precision = match (axis.label_of(cover), axis.hierarchy()) {
            (Some((level, _)), Some(hierarchy)) => f64::from(level) / f64::from(hierarchy.height().max(1)),
            _ if axis.is_single(cover) => axis.shares(cover).precision,
            _ => loss,
        };
        self.rows += rows;
        self.loss += weight * loss;
        self.gcp += weight * axis.share(Objective::Gcp, cover);
        self.precision += weight * precision;
        let is_kept = axis.is_single(cover) && axis.shares(cover) == Shares::default();
        self.changed += if is_kept { 0 } else { rows };
        self.suppressed += if axis.is_suppressed(cover) { rows } else { 0 };
    }

    /// Rows of which nothing is told. Their cells are not counted: they are not in the release.
    fn leave_out(&mut self, rows: u64) {
        self.rows += rows;
        self.loss += rows as f64;
        self.gcp += rows as f64;
        self.precision += rows as f64;
    }

    fn mean(self) -> ColumnLoss {
        let mean = |sum: f64| if self.rows == 0 { 0.0 } else { sum / self.rows as f64 };
        ColumnLoss {
            loss: mean(self.loss),
            gcp: mean(self.gcp),
            precision: mean(self.precision),
            levels: self.precision,
            changed: self.changed,
            suppressed: self.suppressed,
        }
    }
}
