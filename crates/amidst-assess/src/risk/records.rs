//! The risk of every record, for those who may see the data: one line for each row of the source that is somebody's,
//! in its order.

use std::{collections::HashMap, fmt, path::Path, sync::Arc};

use amidst_core::{Coded, Kind};
use amidst_io::{Layout, WriteOptions, write_to};
use amidst_spec::{
    Result,
    endings::{refuse_ending, refuse_unknown_ending},
    files::{Staged, Target},
    household::Households,
};
use amidst_table::{Column, Data, Table};
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
    /// The people who share all rows of the row's person, where these are known together.
    profile_size: Option<Vec<u64>>,
    /// The chance that somebody is right who knows that the person is in the table: by all rows of a person where these are
    /// known together, and else by the class.
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
    /// Whose they are, if all rows of a person are known together.
    pub profiles: Option<&'a Coded>,
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
        let class_size: Vec<u64> = of_rows().map(|class| class.size).collect();
        let profile_size = rows.profiles.map(|whose| profile_sizes(whose, items, classes));
        let chosen_from = profile_size.as_ref().unwrap_or(&class_size);
        let name = match known_from {
            "weights" => Some("estimated_risk"),
            "table" | "counts" => Some("population_risk"),
            _ => None,
        };
        Self {
            row: rows.numbers(items.of_row.len()),
            risk: chosen_from.iter().map(|&people| 1.0 / people as f64).collect(),
            class_size,
            profile_size,
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
        write_to(&table, &order, &options, &mut file, &())?;
        file.finish_unnamed(&())?;
        Ok(Staged::commit_all(vec![Staged::new(file, target)])?.names().remove(0))
    }

    fn table(&self) -> Table {
        let rows = self.class_size.len();
        let numbers = |numbers: &[f64]| -> ArrayRef { Arc::new(Float64Array::from(numbers.to_vec())) };
        let mut columns = vec![
            column("audience", Kind::Text, Arc::new(StringArray::from(vec![INTERNAL; rows]))),
            column("row", Kind::Integer, Arc::new(UInt64Array::from(self.row.clone()))),
            column("class_size", Kind::Integer, Arc::new(UInt64Array::from(self.class_size.clone()))),
        ];
        columns.extend(self.profile_size.iter().map(|people| {
            column("profile_size", Kind::Integer, Arc::new(UInt64Array::from(people.clone())))
        }));
        columns.push(column("risk", Kind::Decimal, numbers(&self.risk)));
        let further = self.of_population.iter().map(|(name, risk)| (*name, risk));
        let individual = self.individual.iter().map(|risk| ("individual_risk", risk));
        let of_household = self.of_household.iter().map(|risk| ("household_risk", risk));
        for (name, risk) in further.chain(individual).chain(of_household) {
            columns.push(column(name, Kind::Decimal, numbers(risk)));
        }
        Table::new(columns)
    }
}

/// For each row how many people have the same rows as its person: in the same classes, and as many in each.
fn profile_sizes(whose: &Coded, items: &Items, classes: &Classes) -> Vec<u64> {
    let mut profiles: HashMap<u32, Vec<u32>> = HashMap::new();
    for (person, &item) in whose.codes.iter().zip(&items.of_row) {
        profiles.entry(person).or_default().push(classes.of_item[item as usize]);
    }
    profiles.values_mut().for_each(|profile| profile.sort_unstable());
    let mut people: HashMap<&[u32], u64> = HashMap::new();
    profiles.values().for_each(|profile| *people.entry(profile).or_default() += 1);
    whose.codes.iter().map(|person| people[profiles[&person].as_slice()]).collect()
}

fn column(name: &str, kind: Kind, cells: ArrayRef) -> Column {
    Column {
        name: name.into(),
        kind,
        source_type: cells.data_type().clone(),
        data: Data::Carried(vec![cells]),
    }
}
