//! All minimal nodes: feasible, with nothing feasible below.
//!
//! The lattice is walked from the bottom, height by height. A node is looked at only if everything directly below it
//! has failed: otherwise something feasible lies below, and it cannot be minimal. So no node above a minimal one is ever
//! judged, and nothing is assumed about the models.

use std::collections::BTreeSet;

use amidst_core::{
    Lattice, Levels, Observer, Stage, Statistics,
    lattice::{steps_above, steps_below},
};

use crate::{Judgement, Minimal, Problem};

/// Finds every feasible node below which no node is feasible. Who counts the rows a node suppresses also counts roll-ups.
pub(super) fn minimal(
    problem: &Problem<'_>,
    observer: &dyn Observer,
    mut suppressed: impl FnMut(&[u8]) -> u64,
) -> Minimal {
    let lattice = problem.lattice();
    let statistics = Statistics { nodes: lattice.nodes(), ..Statistics::default() };
    let mut found = Minimal { nodes: Vec::new(), is_complete: true, judged: Vec::new(), statistics };
    let mut open = BTreeSet::from([lattice.bottom().to_vec()]);
    while !open.is_empty() && found.is_complete {
        let mut failed = BTreeSet::new();
        for node in open {
            if observer.is_stopped() {
                found.is_complete = false;
                break;
            }
            let suppressed = suppressed(&node);
            let is_feasible = suppressed <= problem.max_suppressed;
            found.judged.push(Judgement { levels: node.clone(), suppressed, is_feasible });
            found.statistics.judged += 1;
            let nodes = u64::try_from(found.statistics.nodes).ok();
            observer.progress(Stage::Solving, found.statistics.judged, nodes);
            if is_feasible {
                found.nodes.push(node);
            } else {
                failed.insert(node);
            }
        }
        open = only_above(lattice, &failed);
    }
    found
}

/// The nodes one step up all of whose predecessors have failed.
fn only_above(lattice: &Lattice, failed: &BTreeSet<Levels>) -> BTreeSet<Levels> {
    let above = failed.iter().flat_map(|node| steps_above(node, lattice.top()));
    above.filter(|node| steps_below(node, lattice.bottom()).all(|node| failed.contains(&node))).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    };

    use amidst_core::{
        ClassModel, ClassSummary, Codes, Hierarchy, NodeFacts, Signal,
        hierarchy::OnUnmapped,
        lattice::{at_or_below, height},
    };
    use amidst_kernel::{QuasiColumn, Tuples};
    use amidst_metrics::metric;
    use amidst_models::KAnonymity;
    use amidst_testkit::generate::small::{Shape, Small};

    use super::*;
    use crate::{MinimalFinder, Samarati};

    fn minimal(problem: &Problem<'_>, observer: &dyn Observer) -> Minimal {
        Samarati.minimal(problem, observer).expect("it works on every problem")
    }

    fn tuples(small: &Small) -> Tuples {
        let table = small.table();
        let column = |(at, hierarchy): (usize, Hierarchy)| {
            let coded = table.columns()[at].coded().expect("text columns are coded");
            let cover =
                hierarchy.map_column(coded, OnUnmapped::Error).expect("values come from the hierarchy");
            let codes: Vec<u32> = coded.codes.iter().map(|code| cover.leaves[code as usize]).collect();
            let codes = Codes::narrow(codes, cover.hierarchy.leaves());
            let top = cover.hierarchy.height();
            let column = QuasiColumn::new(&small.header[at], Arc::new(cover.hierarchy), codes);
            // The first column may be neither as it is nor suppressed, if there is something between.
            if at == 0 && top > 2 { column.with_levels(1, top - 1) } else { column }
        };
        let columns: Vec<QuasiColumn> = small.hierarchies().into_iter().enumerate().map(column).collect();
        Tuples::collapse(&columns).expect("columns fit together")
    }

    fn problem(tuples: &Tuples, model: impl ClassModel + 'static, max_suppressed: u64) -> Problem<'_> {
        let objective = metric("height", None, tuples.attributes()).expect("there is such a metric");
        Problem::new(tuples, vec![Box::new(model)], objective, max_suppressed)
    }

    fn by_brute_force(problem: &Problem<'_>) -> Vec<Levels> {
        let facts = |node: Levels| problem.judge(&node).expect("a node of the lattice").facts;
        let feasible = |facts: &NodeFacts| facts.suppressed <= problem.max_suppressed();
        let all: Vec<Levels> =
            problem.lattice().iter().map(facts).filter(feasible).map(|facts| facts.levels).collect();
        let is_minimal = |node: &&Levels| !all.iter().any(|other| other != *node && at_or_below(other, node));
        let mut nodes: Vec<Levels> = all.iter().filter(is_minimal).cloned().collect();
        nodes.sort_by_key(|node| (height(node), node.clone()));
        nodes
    }

    /// Releases classes of an even number of rows: joining two classes may break both.
    #[derive(Debug)]
    struct Even;

    impl ClassModel for Even {
        fn name(&self) -> &'static str {
            "even"
        }

        fn threshold(&self) -> f64 {
            2.0
        }

        fn attained(&self, class: &ClassSummary<'_>) -> f64 {
            class.rows as f64
        }

        fn holds(&self, class: &ClassSummary<'_>) -> bool {
            class.rows.is_multiple_of(2)
        }
    }

    #[test]
    fn minimal_nodes_are_those_of_brute_force() {
        let (mut several, mut none) = (0, 0);
        for seed in 0..600 {
            let tuples = tuples(&Small::draw(Shape::default(), seed));
            let (k, max_suppressed) = (1 + seed % 5, seed % 7);
            let problem = problem(&tuples, KAnonymity::new(k).expect("k is at least 1"), max_suppressed);
            let found = minimal(&problem, &());
            assert_eq!(found.nodes, by_brute_force(&problem), "seed {seed}");
            assert!(found.is_complete);
            several += u32::from(found.nodes.len() > 1);
            none += u32::from(found.nodes.is_empty());
        }
        assert!(
            several > 50 && none > 5,
            "the tables are too easy: {several} with several nodes, {none} with none"
        );
    }

    #[test]
    fn nothing_is_assumed_about_models() {
        for seed in 0..200 {
            let tuples = tuples(&Small::draw(Shape::default(), seed));
            let problem = problem(&tuples, Even, seed % 9);
            assert_eq!(minimal(&problem, &()).nodes, by_brute_force(&problem), "seed {seed}");
        }
    }

    /// Stops after so many questions.
    struct Patience(AtomicU64);

    impl Observer for Patience {
        fn signal(&self) -> Signal {
            Signal::finish_if(
                self.0
                    .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
                    .is_err(),
            )
        }
    }

    #[test]
    fn a_stopped_search_gives_only_minimal_nodes() {
        for seed in 0..100 {
            let tuples = tuples(&Small::draw(Shape::default(), seed));
            let problem = problem(&tuples, KAnonymity::new(3).expect("k is at least 1"), 1);
            let all = minimal(&problem, &());
            for patience in 0..all.statistics.judged {
                let some = minimal(&problem, &Patience(patience.into()));
                assert!(!some.is_complete && some.statistics.judged == patience);
                assert!(all.nodes.starts_with(&some.nodes), "seed {seed}");
            }
            assert_eq!(minimal(&problem, &Patience(all.statistics.judged.into())), all);
        }
    }
}
