//! Against all partitions there are.

use std::sync::atomic::{AtomicU64, Ordering};

use amidst_cells::{Measured, Member};
use amidst_core::Signal;
use amidst_testkit::generate::SeededRng;

use super::*;
use crate::example::{Drawn, drawn};

fn score(problem: &Problem<'_>, partition: &Partition) -> f64 {
    Measured::new(problem.axes, problem.points, partition).score(problem.axes, problem.objective)
}

/// The least score of all partitions, by trying all.
fn least(problem: &Problem<'_>, limit: u64) -> f64 {
    let points = problem.points;
    let rows: Vec<u32> = (0..points.len() as u32)
        .flat_map(|point| std::iter::repeat_n(point, points.count(point) as usize))
        .collect();
    let mut best = f64::INFINITY;
    let mut try_all = |classes: &[Vec<u32>], left_out: &[u32]| {
        let member = |&row: &u32| Member { point: rows[row as usize], rows: 1 };
        let classes = classes.iter().map(|class| class.iter().map(member).collect::<Vec<_>>());
        let partition = Partition::new(classes).with_left_out(left_out.iter().map(member).collect());
        best = best.min(score(problem, &partition));
    };
    let open = (0..rows.len() as u32).collect();
    visit(open, problem.conditions.least() as usize, limit, (&mut Vec::new(), &mut Vec::new()), &mut try_all);
    best
}

type Chosen<'a> = (&'a mut Vec<Vec<u32>>, &'a mut Vec<u32>);

fn visit(
    open: Vec<u32>,
    k: usize,
    limit: u64,
    (classes, left_out): Chosen<'_>,
    look: &mut impl FnMut(&[Vec<u32>], &[u32]),
) {
    let Some((&first, others)) = open.split_first() else {
        return look(classes, left_out);
    };
    for set in 0..1_u32 << others.len() {
        let size = set.count_ones() as usize + 1;
        if size < k || size >= 2 * k {
            continue;
        }
        let is_in = |at: &usize| set >> at & 1 == 1;
        let chosen = (0..others.len()).filter(is_in).map(|at| others[at]);
        classes.push(std::iter::once(first).chain(chosen).collect());
        let rest = (0..others.len()).filter(|at| !is_in(at)).map(|at| others[at]).collect();
        visit(rest, k, limit, (classes, left_out), look);
        classes.pop();
    }
    if limit > 0 {
        left_out.push(first);
        visit(others.to_vec(), k, limit - 1, (classes, left_out), look);
        left_out.pop();
    }
}

/// All rows as one class: what is looked for has the longest way to go.
fn one_class(problem: &Problem<'_>) -> Partition {
    let points = 0..problem.points.len() as u32;
    Partition::new([points.map(|point| Member { point, rows: problem.points.count(point) }).collect()])
}

fn check(objective: Objective, tables: u64, most_rows: u32) {
    let mut proved_by_search = 0;
    for seed in 0..tables {
        let mut draw = SeededRng::new(seed ^ 0xe7);
        let k = draw.between(2, 4);
        let rows = draw.between(k, most_rows);
        let limit = u64::from(draw.below(3)).min(u64::from(rows - k));
        let Drawn { axes, points } = drawn(seed, rows);
        let problem = Problem { objective, ..Drawn::problem(&axes, &points, k.into()) };
        let table = Table::new(&problem, &()).expect("it is small");
        let found = proved(&table, one_class(&problem), limit, &());
        let (least, own) = (least(&problem, limit), score(&problem, &found.partition));
        assert!(found.is_optimal && found.partition.rows_left_out() <= limit, "seed {seed}");
        assert!((own - least).abs() < 1e-8 * (1.0 + least), "seed {seed}: {own} {least}");
        let bound = found.approximation.expect("a bound").bound;
        assert!((bound - least).abs() < 1e-8 * (1.0 + least), "seed {seed}: {bound} {least}");
        let sizes = |at: usize| found.partition.rows(at) >= u64::from(k);
        assert!((0..found.partition.len()).all(sizes), "seed {seed}");
        proved_by_search += u32::from(found.partition.len() > 1);
    }
    assert!(u64::from(proved_by_search) > tables / 3);
}

