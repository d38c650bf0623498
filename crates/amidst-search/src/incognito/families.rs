//! Sets of columns, and which of their nodes can be feasible.
//!
//! A node of a set has the columns outside it at the top. So it is a node of the lattice, and whether it is feasible is
//! asked and remembered like that of any other.

use crate::tags::Tags;

/// All sets of some columns, the smaller ones first.
pub(super) fn families(columns: Vec<usize>) -> impl Iterator<Item = Vec<usize>> {
    (1..=columns.len()).flat_map(move |size| {
        let places = std::iter::successors(Some((0..size).collect()), {
            let all = columns.len();
            move |places: &Vec<usize>| next_places(places, all)
        });
        let columns = columns.clone();
        places.map(move |places| places.iter().map(|&place| columns[place]).collect())
    })
}

/// The next way to choose as many places, in lexicographic order.
fn next_places(places: &[usize], all: usize) -> Option<Vec<usize>> {
    let at = (0..places.len()).rev().find(|&at| places[at] < all - (places.len() - at))?;
    let mut next = places[..at].to_vec();
    next.extend((places[at] + 1..).take(places.len() - at));
    Some(next)
}

/// Whether a node of a set survives in every set of one column less.
pub(super) fn is_candidate(tags: &Tags<'_>, family: &[usize], node: usize) -> bool {
    family.iter().all(|&column| tags.is_feasible(tags.grid.at_top(node, column)))
}

/// Goes through the candidates of a set, in lexicographic order; `false` if stopped.
///
/// The join: only what survived in the set of the first columns is extended by another column. The pruning: in the end
/// every set of one column less is asked.
pub(super) fn candidates(
    tags: &mut Tags<'_>,
    family: &[usize],
    visit: &mut impl FnMut(&Tags<'_>, usize),
) -> bool {
    let top = tags.grid.nodes - 1;
    extend(tags, family, 0, top, visit)
}

/// From a node of the first `extended` columns, with the others at the top.
fn extend(
    tags: &mut Tags<'_>,
    family: &[usize],
    extended: usize,
    node: usize,
    visit: &mut impl FnMut(&Tags<'_>, usize),
) -> bool {
    if tags.run.is_stopped() {
        return false;
    }
    let column = family[extended];
    let (stride, span) = (tags.grid.strides[column], tags.grid.top[column] - tags.grid.bottom[column]);
    for below_top in (0..=usize::from(span)).rev() {
        let node = node - below_top * stride;
        if extended + 1 == family.len() {
            if is_candidate(tags, family, node) {
                visit(tags, node);
            }
        } else if tags.is_feasible(node) && !extend(tags, family, extended + 1, node, visit) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_comes_once_and_after_all_its_subsets() {
        let columns = vec![1, 4, 5, 7];
        let all: Vec<Vec<usize>> = families(columns).collect();
        assert_eq!(all[..5], [vec![1], vec![4], vec![5], vec![7], vec![1, 4]]);
        assert_eq!((all.len(), all.last()), (15, Some(&vec![1, 4, 5, 7])));
        for (at, family) in all.iter().enumerate() {
            assert!(family.is_sorted() && !all[..at].contains(family));
            assert!(all[at..].iter().all(|later| later.len() >= family.len()));
        }
        assert_eq!(families(Vec::new()).count(), 0);
    }
}
