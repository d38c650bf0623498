//! How wide a column is in a region.

use crate::{Axis, Cover, Objective};

/// The part of the domain from one code to another, times the weight of the column: the leaves under the lowest common
/// label, the stretch between two places, or the number of values between. A missing value among others is as wide as
/// everything.
pub fn width(axis: &Axis, weight: f64, (low, high): (u32, u32)) -> f64 {
    let known = axis.values() - u32::from(axis.missing().is_some());
    weight
        * match axis.places() {
            _ if low == high => 0.0,
            _ if axis.missing() == Some(high) => 1.0,
            Some(_) => axis.share(Objective::Loss, Cover::interval(low, high)),
            None if axis.hierarchy().is_some() => axis.share(Objective::Gcp, Cover::interval(low, high)),
            None => f64::from(high - low) / f64::from(known - 1),
        }
}

/// The columns that more than one value is left of, the widest first; of several alike the first of `order`, which has every
/// column.
pub fn widest_first(widths: &[f64], order: &[usize], bounds: &[(u32, u32)]) -> impl Iterator<Item = usize> {
    let mut left: Vec<usize> = order.iter().copied().filter(|&at| bounds[at].0 < bounds[at].1).collect();
    std::iter::from_fn(move || {
        let wider = |a: &usize, b: &usize| widths[left[*a]].total_cmp(&widths[left[*b]]).then(b.cmp(a));
        let widest = (0..left.len()).max_by(wider)?;
        Some(left.remove(widest))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use amidst_core::Hierarchy;

    use super::*;

    fn texts(known: usize, missing: bool) -> Vec<Option<Box<str>>> {
        (0..known).map(|at| Some(at.to_string().into())).chain(missing.then_some(None)).collect()
    }

    #[test]
    fn every_kind_of_column_has_its_width() {
        let places = Axis::ranges("age", texts(3, true), vec![30.0, 35.0, 50.0]);
        assert_eq!(width(&places, 1.0, (0, 1)), 0.25);
        assert_eq!(width(&places, 2.0, (1, 3)), 2.0);
        assert_eq!(width(&places, 1.0, (3, 3)), 0.0);
        let sets = Axis::sets("job", texts(5, true));
        assert_eq!(width(&sets, 1.0, (1, 2)), 0.25);
        assert_eq!(width(&sets, 1.0, (4, 5)), 1.0);
        assert_eq!(width(&Axis::blanks("job", texts(5, false)), 1.0, (1, 4)), 0.75);
        let path = |(leaf, group): (&str, &str)| [leaf, group, "*"].map(|it| Some(it.into())).to_vec();
        let paths = [("a", "ab"), ("b", "ab"), ("c", "cd"), ("d", "cd")].map(path);
        let labels = Axis::labels("zip", Arc::new(Hierarchy::from_paths(paths.to_vec()).unwrap()));
        assert_eq!((width(&labels, 1.0, (0, 1)), width(&labels, 1.0, (1, 2))), (0.5, 1.0));
    }

    #[test]
    fn the_widest_comes_first() {
        let bounds = [(0, 1), (2, 2), (0, 3), (1, 2)];
        let widths = [0.5, 0.0, 0.7, 0.5];
        assert_eq!(widest_first(&widths, &[0, 1, 2, 3], &bounds).collect::<Vec<_>>(), [2, 0, 3]);
        assert_eq!(widest_first(&widths, &[3, 2, 1, 0], &bounds).collect::<Vec<_>>(), [2, 3, 0]);
    }
}
