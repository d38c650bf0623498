//! Whether a table, as it stands, meets what is asked of it. Needs no hierarchies and writes nothing.

mod counted;
mod estimated;
mod finding;
mod junit;
mod links;
mod mu_argus;
mod papers;
mod requirement;
mod sarif;
mod verdicts;

use std::{
    collections::{BTreeMap, HashSet, btree_map::Entry},
    path::PathBuf,
};

use amidst_audit::{
    Classes, Crowd, Grouping, Links, Looks, Path, PersonOfRow, PopulationCounts as Counted, Reading,
    Respondents, Share, Subsets, Unfit, Verdict,
};
use amidst_core::{
    Coded, Error as CoreError, ModelParams, Observer, Stage, hierarchy::builders::DecimalMark,
};
use amidst_io::Want;
use amidst_spec::{
    Error, Result, combinations,
    exclusion::RespondentRows,
    hierarchies,
    household::Households,
    quasi::ParseContext,
    reporting::Reporting,
    requirements::BoundRequirement,
    source::{check_header, open_observed},
    spec::{
        Combinations, Input, MissingPolicy, MissingSensitive, ONLY_BY_ROWS, PROFILE, Requirement, Respondent,
    },
    value::{Value, folded_names},
    weight,
};
use amidst_table::{Column, Table};
use rayon::prelude::*;

pub use counted::check_counted;
use finding::CheckFindings;
pub use finding::{AttainedValue, Finding, HouseholdFinding, LinksFinding, ModelFinding, SensitiveFinding};
pub use mu_argus::{IdentificationLevel, MuArgus, MuArgusFinding, Tested};
pub use papers::Papers;
use requirement::{PopulationSource, needed};

use crate::{
    counted::{CountedTable, rows},
    notices::{ColumnUse, notices},
};

/// What is asked of a table.
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// The table.
    pub input: Input,
    /// The quasi columns.
    pub quasi: Vec<String>,
    /// The least number of rows in a class, or of people if there is a respondent.
    pub k: Option<u64>,
    /// Combinations of quasi columns that k is asked of instead of all of them together.
    pub combinations: Option<Combinations>,
    /// The sensitive columns. What can be learnt about them is told, asked or not.
    pub sensitive: Vec<String>,
    /// What else is asked; without a column, of every sensitive one.
    pub require: Vec<Requirement>,
    /// The column that tells people apart: everything that is judged then counts people, not rows.
    pub respondent: Option<Respondent>,
    /// The column that says which household a row belongs to: k counts households, and their size joins the quasi columns.
    pub household: Option<String>,
    /// A table of the whole population, with the same quasi columns.
    pub population: Option<String>,
    /// The table that the release was made from, for models that compare their rows.
    pub original: Option<String>,
    /// The column of survey weights: how many people of the population each row is estimated to stand for.
    pub weight: Option<String>,
    /// The column that says how many people of the population each row stands for, where that is known.
    pub population_count: Option<String>,
    /// Whether the other sensitive columns join the quasi columns when one is looked at.
    pub joint: bool,
    /// The files of hierarchies: of sensitive columns, or of quasi columns that are compared with the original.
    pub hierarchies: Vec<(String, PathBuf)>,
    /// How a missing cell compares.
    pub missing_policy: MissingPolicy,
    /// Whether a missing cell counts as a value where models ask what is known.
    pub missing_sensitive: MissingSensitive,
    /// Whether to tell what mu-argus would find, and what it would miss. It never decides.
    pub mu_argus: Option<MuArgus>,
    /// Whether it is enough to tell what the table has, with nothing asked.
    pub may_ask_nothing: bool,
    /// Who reads the answer.
    pub reporting: Reporting,
}

/// Answers a question about a table. An observer is told how far it is, and asked whether to go on.
pub fn check(options: &CheckOptions, observer: &dyn Observer) -> Result<Finding> {
    let options = &options.once();
    let needed = needed(options)?;
    options.check_asked(&needed)?;
    let reader = open_observed(None, &options.input, observer)?;
    check_header(&reader, &options.input, options.quasi.iter().chain(&options.sensitive))?;
    if options.quasi.is_empty() {
        return Err(Error::NoQuasi { known: Vec::new() });
    }
    options.check_columns(&needed, reader.columns())?;
    let (file, layout) = (reader.file().to_owned(), reader.layout().clone());
    let is_wanted = |name: &str| options.quasi.iter().any(|it| it == name) || options.looks_at(&needed, name);
    let table = reader.read(|name| if is_wanted(name) { Want::Code } else { Want::Drop })?.table;
    checked(options, &needed, CountedTable { table, layout, file }, observer)
}

