//! The columns that requirements look at, laid beside the tuples, and the models over them.

use std::{collections::HashMap, sync::Arc};

use amidst_core::{Coded, Hierarchy, ModelParams, Observer, model::Distance};
use amidst_kernel::{AuxColumn, MILLIONTHS, QuasiColumn, Tuples};
use amidst_search::{Requirement, Split};
use amidst_spec::{
    Error, Result,
    quasi::{MappedColumn, ParseContext},
    requirements::{BoundRequirement, Ordered, Take},
    spec::MissingPolicy,
    validated::ValidatedSpec,
    weight,
};

use crate::job::Dataset;

/// No row stands for so many people.
const MOST_PEOPLE: f64 = 1e9;

/// What requirements look at, row by row.
pub(crate) struct AuxColumns {
    aux_columns: Vec<AuxColumn>,
    /// For each requirement its companion, and how joined columns split it.
    places: Vec<(Option<usize>, Option<Arc<Split>>)>,
    /// Whether a value that a model names need not be there.
    is_planned: bool,
    /// For each requirement how it takes the cells of its column.
    takes: Vec<Take>,
    /// How cells of columns are taken that join the quasi-identifier.
    joined: Take,
    /// For each requirement what its model may know of the column.
    values: Vec<Option<amidst_core::Values>>,
    /// Hierarchies of the columns looked at, for the audit: each path.
    pub paths: Vec<Option<Vec<amidst_audit::Path>>>,
    /// The companion that is to be predicted.
    pub target: Option<usize>,
    /// The companion that names the person of each row, if people are counted.
    pub people: Option<usize>,
    /// How many people each row stands for, in millionths.
    weights: Option<Vec<u64>>,
    /// How many people all rows stand for, in millionths.
    all_people: u64,
    needed: Vec<BoundRequirement>,
}

impl AuxColumns {
    /// Looks up the columns of a table; nothing is read twice.
    ///
    /// # Errors
    /// If a column lacks what a model looks at.
    pub fn new(
        read: &Dataset,
        validated: &ValidatedSpec,
        context: &ParseContext,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let person_of_row = read.person_of_row();
        let mut ordered: HashMap<(&str, Take), Ordered> = HashMap::new();
        let joined = Take::Spelled(validated.missing_policy);
        for needed in &validated.requirements {
            let take = Take::of(&needed.params, validated.missing_policy, validated.missing_sensitive);
            let within = needed.within.iter().map(|name| (name.as_str(), joined));
            for key in needed.column.iter().map(|name| (name.as_str(), take)).chain(within) {
                observer.go_on()?;
                ordered.entry(key).or_insert_with(|| {
                    let coded = read.model_column(key.0).coded().expect("columns looked at are coded");
                    let column = Ordered::new(coded, context.decimal, key.1);
                    person_of_row.into_iter().fold(column, Ordered::of_people)
                });
            }
        }
        let weights = validated.stands_for.as_ref().map(|name| weights(name, read, context)).transpose()?;
        let mut aux_columns = Self {
            aux_columns: Vec::new(),
            places: Vec::new(),
            is_planned: validated.is_planned,
            takes: validated
                .requirements
                .iter()
                .map(|it| Take::of(&it.params, validated.missing_policy, validated.missing_sensitive))
                .collect(),
            joined,
            values: Vec::new(),
            paths: Vec::new(),
            target: None,
            people: None,
            all_people: people_of(weights.as_deref(), read.counts().map(|counts| &**counts)),
            weights,
            needed: validated.requirements.clone(),
        };
        if let Some(person_of_row) = person_of_row {
            aux_columns.aux_columns.push(AuxColumn {
                codes: person_of_row.codes.iter().collect(),
                width: person_of_row.dictionary.len(),
            });
            aux_columns.people = Some(0);
        }
        for needed in &validated.requirements {
            observer.go_on()?;
            let hierarchy = hierarchy(needed, read, context)?;
            aux_columns.add(needed, &ordered, hierarchy, person_of_row)?;
        }
        observer.go_on()?;
        if let Some(name) = &validated.target {
            let coded = read.model_column(name).coded().expect("columns looked at are coded");
            // What cannot be told is a value to be predicted like any other.
            let column = Ordered::new(coded, context.decimal, Take::Spelled(MissingPolicy::OwnValue));
            aux_columns.aux_columns.push(AuxColumn { codes: column.codes, width: column.texts.len() });
            aux_columns.target = Some(aux_columns.aux_columns.len() - 1);
        }
        Ok(aux_columns)
    }

