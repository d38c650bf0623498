//! What was lost between the table and its release, with bars for drawing.

use amidst::{
    compare::{CompareOptions, Comparison, Hierarchies, Queries, compare},
    reporting::Reporting,
};
use serde_json::{Value, json};

use crate::{error::Result, job::Watch, session::Session};

/// Counting queries that are asked of both tables, and what they are drawn by.
const QUERIES: Queries = Queries { number: 1000, seed: 1 };

/// Compares the last release with its table.
pub fn utility(session: &Session, watch: &Watch) -> Result<Value> {
    let released = session.released()?;
    let options = CompareOptions {
        original: released.spec.input.clone(),
        release: released.input(),
        columns: released.spec.columns.clone(),
        hierarchies: Hierarchies::AsReleased,
        queries: QUERIES,
        reporting: Reporting::Internal,
    };
    Ok(told(&compare(&options, watch)?))
}

fn told(comparison: &Comparison) -> Value {
    let mut told = serde_json::to_value(comparison).expect("its keys are texts");
    for (at, column) in comparison.columns.iter().enumerate() {
        let bars = column.bars.as_ref().map(|bars| json!({ "before": bars.before, "after": bars.after }));
        told["columns"][at]["bars"] = json!(bars);
    }
    told
}
