//! The spec: everything a run needs to know, in one TOML file that holds no data.
//!
//! The command line, the web app and Python all read and write this. It is unchecked: [`crate::validated::ValidatedSpec`] is the checked one.

mod column;
mod combinations;
mod database;
mod duration;
mod hierarchy;
mod limit;
mod lists;
mod mistakes;
mod origin;
mod paths;
mod report;
mod requirement;
mod respondent;
mod taxonomy;
mod words;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    str::FromStr,
};

use amidst_io::{Decimal, Hints, Layout, Source};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use column::{AggregateWord, ColumnSpec, Keep, KeySource, LevelBounds, OnUnmapped};
pub use combinations::{Combinations, UpTo};
pub use duration::Span;
pub use hierarchy::{Cut, HierarchySpec, OneOrMore, OrderSpec, Side, StretchSpec, TreeSpec};
pub use limit::Limit;
pub use lists::{split, split_pair};
pub use mistakes::describe;
pub use origin::Origin;
pub use paths::relative;
pub use report::{Form, Language, ReportSpec};
pub use requirement::Requirement;
pub(crate) use requirement::described;
pub use respondent::{BY_ROWS, Counted, ONLY_BY_ROWS, OnNobody, PROFILE, Respondent, Semantics};
pub use taxonomy::{Generalize, LabelsWord, SplitWord, Suppress, word};
pub use words::{KindWord, RoleWord};

use crate::{Error, Result, catalog, reporting::Reporting};

/// A release, described.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// The version of this format: 1.
    #[serde(default = "one")]
    pub version: u32,
    /// Where the table is.
    #[serde(default)]
    pub input: Input,
    /// Every column, by name.
    #[serde(default)]
    pub columns: BTreeMap<String, ColumnSpec>,
    /// What is asked for.
    #[serde(default)]
    pub privacy: Privacy,
    /// How it is looked for.
    #[serde(default)]
    pub solve: Solve,
    /// What is written.
    #[serde(default)]
    pub output: Output,
    /// What stands in the report besides what was found.
    #[serde(default, skip_serializing_if = "ReportSpec::is_silent")]
    pub report: ReportSpec,
    /// Columns in the order in which they were named, where that is known: of columns that are as good to cut, the first is
    /// cut first. Columns that are not among them come after them, in the order of the table.
    #[serde(skip)]
    pub named: Vec<String>,
    /// The file it was read from, which is never written to.
    #[serde(skip)]
    pub source: Option<PathBuf>,
}

/// Where the table is and how it is laid out. What is left out is sniffed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// The file; `-` is standard input. A folder, or a pattern such as `lake/*.parquet`: their files are one table. Or a
    /// database: `sqlite:FILE` or `postgres://…`, of which a password is never written. Left out if whoever calls gives the table.
    #[serde(
        default,
        skip_serializing_if = "String::is_empty",
        serialize_with = "database::without_password"
    )]
    pub path: String,
    /// Of a database: the table or view, perhaps with its schema before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Of a database, instead of `table`: a query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<String>,
    /// `csv`, `tsv`, `jsonl`, `parquet` or `arrow`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = words::formats()))]
    pub format: Option<String>,
    /// `none`, `gzip` or `zstd`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = amidst_io::Compression::NAMES))]
    pub compression: Option<String>,
    /// `utf-8` or `latin-1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = amidst_io::Encoding::NAMES))]
    pub encoding: Option<String>,
    /// The character between cells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delimiter: Option<char>,
    /// The decimal mark: `.` or `,`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = amidst_io::Decimal::NAMES))]
    pub decimal: Option<char>,
    /// Whether the first line names the columns, in csv and tsv; if not, they are `column_1`, `column_2` and so on. If left
    /// out it does, and a first line that reads like data is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub header: Option<bool>,
    /// The sheet of an Excel workbook; its first if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
    /// What counts as missing; the empty cell if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<Vec<String>>,
    /// The table itself, if whoever calls gives it. No file holds it, and it goes before the path.
    #[serde(skip)]
    pub given: Option<Source>,
}

