//! The risk of every record, for those who may see the data: one line for each row of the source that is somebody's,
//! in its order.

use std::{fmt, path::Path, sync::Arc};

use amidst_core::{Column, Data, Kind, Table};
use amidst_io::{Layout, WriteOptions, write_to};
use amidst_spec::{
    Result,
    endings::{refuse_ending, refuse_unknown_ending},
    files::{Staged, Target},
    household::Households,
};
use arrow_array::{Array, ArrayRef, Float64Array, StringArray, UInt64Array};

use super::items::{Classes, Items};

/// What every line says of the file: it stays inside.
const INTERNAL: &str = "internal";

/// The risk of every row.
#[derive(Clone)]
pub struct Records {
    /// The place of each row in the source, from 1; rows that name nobody have none.
    row: Vec<u64>,
    /// The rows, or people, of the row's class.
    class_size: Vec<u64>,
    /// The chance that somebody is right who knows that the person is in the table.
    risk: Vec<f64>,
    /// What the chance of somebody is called who does not know it, and that chance; where something is known of the
    /// population.
    of_population: Option<(&'static str, Vec<f64>)>,
    /// The individual risk of Benedetti and Franconi, where survey weights are known.
    individual: Option<Vec<f64>>,
    /// The chance that any member of the household is found.
    of_household: Option<Vec<f64>>,
}

/// The rows of the source.
pub(super) struct Rows<'a> {
    /// Whether each row that was read names somebody; nothing if all do.
    pub read: Option<Vec<bool>>,
    /// Their households, if a column names them.
    pub households: Option<&'a Households<'a>>,
}

impl Rows<'_> {
    /// The places of those that name somebody, from 1.
    fn numbers(&self, rows: usize) -> Vec<u64> {
        match &self.read {
            None => (1..=rows as u64).collect(),
            Some(read) => (1..).zip(read).filter(|(_, is)| **is).map(|(row, _)| row).collect(),
        }
    }
}

/// As many lines as there are; what they say is about single rows.
impl fmt::Debug for Records {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Records({})", self.class_size.len())
    }
}

impl Records {
    /// Of rows in classes. `known_from` says where the classes of the population are known from.
    pub(super) fn new(items: &Items, classes: &Classes, rows: &Rows, known_from: &str) -> Self {
        let of_rows = || items.of_row.iter().map(|&item| classes.of(item as usize));
        let journalist: Vec<f64> = of_rows().map(|class| 1.0 / class.chosen_from()).collect();
        let of_household = rows.households.map(|households| {
            let risks = households.risks(&journalist);
            (0..journalist.len()).map(|row| risks[households.of_row(row)]).collect()
        });
        let name = match known_from {
            "weights" => Some("estimated_risk"),
            "table" | "counts" => Some("population_risk"),
            _ => None,
        };
        Self {
            row: rows.numbers(items.of_row.len()),
            class_size: of_rows().map(|class| class.size).collect(),
            risk: of_rows().map(|class| 1.0 / class.size as f64).collect(),
            individual: of_rows().map(|class| class.estimated.map(|it| it.individual)).collect(),
            of_population: name.map(|name| (name, journalist)),
            of_household,
        }
    }

    /// Writes them, and says where.
    pub(super) fn write(&self, target: &Target) -> Result<String> {
        let layout = Layout::default().for_output(Some(target.path()));
        refuse_ending(target.path(), &layout)?;
        refuse_unknown_ending(target.path(), Path::new(""))?;
        let options =
            WriteOptions { file: target.path().display().to_string(), layout, missing: String::new() };
        let (table, order) = (self.table(), (0..self.class_size.len() as u32).collect::<Vec<_>>());
        let mut file = target.create()?;
        write_to(&table, &order, &options, &mut file)?;
        file.finish_unnamed()?;
        Ok(Staged::commit_all(vec![Staged::new(file, target)])?.names().remove(0))
    }

    fn table(&self) -> Table {
        let rows = self.class_size.len();
        let numbers = |numbers: &[f64]| -> ArrayRef { Arc::new(Float64Array::from(numbers.to_vec())) };
        let mut columns = vec![
            column("audience", Kind::Text, Arc::new(StringArray::from(vec![INTERNAL; rows]))),
            column("row", Kind::Integer, Arc::new(UInt64Array::from(self.row.clone()))),
            column("class_size", Kind::Integer, Arc::new(UInt64Array::from(self.class_size.clone()))),
            column("risk", Kind::Decimal, numbers(&self.risk)),
        ];
        let further = self.of_population.iter().map(|(name, risk)| (*name, risk));
        let individual = self.individual.iter().map(|risk| ("individual_risk", risk));
        let of_household = self.of_household.iter().map(|risk| ("household_risk", risk));
        for (name, risk) in further.chain(individual).chain(of_household) {
            columns.push(column(name, Kind::Decimal, numbers(risk)));
        }
        Table::new(columns)
    }
}

fn column(name: &str, kind: Kind, cells: ArrayRef) -> Column {
    Column {
        name: name.into(),
        kind,
        source_type: cells.data_type().clone(),
        data: Data::Carried(vec![cells]),
    }
}
