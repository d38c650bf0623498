//! What is told of a table to programs that gather results, in words.

use amidst_spec::{quoted, reporting::Count};

use super::{AttainedValue, CheckOptions, Finding, ModelFinding};

/// What is told of a table in either file.
pub(super) struct Verdicts<'a> {
    /// The file of the table; nothing if it is none, because an address may hold a password.
    pub file: Option<&'a str>,
    /// Each model.
    pub models: &'a [ModelFinding],
    quasi: &'a [String],
}

impl<'a> Verdicts<'a> {
    pub fn new(finding: &'a Finding, options: &'a CheckOptions) -> Self {
        let path = options.input.path.as_str();
        let is_file =
            path != "-" && !path.is_empty() && !path.contains("://") && !path.starts_with("sqlite:");
        Self { file: is_file.then_some(path), models: &finding.models, quasi: &options.quasi }
    }

    /// How messages call the table.
    pub fn table(&self) -> &str {
        self.file.unwrap_or("the table")
    }

    /// What is asked of a model: `t-closeness of "ill", 0.2 asked`.
    pub fn asked(&self, model: &ModelFinding) -> String {
        let column = model.column.as_ref().map_or_else(String::new, |name| format!(" of {name:?}"));
        let over = model.columns.as_deref().unwrap_or(self.quasi);
        format!("{}{column} over {}, {} asked", model.model, quoted(over), model.asked)
    }

    /// What is found of it: `1 reached, 3 rows in 1 class fall short`.
    pub fn found(&self, model: &ModelFinding) -> String {
        let reached = match model.reached {
            Some(AttainedValue::Count(count)) => format!("{count} reached"),
            Some(AttainedValue::Number(number)) => format!("{number} reached"),
            None => "what is reached is not told".to_owned(),
        };
        let several = |count: Count, one: &str, many: &str| match count {
            Count::Value(1) => format!("1 {one}"),
            count => format!("{count} {many}"),
        };
        match (model.failing_rows, model.failing_classes) {
            (Some(rows), Some(classes)) if !model.holds => {
                let (rows, classes) = (several(rows, "row", "rows"), several(classes, "class", "classes"));
                format!("{reached}, {rows} in {classes} short of it")
            }
            _ => reached,
        }
    }
}
