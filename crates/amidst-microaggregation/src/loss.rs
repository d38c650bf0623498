//! How much of the numbers a partition loses.

use amidst_cells::{Partition, Problem};

/// The information loss of showing means: 100 times the squares within classes over all squares, on standardised
/// columns. Columns of numbers and dates count, and of these the cells that are not missing; 0 if there is nothing to lose.
pub fn information_loss(problem: &Problem<'_>, partition: &Partition) -> f64 {
    let (mut within, mut all) = (0.0, 0.0);
    for (at, axis) in problem.axes.iter().enumerate() {
        let Some(places) = axis.places() else { continue };
        let cells = |class: usize| {
            let members = partition.class(class).iter();
            members.filter_map(move |member| {
                let place = places.get(problem.points.codes(member.point)[at] as usize)?;
                Some((*place, f64::from(member.rows)))
            })
        };
        let total = squares((0..partition.len()).flat_map(cells));
        if total > 0.0 {
            let rows: f64 = (0..partition.len()).flat_map(cells).map(|(_, rows)| rows).sum();
            // Standardised with n − 1, the squares of a column sum to that.
            let inside: f64 = (0..partition.len()).map(|class| squares(cells(class))).sum();
            within += inside / total * (rows - 1.0);
            all += rows - 1.0;
        }
    }
    if all > 0.0 { 100.0 * within / all } else { 0.0 }
}

/// The sum of squared distances to the mean.
fn squares(cells: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let Some((origin, _)) = cells.clone().next() else { return 0.0 };
    let sum = |(sum, all): (f64, f64), (place, rows): (f64, f64)| (sum + rows * (place - origin), all + rows);
    let (sum, rows) = cells.clone().fold((0.0, 0.0), sum);
    let mean = origin + sum / rows;
    cells.map(|(place, rows)| rows * (place - mean) * (place - mean)).sum()
}
