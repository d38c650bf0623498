//! Models against definitions worked out row by row, and distances against moving mass step by step.

use std::{collections::BTreeMap, sync::Arc};

use amidst_core::{
    Coded, Model, ModelParams, Values,
    model::{DescribedModel, Distance, ModelFactory, ModelInfo, Population},
    parameter::Parameters,
};
use amidst_table::{Column as TableColumn, Table};
use proptest::prelude::*;

use super::*;
use crate::{Path, Policy, Reading};

type Cells = Vec<Option<&'static str>>;
type Cost<'a> = &'a dyn Fn(usize, usize) -> f64;

/// A model that is known by its description, and of which nothing but that can be had.
#[derive(Debug)]
struct Unasked(ModelInfo);

impl ModelFactory for Unasked {
    fn info(&self) -> ModelInfo {
        self.0
    }

    fn build(&self, _: &Parameters, _: &Values) -> amidst_core::Result<Model> {
        Err(amidst_core::Error::Internal("a model of ours was asked itself".into()))
    }
}

fn highest_risk(risk: f64) -> ModelParams {
    let factory = Unasked(ModelInfo::of_rows("highest-risk", "", &[]));
    ModelParams::Described(DescribedModel::new(Arc::new(factory), Parameters::of_numbers([("risk", risk)])))
}

fn with_table<T>(quasi: &[Option<&str>], values: &[Option<&str>], ask: impl Fn(&Grouping, &Coded) -> T) -> T {
    let columns = [("q", quasi), ("v", values)];
    let column =
        |(name, cells): (&str, &[Option<&str>])| TableColumn::from_texts(name, cells.iter().copied());
    let table = Table::new(columns.map(column).into());
    let coded = |at: usize| table.columns()[at].coded().expect("a coded column");
    ask(&Grouping::of(table.rows(), &[coded(0)]), coded(1))
}

/// Judges classes given as lists of values.
fn judged(classes: &[&[&str]], params: &ModelParams) -> Verdict {
    let paths: Vec<Path> = [["a", "ab"], ["b", "ab"], ["c", "c"], ["1", "low"], ["2", "low"], ["9", "high"]]
        .iter()
        .map(|[leaf, label]| vec![Some((*leaf).into()), Some((*label).into()), Some("*".into())])
        .collect();
    let names: Vec<String> = (0..classes.len()).map(|class| class.to_string()).collect();
    let rows = || {
        classes.iter().zip(&names).flat_map(|(values, name)| values.iter().map(move |&value| (name, value)))
    };
    let quasi: Vec<Option<&str>> = rows().map(|(name, _)| Some(name.as_str())).collect();
    let values: Vec<Option<&str>> =
        rows().map(|(_, value)| Some(value).filter(|value| !value.is_empty())).collect();
    with_table(&quasi, &values, |grouping, coded| {
        let looks = Looks { column: Some(coded), hierarchy: Some(&paths), ..Looks::default() };
        grouping.judge(params, &looks, Policy::OwnValue).expect("it can be judged")
    })
}

#[track_caller]
fn check(classes: &[&[&str]], params: &ModelParams, reached: f64, holds: bool) {
    let verdict = judged(classes, params);
    assert!((verdict.reached.unwrap() - reached).abs() < 1e-12, "{verdict:?}");
    assert_eq!(verdict.holds, holds, "{verdict:?}");
}