fn checked(
    options: &CheckOptions,
    needed: &[BoundRequirement],
    CountedTable { table, layout, file }: CountedTable,
    observer: &dyn Observer,
) -> Result<Finding> {
    let quasi: Vec<&str> = options.quasi.iter().map(String::as_str).collect();
    let combinations = options.combinations.as_ref();
    let combinations = combinations
        .map(|combinations| combinations.requirements(&quasi, options.k, options.missing_policy))
        .transpose()?;
    let tested = options.mu_argus.as_ref().map(|mu_argus| mu_argus.tested(&quasi)).transpose()?;
    let reading = options.missing_sensitive.reading(&layout);
    let mark = ParseContext::new(&layout, Vec::new()).decimal;
    if table.rows() == 0 {
        return Err(Error::NoRows { source_name: file, purpose: "released" });
    }
    let markers = options.input.missing_markers();
    let RespondentRows { table, nobody, .. } = match &options.respondent {
        Some(respondent) => RespondentRows::of(table, respondent, &markers, mark, observer)?,
        None => RespondentRows::all(table),
    };
    options.check_weights(&table, mark)?;
    let mut columns: Vec<&Coded> = quasi.iter().map(|name| coded(&table, name)).collect();
    let respondent = options.respondent.as_ref();
    let people = respondent.map(|respondent| folded_names(coded(&table, &respondent.column), mark));
    let households = options.households(&table, people.as_ref(), mark)?;
    let size = households.as_ref().map(Households::size);
    columns.extend(&size);
    observer.rows(rows(&table));
    let checked = TableCheck { options, columns, table: &table, reading, observer };
    let links = checked.links(needed)?;
    let counts_rows = options.respondent.is_none() && households.is_none();
    let is_bare = needed.is_empty() && options.sensitive.is_empty() && counts_rows;
    let CheckFindings { classes, people, models, sensitive, households } = match is_bare {
        true => CheckFindings::of(Classes::observed(table.rows(), &checked.columns, observer)?),
        false => checked.look(needed, links.as_ref(), households.as_ref())?,
    };
    let of_k = options.k.filter(|_| !options.is_k_of_links());
    let mut all = match (&combinations, of_k, &people) {
        (None, Some(k), None) if counts_rows => vec![checked.k(k, &classes)],
        (None, Some(k), Some(people)) => checked.k_of_people(k, people),
        _ => Vec::new(),
    };
    let mut found = None;
    if combinations.is_some() || tested.is_some() {
        let subsets = Subsets::of(table.rows(), &checked.columns, observer)?;
        let asked = combinations.unwrap_or_default();
        let judged = asked.into_par_iter().map(|one| checked.combination(&subsets, one));
        all.extend(judged.collect::<Result<Vec<_>>>()?);
        let k = options.k.unwrap_or(2);
        found = tested.map(|tested| tested.find(&subsets, &quasi, k, classes.k));
    }
    all.extend(models);
    let links = links.map(|links| LinksFinding::new(&links, options.reporting));
    let is_by_rows = options.is_by_profile() && !(needed.is_empty() && options.sensitive.is_empty());
    let by_rows = is_by_rows.then(|| ONLY_BY_ROWS.to_owned());
    let notices = if options.reporting.is_external() { Vec::new() } else { checked.notices() };
    let warnings = by_rows.into_iter().chain(notices).collect();
    let finding = Finding::new(&classes, all, sensitive, options.reporting);
    let finding =
        people.iter().fold(finding, |it, (people, _)| it.of_people(people, nobody, options.reporting));
    Ok(Finding { links, households, mu_argus: found, warnings, ..finding })
}

