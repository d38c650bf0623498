//! What is counted of parts: read off a claim, and the same for every part of a release.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::{AuditError, Claim, ColumnContent, Covering, RequirementClaim, audit::canons::Canons};

/// What is counted of the source and of the file, class by class.
pub(super) struct Shape<'a> {
    /// The places of the quasi columns in the file.
    pub quasi: Vec<usize>,
    /// What is counted of the source besides labels.
    pub source: Vec<Seen<'a>>,
    /// The columns of each tally of the source: labels first, by number, then what is counted besides. The first are the
    /// classes.
    pub source_looks: Vec<Vec<usize>>,
    /// The places of columns that are counted in the file.
    pub file: Vec<usize>,
    /// The columns of each tally of the file.
    pub file_looks: Vec<Vec<usize>>,
}

/// What is seen of a row of the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seen<'a> {
    /// The cell of a column.
    Text(&'a str),
    /// What its class shows of a quasi column, as the claim spells it.
    Label(&'a str),
}

impl<'a> Shape<'a> {
    /// What a claim asks to be counted.
    pub fn new(claim: &'a Claim<'_>) -> Result<Self, AuditError> {
        refuse(claim)?;
        let quasi: Vec<usize> =
            (0..claim.columns.len()).filter(|&at| claim.columns[at].content.is_quasi()).collect();
        let classes: Vec<usize> = (0..quasi.len()).collect();
        let looks = || vec![classes.clone()];
        let (source_looks, file_looks) = (looks(), looks());
        let mut shape = Self { quasi, source: Vec::new(), source_looks, file: Vec::new(), file_looks };
        let seen = claim.judged().map(|one| shape_of(claim, one)).collect::<Vec<_>>();
        for seen in people(claim).into_iter().chain(seen) {
            shape.look(&seen);
        }
        for one in claim.judged() {
            shape.look_at_file(claim, one);
        }
        for one in &claim.neighbours {
            shape.look(&named(claim, &one.column));
        }
        Ok(shape)
    }

    /// The tally of the source that counts these.
    pub fn of(&self, seen: &[Seen]) -> Option<usize> {
        let places: Option<Vec<usize>> =
            seen.iter().map(|one| self.source.iter().position(|known| known == one)).collect();
        let columns = self.columns(places?);
        self.source_looks.iter().position(|look| *look == columns)
    }

    /// The tally of the file that counts what a requirement looks at, if the file shows it and rows are counted.
    pub fn in_file(&self, claim: &Claim, one: &RequirementClaim) -> Option<usize> {
        let places = self.shown(claim, one)?;
        let columns = self.columns(places);
        self.file_looks.iter().position(|look| *look == columns)
    }

    /// How many columns there are of the source, labels included.
    pub fn source_columns(&self) -> usize {
        self.quasi.len() + self.source.len()
    }

    /// How many there are of the file.
    pub fn file_columns(&self) -> usize {
        self.quasi.len() + self.file.len()
    }

    fn look(&mut self, seen: &[Seen<'a>]) {
        let mut places = Vec::new();
        for one in seen {
            let known = self.source.iter().position(|known| known == one);
            places.push(known.unwrap_or_else(|| {
                self.source.push(*one);
                self.source.len() - 1
            }));
        }
        let columns = self.columns(places);
        if !self.source_looks.contains(&columns) {
            self.source_looks.push(columns);
        }
    }

    fn look_at_file(&mut self, claim: &Claim, one: &RequirementClaim) {
        if claim.respondent.is_some() {
            return;
        }
        for name in model_columns(one) {
            match carried(claim, name) {
                Some(place) if !self.file.contains(&place) => self.file.push(place),
                Some(_) => {}
                None => return,
            }
        }
        let columns = self.columns(self.shown(claim, one).unwrap_or_default());
        if !self.file_looks.contains(&columns) {
            self.file_looks.push(columns);
        }
    }

    fn shown(&self, claim: &Claim, one: &RequirementClaim) -> Option<Vec<usize>> {
        let place = |name| self.file.iter().position(|&place| Some(place) == carried(claim, name));
        model_columns(one).into_iter().map(place).collect()
    }

    fn columns(&self, besides: Vec<usize>) -> Vec<usize> {
        (0..self.quasi.len()).chain(besides.into_iter().map(|at| self.quasi.len() + at)).collect()
    }

    /// Tells shapes apart: sums of different ones do not add up.
    pub fn key(&self, claim: &Claim, canons: &Canons) -> [u8; 32] {
        let mut text = format!("{:?} {canons:?} {:?}", self.source, claim.missing);
        for column in &claim.columns {
            let content = match &column.content {
                ColumnContent::Quasi { level, .. } => format!("level {level}"),
                ColumnContent::Cells(_) => "cells".into(),
                ColumnContent::Sensitive | ColumnContent::Other => "carried".into(),
                ColumnContent::Pseudonym => "pseudonym".into(),
            };
            write!(text, "\n{:?} {content}", column.name).expect("writing to a string never fails");
        }
        write!(text, "\n{:?} {:?}", self.source_looks, self.file_looks).expect("the same");
        Sha256::digest(text).into()
    }
}

/// What a requirement looks at, and whose rows they are.
pub(super) fn shape_of<'a>(claim: &'a Claim<'_>, one: &'a RequirementClaim<'_>) -> Vec<Seen<'a>> {
    model_columns(one).into_iter().map(Seen::Text).chain(people(claim).into_iter().flatten()).collect()
}

/// The people of classes, if people are counted.
pub(super) fn people<'a>(claim: &'a Claim<'_>) -> Option<Vec<Seen<'a>>> {
    claim.respondent.as_ref().map(|respondent| vec![Seen::Text(&respondent.column)])
}

/// The values under each label of a quasi column.
pub(super) fn named<'a>(claim: &Claim<'_>, name: &'a str) -> Vec<Seen<'a>> {
    let content = claim.columns.iter().find(|column| column.name == name).map(|column| &column.content);
    match content {
        Some(ColumnContent::Cells(_)) => vec![Seen::Text(name), Seen::Label(name)],
        _ => vec![Seen::Text(name)],
    }
}

/// The columns that a requirement looks at, each once.
fn model_columns<'a>(one: &'a RequirementClaim<'_>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in one.column.iter().chain(&one.within) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

/// The place of a column that travels along.
fn carried(claim: &Claim, name: &str) -> Option<usize> {
    let is_carried =
        |content: &ColumnContent| matches!(content, ColumnContent::Sensitive | ColumnContent::Other);
    claim.columns.iter().position(|column| column.name == name && is_carried(&column.content))
}

/// Refuses what sums of parts do not tell.
fn refuse(claim: &Claim) -> Result<(), AuditError> {
    let is_aggregate = |content: &ColumnContent| matches!(content, ColumnContent::Cells(cells) if matches!(cells.covering, Covering::Aggregate(_)));
    let what = if claim.household.is_some() {
        "households"
    } else if claim.judged().any(|one| one.params.is_of_links()) {
        "links between a release and its original"
    } else if claim.judged().any(|one| one.population.is_some()) {
        "a population"
    } else if claim.respondent.as_ref().is_some_and(|respondent| respondent.before.is_some()) {
        "a source of which people with rare profiles were taken out"
    } else if claim.columns.iter().any(|column| is_aggregate(&column.content)) {
        "averages of classes"
    } else {
        return Ok(());
    };
    Err(AuditError::NotInParts(what))
}
