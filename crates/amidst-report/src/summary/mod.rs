//! What a run found, in numbers: the answer of `anonymize`, for people and as JSON. Holds no cell value.

use amidst_audit::{HouseholdClaim, HouseholdFigures};
use amidst_spec::{as_map, spec::Counted};
use serde::{Deserialize, Serialize};

mod approximation;
mod levels;
mod people;
mod plan;
mod sizes;

pub use amidst_release::Cells;
pub use amidst_verify::{KResult, ModelResult, Privacy, SensitiveResult};
pub use approximation::Approximation;
pub use levels::NamedLevels;
pub use people::{PeopleResult, ProfileResult, Repeated};
pub use plan::{PlanUsed, Union};
pub use sizes::ClassSizes;

/// What a run found.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The version of this format.
    pub version: u32,
    /// `found`, `infeasible` or `stopped`.
    pub outcome: SearchOutcome,
    /// The algorithm that ran.
    pub algorithm: String,
    /// Whether no feasible node is better, proved.
    pub optimal: bool,
    /// How much better the best node could still be, as a share of this one's score.
    pub gap: f64,
    /// What is proved of the answer of an approximation algorithm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub approximation: Option<Approximation>,
    /// The level of each quasi column, in the order of the table; nothing if they were recoded cell by cell.
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<(String, u8)>,
    /// The sum of the levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u32>,
    /// How many cells of each quasi column were changed; nothing if each column is at one level.
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(String, Cells)>,
    /// Whether classes show averages, so that values are no longer true.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub perturbative: bool,
    /// What k and risks count.
    pub counted: Counted,
    /// Rows read, released, suppressed.
    pub rows: Rows,
    /// What is known of the people of whom rows are released, if people are counted.
    #[serde(flatten)]
    pub people: Option<PeopleResult>,
    /// The identifier that repeats, where rows are counted although people may have several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<Repeated>,
    /// Classes released; of fragments, groups.
    pub classes: u64,
    /// Each requirement and what was reached.
    pub privacy: Privacy,
    /// Each sensitive column, asked or not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sensitive: Vec<SensitiveResult>,
    /// What was minimized.
    pub objective: Objective,
    /// How the node was chosen, if not by the objective.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefer: Option<Prefer>,
    /// Every measure of loss.
    #[serde(serialize_with = "as_map")]
    pub loss: Vec<(String, f64)>,
    /// The loss of each quasi column by itself, in the order of the table; nothing if rows are in groups or classes show averages.
    #[serde(serialize_with = "as_map", skip_serializing_if = "Vec::is_empty")]
    pub column_loss: Vec<(String, f64)>,
    /// Risk of being singled out, before and after.
    pub risk: BeforeAfter,
    /// How large classes are, for pictures.
    #[serde(skip)]
    pub sizes: ClassSizes,
    /// Households in the release, if a column names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub households: Option<HouseholdsResult>,
    /// What the search of the lattice cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<Search>,
    /// What is odd, in words.
    pub warnings: Vec<String>,
    /// What readers outside must know too: no count in it.
    #[serde(skip)]
    pub caveats: Vec<String>,
    /// In how many parts the table was read, twice each, if it was never held as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<u64>,
    /// Where the time went.
    pub seconds: Seconds,
    /// What was written; `-` is standard output.
    pub output: Written,
    /// The sensitive tables of a release in fragments: quasi values are as they were, and only groups link them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fragments: Vec<SideTable>,
    /// Views of the same classes, each with the labels of one confidential column.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub views: Vec<SideTable>,
    /// The plan whose levels these are, if it was not searched for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<PlanUsed>,
    /// k on this and earlier releases together, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub union: Option<Union>,
    /// What recoding cell by cell would lose, if that is less and was looked for. It depends on the clock, and stands in no file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alternative: Option<Alternative>,
}

/// Another way to recode that keeps more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Alternative {
    /// The algorithm.
    pub algorithm: String,
    /// Its loss without suppressing a row: with the limit that was asked for it loses no more.
    pub loss: f64,
    /// The columns whose highest level it cannot keep to: their `levels` have to go.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub without_levels: Vec<String>,
}

impl Summary {
    /// The quasi columns, in the order of the table.
    pub fn quasi(&self) -> impl Iterator<Item = &str> {
        let (levels, cells) =
            (self.levels.iter().map(|(name, _)| name), self.cells.iter().map(|(name, _)| name));
        levels.chain(cells).map(String::as_str)
    }

    /// Whether it is in fragments, so that k is of groups only.
    pub fn is_fragmented(&self) -> bool {
        !self.fragments.is_empty()
    }