/// A table that is being checked.
struct TableCheck<'a> {
    options: &'a CheckOptions,
    table: &'a Table,
    /// The quasi columns.
    columns: Vec<&'a Coded>,
    /// How cells become values.
    reading: Reading,
    observer: &'a dyn Observer,
}

impl TableCheck<'_> {
    /// What deserves a word about values: codes for missing that were not declared, spellings that count once.
    fn notices(&self) -> Vec<String> {
        let looked = |name: &str| {
            Some(match self.options.named(name) {
                Some(of) => ColumnUse::Names(of),
                None if self.options.sensitive.iter().any(|sensitive| sensitive == name) => {
                    ColumnUse::Sensitive
                }
                None => ColumnUse::Quasi,
            })
        };
        notices(self.table, &self.options.input.missing_markers(), self.mark(), looked)
    }

    fn mark(&self) -> DecimalMark {
        if self.reading.has_comma { DecimalMark::Comma } else { DecimalMark::Point }
    }

    /// Judges what is asked besides k, and looks at the sensitive columns and the households.
    fn look(
        &self,
        needed: &[BoundRequirement],
        links: Option<&Links>,
        households: Option<&Households>,
    ) -> Result<CheckFindings> {
        let grouping = Grouping::observed(self.table.rows(), &self.columns, self.observer)?;
        let classes = grouping.classes()?;
        let respondent = self.options.respondent.as_ref();
        let person_of_row =
            respondent.map(|respondent| PersonOfRow::of(self.coded(&respondent.column), self.reading));
        let people = person_of_row
            .as_ref()
            .map(|person_of_row| (grouping.people(person_of_row), grouping.crowd(person_of_row)));
        let grouping = person_of_row.iter().fold(grouping, Grouping::of_people);
        let populations = self.populations(needed, &grouping)?;
        let mut models = Vec::new();
        for one in needed {
            self.observer.progress(Stage::Judging, models.len() as u64, Some(needed.len() as u64));
            let people = self.options.population_of(one).map(|people| &populations[&people]);
            let verdict = match links.and_then(|links| links::verdict(&one.params, links)) {
                Some(verdict) => verdict,
                None => self.as_fitted(one, self.judge(one, &grouping, people)?)?,
            };
            let finding = ModelFinding::new(one, &verdict, self.options.reporting);
            models.push(finding.beside(self.options.is_by_profile()));
        }
        let is_told = !self.options.reporting.is_external();
        let sensitive = self.options.sensitive.iter().filter(|_| is_told).map(|name| {
            let within: Vec<&Coded> = match self.options.joint {
                true => self
                    .options
                    .sensitive
                    .iter()
                    .filter(|other| *other != name)
                    .map(|other| self.coded(other))
                    .collect(),
                false => Vec::new(),
            };
            let policy = self.options.missing_policy.into();
            let found = grouping.attribute(self.coded(name), &within, policy, self.reading)?;
            Ok(SensitiveFinding::new(name, found, self.options.is_by_profile()))
        });
        let sensitive = sensitive.collect::<Result<_>>()?;
        let households = households.map(|all| self.households(all, &grouping)).transpose()?;
        Ok(CheckFindings { classes, people, models, sensitive, households })
    }

    /// How many different households are in every class.
    fn households(&self, all: &Households, grouping: &Grouping) -> Result<HouseholdFinding> {
        let column = self.options.household.clone().expect("there are households");
        let needed = BoundRequirement {
            params: ModelParams::KAnonymity { k: 1 },
            column: Some(column.clone()),
            within: Vec::new(),
            population: None,
            is_of_households: true,
        };
        let reached = self.judge(&needed, grouping, None)?.reached.unwrap_or(0.0);
        let told = |count| self.options.reporting.count(count);
        Ok(HouseholdFinding { column, households: told(all.count()), k: told(reached as u64) })
    }

    fn judge(
        &self,
        one: &BoundRequirement,
        grouping: &Grouping,
        population: Option<&Counted>,
    ) -> Result<Verdict> {
        let within: Vec<&Coded> = one.within.iter().map(|name| self.coded(name)).collect();
        self.expect_named(one)?;
        let paths = one.column.as_deref().map(|name| self.paths(name)).transpose()?.flatten();
        let looks = Looks {
            column: one.column.as_deref().map(|name| self.coded(name)),
            within: &within,
            hierarchy: paths.as_deref(),
            population,
            reading: self.reading,
        };
        let judged = grouping.judge(&one.params, &looks, self.options.missing_policy.into());
        judged.map_err(|unfit| match unfit {
            Unfit::Aborted(aborted) => aborted.into(),
            unfit => {
                let of = one.column.as_ref().map_or_else(String::new, |name| format!(" of column {name:?}"));
                Error::bad_value("require", format!("{}{of}: {unfit}", one.params.id()))
            }
        })
    }

    /// Refuses values that are named but do not occur: a misspelt one would never be found, and so always hold.
    fn expect_named(&self, one: &BoundRequirement) -> Result<()> {
        let (ModelParams::AlphaK { values, .. }, Some(name)) = (&one.params, &one.column) else {
            return Ok(());
        };
        let mark = self.mark();
        let dictionary = &self.coded(name).dictionary;
        let known: HashSet<Value> = dictionary.iter().flatten().map(|text| Value::of(text, mark)).collect();
        let occurs = |value: &String| known.contains(&Value::of(value, mark));
        match values.iter().all(occurs) {
            true => Ok(()),
            false => {
                let expected =
                    "a value that is named does not occur in the column; check its spelling".into();
                let value = format!("{name:?} ({})", one.params.id());
                Err(CoreError::Parameter { name: "column", value, expected }.into())
            }
        }
    }

    /// The people in each class, for every population that is asked for.
    fn populations(
        &self,
        needed: &[BoundRequirement],
        grouping: &Grouping,
    ) -> Result<BTreeMap<PopulationSource, Counted>> {
        let mut populations = BTreeMap::new();
        for people in needed.iter().filter_map(|one| self.options.population_of(one)) {
            if let Entry::Vacant(place) = populations.entry(people) {
                let counted = match place.key() {
                    PopulationSource::Table(path) => self.counted(path, grouping)?,
                    PopulationSource::Column(name) => {
                        let weighed = grouping.weighed(self.coded(name), self.reading);
                        weighed.map_err(|unfit| match unfit {
                            Unfit::Aborted(aborted) => aborted.into(),
                            unfit => Error::unfit_column("weight", name, format!("column {name:?}: {unfit}")),
                        })?
                    }
                };
                place.insert(counted);
            }
        }
        Ok(populations)
    }

    /// The people in each class, from a table of all of them.
    fn counted(&self, path: &str, grouping: &Grouping) -> Result<Counted> {
        let missing = self.options.input.missing.clone();
        let input = Input { path: path.into(), missing, ..Input::default() };
        let reader = open_observed(None, &input, self.observer)?;
        let quasi = &self.options.quasi;
        check_header(&reader, &input, quasi)?;
        if let Some(lacking) = quasi.iter().find(|name| !reader.columns().contains(name)) {
            return Err(Error::of_file(path, CoreError::unknown_column(lacking, reader.columns())));
        }
        let is_quasi = |name: &str| quasi.iter().any(|quasi| quasi == name);
        let people = reader.read(|name| if is_quasi(name) { Want::Code } else { Want::Drop })?.table;
        let columns: Vec<&Coded> = quasi.iter().map(|name| coded(&people, name)).collect();
        Ok(grouping.counted(people.rows(), &columns))
    }

    /// The paths of a column's hierarchy, if it has one.
    fn paths(&self, name: &str) -> Result<Option<Vec<Path>>> {
        let Some((_, file)) = self.options.hierarchies.iter().find(|(column, _)| column == name) else {
            return Ok(None);
        };
        let hierarchy = hierarchies::read(file)?.0;
        let missing = self.options.input.missing_markers();
        let label = |text: &str| (!missing.iter().any(|marker| marker == text)).then(|| text.into());
        let path = |row: Vec<&str>| row.into_iter().map(label).collect();
        Ok(Some(hierarchy.to_csv_rows().map(path).collect()))
    }

    /// How far k holds over all quasi columns together.
    fn k(&self, k: u64, classes: &Classes) -> ModelFinding {
        let policy = self.options.missing_policy;
        let reached = match policy {
            MissingPolicy::OwnValue => classes.k,
            MissingPolicy::Wildcard => classes.k_wildcard,
        };
        let failing = match policy {
            _ if reached >= k => Some(Share::default()),
            MissingPolicy::OwnValue => Some(classes.below(k)),
            // The wildcard reading has no classes.
            MissingPolicy::Wildcard => None,
        };
        ModelFinding::of_k(None, k, &verdict(k, reached, failing), self.options.reporting)
    }

    /// How far k holds of people, and if that is asked, of all their rows together.
    fn k_of_people(&self, k: u64, (people, crowd): &(Respondents, Crowd)) -> Vec<ModelFinding> {
        let CheckOptions { respondent, missing_policy, reporting, .. } = self.options;
        let Some(respondent) = respondent else { return Vec::new() };
        let reached = match missing_policy {
            MissingPolicy::OwnValue => people.k,
            MissingPolicy::Wildcard => people.k_wildcard,
        };
        let failing = match missing_policy {
            _ if reached >= k => Some(Share::default()),
            MissingPolicy::OwnValue => Some(crowd.below(k)),
            MissingPolicy::Wildcard => None,
        };
        let is_told = missing_policy == &MissingPolicy::OwnValue;
        let failing_people = is_told.then(|| reporting.count(crowd.people_below(k)));
        let of_k = |verdict: &Verdict| ModelFinding {
            column: Some(respondent.column.clone()),
            ..ModelFinding::of_k(None, k, verdict, *reporting)
        };
        let mut all = vec![ModelFinding { failing_people, ..of_k(&verdict(k, reached, failing)) }];
        if respondent.is_by_profile() {
            let by_profile = of_k(&verdict(k, people.profile.k, None));
            all.push(ModelFinding { model: PROFILE, ..by_profile });
        }
        all
    }

    /// How far k holds over some of the quasi columns.
    fn combination(
        &self,
        subsets: &Subsets,
        asked: combinations::CombinationRequirement,
    ) -> Result<ModelFinding> {
        self.observer.go_on()?;
        let place = |name: &String| self.options.quasi.iter().position(|column| column == name);
        let places: Vec<usize> = asked
            .columns
            .iter()
            .map(|name| place(name).expect("combinations are of quasi columns"))
            .collect();
        let (below, reached) = subsets.below(&places, asked.k);
        let verdict = verdict(asked.k, reached, Some(below));
        Ok(ModelFinding::of_k(Some(asked.columns), asked.k, &verdict, self.options.reporting))
    }

    fn coded(&self, name: &str) -> &Coded {
        coded(self.table, name)
    }
}

