//! The risk of a table as it stands: who could find someone in it, and which columns make that possible.
//!
//! Needs no hierarchies and writes nothing. Counts only: no cell's value leaves this module.

mod attackers;
mod bits;
mod cell_size;
mod combinations;
mod count;
pub mod describe;
mod households;
mod html;
mod items;
mod keys;
mod population;
mod records;
mod report;
mod report_builder;
mod sensitive;

use std::path::Path;

use amidst_audit::{Classes, Crowd, Grouping, PersonOfRow};
use amidst_core::{Coded, Error as CoreError, Observer, Role, Threshold, hierarchy::builders::DecimalMark};
use amidst_io::Want;
use amidst_spec::{
    Error, Result, Spec,
    exclusion::RespondentRows,
    files::{Guard, Target},
    household::{Households, SIZE},
    quasi::ParseContext,
    reporting::Reporting,
    source::{check_header, open_observed},
    spec::{Input, MissingSensitive, Respondent},
    value::folded_names,
    weight,
};
use amidst_table::Table;

use crate::{
    counted::{CountedTable, rows},
    notices::{ColumnUse, notices},
};
use attackers::Odds;
use combinations::Combinations;
pub use households::HouseholdsAtRisk;
use items::{Classes as Sorted, Items};
use population::{PopulationFacts, Sample};
use records::Rows;
use report_builder::{ReportBuilder, RiskMeasurements};
use sensitive::SensitiveColumn;

pub use cell_size::{Limit, PRESETS, Preset};
pub use population::Estimate;
pub use population::Population;
pub use records::Records;
pub use report::{
    Attacker, Attackers, BySize, Chance, ColumnRisk, CombinationRisk, CombinationsRisk, HouseholdRisk,
    IndividualRisk, Marketer, MinimalUniqueSets, Part, PopulationUniques, Risk, RiskLimit, SensitiveRisk,
    SizeRange, Uniques,
};

/// Combinations of at most so many columns are looked at unless another size is asked for.
pub const MAX_SIZE: usize = 3;

/// What is asked of a table.
#[derive(Clone, Debug)]
pub struct RiskOptions {
    /// The table.
    pub input: Input,
    /// The quasi columns.
    pub quasi: Vec<String>,
    /// Columns whose values must not be learnt.
    pub sensitive: Vec<String>,
    /// From where on a row counts as at risk.
    pub limit: Limit,
    /// The population that the table is a sample of.
    pub population: Population,
    /// The column that says whose a row is: then people are counted, not rows.
    pub respondent: Option<Respondent>,
    /// The column that says which household a row belongs to: their size joins the quasi columns.
    pub household: Option<String>,
    /// Whether the risk of every row is wanted, for a file that stays inside.
    pub records: bool,
    /// The largest combinations that are looked at.
    pub max_size: usize,
    /// What the highest risk of the prosecutor must not exceed.
    pub max_risk: Option<Threshold>,
    /// Who reads the answer.
    pub reporting: Reporting,
}

/// Measures the risk of a table. An observer is told how far it is, and asked whether to go on.
pub fn risk(options: &RiskOptions, observer: &dyn Observer) -> Result<Risk> {
    let reader = open_observed(None, &options.input, observer)?;
    check_header(&reader, &options.input, options.quasi.iter().chain(&options.sensitive))?;
    let quasi = quasi(options, reader.columns())?;
    let sensitive = once(&options.sensitive, reader.columns())?;
    if let Some(&column) = sensitive.iter().find(|name| quasi.contains(name)) {
        return Err(Error::TwoRoles { column: column.into(), first: Role::Quasi, second: Role::Sensitive });
    }
    let stands_for = options.population.column();
    let respondent = options.respondent.as_ref().map(|respondent| respondent.column.as_str());
    let household = options.household.as_deref();
    let of_population = if options.population.is_estimated() { "weight" } else { "population count" };
    for (role, name) in [("respondent", respondent), ("household", household), (of_population, stands_for)] {
        let Some(name) = name else { continue };
        known(name, reader.columns()).map_err(|unknown| match role {
            "respondent" => Error::not_counted(name, "people", reader.columns()),
            "household" => Error::not_counted(name, "households", reader.columns()),
            _ => unknown,
        })?;
        if quasi.contains(&name) {
            return Err(Error::conflict(
                "quasi",
                "columns",
                format!("column {name:?} is quasi and {role}; it can be one of them only"),
            )
            .of_column(name));
        }
    }
    if household.is_some() && matches!(options.population, Population::Table(_)) {
        return Err(Error::conflict(
            "household",
            "population",
            "household and population: the size of households joins the quasi columns, and a table of the population does \
             not tell it; take one of them away",
        ));
    }
    let (file, layout) = (reader.file().to_owned(), reader.layout().clone());
    let others = [respondent, household, stands_for];
    let wanted =
        |name: &str| quasi.contains(&name) || sensitive.contains(&name) || others.contains(&Some(name));
    let table = reader.read(|name| if wanted(name) { Want::Code } else { Want::Drop })?.table;
    of_table(options, (quasi, sensitive), CountedTable { table, layout, file }, observer)
}

