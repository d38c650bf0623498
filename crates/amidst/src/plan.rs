//! The plan: how each column is recoded. Recipes and levels, no data.

use serde_json::{Value, json};

use crate::{job::Released, release::Fate};

/// The plan of a release.
pub fn plan(released: &Released) -> Value {
    let column = |column: &crate::release::ColumnFate| {
        let mut entry = json!({ "name": column.name, "role": column.role.name() });
        match &column.fate {
            Fate::Dropped => entry["do"] = "drop".into(),
            Fate::Pseudonym => entry["do"] = "pseudonymize".into(),
            Fate::Kept => entry["do"] = "keep".into(),
            Fate::Generalized { level, height, recipe, .. } => {
                entry["do"] = "generalize".into();
                entry["level"] = (*level).into();
                entry["height"] = (*height).into();
                entry["hierarchy"] = recipe.clone().into();
            }
        }
        entry
    };
    json!({
        "version": 1,
        "program": { "name": "amidst", "version": env!("CARGO_PKG_VERSION") },
        "missing": released.spec.input.missing_markers(),
        "privacy": released.summary.privacy.iter().map(|reached| json!({
            "model": reached.model,
            "asked": reached.asked,
        })).collect::<Vec<_>>(),
        "columns": released.columns.iter().map(column).collect::<Vec<_>>(),
    })
}
