//! Laws of pinned recipes: the next batch gets the same labels, and nothing is told that the labels do not show.

use std::collections::{BTreeMap, BTreeSet};

use proptest::{prelude::*, sample::select};

use super::{
    Decimal, Hierarchy, Recipe, automatic,
    builders::*,
    properties::{Values, anything, build, days, decimals, integers, texts, values},
};
use crate::{Dictionary, HierarchyError, Kind};

/// The next batch: some of the values met before, in other numbers, and some that were not.
fn next_batch(first: &Values, fresh: Values, seed: u64) -> Values {
    let returns = |at: usize| (seed >> (at % 60)) & 1 == 1;
    let known = first.iter().enumerate().filter(|(at, _)| returns(*at));
    let known = known.map(|(at, (value, rows))| (value.clone(), 1 + rows * (at as u64 % 5)));
    let mut batch: BTreeMap<Option<String>, u64> = fresh.into_iter().collect();
    batch.extend(known);
    batch.into_iter().collect()
}

/// Two batches of the same kind of values.
fn batches(values: impl Strategy<Value = Values> + Clone) -> impl Strategy<Value = (Values, Values)> {
    (values.clone(), values, any::<u64>()).prop_map(|(first, fresh, seed)| {
        let second = next_batch(&first, fresh, seed);
        (first, second)
    })
}

fn label(hierarchy: &Hierarchy, value: Option<&str>, level: u8) -> Option<Option<String>> {
    let path = hierarchy.path(hierarchy.leaf(value)?);
    Some(path[usize::from(level)].as_deref().map(String::from))
}

/// Without missing cells, which a tree does not hold.
fn known((first, second): (Values, Values)) -> (Values, Values) {
    let known = |values: Values| values.into_iter().filter(|(value, _)| value.is_some()).collect();
    (known(first), known(second))
}

/// Builds over the values that have a place.
fn build_placed(recipe: &Recipe, values: &Values) -> Result<Hierarchy, HierarchyError> {
    let places = |value: &Option<String>| value.as_deref().is_none_or(|value| recipe.places(value));
    let placed = || values.iter().filter(|(value, _)| places(value));
    let dictionary: Dictionary = placed().map(|(value, _)| value.as_deref()).collect();
    recipe.build(&dictionary, &placed().map(|(_, rows)| *rows).collect::<Vec<_>>())
}

/// What is released of a level, if some leaves are not.
fn shown(hierarchy: &Hierarchy, level: u8, hidden: impl Fn(u32) -> bool) -> ReleasedLabels {
    ReleasedLabels::new(hierarchy, level, (0..hierarchy.leaves() as u32).filter(|leaf| !hidden(*leaf)))
}

/// The labels of a level as a release shows them.
fn released(
    recipe: &Recipe,
    hierarchy: &Hierarchy,
    level: u8,
    shown: &ReleasedLabels,
) -> Vec<Option<String>> {
    match recipe.neighbours() {
        Some(neighbours) if 0 < level && level < hierarchy.height() => {
            neighbours.labels(hierarchy, level, shown)
        }
        _ => hierarchy.labels(level).map(|label| label.map(String::from)).collect(),
    }
}