    fn add(
        &mut self,
        needed: &BoundRequirement,
        ordered: &HashMap<(&str, Take), Ordered>,
        hierarchy: Option<(Arc<Hierarchy>, Vec<amidst_audit::Path>)>,
        person_of_row: Option<&Coded>,
    ) -> Result<()> {
        let (hierarchy, paths) = hierarchy.unzip();
        self.paths.push(paths);
        let Some(name) = &needed.column else {
            self.places.push((None, None));
            self.values.push(None);
            return Ok(());
        };
        let take = self.takes[self.places.len()];
        let column = &ordered[&(name.as_str(), take)];
        self.values.push(Some(column.values(&needed.params, name, hierarchy.as_ref(), self.is_planned)?));
        let same = |at: &usize| {
            let earlier = &self.needed[*at];
            self.takes[*at] == take && earlier.column == needed.column && earlier.within == needed.within
        };
        let known = (0..self.places.len()).find(same);
        let place = match known {
            Some(known) => self.places[known].clone(),
            None if needed.within.is_empty() && person_of_row.is_none() => {
                let (codes, width) = (column.codes.clone(), column.texts.len());
                self.aux_columns.push(AuxColumn { codes, width });
                (Some(self.aux_columns.len() - 1), None)
            }
            None => {
                let within: Vec<&Ordered> =
                    needed.within.iter().map(|name| &ordered[&(name.as_str(), self.joined)]).collect();
                let (aux_column, split) = split(column, &within, person_of_row);
                self.aux_columns.push(aux_column);
                (Some(self.aux_columns.len() - 1), Some(Arc::new(split)))
            }
        };
        self.places.push(place);
        Ok(())
    }

    /// For each requirement the companion it looks at, if it looks at one.
    pub fn per_requirement(&self) -> impl Iterator<Item = Option<usize>> {
        self.places.iter().map(|place| place.0)
    }

    /// What requirements look at in the rows that take part.
    pub fn of_rows(&self, rows: Option<&[u32]>) -> Vec<AuxColumn> {
        let placed = |codes: &[u32]| -> Vec<u32> {
            rows.map_or_else(|| codes.to_vec(), |rows| rows.iter().map(|&row| codes[row as usize]).collect())
        };
        self.aux_columns.iter().map(|it| AuxColumn { codes: placed(&it.codes), width: it.width }).collect()
    }

    /// Tuples with everything beside them that requirements look at, over the rows that take part.
    pub fn beside(
        &self,
        tuples: Tuples,
        columns: &[QuasiColumn],
        rows: Option<&[u32]>,
        observer: &dyn Observer,
    ) -> Result<Tuples> {
        let tuples = tuples.with_aux_columns(columns, &self.of_rows(rows), observer)?;
        Ok(match (&self.weights, rows) {
            (None, _) => tuples,
            (Some(weights), None) => tuples.with_weights(columns, weights, observer)?,
            (Some(weights), Some(rows)) => {
                let placed: Vec<u64> = rows.iter().map(|&row| weights[row as usize]).collect();
                let tuples = tuples.with_weights(columns, &placed, observer)?;
                let inside: u64 = tuples.weights().map_or(0, |weights| weights.iter().sum());
                tuples.with_people_outside(self.all_people - inside)
            }
        })
    }

