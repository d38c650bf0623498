//! A short run of every target, and every input that once failed.

use std::time::Duration;

use amidst_fuzz::{
    Target,
    watch::{Round, is_survived, run},
};

/// Inputs for each target: enough to walk every seed, few enough for every day.
const INPUTS: u64 = 400;

#[test]
fn a_short_run_of_every_target_survives() {
    let folder = tempfile::tempdir().expect("a place for tests");
    for target in Target::ALL {
        let time = Duration::from_secs(60);
        let round = Round { target, seed: 11, from: 0, inputs: INPUTS, time };
        let outcome = run(&round, folder.path(), None).expect("a place for failing inputs");
        assert_eq!(outcome.failed, Vec::<u64>::new(), "{}", target.name());
    }
    amidst_fuzz::doors::clean_up();
}

#[test]
fn what_once_failed_does_not_fail_again() {
    let inputs: [(Target, &[u8]); 4] = [
        (Target::Jsonl, b"{\"q\":1,\"s\":\"\\ud800\"}\n"),
        (Target::Csv, b"a,b\n\"x\"y,\0\n"),
        (Target::Parquet, b"PAR1\xff\xff\xff\x7fPAR1"),
        (Target::Arrow, b"ARROW1\0\0\xff\xff\xff\x7fARROW1"),
    ];
    for (target, input) in inputs {
        assert!(is_survived(target, input), "{}", target.name());
    }
}