/// What is asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Privacy {
    /// The least number of rows in a class, or of people if there is a respondent: shorthand for one k-anonymity
    /// requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<u64>,
    /// The least number of distinct values of each sensitive column in a class: shorthand for distinct-l-diversity of
    /// every sensitive column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l: Option<u64>,
    /// The farthest that each sensitive column's distribution in a class may be from that of the whole table: shorthand
    /// for t-closeness of every sensitive column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t: Option<f64>,
    /// How a missing cell compares when classes are formed.
    #[serde(default)]
    pub missing: MissingPolicy,
    /// Whether a missing cell of a column that requirements look at counts as a value: `no-value` (the default), because a
    /// missing diagnosis is no diagnosis, or `own-value`.
    #[serde(default, skip_serializing_if = "MissingSensitive::is_no_value")]
    pub missing_sensitive: MissingSensitive,
    /// Combinations of quasi columns that k is asked of instead of all quasi columns together: `[["age", "region"]]`,
    /// or `{ max_size = 3 }` for all of at most so many columns. Every quasi column must be in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub combinations: Option<Combinations>,
    /// The column that tells people apart, by its name or as `{ column = "…", semantics = "profile" }`: everything that is
    /// said of people then counts people, not rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub respondent: Option<Respondent>,
    /// A column of survey weights: how many people of the population each row is estimated to stand for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<String>,
    /// A column that holds how many people of the population each row stands for, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population_count: Option<String>,
    /// A column that says which household a row belongs to: k also counts households, and household risk is
    /// reported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub household: Option<String>,
    /// Further requirements, all of which must hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub require: Vec<Requirement>,
}

impl Privacy {
    /// Everything that is asked besides k, what `l` and `t` stand for first.
    pub fn requirements(&self) -> Vec<Requirement> {
        let l = self.l.map(|l| Requirement::new("distinct-l-diversity").with("l", l as f64));
        let t = self.t.map(|t| Requirement::new("t-closeness").with("t", t));
        l.into_iter().chain(t).chain(self.require.iter().cloned()).collect()
    }

    /// The column that says how many people each row stands for, known or estimated.
    ///
    /// # Errors
    /// If there are two.
    pub fn stands_for(&self) -> Result<Option<&String>> {
        match (&self.weight, &self.population_count) {
            (Some(_), Some(_)) => Err(Error::conflict(
                "weight",
                "population_count",
                "weight and population_count are both named: survey weights are estimates, counts are known; keep one",
            )),
            (weight, count) => Ok(weight.as_ref().or(count.as_ref())),
        }
    }
}

/// How a missing cell compares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MissingPolicy {
    /// A value like any other: the strict reading, and the default.
    #[default]
    OwnValue,
    /// Matches everything. Asked for, it is met by a release that holds under `own-value`, which is stricter.
    Wildcard,
}

impl MissingPolicy {
    /// The word in the spec.
    pub fn name(self) -> &'static str {
        match self {
            Self::OwnValue => "own-value",
            Self::Wildcard => "wildcard",
        }
    }
}

/// What a missing cell adds to what is known of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MissingSensitive {
    /// Nothing: models count known values, and shares are of known values.
    #[default]
    NoValue,
    /// One more value, which makes a class look more diverse than it is to whoever knows that nobody has it.
    OwnValue,
}

impl MissingSensitive {
    /// How the audit takes the cells of a table so laid out.
    pub fn reading(self, layout: &Layout) -> amidst_audit::Reading {
        amidst_audit::Reading {
            counts_missing: self == Self::OwnValue,
            has_comma: layout.decimal == Decimal::Comma,
        }
    }

    /// Whether it adds nothing.
    pub fn is_no_value(&self) -> bool {
        *self == Self::NoValue
    }
}

/// The algorithms, as the schema describes them.
fn described_algorithms() -> String {
    let all: Vec<String> =
        catalog::algorithms().iter().map(|it| format!("`{}`: {}", it.id, it.doc)).collect();
    format!(
        "The algorithm. `auto` (the default): `optimal`, or `lightning` where the lattice is too large to decide every node; {}.",
        all.join("; ")
    )
}

/// The measures, as the schema describes them.
fn described_measures() -> String {
    let all: Vec<String> = catalog::measures().iter().map(|it| format!("`{}`: {}", it.id, it.doc)).collect();
    format!("What to minimize, `loss` if left out. {}.", all.join("; "))
}

