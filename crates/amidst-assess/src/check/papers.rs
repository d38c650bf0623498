//! What a check found, as files for programs that gather the results of many checks: JUnit and SARIF. They hold names, counts and
//! numbers of models, never a cell.

use std::path::Path;

use amidst_spec::{
    Result, Spec,
    files::{Guard, Target},
};

use super::{CheckOptions, Finding, junit, sarif, verdicts::Verdicts};

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
