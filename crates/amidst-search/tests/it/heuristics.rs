//! Heuristics give feasible nodes and honest bounds, the same ones for the same seed, and good ones on average.

use amidst_core::{Guarantee, Levels, Outcome, Solution, Solver, lattice::steps_below};
use amidst_search::{ALL, Algorithm, Annealing, BottomUp, Datafly, Exhaustive, Genetic, Optimal, Problem};
use amidst_testkit::generate::{SeededRng, small::Shape};

use crate::case::{Case, SHAPE, answer};

const LARGER: Shape = Shape { rows: 150, columns: 5, leaves: 10, height: 3, missing_percent: 2 };

/// Lattices far larger than what a heuristic judges.
const WIDE: Shape = Shape { rows: 200, columns: 12, leaves: 10, height: 4, missing_percent: 2 };

pub fn heuristics() -> impl Iterator<Item = &'static dyn Algorithm> {
    ALL.into_iter().filter(|algorithm| algorithm.info().guarantee == Guarantee::Heuristic)
}

/// The nodes one step below a node.
fn below(problem: &Problem<'_>, levels: &[u8]) -> Vec<Levels> {
    steps_below(levels, problem.lattice().bottom()).collect()
}

#[test]
fn nodes_are_feasible_and_bounds_honest_on_thousands_of_problems() {
    let (mut infeasible, mut missed, mut proved) = (0, 0, 0);
    for seed in 70_000..72_000 {
        let case = Case::draw(if seed < 71_500 { SHAPE } else { LARGER }, seed);
        let case = if seed % 4 == 0 { case.with_combinations(seed) } else { case };
        let tuples = case.tuples();
        let problem = case.problem(&tuples).with_seed(seed);
        let expected = answer(Exhaustive.solve(&problem, &()).unwrap());
        let top = problem.judge(problem.lattice().top()).unwrap();
        for algorithm in heuristics() {
            let name = algorithm.name();
            let (found, best) = match (answer(algorithm.solve(&problem, &()).unwrap()), &expected) {
                (Ok(found), Ok(best)) => (found, best),
                (found, expected) => {
                    assert_eq!(found.as_ref().err(), expected.as_ref().err(), "{name} seed {seed}");
                    infeasible += 1;
                    continue;
                }
            };
            let view = problem.judge(&found.levels).unwrap();
            assert!(view.is_feasible && problem.lattice().contains(&found.levels), "{name} seed {seed}");
            assert_eq!(
                (&found.score, found.suppressed, found.classes),
                (&view.score, view.facts.suppressed, view.facts.classes),
                "{name} seed {seed}"
            );
            assert!(found.bound <= best.score && best.score <= found.score, "{name} seed {seed}");
            let is_led_by_chance = [Genetic::NAME, Annealing::NAME].contains(&name);
            assert!(!is_led_by_chance || found.score <= top.score, "{name} seed {seed}");
            missed += u32::from(found.score != best.score);
            proved += u32::from(found.is_optimal());
        }
    }
    assert!(
        infeasible > 300 && missed > 300 && proved > 1000,
        "too easy: {infeasible} infeasible, {missed} missed, {proved} proved"
    );
}

#[test]
fn the_seed_decides_and_nothing_else_does() {
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let pools = [pool(1), pool(2)];
    let mut differ = [0, 0];
    for case_seed in 73_000..73_040 {
        let case = Case::draw(WIDE, case_seed);
        let run = |algorithm: &dyn Algorithm, pool: &rayon::ThreadPool, seed: u64| {
            pool.install(|| {
                let tuples = case.tuples();
                algorithm.solve(&case.problem(&tuples).with_seed(seed), &()).unwrap()
            })
        };
        for algorithm in heuristics() {
            let first = run(algorithm, &pools[0], 1);
            assert_eq!(first, run(algorithm, &pools[1], 1), "{} seed {case_seed}", algorithm.name());
            let is_other = run(algorithm, &pools[0], 2) != first;
            match [Genetic::NAME, Annealing::NAME].iter().position(|&name| name == algorithm.name()) {
                Some(at) => differ[at] += u32::from(is_other),
                None => assert!(!is_other, "{} is not led by chance", algorithm.name()),
            }
        }
    }
    assert!(differ.iter().all(|&differ| differ > 10), "other seeds, same searches: {differ:?} of 40 differ");
}

/// The best of the top and of as many nodes of chance.
fn sampled(problem: &Problem<'_>, nodes: u64, seed: u64) -> f64 {
    let (bottom, top) = (problem.lattice().bottom(), problem.lattice().top());
    let mut draw = SeededRng::new(seed);
    let mut best = problem.judge(top).unwrap().score;
    for _ in 0..nodes {
        let levels = bottom.iter().zip(top).map(|(&low, &high)| draw.between(low.into(), high.into()) as u8);
        let view = problem.judge(&levels.collect::<Levels>()).unwrap();
        if view.is_feasible {
            best = best.min(view.score);
        }
    }
    best.value()
}

