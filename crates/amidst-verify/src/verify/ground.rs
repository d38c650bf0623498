//! The rows of a release as its files show them: the classes, or groups, that they are in, and the columns that are looked at.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use amidst_audit::{Classes, Grouping, PersonOfRow, Reading, Respondents};
use amidst_core::{Aborted, Coded, Codes, Observer};
use amidst_io::Want;
use amidst_spec::{
    Result,
    source::open_observed,
    spec::{Input, MissingPolicy, MissingSensitive, Respondent},
};
use amidst_table::Column;

/// Rows in classes.
pub struct Ground<'o> {
    /// The rows.
    pub rows: usize,
    /// The columns whose values make the classes.
    pub classes: Vec<Coded>,
    /// Every other column that is looked at.
    columns: BTreeMap<String, Coded>,
    /// Who each row is about, if the release tells.
    person_of_row: Option<PersonOfRow>,
    /// How cells become values.
    pub reading: Reading,
    /// Who is asked whether to go on.
    pub observer: &'o dyn Observer,
}

/// What classes reach, under one reading of missing cells.
#[derive(Clone, Copy)]
pub struct ClassRisk {
    /// The rows, or people, of the smallest class.
    pub k: u64,
    /// The average risk.
    pub average: f64,
}

/// Which columns are what.
pub struct Columns<'a> {
    pub quasi: &'a [String],
    pub model_columns: &'a [String],
    pub respondent: Option<&'a Respondent>,
}

impl<'o> Ground<'o> {
    /// Reads a release whose quasi values make the classes.
    pub fn read(
        input: &Input,
        columns: &Columns<'_>,
        missing: MissingSensitive,
        observer: &'o dyn Observer,
    ) -> Result<Self> {
        let reader = open_observed(None, input, observer)?;
        let reading = missing.reading(reader.layout());
        let person_of_row = columns.respondent.map(|respondent| &respondent.column);
        let is_wanted = |name: &str| {
            columns
                .quasi
                .iter()
                .chain(columns.model_columns)
                .chain(person_of_row)
                .any(|wanted| wanted == name)
        };
        let lacking = columns.quasi.iter().find(|name| !reader.columns().contains(name));
        if let Some(lacking) = lacking {
            return Err(amidst_core::Error::unknown_column(lacking, reader.columns()).into());
        }
        let table = reader.read(|name| if is_wanted(name) { Want::Code } else { Want::Drop })?.table;
        let coded = |name: &String| table.column(name).and_then(Column::coded).cloned();
        Ok(Self {
            rows: table.rows(),
            classes: columns.quasi.iter().filter_map(coded).collect(),
            columns: columns
                .model_columns
                .iter()
                .filter_map(|name| Some((name.clone(), coded(name)?)))
                .collect(),
            person_of_row: person_of_row.and_then(coded).map(|names| PersonOfRow::of(&names, reading)),
            reading,
            observer,
        })
    }

    /// Reads the table of a sensitive column that groups link: every value as often as it is counted. Nothing if these are
    /// not the groups of the release, each with as many rows.
    pub fn side_tables(
        input: &Input,
        column: &str,
        groups: &Ground<'_>,
        missing: MissingSensitive,
        observer: &'o dyn Observer,
    ) -> Result<Option<Self>> {
        let reader = open_observed(None, input, observer)?;
        let reading = missing.reading(reader.layout());
        let names = reader.columns().to_vec();
        let [group, value, count] = &names[..] else { return Ok(None) };
        if value != column {
            return Ok(None);
        }
        let table = reader.read(|_| Want::Code)?.table;
        let coded = |name: &String| table.column(name).and_then(Column::coded);
        let (Some(group), Some(value), Some(count)) = (coded(group), coded(value), coded(count)) else {
            return Ok(None);
        };
        let number = |code: u32| count.dictionary.value(code)?.parse::<u64>().ok();
        let Some(counts) = count.codes.iter().map(number).collect::<Option<Vec<u64>>>() else {
            return Ok(None);
        };
        let sum = counts.iter().try_fold(0_u64, |sum, count| sum.checked_add(*count));
        if sum != Some(groups.rows as u64) {
            return Ok(None);
        }
        let expanded = |coded: &Coded| {
            let codes = coded.codes.iter().zip(&counts);
            let codes = codes.flat_map(|(code, &count)| std::iter::repeat_n(code, count as usize)).collect();
            let codes = Codes::narrow(codes, coded.dictionary.len());
            Coded::new(Arc::clone(&coded.dictionary), codes)
        };
        let side_tables = Self {
            rows: groups.rows,
            classes: vec![expanded(group)],
            columns: [(column.to_owned(), expanded(value))].into(),
            person_of_row: None,
            reading,
            observer,
        };
        Ok((side_tables.sizes() == groups.sizes()).then_some(side_tables))
    }

    /// The rows of each group, by its number.
    fn sizes(&self) -> BTreeMap<Option<&str>, u64> {
        let mut sizes = BTreeMap::new();
        for group in &self.classes {
            let texts: Vec<Option<&str>> = group.dictionary.iter().collect();
            group.codes.iter().for_each(|code| *sizes.entry(texts[code as usize]).or_insert(0) += 1);
        }
        sizes
    }

    pub fn column(&self, name: &str) -> Option<&Coded> {
        self.columns.get(name)
    }

    fn class_columns(&self) -> Vec<&Coded> {
        self.classes.iter().collect()
    }

    /// The classes, summed up.
    pub fn summed_up(&self) -> Result<Classes, Aborted> {
        Classes::observed(self.rows, &self.class_columns(), self.observer)
    }

    /// The classes, of people if the release tells them apart.
    pub fn grouping(&self) -> Result<Grouping<'_>, Aborted> {
        let grouping = Grouping::observed(self.rows, &self.class_columns(), self.observer)?;
        Ok(self.person_of_row.iter().fold(grouping, Grouping::of_people))
    }

    /// The people, if the release tells them apart.
    pub fn people(&self) -> Result<Option<Respondents>, Aborted> {
        let Some(person_of_row) = &self.person_of_row else { return Ok(None) };
        let grouping = Grouping::observed(self.rows, &self.class_columns(), self.observer)?;
        Ok(Some(grouping.people(person_of_row)))
    }

    /// What classes reach.
    pub fn reached(&self, policy: MissingPolicy) -> Result<ClassRisk, Aborted> {
        Ok(match (self.people()?, policy) {
            (Some(people), MissingPolicy::OwnValue) => {
                ClassRisk { k: people.k, average: people.average_risk }
            }
            (Some(people), MissingPolicy::Wildcard) => {
                ClassRisk { k: people.k_wildcard, average: people.wildcard_risk }
            }
            (None, MissingPolicy::OwnValue) => {
                let Classes { rows, classes, k, .. } = self.summed_up()?;
                ClassRisk { k, average: if rows == 0 { 0.0 } else { classes as f64 / rows as f64 } }
            }
            (None, MissingPolicy::Wildcard) => {
                let found = Classes::with_wildcard_risk(self.rows, &self.class_columns(), self.observer);
                let (classes, average) = found?;
                ClassRisk { k: classes.k_wildcard, average }
            }
        })
    }
}

/// Where a file is that a certificate names: beside the release, whatever folder it was written to.
pub fn beside(release: &str, named: &str) -> Option<PathBuf> {
    let path = Path::new(release).with_file_name(Path::new(named).file_name()?);
    path.is_file().then_some(path)
}
