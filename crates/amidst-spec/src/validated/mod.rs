//! What a spec asks for, checked before anything is read.

mod faults;

use std::time::Duration;

use amidst_core::{
    Attribute, Error as CoreError, Metric, ModelParams, Role, SolverInfo, model::Links, near::did_you_mean,
};
use amidst_cuts::TopDown;
use amidst_metrics::Aggregate;
use amidst_search::Preference;

use crate::{
    Error, Result, Spec, catalog,
    combinations::CombinationRequirement,
    error::Faults,
    memory::MemoryLimit,
    names::{ANATOMY, AUTO, algorithms},
    registry::Registry,
    requirements::BoundRequirement,
    scheme::RecodingScheme,
    side_tables::side_tables,
    spec::{
        ColumnSpec, Combinations, LabelsWord, Limit, MissingPolicy, MissingSensitive, Order, Respondent,
        Solve, SplitWord,
    },
};

pub(crate) use faults::faults;

/// Parameters that make sense by themselves.
#[derive(Clone, Debug)]
pub struct ValidatedSpec {
    /// The least number of rows in a class, or of people if there is a respondent: the largest k asked for, of combinations
    /// too; 1 if none is.
    pub k: u64,
    /// Who the people are, if people are counted.
    pub respondent: Option<Respondent>,
    /// What is asked besides.
    pub requirements: Vec<BoundRequirement>,
    /// The column that holds how many people of the population each row stands for, known or estimated.
    pub stands_for: Option<String>,
    /// The column that says which household a row belongs to, if households are counted and reported on.
    pub household: Option<String>,
    /// The combinations of quasi columns that k is asked of; if there are none, it is asked of all of them together.
    pub combinations: Vec<CombinationRequirement>,
    /// How a missing cell compares.
    pub missing_policy: MissingPolicy,
    /// Whether a missing cell counts as a value where models ask what is known.
    pub missing_sensitive: MissingSensitive,
    /// How many rows may be suppressed.
    pub suppression: Limit,
    /// The algorithm's id, or [`AUTO`].
    pub algorithm: String,
    /// What may be changed.
    pub recoding: RecodingScheme,
    /// Columns that get a file of their own: sensitive ones in fragments, confidential ones in views.
    pub side_tables: Vec<String>,
    /// How many rows may be behind one another, and which are counted, if that is asked instead of k.
    pub links: Option<(u64, Links)>,
    /// How regions are split, for algorithms that do.
    pub split: SplitWord,
    /// What classes show that were cut out as regions.
    pub labels: LabelsWord,
    /// The objective's id.
    pub objective: String,
    /// What may be named besides what is ours.
    pub registry: Registry,
    /// The column that is to be predicted, for the measure `classification`.
    pub target: Option<String>,
    /// How the columns' losses become one.
    pub aggregate: Option<Aggregate>,
    /// The id of the policy that chooses a node.
    pub prefer: String,
    /// The columns that the policy ranks, the first generalized least; of cells that are blanked, the first least.
    pub priority: Vec<String>,
    /// Quasi columns that stay as they are: k holds within each of their values.
    pub strata: Vec<String>,
    /// Stop searching after this long.
    pub time_limit: Option<Duration>,
    /// How much memory the run may take.
    pub memory: Option<MemoryLimit>,
    /// Whether a plan asks for it: then a value that it names need not be in the table.
    pub is_planned: bool,
    /// What everything random follows from.
    pub seed: u64,
    /// The order of released rows.
    pub order: Order,
    /// What counts as missing when read.
    pub missing: Vec<String>,
    /// What counts as missing when read back: the same, with what a null is written as.
    pub missing_back: Vec<String>,
}

impl ValidatedSpec {
    /// Checks a spec's privacy and solve parts.
    ///
    /// # Errors
    /// All that is wrong with them.
    pub fn new(spec: &Spec, registry: &Registry) -> Result<Self> {
        Self::checked(spec, registry).map_err(|first| {
            let mut all = Faults::default();
            all.add(first);
            all.extend(faults(spec, registry));
            all.check().expect_err("there is a first")
        })
    }