/// [`risk`], of a table whose rows were counted elsewhere.
pub fn risk_counted(options: &RiskOptions, table: CountedTable, observer: &dyn Observer) -> Result<Risk> {
    let refuse = |key, words: &str| {
        let words =
            format!("{words}, which is not known of rows that were counted: look at the table as a whole");
        Err(Error::bad_value(key, words))
    };
    match () {
        () if options.is_by_profile() => {
            refuse("respondent", "semantics = \"profile\" compares all rows of a person")
        }
        () if options.household.is_some() => {
            refuse("household", "households are counted by all their members")
        }
        () if options.records => refuse("records", "records tell the risk of every row"),
        () => Ok(()),
    }?;
    let header: Vec<String> = table.table.columns().iter().map(|column| column.name.clone()).collect();
    let columns = (quasi(options, &header)?, once(&options.sensitive, &header)?);
    of_table(options, columns, table, observer)
}

fn of_table(
    options: &RiskOptions,
    (quasi, sensitive): (Vec<&str>, Vec<&str>),
    CountedTable { table, layout, file }: CountedTable,
    observer: &dyn Observer,
) -> Result<Risk> {
    let stands_for = options.population.column();
    let respondent = options.respondent.as_ref().map(|respondent| respondent.column.as_str());
    let household = options.household.as_deref();
    let decimal = ParseContext::new(&layout, Vec::new()).decimal;
    let reading = MissingSensitive::default().reading(&layout);
    if table.rows() == 0 {
        return Err(Error::NoRows { source_name: file, purpose: "released" });
    }
    let markers = options.input.missing_markers();
    let RespondentRows { table, nobody, is_somebody } = match &options.respondent {
        Some(respondent) => RespondentRows::of(table, respondent, &markers, decimal, observer)?,
        None => RespondentRows::all(table),
    };
    let coded = |name: &str| table.column(name).and_then(|column| column.coded()).expect("it is coded");
    let mut columns: Vec<&Coded> = quasi.iter().map(|name| coded(name)).collect();
    let mut quasi = quasi;
    let people = respondent.map(|name| {
        let names = coded(name);
        folded_names(names, decimal).with_counts(names.counts().cloned())
    });
    let people = people.as_ref();
    let households = household.map(|name| Households::new(name, coded(name), people, decimal)).transpose()?;
    let size = households.as_ref().map(Households::size);
    if let Some(size) = &size {
        columns.push(size);
        quasi.push(SIZE);
    }
    let stands_for = stands_for.map(|name| {
        let of_rows = weight::of_rows(name, coded(name), decimal)?;
        people.map_or(Ok(()), |person_of_row| weight::check_people(name, &of_rows, person_of_row))?;
        Ok::<_, Error>(of_rows)
    });
    let stands_for = stands_for.transpose()?;
    observer.rows(rows(&table));
    let items = Items::of(table.rows(), &columns, people, stands_for.as_deref(), observer)?;
    let respondents = options.respondent.as_ref();
    let sample = Sample { quasi: &quasi, columns: &columns, respondent: respondents, observer };
    let secrets: Vec<(&str, &Coded)> = sensitive.iter().map(|&name| (name, coded(name))).collect();
    let mut classes = items.classes(observer)?;
    let known = options.population.look_up(&items, &mut classes, &sample)?;
    let known_from = options.population.known_from();
    let by_profile = options.is_by_profile();
    let records = options.records.then(|| {
        let profiles = people.filter(|_| by_profile);
        let rows = Rows { read: is_somebody, households: households.as_ref(), profiles };
        Records::new(&items, &classes, &rows, known_from)
    });
    let person_of_row = respondent.map(|name| PersonOfRow::of(coded(name), reading));
    let grouping = Grouping::observed(table.rows(), &columns, observer)?;
    let respondents = person_of_row.as_ref().map(|person_of_row| grouping.people(person_of_row));
    let crowd = person_of_row.as_ref().map(|person_of_row| grouping.crowd(person_of_row));
    let profiles = crowd.as_ref().filter(|_| by_profile).map(Crowd::profile_sizes);
    let sizes = crowd.as_ref().map(Crowd::sizes);
    let grouping = person_of_row.iter().fold(grouping, Grouping::of_people);
    let given = secrets.iter().map(|(name, column)| SensitiveColumn::new(name, column, &grouping, reading));
    let given = given.collect::<std::result::Result<_, _>>()?;
    let measured = measure(options, &items, &classes, known, observer)?;
    let measured = match &profiles {
        Some(profiles) => {
            let odds = Odds::of_profiles(profiles, options.limit);
            measured.by_profile(odds, known_from == "sample")
        }
        None => measured,
    };
    let measured = RiskMeasurements {
        rows: rows(&table),
        nobody,
        households: households.map(|households| HouseholdsAtRisk::new(&households, &items, &classes)),
        sensitive: given,
        notices: options.notices(&table, decimal),
        ..match respondents.zip(sizes) {
            None => {
                let classes = Classes::observed(table.rows(), &columns, observer)?;
                RiskMeasurements { k_wildcard: classes.k_wildcard, ..measured }
            }
            Some((people, sizes)) if by_profile => measured.of_people(people.by_profile(), sizes),
            Some((people, sizes)) => measured.of_people(people, sizes),
        }
    };
    Ok(Risk { records, ..ReportBuilder::new(options, &quasi, &measured).risk() })
}

