//! Who could be found, in the table as it stands and in its release.

use std::path::Path;

use amidst::{
    Role, Spec,
    reporting::Reporting,
    risk::{Limit, MAX_SIZE, Population, Risk, RiskOptions, risk},
    spec::Input,
};
use serde_json::{Value, json};

use crate::{error::Result, job::Watch, session::Session};

/// A class of fewer rows than this is small, unless the spec says another k.
const USUAL_CELL_SIZE: u64 = 5;

/// The risk of the table.
pub fn of_table(session: &Session, watch: &Watch) -> Result<Value> {
    let spec = session.runnable(Path::new(""))?;
    let input = spec.input.clone();
    Ok(told(&risk(&options(&spec, input, |_| true), watch)?))
}

/// The risk of the last release, by the columns that it still has. Where people are counted and the release does not name them, sizes
/// are of rows, and beside them stands what the audit found of people.
pub fn of_release(session: &Session, watch: &Watch) -> Result<Value> {
    let released = session.released()?;
    let has = |name: &str| released.table.column(name).is_some();
    let mut found = told(&risk(&options(&released.spec, released.input(), has), watch)?);
    let respondent = released.spec.privacy.respondent.as_ref();
    if respondent.is_some_and(|respondent| !has(&respondent.column)) {
        let summary = released.summary();
        found["of_people"] = json!({
            "people": summary["rows"]["people_out"],
            "k": summary["privacy"][0]["reached"],
            "highest": summary["risk"]["after"]["highest"],
            "average": summary["risk"]["after"]["average"],
        });
    }
    Ok(found)
}

fn options(spec: &Spec, input: Input, has: impl Fn(&str) -> bool) -> RiskOptions {
    let of_role = |role: Role| {
        let columns = spec.columns.iter().filter(move |(_, column)| column.role.0 == role);
        columns.map(|(name, _)| name.clone()).filter(|name| has(name)).collect()
    };
    let privacy = &spec.privacy;
    RiskOptions {
        input,
        quasi: of_role(Role::Quasi),
        sensitive: of_role(Role::Sensitive),
        limit: Limit::CellSize(privacy.k.unwrap_or(USUAL_CELL_SIZE)),
        population: Population::default(),
        respondent: privacy.respondent.clone().filter(|respondent| has(&respondent.column)),
        household: privacy.household.clone().filter(|name| has(name)),
        records: false,
        max_size: MAX_SIZE,
        max_risk: None,
        reporting: Reporting::Internal,
    }
}

fn told(risk: &Risk) -> Value {
    serde_json::to_value(risk).expect("its keys are texts")
}
