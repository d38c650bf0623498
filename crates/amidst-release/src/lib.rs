//! From a solution to rows that may leave the house: recoded, without the suppressed ones, in an order that tells nothing.

mod cells;
mod deal;
mod destination;
mod fragments;
mod in_parts;
mod lookup;
mod pseudonym;
mod publish;
mod transformation;
mod views;

use std::sync::Arc;

use amidst_core::{Aborted, Coded, Codes, Dictionary, Observer, Role, Stage, observer::blocks};
use amidst_kernel::mapped;
use amidst_spec::{key::Key, roles::Roles};
use amidst_table::{Column, Data, Table};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

pub use cells::Cells;
pub use deal::{DealKey, PointClasses, Quotas, RowsInClasses};
pub use destination::Destination;
pub use fragments::{Fragments, GroupAssignment};
pub use in_parts::ReleaseInParts;
pub use lookup::ClassLookup;
pub use publish::{AuditedRelease, ReleaseClaim, Staged};
pub use transformation::{ColumnTransformation, NOTHING_LEFT, Transformation, is_nothing_left};
pub use views::views;

/// How released rows are put in order.
pub enum Arrangement {
    /// By the released values.
    Sorted,
    /// By a secret key.
    Shuffled([u8; 32]),
    /// As they came.
    AsRead,
}

/// A released row's class; rows that are not released have none.
pub const SUPPRESSED: u32 = u32::MAX;

/// What a solution says of every row: its class, and what each class shows.
#[derive(Clone, Copy)]
pub struct Recoding<'a> {
    /// For each row of the table its class, or [`SUPPRESSED`].
    pub class_of_row: &'a [u32],
    /// The quasi columns in the order of the table.
    pub columns: &'a [RecodedColumn],
}

/// What each class shows in one quasi column.
#[derive(Clone, Serialize, Deserialize)]
pub struct RecodedColumn {
    /// The column.
    pub name: String,
    /// The labels; `None` is a missing or blanked cell.
    #[serde(with = "labels")]
    pub labels: Arc<Dictionary>,
    /// For each class the code of its label.
    pub of_class: Vec<u32>,
}

impl RecodedColumn {
    /// How many labels are shown.
    pub fn shown(&self) -> usize {
        let mut shown = vec![false; self.labels.len()];
        self.of_class.iter().for_each(|&label| shown[label as usize] = true);
        shown.into_iter().filter(|&is_shown| is_shown).count()
    }
}

/// Labels as a list.
mod labels {
    use super::{Arc, Dictionary};
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(labels: &Arc<Dictionary>, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(labels.iter())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Dictionary>, D::Error> {
        let labels = Vec::<Option<String>>::deserialize(from)?;
        Ok(Arc::new(labels.iter().map(Option::as_deref).collect()))
    }
}

/// Rows that may be written.
pub struct Release {
    /// The released columns, over all rows of the source; only those of `order` count.
    pub table: Table,
    /// The rows released, in the order they are written.
    pub order: Vec<u32>,
}

impl Release {
    /// Recodes a table. `missing` is the text that a missing cell is written as, if the format has no null.
    pub fn new(
        source: &Table,
        roles: &Roles,
        keys: &[(String, Key)],
        recoding: &Recoding<'_>,
        (arrangement, missing): (&Arrangement, Option<&str>),
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let rows = source.rows() as u64;
        observer.progress(Stage::Recoding, 0, Some(rows));
        let columns =
            released_columns(source, roles, keys, |column| recoding.recode(column, observer), observer)?;
        let order = recoding.order(&columns, roles, arrangement, missing, observer)?;
        observer.progress(Stage::Recoding, rows, Some(rows));
        Ok(Self { table: Table::new(columns), order })
    }
}

impl Release {
    /// How many cells and names of columns a spreadsheet would run as formulas.
    pub fn formulas(&self, observer: &dyn Observer) -> Result<u64, Aborted> {
        let of_column = |column: &Column| {
            let name = u64::from(amidst_io::is_formula(&column.name));
            Ok(name + amidst_order::count(&self.order, column, amidst_io::is_formula, observer)?)
        };
        self.table.columns().iter().map(of_column).sum()
    }
}

/// The columns of a table that are released: quasi ones as they are recoded, identifiers as pseudonyms, others as they are.
pub fn released_columns(
    source: &Table,
    roles: &Roles,
    keys: &[(String, Key)],
    recode: impl Fn(&Column) -> Result<Column, Aborted>,
    observer: &dyn Observer,
) -> Result<Vec<Column>, Aborted> {
    let released = source.columns().iter().filter(|column| roles.is_released(&column.name));
    let column = |column: &Column| match roles.role(&column.name) {
        Role::Quasi => recode(column),
        Role::Identifier => {
            let coded = column.coded().expect("kept identifiers are coded");
            let key = keys.iter().find(|key| key.0 == column.name).expect("kept identifiers have a key");
            pseudonym::pseudonymize(&column.name, coded, key.1.bytes(), observer)
        }
        Role::Sensitive | Role::Other => Ok(column.clone()),
    };
    released.map(column).collect()
}

impl Recoding<'_> {
    /// The rows that are released, in the order of the source.
    pub fn kept(&self, observer: &dyn Observer) -> Result<Vec<u32>, Aborted> {
        let mut kept = Vec::with_capacity(self.class_of_row.len());
        for rows in blocks(self.class_of_row.len(), observer) {
            kept.extend(rows?.filter(|&row| self.class_of_row[row] != SUPPRESSED).map(|row| row as u32));
        }
        Ok(kept)
    }

