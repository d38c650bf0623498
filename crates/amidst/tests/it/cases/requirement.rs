//! Which privacy models a table meets as it stands: asked of the door's `check`, on a file.

use amidst::{
    check::{AttainedValue, CheckOptions, check},
    reporting::Count,
    spec::Input,
};
use serde::Deserialize;

use super::{Expectation, agree, subject::Subject};

/// A requirement over the quasi columns, and what the table has.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// As a flag spells it.
    require: String,
    /// What the worst class has, to four digits.
    reaches: String,
    /// The rows of the classes that fall short.
    failing_rows: u64,
}

impl Expectation for Requirement {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let options = CheckOptions {
            input: Input { path: subject.write_table(folder.path(), &[]), ..Input::default() },
            quasi: subject.quasi.clone(),
            require: vec![self.require.parse()?],
            ..CheckOptions::default()
        };
        let finding = check(&options, &()).map_err(|error| error.to_string())?;
        let model = finding.models.first().ok_or("nothing was asked")?;
        let reached = match model.reached {
            Some(AttainedValue::Count(count)) => count.to_string(),
            Some(AttainedValue::Number(number)) => number.to_string(),
            None => "nothing".into(),
        };
        agree("reached", &reached, &self.reaches)?;
        agree("holds", &finding.holds, &(self.failing_rows == 0))?;
        agree("rows that fall short", &model.failing_rows, &Some(Count::Value(self.failing_rows)))
    }
}