#[test]
fn boundaries_are_where_the_definitions_put_them() {
    let even: &[&[&str]] = &[&["a", "b"], &["a", "a", "b", "b"]];
    check(even, &ModelParams::DistinctL { l: 2 }, 2.0, true);
    check(even, &ModelParams::DistinctL { l: 3 }, 2.0, false);
    check(even, &ModelParams::EntropyL { l: 2.0 }, 2.0, true);
    check(even, &ModelParams::EntropyL { l: 2.001 }, 2.0, false);
    check(even, &ModelParams::KAnonymity { k: 2 }, 2.0, true);
    check(even, &ModelParams::PSensitive { p: 2, k: 2 }, 2.0, true);
    check(even, &ModelParams::PSensitive { p: 2, k: 3 }, 2.0, false);
    check(even, &ModelParams::KPerStratum { k: 1 }, 1.0, true);
    check(even, &ModelParams::KPerStratum { k: 2 }, 1.0, false);
    // 2 < c · 2 strictly.
    check(&[&["a", "a", "b", "b"]], &ModelParams::RecursiveL { c: 1.0, l: 2 }, 1.0, false);
    check(&[&["a", "a", "b", "b"]], &ModelParams::RecursiveL { c: 1.001, l: 2 }, 1.0, true);
    check(&[&["a", "a", "b", "c"]], &ModelParams::RecursiveL { c: 0.51, l: 1 }, 0.5, true);
    check(&[&["a", "a", "a", "b", "c"]], &ModelParams::RecursiveL { c: 3.0, l: 3 }, 3.0, false);
    assert_eq!(judged(even, &ModelParams::RecursiveL { c: 9.0, l: 3 }).reached, Some(f64::INFINITY));
    // A third is not a double.
    let alpha = |alpha, values: &[&str]| ModelParams::AlphaK {
        alpha,
        k: 3,
        values: values.iter().map(|&it| it.into()).collect(),
    };
    check(&[&["a", "b", "c"]], &alpha(1.0 / 3.0, &[]), 1.0 / 3.0, true);
    check(&[&["a", "a", "c"]], &alpha(0.5, &["c"]), 1.0 / 3.0, true);
    check(&[&["a", "a", "c"]], &alpha(0.5, &["a", "x"]), 2.0 / 3.0, false);
    check(&[&["a", "c"]], &alpha(0.5, &["c"]), 0.5, false);
    // q is 1/2 and 1/2; the first class has a alone.
    let skewed: &[&[&str]] = &[&["a", "a"], &["b", "b"]];
    check(skewed, &ModelParams::TCloseness { t: 0.5, distance: Distance::Equal }, 0.5, true);
    check(skewed, &ModelParams::TCloseness { t: 0.49, distance: Distance::Equal }, 0.5, false);
    let disclosure = |delta, skips_absent| ModelParams::DeltaDisclosure { delta, skips_absent };
    check(skewed, &disclosure(1.0, true), 1.0, false);
    check(skewed, &disclosure(1.01, true), 1.0, true);
    // Each class lacks a value of the table.
    assert_eq!(judged(skewed, &disclosure(99.0, false)).reached, Some(f64::INFINITY));
    let mixed: &[&[&str]] = &[&["a", "a", "b"], &["a", "b", "b"]];
    check(mixed, &disclosure(0.59, false), (1.5_f64).log2(), true);
    check(mixed, &disclosure(0.58, false), (1.5_f64).log2(), false);
    check(skewed, &ModelParams::BetaLikeness { beta: 1.0, enhanced: false }, 1.0, true);
    check(skewed, &ModelParams::BetaLikeness { beta: 0.9, enhanced: false }, 1.0, false);
    // −ln ½ is below 1, so no β will do.
    assert_eq!(
        judged(skewed, &ModelParams::BetaLikeness { beta: 9.0, enhanced: true }).reached,
        Some(f64::INFINITY)
    );
    check(even, &ModelParams::BetaLikeness { beta: 0.0, enhanced: true }, 0.0, true);
    check(even, &highest_risk(0.5), 0.5, true);
    check(even, &ModelParams::AverageRisk { risk: 1.0 / 3.0 }, 1.0 / 3.0, true);
    check(even, &ModelParams::AverageRisk { risk: 0.33 }, 1.0 / 3.0, false);
    check(even, &ModelParams::RecordsAtRisk { risk: 0.25, share: 1.0 / 3.0 }, 1.0 / 3.0, true);
    check(even, &ModelParams::RecordsAtRisk { risk: 0.25, share: 0.3 }, 1.0 / 3.0, false);
    check(&[&["a"], &["b", "b"]], &ModelParams::SampleUniqueness { share: 1.0 / 3.0 }, 1.0 / 3.0, true);
    check(&[&["a"], &["b", "b"]], &ModelParams::SampleUniqueness { share: 0.3 }, 1.0 / 3.0, false);
    check(&[&["2", "1"], &["9"; 9]], &ModelParams::PersonalK, 1.0, true);
    check(&[&["2", "1"], &["9"; 8]], &ModelParams::PersonalK, 8.0 / 9.0, false);
}