/// Checks every level of a recipe; `hidden` says of each leaf whether all its rows are suppressed.
fn check(
    recipe: &Recipe,
    (first, second): &(Values, Values),
    hidden: impl Fn(u32) -> bool,
) -> Result<(), TestCaseError> {
    let original = build(recipe, first);
    for level in 0..=original.height() {
        // A list written by hand has leaves that no row has.
        let leaves = first.iter().filter_map(|(value, _)| original.leaf(value.as_deref()));
        let shown = ReleasedLabels::new(&original, level, leaves.filter(|leaf| !hidden(*leaf)));
        let pinned = recipe.pinned(&original, level, &shown);
        let again = match build_placed(&pinned, first) {
            Err(HierarchyError::Empty) => continue,
            again => again.expect("what has a place can be built"),
        };
        prop_assert_eq!(again.height(), original.height());
        let is_shown =
            |value: &Option<String>| original.leaf(value.as_deref()).is_some_and(|leaf| !hidden(leaf));
        let leaves = first.iter().filter(|(value, _)| is_shown(value));
        let leaves = leaves.filter_map(|(value, _)| again.leaf(value.as_deref()));
        prop_assert_eq!(&pinned.pinned(&again, level, &ReleasedLabels::new(&again, level, leaves)), &pinned);
        let (ancestors, labels) = (original.ancestors(0, level), released(recipe, &original, level, &shown));
        for (value, _) in first {
            let leaf = original.leaf(value.as_deref()).expect("it was built over these");
            if !hidden(leaf) {
                let expected = labels[ancestors[leaf as usize] as usize].clone();
                prop_assert_eq!(
                    label(&again, value.as_deref(), level),
                    Some(expected),
                    "{} {}",
                    level,
                    pinned
                );
            }
        }
        let next = match build_placed(&pinned, second) {
            Err(HierarchyError::Empty) => continue,
            next => next.expect("what has a place can be built"),
        };
        prop_assert_eq!(next.height(), original.height());
        for (value, _) in second.iter().filter(|(value, _)| first.iter().any(|(known, _)| known == value)) {
            let (before, after) =
                (label(&again, value.as_deref(), level), label(&next, value.as_deref(), level));
            prop_assert_eq!(before, after, "{} {}", level, pinned);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn prefixes_stay_the_same(
        batches in batches(prop_oneof![values(texts()), values("[0-9]{5}".boxed()), values("[a-c]{0,1}".boxed())].boxed()),
        keep in prop_oneof![Just(Lengths::All), Just(Lengths::Kept(vec![3, 1]))],
        masked in select(vec![Side::Left, Side::Right]),
        mask in select(vec!['*', '#']),
        padding in prop::option::of((select(vec![Side::Left, Side::Right]), select(vec!['0', '*', ' ']))),
    ) {
        let padding = padding.map(|(side, with)| Padding { side, with, length: None });
        let params = PrefixParams { keep, masked, mask, padding, root: None };
        check(&Recipe::Prefix(params.check().unwrap()), &batches, |_| false)?;
    }

    #[test]
    fn intervals_stay_the_same(
        batches in batches(prop_oneof![values(integers()), values(decimals())].boxed()),
        widths in select(vec![&["5"][..], &["5", "10", "20"], &["0.1", "0.5"], &["3", "300"]]),
        bottom in prop::option::of(-100..0_i64),
        top in prop::option::of(0..100_i64),
    ) {
        let widths = widths.iter().map(|width| width.parse().expect("a number"));
        let (bottom, top) = (bottom.map(Decimal::from), top.map(Decimal::from));
        let params = IntervalParams { bottom, top, ..IntervalParams::new(widths) };
        check(&Recipe::Interval(params.check().unwrap()), &batches, |_| false)?;
    }

    #[test]
    fn calendar_steps_stay_the_same(batches in batches(values(days()).boxed())) {
        let steps = ["month", "quarter", "year", "decade"].map(|step| step.parse().expect("a step"));
        check(&Recipe::Date(DateParams::new(steps).check().unwrap()), &batches, |_| false)?;
    }

    #[test]
    fn neighbours_stay_the_same(
        batches in batches(anything().boxed()),
        fanout in 2..6_usize,
        sort in select(vec![Sort::Natural, Sort::Lexicographic]),
        hidden in 0..4_u32,
    ) {
        let recipe = Recipe::Order(OrderParams { sort, fanout }.check().unwrap());
        check(&recipe, &batches, |index| hidden > 0 && index % 4 == hidden)?;
    }

    #[test]
    fn given_orders_stay_the_same(
        batches in batches(values(integers()).boxed()),
        fanout in 2..4_usize,
        hidden in 0..4_u32,
    ) {
        let listed = (-150..150).map(|number| number.to_string()).collect();
        let recipe = Recipe::Order(OrderParams { sort: Sort::Given(listed), fanout }.check().unwrap());
        check(&recipe, &batches, |index| hidden > 0 && index % 4 == hidden)?;
    }

    #[test]
    fn frequent_values_stay_the_same(
        batches in batches(anything().boxed()),
        rare in select(vec![
            Rare::Below(vec![20]),
            Rare::Below(vec![5, 100]),
            Rare::AllBut(vec![10, 3]),
            Rare::AllBut(vec![0]),
        ]),
        hidden in 0..4_u32,
    ) {
        let recipe = Recipe::Frequency(FrequencyParams::new(rare).check().unwrap());
        check(&recipe, &batches, |index| hidden > 0 && index % 4 == hidden)?;
    }

    #[test]
    fn written_trees_stay_the_same(
        batches in batches(values(integers()).boxed()),
        wide in 1..20_i64,
        hidden in 0..4_u32,
    ) {
        let leaves = |group: i64| (-150..150).filter(move |number: &i64| number.rem_euclid(wide) == group);
        let group = |group: i64| {
            Node::Inner(format!("group {group}"), leaves(group).map(|number| Node::Leaf(number.to_string())).collect())
        };
        let recipe = Recipe::Tree(TreeParams::new((0..wide).map(group)).check().unwrap());
        check(&recipe, &known(batches), |index| hidden > 0 && index % 4 == hidden)?;
    }

    #[test]
    fn flat_trees_stay_the_same(batches in batches(values(integers()).boxed()), hidden in 0..4_u32) {
        let leaves = (-150..150).map(|number| Node::Leaf(number.to_string()));
        let recipe = Recipe::Tree(TreeParams::new(leaves).check().unwrap());
        check(&recipe, &known(batches), |index| hidden > 0 && index % 4 == hidden)?;
    }

    #[test]
    fn chosen_values_stay_the_same(batches in batches(anything().boxed()), height in 2..4_u8, hidden in 0..4_u32) {
        let chosen = batches.0.iter().flat_map(|(value, _)| value.clone()).filter(|value| value != "other").take(3);
        let params = KeepParams { height, ..KeepParams::new(chosen) };
        check(&Recipe::Keep(params.check().unwrap()), &batches, |index| hidden > 0 && index % 4 == hidden)?;
    }

    #[test]
    fn the_root_stays_the_same(batches in batches(anything().boxed())) {
        check(&Recipe::Suppression(Suppression::default()), &batches, |_| false)?;
    }

    #[test]
    fn what_was_proposed_for_one_batch_stays_the_same(batches in batches(anything().boxed())) {
        let first: Dictionary = batches.0.iter().map(|(value, _)| value.as_deref()).collect();
        let histogram: Vec<u64> = batches.0.iter().map(|(_, rows)| *rows).collect();
        let recipe = automatic(Kind::of(first.iter().flatten()), &first, &histogram, DecimalMark::Point);
        check(&recipe, &batches, |_| false)?;
    }

    /// Values of six letters occur in a text by chance only if they are meant.
    #[test]
    fn no_value_is_told_that_no_shown_label_tells(
        values in values("[a-z]{6}".boxed()),
        kind in 0..5_usize,
        hidden in 0..3_u32,
    ) {
        let order = |sort| Recipe::Order(OrderParams { sort, fanout: 3 }.check().unwrap());
        let frequency = |rare| Recipe::Frequency(FrequencyParams::new(rare).check().unwrap());
        let recipe = match kind {
            0 => order(Sort::Natural),
            1 => order(Sort::Lexicographic),
            2 => frequency(Rare::Below(vec![50, 100])),
            3 => frequency(Rare::AllBut(vec![8, 4])),
            _ => Recipe::Prefix(PrefixParams::default().check().unwrap()),
        };
        let hierarchy = build(&recipe, &values);
        let is_hidden = |leaf: u32| leaf % 3 == hidden;
        for level in 0..=hierarchy.height() {
            let shown = shown(&hierarchy, level, is_hidden);
            let pinned = recipe.pinned(&hierarchy, level, &shown).to_string();
            let labels = released(&recipe, &hierarchy, level, &shown);
            let labels: Vec<&String> = shown.labels().filter_map(|label| labels[label as usize].as_ref()).collect();
            prop_assert_eq!(labels.iter().collect::<BTreeSet<_>>().len(), labels.len(), "no two are alike");
            for value in values.iter().filter_map(|(value, _)| value.as_deref()) {
                let tells = labels.iter().any(|label| label.contains(value));
                let leaf = hierarchy.leaf(Some(value)).expect("it was built over these");
                prop_assert!(!(tells && is_hidden(leaf)), "{:?}", labels);
                prop_assert!(tells || !pinned.contains(value), "{pinned}");
            }
        }
    }
}
