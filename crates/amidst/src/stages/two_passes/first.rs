//! The first pass: all that has to be known of a table before its rows are released.

use std::thread;

use amidst_core::{Kind, Observer, Stage};
use amidst_io::{Format, Quiet, Reader, may_be_chunked, sha256_of_observed};
use amidst_kernel::{CodedRows, TupleSummary};
use amidst_profile::ContactCells;
use amidst_spec::{Error, Result, quasi::ParseContext};
use amidst_table::{Column, Data, Table};
use arrow_schema::DataType;

use super::InParts;
use crate::{
    job::NameCounts,
    stages::{BoundJob, Part, Summary, in_turn::Merging, summary::unfit},
    summary::Repeated,
};

/// What the first pass finds.
pub(super) struct FirstPass {
    pub summary: Summary,
    pub parts: u64,
    pub sha256: String,
    pub contacts: ContactCells,
    /// The identifier that repeats, if one does.
    pub repeated: Option<Repeated>,
    /// The values of columns that are told about, each with its rows.
    pub values: Vec<Column>,
}

impl FirstPass {
    /// Reads the table. Nothing comes back if its columns have to be held as a whole.
    pub fn read(
        bound: &BoundJob,
        reader: Reader<'_>,
        way: &InParts,
        observer: &dyn Observer,
    ) -> Result<Option<Self>> {
        let name = reader.file().to_owned();
        let mut counted = Counted::new(bound);
        let (parts, sha256) = thread::scope(|scope| {
            let hash = scope.spawn(|| sha256_of_observed(&way.path, observer));
            let mut rows = 0;
            let parts = bound.each_part(reader, way.part_rows, observer, |table| {
                rows += table.rows() as u64;
                let goes_on = counted.add(table, &name, &Quiet(observer))?;
                observer.progress(Stage::Reading, rows, None);
                Ok(goes_on)
            });
            (parts, hash.join().expect("hashing does not panic"))
        });
        let Some(parts) = parts? else { return Ok(None) };
        let Some(summary) = counted.merging.finish()? else {
            return Err(Error::NoRows { source_name: name, purpose: "released" });
        };
        let values = counted.values.into_iter().flatten().map(|values| column_of(&values));
        Ok(Some(Self {
            summary,
            parts,
            sha256: sha256?,
            contacts: counted.contacts,
            repeated: counted.names.repeated(),
            values: values.collect::<Result<_>>()?,
        }))
    }
}

/// What was counted so far.
struct Counted<'a> {
    bound: &'a BoundJob,
    merging: Merging,
    names: NameCounts,
    contacts: ContactCells,
    /// The values of each column that is told about.
    values: Vec<Option<TupleSummary>>,
    /// The types of columns, as far as they must be the same in all parts, once one was read.
    types: Option<Vec<(String, DataType)>>,
}

impl<'a> Counted<'a> {
    fn new(bound: &'a BoundJob) -> Self {
        let mark = ParseContext::new(&bound.binding.layout, Vec::new()).decimal;
        Self {
            bound,
            merging: Merging::default(),
            names: NameCounts::new(mark),
            contacts: ContactCells::default(),
            values: Vec::new(),
            types: None,
        }
    }

    /// Counts a part; tells whether it can be released by itself.
    fn add(&mut self, table: Table, name: &str, observer: &dyn Observer) -> Result<bool> {
        let bound = self.bound;
        let roles = &bound.binding.roles;
        self.names.add(&table, roles, &bound.job.no_people(&bound.validated), observer)?;
        let part = Part(bound.part_of(table, name, observer)?);
        // Of JSON, every column has the type that its values have; of other text, only coded columns do.
        let is_json = bound.binding.layout.format == Format::Jsonl;
        let of_type = |column: &&Column| is_json || matches!(column.data, Data::Carried(_));
        let typed = part.0.table.columns().iter().filter(of_type);
        let types: Vec<(String, DataType)> =
            typed.map(|column| (column.name.clone(), column.source_type.clone())).collect();
        let known = self.types.get_or_insert_with(|| types.clone());
        if *known != types || !may_be_chunked(part.0.table.columns()) {
            return Ok(false);
        }
        self.contacts.add(ContactCells::of(&part.0.table, roles, observer)?);
        let told = roles.columns().map(|(name, _)| name).filter(|name| roles.is_model_column(name));
        let told: Vec<&str> = told.collect();
        self.values.resize_with(told.len(), || None);
        for (name, values) in told.into_iter().zip(&mut self.values) {
            let Some(coded) = part.0.model_column(name).coded() else { continue };
            let own = TupleSummary::collapse_observed(&CodedRows::new(&[(name, coded)]), observer)?;
            *values = Some(match values.take() {
                Some(before) => before.merge(own).map_err(|error| unfit(error.to_string()))?,
                None => own,
            });
        }
        self.merging.add(bound.summarize(&part, observer)?)?;
        Ok(true)
    }
}

/// The values of a column as rows that stand for several each.
fn column_of(values: &TupleSummary) -> Result<Column> {
    let rows = values.counted_rows().map_err(|error| unfit(error.to_string()))?;
    let (name, coded) = rows.into_iter().next().ok_or_else(|| unfit("a column has no values"))?;
    Ok(Column { name, kind: Kind::Text, source_type: DataType::Utf8, data: Data::Coded(coded) })
}
