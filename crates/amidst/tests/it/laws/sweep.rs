//! Every point of a sweep is what a run of its own gives, however much the points share.

use std::sync::atomic::{AtomicU64, Ordering};

use amidst::{
    Answer, Job, Observer, Signal, Spec,
    sweep::{Grid, Sweep, SweepPoint},
};
use amidst_testkit::generate::small::{Shape, Small};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Wish, describe, numbered};

/// A drawn table, and the spec that the grid is laid over.
fn draw(seed: u64, folder: &TempDir) -> Spec {
    let missing_percent = if seed.is_multiple_of(3) { 0 } else { 3 };
    let small = Small::draw(Shape { missing_percent, ..Shape::default() }, seed);
    let objective = ["loss", "gcp", "discernibility", "precision", "entropy"][seed as usize % 5];
    let wish = Wish { k: 2, suppression: "0%", objective };
    describe(&small, &numbered(small.rows.len()), wish, folder.path())
}

fn grid(algorithms: &[&str]) -> Grid {
    Grid {
        k: vec![5, 2, 3, 4, 8, 6, 7, 2, 12],
        suppression: ["0%", "10%", "3 rows", "100%"].map(|limit| limit.parse().expect("a limit")).into(),
        algorithms: algorithms.iter().map(|&name| name.to_owned()).collect(),
    }
}

fn sweep(spec: &Spec, grid: &Grid) -> Sweep {
    Job::new(spec.clone()).sweep(grid, &()).expect("it runs")
}

/// What a run of its own says of a point.
fn alone(spec: &Spec, point: &SweepPoint) -> Value {
    let mut spec = spec.clone();
    spec.privacy.k = Some(point.k);
    spec.solve.suppression = Some(point.suppression);
    spec.solve.algorithm = Some(point.algorithm.clone());
    match Job::new(spec).run_in_memory(&()).expect("it runs") {
        Answer::Infeasible(answer) => json!({ "outcome": answer.outcome, "message": answer.message }),
        Answer::Released(released) => {
            let summary = serde_json::to_value(&released.summary).expect("numbers");
            json!({
                "outcome": summary["outcome"],
                "algorithm": summary["algorithm"],
                "levels": summary.get("levels"),
                "suppressed": summary["rows"]["suppressed"],
                "classes": summary["classes"],
                "smallest": released.audit.k,
                "objective": summary["objective"],
                "loss": summary["loss"],
                "optimal": summary["optimal"],
                "gap": summary["gap"],
            })
        }
    }
}

/// The same of a point.
fn told(point: &SweepPoint) -> Value {
    let Some(result) = &point.result else {
        return json!({ "outcome": point.outcome, "message": point.message });
    };
    let mut told = serde_json::to_value(result).expect("numbers");
    told["outcome"] = point.outcome.into();
    if told.get("levels").is_none() {
        told["levels"] = Value::Null;
    }
    told
}

fn check(algorithms: &[&str], seeds: std::ops::Range<u64>) {
    let (mut found, mut infeasible) = (0, 0);
    for seed in seeds {
        let folder = TempDir::new().expect("a folder");
        let spec = draw(seed, &folder);
        // Cells are recoded by loss or gcp only.
        let by_cells = ["mondrian", "top-down-greedy", "local"];
        let measures = ["loss", "gcp"].map(|name| Some(name.to_owned()));
        let is_served = |name: &&&str| !by_cells.contains(name) || measures.contains(&spec.solve.objective);
        let algorithms: Vec<&str> = algorithms.iter().filter(is_served).copied().collect();
        if algorithms.is_empty() {
            continue;
        }
        let grid = grid(&algorithms);
        let swept = sweep(&spec, &grid);
        assert!(swept.complete);
        assert_eq!(swept.points.len(), 8 * 4 * algorithms.len());
        for point in &swept.points {
            assert_eq!(told(point), alone(&spec, point), "{seed}: {:?}", place(point));
            match point.result {
                Some(_) => found += 1,
                None => infeasible += 1,
            }
        }
    }
    assert!(found > 100 && infeasible > 10, "{found} found, {infeasible} infeasible");
}

