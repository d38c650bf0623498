//! What is said when there is no time to find everything out.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use amidst::{
    Job, Observer, Role, Signal, Spec,
    explain::{Reveal, explain},
    spec::{ColumnSpec, Span},
};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Case, explained, write};

/// Stops after so many questions.
struct Patience(AtomicU64);

impl Observer for Patience {
    fn signal(&self) -> Signal {
        Signal::finish_if(
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err(),
        )
    }
}

#[test]
fn stopped_at_any_time_it_says_so_and_what_it_says_holds() {
    let (mut infeasibility, mut partly) = (0, 0);
    for seed in 0..40 {
        let mut case = Case::draw(seed);
        case.spec.solve.algorithm = Some("exhaustive".into());
        let whole = explained(&case.spec, Reveal::Counts);
        for patience in [0, 1, 5, 20, 60, 150, 400] {
            let observer = Patience(patience.into());
            let said =
                explain(&Job::new(case.spec.clone()), Reveal::Counts, &observer).expect("it is explained");
            let said = serde_json::to_value(said).expect("JSON");
            assert_eq!(said["stands_out"]["table"], whole["stands_out"]["table"]);
            match said["outcome"].as_str().expect("an outcome") {
                "stopped" if said["result"].is_null() => {
                    assert_eq!(
                        said["message"],
                        json!("stopped before a first solution was found; allow more time")
                    );
                    assert_eq!(said["nearest"], Value::Null);
                    infeasibility += 1;
                }
                "stopped" => assert_eq!(said["not_searched"], "stopped before any change was searched"),
                "infeasible" => assert_eq!(said["nearest"], whole["nearest"]),
                _ => {
                    assert_eq!(said["result"], whole["result"]);
                    let all = whole["dropped"].as_array().expect("a list").len();
                    let some = said["dropped"].as_array().expect("a list").len();
                    assert!(some == all || !said["not_searched"].is_null());
                    partly += u32::from(some < all);
                }
            }
        }
    }
    assert!(infeasibility > 10 && partly > 10, "{infeasibility} {partly}");
}

/// Thirty columns of two levels each: a lattice of 2^30 nodes.
fn wide(folder: &TempDir) -> Spec {
    let header: Vec<String> = (0..30).map(|at| format!("c{at}")).collect();
    let line =
        |row: usize| (0..30).map(|at| (row * (at + 3) % 7 % 2).to_string()).collect::<Vec<_>>().join(",");
    let lines: Vec<String> = std::iter::once(header.join(",")).chain((0..60).map(line)).collect();
    let mut spec = Spec::of_table(&write(folder.path(), "table.csv", &(lines.join("\n") + "\n")));
    spec.columns = header.into_iter().map(|name| (name, ColumnSpec::new(Role::Quasi))).collect();
    spec.privacy.k = Some(10);
    spec
}

#[test]
fn a_lattice_too_large_is_searched_again_only_within_a_time_limit() {
    let folder = TempDir::new().expect("a folder");
    let mut spec = wide(&folder);
    let said = explained(&spec, Reveal::Counts);
    assert!(said["result"].is_object() && said["holds_back"].as_array().is_some_and(|all| all.len() == 30));
    assert_eq!((&said["more_suppression"], &said["dropped"]), (&Value::Null, &json!([])));
    let why = said["not_searched"].as_str().expect("a reason");
    assert!(why.starts_with("the lattice of 1073741824 nodes is too large"), "{why}");

    spec.solve.time_limit = Some(Span(Duration::from_millis(50)));
    let said = explained(&spec, Reveal::Counts);
    assert_eq!(said["not_searched"], Value::Null);
    assert!(said["more_suppression"].is_object());
    assert!(said["dropped"].as_array().is_some_and(|all| all.len() == 30));
}