impl RiskOptions {
    /// Whether somebody is supposed to know all rows of a person together.
    fn is_by_profile(&self) -> bool {
        self.respondent.as_ref().is_some_and(Respondent::is_by_profile)
    }

    /// What deserves a word about the columns looked at, inside.
    fn notices(&self, table: &Table, mark: DecimalMark) -> Vec<String> {
        if self.reporting.is_external() {
            return Vec::new();
        }
        let is_respondent =
            |name: &str| self.respondent.as_ref().is_some_and(|respondent| respondent.column == name);
        let is_one = |names: &[String], name: &str| names.iter().any(|one| one == name);
        let looked = |name: &str| match () {
            () if is_respondent(name) => Some(ColumnUse::Names("person")),
            () if self.household.as_deref() == Some(name) => Some(ColumnUse::Names("household")),
            () if is_one(&self.sensitive, name) => Some(ColumnUse::Sensitive),
            () => is_one(&self.quasi, name).then_some(ColumnUse::Quasi),
        };
        notices(table, &self.input.missing_markers(), mark, looked)
    }
}

fn measure(
    options: &RiskOptions,
    items: &Items,
    classes: &Sorted,
    known: PopulationFacts,
    observer: &dyn Observer,
) -> Result<RiskMeasurements> {
    let combinations = Combinations::of(items, options.max_size, observer)?;
    Ok(RiskMeasurements {
        rows: 0,
        nobody: 0,
        total: items.total(),
        by_people: options.respondent.is_some(),
        alone: items.counted(|item| classes.of(item).size == 1),
        singled_out: items.counted(|item| combinations.scores[item] > 0),
        sizes: classes.all.iter().map(|class| class.size).collect(),
        k_wildcard: 0,
        people: None,
        prosecutor: Odds::of_prosecutor(items, classes, options.limit),
        journalist: Odds::of_journalist(items, classes, options.limit, options.respondent.is_some()),
        individuals: Odds::of_individuals(items, classes, options.limit),
        known,
        combinations,
        households: None,
        sensitive: Vec::new(),
        notices: Vec::new(),
    })
}

/// The quasi columns, each once.
fn quasi<'a>(options: &'a RiskOptions, header: &[String]) -> Result<Vec<&'a str>> {
    if options.quasi.is_empty() {
        return Err(Error::NoQuasi { known: header.to_vec() });
    }
    once(&options.quasi, header)
}

/// Columns of the table, each once.
fn once<'a>(names: &'a [String], header: &[String]) -> Result<Vec<&'a str>> {
    let mut columns: Vec<&str> = Vec::new();
    for name in names {
        known(name, header)?;
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    Ok(columns)
}

fn known(name: &str, header: &[String]) -> Result<()> {
    match header.iter().any(|column| column == name) {
        true => Ok(()),
        false => Err(CoreError::unknown_column(name, header).into()),
    }
}

/// The files that are written, free to be: a page for people, and the risk of every row, which stays inside.
pub struct Papers {
    page: Option<Target>,
    records: Option<Target>,
}

impl Papers {
    /// Checks that no file is one that is read or in the way, and that each has a folder. A spec that the question comes from,
    /// and all that it names, are as good as read.
    pub fn check(
        page: Option<&Path>,
        records: Option<&Path>,
        options: &RiskOptions,
        spec: Option<&Spec>,
        overwrite: bool,
    ) -> Result<Self> {
        if records.is_some() && options.reporting.is_external() {
            return Err(Error::conflict(
                "records",
                "audience",
                "records hold the risk of every row and stay inside; take records or the audience away",
            ));
        }
        let mut inputs = vec![Path::new(&options.input.path)];
        if let Population::Table(input) = &options.population {
            inputs.push(Path::new(&input.path));
        }
        let mut guard = Guard::new(inputs, overwrite);
        if let Some(spec) = spec {
            guard = guard.with_spec(spec);
        }
        let page = page.map(|path| guard.target("report", path)).transpose()?;
        let records = records.map(|path| guard.target("records", path)).transpose()?.map(Target::private);
        Ok(Self { page, records })
    }

    /// Writes them, and says where.
    pub fn write(self, risk: &Risk) -> Result<Vec<String>> {
        let records = self.records.zip(risk.records.as_ref()).map(|(target, records)| records.write(&target));
        let page = self.page.map(|page| page.write(&html::html(risk)));
        records.into_iter().chain(page).collect()
    }
}

#[cfg(test)]
mod tests;
