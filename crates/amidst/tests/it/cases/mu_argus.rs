//! What mu-argus finds and misses: asked of the door's `check`, and counted again row by row.

use std::collections::BTreeMap;

use amidst::{
    check::{CheckOptions, Tested, check},
    reporting::Count,
    spec::Input,
};
use serde::Deserialize;

use super::{Expectation, agree, sorted, subject::Subject};

/// What mu-argus tests over the quasi columns, and what it misses.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MuArgus {
    k: u64,
    /// The identification levels as a flag spells them.
    levels: String,
    tested: Vec<Vec<String>>,
    passes: bool,
    missed: Vec<Vec<String>>,
    /// The values in one row only of each combination that it misses.
    unique: Vec<Vec<String>>,
    /// The smallest class over all quasi columns.
    reaches: u64,
}

impl Expectation for MuArgus {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let options = CheckOptions {
            input: Input { path: subject.write_table(folder.path(), &[]), ..Input::default() },
            quasi: subject.quasi.clone(),
            k: Some(self.k),
            mu_argus: Some(self.levels.parse()?),
            ..CheckOptions::default()
        };
        let finding = check(&options, &()).map_err(|error| error.to_string())?;
        let found = finding.mu_argus.ok_or("mu-argus was not asked")?;
        let columns = |combinations: &[Tested]| -> Vec<Vec<String>> {
            combinations.iter().map(|one| one.columns.clone()).collect()
        };
        agree("tested", &columns(&found.tested), &self.tested)?;
        agree("missed", &columns(&found.missed), &self.missed)?;
        agree("passes", &found.passes, &self.passes)?;
        agree("k over all columns", &(found.k, finding.k), &(self.reaches, Count::Value(self.reaches)))?;
        agree("what was asked holds", &finding.holds, &(self.reaches >= self.k))?;
        let mut unique = Vec::new();
        for one in found.tested.iter().chain(&found.missed) {
            let rare = rare(subject, &one.columns, self.k)?;
            agree(
                &format!("rare values and rows of {:?}", one.columns),
                &(rare.len() as u64, rare.values().sum::<u64>()),
                &(one.rare, one.rows),
            )?;
            if found.missed.contains(one) {
                unique.extend(rare.into_iter().filter(|(_, rows)| *rows == 1).map(|(values, _)| values));
            }
        }
        agree("unique values", &sorted(&unique), &sorted(&self.unique))
    }
}

/// The combinations of values in fewer than `k` rows, none of them missing, with their rows.
fn rare(subject: &Subject, columns: &[String], k: u64) -> Result<BTreeMap<Vec<String>, u64>, String> {
    let place = |name: &String| subject.quasi.iter().position(|known| known == name);
    let places: Vec<usize> = columns.iter().filter_map(place).collect();
    let mut rows: BTreeMap<Vec<String>, u64> = BTreeMap::new();
    for tuple in subject.tuples()? {
        *rows.entry(places.iter().map(|&at| tuple[at].to_owned()).collect()).or_default() += 1;
    }
    rows.retain(|values, rows| *rows < k && !values.iter().any(String::is_empty));
    Ok(rows)
}
