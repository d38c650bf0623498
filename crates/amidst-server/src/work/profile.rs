//! A first look at the table: every column profiled, a spec proposed, the rows read in codes for the screens.

use std::sync::Arc;

use amidst::{
    Spec,
    advanced::profile::{ColumnProfile, TableProfile, commented_spec, profile_table, repeated},
    spec::Input,
};
use serde_json::{Value, json};

use crate::{
    error::{Refused, Result},
    job::Watch,
    session::{Session, read},
};

/// Profiles the table and proposes a spec, unless there is one already.
pub fn profile(session: &Session, watch: &Watch) -> Result<Value> {
    let name = session.state().table.clone();
    let name = name.ok_or_else(|| Refused::too_early("hand a table over first"))?;
    let path = session.files().join(name.as_str()).display().to_string();
    let mut found = profile_table(&Input { path: path.clone(), ..Input::default() })?;
    let source = Arc::new(read(&found.input, watch)?);
    found.input.path = name.to_string();
    let proposed = proposed(&found)?;
    let told = told(&found);
    let mut state = session.state();
    // Another table may have come meanwhile.
    if state.table.as_ref() != Some(&name) || watch.is_cancelled() {
        return Err(Refused::too_early("another table was handed over"));
    }
    (state.source, state.profile) = (Some(source), Some(told.clone()));
    if state.history.toml().is_none() {
        state.history.push(proposed.to_toml());
    }
    Ok(told)
}

/// The spec that `init` would write, with a report beside the other papers.
fn proposed(found: &TableProfile) -> Result<Spec> {
    let text = commented_spec(&found.input, &found.columns, found.rows, &found.missing_cells);
    let mut spec = Spec::from_toml(&text)?;
    let report = spec.output.plan.as_ref().map(|plan| plan.replace(".plan.json", ".report.html"));
    spec.output.report = report;
    Ok(spec)
}

fn told(found: &TableProfile) -> Value {
    let mut told = found.in_json(None);
    let markers = found.input.missing_markers();
    let columns: Vec<Value> = found.columns.iter().map(|column| described(column, &markers)).collect();
    told["columns"] = columns.into();
    told["missing_codes"] = json!(found.missing_cells);
    told["repeated"] = json!(repeated(&found.columns).map(|it| json!({
        "column": it.name, "values": it.distinct, "rows": it.rows - it.missing,
    })));
    told["layout"] = json!({
        "format": found.input.format, "delimiter": found.input.delimiter, "encoding": found.input.encoding,
        "decimal": found.input.decimal,
    });
    told
}

fn described(column: &ColumnProfile, markers: &[String]) -> Value {
    let mut told = column.in_json();
    let notes = [
        column.notice.describe_missing(&column.name, markers),
        column.notice.describe_folded(&column.name),
        (column.contacts > 0)
            .then(|| format!("{} cells hold a telephone number or an e-mail address", column.contacts)),
        column.is_ambiguous.then(|| "its dates can be read with the day or with the month first".into()),
    ];
    told["notes"] = notes.into_iter().flatten().collect();
    told["evidence"] = column.detections.iter().map(|found| json!(found.evidence)).collect();
    told
}
