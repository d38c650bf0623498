//! A quasi column as an axis: under its hierarchy if it has one, else numbers and dates in ranges, anything else in sets.

use std::sync::Arc;

use amidst_cells::Axis;
use amidst_core::{Codes, Error as CoreError, Kind, Observer, hierarchy::builders::DecimalMark};
use amidst_kernel::{mapped, per_row};
use amidst_microaggregation::Aggregate;
use amidst_spec::{
    Error, Result,
    quasi::{MappedColumn, ParseContext},
    spec::{AggregateWord, ColumnSpec},
};
use amidst_table::Column;

use super::{
    super::{Dataset, solution::LabelForm},
    value_order::ValueOrder,
};

/// How a column is laid along its axis.
pub struct AxisColumn {
    /// The header.
    pub name: String,
    /// What its cells hold.
    pub kind: Kind,
    /// What a class shows of it, if averages are shown.
    pub aggregate: Aggregate,
    /// Whether the table has a decimal comma.
    pub has_comma: bool,
    laid: AxisCoding,
}

/// What several values are to be shown as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisKind {
    /// Labels of the hierarchy that the spec gives; without levels ranges of numbers and dates, sets of anything else.
    Natural,
    /// Labels of a hierarchy, the spec's or a sensible one.
    Labels,
    /// Nothing: cells show their value or are blank.
    Blanks,
}

/// How the codes of the table become codes of the axis.
enum AxisCoding {
    /// Through a hierarchy.
    Under { mapped: Arc<MappedColumn>, paths: Vec<amidst_audit::Path> },
    /// By their place in the order of values.
    Ordered { code_of: Vec<u32>, shown: Plain },
}

/// What several values are shown as without a hierarchy.
#[derive(Clone, Copy)]
enum Plain {
    Ranges,
    Sets,
    Blanks,
}

impl AxisColumn {
    /// The quasi columns of a table, with their axes.
    pub fn all(
        read: &Dataset,
        context: &ParseContext,
        axis_kind: AxisKind,
        observer: &dyn Observer,
    ) -> Result<(Vec<Axis>, Vec<Self>)> {
        let column = |(name, spec): (&str, &ColumnSpec)| {
            observer.go_on()?;
            let (axis, column) = Self::new(read.model_column(name), spec, context, axis_kind)?;
            Ok::<_, Error>((axis.with_rank(read.roles.rank(name)), column))
        };
        let columns: Vec<(Axis, Self)> = read.roles.quasi().map(column).collect::<Result<_>>()?;
        Ok(columns.into_iter().unzip())
    }

