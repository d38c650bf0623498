//! Solutions of a search that is stopped: fewer, but none of them wrong.

use std::{
    fs,
    sync::atomic::{AtomicU64, Ordering},
};

use amidst::{
    Job, Observer, Signal, Spec,
    solutions::{Solutions, SolutionsAnswer, SolutionsOptions},
};

/// Stops after so many questions.
struct Patience(AtomicU64);

impl Observer for Patience {
    fn signal(&self) -> Signal {
        Signal::finish_if(
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err(),
        )
    }
}

/// A job over a made-up table, asked by a policy.
fn job(folder: &std::path::Path, prefer: &str) -> Job {
    let mut table = String::from("town,age,sex\n");
    for row in 0..90_u32 {
        let (town, age, sex) = (row * row % 17, 20 + row * 7 % 45, ["f", "m"][row as usize / 3 % 2]);
        table += &format!("{town:03},{age},{sex}\n");
    }
    let path = folder.join("table.csv");
    fs::write(&path, table).expect("a temporary file can be written");
    let spec = format!(
        "[input]\npath = {:?}\n[columns.town]\nrole = \"quasi\"\n[columns.age]\nrole = \"quasi\"\n[columns.sex]\nrole = \
         \"quasi\"\n[privacy]\nk = 3\n[solve]\nsuppression = \"10%\"\nprefer = {prefer:?}\n",
        path.display().to_string()
    );
    Job::new(Spec::from_toml(&spec).expect("a spec"))
}

fn levels(solutions: &Solutions) -> Vec<&[u8]> {
    solutions.minimal.iter().map(|node| node.levels.levels.as_slice()).collect()
}

#[test]
fn a_stopped_search_lists_only_what_is_so() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let wanted = SolutionsOptions { nodes: true, drawing: true, ..SolutionsOptions::default() };
    for prefer in ["objective", "max-classes", "min-height"] {
        let job = job(folder.path(), prefer);
        let SolutionsAnswer::Found(all) = job.solutions(wanted.clone(), &()).expect("it runs") else {
            panic!("there are solutions")
        };
        assert!(all.complete && all.satisfying.is_some() && all.minimal.len() > 1);
        let (mut stopped, mut partial, mut patience) = (0, 0, 0);
        loop {
            match job.solutions(wanted.clone(), &Patience(patience.into())).expect("it runs") {
                SolutionsAnswer::Infeasible(answer) => {
                    assert_eq!(answer.outcome, "stopped");
                    stopped += 1;
                }
                SolutionsAnswer::Found(some) if some.complete => {
                    assert_eq!((&some.minimal, some.satisfying), (&all.minimal, all.satisfying));
                    break;
                }
                SolutionsAnswer::Found(some) => {
                    partial += 1;
                    check_partial(&some, &all);
                }
            }
            patience += 1;
        }
        assert!(stopped > 0 && partial > 0, "{prefer}: {stopped} without a node, {partial} with some");
    }
}

#[test]
fn what_satisfying_nodes_lose_is_told_as_if_all_were_judged() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let job = job(folder.path(), "objective");
    let mut exhaustive = job.spec().clone();
    exhaustive.solve.algorithm = Some("exhaustive".into());
    let found = |job: Job, all_satisfying| {
        let wanted = SolutionsOptions { nodes: true, all_satisfying, ..SolutionsOptions::default() };
        let SolutionsAnswer::Found(found) = job.solutions(wanted, &()).expect("it runs") else {
            panic!("there are solutions")
        };
        let satisfying =
            found.nodes.expect("they were wanted").into_iter().filter(|node| node.satisfying == Some(true));
        satisfying
            .map(|node| (node.levels.levels.clone(), node.suppressed, node.classes, node.loss))
            .collect::<Vec<_>>()
    };
    let (all, few) = (found(Job::new(exhaustive), false), found(Job::new(job.spec().clone()), false));
    assert!(few.iter().any(|(_, suppressed, ..)| suppressed.is_none()), "some were decided by others");
    assert_eq!(found(job, true), all);
}

fn check_partial(some: &Solutions, all: &Solutions) {
    assert!(some.warnings.iter().any(|warning| warning.starts_with("stopped before all minimal nodes")));
    assert!(levels(some).iter().all(|node| levels(all).contains(node)));
    assert!(some.satisfying.is_none_or(|satisfying| Some(satisfying) == all.satisfying));
    assert!(some.ties.contains(&some.preferred) && some.minimal.contains(&some.preferred));
    let nodes = |solutions: &Solutions| solutions.nodes.clone().expect("nodes were wanted");
    let (some_nodes, all_nodes) = (nodes(some), nodes(all));
    assert_eq!(some_nodes.len(), all_nodes.len());
    for (node, known) in some_nodes.iter().zip(&all_nodes) {
        assert_eq!(node.levels, known.levels);
        assert!(node.satisfying.is_none() || node.satisfying == known.satisfying);
    }
    let undecided = some_nodes.iter().filter(|node| node.satisfying.is_none()).count();
    let drawing = some.drawing.as_deref().expect("a drawing was wanted");
    assert_eq!(drawing.matches("class=\"mark undecided\"").count(), undecided + 1);
    assert_eq!(undecided == 0, some.satisfying.is_some());
}
