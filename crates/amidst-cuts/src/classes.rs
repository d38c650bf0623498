//! From a set of splits to classes of rows and what they show.

use amidst_cells::{Axis, Cover, Judge, Member, Partition};

use crate::ground::Ground;

/// The classes that some splits make. Those that do not meet the conditions are left out.
pub fn partition(ground: &Ground<'_>, splits: &[u32]) -> Partition {
    let (axes, points) = (ground.problem.axes, ground.problem.points);
    let firsts = ground.firsts(splits.iter().copied());
    let mut keyed: Vec<(u128, Member)> = ground
        .grains
        .iter()
        .map(|grain| {
            let member = Member { point: grain.point, rows: grain.rows };
            (ground.coarsened(grain.key, &firsts), member)
        })
        .collect();
    keyed.sort_unstable_by_key(|(key, member)| (*key, member.point));
    let mut judge = Judge::new(&ground.problem.conditions, points);
    let (mut classes, mut keys, mut left_out) = (Vec::<Vec<Member>>::new(), Vec::new(), Vec::new());
    for same in keyed.chunk_by(|a, b| a.0 == b.0) {
        let members = same.iter().map(|(_, member)| *member);
        if judge.holds(members.clone().map(|member| (member.point, member.rows))) {
            keys.push(same[0].0);
            classes.push(members.collect());
        } else {
            left_out.extend(members);
        }
    }
    let shown: Option<Vec<ShownIntervals>> = (0..axes.len())
        .map(|axis| {
            let released = classes.iter().flatten().map(|member| points.codes(member.point)[axis]);
            ShownIntervals::new(&axes[axis], &firsts[axis], released)
        })
        .collect();
    let partition = Partition::new(classes).with_left_out(left_out);
    let Some(shown) = shown else { return partition };
    let regions = keys.iter().flat_map(|&key| {
        shown.iter().enumerate().map(move |(axis, shown)| shown.of_first(ground.code(key, axis)))
    });
    partition.with_regions(regions.collect())
}

/// What the intervals of a column are shown as.
struct ShownIntervals {
    /// By the first code of an interval.
    covers: Vec<Option<Cover>>,
}

impl ShownIntervals {
    /// Labels of a hierarchy are those of all values. Elsewhere an interval is named after released values alone: values that
    /// only suppressed rows have are not told. Nothing if that cannot be said of a set of very many values.
    fn new(axis: &Axis, firsts: &[u32], released: impl Iterator<Item = u32>) -> Option<Self> {
        let mut is_released = vec![axis.hierarchy().is_some(); firsts.len()];
        released.for_each(|code| is_released[code as usize] = true);
        let mut covers: Vec<Option<Cover>> = vec![None; firsts.len()];
        for (code, &first) in (0_u32..).zip(firsts).filter(|(code, _)| is_released[*code as usize]) {
            let cover = &mut covers[first as usize];
            *cover = Some(cover.map_or_else(|| axis.cover(code), |known| axis.join(known, axis.cover(code))));
        }
        let is_named =
            |cover: &Cover| !axis.is_wide_set() || axis.codes(*cover).all(|code| is_released[code as usize]);
        covers.iter().flatten().all(is_named).then_some(Self { covers })
    }

    fn of_first(&self, first: u32) -> Cover {
        self.covers[first as usize].expect("an interval of a class has a released value")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[&str]) -> Vec<Option<Box<str>>> {
        values.iter().map(|&value| Some(value.into())).collect()
    }

    #[test]
    fn intervals_are_named_after_released_values() {
        let places = vec![20.0, 30.0, 40.0, 90.0];
        let axis = Axis::ranges("age", texts(&["20", "30", "40", "90"]), places);
        let shown =
            ShownIntervals::new(&axis, &[0, 0, 2, 2], [0, 1, 2].into_iter()).expect("ranges are named");
        let label = |first| axis.label(shown.of_first(first)).expect("a label").into_owned();
        assert!(label(2) == "40" && !label(0).contains("40"), "{} and {}", label(0), label(2));
        let axis = Axis::sets("job", texts(&["baker", "cook", "spy"]));
        let shown = ShownIntervals::new(&axis, &[0, 0, 0], [0, 1].into_iter()).expect("sets are named");
        let label = axis.label(shown.of_first(0)).expect("a label");
        assert!(!label.contains("spy"), "{label}");
    }

    #[test]
    fn a_set_of_many_values_is_no_interval_if_one_of_them_was_suppressed() {
        let names: Vec<String> = (100..200).map(|number| format!("v{number}")).collect();
        let axis = Axis::sets("code", names.iter().map(|name| Some(name.as_str().into())).collect());
        let firsts = vec![0; 100];
        assert!(ShownIntervals::new(&axis, &firsts, 0..100).is_some());
        assert!(ShownIntervals::new(&axis, &firsts, (0..100).filter(|&code| code != 50)).is_none());
    }
}
