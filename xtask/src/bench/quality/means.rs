//! Microaggregation on the files of the CASC project: how much of the variance goes.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use super::{
    super::{Bench, number},
    instance::Instance,
    unless,
};

const KS: [u64; 3] = [3, 5, 10];
const METHODS: [&str; 3] = ["mdav", "v-mdav", "microaggregation"];
/// What MDAV loses by reference programs that agree so far.
const AGREEMENT: f64 = 0.001;

struct File {
    name: &'static str,
    table: &'static str,
    mdav: [f64; 3],
}

const FILES: [File; 2] = [
    File { name: "Census", table: "census.csv", mdav: [5.6922, 9.0884, 14.1559] },
    File { name: "Tarragona", table: "tarragona.csv", mdav: [16.9326, 22.461, 33.1924] },
];

/// Prints the table; gives what falls behind.
pub fn run(bench: &Bench, folder: &Path) -> Result<Vec<String>> {
    println!("\n## Microaggregation: information loss in percent, 13 columns\n");
    println!("| file | k | MDAV by reference | {} |", METHODS.join(" | "));
    println!("|---|---|---|---|---|---|");
    let mut behind = Vec::new();
    for File { name, table, mdav } in &FILES {
        let path = folder.join(table);
        let text = fs::read_to_string(&path)?;
        let header = text.lines().next().context("the table has a header")?.replace('"', "");
        let instance = Instance::plain(name, &path, &header.split(',').collect::<Vec<_>>(), &[]);
        for (k, reference) in KS.into_iter().zip(mdav) {
            let lost = |method: &&str| {
                let (_, report) = instance.anonymize(bench, k, &["--algorithm", method])?;
                let seconds = number(&report, "/seconds/search")?;
                Ok((number(&report, "/loss/information-loss")?, seconds))
            };
            let lost: Vec<(f64, f64)> = METHODS.iter().map(lost).collect::<Result<_>>()?;
            let shown: Vec<String> =
                lost.iter().map(|(loss, seconds)| format!("{loss:.4} in {seconds:.2} s")).collect();
            println!("| {name} | {k} | {reference} | {} |", shown.join(" | "));
            let (mdav, better) = (lost[0].0, lost[2].0);
            let is_same = (mdav - reference).abs() <= AGREEMENT;
            behind.extend(unless(is_same, || format!("{name}, k = {k}: mdav loses {mdav}, not {reference}")));
            behind.extend(unless(better < mdav, || {
                format!("{name}, k = {k}: microaggregation loses {better}, mdav {mdav}")
            }));
        }
    }
    Ok(behind)
}