#[test]
fn sums_are_least_of_all_partitions() {
    check(Objective::Gcp, 400, 9);
    check(Objective::Levels, 400, 9);
}

#[test]
fn loss_is_least_of_all_partitions() {
    check(Objective::Loss, 400, 9);
}

#[test]
fn bounds_are_never_above_what_is_found_and_meet_the_sets_of_rows() {
    for (seed, objective) in (0..60).flat_map(|seed| [(seed, Objective::Gcp), (seed, Objective::Loss)]) {
        let Drawn { axes, points } = drawn(seed, 14);
        let problem = Problem { objective, ..Drawn::problem(&axes, &points, 3) };
        let by_sets = local().solve(&problem, &()).expect("it is small");
        assert!(by_sets.is_optimal);
        let table = Table::new(&problem, &()).expect("it is small");
        let found = proved(&table, one_class(&problem), 0, &());
        assert!(found.is_optimal, "seed {seed}");
        let (own, least) = (score(&problem, &found.partition), score(&problem, &by_sets.partition));
        assert!((own - least).abs() < 1e-5 * (1.0 + least), "seed {seed}: {own} {least}");
    }
}

#[test]
fn the_least_loss_of_up_to_twenty_rows_is_proved() {
    for seed in 0..48 {
        let rows = 15 + seed as u32 % 6;
        let Drawn { axes, points } = drawn(seed, rows);
        let k = 2 + seed / 6 % 4;
        let problem = Problem { objective: Objective::Loss, ..Drawn::problem(&axes, &points, k) };
        let found = exact_without(&problem, seed % 2, &()).expect("it is small");
        let own = score(&problem, &found.partition);
        let bound = found.approximation.map_or(own, |proved| proved.bound);
        assert!(found.is_optimal, "seed {seed}: {rows} rows, k = {k}: {own} is not {bound}");
        assert!(found.partition.rows_left_out() <= seed % 2, "seed {seed}");
    }
}

/// Stops at once.
struct Hasty;

impl Observer for Hasty {
    fn signal(&self) -> Signal {
        Signal::Finish
    }
}

#[test]
fn what_is_stopped_is_told_as_the_best_only_if_its_bound_is_met() {
    let mut unproved = 0;
    for (seed, objective) in (0..60).flat_map(|seed| [(seed, Objective::Levels), (seed, Objective::Loss)]) {
        let Drawn { axes, points } = drawn(seed, 9);
        let problem = Problem { objective, ..Drawn::problem(&axes, &points, 3) };
        let table = Table::new(&problem, &()).expect("it is small");
        let found = proved(&table, one_class(&problem), 0, &Hasty);
        let (own, least) = (score(&problem, &found.partition), least(&problem, 0));
        let bound = found.approximation.expect("a bound").bound;
        assert!(bound <= least + 1e-8, "seed {seed}: {bound} {least}");
        assert!(!found.is_optimal || own < least + 1e-8, "seed {seed}: {own} {least}");
        unproved += u32::from(!found.is_optimal);
    }
    assert!(unproved > 60, "{unproved}");
}

/// Stops after so many questions.
struct Impatient(AtomicU64);

impl Observer for Impatient {
    fn signal(&self) -> Signal {
        let is_over =
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err();
        if is_over { Signal::Finish } else { Signal::Continue }
    }
}

#[test]
fn whenever_it_is_stopped_the_bound_lies_between_that_of_every_table_and_the_cost() {
    let objectives = [Objective::Gcp, Objective::Levels, Objective::Loss];
    for (seed, objective) in (0..40).flat_map(|seed| objectives.map(|objective| (seed, objective))) {
        let Drawn { axes, points } = drawn(seed, 22);
        let problem = Problem { objective, ..Drawn::problem(&axes, &points, 3) };
        let table = Table::new(&problem, &()).expect("it is small");
        let least = bound(&problem, &());
        for patience in [0, 1, 2, 4, 8] {
            let found = proved(&table, one_class(&problem), 0, &Impatient(AtomicU64::new(patience)));
            let own = score(&problem, &found.partition);
            let told = found.approximation.expect("a bound").bound;
            let is_between = least.min(own) <= told && told <= own;
            assert!(is_between && told >= 0.0, "{seed} {objective:?}: {least} {told} {own}");
        }
    }
}
