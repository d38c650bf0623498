//! From the classes of points back to rows.

use amidst_core::Observer;
use amidst_order::content_keys;
use amidst_release::{PointClasses, Quotas, RowsInClasses, SUPPRESSED};
use amidst_spec::Result;
use amidst_table::Column;

use super::CellInstance;
use crate::job::Dataset;

impl CellInstance {
    /// The class of every row of the table. A row that stands for several is in the first of its classes.
    pub fn class_of_row(
        &self,
        read: &Dataset,
        quotas: &Quotas,
        seed: u64,
        observer: &dyn Observer,
    ) -> Result<Vec<u32>> {
        let classes = match read.counts() {
            Some(_) => self.point_of_row.iter().map(|&point| quotas.of(point)[0].0).collect(),
            None => {
                let columns: Vec<&Column> = read.table.columns().iter().collect();
                let row = |&at: &u32| self.placed.as_ref().map_or(at, |placed| placed[at as usize]);
                let keys = |dealt: &[u32]| {
                    let rows: Vec<u32> = dealt.iter().map(row).collect();
                    content_keys(&rows, &columns, seed, observer)
                };
                quotas.class_of_row(&self.point_of_row, keys, observer)?
            }
        };
        Ok(self.on_table(classes))
    }

    /// Of what is known of the rows that take part that of all rows.
    fn on_table(&self, classes: Vec<u32>) -> Vec<u32> {
        let Some(placed) = &self.placed else { return classes };
        let mut class_of_row = vec![SUPPRESSED; self.stored];
        placed.iter().zip(classes).for_each(|(&row, class)| class_of_row[row as usize] = class);
        class_of_row
    }

    /// The rows of the table with all classes that they are in.
    pub fn in_classes<'a>(
        &self,
        class_of_row: &'a [u32],
        quotas: &Quotas,
        read: &Dataset,
    ) -> RowsInClasses<'a> {
        let row = |at: usize| self.placed.as_ref().map_or(at as u32, |placed| placed[at]);
        let further = self.point_of_row.iter().enumerate().filter(|_| read.counts().is_some());
        let further = further
            .flat_map(|(at, &point)| quotas.of(point)[1..].iter().map(move |&(class, _)| (row(at), class)));
        RowsInClasses { class_of_row, further: further.collect() }
    }

    /// What the rows of a summary are dealt by.
    pub fn point_classes(&self, quotas: Quotas) -> PointClasses {
        PointClasses { point_of_row: self.on_table(self.point_of_row.clone()), quotas }
    }
}
