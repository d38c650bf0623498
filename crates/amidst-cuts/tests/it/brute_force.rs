//! k-Optimize against brute force.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use amidst_cells::{Axis, Conditions, Measured, Objective, Points};
use amidst_core::{Codes, Hierarchy, Observer, Solver, observer::Signal};
use amidst_cuts::{ALL, Cost, KOptimize, Problem, Rules, Splits};
use amidst_testkit::cuts::CutTable;

use crate::drawn::{COSTS, Counted, Drawn};

/// Each of some searches finds the best cuts of a table, and tells what they are.
#[track_caller]
fn check(seed: u64, drawn: &Drawn, searches: &[Rules]) {
    check_costs(seed, drawn, searches, &COSTS);
}

#[track_caller]
fn check_costs(seed: u64, drawn: &Drawn, searches: &[Rules], costs: &[(Cost, Counted)]) {
    let (k, limit) = drawn.asked(seed);
    let least = drawn.table.least(k, limit);
    for (&rules, &(cost, of)) in searches.iter().flat_map(|rules| costs.iter().map(move |cost| (rules, cost)))
    {
        let problem = drawn.problem(k, limit, cost);
        let found = KOptimize { rules }.solve(&problem, &()).expect("it is small");
        let least = of(&least);
        assert!(
            (found.cost - least).abs() < 1e-9,
            "{seed} {cost:?} {rules:?}: {} is not {least}",
            found.cost
        );
        assert!(found.is_optimal() && found.is_finished, "{seed} {cost:?} {rules:?}");
        let starts: Vec<Vec<u32>> = (0..drawn.axes.len())
            .map(|axis| Splits::new(&drawn.axes).starts(axis, found.splits.iter().copied()))
            .collect();
        let own = drawn.table.costs(&starts, k);
        assert!((of(&own) - found.cost).abs() < 1e-9, "{seed} {cost:?}: its splits cost what it says");
        assert_eq!(found.partition.rows_left_out(), own.suppressed, "{seed} {cost:?}");
    }
}

#[test]
fn the_best_cuts_are_found() {
    (0..2000).for_each(|seed| check(seed, &Drawn::new(seed, 8), &[Rules::ALL]));
}

#[test]
fn the_best_of_nine_to_sixteen_splits_are_found() {
    for seed in 0..3000 {
        let splits = 9 + seed as u32 % 8;
        let drawn = Drawn::of(CutTable::draw_with(seed, splits), None);
        // The loss takes longest, since what intervals are named after depends on all of them.
        let costs = if splits > 12 && seed / 8 % 4 > 0 { &COSTS[..2] } else { &COSTS };
        check_costs(seed, &drawn, &[Rules::ALL], costs);
    }
}

/// Every search that leaves off one rule.
fn without_one() -> [Rules; 7] {
    let all = Rules::ALL;
    [
        Rules { starts_from_good: false, ..all },
        Rules { leaves_useless: false, ..all },
        Rules { leaves_costly: false, ..all },
        Rules { leaves_nodes: false, ..all },
        Rules { makes_needed: false, ..all },
        Rules { weighs_columns: false, ..all },
        Rules { rearranges: false, ..all },
    ]
}

#[test]
fn no_rule_changes_the_best() {
    (0..400).for_each(|seed| check(seed, &Drawn::new(seed, 9), &without_one()));
    (0..100).for_each(|seed| check(seed, &Drawn::of(CutTable::draw_with(seed, 12), None), &without_one()));
    (0..250).for_each(|seed| check(seed, &Drawn::new(seed, 9), &[Rules::NONE]));
}

/// Classes of tens of rows, as large tables have them: every set of splits is counted row by row.
#[test]
fn the_best_cuts_of_many_rows_are_found() {
    for seed in 0..120 {
        let drawn = Drawn::of(CutTable::draw_rows(seed, 8, 150 + seed as u32), None);
        let rows = drawn.points.rows();
        let (k, limit) = ([8, 15, 25, 40][seed as usize % 4], [0, rows / 20, rows][seed as usize % 3]);
        let splits = Splits::new(&drawn.axes);
        let costs = (0..1_u32 << splits.len()).map(|bits| {
            let set = (0..splits.len() as u32).filter(|split| bits >> split & 1 == 1);
            let starts = (0..drawn.axes.len()).map(|axis| splits.starts(axis, set.clone()));
            drawn.table.costs(&starts.collect::<Vec<_>>(), k)
        });
        let allowed: Vec<_> = costs.filter(|costs| costs.suppressed <= limit).collect();
        for (cost, of) in &COSTS[..2] {
            let problem = drawn.problem(k, limit, *cost);
            let found = KOptimize::ALL_RULES.solve(&problem, &()).expect("it is small");
            let least = allowed.iter().map(of).fold(f64::INFINITY, f64::min);
            assert_eq!((found.cost, found.is_optimal()), (least, true), "{seed} {cost:?}");
        }
    }
}

