//! What a check found, as files for programs that gather the results of many checks: JUnit and SARIF. They hold names, counts and
//! numbers of models, never a cell.

use std::path::Path;

use amidst_spec::{
    Result, Spec,
    files::{Guard, Target},
    quoted,
    reporting::Count,
};

use super::{AttainedValue, CheckOptions, Finding, ModelFinding, junit, sarif};

/// The files that are written, free to be.
pub struct Papers {
    junit: Option<Target>,
    sarif: Option<Target>,
}

impl Papers {
    /// Checks that no file is one that is read or in the way, and that each has a folder. A spec that the question comes from,
    /// and all that it names, are as good as read.
    pub fn check(
        junit: Option<&Path>,
        sarif: Option<&Path>,
        options: &CheckOptions,
        spec: Option<&Spec>,
        overwrite: bool,
    ) -> Result<Self> {
        let tables = [Some(&options.input.path), options.population.as_ref(), options.original.as_ref()];
        let hierarchies = options.hierarchies.iter().map(|(_, file)| file.as_path());
        let inputs = tables.into_iter().flatten().map(Path::new).chain(hierarchies);
        let mut guard = Guard::new(inputs, overwrite);
        if let Some(spec) = spec {
            guard = guard.with_spec(spec);
        }
        Ok(Self {
            junit: junit.map(|path| guard.target("junit", path)).transpose()?,
            sarif: sarif.map(|path| guard.target("sarif", path)).transpose()?,
        })
    }

    /// Writes them, and says where.
    pub fn write(self, finding: &Finding, options: &CheckOptions) -> Result<Vec<String>> {
        let verdicts = Verdicts::new(finding, options);
        let junit = self.junit.map(|target| target.write(&junit::text(&verdicts)));
        let sarif = self.sarif.map(|target| target.write(&sarif::text(&verdicts)));
        junit.into_iter().chain(sarif).collect()
    }
}

/// What is told of a table in either file.
pub(super) struct Verdicts<'a> {
    /// The file of the table; nothing if it is none, because an address may hold a password.
    pub file: Option<&'a str>,
    /// Each model.
    pub models: &'a [ModelFinding],
    quasi: &'a [String],
}

impl<'a> Verdicts<'a> {
    fn new(finding: &'a Finding, options: &'a CheckOptions) -> Self {
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
