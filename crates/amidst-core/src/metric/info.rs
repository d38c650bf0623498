//! A measure of loss as it is described once, beside the file that implements it.

use std::fmt;

use super::{Attribute, Metric};

/// What a measure is called and what it measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasureInfo {
    /// Stable id for specs and reports, e.g. `loss`.
    pub id: &'static str,
    /// What it measures, in one line.
    pub doc: &'static str,
    /// How the numbers of columns usually become one; none if it is one number for the table.
    pub aggregate: Option<&'static str>,
    /// Whether it needs the column that is to be predicted.
    pub needs_target: bool,
}

impl MeasureInfo {
    /// A measure that is one number for the table.
    pub const fn new(id: &'static str, doc: &'static str) -> Self {
        Self { id, doc, aggregate: None, needs_target: false }
    }

    /// The same, made up of a number for each column.
    pub const fn of_columns(self, aggregate: &'static str) -> Self {
        Self { aggregate: Some(aggregate), ..self }
    }

    /// The same about a column that is to be predicted.
    pub const fn of_target(self) -> Self {
        Self { needs_target: true, ..self }
    }
}

/// Makes a measure that is not ours from what the data say about each column.
///
/// # Example
/// ```
/// use amidst_core::metric::{Attribute, MeasureInfo, Metric, MetricFactory, NodeFacts, Score};
///
/// /// How many rows are suppressed.
/// #[derive(Debug)]
/// struct Suppressed;
///
/// const INFO: MeasureInfo = MeasureInfo::new("suppressed", "how many rows are suppressed");
///
/// impl Metric for Suppressed {
///     fn name(&self) -> &'static str { INFO.id }
///     fn score(&self, node: &NodeFacts) -> Score { Score::new(node.suppressed as f64) }
/// }
///
/// impl MetricFactory for Suppressed {
///     fn info(&self) -> MeasureInfo { INFO }
///     fn build(&self, _: &[Attribute]) -> Box<dyn Metric> { Box::new(Suppressed) }
/// }
/// assert_eq!(Suppressed.build(&[]).score(&NodeFacts { suppressed: 3, ..NodeFacts::default() }), Score::new(3.0));
/// ```
pub trait MetricFactory: fmt::Debug + Send + Sync {
    /// What it makes: an id that is its alone.
    fn info(&self) -> MeasureInfo;

    /// The measure for these columns.
    fn build(&self, attributes: &[Attribute]) -> Box<dyn Metric>;
}
