//! Releases: the whole road from a file to an audited file, at one fixed node.

use std::{fmt::Write, fs, path::Path};

use amidst::{Answer, Job, Spec};
use amidst_core::Levels;
use serde::Deserialize;

use super::{Expectation, agree, format::Grid, judge::suppressed_rows, sorted, subject::Subject};

/// What is released at a node.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Release {
    k: u64,
    levels: Levels,
    /// Rows, counted from 1.
    suppressed: Vec<usize>,
    /// A header and rows, in any order.
    rows: Grid,
}

impl Expectation for Release {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        if !subject.lattice()?.contains(&self.levels) {
            return Err(format!("{:?} is not a node", self.levels));
        }
        agree("suppressed rows", &suppressed_rows(subject, self.k, &self.levels)?, &self.suppressed)?;
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let spec = self.spec(subject, folder.path())?;
        let answer = Job::new(spec).run(&()).map_err(|error| error.to_string())?;
        let Answer::Released(released) = answer else { return Err("nothing is released".into()) };
        let summary = &released.summary;
        agree("levels", &summary.levels.iter().map(|(_, level)| *level).collect::<Levels>(), &self.levels)?;
        agree("number of suppressed rows", &summary.rows.suppressed, &(self.suppressed.len() as u64))?;
        let written = fs::read_to_string(folder.path().join("release.csv")).expect("the release was written");
        let found = Grid::parse(&written)?;
        agree("header", &found.0.first(), &self.rows.0.first())?;
        agree("rows", &sorted(&found.0[1..]), &sorted(&self.rows.0[1..]))
    }
}

impl Release {
    /// A spec that leaves the search no choice, with the files it names.
    fn spec(&self, subject: &Subject, folder: &Path) -> Result<Spec, String> {
        let input = subject.write_table(folder, &[]);
        let output = folder.join("release.csv").display().to_string();
        let mut spec = format!("[input]\npath = {input:?}\n[output]\npath = {output:?}\n");
        let suppression = format!("{} rows", self.suppressed.len());
        write!(spec, "[privacy]\nk = {}\n[solve]\nsuppression = {suppression:?}\n", self.k)
            .expect("a string grows");
        for name in subject.header()? {
            let role = match subject.quasi.iter().position(|quasi| quasi == name) {
                None => "role = \"sensitive\"\n".into(),
                Some(at) => {
                    let (file, level) = (subject.write_hierarchy(folder, name)?, self.levels[at]);
                    let levels = format!("levels = {{ min = {level}, max = {level} }}");
                    format!("role = \"quasi\"\nhierarchy = {{ file = {file:?} }}\n{levels}\n")
                }
            };
            write!(spec, "[columns.{name}]\n{role}").expect("a string grows");
        }
        Spec::from_toml(&spec).map_err(|error| error.to_string())
    }
}