    /// The requirements as a search takes them.
    ///
    /// # Errors
    /// If a parameter is out of range.
    pub fn requirements(&self) -> Result<Vec<Requirement>> {
        let all = self.needed.iter().zip(&self.values).zip(&self.places);
        // What compares rows with the original sees no classes.
        let all = all.filter(|((needed, _), _)| !needed.params.is_of_links());
        let made = all.map(|((needed, values), (aux_column, split))| {
            let model = amidst_models::model(&needed.params, values.as_ref())?;
            Ok(Requirement { model, aux_column: *aux_column, split: split.clone(), people: self.people })
        });
        made.collect()
    }
}

/// The hierarchy of the column that a hierarchical distance looks at.
fn hierarchy(
    needed: &BoundRequirement,
    read: &Dataset,
    context: &ParseContext,
) -> Result<Option<(Arc<Hierarchy>, Vec<amidst_audit::Path>)>> {
    let ModelParams::TCloseness { distance: Distance::Hierarchical, .. } = needed.params else {
        return Ok(None);
    };
    let name = needed.column.as_deref().expect("t-closeness looks at a column");
    let spec = read.roles.spec(name);
    if spec.hierarchy.is_none() {
        return Ok(None);
    }
    let column = read.model_column(name);
    let mapped = MappedColumn::new(column, spec, context)?;
    let paths = mapped.paths(column.coded().expect("columns looked at are coded"));
    Ok(Some((mapped.hierarchy, paths)))
}

/// What joined columns show, the value looked at and, if people are counted, the person: numbered in that order. A cell that
/// is not counted makes one, too, without a value: whom the joined columns single out is not forgotten because nothing is
/// known of the rest.
fn split(column: &Ordered, within: &[&Ordered], person_of_row: Option<&Coded>) -> (AuxColumn, Split) {
    let key = |row: usize| -> Vec<u32> {
        let joined = within.iter().map(|other| other.codes[row]);
        joined
            .chain([column.codes[row]])
            .chain(person_of_row.map(|person_of_row| person_of_row.codes.at(row)))
            .collect()
    };
    let mut keys: Vec<Vec<u32>> = (0..column.codes.len()).map(key).collect();
    keys.sort_unstable();
    keys.dedup();
    let code = |row: usize| keys.binary_search(&key(row)).expect("every key is there") as u32;
    let codes = (0..column.codes.len()).map(code).collect();
    let (mut group, mut group_of) = (0, Vec::new());
    for (at, key) in keys.iter().enumerate().filter(|_| !within.is_empty()) {
        let joined = |key: &[u32]| key[..within.len()].to_vec();
        group += u32::from(at > 0 && joined(&keys[at - 1]) != joined(key));
        group_of.push(group);
    }
    let value_of = keys.iter().map(|key| key[within.len()]).collect();
    let person_of = person_of_row.map(|_| keys.iter().map(|key| key[within.len() + 1]).collect());
    (AuxColumn { codes, width: keys.len() }, Split { group_of, value_of, person_of })
}

/// How many people all rows stand for.
fn people_of(weights: Option<&[u64]>, counts: Option<&[u32]>) -> u64 {
    let weights = weights.unwrap_or_default().iter();
    match counts {
        None => weights.sum(),
        Some(counts) => weights.zip(counts).map(|(weight, &count)| weight * u64::from(count)).sum(),
    }
}

/// The people that each row stands for, in millionths.
fn weights(name: &str, read: &Dataset, context: &ParseContext) -> Result<Vec<u64>> {
    let coded = read.model_column(name).coded().expect("columns looked at are coded");
    let weights = weight::of_rows(name, coded, context.decimal)?;
    let large = weights.iter().filter(|weight| **weight >= MOST_PEOPLE).count();
    match large {
        0 => Ok(weights.into_iter().map(|weight| (weight * MILLIONTHS as f64).round() as u64).collect()),
        _ => Err(Error::unfit_column(
            "population_count",
            name,
            format!(
                "column {name:?}: {large} of its cells are {MOST_PEOPLE:.0} or more, which is no number of people a row stands for"
            ),
        )),
    }
}