#[test]
fn points_that_share_proofs_are_those_of_single_runs() {
    check(&["optimal", "auto", "flash"], 0..30);
}

#[test]
fn points_of_heuristics_and_cells_are_those_of_single_runs() {
    check(&["optimal", "datafly", "lightning", "samarati", "mondrian"], 100..115);
}

#[test]
fn points_with_further_requirements_are_those_of_single_runs() {
    for seed in 200..220 {
        let folder = TempDir::new().expect("a folder");
        let mut spec = draw(seed, &folder);
        spec.columns.get_mut("note").expect("a note").role.0 = amidst::Role::Sensitive;
        spec.privacy.l = Some(2);
        spec.solve.objective = Some("loss".into());
        for point in &sweep(&spec, &grid(&["optimal", "lightning", "datafly", "mondrian"])).points {
            let alone = alone(&spec, point);
            // A run of its own also looks for what could be had instead.
            match &point.message {
                Some(message) => {
                    assert!(alone["message"].as_str().is_some_and(|it| it.starts_with(&**message)))
                }
                None => assert_eq!(told(point), alone, "{seed}: {:?}", place(point)),
            }
        }
    }
}

/// Stops after so many questions.
struct Patience(AtomicU64);

impl Observer for Patience {
    fn signal(&self) -> Signal {
        Signal::finish_if(
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err(),
        )
    }
}

/// What tells points apart.
fn place(point: &SweepPoint) -> (&str, String, u64) {
    (&point.algorithm, point.suppression.to_string(), point.k)
}

#[test]
fn a_sweep_that_is_stopped_keeps_what_was_solved() {
    let folder = TempDir::new().expect("a folder");
    let spec = draw(10, &folder);
    let all = sweep(&spec, &grid(&["optimal", "datafly"]));
    let mut partial = 0;
    for patience in (0..400).step_by(7) {
        let observer = Patience(patience.into());
        let some = Job::new(spec.clone()).sweep(&grid(&["optimal", "datafly"]), &observer).expect("it runs");
        partial += u32::from(!some.complete && !some.points.is_empty());
        for point in some.points.iter().filter(|point| point.outcome == "found") {
            let is_it = |it: &&SweepPoint| place(it) == place(point);
            let whole = all.points.iter().find(is_it).expect("it is a point of the grid");
            let found =
                |point: &SweepPoint| point.result.as_ref().map(|it| (it.levels.clone(), it.loss.clone()));
            // A heuristic that found its node may have been stopped while it looked for a bound.
            assert_eq!(found(point), found(whole), "{patience}: {:?}", place(point));
        }
    }
    assert!(partial > 3, "{partial}");
}

#[test]
fn curves_and_lists_hold_every_point_and_no_value() {
    let folder = TempDir::new().expect("a folder");
    let swept = sweep(&draw(10, &folder), &grid(&["optimal", "mondrian"]));
    let (csv, svg, page) = (swept.to_csv(), swept.to_svg(), swept.to_html());
    assert_eq!(csv.lines().count(), 1 + swept.points.len());
    assert_eq!(svg.matches("<polyline").count(), 8);
    assert!(svg.contains("role=\"img\"><title>") && svg.contains("<desc>"));
    assert_eq!(page.matches("<tr><td>").count(), swept.points.len());
    for text in [&csv, &svg, &page] {
        assert!(!text.contains("v0") && !text.contains("note "));
    }
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let mut spec = draw(10, &folder);
    spec.solve.objective = None;
    let error = Job::new(spec).sweep(&grid(&["optimal", "mdav"]), &()).expect_err("a refusal");
    assert!(error.to_string().contains("leave it out"), "{error}");
}