    /// A quasi column that shows each row's label. Rows that are not released show any.
    fn recode(&self, column: &Column, observer: &dyn Observer) -> Result<Column, Aborted> {
        let recoded = self
            .columns
            .iter()
            .find(|recoded| recoded.name == column.name)
            .expect("every quasi column is recoded");
        let code = |&class: &u32| recoded.of_class.get(class as usize).copied().unwrap_or(0);
        let codes = match recoded.labels.len() {
            0..=0x100 => Codes::U8(mapped(self.class_of_row, observer, |class| code(class) as u8)?),
            0x101..=0x1_0000 => Codes::U16(mapped(self.class_of_row, observer, |class| code(class) as u16)?),
            _ => Codes::U32(mapped(self.class_of_row, observer, code)?),
        };
        Ok(Column {
            name: column.name.clone(),
            kind: column.kind,
            source_type: column.source_type.clone(),
            data: Data::Coded(Coded::new(Arc::clone(&recoded.labels), codes)),
        })
    }

    fn order(
        &self,
        columns: &[Column],
        roles: &Roles,
        arrangement: &Arrangement,
        missing: Option<&str>,
        observer: &dyn Observer,
    ) -> Result<Vec<u32>, Aborted> {
        let kept = self.kept(observer)?;
        Ok(match arrangement {
            Arrangement::AsRead => kept,
            Arrangement::Shuffled(key) => amidst_order::shuffled(kept, *key, observer)?,
            Arrangement::Sorted => {
                let class_rank = self.class_ranks(missing);
                let rank_of_row =
                    |&class: &u32| class_rank.get(class as usize).copied().unwrap_or(SUPPRESSED);
                let rank_of_row = mapped(self.class_of_row, observer, rank_of_row)?;
                let others: Vec<&Column> =
                    columns.iter().filter(|column| roles.role(&column.name) != Role::Quasi).collect();
                observer.go_on()?;
                amidst_order::sorted(&kept, &rank_of_row, &others, missing, observer)?
            }
        })
    }

    /// Each class's place when classes are sorted by what they show, column by column.
    fn class_ranks(&self, missing: Option<&str>) -> Vec<u32> {
        let classes = self.columns.first().map_or(0, |column| column.of_class.len());
        let mut keys: Vec<Vec<u32>> = vec![Vec::with_capacity(self.columns.len()); classes];
        for column in self.columns {
            let place = amidst_order::ranks(column.labels.iter().map(|label| label.or(missing)));
            keys.iter_mut().zip(&column.of_class).for_each(|(key, &label)| key.push(place[label as usize]));
        }
        let mut sorted: Vec<u32> = (0..classes as u32).collect();
        sorted.par_sort_unstable_by(|&a, &b| keys[a as usize].cmp(&keys[b as usize]));
        let mut ranks = vec![0; classes];
        sorted.iter().enumerate().for_each(|(rank, &class)| ranks[class as usize] = rank as u32);
        ranks
    }
}
