//! A table as it stands, in classes.

use amidst_core::{Aborted, Coded, Codes, ModelParams, Observer};

use super::{Attribute, Column, Judgement, ModelInput, Parts, PopulationCounts, Unfit, Verdict};
use crate::{
    Classes, Crowd, Path, PersonOfRow, Policy, Reading, Respondents,
    classes::{Field, Index, Tuples, fields, weights},
    text::Quantity,
};

/// The rows of a table in classes: those that share the values of some columns. Here a missing cell is a value like any
/// other.
pub struct Grouping<'a> {
    columns: Vec<&'a Coded>,
    tuples: Tuples,
    index: Index,
    parts: Parts,
    /// Who is asked whether to go on.
    observer: &'a dyn Observer,
}

/// What a requirement looks at besides the classes.
#[derive(Clone, Copy, Default)]
pub struct Looks<'a> {
    /// The column.
    pub column: Option<&'a Coded>,
    /// Columns that cut every class further before it is judged: the other sensitive ones. Not for models that look at
    /// a population.
    pub within: &'a [&'a Coded],
    /// The paths of the column's hierarchy.
    pub hierarchy: Option<&'a [Path]>,
    /// The people of the population: see [`Grouping::counted`] and [`Grouping::weighed`].
    pub population: Option<&'a PopulationCounts>,
    /// How cells become values.
    pub reading: Reading,
}

impl<'a> Grouping<'a> {
    /// Groups the rows of these columns. Rows may stand for several each.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn of(rows: usize, columns: &[&'a Coded]) -> Self {
        Self::observed(rows, columns, &()).expect("nobody aborts")
    }

    /// [`Grouping::of`], and an observer is asked whether to go on, here and whenever the classes are looked at.
    ///
    /// # Errors
    /// If the observer aborts.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn observed(rows: usize, columns: &[&'a Coded], observer: &'a dyn Observer) -> Result<Self, Aborted> {
        let fields = fields(rows, columns);
        let tuples = Tuples::of_columns(rows, columns, observer)?;
        let index = tuples.index(observer)?;
        let of_row = Parts::located(rows, |rows| tuples.locate(&index, &fields, rows), observer)?;
        let parts = Parts::new(of_row, tuples.counts().to_vec());
        let parts = weights(columns).into_iter().fold(parts, Parts::weighted);
        Ok(Self { columns: columns.to_vec(), tuples, index, parts, observer })
    }

    /// The same classes, judged by the people in them. A person counts once in a class, and once for each value that a row
    /// of theirs has in it.
    pub fn of_people(self, person_of_row: &PersonOfRow) -> Self {
        Self { parts: self.parts.of_people(person_of_row.clone()), ..self }
    }

    /// The people of every class.
    pub fn crowd(&self, person_of_row: &PersonOfRow) -> Crowd {
        self.parts.crowd(person_of_row)
    }

    /// What is known of the people in the classes.
    pub fn people(&self, person_of_row: &PersonOfRow) -> Respondents {
        self.crowd(person_of_row).people(&self.tuples, &self.missing())
    }

    fn missing(&self) -> Vec<Option<u32>> {
        self.columns.iter().map(|column| column.dictionary.missing()).collect()
    }

    /// The classes, summed up.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn classes(&self) -> Result<Classes, Aborted> {
        Classes::of_tuples(&self.tuples, &self.missing(), self.observer)
    }

    /// Judges a requirement. Where a model tells rows apart by the column that is looked at, a missing cell of it is a
    /// value like any other, or under [`Policy::Wildcard`] none; where it asks what is known of people, the reading says.
    ///
    /// # Errors
    /// If what it looks at is not there, or is not what it needs.
    pub fn judge(&self, params: &ModelParams, looks: &Looks<'_>, policy: Policy) -> Result<Verdict, Unfit> {
        let place = ModelInput {
            parts: &self.parts,
            within: fields(self.parts.rows(), looks.within),
            observer: self.observer,
            column: looks.column.map(|coded| {
                (Column::of(coded, policy, looks.reading).of_people(&self.parts, &coded.codes), &coded.codes)
            }),
        };
        let (Judgement { verdict, .. }, _) = place.judge(params, looks.hierarchy, looks.population)?;
        Ok(verdict)
    }

    /// What can be learnt about a column from the classes.
    ///
    /// # Errors
    /// If the observer aborts.
    pub fn attribute(
        &self,
        column: &Coded,
        within: &[&Coded],
        policy: Policy,
        reading: Reading,
    ) -> Result<Attribute, Aborted> {
        let within = fields(self.parts.rows(), within);
        let cut = (!within.is_empty()).then(|| self.parts.cut(&within, self.observer)).transpose()?;
        let parts = cut.as_ref().map_or(&self.parts, |cut| &cut.parts);
        Attribute::of(parts, column, policy, reading, self.observer)
    }

    /// The people in each class, from a table of the whole population with the same columns, in the same order.
    pub fn counted(&self, rows: usize, population: &[&Coded]) -> PopulationCounts {
        let image = |(own, theirs): (&&Coded, &&Coded)| -> Vec<u32> {
            let unmatched = own.dictionary.len() as u32;
            theirs.dictionary.iter().map(|value| own.dictionary.code(value).unwrap_or(unmatched)).collect()
        };
        let images: Vec<Vec<u32>> = self.columns.iter().zip(population).map(image).collect();
        let fields = population.iter().zip(&images).zip(&self.columns);
        let fields: Vec<Field> = fields
            .map(|((theirs, image), own)| Field {
                codes: &theirs.codes,
                image: Some(image),
                width: own.dictionary.len() + 1,
            })
            .collect();
        PopulationCounts { of_class: self.tuples.counted(&self.index, &fields, rows), all: rows as f64 }
    }

    /// The people in each class, if each row stands for as many as a column says, known or estimated.
    ///
    /// # Errors
    /// If the column holds something else.
    pub fn weighed(&self, weights: &Coded, reading: Reading) -> Result<PopulationCounts, Unfit> {
        weighed(&self.parts, weights, reading, self.observer)
    }
}

/// The sum of a column over each class.
pub(crate) fn weighed(
    parts: &Parts,
    weights: &Coded,
    reading: Reading,
    observer: &dyn Observer,
) -> Result<PopulationCounts, Unfit> {
    let number = |text: &str| Quantity::read(text, reading.has_comma)?.double();
    let read: Vec<Option<f64>> =
        weights.dictionary.iter().map(|text| text.and_then(number).filter(|&weight| weight > 0.0)).collect();
    let rows = parts.histogram(&weights.codes, read.len());
    let strange = read.iter().zip(rows).filter(|(weight, _)| weight.is_none()).map(|(_, rows)| rows);
    let cells: u64 = strange.sum();
    if cells > 0 {
        return Err(Unfit::NotWeights { cells });
    }
    let codes: &Codes = &weights.codes;
    let field = Field { codes, image: None, width: read.len() };
    let histograms = parts.histograms_of_rows(field, read.len(), observer)?;
    let sum = |class| {
        let (values, counts) = histograms.of(class);
        let weights = values.iter().map(|&value| read[value as usize].unwrap_or(0.0));
        weights.zip(counts).map(|(weight, &rows)| weight * rows as f64).sum()
    };
    let of_class: Vec<f64> = (0..parts.sizes.len()).map(sum).collect();
    Ok(PopulationCounts { all: of_class.iter().sum(), of_class })
}