#[test]
fn what_fails_is_counted() {
    let verdict = judged(&[&["a", "b"], &["a", "a", "a"], &["b"]], &ModelParams::DistinctL { l: 2 });
    assert_eq!(verdict.failing, Some(Share { classes: 2, rows: 4 }));
    let verdict = judged(&[&["a"], &["b"], &["a", "b"]], &ModelParams::SampleUniqueness { share: 0.1 });
    assert_eq!(verdict.failing, Some(Share { classes: 2, rows: 2 }));
    assert_eq!(judged(&[&["a"], &["b"]], &ModelParams::AverageRisk { risk: 0.1 }).failing, None);
}

#[test]
fn what_a_model_cannot_look_at_is_told() {
    let unfit = |params: &ModelParams, values: &[Option<&str>], policy| {
        let quasi = vec![Some("x"); values.len()];
        with_table(&quasi, values, |grouping, coded| {
            let looks = Looks { column: Some(coded), ..Looks::default() };
            grouping.judge(params, &looks, policy).err()
        })
    };
    let numeric = ModelParams::TCloseness { t: 0.2, distance: Distance::Numeric };
    let tree = ModelParams::TCloseness { t: 0.2, distance: Distance::Hierarchical };
    assert_eq!(
        unfit(&numeric, &[Some("1"), Some("x")], Policy::OwnValue),
        Some(Unfit::NotNumbers { values: 1 })
    );
    assert_eq!(unfit(&numeric, &[Some("1"), None], Policy::OwnValue), None);
    assert_eq!(
        unfit(&numeric, &[Some("1"), Some("90+")], Policy::OwnValue),
        Some(Unfit::NotNumbers { values: 1 })
    );
    assert_eq!(unfit(&tree, &[Some("1")], Policy::OwnValue), Some(Unfit::NoHierarchy));
    assert_eq!(
        unfit(&ModelParams::PersonalK, &[Some("2.5"), Some("3")], Policy::OwnValue),
        Some(Unfit::NotRows { values: 1 })
    );
    let counted = ModelParams::KMap { k: 2, population: Population::Counted };
    assert_eq!(unfit(&counted, &[Some("1")], Policy::OwnValue), Some(Unfit::NoPopulation));
    let none = with_table(&[Some("x")], &[Some("y")], |grouping, _| {
        grouping.judge(&ModelParams::DistinctL { l: 2 }, &Looks::default(), Policy::OwnValue)
    });
    assert_eq!(none, Err(Unfit::NoColumn));
}

#[test]
fn a_missing_cell_is_no_value_unless_it_was_asked_to_be_one() {
    let quasi = [Some("x"), Some("x"), Some("x"), Some("y")];
    let values = [Some("a"), Some("b"), None, None];
    let of = |params: &ModelParams, policy, counts_missing| {
        with_table(&quasi, &values, |grouping, coded| {
            let reading = Reading { counts_missing, has_comma: false };
            let looks = Looks { column: Some(coded), reading, ..Looks::default() };
            grouping.judge(params, &looks, policy).expect("it can be judged")
        })
    };
    let l = ModelParams::DistinctL { l: 1 };
    assert_eq!(of(&l, Policy::OwnValue, true).reached, Some(1.0));
    // A class without any known value fails, whatever is asked.
    for params in [
        l,
        ModelParams::TCloseness { t: 1.0, distance: Distance::Equal },
        ModelParams::TCloseness { t: 1.0, distance: Distance::Rank },
        ModelParams::AlphaK { alpha: 1.0, k: 1, values: vec!["z".into()] },
        ModelParams::BetaLikeness { beta: 99.0, enhanced: false },
        ModelParams::DeltaDisclosure { delta: 99.0, skips_absent: true },
        ModelParams::EntropyL { l: 1.0 },
    ] {
        for policy in [Policy::OwnValue, Policy::Wildcard] {
            let verdict = of(&params, policy, false);
            assert_eq!(
                (verdict.holds, verdict.failing),
                (false, Some(Share { classes: 1, rows: 1 })),
                "{params:?}"
            );
            assert!(of(&params, policy, true).holds, "{params:?}");
        }
    }
    // Strata tell rows apart: there the policy says.
    let strata = ModelParams::KPerStratum { k: 1 };
    assert!(of(&strata, Policy::OwnValue, false).holds);
    assert!(!of(&strata, Policy::Wildcard, false).holds);
}