#[test]
fn searches_led_by_chance_come_close_to_the_best_and_closer_than_chance_alone() {
    let (mut problems, mut excess) = (0, [0.0; 3]);
    for seed in 74_000..74_150 {
        let case = Case::draw(WIDE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples).with_seed(seed);
        if !(20_000..1 << 20).contains(&problem.lattice().nodes()) {
            continue;
        }
        let Ok(best) = answer(Optimal.solve(&problem, &()).unwrap()) else { continue };
        if best.score.value() == 0.0 {
            continue;
        }
        assert!(best.is_optimal());
        let over = |score: f64| score / best.score.value() - 1.0;
        for (sum, algorithm) in excess.iter_mut().zip([&Genetic as &dyn Algorithm, &Annealing]) {
            let Outcome::Found(found) = algorithm.solve(&problem, &()).unwrap() else {
                panic!("seed {seed}")
            };
            assert!((100..=4000).contains(&found.statistics.judged), "{}", found.statistics.judged);
            *sum += over(found.score.value());
        }
        excess[2] += over(sampled(&problem, 4000, seed));
        problems += 1;
    }
    let [genetic, annealing, sampled] = excess.map(|sum| sum / f64::from(problems));
    let found =
        format!("{problems} problems: genetic {genetic}, annealing {annealing}, chance alone {sampled}");
    assert!(problems > 20 && genetic < 0.01 && annealing < 0.03 && sampled > 0.05, "{found}");
}

#[test]
fn a_lattice_that_was_judged_all_over_is_proved() {
    let mut all = 0;
    for seed in 75_000..75_200 {
        let case = Case::draw(Shape { columns: 2, ..SHAPE }, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples).with_seed(seed);
        for algorithm in heuristics() {
            let Outcome::Found(Solution { levels, statistics, bound, score, .. }) =
                algorithm.solve(&problem, &()).unwrap()
            else {
                continue;
            };
            assert!(u128::from(statistics.judged) <= statistics.nodes, "seed {seed}");
            if u128::from(statistics.judged) == statistics.nodes {
                let best = answer(Exhaustive.solve(&problem, &()).unwrap()).unwrap();
                assert_eq!((levels, bound, score.clone()), (best.levels, score, best.score), "seed {seed}");
                all += 1;
            }
        }
    }
    assert!(all > 400, "only {all} searches judged all nodes");
}

#[test]
fn datafly_walks_up_one_column_at_a_time_and_may_pass_a_minimal_node_by() {
    let (mut walked, mut not_minimal) = (0, 0);
    for seed in 76_000..76_500 {
        let case = Case::draw(LARGER, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let path = Datafly::path(&problem);
        let is_feasible = |levels: &Levels| problem.judge(levels).unwrap().is_feasible;
        assert_eq!(path[0], problem.lattice().bottom());
        for step in path.windows(2) {
            let distinct =
                |column: usize| tuples.attributes()[column].levels[usize::from(step[0][column])].len();
            let columns = 0..step[0].len();
            let can_rise =
                columns.clone().filter(|&column| step[0][column] < problem.lattice().top()[column]);
            let most = can_rise.clone().map(distinct).max();
            let first = can_rise.clone().find(|&column| Some(distinct(column)) == most);
            assert!(!is_feasible(&step[0]));
            let raised = |column: usize| step[0][column] + u8::from(Some(column) == first);
            assert_eq!(step[1], columns.map(raised).collect::<Levels>(), "seed {seed}");
        }
        let last = path.last().unwrap();
        match answer(Datafly.solve(&problem, &()).unwrap()) {
            Ok(found) => {
                assert_eq!(&found.levels, last);
                not_minimal += u32::from(below(&problem, last).iter().any(is_feasible));
            }
            Err(_) => assert!(last == problem.lattice().top() && !is_feasible(last)),
        }
        walked += path.len() - 1;
    }
    assert!(walked > 500 && not_minimal > 20, "too easy: {walked} steps, {not_minimal} nodes not minimal");
}

#[test]
fn bottom_up_ends_where_no_step_down_is_feasible_and_better() {
    let (mut minimal, mut better) = (0, 0);
    for seed in 77_000..78_000 {
        let case = Case::draw(LARGER, seed);
        let case = Case { max_suppressed: case.max_suppressed * (seed % 2), ..case };
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let Ok(found) = answer(BottomUp.solve(&problem, &()).unwrap()) else { continue };
        let below = below(&problem, &found.levels).into_iter().map(|node| problem.judge(&node).unwrap());
        let feasible: Vec<_> = below.filter(|view| view.is_feasible).collect();
        assert!(feasible.iter().all(|view| view.score > found.score), "seed {seed}");
        let must_be_minimal = case.max_suppressed == 0 || problem.metric().ignores_suppression();
        assert!(!must_be_minimal || feasible.is_empty(), "seed {seed}");
        minimal += u32::from(feasible.is_empty());
        better += u32::from(!feasible.is_empty());
    }
    assert!(minimal > 200 && better > 2, "too easy: {minimal} minimal, {better} better than what is below");
}
