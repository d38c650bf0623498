//! Laws that hold for every hierarchy, whoever built it.

use std::collections::BTreeSet;

use proptest::{collection::vec, prelude::*, sample::select};

use super::{Decimal, Hierarchy, Path, Recipe, automatic, builders::*, label_contains};
use crate::{Dictionary, Kind};

/// Distinct values with rows, in some order; possibly a missing one.
pub(super) type Values = Vec<(Option<String>, u64)>;

pub(super) fn values(text: impl Strategy<Value = String>) -> impl Strategy<Value = Values> {
    let distinct = vec((text, 1..200_u64), 1..40).prop_map(|pairs| {
        let mut seen = BTreeSet::new();
        pairs.into_iter().filter(|(value, _)| seen.insert(value.clone())).collect::<Vec<_>>()
    });
    (distinct, prop::option::of(1..50_u64)).prop_map(|(values, missing)| {
        let values = values.into_iter().map(|(value, rows)| (Some(value), rows));
        values.chain(missing.map(|rows| (None, rows))).collect()
    })
}

pub(super) fn integers() -> impl Strategy<Value = String> {
    (-150..150_i64).prop_map(|number| number.to_string())
}

pub(super) fn decimals() -> impl Strategy<Value = String> {
    (-2000..2000_i64, 0..3_u32).prop_map(|(units, scale)| Decimal::new(units.into(), scale).to_string())
}

pub(super) fn days() -> impl Strategy<Value = String> {
    (1890..2030, 1..=12, 1..=28).prop_map(|(year, month, day)| format!("{year}-{month:02}-{day:02}"))
}

pub(super) fn texts() -> impl Strategy<Value = String> {
    let awkward = [
        "*", "**", "other", "a..b", "", " ", "-", "=1+1", "+49 30", "@x", "0-4", "[1, 2)", "é", "12*4",
        ">=90",
    ];
    prop_oneof![4 => "[a-c0-2]{0,4}", 2 => "[-+=@*. a1]{0,4}", 1 => select(awkward.to_vec()).prop_map(String::from)]
}

pub(super) fn anything() -> impl Strategy<Value = Values> {
    prop_oneof![
        values(integers()),
        values(decimals()),
        values(days()),
        values(texts()),
        values("[0-9]{5}".boxed())
    ]
}

pub(super) fn build(recipe: &Recipe, values: &Values) -> Hierarchy {
    let dictionary: Dictionary = values.iter().map(|(value, _)| value.as_deref()).collect();
    let histogram: Vec<u64> = values.iter().map(|(_, rows)| *rows).collect();
    recipe.build(&dictionary, &histogram).expect("the recipe fits the values")
}

/// The laws of any hierarchy.
fn check_shape(hierarchy: &Hierarchy) -> Result<(), TestCaseError> {
    let root = hierarchy.height();
    prop_assert_eq!(hierarchy.width(root), 1);
    for level in 0..root {
        let parents = hierarchy.parents(level);
        prop_assert_eq!(parents.len(), hierarchy.width(level));
        prop_assert_eq!(parents[0], 0);
        prop_assert!(parents.windows(2).all(|pair| pair[1] == pair[0] || pair[1] == pair[0] + 1));
        let labels: BTreeSet<_> = hierarchy.labels(level).collect();
        prop_assert_eq!(labels.len(), hierarchy.width(level));
    }
    for level in 0..=root {
        let above = hierarchy.ancestors(0, level);
        let ranges = (0..hierarchy.width(level) as u32).map(|index| hierarchy.leaf_range(level, index));
        let spelled_out: Vec<u32> =
            ranges.enumerate().flat_map(|(index, range)| range.map(move |_| index as u32)).collect();
        prop_assert_eq!(above, spelled_out);
    }
    let (again, _) = Hierarchy::from_paths_as_given(hierarchy.paths().collect()).expect("it is valid");
    prop_assert_eq!(&again, hierarchy);
    Ok(())
}

/// The laws of any builder: all values covered, the order of the data forgotten, missing itself until the root.
fn check_builder(recipe: &Recipe, values: &Values, shuffled: &Values) -> Result<Hierarchy, TestCaseError> {
    let hierarchy = build(recipe, values);
    check_shape(&hierarchy)?;
    prop_assert_eq!(&build(recipe, shuffled), &hierarchy);
    for (value, _) in values {
        prop_assert!(hierarchy.leaf(value.as_deref()).is_some());
    }
    if let Some(missing) = hierarchy.leaf(None) {
        let path = hierarchy.path(missing);
        prop_assert!(path[..path.len() - 1].iter().all(Option::is_none));
    }
    Ok(hierarchy)
}