#[test]
fn spellings_of_one_value_count_once_and_have_one_rank() {
    check(&[&["flu", "Flu", " flu "]], &ModelParams::DistinctL { l: 2 }, 1.0, false);
    check(&[&["1", "1.0", "01"]], &ModelParams::EntropyL { l: 2.0 }, 1.0, false);
    check(&[&["caf\u{e9}", "cafe\u{301}"]], &ModelParams::PSensitive { p: 2, k: 1 }, 1.0, false);
    let alpha = ModelParams::AlphaK { alpha: 0.5, k: 1, values: vec!["FLU".into()] };
    check(&[&["flu", "Flu", "cold"]], &alpha, 2.0 / 3.0, false);
    let ranks = ModelParams::TCloseness { t: 0.3, distance: Distance::Rank };
    check(&[&["-0", "0", "1"], &["0", "00", "1.0"]], &ranks, 0.0, true);
    let long: &[&[&str]] =
        &[&["18446744073709551616", "3"], &["18446744073709551616", "18446744073709551617"]];
    check(long, &ranks, 0.25, true);
}

#[test]
fn populations_are_counted_or_weighed() {
    let own: Cells = vec![Some("x"), Some("x"), Some("y"), Some("z")];
    let all: Cells = [vec![Some("x"); 4], vec![Some("y"); 3], vec![Some("w"); 9]].concat();
    let population = TableColumn::from_texts("q", all.iter().copied());
    let population = population.coded().expect("a coded column");
    with_table(&own, &[Some("1.5"), Some("2"), Some("10"), Some("0.5")], |grouping, weights| {
        let counted = grouping.counted(all.len(), &[population]);
        let judge = |params: &ModelParams, population: &PopulationCounts| {
            let looks = Looks { population: Some(population), ..Looks::default() };
            grouping.judge(params, &looks, Policy::OwnValue).expect("it can be judged")
        };
        let map = judge(&ModelParams::KMap { k: 3, population: Population::Counted }, &counted);
        assert_eq!((map.reached, map.failing), (Some(0.0), Some(Share { classes: 1, rows: 1 })));
        let presence = |min| judge(&ModelParams::DeltaPresence { min, max: 0.5 }, &counted);
        let presence = [presence(0.0), presence(0.1)].map(|it| (it.reached, it.failing));
        // With a least share nine people count whom nobody in the table is like.
        let alone = (Some(f64::INFINITY), Some(Share { classes: 1, rows: 1 }));
        assert_eq!(presence, [alone, (Some(0.0), None)]);
        let weighed = grouping.weighed(weights, Reading::default()).expect("they are numbers");
        let map = judge(&ModelParams::KMap { k: 4, population: Population::Counted }, &weighed);
        assert_eq!((map.reached, map.failing), (Some(0.5), Some(Share { classes: 2, rows: 3 })));
        // Survey weights: y is fewer than 2 people with a chance of 1/10, x has 2 rows, z stands for itself.
        let estimated =
            |significance| ModelParams::KMap { k: 2, population: Population::Weighted { significance } };
        let map = judge(&estimated(0.1), &weighed);
        assert_eq!((map.reached, map.failing), (Some(1.0), Some(Share { classes: 1, rows: 1 })));
        let map = judge(&estimated(0.09), &weighed);
        assert_eq!((map.reached, map.failing), (Some(1.0), Some(Share { classes: 2, rows: 2 })));
    });
    with_table(&own, &[Some("1"), Some("0"), None, Some("many")], |grouping, weights| {
        assert_eq!(grouping.weighed(weights, Reading::default()), Err(Unfit::NotWeights { cells: 3 }));
    });
}

