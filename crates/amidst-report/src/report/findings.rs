//! What must be read before the report is signed, worst first. The colour of the headline is that of the worst finding.

use amidst_core::{Role, hierarchy::builders::Recipe};
use amidst_spec::{
    header::{Header, SemanticType},
    reporting::Count,
    spec::{Counted, KindWord, Origin, Respondent},
};

use super::facts::Facts;
use crate::{
    messages::{Claim, FindingWords, Numbers, Verdict},
    release::{ColumnTransformation, NOTHING_LEFT, Transformation, is_nothing_left},
    source_key::LOST_KEY,
    summary::{Repeated, SensitiveResult},
};

/// The least class that is not remarked on.
const SMALL_K: u64 = 3;
/// The share of rows left out that is remarked on.
const MANY_SUPPRESSED: f64 = 0.1;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// To be weighed before signing.
    Caution,
    /// People may be harmed.
    Alarm,
}

/// Something to read.
#[derive(Clone, Debug)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What it is.
    pub words: String,
}

impl Severity {
    /// The class of its style.
    pub fn class(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Caution => "caution",
            Self::Alarm => "alarm",
        }
    }
}

/// What the headline says, and the class of its style.
pub fn verdict(findings: &[Finding]) -> (Verdict, &'static str) {
    match findings.iter().map(|finding| finding.severity).max() {
        None | Some(Severity::Note) => (Verdict::Good, "good"),
        Some(Severity::Caution) => (Verdict::Caution, "caution"),
        Some(Severity::Alarm) => (Verdict::Alarm, "alarm"),
    }
}

/// Everything to read, worst first.
pub fn findings(facts: &Facts<'_>) -> Vec<Finding> {
    let mut all = Vec::new();
    let mut add = |severity, words| all.push(Finding { severity, words });
    if is_nothing_left(&facts.released.columns) {
        add(Severity::Caution, facts.say(FindingWords::NothingLeft));
    }
    sensitive(facts, &mut add);
    columns(facts, &mut add);
    claim(facts, &mut add);
    people(facts, &mut add);
    numbers(facts, &mut add);
    further(facts, &mut add);
    all.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    all
}

/// Takes one more.
type Add<'a> = dyn FnMut(Severity, String) + 'a;

/// What classes give away. Readers outside are not told what was found where nothing was asked.
fn sensitive(facts: &Facts<'_>, add: &mut Add<'_>) {
    let released = facts.released;
    let names: Vec<&str> = released
        .columns
        .iter()
        .filter(|column| column.role == Role::Sensitive)
        .map(|column| column.name.as_str())
        .collect();
    if names.is_empty() {
        return add(Severity::Note, facts.say(FindingWords::NoSensitive));
    }
    if facts.is_internal() {
        let given_away = released.summary.sensitive.iter().filter(|column| column.warning().is_some());
        for SensitiveResult { column, .. } in given_away {
            add(Severity::Alarm, facts.say_with(FindingWords::GivenAway, &[("column", column)]));
        }
        return;
    }
    let is_promised = |name: &&str| {
        released.summary.privacy.models.iter().any(|model| model.column.as_deref() == Some(name))
    };
    let open: Vec<&str> = names.into_iter().filter(|name| !is_promised(name)).collect();
    if !open.is_empty() {
        add(Severity::Caution, facts.say_with(FindingWords::NotPromised, &[("columns", &open.join(", "))]));
    }
}

/// Columns that are released in a way that singles people out.
fn columns(facts: &Facts<'_>, add: &mut Add<'_>) {
    for column in &facts.released.columns {
        let with = [("column", column.name.as_str())];
        if column.transformation == Transformation::Pseudonym {
            add(Severity::Alarm, facts.say_with(FindingWords::Pseudonym, &with));
        }
        if !is_exact(&column.transformation) {
            continue;
        }
        let header = Header::of(&column.name);
        if header.says(SemanticType::BirthDate) {
            add(Severity::Alarm, facts.say_with(FindingWords::BirthDate, &with));
        } else if header.says(SemanticType::Date) || holds_dates(facts, column) {
            add(Severity::Caution, facts.say_with(FindingWords::ExactDates, &with));
        }
    }
}

/// Whether every value is released as it was.
pub fn is_exact(transformation: &Transformation) -> bool {
    match transformation {
        Transformation::Kept | Transformation::Linked => true,
        Transformation::Generalized { level, .. } => *level == 0,
        Transformation::Recoded { cells, .. } => cells.changed == 0,
        Transformation::Viewed { recoded, .. } => is_exact(recoded),
        Transformation::Dropped
        | Transformation::Pseudonym
        | Transformation::Averaged { .. }
        | Transformation::SideTable { .. } => false,
    }
}

