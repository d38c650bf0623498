//! How anonymous a table is as it stands: asked of the door's `check`, on a file.

use amidst::{
    check::{CheckOptions, check},
    reporting::Count,
    spec::Input,
};
use serde::Deserialize;

use super::{Expectation, agree, subject::Subject};

/// The size of the smallest class on some columns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anonymity {
    quasi: Vec<String>,
    /// Rows left out, counted from 1.
    #[serde(default)]
    without: Vec<usize>,
    reaches: u64,
}

impl Expectation for Anonymity {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        if self.without.iter().any(|&row| row == 0 || row > subject.rows().len()) {
            return Err(format!("the table has no row among {:?}", self.without));
        }
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = subject.write_table(folder.path(), &self.without);
        let validated = |k: u64| {
            let input = Input { path: path.clone(), ..Input::default() };
            let options =
                CheckOptions { input, quasi: self.quasi.clone(), k: Some(k), ..CheckOptions::default() };
            check(&options, &()).map_err(|error| error.to_string())
        };
        let found = validated(self.reaches)?;
        agree("rows", &found.rows, &Count::Value((subject.rows().len() - self.without.len()) as u64))?;
        agree("smallest class", &found.k, &Count::Value(self.reaches))?;
        agree(
            "holds at that and one more",
            &(found.holds, validated(self.reaches + 1)?.holds),
            &(true, false),
        )
    }
}
