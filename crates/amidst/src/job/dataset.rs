//! The source as a job holds it: the table with the roles of its columns, and what was found out about its rows.

use std::{collections::HashSet, sync::Arc};

use amidst_audit::{Grouping, PersonOfRow, Respondents};
use amidst_core::{Aborted, Coded, Codes, Observer};
use amidst_io::Layout;
use amidst_spec::{
    exclusion::Remaining, key::Key, requirements::Population, roles::Roles, validated::ValidatedSpec,
};
use amidst_table::{Column, Data, Table};

use super::Binding;
use crate::summary::Repeated;

/// The source, read.
pub(crate) struct Dataset {
    pub table: Table,
    pub roles: Roles,
    pub keys: Arc<[(String, Key)]>,
    pub layout: Layout,
    /// Columns that requirements or reports look at, coded, where the table carries them.
    pub(super) model_columns: Vec<Column>,
    /// The people of the population, if requirements look at them.
    pub population: Option<Population>,
    /// Rows that are suppressed whatever they show, and are not in the table: where people are counted, those that name
    /// nobody.
    pub aside: u64,
    /// For each row whether it is one of a person whose profile too few share, once somebody was found: such rows are
    /// suppressed whatever they show.
    pub(super) barred: Option<Vec<bool>>,
    /// The rows of all others, if there are such people, for the audit.
    pub(super) remaining: Option<Remaining>,
    pub(super) sha256: String,
    /// The column that names the person of each row, if people are counted: one code for each person, however the name is
    /// spelled, in the order of names.
    pub(super) person_of_row: Option<Column>,
    /// Identifiers that repeat, where rows are counted.
    pub(super) repeated: Option<Repeated>,
    /// What was known of the people, values as they are.
    pub(super) people: Option<Respondents>,
}

impl Dataset {
    /// The rows of a summary, in which those that are alike are one with a count.
    pub fn of_summary(
        (table, model_columns): (Table, Vec<Column>),
        binding: Binding,
        population: Option<Population>,
        aside: u64,
        person_of_row: Option<Column>,
    ) -> Self {
        let Binding { roles, keys, layout } = binding;
        Self {
            table,
            roles,
            keys,
            layout,
            model_columns,
            population,
            aside,
            barred: None,
            remaining: None,
            sha256: String::new(),
            person_of_row,
            repeated: None,
            people: None,
        }
    }

    /// The same, with what was found out while the rows were summed up: the hash of the source, and the identifier that repeats.
    pub fn told(self, sha256: String, repeated: Option<Repeated>) -> Self {
        Self { sha256, repeated, ..self }
    }

    /// The same, and what is known of the people of a summary.
    pub fn with_people(self, validated: &ValidatedSpec, observer: &dyn Observer) -> Result<Self, Aborted> {
        let people = self.find_people(validated, observer)?;
        Ok(Self { people, ..self })
    }

    /// The hash of the source.
    pub fn source_sha256(&self) -> &str {
        &self.sha256
    }

    /// The same columns without a row.
    pub fn without_rows(&self) -> Self {
        let empty = |column: &Column| {
            let data = match &column.data {
                Data::Coded(coded) => {
                    Data::Coded(Coded::new(Arc::clone(&coded.dictionary), Codes::U8(Vec::new())))
                }
                Data::Carried(chunks) => {
                    Data::Carried(chunks.iter().take(1).map(|chunk| chunk.slice(0, 0)).collect())
                }
            };
            Column { data, ..column.clone() }
        };
        let binding =
            Binding { roles: self.roles.clone(), keys: Arc::clone(&self.keys), layout: self.layout.clone() };
        let table = Table::new(self.table.columns().iter().map(empty).collect());
        let model_columns = self.model_columns.iter().map(empty).collect();
        Self::of_summary((table, model_columns), binding, None, self.aside, None)
    }

    /// What is known of the people of the source, values as they are, if people are counted.
    pub(super) fn find_people(
        &self,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<Option<Respondents>, Aborted> {
        let coded = |name: &str| self.model_column(name).coded().expect("columns looked at are coded");
        let quasi: Vec<&Coded> = self.roles.quasi().map(|(name, _)| coded(name)).collect();
        let Some(respondent) = &validated.respondent else { return Ok(None) };
        let names = coded(&respondent.column);
        let person_of_row = PersonOfRow::of(names, validated.missing_sensitive.reading(&self.layout));
        Ok(Some(Grouping::observed(self.table.rows(), &quasi, observer)?.people(&person_of_row)))
    }

    /// Whose row each is, if people are counted.
    pub fn person_of_row(&self) -> Option<&Coded> {
        self.person_of_row.as_ref().map(|column| column.coded().expect("columns looked at are coded"))
    }

    /// Sets all rows of some people aside, besides those that already are. They stay in the table: hierarchies, and what
    /// classes are compared with, are those of everybody.
    pub(super) fn set_aside(&mut self, people: &HashSet<u32>) {
        let Some(person_of_row) = self.person_of_row() else { return };
        let is_barred = |(row, person): (usize, u32)| self.is_barred(row) || people.contains(&person);
        self.barred = Some(person_of_row.codes.iter().enumerate().map(is_barred).collect());
    }

    /// Lets the rows of everybody take part again.
    pub fn set_nobody_aside(&mut self) {
        (self.barred, self.remaining) = (None, None);
    }

    /// Whether a row is one of a person who was set aside.
    pub fn is_barred(&self, row: usize) -> bool {
        self.barred.as_ref().is_some_and(|barred| barred[row])
    }

    /// Leaves the rows of people who were set aside out of what the audit is shown as the source.
    pub(super) fn leave_barred_out(&mut self) {
        let stays = |barred: &Vec<bool>| {
            let stays = barred.iter().map(|barred| !barred).collect();
            Remaining::of(&self.table, &self.model_columns, stays)
        };
        self.remaining = self.barred.as_ref().map(stays);
    }

    /// How many rows of the table are of people who were set aside.
    pub(super) fn barred_rows(&self) -> u64 {
        self.barred.as_ref().map_or(0, |barred| barred.iter().filter(|barred| **barred).count() as u64)
    }

    /// The rows that were read, those that name nobody included.
    pub fn rows(&self) -> u64 {
        self.named_rows() + self.aside
    }

    /// The rows that the table stands for.
    pub fn named_rows(&self) -> u64 {
        let total = |counts: &Arc<[u32]>| counts.iter().map(|&count| u64::from(count)).sum();
        self.counts().map_or(self.table.rows() as u64, total)
    }

    /// How many rows each row of the table stands for, if it is a summary's.
    pub fn counts(&self) -> Option<&Arc<[u32]>> {
        self.table.columns().iter().find_map(Column::coded).and_then(Coded::counts)
    }

    /// [`Dataset::counts`] of the rows that take part.
    pub fn counts_of(&self, placed: Option<&[u32]>) -> Option<Arc<[u32]>> {
        let counts = self.counts()?;
        Some(match placed {
            None => Arc::clone(counts),
            Some(placed) => placed.iter().map(|&row| counts[row as usize]).collect(),
        })
    }

    /// A column that requirements look at, coded.
    pub fn model_column(&self, name: &str) -> &Column {
        let coded = self.model_columns.iter().find(|column| column.name == name);
        coded.or_else(|| self.table.column(name)).expect("columns that requirements look at were read")
    }
}