fn coded<'t>(table: &'t Table, name: &str) -> &'t Coded {
    table.column(name).and_then(Column::coded).expect("columns that are looked at were read as codes")
}

fn verdict(k: u64, reached: u64, failing: Option<Share>) -> Verdict {
    Verdict { asked: k as f64, reached: Some(reached as f64), holds: reached >= k, failing }
}

impl CheckOptions {
    /// The same with every column named once.
    fn once(&self) -> Self {
        let once = |names: &[String]| {
            let mut seen: Vec<String> = Vec::new();
            for name in names.iter().filter(|name| !name.is_empty()) {
                if !seen.contains(name) {
                    seen.push(name.clone());
                }
            }
            seen
        };
        Self { quasi: once(&self.quasi), sensitive: once(&self.sensitive), ..self.clone() }
    }

    /// Refuses questions that ask nothing, or what cannot be told.
    fn check_asked(&self, needed: &[BoundRequirement]) -> Result<()> {
        if self.k == Some(0) {
            let expected = "a class has at least 1 row; ask for 2 or more".into();
            return Err(CoreError::Parameter { name: "k", value: "0".into(), expected }.into());
        }
        let (missing, conflict) = (
            |key, words: &str| Err(Error::missing(key, words)),
            |key, with, words: &str| Err(Error::conflict(key, with, words)),
        );
        let is_asked = self.k.is_some() || self.combinations.is_some() || !needed.is_empty();
        match () {
            () if !is_asked && !self.may_ask_nothing => {
                missing("require", "nothing is asked; ask for k, l, t or another requirement")
            }
            () if self.is_by_profile() && self.k.is_none() => {
                missing("k", "by profiles k is judged, but k is not asked; ask for k")
            }
            () if self.household.is_some() && (self.original.is_some() || self.population.is_some()) => {
                conflict(
                    "household",
                    "population",
                    "the size of households joins the quasi columns, and another table does not tell it; take the household away, \
                 or the original and the population",
                )
            }
            () if self.household.is_some() && self.combinations.is_some() => conflict(
                "household",
                "combinations",
                "combinations count rows; take the household or the combinations away",
            ),
            () if self.original.is_some() && !needed.iter().any(|one| one.params.is_of_links()) => conflict(
                "original",
                "require",
                "an original is given, but nothing that is asked looks at it; ask for k-k-anonymity, or take it away",
            ),
            () if self.population.is_some()
                && !needed.iter().any(|one| self.population_of(one).is_some()) =>
            {
                conflict(
                    "population",
                    "require",
                    "a population is given, but nothing that is asked looks at it; ask for k-map or delta-presence, or take \
                 it away",
                )
            }
            () if self.respondent.is_some() && self.is_k_of_links() => conflict(
                "respondent",
                "require",
                "models of links count rows; take the respondent away, or give them a k of their own",
            ),
            () if self.respondent.is_some() && self.combinations.is_some() => conflict(
                "respondent",
                "combinations",
                "combinations count rows; take the respondent or the combinations away",
            ),
            () if self.mu_argus.is_some() && self.k.is_none() => {
                missing("k", "mu-argus counts what is in fewer than k rows; ask for k")
            }
            () if self.mu_argus.is_some() && self.reporting.is_external() => conflict(
                "mu_argus",
                "audience",
                "mu-argus tells small counts, and an external answer must not; take one of them away",
            ),
            () => Ok(()),
        }
    }

