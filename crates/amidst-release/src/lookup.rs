//! The class of every row of a part, when each column is at one level: what its values are shown as tells its class.

use amidst_core::{Coded, Codes, Observer};
use amidst_kernel::CodeTuples;
use amidst_spec::Result;
use serde::{Deserialize, Serialize};

use crate::{RecodedColumn, Recoding, SUPPRESSED};

/// What the values of each column are shown as, and the class that shows it. It holds cell values.
#[derive(Serialize, Deserialize)]
pub struct ClassLookup {
    columns: Vec<ColumnLabels>,
    /// What each class shows, ascending, and the class.
    classes: Vec<(Vec<u32>, u32)>,
}

/// The label of each value of a column that some released row has.
#[derive(Serialize, Deserialize)]
struct ColumnLabels {
    name: String,
    /// Values, ascending, and the label of each.
    label_of: Vec<(Option<Box<str>>, u32)>,
    /// How many labels there are.
    labels: u32,
}

impl ClassLookup {
    /// From the rows of a summary and their solution.
    pub fn new<'c>(solved: &Recoding<'_>, coded: impl Fn(&str) -> &'c Coded) -> Self {
        let labels =
            |column: &RecodedColumn| ColumnLabels::new(column, coded(&column.name), solved.class_of_row);
        let columns = solved.columns.iter().map(labels);
        let count = solved.columns.first().map_or(0, |recoded| recoded.of_class.len());
        let shown = |class: usize| solved.columns.iter().map(|recoded| recoded.of_class[class]).collect();
        let mut classes: Vec<(Vec<u32>, u32)> =
            (0..count).map(|class| (shown(class), class as u32)).collect();
        classes.sort_unstable();
        Self { columns: columns.collect(), classes }
    }

    /// The class of every row of a part, or [`SUPPRESSED`].
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn class_of_row<'c>(
        &self,
        coded: impl Fn(&str) -> &'c Coded,
        observer: &dyn Observer,
    ) -> Result<Vec<u32>> {
        let codes: Vec<Codes> = self.columns.iter().map(|column| column.codes(coded(&column.name))).collect();
        let widths =
            codes.iter().zip(&self.columns).map(|(codes, column)| (codes, column.labels as usize + 1));
        let (tuples, tuple_of_row) = CodeTuples::collapse(&widths.collect::<Vec<_>>(), None, observer)?;
        let shown: Vec<Vec<u32>> = (0..self.columns.len()).map(|column| tuples.column(column)).collect();
        let class = |tuple: usize| {
            let shown: Vec<u32> = shown.iter().map(|column| column[tuple]).collect();
            let found = self.classes.binary_search_by(|(known, _)| known.cmp(&shown));
            found.map_or(SUPPRESSED, |at| self.classes[at].1)
        };
        let class_of: Vec<u32> = (0..tuples.len()).map(class).collect();
        observer.go_on()?;
        Ok(tuple_of_row.into_iter().map(|tuple| class_of[tuple as usize]).collect())
    }
}

impl ColumnLabels {
    fn new(recoded: &RecodedColumn, coded: &Coded, class_of_row: &[u32]) -> Self {
        let mut labels: Vec<Option<u32>> = vec![None; coded.dictionary.len()];
        for (code, &class) in coded.codes.iter().zip(class_of_row) {
            if class != SUPPRESSED {
                labels[code as usize] = Some(recoded.of_class[class as usize]);
            }
        }
        let values = coded.dictionary.iter().zip(labels);
        let mut label_of: Vec<(Option<Box<str>>, u32)> =
            values.filter_map(|(value, label)| Some((value.map(Box::from), label?))).collect();
        label_of.sort_unstable();
        Self { name: recoded.name.clone(), label_of, labels: recoded.labels.len() as u32 }
    }

    /// The label of each row of a part; one more than all of them, if no released row has the value.
    fn codes(&self, coded: &Coded) -> Codes {
        let label = |value: Option<&str>| {
            let found = self.label_of.binary_search_by(|(known, _)| known.as_deref().cmp(&value));
            found.map_or(self.labels, |at| self.label_of[at].1)
        };
        let labels: Vec<u32> = coded.dictionary.iter().map(label).collect();
        let codes = coded.codes.iter().map(|code| labels[code as usize]).collect();
        Codes::narrow(codes, self.labels as usize + 1)
    }
}
