//! What holds of every partition.

use std::sync::Arc;

use amidst_cells::{Axis, Conditions, Judge, Labels, Measured, Mondrian, Problem, Split};
use amidst_core::{Hierarchy, Observer, Signal, Solver};
use amidst_kernel::AuxColumn;
use amidst_models::{DistinctL, EntropyL};
use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};

use super::{ALL, Case, found, on_aux_column};

const SPLITS: [Split; 3] = [Split::Width, Split::Loss, Split::Gain(0)];

/// Every table with every way to cut and to split, and a k it can meet.
fn each(seeds: u64, rows: u32, mut look: impl FnMut(&Case, u64, Mondrian, Split)) {
    for seed in 0..seeds {
        let case = Case::draw(seed, rows);
        let k = (1 + seed % 6).min(case.rows.len() as u64);
        for recoder in ALL {
            SPLITS.iter().for_each(|&split| look(&case, k, recoder, split));
        }
    }
}

/// Rows at most and above a code.
fn sides<'a>(case: &'a Case, class: &'a [usize]) -> impl Iterator<Item = [Vec<usize>; 2]> + 'a {
    (0..case.axes.len()).flat_map(move |axis| {
        (0..case.axes[axis].values()).map(move |high| {
            let (lower, upper) = class.iter().partition(|&&row| case.rows[row][axis] <= high);
            [lower, upper]
        })
    })
}

#[test]
fn no_allowable_cut_is_left_and_classes_are_as_small_as_promised() {
    each(150, 80, |case, k, recoder, split| {
        let found = found(recoder, &Problem { split, ..case.problem(k) });
        let classes = case.rows_of_classes(&found);
        assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), case.rows.len());
        let k = k as usize;
        for class in &classes {
            assert!(class.len() >= k);
            if recoder == Mondrian::Strict {
                assert!(class.len() <= 2 * case.axes.len() * (k - 1) + case.most_alike());
            } else {
                assert!(class.len() < 2 * k || case.are_alike(class));
            }
            if recoder != Mondrian::Relaxed {
                assert!(sides(case, class).all(|sides| sides.iter().any(|side| side.len() < k)));
            }
        }
    });
}

#[test]
fn with_k_1_every_value_is_kept() {
    each(60, 60, |case, _, recoder, split| {
        let found = found(recoder, &Problem { split, ..case.problem(1) });
        let measured = Measured::new(&case.axes, &case.points, &found.partition);
        assert!(measured.columns.iter().all(|column| column.loss == 0.0 && column.changed == 0));
    });
}

#[test]
fn the_order_of_rows_does_not_matter() {
    each(60, 80, |case, k, recoder, split| {
        let mut order: Vec<usize> = (0..case.rows.len()).collect();
        SeededRng::new(7).shuffle(&mut order);
        let codes = order.iter().map(|&row| case.aux_column.codes[row]).collect();
        let rows = order.iter().map(|&row| case.rows[row].clone()).collect();
        let shuffled = Case::new(case.axes.clone(), rows, AuxColumn { codes, width: 4 });
        let answer = |case: &Case| found(recoder, &Problem { split, ..case.problem(k) }).partition;
        assert_eq!(answer(case), answer(&shuffled));
    });
}

/// Many points, so that there is work for several threads.
fn large() -> Case {
    let mut draw = SeededRng::new(3);
    let sizes = [90, 20, 16, 8, 5, 2];
    let axes = sizes.iter().map(|&size| super::axis(size, size < 10)).collect();
    let rows = (0..30_000).map(|_| sizes.iter().map(|&size| draw.low_between(0, size - 1)).collect());
    let rows: Vec<Vec<u32>> = rows.collect();
    let aux_column = AuxColumn { codes: rows.iter().map(|_| draw.below(6)).collect(), width: 6 };
    Case::new(axes, rows, aux_column)
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let case = large();
    for recoder in ALL {
        let with_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let problem = Problem { labels: Labels::Region, ..case.problem(4) };
            pool.install(|| found(recoder, &problem).partition)
        };
        assert_eq!(with_threads(1), with_threads(3));
    }
}

struct Stopped;

impl Observer for Stopped {
    fn signal(&self) -> Signal {
        Signal::finish_if(true)
    }
}

#[test]
fn what_is_stopped_is_coarser_but_holds() {
    let case = large();
    for recoder in ALL {
        let stopped = recoder.solve(&case.problem(4), &Stopped).expect("it takes every problem");
        let finished = found(recoder, &case.problem(4));
        assert!(!stopped.is_finished && stopped.partition.len() < finished.partition.len());
        let rows: Vec<u64> =
            (0..stopped.partition.len()).map(|class| stopped.partition.rows(class)).collect();
        assert!(rows.iter().all(|&rows| rows >= 4) && rows.iter().sum::<u64>() == 30_000);
    }
}

#[test]
fn every_class_meets_all_conditions_and_no_allowable_cut_is_left() {
    each(120, 60, |case, k, recoder, split| {
        let diverse = DistinctL::new(2).expect("2 is at least 1");
        let even = EntropyL::new(1.5).expect("1.5 is at least 1");
        let conditions = || Conditions::new(k, vec![on_aux_column(diverse), on_aux_column(even)]);
        let problem = Problem { split, conditions: conditions(), ..case.problem(k) };
        if !problem.is_feasible() {
            return;
        }
        let found = found(recoder, &problem);
        let conditions = conditions();
        let mut judge = Judge::new(&conditions, &case.points);
        let mut holds = |class: &[usize]| judge.holds(class.iter().map(|&row| (case.point_of_row[row], 1)));
        for class in case.rows_of_classes(&found) {
            assert!(holds(&class));
            assert!(sides(case, &class).all(|sides| sides.iter().any(|side| !holds(side))));
        }
    });
}

