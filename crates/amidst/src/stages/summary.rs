//! What a search needs to know of a part of a table: its distinct rows, as far as anybody looks at them, with counts.

use amidst_assess::CountedTable;
use amidst_core::{Coded, Kind, Observer};
use amidst_io::{Format, kind_of_column, kind_of_type, type_of_kind};
use amidst_kernel::{CodedRows, TupleSummary};
use amidst_spec::{
    Error, Result,
    quasi::ParseContext,
    requirements::{BoundRequirement, Population},
    value::folded_names,
};
use amidst_table::{Column, Data, Table};
use arrow_schema::DataType;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{BoundJob, Part};
use crate::job::Dataset;

/// How messages call a table whose rows were counted.
const COUNTED: &str = "the table";

/// The rows of a part of a table by the columns that a search looks at, those that are alike as one with a count. It holds no row
/// number and no hierarchy, and merges: `summarize(a ++ b) = summarize(a).merge(summarize(b))`, also as bytes. It holds cell
/// values: it is data like the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    version: u32,
    tuples: TupleSummary,
    /// The type of each quasi column; nothing if it follows from its values.
    types: Vec<Option<String>>,
    /// Rows that name nobody where people are counted.
    aside: u64,
}

impl Summary {
    /// The version of the form.
    pub const VERSION: u32 = 2;

    /// The summary of the rows of both.
    ///
    /// # Errors
    /// If they are not of parts of one table, or rows are too many to count.
    pub fn merge(self, other: Self) -> Result<Self> {
        let tuples = self.tuples.merge(other.tuples).map_err(|error| unfit(error.to_string()))?;
        if self.types != other.types {
            return Err(unfit("their columns differ in type"));
        }
        Ok(Self { version: Self::VERSION, tuples, types: self.types, aside: self.aside + other.aside })
    }

    /// As bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let head = serde_json::to_vec(&(self.version, &self.types, self.aside)).expect("words and numbers");
        let checksum = Sha256::digest(&head);
        [&(head.len() as u64).to_le_bytes()[..], &head, &checksum, &self.tuples.to_bytes()].concat()
    }

    /// From bytes.
    ///
    /// # Errors
    /// If they are not those of a summary of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let parts = bytes.split_first_chunk::<8>().and_then(|(length, rest)| {
            let (head, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
            let (checksum, tuples) = rest.split_first_chunk::<32>()?;
            (Sha256::digest(head)[..] == checksum[..]).then_some((head, tuples))
        });
        let (head, tuples) = parts.ok_or_else(|| unfit("its bytes are not those of a summary"))?;
        let head: std::result::Result<(u32, Vec<Option<String>>, u64), _> = serde_json::from_slice(head);
        let (version, types, aside) = head.map_err(|_| unfit("its bytes are not those of a summary"))?;
        if version != Self::VERSION {
            return Err(unfit(format!("it has version {version}, and this program knows {}", Self::VERSION)));
        }
        let tuples = TupleSummary::from_bytes(tuples).map_err(|error| unfit(error.to_string()))?;
        Ok(Self { version, tuples, types, aside })
    }

    pub(super) fn tuples(&self) -> &TupleSummary {
        &self.tuples
    }

    /// The rows that it stands for.
    pub fn rows(&self) -> u64 {
        self.tuples.rows() + self.aside
    }
}

pub(super) fn unfit(words: impl Into<String>) -> Error {
    Error::bad_value(
        "summary",
        format!("parts and what was made of them do not belong together: {}", words.into()),
    )
}