    /// Stops at the first fault.
    fn checked(spec: &Spec, registry: &Registry) -> Result<Self> {
        let solve = &spec.solve;
        let prefer =
            known("prefer", solve.prefer.as_deref().unwrap_or(Preference::OBJECTIVE), &registry.policies())?;
        check_target(spec, registry, "prefer", &prefer)?;
        let usual = catalog::usual_objective(solve.algorithm.as_deref().unwrap_or(AUTO));
        let objective =
            known("objective", solve.objective.as_deref().unwrap_or(usual), &registry.measures())?;
        check_target(spec, registry, "objective", &objective)?;
        let missing = spec.input.missing_markers();
        let requirements = BoundRequirement::all(spec, registry.models())?;
        let k = k(spec, &requirements)?;
        let algorithm = known("algorithm", solve.algorithm.as_deref().unwrap_or(AUTO), &algorithms())?;
        let (k, requirements) = linked(k, requirements, &algorithm);
        let links = links(spec, k, &requirements)?;
        let algorithm = match links {
            Some((_, kind)) => linking(&algorithm, kind)?,
            None => algorithm,
        };
        let recoding = RecodingScheme::new(solve, &algorithm)?;
        if recoding == RecodingScheme::Links && links.is_none() {
            let expected = match (k, requirements.first()) {
                (Some(_), Some(other)) => format!(
                    "it meets only how many rows may be behind one another, and {} is asked too; ask for that alone, or choose \
                     another algorithm",
                    other.params.describe()
                ),
                _ => {
                    return Err(Error::missing(
                        "k",
                        format!(
                            "algorithm = {algorithm:?}: it needs to be told how many rows; add k = 5 to [privacy]"
                        ),
                    ));
                }
            };
            return Err(parameter("algorithm", &format!("{algorithm:?}"), &expected));
        }
        let side_tables = side_tables(spec, recoding, &requirements)?;
        if spec.privacy.respondent.is_some() && (recoding == RecodingScheme::Links || !side_tables.is_empty())
        {
            return Err(Error::conflict(
                "respondent",
                "algorithm",
                "respondent: models of links, groups and views count rows, not people; take the respondent away, or choose \
                 another algorithm",
            ));
        }
        check_households(spec, recoding, !side_tables.is_empty())?;
        if recoding.is_by_cells() && spec.output.plan.is_some() {
            return Err(Error::conflict(
                "plan",
                "algorithm",
                "a plan holds levels of whole columns, and this recodes cell by cell, which depends on the rows at hand; \
                 take the plan away",
            ));
        }
        let (split, labels) = regions(solve, &algorithm)?;
        check_averages(spec, recoding)?;
        check_blanks(spec, recoding, &algorithm)?;
        let combinations = combinations(spec, k, recoding)?;
        let mut requirements: Vec<BoundRequirement> =
            requirements.into_iter().filter(|it| !it.is_k_over_rows()).collect();
        requirements.extend(BoundRequirement::of_households(spec, k)?);
        // What views are asked comes last, view by view.
        requirements.sort_by_key(|it| side_tables.iter().position(|name| it.column.as_ref() == Some(name)));
        let least = (!requirements.is_empty()).then_some(1);
        Ok(Self {
            k: combinations.iter().map(|one| one.k).max().or(k).or(least).ok_or(Error::NoTarget)?,
            requirements,
            respondent: spec.privacy.respondent.clone(),
            stands_for: spec.privacy.stands_for()?.cloned(),
            household: spec.privacy.household.clone(),
            combinations,
            missing_policy: spec.privacy.missing,
            missing_sensitive: spec.privacy.missing_sensitive,
            suppression: solve.suppression.unwrap_or(Limit::NONE),
            recoding,
            side_tables,
            links,
            split,
            labels,
            objective,
            registry: registry.clone(),
            target: target(spec)?,
            aggregate: aggregate(solve)?,
            priority: priority(spec, &prefer, recoding, &algorithm)?,
            strata: strata(spec, recoding)?,
            algorithm,
            prefer,
            time_limit: solve.time_limit.map(|span| span.0),
            memory: None,
            is_planned: false,
            seed: solve.seed.unwrap_or(0),
            order: spec.output.order,
            missing_back: if missing.is_empty() { vec![String::new()] } else { missing.clone() },
            missing,
        })
    }

