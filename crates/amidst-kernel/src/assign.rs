//! Which class each row falls into at a chosen node.

use amidst_core::{Aborted, Levels, Observer};
use rayon::prelude::*;

use crate::{
    ClassTable, QuasiColumn, Tuples,
    domain::Domain,
    row_classes::{Labelled, RowClasses},
    row_keys::ABSENT,
};

/// The released classes of a node in the order of what they release, and the class of each row.
pub struct Assignment {
    /// The node.
    pub levels: Levels,
    /// For each row its class, or [`SUPPRESSED`](crate::SUPPRESSED). Four bytes a row.
    pub class_of_row: Vec<u32>,
    /// For each released class its rows.
    pub rows_of_class: Vec<u32>,
    /// For each column, the hierarchy's index of the label of each released class.
    labels: Vec<Vec<u32>>,
}

impl Assignment {
    /// The number of released classes.
    pub fn classes(&self) -> usize {
        self.rows_of_class.len()
    }

    /// The index, on the node's level of the column's hierarchy, of what a released class shows.
    pub fn label(&self, class: u32, column: usize) -> u32 {
        self.labels[column][class as usize]
    }

    /// [`Assignment::label`] of all classes.
    pub fn labels(&self, column: usize) -> &[u32] {
        &self.labels[column]
    }
}

impl Tuples {
    /// Says for every row of the columns that were collapsed which class of `table` it falls into.
    ///
    /// `is_released` decides by the number of a class in the table. Classes are numbered in the order of their labels, column by column,
    /// so nothing about the order of rows shows.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn assign(
        &self,
        columns: &[QuasiColumn],
        table: &ClassTable,
        is_released: impl Fn(usize) -> bool,
        observer: &dyn Observer,
    ) -> Result<Assignment, Aborted> {
        let released: Vec<usize> = (0..table.len()).filter(|&class| is_released(class)).collect();
        let labels: Vec<Vec<u32>> = (0..columns.len())
            .into_par_iter()
            .map(|column| self.labels_of(table, &released, column))
            .collect();
        observer.go_on()?;
        let labelled = self.labelled(columns, &table.levels, &labels);
        let (row_classes, places) = RowClasses::new(&labelled, released.len(), observer)?;
        let class_of_row = row_classes.assign(columns[0].codes.len(), observer)?;
        let ordered = |column: usize| {
            let level = &self.domains[column].levels[usize::from(table.levels[column])];
            in_order(&places, labels[column].iter().map(|&label| level.labels[label as usize]))
        };
        Ok(Assignment {
            levels: table.levels.clone(),
            class_of_row,
            rows_of_class: in_order(&places, released.iter().map(|&class| table.counts[class])),
            labels: (0..columns.len()).into_par_iter().map(ordered).collect(),
        })
    }

    /// The labels of all classes in a column: indices into the node's level of its [`amidst_core::Attribute`].
    pub fn labels(&self, table: &ClassTable, column: usize) -> Vec<u32> {
        self.labels_of(table, &(0..table.len()).collect::<Vec<_>>(), column)
    }

    /// The labels of some classes, in ascending order, in a column.
    fn labels_of(&self, table: &ClassTable, classes: &[usize], column: usize) -> Vec<u32> {
        let of_leaf = &self.domains[column].levels[usize::from(table.levels[column])].of_leaf;
        let (block, position) = self.places[column];
        let Some(at) = block.checked_sub(1) else {
            let mut run = 0;
            let lead = |&class: &usize| {
                run += (run..table.runs.len()).take_while(|&run| table.run(run).end <= class).count();
                of_leaf[self.layout.lead.leaf(table.runs[run].lead, position) as usize]
            };
            return classes.iter().map(lead).collect();
        };
        let ((block, field), words) = (&self.layout.rest[at], self.layout.words);
        let entry = |class: usize| field.read(&table.keys[class * words..][..words]) as u32;
        classes.iter().map(|&class| of_leaf[block.leaf(entry(class), position) as usize]).collect()
    }

    /// Columns of rows under the labels of a node, some classes of which are labelled so.
    pub(crate) fn labelled<'a>(
        &self,
        columns: &'a [QuasiColumn],
        levels: &[u8],
        labels: &'a [Vec<u32>],
    ) -> Vec<Labelled<'a>> {
        let labelled =
            |((column, &level), (domain, labels)): ((&'a QuasiColumn, &u8), (&Domain, &'a Vec<u32>))| {
                let of_leaf = &domain.levels[usize::from(level)].of_leaf;
                let label = |&dense: &u32| if dense == ABSENT { ABSENT } else { of_leaf[dense as usize] };
                Labelled {
                    codes: &column.codes,
                    label_of: domain.dense.iter().map(label).collect(),
                    width: domain.width(level),
                    of_class: labels,
                }
            };
        columns.iter().zip(levels).zip(self.domains.iter().zip(labels)).map(labelled).collect()
    }
}

/// Puts the value of each class where its place says.
fn in_order(places: &[u64], values: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut ordered = vec![0; places.len()];
    places.iter().zip(values).for_each(|(&place, value)| ordered[place as usize] = value);
    ordered
}