/// How a solution is looked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The algorithm, one of [`catalog::algorithms`], or `auto` (the default): `optimal`, or
    /// `lightning` where the lattice is too large to decide every node.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = crate::names::algorithms(), "description" = described_algorithms()))]
    pub algorithm: Option<String>,
    /// What is generalized: whole columns (`attribute`, the default), single cells (`cell`, the default of algorithms that
    /// recode cell by cell) or nothing (`none`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generalize: Option<Generalize>,
    /// What is suppressed: rows within the limit (`row`, the default), whole columns (`attribute`), single cells (`cell`)
    /// or nothing (`none`, the default with `generalize = "cell"`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppress: Option<Suppress>,
    /// For `mondrian` and its kin, how a region is split: along its widest column (`width`, the default), where it costs
    /// least (`loss`), or where it tells most about the target (`gain`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<SplitWord>,
    /// For `mondrian` and its kin, what a class shows: what its own rows need (`data`, the default), or the region it was
    /// cut out as (`region`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub labels: Option<LabelsWord>,
    /// What to minimize, one of [`catalog::measures`]; `loss` is the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = amidst_metrics::NAMES, "description" = described_measures()))]
    pub objective: Option<String>,
    /// For `classification`: the column that is to be predicted from the quasi columns, a sensitive or other one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// How the columns' losses become one: `sum`, `maximum`, `arithmetic-mean`, `geometric-mean`, `rank`; each
    /// objective has its own default.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = amidst_metrics::Aggregate::ALL.map(amidst_metrics::Aggregate::name)))]
    pub aggregate: Option<String>,
    /// Which node to prefer: `objective` (the default) takes the best of all feasible nodes under the objective. Every
    /// other policy takes one of the minimal nodes, those with nothing feasible below: `min-height`,
    /// `min-relative-height` (levels over heights of hierarchies), `max-classes`, `min-suppression`, `min-peak` and
    /// `max-peak` (the largest level), `min-relative-peak` and `max-relative-peak`, `fewest-columns` and `most-columns`
    /// (columns generalized), `priority`, or the name of any objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = crate::names::policies()))]
    pub prefer: Option<String>,
    /// For `prefer = "priority"`: quasi columns, the first of which is generalized least; where that ties the second, and
    /// so on. With `suppress = "cell"`: the first is blanked last. For `mondrian` and `top-down`: of several columns that are as
    /// good, the first is cut first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<Vec<String>>,
    /// For blanked cells: quasi columns that stay as they are. Each of their values is a stratum, within which k holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strata: Option<Vec<String>>,
    /// How many rows may be suppressed: `"5%"`, a fraction below 1, or `"20 rows"`. None if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppression: Option<Limit>,
    /// For everything random; recorded in the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Stop searching after this long with the best so far: `"60s"`, `"5m"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<Span>,
}

/// What is written.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Output {
    /// The release; `-` is standard output. Or a database, as in `[input]`.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "database::without_passwords")]
    pub path: Option<String>,
    /// In a database: the new table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// `csv`, `tsv`, `jsonl`, `parquet` or `arrow`; from the path if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = words::formats()))]
    pub format: Option<String>,
    /// For CSV and TSV: puts an apostrophe before cells that a spreadsheet would run as formulas, those that begin with `=`,
    /// `+`, `-`, `@` or a control character and are no numbers.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub spreadsheet: bool,
    /// The order of the rows.
    #[serde(default)]
    pub order: Order,
    /// A report for people, in HTML.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub report: Option<String>,
    /// What was asked, reached and verified, in JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
    /// With `audience = "external"`: a certificate that stays inside. It alone holds the key by which can be shown that the
    /// papers for readers outside are about this source.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub internal_certificate: Option<String>,
    /// How to recode, in JSON, without data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<String>,
    /// Who reads the report, the certificate and the JSON; `internal` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audience: Option<Audience>,
    /// With `audience = "external"`: the least count that is told, 2 or more; 11 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reporting_threshold: Option<u64>,
}

/// Who reads what is written about a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// People who may see the data: counts as they are.
    Internal,
    /// Anyone: no small count, and none that could be worked out.
    External,
}

impl Output {
    /// How counts are told.
    pub fn reporting(&self) -> Result<Reporting> {
        match (self.audience, self.reporting_threshold) {
            (Some(Audience::External), None) => Ok(Reporting::External { least: Reporting::LEAST }),
            (Some(Audience::External), Some(least)) if least >= 2 => Ok(Reporting::External { least }),
            (Some(Audience::External), Some(least)) => Err(Error::bad_value(
                "reporting_threshold",
                format!(
                    "reporting_threshold = {least}: it is the least count that may be told; write 2 or more"
                ),
            )),
            (_, None) => Ok(Reporting::Internal),
            (_, Some(least)) => Err(Error::conflict(
                "reporting_threshold",
                "audience",
                format!(
                    "reporting_threshold = {least} is for readers outside; write audience = \"external\" beside it"
                ),
            )),
        }
    }
}

/// The order of released rows. Order gives people away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// By the released values themselves: tells nothing.
    #[default]
    Sorted,
    /// By a key drawn for this release, of which only the hash is kept.
    Shuffle,
    /// As it came. Must be asked for.
    Input,
}

impl Order {
    /// The word in the spec.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sorted => "sorted",
            Self::Shuffle => "shuffle",
            Self::Input => "input",
        }
    }
}

impl Spec {
    /// A spec that says where the table is and nothing else.
    pub fn of_table(path: &str) -> Self {
        Self {
            version: 1,
            input: Input { path: path.into(), ..Input::default() },
            columns: BTreeMap::new(),
            privacy: Privacy::default(),
            solve: Solve::default(),
            output: Output::default(),
            report: ReportSpec::default(),
            named: Vec::new(),
            source: None,
        }
    }

