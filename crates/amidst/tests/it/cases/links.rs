//! A release of the table, and how many rows may belong together. Asked of the door's `check`.

use std::fs;

use amidst::{
    check::{AttainedValue, CheckOptions, check},
    reporting::Count,
    spec::Input,
};
use serde::Deserialize;

use super::{Expectation, agree, format::Grid, subject::Subject};

/// What a release reaches beside the table it was made from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Links {
    release: Grid,
    k_anonymity: u64,
    one_k: u64,
    k_one: u64,
    k_k: u64,
    global_one_k: u64,
}

impl Expectation for Links {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("release.csv");
        let lines: String = self.release.0.iter().map(|line| line.join(",") + "\n").collect();
        fs::write(&path, lines).expect("a temporary file can be written");
        let hierarchies = subject.quasi.iter().filter_map(|name| {
            Some((name.clone(), subject.write_hierarchy(folder.path(), name).ok()?.into()))
        });
        let kinds =
            ["k-anonymity", "one-k-anonymity", "k-one-anonymity", "k-k-anonymity", "global-one-k-anonymity"];
        let options = CheckOptions {
            input: Input { path: path.display().to_string(), ..Input::default() },
            quasi: subject.quasi.clone(),
            require: kinds.map(|kind| format!("{kind} k=2").parse()).into_iter().collect::<Result<_, _>>()?,
            original: Some(subject.write_table(folder.path(), &[])),
            hierarchies: hierarchies.collect(),
            ..CheckOptions::default()
        };
        let finding = check(&options, &()).map_err(|error| error.to_string())?;
        let reached: Vec<Option<AttainedValue>> = finding.models.iter().map(|model| model.reached).collect();
        let expected = [self.k_anonymity, self.one_k, self.k_one, self.k_k, self.global_one_k];
        let expected = expected.map(|rows| Some(AttainedValue::Count(Count::Value(rows)))).to_vec();
        agree("reached", &reached, &expected)
    }
}