    /// The objective over some columns.
    pub fn metric(&self, attributes: &[Attribute]) -> Result<Box<dyn Metric>> {
        self.registry.metric(&self.objective, self.aggregate, attributes)
    }

    /// The most rows out of `rows` that may be suppressed. A release holds at least one class, so that suppressing more is no
    /// solution whatever the limit.
    pub fn suppression_limit(&self, rows: u64) -> u64 {
        self.suppression.of(rows).min(rows.saturating_sub(self.k))
    }

    /// Refuses to speak of levels where cells are recoded one by one.
    pub fn needs_levels(&self) -> Result<()> {
        match self.recoding.is_by_cells() {
            false => Ok(()),
            true if self.recoding == RecodingScheme::Fragments => Err(Error::conflict(
                "algorithm",
                "levels",
                format!(
                    "this is about levels of whole columns, and algorithm = {ANATOMY:?} leaves every value as it is; choose \
                 another algorithm"
                ),
            )),
            true => Err(Error::conflict(
                "generalize",
                "levels",
                "this is about levels of whole columns, and the spec recodes cell by cell; choose another algorithm, or \
                 generalize = \"attribute\"",
            )),
        }
    }

    /// Whether k people must share all their rows.
    pub fn is_by_profile(&self) -> bool {
        self.respondent.as_ref().is_some_and(Respondent::is_by_profile)
    }

    /// Refuses to speak of nodes where people's profiles decide about them besides.
    pub fn needs_classes(&self) -> Result<()> {
        match self.is_by_profile() {
            false => Ok(()),
            true => Err(Error::conflict(
                "semantics",
                "levels",
                "this is about what classes need, and semantics = \"profile\" asks for more; write semantics = \"distinct\" to \
                 see that",
            )),
        }
    }

    /// Whether a column gets a file of its own.
    pub fn is_apart(&self, column: Option<&str>) -> bool {
        column.is_some_and(|column| self.side_tables.iter().any(|name| name == column))
    }

    /// What k is, in words: one number, or those of the combinations.
    pub fn describe_k(&self) -> String {
        match self.combinations.iter().map(|one| one.k).min() {
            Some(least) if least < self.k => format!("k = {least} to {}, by combination,", self.k),
            Some(_) => format!("k = {} in every combination", self.k),
            None if self.respondent.is_some() => format!("k = {} people", self.k),
            None => format!("k = {}", self.k),
        }
    }

    /// Everything that is asked, in words.
    pub fn describe(&self) -> String {
        let further = self.requirements.iter().map(BoundRequirement::describe);
        // A k of 1 asks nothing.
        let k = (self.k > 1 || self.requirements.is_empty()).then(|| self.describe_k());
        k.into_iter().chain(further).collect::<Vec<_>>().join(", ")
    }

    /// What a missing cell is written as where the format has no null.
    pub fn marker(&self) -> &str {
        self.missing_back.first().map_or("", String::as_str)
    }
}

/// Refuses households where there are no classes that they could share.
fn check_households(spec: &Spec, recoding: RecodingScheme, is_apart: bool) -> Result<()> {
    let why = match recoding {
        _ if spec.privacy.household.is_none() => return Ok(()),
        RecodingScheme::Fragments => {
            "a release in fragments has groups of rows and no classes that households could share"
        }
        RecodingScheme::Links => "models of links count rows, not households",
        _ if is_apart => "views of confidential columns count rows, not households",
        _ => return Ok(()),
    };
    Err(Error::conflict(
        "household",
        "algorithm",
        format!("household: {why}; take it away, or choose another algorithm"),
    ))
}