/// A tree over so many leaves in which two, then three neighbours are joined.
fn tree(leaves: u32) -> Axis {
    let path = |leaf: u32| {
        let pair = format!("pair {}", leaf / 2);
        [leaf.to_string(), pair, format!("six {}", leaf / 6), "*".into()].map(|it| Some(it.into())).to_vec()
    };
    let paths = (0..leaves).map(path).collect();
    Axis::labels("tree", Arc::new(Hierarchy::from_paths(paths).expect("a tree")))
}

#[test]
fn the_best_cuts_through_trees_are_found() {
    for seed in 0..200 {
        let table = CutTable::draw(seed, 9);
        let axes: Vec<Axis> = table.values.iter().map(|&values| tree(values)).collect();
        let drawn = Drawn::of(table, Some(axes));
        let (k, limit) = drawn.asked(seed);
        let splits = Splits::new(&drawn.axes);
        let sets = (0..1_u32 << splits.len()).map(|bits| {
            (0..splits.len() as u32).filter(|split| bits >> split & 1 == 1).collect::<Vec<u32>>()
        });
        let is_closed =
            |set: &Vec<u32>| set.iter().all(|&it| splits.get(it).parent.is_none_or(|it| set.contains(&it)));
        let costs = sets.filter(is_closed).map(|set| {
            let starts = |axis: usize| splits.starts(axis, set.iter().copied());
            drawn.table.costs(&(0..drawn.axes.len()).map(starts).collect::<Vec<_>>(), k)
        });
        let costs: Vec<_> = costs.filter(|costs| costs.suppressed <= limit).collect();
        for (cost, of) in &COSTS[..2] {
            let found =
                KOptimize::ALL_RULES.solve(&drawn.problem(k, limit, *cost), &()).expect("it is small");
            let least = costs.iter().map(of).fold(f64::INFINITY, f64::min);
            assert_eq!((found.cost, found.is_optimal()), (least, true), "{seed} {cost:?}");
        }
    }
}

/// Numbers, some of them missing: what a range loses is the way between the first and the last released value in it.
#[test]
fn the_least_loss_of_ranges_is_found_whatever_is_suppressed() {
    for seed in 0..150 {
        let table = CutTable::draw(seed, 8);
        let has_missing =
            |column: usize| (seed as usize + column).is_multiple_of(3) && table.values[column] > 2;
        let range = |(column, &values): (usize, &u32)| {
            let known = values - u32::from(has_missing(column));
            let texts = (0..values).map(|code| (code < known).then(|| code.to_string().into()));
            Axis::ranges("range", texts.collect(), (0..known).map(|code| f64::from(code * code)).collect())
        };
        let axes: Vec<Axis> = table.values.iter().enumerate().map(range).collect();
        let drawn = Drawn::of(table, Some(axes));
        let (k, limit) = drawn.asked(seed);
        let splits = Splits::new(&drawn.axes);
        let is_closed =
            |set: &Vec<u32>| set.iter().all(|&it| splits.get(it).parent.is_none_or(|it| set.contains(&it)));
        let sets = (0..1_u32 << splits.len()).map(|bits| {
            (0..splits.len() as u32).filter(|split| bits >> split & 1 == 1).collect::<Vec<u32>>()
        });
        let losses = sets.filter(is_closed).filter_map(|set| {
            let starts = (0..drawn.axes.len()).map(|axis| splits.starts(axis, set.iter().copied()));
            loss_of_ranges(&drawn, &starts.collect::<Vec<_>>(), k, limit)
        });
        let least = losses.fold(f64::INFINITY, f64::min);
        let found =
            KOptimize::ALL_RULES.solve(&drawn.problem(k, limit, Cost::Loss), &()).expect("it is small");
        assert!((found.cost - least).abs() < 1e-9, "{seed}: {} is not {least}", found.cost);
        let shown = Measured::new(&drawn.axes, &drawn.points, &found.partition);
        let shown = shown.score(&drawn.axes, Objective::Loss);
        assert!(found.is_optimal() && (shown - least).abs() < 1e-9, "{seed}: {shown} is not {least}");
    }
}

/// What cuts lose whose intervals begin at these codes, unless they suppress too much.
fn loss_of_ranges(drawn: &Drawn, starts: &[Vec<u32>], k: u64, limit: u64) -> Option<f64> {
    let rows = &drawn.table.rows;
    let interval = |column: usize, code: u32| starts[column].iter().filter(|start| **start <= code).count();
    let class = |row: &Vec<u32>| -> Vec<usize> {
        row.iter().enumerate().map(|(column, &code)| interval(column, code)).collect()
    };
    let number = |own: &Vec<usize>| rows.iter().filter(|row| class(row) == *own).count() as u64;
    let released: Vec<&Vec<u32>> = rows.iter().filter(|row| number(&class(row)) >= k).collect();
    let suppressed = (rows.len() - released.len()) as u64;
    let mean = |(column, axis): (usize, &Axis)| {
        let places = axis.places().expect("it is a range");
        let share = |row: &&Vec<u32>| {
            let is_beside = |other: &u32| interval(column, *other) == interval(column, row[column]);
            let beside = released.iter().map(|other| other[column]).filter(is_beside);
            let (low, high) = beside.fold((u32::MAX, 0), |(low, high), code| (low.min(code), high.max(code)));
            match places.get(high as usize) {
                _ if low == high => 0.0,
                None => 1.0,
                Some(place) => (place - places[low as usize]) / places[places.len() - 1],
            }
        };
        (suppressed as f64 + released.iter().map(share).sum::<f64>()) / rows.len() as f64
    };
    let product: f64 = drawn.axes.iter().enumerate().map(|column| 1.0 + mean(column)).product();
    (suppressed <= limit).then(|| product.powf(1.0 / drawn.axes.len() as f64) - 1.0)
}

