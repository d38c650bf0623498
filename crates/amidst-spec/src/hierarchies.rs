//! Hierarchies by themselves: read, built for a column, checked against one, written.

use amidst_core::{
    Error as CoreError, Hierarchy,
    hierarchy::{Misplaced, OnUnmapped},
};
use amidst_io::Want;
use amidst_table::Column;
use serde_json::{Value, json};

use crate::{
    Result,
    quasi::{MappedColumn, ParseContext},
    source::{check_header, open},
    spec::{ColumnSpec, HierarchySpec, Input},
};

pub use crate::hierarchy_file::read;

/// A hierarchy made for a column.
pub struct BuiltHierarchy {
    /// The hierarchy.
    pub hierarchy: Hierarchy,
    /// How it was made, as a spec writes it.
    pub recipe: String,
}

/// Builds the hierarchy a spec would get for a column; a sensible one if `using` is left out.
pub fn build(input: &Input, column: &str, using: Option<HierarchySpec>) -> Result<BuiltHierarchy> {
    let (column, context) = read_column(input, column)?;
    let mut spec = ColumnSpec::new(amidst_core::Role::Quasi);
    spec.hierarchy = using;
    let mapped = MappedColumn::new(&column, &spec, &context)?;
    Ok(BuiltHierarchy { hierarchy: (*mapped.hierarchy).clone(), recipe: mapped.origin.to_string() })
}

/// Whether a hierarchy holds every value of a column.
pub fn covers(hierarchy: &Hierarchy, input: &Input, column: &str) -> Result<()> {
    let (column, context) = read_column(input, column)?;
    let coded = column.coded().expect("it was read as codes");
    match hierarchy.map_column_with_markers(coded, OnUnmapped::Error, &context.missing) {
        Ok(_) => Ok(()),
        Err(problem) => Err(CoreError::Hierarchy { column: column.name, problem }.into()),
    }
}

impl BuiltHierarchy {
    /// How it was made and its shape, for programs; `written` is the file it stands in, if any. Labels are made of values,
    /// which no answer for programs tells.
    pub fn in_json(&self, written: Option<&str>) -> Value {
        let mut json = in_json(&self.hierarchy);
        json["recipe"] = json!(self.recipe);
        json["output"] = json!(written.map(|path| json!({ "path": path })));
        json
    }
}

/// The shape of a hierarchy, for programs: how many values it has, and how many labels on each level.
pub fn in_json(hierarchy: &Hierarchy) -> Value {
    let widths: Vec<usize> = (0..=hierarchy.height()).map(|level| hierarchy.width(level)).collect();
    json!({ "version": 1, "values": hierarchy.leaves(), "height": hierarchy.height(), "labels": widths })
}

/// What a check found, for programs: whether every label contains its values, and which column is covered.
pub fn checked_in_json(hierarchy: &Hierarchy, misplaced: Option<&Misplaced>, covers: Option<&str>) -> Value {
    let mut json = in_json(hierarchy);
    json["holds"] = json!(misplaced.is_none());
    json["covers"] = json!(covers);
    let told = |it: &Misplaced| json!({ "values": it.values, "line": it.line, "level": it.level });
    json["misplaced"] = json!(misplaced.map(told));
    json
}

/// The rows of a hierarchy's file: leaf first, root last, `;` between.
pub fn to_csv(hierarchy: &Hierarchy) -> String {
    let mut csv = csv::WriterBuilder::new().delimiter(b';').flexible(true).from_writer(Vec::new());
    hierarchy.to_csv_rows().for_each(|row| csv.write_record(row).expect("writing to memory succeeds"));
    String::from_utf8(csv.into_inner().expect("flushing to memory succeeds")).expect("labels are UTF-8")
}

fn read_column(input: &Input, name: &str) -> Result<(Column, ParseContext)> {
    let reader = open(input)?;
    check_header(&reader, input, [name])?;
    if !reader.columns().iter().any(|column| column == name) {
        return Err(CoreError::unknown_column(name, reader.columns()).into());
    }
    let context = ParseContext::new(reader.layout(), input.missing_markers());
    let table = reader.read(|column| if column == name { Want::Code } else { Want::Drop })?.table;
    let column = table.into_columns().pop().expect("the column was wanted");
    Ok((column, context))
}