/// What is asked of rows that may be behind one another. It is asked alone.
fn links(spec: &Spec, k: Option<u64>, requirements: &[BoundRequirement]) -> Result<Option<(u64, Links)>> {
    let mut asked = requirements.iter().filter_map(|it| match it.params {
        ModelParams::Links { k, kind } => Some((k, kind)),
        _ => None,
    });
    let Some(links) = asked.next() else { return Ok(None) };
    if requirements.len() > 1 || k.is_some() || spec.privacy.combinations.is_some() {
        return Err(Error::conflict(
            "require",
            "k",
            format!(
                "{} sees no classes and is asked alone; take k and the other requirements away, or this one",
                requirements.iter().find(|it| it.params.is_of_links()).map_or("it", |it| it.params.id())
            ),
        ));
    }
    Ok(Some(links))
}

/// What is asked of an algorithm for links: if it is told k and nothing else, that is how many rows may be behind one another.
fn linked(
    k: Option<u64>,
    requirements: Vec<BoundRequirement>,
    algorithm: &str,
) -> (Option<u64>, Vec<BoundRequirement>) {
    let kind = LINKING.iter().find(|(_, name)| *name == algorithm);
    match (k, kind) {
        (Some(k), Some((kind, _))) if requirements.is_empty() => {
            let params = ModelParams::Links { k, kind: *kind };
            let within = Vec::new();
            (
                None,
                vec![BoundRequirement {
                    params,
                    column: None,
                    within,
                    population: None,
                    is_of_households: false,
                }],
            )
        }
        _ => (k, requirements),
    }
}

/// What each algorithm for links meets.
const LINKING: [(Links, &str); 4] =
    [(Links::OneK, "one-k"), (Links::KOne, "k-one"), (Links::KK, "k-k"), (Links::GlobalOneK, "global-one-k")];

/// The algorithm that meets what is asked of links: the one asked for must be it.
fn linking(algorithm: &str, kind: Links) -> Result<String> {
    let (_, name) = LINKING.iter().find(|(known, _)| *known == kind).expect("every kind has its algorithm");
    match algorithm == AUTO || algorithm == *name {
        true => Ok((*name).into()),
        false => Err(parameter(
            "algorithm",
            &format!("{algorithm:?}"),
            &format!(
                "what is asked of rows that may be behind one another is met by {name}; leave the algorithm out"
            ),
        )),
    }
}

fn aggregate(solve: &Solve) -> Result<Option<Aggregate>> {
    let parsed = solve.aggregate.as_deref().map(str::parse).transpose();
    parsed.map_err(|words: String| Error::bad_value("aggregate", words))
}

/// How regions are split and what their classes show.
fn regions(solve: &Solve, algorithm: &str) -> Result<(SplitWord, LabelsWord)> {
    let takes = |info: &SolverInfo| info.parameters.iter().any(|it| ["split", "labels"].contains(&it.name));
    let is_said = solve.split.is_some() || solve.labels.is_some();
    if is_said && !catalog::algorithm(algorithm).is_some_and(|info| takes(&info)) {
        let takers = catalog::algorithms().into_iter().filter(takes).map(|info| info.id);
        let takers = takers.collect::<Vec<_>>().join(", ");
        let takers =
            takers.rsplit_once(", ").map_or(takers.clone(), |(most, last)| format!("{most} and {last}"));
        return Err(Error::conflict(
            "split",
            "algorithm",
            format!("split and labels are for {takers}; choose one of these, or take them away"),
        ));
    }
    let split = solve.split.unwrap_or(SplitWord::Width);
    if split == SplitWord::Gain && solve.target.is_none() {
        return Err(no_target("split", "gain"));
    }
    Ok((split, solve.labels.unwrap_or(LabelsWord::Data)))
}