    fn new(
        column: &Column,
        spec: &ColumnSpec,
        context: &ParseContext,
        axis_kind: AxisKind,
    ) -> Result<(Axis, Self)> {
        let is_fixed = spec.levels.is_some_and(|levels| levels.is_fixed()) && axis_kind == AxisKind::Blanks;
        if spec.levels.is_some() && axis_kind != AxisKind::Labels && !is_fixed {
            return Err(Error::conflict(
                "levels",
                "generalize",
                format!(
                    "column {:?}: levels bound whole columns, and this recodes cell by cell; take them away",
                    column.name
                ),
            )
            .of_column(&column.name));
        }
        let coded = column.coded().expect("quasi columns are coded");
        let wrong = |problem| CoreError::Hierarchy { column: column.name.clone(), problem };
        let kind = spec.kind.map_or(column.kind, |kind| kind.0);
        let aggregate = spec.aggregate.map_or_else(|| Aggregate::usual(kind), aggregate);
        let has_comma = context.decimal == DecimalMark::Comma;
        let laid = |laid: AxisCoding| Self { name: column.name.clone(), kind, aggregate, has_comma, laid };
        let weight = spec.weight.unwrap_or(1.0);
        if !weight.is_finite() || weight < 0.0 {
            return Err(CoreError::Parameter {
                name: "weight",
                value: weight.to_string(),
                expected: format!("the weight of column {:?} must be a number of at least 0", column.name),
            }
            .into());
        }
        let sort = match &spec.hierarchy {
            Some(hierarchy) if axis_kind == AxisKind::Natural => hierarchy.ordered().map_err(wrong)?,
            _ => None,
        };
        let is_levelled = axis_kind == AxisKind::Natural && spec.hierarchy.is_some() && sort.is_none();
        if axis_kind == AxisKind::Labels || is_levelled {
            let mapped = Arc::new(MappedColumn::new(column, spec, context)?);
            let axis = Axis::labels(&column.name, Arc::clone(&mapped.hierarchy))
                .with_missing_leaf(mapped.missing_leaf(coded))
                .with_weight(weight);
            let paths = mapped.paths(coded);
            return Ok((axis, laid(AxisCoding::Under { mapped, paths })));
        }
        let order = match sort {
            None => ValueOrder::new(coded, kind, context.decimal),
            Some(sort) => ValueOrder::sorted(coded, kind, context.decimal, &sort).map_err(wrong)?,
        };
        let (texts, code_of) = order.codes(coded);
        let (axis, shown) = match order.places {
            _ if axis_kind == AxisKind::Blanks => (Axis::blanks(&column.name, texts), Plain::Blanks),
            Some(places) => (Axis::ranges(&column.name, texts, places), Plain::Ranges),
            None => (Axis::sets(&column.name, texts), Plain::Sets),
        };
        Ok((axis.with_weight(weight), laid(AxisCoding::Ordered { code_of, shown })))
    }

    /// The column under its hierarchy, if it has one.
    pub fn mapped(&self) -> Option<Arc<MappedColumn>> {
        match &self.laid {
            AxisCoding::Under { mapped, .. } => Some(Arc::clone(mapped)),
            AxisCoding::Ordered { .. } => None,
        }
    }

    /// What is odd about it, in words.
    pub fn warning(&self) -> Option<String> {
        self.mapped().and_then(|mapped| mapped.warning.clone())
    }

    /// The codes of the rows that take part; there are so many codes.
    pub fn codes(
        &self,
        read: &Dataset,
        placed: Option<&[u32]>,
        values: u32,
        observer: &dyn Observer,
    ) -> Result<Codes> {
        let coded = read.model_column(&self.name).coded().expect("quasi columns are coded");
        let codes = match &self.laid {
            AxisCoding::Under { mapped, .. } => mapped.leaves(coded, placed, observer)?,
            AxisCoding::Ordered { code_of, .. } => {
                let code = |row: usize| code_of[coded.codes.at(row) as usize];
                match placed {
                    None => per_row(coded.codes.len(), observer, |rows, codes| {
                        codes.iter_mut().zip(rows).for_each(|(own, row)| *own = code(row));
                    })?,
                    Some(rows) => mapped(rows, observer, |&row| code(row as usize))?,
                }
            }
        };
        Ok(Codes::narrow(codes, values as usize))
    }

    /// What several of its values are shown as.
    pub fn shown(&self) -> LabelForm {
        match &self.laid {
            AxisCoding::Under { mapped, paths } => LabelForm::Labels {
                paths: paths.clone(),
                recipe: mapped.origin.describe(),
                neighbours: mapped.neighbours(),
            },
            AxisCoding::Ordered { shown: Plain::Ranges, .. } => LabelForm::Ranges,
            AxisCoding::Ordered { shown: Plain::Sets, .. } => LabelForm::Sets,
            AxisCoding::Ordered { shown: Plain::Blanks, .. } => LabelForm::Blanks,
        }
    }
}

fn aggregate(word: AggregateWord) -> Aggregate {
    match word {
        AggregateWord::Mean => Aggregate::Mean,
        AggregateWord::Median => Aggregate::Median,
        AggregateWord::Mode => Aggregate::Mode,
        AggregateWord::Interval => Aggregate::Interval,
    }
}
