//! Privacy models besides k: what they reach in the file, and which classes of the source could not be released for them.

use amidst_core::{Coded, Codes, Dictionary, ModelParams, Observer, model::Links};
use rayon::prelude::*;

use super::{judge::ClassRows, ledger::Ledger, people::counted, source::Expected};
use crate::{
    AuditError, Claim, ColumnContent, Number, PopulationClaim, RequirementClaim, RequirementReport,
    classes::Field,
    models::{
        Column, Judgement, ModelInput, Parts, PopulationCounts, Standing, Unfit, is_of_table, is_self_judged,
        weighed,
    },
};

/// What was found about all requirements.
pub(crate) struct Requirements {
    pub reports: Vec<RequirementReport>,
    /// About what is not promised.
    pub informational: Vec<RequirementReport>,
    /// Whether each class of the source holds every requirement of classes, for certain.
    pub holding: Vec<bool>,
    /// Whether any requirement is one of all classes together.
    pub is_of_table: bool,
}

/// What requirements are judged on.
pub(crate) struct Ground<'a> {
    pub claim: &'a Claim<'a>,
    pub expected: &'a Expected<'a>,
    pub ledger: &'a Ledger,
    pub observer: &'a dyn Observer,
    /// The source's rows, and the rows of each of its classes.
    pub source: Parts,
    /// The source's rows, and the rows of each class in the file.
    pub released: Parts,
    /// The file's rows.
    pub file: Parts,
    /// The cells of the file's rows, for each column that is looked at.
    pub cells: Vec<Codes>,
}

impl Requirements {
    /// Judges every requirement of a claim.
    pub fn of(
        claim: &Claim,
        expected: &Expected,
        ledger: &Ledger,
        shown: ClassRows,
        observer: &dyn Observer,
    ) -> Result<Self, AuditError> {
        if claim.judged().next().is_none() {
            return Self::judged(claim, ledger, observer, |_| unreachable!("nothing is asked"));
        }
        let released: Vec<u64> = ledger.classes().map(|class| class.released).collect();
        let source = counted(expected.parts(ledger, observer)?, claim.person_of_row()?);
        // A file without rows has shown no cells.
        let mut cells = shown.cells;
        cells.resize(expected.model_columns.len(), Vec::new());
        let ground = Ground {
            claim,
            expected,
            ledger,
            observer,
            released: source.only(released.clone()),
            source,
            file: Parts::new(shown.classes, released),
            cells: cells.into_iter().map(Codes::U32).collect(),
        };
        Self::judged(claim, ledger, observer, |_| &ground)
    }

    /// Judges every requirement of a claim, each on the ground that is there for it.
    pub fn judged<'g>(
        claim: &Claim,
        ledger: &Ledger,
        observer: &dyn Observer,
        ground: impl Fn(&RequirementClaim) -> &'g Ground<'g>,
    ) -> Result<Self, AuditError> {
        let mut reports = Vec::new();
        let mut holding = vec![true; ledger.classes().count()];
        let is_suppressed = ledger.classes().any(|class| class.released == 0);
        for one in &claim.requirements {
            observer.go_on()?;
            let ground = ground(one);
            let population = ground.population(one)?;
            reports.push(ground.report(one, population.as_ref())?);
            if is_suppressed {
                let holds = ground.holding(one, population.as_ref())?;
                holding.par_iter_mut().zip(holds).for_each(|(all, holds)| *all &= holds);
            }
        }
        let is_of_table = claim.requirements.iter().any(|one| is_of_table(&one.params));
        let informational = claim.informational.iter().map(|one| {
            let ground = ground(one);
            ground.report(one, ground.population(one)?.as_ref())
        });
        Ok(Self { reports, informational: informational.collect::<Result<_, _>>()?, holding, is_of_table })
    }
}