/// Whether a column whose name does not say so holds days, as far as its hierarchy or the spec say it.
fn holds_dates(facts: &Facts<'_>, column: &ColumnTransformation) -> bool {
    let is_date = |kind: &KindWord| ["date", "timestamp"].contains(&kind.0.name());
    let declared = facts.released.spec.columns.get(&column.name).and_then(|spec| spec.kind.as_ref());
    let by_recipe = matches!(
        &column.transformation,
        Transformation::Generalized { pinned: Origin::Recipe(Recipe::Date(_)), .. }
    );
    by_recipe || declared.is_some_and(is_date)
}

/// Where less is claimed than k-anonymity over all quasi columns.
fn claim(facts: &Facts<'_>, add: &mut Add<'_>) {
    let summary = &facts.released.summary;
    let quasi = facts.quasi();
    let combined = match &facts.outside {
        None => summary.privacy.k.combined.as_ref().map(|combined| combined.caveat()),
        Some(outside) => outside.combined().map(|combined| outside.caveat(&combined)),
    };
    if let Some(caveat) = combined {
        let with = [("quasi", &*quasi), ("caveat", &*caveat)];
        return add(Severity::Caution, facts.say_with(Claim::NotOverAll, &with));
    }
    if summary.is_fragmented() {
        return add(Severity::Caution, facts.say_with(Claim::GroupsCaveat, &[("quasi", &quasi)]));
    }
    if summary.perturbative {
        add(Severity::Caution, facts.say(FindingWords::Averages));
    }
    if !facts.is_internal() {
        return;
    }
    let k = facts.language.count(Count::Value(facts.released.audit.k));
    if summary.privacy.models.iter().any(|model| model.is_of_links()) {
        return add(Severity::Caution, facts.say_with(Claim::LinksCaveat, &[("k", &k)]));
    }
    if summary.counted == Counted::Rows && summary.privacy.k.reached > facts.released.audit.k {
        add(Severity::Caution, facts.say_with(Claim::WildcardCaveat, &[("k", &k)]));
    }
}

/// Where rows are not people.
fn people(facts: &Facts<'_>, add: &mut Add<'_>) {
    let summary = &facts.released.summary;
    if !facts.is_internal() {
        return;
    }
    if let Some(Repeated { column, .. }) = &summary.repeated {
        add(Severity::Caution, facts.say_with(FindingWords::RowsNotPeople, &[("column", column)]));
    }
    let is_by_profile =
        facts.released.spec.privacy.respondent.as_ref().is_some_and(Respondent::is_by_profile);
    match summary.people.map(|people| people.profile.unique) {
        Some(1) if !is_by_profile => add(Severity::Caution, facts.say(FindingWords::UniqueProfile)),
        Some(unique) if !is_by_profile && unique > 1 => {
            let number = facts.language.count(Count::Value(unique));
            add(Severity::Caution, facts.say_with(FindingWords::UniqueProfiles, &[("number", &number)]));
        }
        _ => {}
    }
}

/// What is said by numbers that everybody may know.
fn numbers(facts: &Facts<'_>, add: &mut Add<'_>) {
    let summary = &facts.released.summary;
    let asked = summary.privacy.k.asked;
    let k = if facts.is_internal() { summary.privacy.k.reached } else { asked };
    if (1..SMALL_K).contains(&k) && !summary.privacy.models.iter().any(|model| model.is_of_links()) {
        let (told, risk) = (k.to_string(), facts.percent(1.0 / k as f64));
        add(Severity::Caution, facts.say_with(FindingWords::SmallK, &[("k", &told), ("risk", &risk)]));
    }
    let rows = summary.rows;
    // By what may be told, so that a finding tells no more than the numbers do.
    if facts.length(rows.suppressed, rows.r#in) > MANY_SUPPRESSED {
        let share = facts.share(rows.suppressed, rows.r#in);
        add(Severity::Caution, facts.say_with(FindingWords::ManySuppressed, &[("share", &share)]));
    }
}

/// What the program warned of in its own words, without what is found above.
fn further(facts: &Facts<'_>, add: &mut Add<'_>) {
    let summary = &facts.released.summary;
    let own = summary.sensitive.iter().filter_map(SensitiveResult::warning);
    let own: Vec<String> = own.chain(summary.repeated.iter().map(Repeated::warning)).collect();
    let all = if facts.is_internal() { &summary.warnings } else { &summary.caveats };
    for words in all.iter().filter(|words| *words != NOTHING_LEFT && !own.contains(words)) {
        let severity = if words == LOST_KEY { Severity::Note } else { Severity::Caution };
        add(severity, sentence(words));
    }
}

/// Words with a capital at the beginning and a full stop.
fn sentence(words: &str) -> String {
    let mut signs = words.chars();
    let first = signs.next().into_iter().flat_map(char::to_uppercase);
    first.chain(signs).chain(['.']).collect()
}
