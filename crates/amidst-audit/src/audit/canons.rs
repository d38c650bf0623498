//! How the cells of each column are spelled so that source and file can be compared.

use amidst_table::{Column, Data};
use arrow_schema::DataType;

use crate::{Claim, ColumnContent, Order, text::Canon};

/// The spelling of every column of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Canons {
    /// By the place of the column.
    pub of: Vec<Canon>,
    /// The columns that sorted rows ascend by; none if no order is promised.
    pub order: Vec<usize>,
}

impl Canons {
    /// From what the source has and the types of the file's columns.
    pub fn new<'t>(claim: &Claim, released: impl Fn(usize) -> Option<&'t DataType>) -> Self {
        let (mut of, mut respelled) = (Vec::new(), Vec::new());
        for (at, column) in claim.columns.iter().enumerate() {
            let source = claim.source.column(&column.name).map_or(Canon::Text, source_canon);
            let released = released(at).map_or(Canon::Text, Canon::of);
            // Columns of text that the file holds typed, so that its order may follow spellings it does not show.
            let is_pseudonym = matches!(column.content, ColumnContent::Pseudonym);
            if !is_pseudonym && released.is_loose() && source == Canon::Text {
                respelled.push(at);
            }
            of.push(source.or(released));
        }
        Self { of, order: order(claim, &respelled) }
    }
}

/// Quasi columns first, and none from the first on that was respelled.
fn order(claim: &Claim, respelled: &[usize]) -> Vec<usize> {
    let (quasi, others): (Vec<usize>, Vec<usize>) =
        (0..claim.columns.len()).partition(|&column| claim.columns[column].content.is_quasi());
    let shown = |column: &usize| !respelled.contains(column);
    match claim.order {
        Order::Sorted => quasi.into_iter().chain(others).take_while(shown).collect(),
        Order::Any => Vec::new(),
    }
}

/// How the source's cells are spelled: coded cells are text, carried ones may be typed.
pub(crate) fn source_canon(column: &Column) -> Canon {
    match &column.data {
        Data::Coded(_) => Canon::Text,
        Data::Carried(chunks) => chunks.first().map_or(Canon::Text, |chunk| Canon::of(chunk.data_type())),
    }
}
