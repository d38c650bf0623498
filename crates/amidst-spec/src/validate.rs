//! Checks what a job asks for, and says all that is wrong with it at once: with the settings, and with the columns of the table.

use amidst_io::{Reader, Source};

use crate::{
    Error, Result, Spec,
    error::Faults,
    registry::Registry,
    roles::Roles,
    source::{check_header, open_observed},
    validated::ValidatedSpec,
};

/// What a spec asks for.
///
/// # Errors
/// Every fault of its settings; if there is one, those of its columns as well, where the table has a header to lay them over.
pub fn validate(spec: &Spec, registry: &Registry, source: Option<&Source>) -> Result<ValidatedSpec> {
    ValidatedSpec::new(spec, registry).map_err(|error| with_columns(error, spec, source))
}

fn with_columns(error: Error, spec: &Spec, source: Option<&Source>) -> Error {
    if source.is_none() && spec.input.path == "-" {
        return error;
    }
    let is_header = |reader: &Reader<'_>| check_header(reader, &spec.input, spec.columns.keys()).is_ok();
    let Some(reader) = open_observed(source, &spec.input, &()).ok().filter(is_header) else { return error };
    let mut faults = Faults::default();
    faults.add(error);
    faults.keep(Roles::new(spec, reader.columns()));
    faults.check().expect_err("there is one at least")
}