/// Refuses what averages do not look at, and what only they do.
fn check_averages(spec: &Spec, recoding: RecodingScheme) -> Result<()> {
    if recoding == RecodingScheme::Averages {
        return match spec.solve.objective {
            None => Ok(()),
            Some(_) => Err(Error::conflict(
                "objective",
                "algorithm",
                "objective: averages keep the variance within classes low, whatever the objective; take it away",
            )),
        };
    }
    match spec.columns.iter().find(|(_, column)| column.aggregate.is_some()) {
        None => Ok(()),
        Some((name, _)) => Err(Error::conflict("aggregate", "algorithm", format!(
            "column {name:?}: aggregate says what averages show; choose mdav, v-mdav, univariate or microaggregation, or take \
             it away"
        )).of_column(name)),
    }
}

/// Refuses what algorithms with a proof do not look at where they blank cells.
fn check_blanks(spec: &Spec, recoding: RecodingScheme, algorithm: &str) -> Result<()> {
    let solve = &spec.solve;
    let is_plain = spec.privacy.missing == MissingPolicy::OwnValue
        && spec.privacy.combinations.is_none()
        && solve.strata.is_none()
        && solve.priority.is_none();
    if !recoding.blanks() || is_plain || catalog::approximation(algorithm).is_none() {
        return Ok(());
    }
    Err(Error::conflict(
        "algorithm",
        "suppress",
        format!(
            "algorithm = {algorithm:?} blanks cells until k rows show the same, blanks included; leave combinations, strata, priority \
             and missing = \"wildcard\" out, or take local-suppression"
        ),
    ))
}

/// Whether an algorithm cuts one column after another, so that it matters which of several alike comes first.
fn cuts_columns(algorithm: &str) -> bool {
    let info = catalog::algorithm(algorithm);
    info.is_some_and(|info| {
        info.id == TopDown::INFO.id || info.parameters.iter().any(|it| it.name == "split")
    })
}

/// The columns that `prefer = "priority"` ranks, or that are cut in their order: quasi columns, each once.
fn priority(spec: &Spec, prefer: &str, recoding: RecodingScheme, algorithm: &str) -> Result<Vec<String>> {
    let is_given = spec.solve.priority.is_some();
    let is_wanted =
        prefer == Preference::PRIORITY || (is_given && (recoding.blanks() || cuts_columns(algorithm)));
    let columns = match spec.solve.priority.clone() {
        Some(columns) if is_wanted && !columns.is_empty() => columns,
        None if !is_wanted => return Ok(Vec::new()),
        Some(_) if !is_wanted => {
            return Err(Error::conflict(
                "priority",
                "prefer",
                format!(
                    "priority is for prefer = \"priority\", and prefer is {prefer:?}; take one of them away"
                ),
            ));
        }
        _ => {
            return Err(Error::missing(
                "priority",
                "prefer = \"priority\": it needs columns in order; add priority = [\"sex\", \"age\"] to [solve]",
            ));
        }
    };
    check_quasi(spec, "priority", &columns, "only quasi columns are generalized")?;
    Ok(columns)
}

/// The columns within whose values k holds: quasi columns, each once, not all of them.
///
/// Where cells are blanked, a column that may not leave level 0 is one too.
fn strata(spec: &Spec, recoding: RecodingScheme) -> Result<Vec<String>> {
    let is_fixed = |column: &ColumnSpec| column.levels.is_some_and(|levels| levels.is_fixed());
    let fixed = spec.columns.iter().filter(|(_, column)| recoding.blanks() && is_fixed(column));
    let mut columns = spec.solve.strata.clone().unwrap_or_default();
    columns.extend(
        fixed.map(|(name, _)| name.clone()).filter(|name| !columns.contains(name)).collect::<Vec<_>>(),
    );
    if columns.is_empty() {
        return Ok(Vec::new());
    }
    if spec.solve.strata.is_some() && recoding != RecodingScheme::Blanks {
        return Err(Error::conflict(
            "strata",
            "suppress",
            "strata are for cells that are blanked within them; write generalize = \"none\" and suppress = \"cell\", or \
             require k-per-stratum instead",
        ));
    }
    check_quasi(spec, "strata", &columns, "strata are quasi columns that stay as they are")?;
    let quasi = spec.columns.values().filter(|column| column.role.0 == Role::Quasi).count();
    match columns.len() < quasi {
        true => Ok(columns),
        false => Err(Error::bad_value(
            "strata",
            "strata: every quasi column is one, so that nothing is left to blank",
        )),
    }
}