/// The cheapest way to move mass from one distribution to another, in whole numbers: along the shortest path that still
/// has room, until nothing is left.
fn moved(from: &[i64], to: &[i64], cost: Cost) -> f64 {
    let m = from.len();
    let (mut supply, mut demand) = (from.to_vec(), to.to_vec());
    let mut flow = vec![vec![0_i64; m]; m];
    let mut total = 0.0;
    while supply.iter().any(|&left| left > 0) {
        // Nodes 0..m supply, m..2m demand; distances by Bellman and Ford.
        let mut best: Vec<(f64, usize)> = vec![(f64::INFINITY, usize::MAX); 2 * m];
        (0..m).filter(|&a| supply[a] > 0).for_each(|a| best[a].0 = 0.0);
        for _ in 0..2 * m {
            for a in 0..m {
                for b in 0..m {
                    if best[a].0 + cost(a, b) < best[m + b].0 - 1e-12 {
                        best[m + b] = (best[a].0 + cost(a, b), a);
                    }
                    if flow[a][b] > 0 && best[m + b].0 - cost(a, b) < best[a].0 - 1e-12 {
                        best[a] = (best[m + b].0 - cost(a, b), m + b);
                    }
                }
            }
        }
        let end = (0..m)
            .filter(|&b| demand[b] > 0)
            .min_by(|&a, &b| best[m + a].0.total_cmp(&best[m + b].0))
            .unwrap();
        let mut path = vec![m + end];
        while best[*path.last().unwrap()].1 != usize::MAX {
            path.push(best[*path.last().unwrap()].1);
        }
        let start = *path.last().unwrap();
        let back = path.windows(2).filter(|pair| pair[0] < m).map(|pair| flow[pair[0]][pair[1] - m]);
        let amount = back.chain([supply[start], demand[end]]).min().unwrap();
        for pair in path.windows(2) {
            match pair[0] >= m {
                true => flow[pair[1]][pair[0] - m] += amount,
                false => flow[pair[0]][pair[1] - m] -= amount,
            }
        }
        supply[start] -= amount;
        demand[end] -= amount;
        total += amount as f64 * best[m + end].0;
    }
    total
}

