//! What must not matter, and what must never happen.

use amidst_core::{
    Monotonicity, Solver,
    lattice::{at_or_below, height},
};
use amidst_models::KAnonymity;
use amidst_search::{ALL, NodeView, Optimal, Problem, Requirement};
use amidst_testkit::{
    generate::{SeededRng, small::Shape},
    oracle::OracleNode,
};

use crate::{
    case::{Case, SHAPE, answer},
    models::Rows,
};

#[test]
fn the_answer_and_the_nodes_judged_do_not_depend_on_threads() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let pools = [pool(1), pool(2)];
    for seed in 30_000..30_200 {
        let case = Case::draw(SHAPE, seed);
        let run = |pool: &rayon::ThreadPool| {
            pool.install(|| {
                let tuples = case.tuples();
                let problem = case.problem(&tuples);
                ALL.map(|algorithm| algorithm.solve(&problem, &()).unwrap())
            })
        };
        assert_eq!(run(&pools[0]), run(&pools[1]), "seed {seed}");
    }
}

#[test]
fn generalizing_never_suppresses_more_rows() {
    for seed in 31_000..31_150 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let suppressed = |node: &[u8]| problem.judge(node).unwrap().facts.suppressed;
        for node in problem.lattice().iter() {
            for at in (0..node.len()).filter(|&at| node[at] < problem.lattice().top()[at]) {
                let mut above = node.clone();
                above[at] += 1;
                assert!(suppressed(&above) <= suppressed(&node), "seed {seed}");
            }
        }
    }
}

/// Whether no bound of the problem's objective exceeds a score it bounds.
pub fn check_bounds(problem: &Problem<'_>, seed: u64) {
    let metric = problem.metric();
    let views: Vec<_> = problem.lattice().iter().map(|node| problem.judge(&node).unwrap()).collect();
    for view in &views {
        let (levels, score) = (&view.facts.levels, &view.score);
        assert!(metric.floor(levels) <= *score, "seed {seed}");
        for finer in views.iter().filter(|other| at_or_below(&other.facts.levels, levels)) {
            assert!(metric.floor(&finer.facts.levels) <= metric.floor(levels), "seed {seed}");
            assert!(metric.bound_above(&finer.facts) <= *score, "seed {seed}");
            let bound = metric.bound_below(&finer.facts.levels, &view.facts);
            assert!(bound <= finer.score, "seed {seed}: {bound:?} {:?}", finer.score);
            let mut bare = view.facts.clone();
            bare.suppressed_columns.clear();
            assert!(metric.bound_below(&finer.facts.levels, &bare) <= bound, "seed {seed}");
            let bottom = problem.lattice().bottom();
            assert!(metric.bound_below(bottom, &view.facts) <= finer.score, "seed {seed}");
            let is_free = finer.facts.suppressed == 0 || metric.ignores_suppression();
            assert!(!metric.is_monotone() || !is_free || finer.score <= *score, "seed {seed}");
        }
    }
}

#[test]
fn bounds_never_exceed_the_scores_they_bound() {
    for seed in 32_000..32_600 {
        let case = Case::draw(Shape { columns: 3, ..SHAPE }, seed);
        check_bounds(&case.problem(&case.tuples()), seed);
    }
}

/// Compares two problems of which the second has every outlier of the first, and more. Tells how often a node scores less
/// with more outliers, and of how many.
pub fn check_more_outliers(few: &Problem<'_>, more: &Problem<'_>, seed: u64) -> (u32, u32) {
    let metric = few.metric();
    let judge = |problem: &Problem<'_>| -> Vec<NodeView> {
        problem.lattice().iter().map(|node| problem.judge(&node).unwrap()).collect()
    };
    let (few, more) = (judge(few), judge(more));
    let (mut less, mut nodes) = (0, 0);
    for (few, more) in few.iter().zip(&more) {
        assert!(few.facts.suppressed <= more.facts.suppressed, "seed {seed}");
        nodes += u32::from(few.facts.suppressed < more.facts.suppressed);
        less += u32::from(more.score < few.score);
    }
    for judged in &few {
        for other in &more {
            if at_or_below(&judged.facts.levels, &other.facts.levels) {
                assert!(metric.bound_above(&judged.facts) <= other.score, "seed {seed}");
            }
            if at_or_below(&other.facts.levels, &judged.facts.levels) {
                let bound = metric.bound_below(&other.facts.levels, &judged.facts);
                assert!(bound <= other.score, "seed {seed}: {bound:?} {:?}", other.score);
            }
        }
    }
    (less, nodes)
}

#[test]
fn with_more_outliers_a_node_never_scores_less_and_bounds_still_stand() {
    let (mut less, mut nodes) = (0, 0);
    for seed in 36_000..36_600 {
        let case = Case::draw(Shape { columns: 3, ..SHAPE }, seed);
        let tuples = case.tuples();
        let k = || Requirement::from(Box::new(KAnonymity::new(case.k).unwrap()));
        let is_released = [|rows: u64| rows.is_multiple_of(2), u64::is_power_of_two][seed as usize % 2];
        let rows = Requirement::from(Box::new(Rows { is_released, monotonicity: Monotonicity::None }));
        let problem = |asked| Problem::new(&tuples, asked, case.metric(&tuples), case.max_suppressed);
        let found = check_more_outliers(&problem(vec![k()]), &problem(vec![k(), rows]), seed);
        match case.objective {
            "kl-divergence" => less += found.0,
            objective => assert_eq!(found.0, 0, "{objective} seed {seed}"),
        }
        nodes += found.1;
    }
    // What is suppressed is spread together: a small class may come closer to where it was by joining many rows.
    assert!(less > 0 && nodes > 1000, "{less} {nodes}");
}

