//! What `solutions` shows of the papers' working, on the table of a case.

use amidst::{
    Job, Spec,
    solutions::{SolutionsAnswer, SolutionsOptions, Working},
    spec::{ColumnSpec, HierarchySpec},
};
use amidst_core::Role;

use super::subject::Subject;

/// What is shown of a table at some k, with so many rows to suppress, by an algorithm.
pub fn working(
    subject: &Subject,
    (k, max_suppressed): (u64, u64),
    algorithm: Option<&str>,
    wanted: SolutionsOptions,
) -> Result<Working, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut spec = Spec::of_table(&subject.write_table(folder.path(), &[]));
    for name in subject.header()? {
        let is_quasi = subject.quasi.iter().any(|quasi| quasi == name);
        let mut column = ColumnSpec::new(if is_quasi { Role::Quasi } else { Role::Other });
        column.not_identifying = !is_quasi;
        if is_quasi {
            let file = Some(subject.write_hierarchy(folder.path(), name)?);
            column.hierarchy = Some(HierarchySpec { file, ..HierarchySpec::default() });
        }
        spec.columns.insert(name.to_owned(), column);
    }
    spec.privacy.k = Some(k);
    spec.solve.algorithm = algorithm.map(String::from);
    spec.solve.suppression = Some(format!("{max_suppressed} rows").parse()?);
    match Job::new(spec).solutions(wanted, &()).map_err(|error| error.to_string())? {
        SolutionsAnswer::Found(found) => found.working.ok_or_else(|| "nothing is shown".into()),
        SolutionsAnswer::Infeasible(_) => Err("it is out of reach".into()),
    }
}