#[test]
fn a_loss_that_depends_on_names_nobody_can_give_is_refused() {
    let values: Vec<u32> = (0..100).collect();
    let axes = [Axis::sets("code", values.iter().map(|value| Some(value.to_string().into())).collect())];
    let column = (Codes::narrow(values.iter().flat_map(|&value| [value; 3]).collect(), 100), 100);
    let (points, _) = Points::collapse(&[column], &[]).expect("it is small");
    let problem = |limit: u64, cost: Cost| Problem {
        axes: &axes,
        points: &points,
        conditions: Conditions::new(3, Vec::new()),
        cost,
        target: None,
        limit,
        rows: points.rows(),
        seed: 0,
    };
    let solved = |limit: u64, cost: Cost| KOptimize::ALL_RULES.solve(&problem(limit, cost), &());
    let refused = solved(3, Cost::Loss).expect_err("an interval may lack a value");
    assert!(refused.to_string().contains("column \"code\" has more than 64 texts"), "{refused}");
    assert_eq!(solved(0, Cost::Loss).expect("nothing is suppressed").cost, 0.0);
    assert!(solved(3, Cost::Discernibility).is_ok());
}

/// Says stop when it was asked so many times.
struct Impatient(AtomicU64);

impl Observer for Impatient {
    fn signal(&self) -> Signal {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |it| Some(it.saturating_sub(1)));
        Signal::finish_if(left == Ok(0))
    }
}

#[test]
fn whenever_it_is_stopped_the_best_lies_between_bound_and_cost() {
    for seed in 0..300 {
        let drawn = Drawn::new(seed, 9);
        let (k, limit) = drawn.asked(seed);
        let leasts = drawn.table.least(k, limit);
        for (cost, of) in COSTS {
            let observer = Impatient(AtomicU64::new(seed * 7 % 400));
            let found =
                KOptimize::ALL_RULES.solve(&drawn.problem(k, limit, cost), &observer).expect("it is small");
            let least = of(&leasts);
            assert!(found.bound <= least + 1e-9 && least <= found.cost + 1e-9, "{seed} {cost:?}");
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    for seed in 0..20 {
        let drawn = Drawn::new(seed, 20);
        let (k, limit) = drawn.asked(seed);
        for cutter in ALL {
            let problem = || drawn.problem(k, limit, Cost::Discernibility);
            let on = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                let found = pool.install(|| cutter.solve(&problem(), &())).expect("it is small");
                (found.splits, found.nodes, found.partition)
            };
            assert_eq!(on(1), on(3), "{}", cutter.name());
        }
    }
}

/// How many answers of each algorithm are the best.
#[test]
fn no_algorithm_suppresses_more_than_may_be_or_beats_the_best() {
    let mut best = [0; ALL.len()];
    for seed in 0..200 {
        let drawn = Drawn::new(seed, 9);
        let (k, limit) = drawn.asked(seed);
        let leasts = drawn.table.least(k, limit);
        for (at, (cost, of)) in (0..ALL.len()).flat_map(|at| COSTS.map(|cost| (at, cost))) {
            let cutter = ALL[at];
            let found = cutter.solve(&drawn.problem(k, limit, cost), &()).expect("it is small");
            let name = cutter.name();
            assert!(found.partition.rows_left_out() <= limit, "{name} {seed} {cost:?}");
            assert!(found.cost + 1e-9 >= of(&leasts), "{name} {seed} {cost:?}");
            let starts = |axis| Splits::new(&drawn.axes).starts(axis, found.splits.iter().copied());
            let own = drawn.table.costs(&(0..drawn.axes.len()).map(starts).collect::<Vec<_>>(), k);
            assert!((of(&own) - found.cost).abs() < 1e-9, "{name} {seed} {cost:?}: it costs what it says");
            let is_large = |class| found.partition.rows(class) >= k;
            assert!((0..found.partition.len()).all(is_large), "{name} {seed} {cost:?}");
            best[at] += u32::from(found.cost <= of(&leasts) + 1e-9);
        }
    }
    // Of 600 answers. Chance finds nearly all of so few splits; what is greedy does not.
    let known = ALL.map(|cutter| cutter.name()).into_iter().zip(best).collect::<Vec<_>>();
    assert!(best[0] == 600 && best[3] > 500 && best[4] > 500, "{known:?}");
}
