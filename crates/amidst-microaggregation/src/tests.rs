//! The solvers against slow ways to know the right answer.

use std::sync::Arc;

use amidst_core::{
    ClassModel, Codes, Hierarchy, Kind, Model, Observer, Requirement, Signal, Solver, Values, model::Distance,
};
use amidst_kernel::AuxColumn;
use amidst_models::{DistinctL, TCloseness};
use amidst_testkit::generate::SeededRng;

use super::{groups::GroupList, mdav::mdav, space::Space, univariate::rows, *};
use amidst_cells::{
    Axis, Conditions, Judge, Labels, Member, Objective, PartitionResult, Points, Problem, Recoder, Split,
};

/// Axes and rows made up: numbers, with and without missing cells, labels of a hierarchy, sets.
struct Made {
    axes: Vec<Axis>,
    points: Points,
}

fn text(value: u32) -> Option<Box<str>> {
    Some(value.to_string().into())
}

fn numbers(values: u32, missing: bool) -> Axis {
    let texts = (0..values).map(text).chain(missing.then_some(None)).collect();
    Axis::ranges("number", texts, (0..values).map(f64::from).collect())
}

fn tree(values: u32) -> Axis {
    let path = |leaf: u32| vec![text(leaf), text(1000 + leaf / 3), Some(Box::from("*"))];
    Axis::labels("label", Arc::new(Hierarchy::from_paths((0..values).map(path).collect()).unwrap()))
}

fn axis(draw: &mut SeededRng, only_numbers: bool) -> Axis {
    let values = draw.between(1, 30);
    match draw.below(if only_numbers { 2 } else { 4 }) {
        0 => numbers(values, false),
        1 => numbers(values, true),
        2 => tree(values),
        _ => Axis::sets("set", (0..values).map(text).collect()),
    }
}

fn made(draw: &mut SeededRng, most: u32, only_numbers: bool) -> Made {
    let axes: Vec<Axis> = (0..draw.between(1, 4)).map(|_| axis(draw, only_numbers)).collect();
    let rows = draw.between(1, most) as usize;
    let sensitive = AuxColumn { codes: (0..rows).map(|_| draw.below(3)).collect(), width: 3 };
    collapse(draw, axes, rows, &[sensitive])
}

fn collapse(draw: &mut SeededRng, axes: Vec<Axis>, rows: usize, aux_columns: &[AuxColumn]) -> Made {
    let column = |axis: &Axis| {
        let codes = (0..rows).map(|_| draw.below(axis.values())).collect();
        (Codes::narrow(codes, axis.values() as usize), axis.values())
    };
    let columns: Vec<(Codes, u32)> = axes.iter().map(column).collect();
    let (points, _) = Points::collapse(&columns, aux_columns).unwrap();
    Made { axes, points }
}

impl Made {
    fn problem(&self, conditions: Conditions) -> Problem<'_> {
        Problem {
            axes: &self.axes,
            points: &self.points,
            conditions,
            objective: Objective::Loss,
            split: Split::Width,
            labels: Labels::Data,
            seed: 0,
        }
    }

    fn of_k(&self, k: u64) -> Problem<'_> {
        self.problem(Conditions::new(k, Vec::new()))
    }
}

/// Every row is in one class, and every class holds.
#[track_caller]
fn assert_valid(problem: &Problem<'_>, found: &PartitionResult) {
    let mut rows = vec![0; problem.points.len()];
    let mut judge = Judge::new(&problem.conditions, problem.points);
    for class in found.partition.classes() {
        assert!(judge.holds(class.iter().map(|member| (member.point, member.rows))));
        class.iter().for_each(|member| rows[member.point as usize] += member.rows);
    }
    assert_eq!(rows, problem.points.counts());
}

/// MDAV as it is told: every row is compared with every other.
fn plain(space: &Space, problem: &Problem<'_>) -> GroupList {
    let k = problem.conditions.least() as usize;
    let mut rest = rows(problem);
    let mut groups = GroupList::default();
    let single =
        |rows: &[u32]| -> Vec<Member> { rows.iter().map(|&point| Member { point, rows: 1 }).collect() };
    let furthest = |rest: &[u32], from: &[f64]| {
        let off = |&point: &u32| space.square(space.spot(point), from);
        rest.iter().copied().reduce(|a, b| if off(&b) > off(&a) { b } else { a }).unwrap()
    };
    let take = |rest: &mut Vec<u32>, point: u32| {
        let off = |&other: &u32| space.square(space.spot(other), space.spot(point));
        rest.sort_by(|a, b| off(a).total_cmp(&off(b)).then(a.cmp(b)));
        let group = single(&rest.drain(..k).collect::<Vec<_>>());
        rest.sort_unstable();
        group
    };
    while rest.len() >= 2 * k {
        let is_pair = rest.len() >= 3 * k;
        let one = furthest(&rest, &space.centroid(&single(&rest)));
        groups.push(take(&mut rest, one));
        if is_pair {
            let other = furthest(&rest, space.spot(one));
            groups.push(take(&mut rest, other));
        }
    }
    groups.push(single(&rest));
    groups
}

