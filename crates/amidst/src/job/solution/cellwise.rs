//! Quasi columns recoded class by class.

use amidst_audit::{AggregateRule, ColumnContent, Covering, Path, RecodedContent};
use amidst_core::{Codes, hierarchy::builders::Neighbours};
use amidst_microaggregation::Aggregate;
use amidst_release::{RecodedColumn, Transformation};

use serde::{Deserialize, Serialize};

use super::wire;
use crate::summary::Cells;

/// The columns, and the class of every row as the audit takes it.
#[derive(Clone, Serialize, Deserialize)]
pub struct Cellwise {
    /// The class of every row; suppressed ones are in one more class.
    #[serde(skip, default = "wire::no_codes")]
    pub classes: Codes,
    /// For each column what each of these classes shows, by the codes of its labels.
    pub of_class: Vec<Vec<u32>>,
    /// What several values of each column are shown as.
    pub shown: Vec<LabelForm>,
    /// How many cells of each column were changed.
    pub counts: Vec<Cells>,
    /// Whether columns were recoded by cuts, the same for all rows.
    pub is_by_cuts: bool,
}

/// What several values of a column are shown as.
#[derive(Clone, Serialize, Deserialize)]
pub enum LabelForm {
    /// Labels of a hierarchy, which came to be like this; perhaps named after released values in an order.
    Labels {
        paths: Vec<Path>,
        recipe: String,
        #[serde(with = "wire::neighbours")]
        neighbours: Option<Neighbours>,
    },
    /// Ranges.
    Ranges,
    /// Sets.
    Sets,
    /// Nothing: the cell is blank.
    Blanks,
    /// An average of them.
    #[serde(with = "wire::aggregate")]
    Average(Aggregate),
}

impl Cellwise {
    /// The same columns over other rows, of which these are the classes.
    pub fn on_rows(&self, class_of_row: &[u32]) -> Self {
        let gone = self.of_class.first().map_or(0, |of_class| of_class.len() as u32 - 1);
        let classes = Codes::U32(class_of_row.iter().map(|&class| class.min(gone)).collect());
        Self {
            classes,
            of_class: self.of_class.clone(),
            shown: self.shown.clone(),
            counts: self.counts.clone(),
            is_by_cuts: self.is_by_cuts,
        }
    }

    /// What the release promises of a column.
    pub fn content<'a>(&'a self, column: usize, recoded: &'a RecodedColumn) -> ColumnContent<'a> {
        ColumnContent::Cells(RecodedContent {
            classes: &self.classes,
            of_class: &self.of_class[column],
            labels: &recoded.labels,
            covering: match &self.shown[column] {
                LabelForm::Labels { paths, .. } => Covering::Paths(paths),
                LabelForm::Ranges => Covering::Ranges,
                LabelForm::Sets => Covering::Sets,
                // No path: a value covers itself, a blank everything.
                LabelForm::Blanks => Covering::Paths(&[]),
                LabelForm::Average(aggregate) => Covering::Aggregate(rule(*aggregate)),
            },
        })
    }

    /// The order in which the labels of a column are named after released values, if they are.
    pub fn neighbours(&self, column: usize) -> Option<Neighbours> {
        match &self.shown[column] {
            LabelForm::Labels { neighbours, .. } => *neighbours,
            _ => None,
        }
    }

    /// Whether several values of a column are shown as a range or a set.
    pub fn has_intervals(&self, column: usize) -> bool {
        matches!(&self.shown[column], LabelForm::Ranges | LabelForm::Sets)
    }

    /// What became of a column.
    pub fn transformation(&self, column: usize, recoded: &RecodedColumn) -> Transformation {
        Transformation::Recoded {
            cells: self.counts[column],
            labels: recoded.shown(),
            is_by_cuts: self.is_by_cuts,
            shown_as: match &self.shown[column] {
                LabelForm::Labels { recipe, .. } => recipe.clone(),
                LabelForm::Ranges => "ranges".into(),
                LabelForm::Sets => "sets of values".into(),
                LabelForm::Blanks => "blanks".into(),
                LabelForm::Average(aggregate) => {
                    return Transformation::Averaged {
                        cells: self.counts[column],
                        labels: recoded.shown(),
                        aggregate: aggregate.name(),
                    };
                }
            },
        }
    }

    /// How many cells of each column were changed.
    pub fn counts(&self) -> impl Iterator<Item = Cells> {
        self.counts.iter().copied()
    }
}

/// An average as the audit knows it.
fn rule(aggregate: Aggregate) -> AggregateRule {
    match aggregate {
        Aggregate::Mean => AggregateRule::Mean,
        Aggregate::Median => AggregateRule::Median,
        Aggregate::Mode => AggregateRule::Mode,
        Aggregate::Interval => AggregateRule::Interval,
    }
}
