//! From a plan in a file and a table to a job.

use std::path::PathBuf;

use amidst_core::Role;
use amidst_io::hex;
use amidst_spec::{
    Error, Result,
    plan::Plan,
    spec::{Input, OnUnmapped, Output, ReportSpec},
};
use sha2::{Digest, Sha256};

use crate::{
    job::{Applied, Job},
    summary::PlanUsed,
};

/// How messages call a plan that is in no file.
const IN_MEMORY: &str = "a plan in memory";

/// A plan about to be applied to a table.
pub struct Apply {
    plan: Plan,
    path: PathBuf,
    sha256: String,
    earlier: Vec<String>,
    on_unmapped: Option<OnUnmapped>,
    not_identifying: Vec<String>,
    report: ReportSpec,
}

impl Apply {
    /// Reads a plan.
    pub fn read(path: impl Into<PathBuf>) -> Result<Self> {
        let path = path.into();
        let sha256 = amidst_io::sha256_of(&path)?;
        let plan = Plan::read(&path)?;
        Ok(Self::of(plan, path, sha256))
    }

    /// A plan that is at hand. Its relative paths are relative to where the program runs.
    pub fn new(plan: Plan) -> Self {
        let sha256 = hex(&Sha256::digest(plan.to_string()));
        Self::of(plan, PathBuf::from(IN_MEMORY), sha256)
    }

    fn of(plan: Plan, path: PathBuf, sha256: String) -> Self {
        let (earlier, not_identifying) = (Vec::new(), Vec::new());
        let report = ReportSpec::default();
        Self { plan, path, sha256, earlier, on_unmapped: None, not_identifying, report }
    }

    /// Names earlier releases: k must hold on the new one by itself, and also on all of them together. Nothing is written
    /// if either fails.
    pub fn with_earlier(mut self, releases: Vec<String>) -> Self {
        self.earlier = releases;
        self
    }

    /// Sets what to do with values that a hierarchy does not hold, whatever the plan says.
    pub fn with_on_unmapped(mut self, rule: Option<OnUnmapped>) -> Self {
        self.on_unmapped = rule;
        self
    }

    /// Names columns that look like direct identifiers in this table but may be released.
    pub fn with_not_identifying(mut self, columns: Vec<String>) -> Self {
        self.not_identifying = columns;
        self
    }

    /// Sets what stands in the report besides what is found.
    pub fn with_report(mut self, report: ReportSpec) -> Self {
        self.report = report;
        self
    }

    /// The job that recodes a table as planned. The order of rows is that of the plan, and so is what counts as missing
    /// unless `input` says.
    pub fn job(self, input: Input, output: Output) -> Result<Job> {
        let mut spec = self.plan.spec(&self.path)?;
        let missing = input.missing.clone().or(spec.input.missing.take());
        spec.input = Input { missing, ..input };
        spec.output = Output { order: spec.output.order, ..output };
        spec.report = self.report;
        for column in spec.columns.values_mut().filter(|column| column.role.0 == Role::Quasi) {
            column.on_unmapped = self.on_unmapped.unwrap_or(column.on_unmapped);
        }
        for name in &self.not_identifying {
            let column = spec.columns.get_mut(name);
            let unknown = || {
                Error::bad_value(
                    "not_identifying",
                    format!("not_identifying {name}: the plan has no column {name:?}"),
                )
                .of_column(name)
            };
            column.ok_or_else(unknown)?.not_identifying = true;
        }
        if self.earlier.iter().any(|path| path == "-") {
            return Err(Error::bad_value("earlier", "standard input: an earlier release is a file; name it"));
        }
        let heights =
            self.plan.columns.iter().filter_map(|column| Some((column.name.clone(), column.height?)));
        let used = PlanUsed { path: self.path.display().to_string(), sha256: self.sha256 };
        Ok(Job::of_plan(spec, Applied::new(used, heights.collect(), self.earlier)))
    }
}