#[test]
fn mdav_is_what_comparing_all_rows_gives() {
    for seed in 0..400 {
        let mut draw = SeededRng::new(seed);
        let most = if seed % 50 == 0 { 1500 } else { 80 };
        let made = made(&mut draw, most, seed % 3 == 0);
        let problem = made.of_k(u64::from(draw.between(1, 6)).min(made.points.rows()));
        let space = Space::new(&problem);
        assert_eq!(mdav(&space, &problem, &()).0, plain(&space, &problem), "{seed}");
    }
}

/// l-diversity, or t-closeness, of the sensitive column.
fn asked(draw: &mut SeededRng, points: &Points) -> Requirement {
    let mut counts = vec![0; points.width(0)];
    for (&value, &rows) in points.aux_column(0).iter().zip(points.counts()) {
        counts[value as usize] += u64::from(rows);
    }
    let model: Box<dyn ClassModel> = match draw.below(2) {
        0 => Box::new(DistinctL::new(2).unwrap()),
        _ => Box::new(TCloseness::new(0.2, Distance::Equal, &Values::of_counts(counts)).unwrap()),
    };
    Requirement { aux_column: Some(0), ..Requirement::new(Model::Class(model)) }
}

const RECODERS: [&Recoder; 4] =
    [&Mdav, &VMdav { gamma: VMdav::GAMMA }, &VMdav { gamma: 1.1 }, &Microaggregation];

#[test]
fn every_recoder_gives_classes_that_hold() {
    for seed in 0..120 {
        let mut draw = SeededRng::new(1000 + seed);
        let made = made(&mut draw, 150, seed % 2 == 0);
        let k = u64::from(draw.between(1, 6));
        let requirements = if seed % 3 == 0 { Vec::new() } else { vec![asked(&mut draw, &made.points)] };
        let problem = made.problem(Conditions::new(k, requirements));
        if !problem.is_feasible() {
            continue;
        }
        for recoder in RECODERS {
            let found = recoder.solve(&problem, &()).unwrap();
            assert!(found.is_finished);
            assert_valid(&problem, &found);
            let mut sizes = (0..found.partition.len()).map(|class| found.partition.rows(class));
            if recoder.name() != "v-mdav" && problem.conditions.only_rows() {
                assert!(sizes.all(|rows| rows < 2 * k), "{seed} {}", recoder.name());
            }
        }
    }
}

/// Stops at once.
struct Stopped;

impl Observer for Stopped {
    fn signal(&self) -> Signal {
        Signal::finish_if(true)
    }
}

#[test]
fn what_is_stopped_gives_classes_that_hold() {
    for seed in 0..40 {
        let mut draw = SeededRng::new(2000 + seed);
        let made = made(&mut draw, 2000, seed % 2 == 0);
        let problem = made.problem(Conditions::new(2, vec![asked(&mut draw, &made.points)]));
        if problem.is_feasible() {
            for recoder in RECODERS {
                assert_valid(&problem, &recoder.solve(&problem, &Stopped).unwrap());
            }
        }
    }
}

#[test]
fn microaggregation_is_never_worse_than_mdav() {
    for seed in 0..120 {
        let mut draw = SeededRng::new(3000 + seed);
        let made = made(&mut draw, 200, seed % 2 == 0);
        let requirements = if seed % 4 == 0 { vec![asked(&mut draw, &made.points)] } else { Vec::new() };
        let problem = made.problem(Conditions::new(u64::from(draw.between(2, 6)), requirements));
        if !problem.is_feasible() {
            continue;
        }
        let space = Space::new(&problem);
        let [mdav, better] = [&Mdav as &Recoder, &Microaggregation].map(|recoder| {
            let found = recoder.solve(&problem, &()).unwrap();
            found.partition.classes().map(|class| space.spread(class)).sum::<f64>()
        });
        assert!(better <= mdav + 1e-9, "{seed}: {better} {mdav}");
    }
}

#[test]
fn threads_do_not_show() {
    let mut draw = SeededRng::new(7);
    let axes = vec![numbers(1000, false), numbers(1000, true), tree(30)];
    let made = collapse(&mut draw, axes, 9000, &[]);
    let problem = made.of_k(4);
    for recoder in RECODERS {
        let [one, two] = [1, 2].map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| recoder.solve(&problem, &()).unwrap().partition)
        });
        assert_eq!(one, two);
    }
}

/// One column of numbers.
fn column(places: &[f64], rows: &[u32]) -> Made {
    let mut values: Vec<f64> = places.to_vec();
    values.sort_by(f64::total_cmp);
    values.dedup();
    let texts = values.iter().map(|place| Some(place.to_string().into())).collect();
    let axes = vec![Axis::ranges("age", texts, values.clone())];
    let code = |place: &f64| values.iter().position(|value| value == place).unwrap() as u32;
    let codes =
        places.iter().zip(rows).flat_map(|(place, &rows)| std::iter::repeat_n(code(place), rows as usize));
    let codes = Codes::narrow(codes.collect(), values.len());
    let (points, _) = Points::collapse(&[(codes, values.len() as u32)], &[]).unwrap();
    Made { axes, points }
}