impl BoundJob {
    /// Sums up a part.
    ///
    /// # Errors
    /// If another job read it, or the observer aborts.
    pub fn summarize(&self, part: &Part, observer: &dyn Observer) -> Result<Summary> {
        let read = self.own(part)?;
        let coded = |name: &str| read.model_column(name).coded().expect("columns looked at are coded");
        let quasi: Vec<(&str, &Coded)> = read.roles.quasi().map(|(name, _)| (name, coded(name))).collect();
        let names = self.aux_columns();
        let beside: Vec<(&str, &Coded)> = names.iter().map(|name| (name.as_str(), coded(name))).collect();
        let rows = CodedRows::new(&quasi);
        let rows = if beside.is_empty() { rows } else { rows.with_histogram(&beside) };
        // Columns of text have the type that all their values have, which a part does not know.
        let is_text = matches!(self.binding.layout.format, Format::Csv | Format::Jsonl);
        let type_of = |name: &str| {
            let column = read.table.column(name).expect("quasi columns were read");
            (!is_text).then(|| column.source_type.to_string())
        };
        Ok(Summary {
            version: Summary::VERSION,
            tuples: TupleSummary::collapse_observed(&rows, observer)?,
            types: quasi.iter().map(|(name, _)| type_of(name)).collect(),
            aside: read.aside,
        })
    }

    /// The rows of a summary as a table that can be judged as it stands: its quasi columns, and what is looked at besides.
    ///
    /// # Errors
    /// If the summary is of something else.
    pub fn counted(&self, summary: &Summary, observer: &dyn Observer) -> Result<CountedTable> {
        let Dataset { table, layout, .. } = self.dataset(summary, observer)?;
        Ok(CountedTable { table, layout, file: COUNTED.into() })
    }

    /// The columns besides the quasi columns that a search looks at.
    pub(super) fn aux_columns(&self) -> Vec<String> {
        let validated = &self.validated;
        let of_requirement =
            |it: &BoundRequirement| it.column.iter().chain(&it.within).cloned().collect::<Vec<_>>();
        let mut names: Vec<String> = validated.requirements.iter().flat_map(of_requirement).collect();
        names.extend(validated.respondent.iter().map(|respondent| respondent.column.clone()));
        names.extend(validated.stands_for.iter().chain(&validated.target).cloned());
        names.sort_unstable();
        names.dedup();
        names.retain(|name| !self.binding.roles.quasi().any(|(quasi, _)| quasi == name));
        names
    }

    /// The rows of a summary as a search takes them, those that are alike as one with a count.
    pub(super) fn dataset(&self, summary: &Summary, observer: &dyn Observer) -> Result<Dataset> {
        let rows = summary.tuples.counted_rows().map_err(|error| unfit(error.to_string()))?;
        if !rows.iter().map(|(name, _)| name).eq(self.names().iter()) {
            return Err(unfit("it is of another table, or of another spec"));
        }
        let (layout, validated) = (&self.binding.layout, &self.validated);
        let mut columns = Vec::new();
        for (at, (name, coded)) in rows.into_iter().enumerate() {
            let declared = summary.types.get(at).and_then(|declared| declared.as_deref());
            let declared = declared.and_then(|declared| declared.parse::<DataType>().ok());
            let of_type = declared.as_ref().map_or(Kind::Text, kind_of_type);
            let kind = kind_of_column(of_type, &coded.dictionary, layout.decimal, observer)?;
            let source_type = declared.unwrap_or_else(|| type_of_kind(kind));
            columns.push(Column { name, kind, source_type, data: Data::Coded(coded) });
        }
        let model_columns = columns.split_off(summary.types.len());
        let mark = ParseContext::new(layout, Vec::new()).decimal;
        let person_of_row = validated.respondent.as_ref().map(|respondent| {
            let column = model_columns.iter().find(|column| column.name == respondent.column);
            let column = column.expect("whose rows they are is looked at");
            let names = column.coded().expect("columns of a summary are coded");
            let folded = folded_names(names, mark).with_counts(names.counts().cloned());
            Column { data: Data::Coded(folded), ..column.clone() }
        });
        let needed = BoundRequirement::all(self.job.spec(), self.job.models())?;
        let roles = self.binding.roles.clone();
        let (table, population) =
            Population::read(&needed, Table::new(columns), &roles, &self.job.spec().input)?;
        let binding = self.binding.clone();
        Ok(Dataset::of_summary((table, model_columns), binding, population, summary.aside, person_of_row))
    }
}