/// All tuples of codes.
fn domain(axes: &[Axis]) -> Vec<Vec<u32>> {
    axes.iter().fold(vec![Vec::new()], |tuples, axis| {
        let longer =
            |tuple: &Vec<u32>| (0..axis.values()).map(|code| [&tuple[..], &[code]].concat()).collect();
        tuples.iter().flat_map(|tuple: &Vec<u32>| -> Vec<Vec<u32>> { longer(tuple) }).collect()
    })
}

#[test]
fn regions_tile_the_domain_and_hold_their_rows() {
    each(40, 60, |case, k, recoder, split| {
        let found = found(recoder, &Problem { split, labels: Labels::Region, ..case.problem(k) });
        let partition = &found.partition;
        let regions: Vec<_> =
            (0..partition.len()).map(|class| partition.covers(&case.axes, &case.points, class)).collect();
        let contains = |class: usize, row: &[u32]| {
            regions[class]
                .iter()
                .zip(&case.axes)
                .zip(row)
                .all(|((&cover, axis), &code)| axis.contains(cover, code))
        };
        for (class, rows) in case.rows_of_classes(&found).iter().enumerate() {
            assert!(rows.iter().all(|&row| contains(class, &case.rows[row])));
        }
        for tuple in domain(&case.axes) {
            let own: Vec<_> = (0..partition.len()).filter(|&class| contains(class, &tuple)).collect();
            assert!(!own.is_empty() && own.iter().all(|&class| regions[class] == regions[own[0]]));
            assert!(own.len() == 1 || recoder != Mondrian::Strict);
        }
    });
}

#[test]
fn with_hierarchies_no_cut_between_children_is_left() {
    for seed in 0..150 {
        let small = Small::draw(Shape { rows: 60, ..Shape::default() }, seed);
        let hierarchies: Vec<Arc<Hierarchy>> = small.hierarchies().into_iter().map(Arc::new).collect();
        let code = |(cell, hierarchy): (&Option<String>, &Arc<Hierarchy>)| {
            hierarchy.leaf(cell.as_deref()).expect("is in the hierarchy")
        };
        let rows = small.rows.iter().map(|row| row.iter().zip(&hierarchies).map(code).collect());
        let axes = hierarchies.iter().map(|hierarchy| Axis::labels("tree", hierarchy.clone())).collect();
        let case = Case::plain(axes, rows.collect());
        let k = (1 + seed % 4).min(case.rows.len() as u64) as usize;
        let found = found(Mondrian::Strict, &case.problem(k as u64));
        for (class, rows) in case.rows_of_classes(&found).iter().enumerate() {
            let covers = found.partition.covers(&case.axes, &case.points, class);
            assert!(rows.len() >= k);
            for (at, hierarchy) in hierarchies.iter().enumerate() {
                let (level, _) = case.axes[at].label_of(covers[at]).expect("has a hierarchy");
                let Some(below) = level.checked_sub(1) else { continue };
                let child = hierarchy.ancestors(0, below);
                let mut children: Vec<u32> =
                    rows.iter().map(|&row| child[case.rows[row][at] as usize]).collect();
                children.sort_unstable();
                assert!(rows.len() < 2 * k || children[k - 1] >= children[rows.len() - k], "seed {seed}");
            }
        }
    }
}

#[test]
fn missing_values_are_cut_off_where_there_are_enough() {
    let texts = vec![Some("1".into()), Some("2".into()), None];
    let axis = Axis::ranges("age", texts, vec![1.0, 2.0]);
    let rows = [0, 0, 1, 1, 2, 2].map(|code| vec![code]).to_vec();
    let case = Case::plain(vec![axis], rows);
    for labels in [Labels::Data, Labels::Region] {
        let problem = |k| Problem { labels, ..case.problem(k) };
        assert_eq!(found(Mondrian::Strict, &problem(2)).partition.len(), 3);
        let coarse = found(Mondrian::Strict, &problem(3));
        assert_eq!(coarse.partition.len(), 1);
        let cover = coarse.partition.covers(&case.axes, &case.points, 0)[0];
        assert_eq!(case.axes[0].label(cover).as_deref(), Some(Axis::EVERYTHING));
    }
}

#[test]
fn the_only_allowable_cut_is_found_however_far_from_the_median() {
    let rows = (0..60).map(|code| vec![code]).collect();
    let codes = (0..60).map(|code| u32::from(code == 1 || code == 2)).collect();
    let case = Case::new(vec![super::axis(60, false)], rows, AuxColumn { codes, width: 2 });
    for recoder in ALL {
        for split in SPLITS {
            let diverse = DistinctL::new(2).expect("2 is at least 1");
            let conditions = Conditions::new(2, vec![on_aux_column(diverse)]);
            let found = found(recoder, &Problem { split, conditions, ..case.problem(2) });
            let classes = case.rows_of_classes(&found);
            assert_eq!(classes, [(0..2).collect::<Vec<_>>(), (2..60).collect()]);
        }
    }
}