    /// Every file that is read but keys: the table, populations, hierarchies, and the spec itself.
    pub fn inputs(&self) -> Vec<&Path> {
        let mut inputs: Vec<&Path> = self.input.file().into_iter().collect();
        inputs.extend(self.source.as_deref());
        inputs.extend(self.privacy.require.iter().filter_map(|it| it.population.as_deref()).map(Path::new));
        for column in self.columns.values() {
            inputs.extend(column.hierarchy.iter().filter_map(|it| it.file.as_deref()).map(Path::new));
        }
        inputs
    }

    /// Files that hold keys of pseudonyms.
    pub fn key_files(&self) -> impl Iterator<Item = &Path> {
        self.columns.values().filter_map(|column| match &column.key {
            Some(KeySource::File(path)) => Some(Path::new(path)),
            _ => None,
        })
    }

    /// Writes a spec.
    pub fn to_toml(&self) -> String {
        let toml = |spec: &Self| toml::to_string_pretty(spec).expect("a spec holds only what TOML can");
        if self.named.is_sorted() {
            return toml(self);
        }
        // A map is written by its keys, and these columns were named otherwise.
        let mut text = toml(&Self { columns: BTreeMap::new(), ..self.clone() });
        let unnamed = self.columns.keys().filter(|name| !self.named.contains(name));
        for name in self.named.iter().chain(unnamed) {
            if let Some(column) = self.columns.get(name) {
                let one = BTreeMap::from([("columns", BTreeMap::from([(name, column)]))]);
                text += "\n";
                text += &toml::to_string_pretty(&one).expect("a column holds only what TOML can");
            }
        }
        text
    }

    /// Makes the spec's relative paths relative to where the program runs: they are written relative to the folder that
    /// the spec lies in.
    pub fn resolve(&mut self, folder: &Path) {
        let resolve = |path: &mut String| {
            if path != "-" && !path.is_empty() {
                *path = database::resolved(path, folder);
            }
        };
        resolve(&mut self.input.path);
        self.privacy.require.iter_mut().filter_map(|it| it.population.as_mut()).for_each(resolve);
        let output = &mut self.output;
        let papers = [&mut output.report, &mut output.certificate, &mut output.internal_certificate];
        papers.into_iter().chain([&mut output.path, &mut output.plan]).flatten().for_each(resolve);
        for column in self.columns.values_mut() {
            column.hierarchy.iter_mut().filter_map(|hierarchy| hierarchy.file.as_mut()).for_each(resolve);
            if let Some(KeySource::File(path)) = &mut column.key {
                resolve(path);
            }
        }
    }

    /// Whether the release goes to standard output: if that is said, or if nothing is and the table comes from standard
    /// input.
    pub fn releases_to_stdout(&self) -> bool {
        self.output.path.as_deref().unwrap_or(&self.input.path) == "-"
    }

    /// The JSON schema of a spec.
    pub fn schema() -> serde_json::Value {
        schemars::schema_for!(Self).to_value()
    }
}

fn one() -> u32 {
    1
}

impl Input {
    /// What the spec says of the layout, for the reader.
    pub fn hints(&self) -> Result<Hints> {
        fn word<T: FromStr<Err = String>>(key: &'static str, text: Option<&str>) -> Result<Option<T>> {
            text.map(str::parse).transpose().map_err(|words| Error::bad_value(key, words))
        }
        let ascii =
            |sign: char| {
                u8::try_from(sign).ok().filter(u8::is_ascii).ok_or_else(|| {
                Error::bad_value("delimiter", format!(
                    "delimiter = {sign:?}: it must be a single ASCII character, such as \",\" or \";\""
                ))
            })
            };
        let tab = self.format.as_deref() == Some("tsv");
        Ok(Hints {
            format: word("format", self.format.as_deref())?,
            compression: word("compression", self.compression.as_deref())?,
            encoding: word("encoding", self.encoding.as_deref())?,
            delimiter: self.delimiter.or(tab.then_some('\t')).map(ascii).transpose()?,
            decimal: word("decimal", self.decimal.map(String::from).as_deref())?,
            header: self.header,
            sheet: self.sheet.clone(),
            ..Hints::default()
        })
    }

    /// What counts as missing.
    pub fn missing_markers(&self) -> Vec<String> {
        self.missing.clone().unwrap_or_else(|| vec![String::new()])
    }
}

impl From<MissingPolicy> for amidst_audit::Policy {
    fn from(policy: MissingPolicy) -> Self {
        match policy {
            MissingPolicy::OwnValue => Self::OwnValue,
            MissingPolicy::Wildcard => Self::Wildcard,
        }
    }
}

impl From<Order> for amidst_audit::Order {
    fn from(order: Order) -> Self {
        match order {
            Order::Sorted => Self::Sorted,
            Order::Shuffle | Order::Input => Self::Any,
        }
    }
}