const VALUES: [&str; 6] = ["a", "b", "c", "1", "2", "9"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn distances_equal_those_of_moving_mass(
        rows in prop::collection::vec((0_usize..3, 0_usize..3), 1..24),
        are_numbers in any::<bool>(),
    ) {
        let names = if are_numbers { &VALUES[3..] } else { &VALUES[..3] };
        let present: Vec<usize> = (0..3).filter(|value| rows.iter().any(|row| row.1 == *value)).collect();
        let occurring: Vec<usize> = (0..3).filter(|class| rows.iter().any(|row| row.0 == *class)).collect();
        let count = |class: Option<usize>, value: usize| {
            rows.iter().filter(|row| class.is_none_or(|class| row.0 == class) && row.1 == value).count() as i64
        };
        let m = present.len();
        let numbers = [1.0_f64, 2.0, 9.0];
        let rank = |a: usize, b: usize| a.abs_diff(b) as f64 / (m.max(2) - 1) as f64;
        let range = numbers[present[m - 1]] - numbers[present[0]];
        let gaps = |a: usize, b: usize| (numbers[present[a]] - numbers[present[b]]).abs() / if m < 2 { 1.0 } else { range };
        let tree = |a: usize, b: usize| match (present[a], present[b]) {
            (a, b) if a == b => 0.0,
            (0 | 1, 0 | 1) => 0.5,
            _ => 1.0,
        };
        let equal = |a: usize, b: usize| if a == b { 0.0 } else { 1.0 };
        let all: [(Distance, Cost); 4] = [
            (Distance::Equal, &equal), (Distance::Rank, &rank), (Distance::Numeric, &gaps), (Distance::Hierarchical, &tree),
        ];
        for (distance, cost) in all {
            if distance == Distance::Numeric && !are_numbers {
                continue;
            }
            let of_class = |class: usize| {
                let own: i64 = present.iter().map(|&value| count(Some(class), value)).sum();
                let from: Vec<i64> = present.iter().map(|&value| count(Some(class), value) * rows.len() as i64).collect();
                let to: Vec<i64> = present.iter().map(|&value| count(None, value) * own).collect();
                moved(&from, &to, cost) / (own * rows.len() as i64) as f64
            };
            let worst = occurring.iter().map(|&class| of_class(class)).fold(0.0, f64::max);
            let classes: Vec<Vec<&str>> = occurring.iter().map(|&class| {
                rows.iter().filter(|row| row.0 == class).map(|row| names[row.1]).collect()
            }).collect();
            let classes: Vec<&[&str]> = classes.iter().map(Vec::as_slice).collect();
            let verdict = judged(&classes, &ModelParams::TCloseness { t: 0.3, distance });
            prop_assert!((verdict.reached.unwrap() - worst).abs() < 1e-9, "{distance:?} {verdict:?} {worst}");
            prop_assert_eq!(verdict.holds, worst <= 0.3 + 1e-9);
        }
    }

    #[test]
    fn all_numbers_of_a_column_equal_those_worked_out_by_definition(
        rows in prop::collection::vec((0_usize..4, 0_usize..4), 1..40),
    ) {
        let mut classes = BTreeMap::<usize, Vec<usize>>::new();
        rows.iter().for_each(|row| classes.entry(row.0).or_default().push(row.1));
        let share = |values: &[usize], value: usize| {
            values.iter().filter(|&&it| it == value).count() as f64 / values.len() as f64
        };
        let all: Vec<usize> = rows.iter().map(|row| row.1).collect();
        let values: Vec<usize> = (0..4).filter(|value| all.contains(value)).collect();
        let over = |of: &dyn Fn(&[usize]) -> f64, worse: fn(f64, f64) -> f64| {
            classes.values().map(|class| of(class)).reduce(worse).unwrap()
        };
        let shares = |class: &[usize]| -> Vec<(f64, f64)> {
            values.iter().map(|&value| (share(class, value), share(&all, value))).collect()
        };
        let present = |class: &[usize]| shares(class).into_iter().filter(|it| it.0 > 0.0).collect::<Vec<_>>();
        let l = over(&|class| present(class).len() as f64, f64::min);
        let entropy = over(&|class| present(class).iter().map(|(p, _)| -p * p.ln()).sum::<f64>().exp(), f64::min);
        let alpha = over(&|class| present(class).iter().map(|it| it.0).fold(0.0, f64::max), f64::max);
        let t = over(&|class| shares(class).iter().map(|(p, q)| (p - q).abs()).sum::<f64>() / 2.0, f64::max);
        let beta = over(&|class| shares(class).iter().map(|(p, q)| (p - q) / q).fold(0.0, f64::max), f64::max);
        let delta = over(&|class| present(class).iter().map(|(p, q)| (p / q).log2().abs()).fold(0.0, f64::max), f64::max);
        let full_delta = over(&|class| shares(class).iter().map(|(p, q)| (p / q).log2().abs()).fold(0.0, f64::max), f64::max);
        let recursive = over(&|class| {
            let mut shares: Vec<f64> = present(class).iter().map(|it| it.0).collect();
            shares.sort_by(|a, b| b.total_cmp(a));
            shares[0] / shares[l as usize - 1..].iter().sum::<f64>()
        }, f64::max);
        let cell = |value: &usize| Some(["a", "b", "c", "d"][*value]);
        let quasi: Vec<Option<&str>> = rows.iter().map(|row| cell(&row.0)).collect();
        let cells: Vec<Option<&str>> = all.iter().map(cell).collect();
        let found = with_table(&quasi, &cells, |grouping, coded| grouping.attribute(coded, &[], Policy::OwnValue, Reading::default()).expect("nobody aborts"));
        let numbers = [found.entropy_l, found.recursive_c, found.alpha, found.t, found.beta, found.delta_skip_absent].map(|it| it.0);
        prop_assert_eq!(found.l as f64, l);
        prop_assert!(found.delta.0 == full_delta || (found.delta.0 - full_delta).abs() < 1e-9);
        for (found, expected) in numbers.into_iter().zip([entropy, recursive, alpha, t, beta, delta]) {
            prop_assert!((found - expected).abs() < 1e-9, "{} {}", found, expected);
        }
        prop_assert_eq!(found.t_ordered, None);
    }
}
