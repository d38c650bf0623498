//! Nodes seen one after another, and what judged ones say about the rest.

use amidst_core::Levels;
use amidst_search::{ALL, NodeEvaluator, Verdicts};
use amidst_testkit::generate::SeededRng;

use crate::{
    case::{Case, SHAPE},
    stopping::Patience,
};

#[test]
fn a_viewer_sees_what_judging_each_node_by_itself_does() {
    for seed in 83_000..83_300 {
        let case = Case::draw(SHAPE, seed);
        let case = if seed % 4 == 0 { case.with_combinations(seed) } else { case };
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let mut evaluator = NodeEvaluator::new(&problem);
        let mut nodes: Vec<Levels> = problem.lattice().iter().collect();
        SeededRng::new(seed).shuffle(&mut nodes);
        for node in nodes {
            assert_eq!(evaluator.view(&node).unwrap(), problem.judge(&node).unwrap(), "seed {seed}");
        }
        assert!(evaluator.view(&vec![0; case.columns.len() + 1]).is_err());
    }
}

#[test]
fn judged_nodes_decide_all_others_and_none_wrongly() {
    let (mut open, mut decided) = (0, 0);
    for seed in 84_000..84_400 {
        let case = Case::draw(SHAPE, seed);
        let tuples = case.tuples();
        let problem = case.problem(&tuples);
        let nodes: Vec<Levels> = problem.lattice().iter().collect();
        let feasible: Vec<bool> = nodes.iter().map(|node| problem.judge(node).unwrap().is_feasible).collect();
        let count = feasible.iter().filter(|&&it| it).count() as u64;
        for algorithm in ALL {
            let Some(finder) = algorithm.minimal_finder() else { continue };
            let Ok(found) = finder.minimal(&problem, &()) else { continue };
            let verdicts = Verdicts::new(&problem, &found.judged).unwrap();
            assert_eq!(verdicts.feasible(), Some(count), "{} seed {seed}", algorithm.name());
            assert!(nodes.iter().zip(&feasible).all(|(node, &expected)| verdicts.of(node) == Some(expected)));
            let some = finder.minimal(&problem, &Patience::new(seed % 9)).unwrap();
            let verdicts = Verdicts::new(&problem, &some.judged).unwrap();
            for (node, &expected) in nodes.iter().zip(&feasible) {
                assert!(verdicts.of(node).is_none_or(|verdict| verdict == expected), "seed {seed}");
            }
            match verdicts.feasible() {
                Some(all) => assert_eq!(all, count),
                None => open += 1,
            }
            decided += u32::from(some.is_complete);
        }
    }
    assert!(open > 100 && decided > 100, "{open} stopped before the end, {decided} not");
}