#[test]
fn released_classes_have_at_least_k_rows_at_every_boundary() {
    for k in [2, 9, 10, 11, 20, 100] {
        for size in [k - 1, k, k + 1] {
            let mut case = Case::draw(Shape { columns: 1, missing_percent: 0, ..SHAPE }, 7);
            let leaf = case.columns[0].leaves[0];
            case.columns[0].leaves = vec![leaf; size as usize];
            (case.columns[0].min, case.columns[0].max) = (0, case.columns[0].hierarchy.height());
            (case.k, case.max_suppressed) = (k, 0);
            let tuples = case.tuples();
            let problem = case.problem(&tuples);
            let found = answer(Optimal.solve(&problem, &()).unwrap());
            assert_eq!(problem.best_reachable(), size);
            match found {
                Ok(solution) => assert!(size >= k && solution.levels == [0] && solution.classes == 1),
                Err(least) => assert!(size < k && least == size),
            }
        }
    }
}

#[test]
fn outlier_rows_are_counted_by_the_label_they_show() {
    let mut counted = 0;
    for seed in 60_000..60_200 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        for levels in problem.lattice().iter() {
            let node = OracleNode::new(&case.columns, &levels, case.k);
            let outliers = problem.outlier_rows(&levels).unwrap();
            for (column, outliers) in outliers.iter().enumerate() {
                let labels = tuples.hierarchy_labels(column, levels[column]);
                let shown = node.labels.iter().zip(&node.suppressed).filter(|(_, is_out)| **is_out);
                let shown: Vec<u32> = shown.map(|(labels, _)| labels[column]).collect();
                let expected =
                    labels.iter().map(|&label| shown.iter().filter(|&&it| it == label).count() as u64);
                assert_eq!(*outliers, expected.collect::<Vec<_>>(), "seed {seed}");
                assert_eq!(outliers.iter().sum::<u64>(), node.out());
            }
            counted += u32::from(node.out() > 0);
        }
    }
    assert!(counted > 500, "{counted}");
}

#[test]
fn the_best_reachable_k_is_reachable_and_the_next_is_not() {
    for seed in 33_000..33_300 {
        let mut case = Case::draw(SHAPE, seed);
        case.max_suppressed = case.max_suppressed.min(case.columns[0].leaves.len() as u64 - 1);
        let tuples = case.tuples();
        let best = case.problem(&tuples).best_reachable();
        for (k, is_reachable) in [(best, true), (best + 1, false)] {
            case.k = k;
            assert_eq!(
                answer(Optimal.solve(&case.problem(&tuples), &()).unwrap()).is_ok(),
                is_reachable,
                "seed {seed}"
            );
        }
    }
}

#[test]
fn the_order_of_rows_does_not_matter_and_that_of_columns_only_for_ties() {
    for seed in 34_000..34_300 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let answer_of = |case: &Case| {
            let tuples = case.tuples();
            answer(Optimal.solve(&case.problem(&tuples), &()).unwrap())
        };
        let before = answer(Optimal.solve(&case.problem(&tuples), &()).unwrap());
        let mut draw = SeededRng::new(seed);
        let mut order: Vec<usize> = (0..case.columns[0].leaves.len()).collect();
        draw.shuffle(&mut order);
        let mut shuffled = Case { columns: case.columns.clone(), ..case };
        for column in &mut shuffled.columns {
            column.leaves = order.iter().map(|&row| column.leaves[row]).collect();
        }
        assert_eq!(answer_of(&shuffled), before, "seed {seed}");
        shuffled.columns.reverse();
        let after = answer_of(&shuffled);
        match (after, before) {
            (Ok(after), Ok(before)) => {
                assert_eq!(
                    (after.score, height(&after.levels)),
                    (before.score, height(&before.levels)),
                    "seed {seed}"
                );
            }
            (after, before) => assert_eq!(after.unwrap_err(), before.unwrap_err(), "seed {seed}"),
        }
    }
}

#[test]
fn doubling_rows_k_and_limit_changes_nothing() {
    for seed in 35_000..35_200 {
        let case = Case::draw(SHAPE, seed);
        if ["discernibility", "discernibility*", "entropy", "ambiguity"].contains(&case.objective) {
            continue;
        }
        let tuples = case.tuples();
        let before = answer(Optimal.solve(&case.problem(&tuples), &()).unwrap());
        let mut double = Case { columns: case.columns.clone(), ..case };
        double.columns.iter_mut().for_each(|column| column.leaves.extend_from_within(..));
        (double.k, double.max_suppressed) = (double.k * 2, double.max_suppressed * 2);
        let tuples = double.tuples();
        let after = answer(Optimal.solve(&double.problem(&tuples), &()).unwrap());
        assert_eq!(after.map(|it| it.levels).ok(), before.map(|it| it.levels).ok(), "seed {seed}");
    }
}