/// The least spread of any grouping of rows at all, each put into every group there is or a new one.
fn least(places: &[f64], k: usize, at: usize, groups: &mut Vec<Vec<f64>>) -> f64 {
    let Some(&place) = places.get(at) else {
        let spread = |group: &Vec<f64>| {
            let mean = group.iter().sum::<f64>() / group.len() as f64;
            group.iter().map(|it| (it - mean) * (it - mean)).sum::<f64>()
        };
        let is_valid = groups.iter().all(|group| group.len() >= k);
        return if is_valid { groups.iter().map(spread).sum() } else { f64::INFINITY };
    };
    let mut best = f64::INFINITY;
    for group in 0..groups.len() {
        groups[group].push(place);
        best = best.min(least(places, k, at + 1, groups));
        groups[group].pop();
    }
    groups.push(vec![place]);
    best = best.min(least(places, k, at + 1, groups));
    groups.pop();
    best
}

fn spread_of(made: &Made, found: &PartitionResult) -> f64 {
    let places = made.axes[0].places().unwrap();
    let class = |class: &[Member]| {
        let cells =
            || class.iter().map(|it| (places[made.points.codes(it.point)[0] as usize], f64::from(it.rows)));
        let rows: f64 = cells().map(|(_, rows)| rows).sum();
        let mean = cells().map(|(place, rows)| place * rows).sum::<f64>() / rows;
        cells().map(|(place, rows)| rows * (place - mean) * (place - mean)).sum::<f64>()
    };
    found.partition.classes().map(class).sum()
}

#[test]
fn one_column_is_grouped_as_well_as_can_be() {
    for seed in 0..60 {
        let mut draw = SeededRng::new(4000 + seed);
        let places: Vec<f64> = (0..draw.between(3, 9)).map(|_| f64::from(draw.below(40))).collect();
        let k = draw.between(1, 3) as usize;
        let made = column(&places, &vec![1; places.len()]);
        let found = Univariate.solve(&made.of_k(k as u64), &()).unwrap();
        assert_valid(&made.of_k(k as u64), &found);
        let expected = least(&places, k, 0, &mut Vec::new());
        assert!((spread_of(&made, &found) - expected).abs() < 1e-6, "{seed}");
    }
}

#[test]
fn several_columns_or_words_are_not_one_column_of_numbers() {
    let mut draw = SeededRng::new(1);
    for axes in [vec![numbers(3, false), numbers(3, false)], vec![tree(3)]] {
        let made = collapse(&mut draw, axes, 9, &[]);
        let refused = Univariate.solve(&made.of_k(2), &()).unwrap_err().to_string();
        assert!(refused.starts_with("algorithm = univariate: one quasi column"), "{refused}");
    }
}

#[test]
fn figure_9_shows_the_means_of_three_groups() {
    let ages = [35.0, 45.0, 30.0, 50.0, 60.0, 40.0, 65.0, 70.0, 55.0];
    let made = column(&ages, &[1; 9]);
    let problem = made.of_k(3);
    let recoders: [&Recoder; 3] = [&Univariate, &Mdav, &Microaggregation];
    for recoder in recoders {
        let found = recoder.solve(&problem, &()).unwrap();
        assert_eq!(spread_of(&made, &found), 150.0);
        assert!((information_loss(&problem, &found.partition) - 10.0).abs() < 1e-9);
        let summary = Summary::new(&made.axes[0], Aggregate::Mean, Kind::Integer).unwrap();
        let mut means: Vec<_> = found
            .partition
            .classes()
            .map(|class| summary.of_class(&made.points, class, 0).unwrap())
            .collect();
        means.sort_unstable();
        assert_eq!(means, ["35", "50", "65"]);
    }
}

#[test]
fn missing_numbers_stay_together() {
    let axes = vec![numbers(10, true)];
    let missing = axes[0].missing().unwrap();
    let codes: Vec<u32> = (0..10).chain([missing; 3]).collect();
    let (points, _) = Points::collapse(&[(Codes::narrow(codes, 11), 11)], &[]).unwrap();
    let made = Made { axes, points };
    let recoders: [&Recoder; 4] = [&Univariate, &Mdav, &VMdav { gamma: VMdav::GAMMA }, &Microaggregation];
    for recoder in recoders {
        let found = recoder.solve(&made.of_k(3), &()).unwrap();
        let alone = found.partition.classes().find(|class| class[0].point == missing).unwrap();
        assert_eq!(alone, [Member { point: missing, rows: 3 }], "{}", recoder.name());
    }
}

#[test]
fn duplicates_are_rows_like_any_other() {
    let made = column(&[1.0, 5.0, 9.0], &[7, 1, 4]);
    let found = Mdav.solve(&made.of_k(3), &()).unwrap();
    assert_valid(&made.of_k(3), &found);
    let found = Microaggregation.solve(&made.of_k(3), &()).unwrap();
    // The row in the middle goes with two of one side, and all others stay as they are.
    assert!((spread_of(&made, &found) - 32.0 / 3.0).abs() < 1e-9);
}