    /// Whether k is asked of all rows of a person together.
    fn is_by_profile(&self) -> bool {
        self.respondent.as_ref().is_some_and(Respondent::is_by_profile)
    }

    /// Whether k is that of a model that compares rows with the original, and not asked of classes.
    fn is_k_of_links(&self) -> bool {
        self.require.iter().any(|one| one.k().is_none() && one.is_of_links())
    }

    /// The households of a table, if a column names them.
    fn households<'p>(
        &self,
        table: &Table,
        people: Option<&'p Coded>,
        mark: DecimalMark,
    ) -> Result<Option<Households<'p>>> {
        let Some(name) = &self.household else { return Ok(None) };
        Households::new(name, coded(table, name), people, mark).map(Some)
    }

    /// The columns that say how many people a row stands for.
    fn weights(&self) -> impl Iterator<Item = &String> {
        self.weight.iter().chain(&self.population_count)
    }

    /// Refuses rows that stand for nobody, whatever is asked: who names weights takes them to be looked at. A release need
    /// not hold those that a spec names.
    fn check_weights(&self, table: &Table, mark: DecimalMark) -> Result<()> {
        let mut held = self.weights().filter_map(|name| Some((name, table.column(name)?.coded()?)));
        held.try_for_each(|(name, column)| weight::of_rows(name, column, mark).map(|_| ()))
    }

    /// What a column names, if it names people or households.
    fn named(&self, name: &str) -> Option<&'static str> {
        let is_respondent = self.respondent.as_ref().is_some_and(|respondent| respondent.column == name);
        let is_household = || self.household.as_deref() == Some(name);
        if is_respondent { Some("person") } else { is_household().then_some("household") }
    }

    /// Whether a column is looked at besides the quasi columns.
    fn looks_at(&self, needed: &[BoundRequirement], name: &str) -> bool {
        if self.household.as_deref() == Some(name) || self.weights().any(|weight| weight == name) {
            return true;
        }
        let of_needed = |one: &BoundRequirement| {
            let is_counted =
                matches!(self.population_of(one), Some(PopulationSource::Column(column)) if column == name);
            is_counted || one.column.as_deref() == Some(name)
        };
        let is_respondent = self.respondent.as_ref().is_some_and(|respondent| respondent.column == name);
        is_respondent
            || self.sensitive.iter().any(|sensitive| sensitive == name)
            || needed.iter().any(of_needed)
    }
}

#[cfg(test)]
mod tests;
