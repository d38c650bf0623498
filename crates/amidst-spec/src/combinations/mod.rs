//! k of combinations of quasi columns: what is asked of each, what each reaches, and what must be said of it.

mod combined;
mod requirement;

pub use combined::{Combination, CombinationResults};
pub use requirement::{CombinationRequirement, MOST};

/// How many subsets of a size there are; as many as can be counted if there are more.
pub fn binomial(columns: usize, size: usize) -> u128 {
    if size > columns {
        return 0;
    }
    // As many are left out as taken, so the smaller number will do; then a product never falls again.
    (0..size.min(columns - size) as u128).fold(1, |number: u128, at| {
        number.checked_mul(columns as u128 - at).map_or(u128::MAX, |product| product / (at + 1))
    })
}

/// All subsets of a size of so many columns, as ascending places, in the order of a dictionary.
pub fn subsets(columns: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let behind = |first: usize| {
        let rest = subsets(columns - first - 1, size - 1);
        rest.into_iter().map(move |rest| {
            std::iter::once(first).chain(rest.into_iter().map(|at| first + 1 + at)).collect()
        })
    };
    (0..columns).flat_map(behind).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_are_all_there_each_once() {
        assert_eq!(subsets(4, 2), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        for (columns, size) in [(1, 1), (5, 3), (9, 3), (7, 7), (3, 0), (3, 5)] {
            let all = subsets(columns, size);
            assert_eq!(all.len() as u128, binomial(columns, size));
            assert!(all.windows(2).all(|pair| pair[0] < pair[1]));
            let fits =
                |one: &[usize]| one.len() == size && one.is_sorted() && one.iter().all(|&at| at < columns);
            assert!(all.iter().all(|one| fits(one)));
        }
    }

    #[test]
    fn more_subsets_than_can_be_counted_are_as_many_as_can() {
        assert_eq!((binomial(500, 250), binomial(500, 499)), (u128::MAX, 500));
    }
}