impl Ground<'_> {
    /// What the file reaches.
    fn report(
        &self,
        one: &RequirementClaim,
        population: Option<&PopulationCounts>,
    ) -> Result<RequirementReport, AuditError> {
        if let ModelParams::Links { k, kind } = one.params {
            return self.linked(one, k, kind);
        }
        // Whose row each is the file does not say.
        let place = match self.in_file(one).filter(|_| self.source.person_of_row().is_none()) {
            Some(place) => place,
            None => self.in_source(one, &self.released)?,
        };
        let judged = place.judge(&one.params, one.hierarchy, population);
        report(one, judged.map(|(judgement, _)| judgement))
    }

    /// How many rows may be behind one another, at the least: source and file are compared without the witness.
    fn linked(&self, one: &RequirementClaim, k: u64, kind: Links) -> Result<RequirementReport, AuditError> {
        let (mut originals, mut released, mut fits) = (Vec::new(), Vec::new(), Vec::new());
        let mut images = vec![0; self.expected.images.len()];
        let of_class: Vec<Vec<u32>> = self
            .ledger
            .classes()
            .map(|class| {
                self.ledger.images(class.place, &mut images);
                images.clone()
            })
            .collect();
        for (at, image) in self.expected.images.iter().enumerate() {
            let column = &self.claim.columns[image.column];
            let ColumnContent::Cells(cells) = column.content else {
                return Err(refused(one, &Unfit::NoOriginal));
            };
            let coded = self.coded(&column.name)?;
            fits.push(image.fits(coded, cells, &self.expected.missing));
            originals.push(coded);
            let width = image.field().width;
            let mut dictionary = Dictionary::default();
            (0..width).for_each(|code| _ = dictionary.intern(Some(&code.to_string())));
            let classes = self.file.field().codes.iter();
            let codes = classes.map(|class| of_class[class as usize][at]).collect();
            released.push(Coded::new(dictionary, Codes::U32(codes)));
        }
        let released: Vec<&Coded> = released.iter().collect();
        let links = crate::Links::new(&originals, &released, &fits)
            .map_err(|error| AuditError::Claim(format!("{}: {error}", one.params.id())))?;
        let reached = links.reached(kind);
        Ok(RequirementReport {
            model: one.params.id(),
            column: None,
            asked: Number(k as f64),
            reached: Some(Number(reached as f64)),
            holds: reached >= k,
            estimated: false,
            self_judged: false,
            failing_classes: None,
            failing_rows: None,
        })
    }

    /// Whether each class of the source holds for certain.
    fn holding(
        &self,
        one: &RequirementClaim,
        population: Option<&PopulationCounts>,
    ) -> Result<Vec<bool>, AuditError> {
        if one.params.is_of_links() {
            return Ok(self.ledger.classes().map(|_| true).collect());
        }
        let place = self.in_source(one, &self.source)?;
        let judged = place.judge(&one.params, one.hierarchy, population);
        let (judgement, whole) = judged.map_err(|unfit| refused(one, &unfit))?;
        let mut holding = vec![true; self.source.sizes.len()];
        for (at, standing) in judgement.standings.into_iter().flatten().enumerate() {
            let class = whole.as_ref().map_or(at, |whole| whole[at] as usize);
            holding[class] &= standing == Standing::Holds;
        }
        Ok(holding)
    }

    /// Where the file shows everything that a requirement looks at.
    fn in_file(&self, one: &RequirementClaim) -> Option<ModelInput<'_>> {
        let find = |name: &String| self.expected.model_columns.iter().position(|column| column.name == name);
        let within: Option<Vec<usize>> = one.within.iter().map(find).collect();
        let field = |at: usize| Field {
            codes: &self.cells[at],
            image: None,
            width: self.expected.model_columns[at].width(),
        };
        let column = match &one.column {
            None => None,
            Some(name) => {
                let at = find(name)?;
                let column = &self.expected.model_columns[at];
                let (codes, width) = column.codes();
                let rows = self.source.histogram(codes, width);
                Some((column.values_of(rows, self.claim.policy, self.claim.reading), &self.cells[at]))
            }
        };
        Some(ModelInput {
            parts: &self.file,
            within: within?.into_iter().map(field).collect(),
            column,
            observer: self.observer,
        })
    }

    /// Where the source's rows are, in some of its classes.
    fn in_source<'p>(
        &'p self,
        one: &RequirementClaim,
        parts: &'p Parts,
    ) -> Result<ModelInput<'p>, AuditError> {
        let field = |name: &String| {
            let coded = self.coded(name)?;
            Ok(Field { codes: &coded.codes, image: None, width: coded.dictionary.len() })
        };
        let within = one.within.iter().map(field).collect::<Result<_, AuditError>>()?;
        let column = match &one.column {
            None => None,
            Some(name) => Some((self.whole(name, parts)?, &self.coded(name)?.codes)),
        };
        Ok(ModelInput { parts, within, column, observer: self.observer })
    }

    /// A column as classes are compared with it: in the whole source, people of rare profiles included.
    fn whole(&self, name: &str, parts: &Parts) -> Result<Column<'_>, AuditError> {
        let (policy, reading) = (self.claim.policy, self.claim.reading);
        Ok(match self.claim.before(name)? {
            Some((before, person_of_row)) => {
                Column::of(before, policy, reading).held_by(&person_of_row, &before.codes)
            }
            None => {
                let coded = self.coded(name)?;
                let rows = parts.histogram(&coded.codes, coded.dictionary.len());
                Column::counted(coded, rows, policy, reading).of_people(parts, &coded.codes)
            }
        })
    }

    /// The people in each class, and all of them.
    fn population(&self, one: &RequirementClaim) -> Result<Option<PopulationCounts>, AuditError> {
        Ok(match &one.population {
            None => None,
            Some(PopulationClaim::Weight(name)) => {
                let weights = weighed(&self.source, self.coded(name)?, self.claim.reading, self.observer);
                Some(weights.map_err(|unfit| match unfit {
                    Unfit::Aborted(aborted) => aborted.into(),
                    unfit => AuditError::Claim(format!("column {name:?}: {unfit}")),
                })?)
            }
            Some(PopulationClaim::Table(table)) => {
                let mut columns = Vec::new();
                for image in &self.expected.images {
                    let column = &self.claim.columns[image.column];
                    let coded = table.column(&column.name).and_then(|column| column.coded());
                    let coded = coded.ok_or_else(|| {
                        AuditError::Claim(format!("the population has no coded column {:?}", column.name))
                    })?;
                    if let ColumnContent::Quasi { paths, level } = column.content {
                        let images =
                            image.of_others(&column.name, coded, (paths, level), &self.expected.missing)?;
                        columns.push((coded, images, image.field().width + 1));
                    }
                }
                let fields: Vec<Field> = columns
                    .iter()
                    .map(|(coded, images, width)| Field {
                        codes: &coded.codes,
                        image: Some(images),
                        width: *width,
                    })
                    .collect();
                let of_class = self.ledger.counted(&fields, table.rows());
                Some(PopulationCounts { of_class, all: table.rows() as f64 })
            }
        })
    }

    fn coded(&self, name: &str) -> Result<&Coded, AuditError> {
        self.claim
            .coded(name)
            .ok_or_else(|| AuditError::Claim(format!("the source has no coded column {name:?}")))
    }
}

/// What was found about a requirement.
pub(crate) fn report(
    one: &RequirementClaim,
    judged: Result<Judgement, Unfit>,
) -> Result<RequirementReport, AuditError> {
    let Judgement { verdict, .. } = judged.map_err(|unfit| refused(one, &unfit))?;
    Ok(RequirementReport {
        model: one.params.id(),
        column: one.column.clone(),
        asked: Number(verdict.asked),
        reached: verdict.reached.map(Number),
        holds: verdict.holds,
        estimated: one.params.is_estimated(),
        self_judged: is_self_judged(&one.params),
        failing_classes: verdict.failing.map(|share| share.classes),
        failing_rows: verdict.failing.map(|share| share.rows),
    })
}

fn refused(one: &RequirementClaim, unfit: &Unfit) -> AuditError {
    if let Unfit::Aborted(aborted) = unfit {
        return (*aborted).into();
    }
    let of = one.column.as_ref().map_or_else(String::new, |name| format!(" of column {name:?}"));
    AuditError::Claim(format!("{}{of}: {unfit}", one.params.id()))
}