    /// The files beside the release that keep a column apart.
    pub fn side_tables(&self) -> impl Iterator<Item = &SideTable> {
        self.fragments.iter().chain(&self.views)
    }
}

/// Households in a release. Whoever knows a household knows its size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HouseholdsResult {
    /// The column that names them.
    pub column: String,
    /// Those of whom a row was released.
    pub households: u64,
    /// The fewest different households, of one size, in a class.
    pub k: u64,
    /// Households that are alone in some class with their size.
    pub unique: u64,
    /// The chance that any member of a household is found, in the worst case.
    pub highest: f64,
    /// On average over households.
    pub average: f64,
}

impl HouseholdsResult {
    /// What the audit is asked to find again.
    pub fn claim(&self) -> HouseholdClaim {
        let Self { households, k, unique, highest, average, .. } = *self;
        let figures = HouseholdFigures { households, k, unique, highest, average };
        HouseholdClaim { column: self.column.clone(), figures }
    }
}

/// Rows read, released, suppressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rows {
    /// Read.
    pub r#in: u64,
    /// Released.
    pub out: u64,
    /// Suppressed.
    pub suppressed: u64,
    /// People read, if a respondent tells them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people_in: Option<u64>,
    /// People of whom a row was released.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people_out: Option<u64>,
}

impl Rows {
    /// So many rows, of which some are suppressed.
    pub fn new(all: u64, suppressed: u64) -> Self {
        Self { r#in: all, out: all - suppressed, suppressed, people_in: None, people_out: None }
    }
}

/// What was minimized.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Objective {
    /// Its id.
    pub name: String,
    /// Its value.
    pub value: f64,
}

/// A policy that chose among minimal nodes. Whether the node is optimal remains a question about the objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prefer {
    /// Its id.
    pub policy: String,
    /// Minimal nodes that the policy holds best, the one released among them: 1 if there is no tie.
    pub ties: u64,
    /// Minimal nodes that there are, or that were found until the search was stopped.
    pub minimal_nodes: u64,
}

/// Risk before and after.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct BeforeAfter {
    /// How missing cells are read: as was asked.
    pub missing: &'static str,
    /// In the source.
    pub before: Risk,
    /// In the release.
    pub after: Risk,
    /// As missing cells could be read otherwise, if that makes a difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_reading: Option<OtherReading>,
}

/// Risk before and after under the reading of missing cells that was not asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OtherReading {
    /// The reading.
    pub missing: &'static str,
    /// In the source.
    pub before: Risk,
    /// In the release.
    pub after: Risk,
}

/// The prosecutor's risk: the chance that a guess at whose row it is, within its class, is right.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Risk {
    /// One over the rows, or people, of the smallest class.
    pub highest: f64,
    /// Classes over rows; of people, the mean of one over the people of the smallest class that each is in.
    pub average: f64,
}

impl Risk {
    /// The risk where every row is one of at least `smallest`, given its average.
    pub fn of(smallest: u64, average: f64) -> Self {
        Self { highest: if smallest == 0 { 0.0 } else { 1.0 / smallest as f64 }, average }
    }

    /// The risk in a table of so many rows and classes, the smallest of which has `smallest` rows; none if empty.
    pub fn new(rows: u64, classes: u64, smallest: u64) -> Self {
        let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        Self { highest: share(1, smallest), average: share(classes, rows) }
    }
}

/// What the search cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Search {
    /// Nodes in the lattice.
    pub lattice: u128,
    /// Nodes whose class table was made.
    pub judged: u64,
}

/// How a search ended that has a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SearchOutcome {
    /// By itself.
    Found,
    /// Early: the best so far.
    Stopped,
}

impl SearchOutcome {
    /// How it ended.
    pub fn new(is_finished: bool) -> Self {
        if is_finished { Self::Found } else { Self::Stopped }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Stopped => "stopped",
        }
    }
}

/// Where the time went, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Seconds {
    /// Reading and coding the table, and building hierarchies where whole columns are recoded.
    pub read: f64,
    /// Searching.
    pub search: f64,
    /// Recoding, ordering, writing.
    pub write: f64,
    /// Reading the file back and proving it.
    pub verify: f64,
    /// All of it.
    pub total: f64,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Written {
    /// Where.
    pub path: String,
    /// Its bytes' SHA-256.
    pub sha256: String,
}

/// A file beside the release, with a column that the release shows otherwise or not at all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SideTable {
    /// The column.
    pub column: String,
    /// Where.
    pub path: String,
    /// Its bytes' SHA-256.
    pub sha256: String,
    /// Its rows.
    pub rows: u64,
}
