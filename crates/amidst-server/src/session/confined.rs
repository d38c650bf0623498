//! A spec that reads and writes nothing outside the folder of its session.

use std::path::Path;

use amidst::{Spec, spec::KeySource};

use super::FileName;
use crate::error::{Refused, Result};

/// Refuses a spec that names anything but plain files; the table and all else that is read must have been handed over.
pub fn check(spec: &Spec, folder: &Path) -> Result<()> {
    let output = &spec.output;
    let written =
        [&output.path, &output.report, &output.certificate, &output.internal_certificate, &output.plan];
    for name in written.into_iter().flatten() {
        FileName::parse(name)?;
    }
    let hierarchies = spec.columns.values().filter_map(|column| column.hierarchy.as_ref()?.file.as_ref());
    let populations = spec.privacy.require.iter().filter_map(|requirement| requirement.population.as_ref());
    let keys = spec.columns.values().filter_map(|column| match &column.key {
        Some(KeySource::File(name)) => Some(name),
        _ => None,
    });
    let read = [&spec.input.path].into_iter().chain(hierarchies).chain(populations).chain(keys);
    for name in read {
        let name = FileName::parse(name)?;
        if !folder.join(name.as_str()).is_file() {
            let message = format!("the spec names {:?}, which was not handed over", name.as_str());
            return Err(Refused::bad(&message));
        }
    }
    match output.table.is_some() || spec.input.table.is_some() || spec.input.query.is_some() {
        true => Err(Refused::bad("databases are for the command line; hand over a file")),
        false => Ok(()),
    }
}

/// The same spec with its paths as the program sees them: it reads in one folder and writes into another.
pub fn resolved(spec: &Spec, read: &Path, written: &Path) -> Spec {
    let mut resolved = spec.clone();
    resolved.resolve(read);
    let place = |name: &Option<String>| name.as_ref().map(|name| written.join(name).display().to_string());
    let output = &spec.output;
    resolved.output.path = place(&output.path);
    resolved.output.report = place(&output.report);
    resolved.output.certificate = place(&output.certificate);
    resolved.output.internal_certificate = place(&output.internal_certificate);
    resolved.output.plan = place(&output.plan);
    resolved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn verdict(toml: &str, passes: bool) {
        let folder = tempfile::tempdir().expect("a place for tests");
        std::fs::write(folder.path().join("t.csv"), "a\n1\n").expect("a file");
        let spec = Spec::from_toml(&format!("privacy.k = 2\n{toml}")).expect("a spec");
        assert_eq!(check(&spec, folder.path()).is_ok(), passes, "{toml}");
    }

    #[test]
    fn files_that_were_handed_over_may_be_named() {
        verdict("input.path = 't.csv'\noutput.path = 'out.csv'", true);
        verdict("input.path = 't.csv'\n[columns.a]\nrole = 'quasi'\nhierarchy = { file = 't.csv' }", true);
    }

    #[test]
    fn nothing_else_may() {
        verdict("input.path = '/etc/passwd'", false);
        verdict("input.path = '../t.csv'", false);
        verdict("input.path = 'other.csv'", false);
        verdict("input.path = 'sqlite:t.csv'\ninput.table = 't'", false);
        verdict("input.path = 't.csv'\noutput.path = '/tmp/out.csv'", false);
        verdict("input.path = 't.csv'\noutput.report = '../r.html'", false);
        verdict(
            "input.path = 't.csv'\n[columns.a]\nrole = 'quasi'\nhierarchy = { file = '/etc/passwd' }",
            false,
        );
        verdict(
            "input.path = 't.csv'\n[columns.a]\nrole = 'identifier'\nkeep = 'pseudonym'\nkey = { file = '/etc/passwd' }",
            false,
        );
    }
}