/// Refuses names that are not those of quasi columns, each once.
fn check_quasi(spec: &Spec, what: &'static str, columns: &[String], why: &str) -> Result<()> {
    for (at, name) in columns.iter().enumerate() {
        let problem = match spec.columns.get(name).map(|column| column.role.0) {
            Some(Role::Quasi) if columns[..at].contains(name) => {
                "it is named twice; name each column once".into()
            }
            Some(Role::Quasi) => continue,
            Some(role) => format!("its role is {role}, and {why}; leave it out"),
            None => "there is no such column; name quasi columns".into(),
        };
        return Err(Error::conflict(what, "columns", format!("{what} = {name:?}: {problem}")).of_column(name));
    }
    Ok(())
}

/// What is asked of combinations, if anything is.
fn combinations(
    spec: &Spec,
    k: Option<u64>,
    recoding: RecodingScheme,
) -> Result<Vec<CombinationRequirement>> {
    let quasi = spec.columns.iter().filter(|(_, column)| column.role.0 == Role::Quasi);
    let quasi: Vec<&str> = quasi.map(|(name, _)| name.as_str()).collect();
    // Blanked cells are judged under either reading.
    let missing = if recoding.blanks() { MissingPolicy::OwnValue } else { spec.privacy.missing };
    let asked = |one: &Combinations| one.requirements(&quasi, k, missing);
    spec.privacy.combinations.as_ref().map_or_else(|| Ok(Vec::new()), asked)
}

/// The strictest k among `privacy.k` and the requirements.
fn k(spec: &Spec, requirements: &[BoundRequirement]) -> Result<Option<u64>> {
    match spec.privacy.k.into_iter().chain(BoundRequirement::k(requirements)).max() {
        Some(0) => Err(parameter("k", "0", "a class has at least 1 row; ask for 2 or more")),
        k => Ok(k),
    }
}

/// Refuses the measure that needs a target column where none is named.
fn check_target(spec: &Spec, registry: &Registry, what: &'static str, measure: &str) -> Result<()> {
    let needs_target = registry.measure(measure).is_some_and(|info| info.needs_target);
    match needs_target && spec.solve.target.is_none() {
        true => Err(no_target(what, measure)),
        false => Ok(()),
    }
}

fn no_target(key: &str, word: &str) -> Error {
    Error::missing(
        "target",
        format!(
            "{key} = {word:?}: it needs the column that is to be predicted; add target = \"income\" to [solve]"
        ),
    )
}

/// The column that is to be predicted: one that the release shows as it is.
fn target(spec: &Spec) -> Result<Option<String>> {
    let Some(name) = &spec.solve.target else { return Ok(None) };
    let expected = match spec.columns.get(name).map(|column| column.role.0) {
        Some(Role::Sensitive | Role::Other) => return Ok(Some(name.clone())),
        Some(role) => {
            format!("its role is {role}; name a sensitive or other column, which the release shows as it is")
        }
        None => "there is no such column; name a sensitive or other one".into(),
    };
    Err(parameter("target", &format!("{name:?}"), &expected))
}

fn known(what: &'static str, word: &str, choices: &[&str]) -> Result<String> {
    match choices.contains(&word) {
        true => Ok(word.into()),
        false => {
            let written = format!("{word:?}{}", did_you_mean(word, choices));
            Err(parameter(what, &written, &format!("choose one of {}", choices.join(", "))))
        }
    }
}

fn parameter(name: &'static str, value: &str, expected: &str) -> Error {
    CoreError::Parameter { name, value: value.into(), expected: expected.into() }.into()
}
