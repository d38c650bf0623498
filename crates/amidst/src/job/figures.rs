//! What a run found, in numbers, put together from its solution and its audit.

use amidst_release::Destination;
use amidst_spec::{
    combinations::CombinationResults,
    requirements::BoundRequirement,
    roles::Roles,
    scheme::RecodingScheme,
    spec::{BY_ROWS, Counted, MissingPolicy, ONLY_BY_ROWS, PROFILE},
    validated::ValidatedSpec,
};

use super::{
    Dataset,
    of_source::OfSource,
    risks,
    solution::{self, RecodingSolution},
};
use crate::{
    outputs::Outputs,
    summary::{
        ClassSizes, KResult, ModelResult, PeopleResult, Privacy, Repeated, Rows, Seconds, SensitiveResult,
        SideTable, Summary, Written,
    },
};

/// What k is of groups: quasi values are as they were, so that it is not k-anonymity.
const GROUP_SIZE: &str = "group-size";

/// The numbers of a run.
pub fn summary(
    solved: &RecodingSolution,
    validated: &ValidatedSpec,
    read: &Dataset,
    of_source: OfSource,
    audit: &amidst_audit::Report,
    outputs: &Outputs,
    seconds: Seconds,
) -> Summary {
    let before = read.people;
    let after = audit.people;
    let combined =
        (!validated.combinations.is_empty()).then(|| CombinationResults::new(audit.k, &audit.combinations));
    let weaker = combined
        .as_ref()
        .filter(|combined| combined.k_all < validated.k)
        .map(|combined| format!("k is asked of combinations only, which is weaker; {}", combined.caveat()));
    let (models, sensitive) = judged(validated, &read.roles, audit);
    let given_away: Vec<String> = sensitive.iter().filter_map(SensitiveResult::warning).collect();
    let is_by_rows = validated.is_by_profile() && !(models.is_empty() && sensitive.is_empty());
    let by_rows = is_by_rows.then(|| ONLY_BY_ROWS.to_owned());
    let several =
        read.repeated.as_ref().map(Repeated::warning).or_else(|| after.map(PeopleResult::from)?.warning());
    let unnamed = if outputs.writes_plan() { solved.unnamed() } else { Vec::new() };
    let OfSource { notices, contacts, classes } = of_source;
    let sizes = ClassSizes { before: classes.0.sizes.clone(), after: audit.sizes.clone() };
    Summary {
        version: 1,
        outcome: solved.outcome,
        algorithm: solved.algorithm.clone(),
        optimal: solved.is_optimal,
        gap: solved.gap,
        approximation: solved.approximation,
        levels: solved.levels(),
        height: solved.height(),
        cells: solved.cells(),
        perturbative: validated.recoding == RecodingScheme::Averages,
        counted: if after.is_some() { Counted::People } else { Counted::Rows },
        rows: Rows {
            people_in: before.map(|people| people.people),
            people_out: after.map(|people| people.people),
            ..solved.rows
        },
        people: after.map(PeopleResult::from),
        repeated: read.repeated.clone(),
        classes: audit.classes,
        privacy: Privacy { k: reached(validated, audit, combined), models },
        sensitive,
        objective: solved.objective.clone(),
        prefer: solved.prefer.clone(),
        loss: solved.loss.clone(),
        column_loss: solved.column_loss(),
        risk: risks::risks(read, classes, validated, audit),
        sizes,
        households: None,
        search: solved.search,
        caveats: solved.caveats.iter().cloned().chain(by_rows.clone()).collect(),
        warnings: several
            .into_iter()
            .chain(solved.warnings.iter().cloned())
            .chain(weaker)
            .chain(by_rows)
            .chain(unnamed)
            .chain(given_away)
            .chain(notices)
            .chain(contacts.describe())
            .collect(),
        seconds,
        output: Written { path: outputs.release.name(), sha256: audit.sha256.clone() },
        fragments: Vec::new(),
        views: Vec::new(),
        plan: None,
        union: None,
        alternative: None,
        parts: None,
    }
}

/// The files beside the release that keep a column apart.
pub fn side_tables(audit: &amidst_audit::Report, outputs: &Outputs, rows: &[u64]) -> Vec<SideTable> {
    let files = outputs.side_tables.iter().zip(&audit.further).zip(rows);
    let file = |(((column, destination), file), &rows): (
        (&(String, Destination), &amidst_audit::FileReport),
        &u64,
    )| {
        let path = destination.name();
        SideTable { column: column.clone(), path, sha256: file.sha256.clone(), rows }
    };
    files.map(file).collect()
}

/// What further requirements reach in the written file, and what sensitive columns show in it.
fn judged(
    validated: &ValidatedSpec,
    roles: &Roles,
    audit: &amidst_audit::Report,
) -> (Vec<ModelResult>, Vec<SensitiveResult>) {
    let model = |(needed, report): (&BoundRequirement, &amidst_audit::RequirementReport)| {
        let reached = report.reached.map(|it| it.0);
        ModelResult::new(needed, report.asked.0, reached, report.holds).beside(validated.is_by_profile())
    };
    let column = |(name, reports): (&str, &[amidst_audit::RequirementReport])| SensitiveResult {
        column: name.to_owned(),
        l: reports[0].reached,
        t: reports[1].reached,
        by: validated.is_by_profile().then_some(BY_ROWS),
    };
    let sensitive = solution::sensitive(roles).zip(audit.informational.chunks_exact(2)).map(column).collect();
    (validated.requirements.iter().zip(&audit.requirements).map(model).collect(), sensitive)
}

/// What was asked and what the written file has: of all quasi columns together, of people by all their rows where
/// that is asked, or of the combinations asked for.
fn reached(
    validated: &ValidatedSpec,
    audit: &amidst_audit::Report,
    combined: Option<CombinationResults>,
) -> KResult {
    let model = match validated.recoding {
        RecodingScheme::Fragments => GROUP_SIZE.to_owned(),
        _ => amidst_models::KAnonymity::NAME.to_owned(),
    };
    if let Some(combined) = combined {
        let (asked, reached, holds) = (combined.asked(), combined.reached(), combined.holds());
        return KResult { model, asked, reached, holds, combined: Some(combined) };
    }
    if let Some(people) = audit.people.filter(|_| validated.is_by_profile()) {
        let reached = people.profile.k;
        return KResult {
            model: PROFILE.into(),
            asked: validated.k,
            reached,
            holds: reached >= validated.k,
            combined: None,
        };
    }
    let reached = match validated.missing_policy {
        MissingPolicy::OwnValue => audit.k,
        MissingPolicy::Wildcard => audit.k_wildcard,
    };
    KResult { model, asked: validated.k, reached, holds: reached >= validated.k, combined: None }
}