/// Every leaf with every label above it.
fn labelled(hierarchy: &Hierarchy) -> Vec<(String, u8, String)> {
    let pairs = |path: Path| {
        let value = path[0].clone();
        let labels = path.into_iter().enumerate().skip(1);
        labels.filter_map(move |(level, label)| {
            Some((value.as_deref()?.to_string(), level as u8, label?.into()))
        })
    };
    hierarchy.paths().flat_map(pairs).collect()
}

/// The values and another order of them.
fn shuffled(values: impl Strategy<Value = Values>) -> impl Strategy<Value = (Values, Values)> {
    values.prop_flat_map(|values| (Just(values.clone()), Just(values).prop_shuffle()))
}

proptest! {
    #[test]
    fn intervals_contain_their_values(
        (values, other) in shuffled(prop_oneof![values(integers()), values(decimals())]),
        widths in select(vec![&["5"][..], &["5", "10", "20"], &["0.1", "0.5"], &["1", "7"], &["3", "300"]]),
        from in -20..20_i64,
        bottom in prop::option::of(-100..0_i64),
        top in prop::option::of(0..100_i64),
    ) {
        let widths = widths.iter().map(|width| width.parse().expect("a number"));
        let (bottom, top) = (bottom.map(Decimal::from), top.map(Decimal::from));
        let params = IntervalParams { from: from.into(), bottom, top, ..IntervalParams::new(widths) };
        let hierarchy = check_builder(&Recipe::Interval(params.check().unwrap()), &values, &other)?;
        for (value, level, label) in labelled(&hierarchy) {
            // An interval of a single number is written as that number.
            let same = || label.parse::<Decimal>() == value.parse();
            prop_assert!(label_contains(&label, &value) == Some(true) || same(), "{label} contains {value}");
            prop_assert!(level == hierarchy.height() || label != "*");
        }
    }

    #[test]
    fn prefixes_contain_their_values(
        (values, other) in shuffled(prop_oneof![values(texts()), values("[0-9]{5}".boxed())]),
        keep in prop_oneof![Just(Lengths::All), Just(Lengths::Kept(vec![3, 1]))],
        masked in select(vec![Side::Left, Side::Right]),
        mask in select(vec!['*', '#']),
        padding in prop::option::of((select(vec![Side::Left, Side::Right]), select(vec!['0', '*', ' ']))),
    ) {
        let padding = padding.map(|(side, with)| Padding { side, with, length: None });
        let recipe = Recipe::Prefix(PrefixParams { keep, masked, mask, padding, root: None }.check().unwrap());
        let hierarchy = check_builder(&recipe, &values, &other)?;
        for (value, _, label) in labelled(&hierarchy).iter().filter(|_| mask == '*' && padding.is_none()) {
            prop_assert_eq!(label_contains(label, value), Some(true));
        }
    }

    #[test]
    fn calendar_steps_contain_their_days(
        (values, other) in shuffled(values(days())),
        steps in select(vec![
            &["week"][..],
            &["day", "month", "quarter", "year", "5 years", "decade", "century"],
            &["month", "year", "7 years"],
        ]),
    ) {
        let steps = steps.iter().map(|step| step.parse().expect("a step"));
        let hierarchy = check_builder(&Recipe::Date(DateParams::new(steps).check().unwrap()), &values, &other)?;
        for (value, level, label) in labelled(&hierarchy) {
            let year: i32 = value[..4].parse().unwrap();
            let near = |label: &str| label[..4].parse::<i32>().unwrap().abs_diff(year) <= 1;
            let contained = level == hierarchy.height()
                || value.starts_with(&label)
                || label_contains(&label, &value[..4]) == Some(true)
                || (label.contains("-W") && near(&label))
                || (label.contains("-Q") && value.starts_with(&label[..4]));
            prop_assert!(contained, "{label} contains {value}");
        }
    }

    #[test]
    fn neighbours_are_named_after_values_around_them(
        (values, other) in shuffled(anything()),
        fanout in 2..6_usize,
        sort in select(vec![Sort::Natural, Sort::Lexicographic]),
    ) {
        let recipe = Recipe::Order(OrderParams { sort, fanout }.check().unwrap());
        let hierarchy = check_builder(&recipe, &values, &other)?;
        let is_number = |value: &str| value.parse::<Decimal>().is_ok();
        let numeric = values.iter().all(|(value, _)| value.as_deref().is_none_or(is_number));
        for (value, _, label) in labelled(&hierarchy).iter().filter(|_| numeric) {
            prop_assert_ne!(label_contains(label, value), Some(false));
        }
    }

    #[test]
    fn rare_values_are_joined_and_frequent_ones_stay_themselves(
        (values, other) in shuffled(anything()),
        rare in select(vec![
            Rare::Below(vec![20]),
            Rare::Below(vec![5, 100]),
            Rare::AllBut(vec![10, 3]),
            Rare::AllBut(vec![0]),
        ]),
    ) {
        let recipe = Recipe::Frequency(FrequencyParams::new(rare.clone()).check().unwrap());
        let hierarchy = check_builder(&recipe, &values, &other)?;
        let below_root = labelled(&hierarchy).into_iter().filter(|(_, level, _)| *level < hierarchy.height());
        for (value, _, label) in below_root {
            prop_assert!(label == value || label.starts_with("other"), "{label} is {value} or other");
        }
        if let (Rare::Below(limits), true) = (rare, values.iter().map(|(_, rows)| rows).sum::<u64>() >= 200) {
            let is_leaf = |leaf, value: &Option<String>| value.as_deref() == hierarchy.label(0, leaf);
            let rows_of = |leaf| values.iter().find(|(value, _)| is_leaf(leaf, value)).unwrap().1;
            for (index, label) in hierarchy.labels(1).enumerate().filter(|(_, label)| label.is_some()) {
                let range = hierarchy.leaf_range(1, index as u32);
                let all_values = range.len() == values.iter().filter(|(value, _)| value.is_some()).count();
                let rows: u64 = range.map(rows_of).sum();
                prop_assert!(rows >= limits[0] || all_values, "{label:?} reaches the limit");
            }
        }
    }

    #[test]
    fn suppression_takes_anything((values, other) in shuffled(anything())) {
        let hierarchy = check_builder(&Recipe::Suppression(Suppression::default()), &values, &other)?;
        prop_assert_eq!(hierarchy.height(), 1);
    }

    #[test]
    fn what_is_proposed_can_be_built_and_every_level_merges((values, other) in shuffled(anything())) {
        let proposal = |values: &Values| {
            let dictionary: Dictionary = values.iter().map(|(value, _)| value.as_deref()).collect();
            let histogram: Vec<u64> = values.iter().map(|(_, rows)| *rows).collect();
            automatic(Kind::of(dictionary.iter().flatten()), &dictionary, &histogram, DecimalMark::Point)
        };
        let recipe = proposal(&values);
        prop_assert_eq!(&proposal(&other), &recipe);
        let hierarchy = check_builder(&recipe, &values, &other)?;
        prop_assert!(hierarchy.height() <= 6);
        let merges = |level: u8| hierarchy.width(level) < hierarchy.width(level - 1);
        prop_assert!((1..hierarchy.height()).all(merges));
    }

    #[test]
    fn a_tree_is_the_same_tree_whatever_the_order_of_its_lines(
        branches in vec(vec(vec(0..2_u8, 1..4), 1..4), 1..4).prop_flat_map(|branches| {
            let mut lines = Vec::new();
            for (a, groups) in branches.iter().enumerate() {
                for (b, leaves) in groups.iter().enumerate() {
                    for c in 0..leaves.len() {
                        lines.push([format!("{a}{b}{c}x"), format!("{a}{b}y"), format!("{a}z"), "root".into()]);
                    }
                }
            }
            (Just(lines.clone()), Just(lines).prop_shuffle())
        })
    ) {
        let grow = |lines: &[[String; 4]]| {
            let path = |line: &[String; 4]| line.iter().map(|label| Some(label.as_str().into())).collect();
            Hierarchy::from_paths(lines.iter().map(path).collect()).expect("a valid tree")
        };
        let (straight, shuffled) = (grow(&branches.0), grow(&branches.1));
        check_shape(&shuffled)?;
        let sorted = |hierarchy: &Hierarchy| hierarchy.paths().collect::<BTreeSet<_>>();
        prop_assert_eq!(sorted(&straight), sorted(&shuffled));
    }
}
