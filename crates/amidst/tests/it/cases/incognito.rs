//! Incognito: what is tried and what is left for each set of columns.

use amidst::solutions::{ColumnSet, SearchTrace, SolutionsOptions};
use amidst_core::Levels;
use amidst_search::Family;
use serde::Deserialize;

use super::{Expectation, agree, judge::families, subject::Subject, working::working};

/// Every set of columns, smaller ones first and then in the order of the columns.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Incognito {
    k: u64,
    max_suppressed: u64,
    sets: Vec<Set>,
}

/// A set of columns; level vectors are of these columns only.
#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Set {
    columns: Vec<String>,
    candidates: Vec<Levels>,
    survivors: Vec<Levels>,
}

impl Expectation for Incognito {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let set = |Family { columns, candidates, survivors }| {
            let columns = columns.into_iter().map(|column: usize| subject.quasi[column].clone()).collect();
            Set { columns, candidates, survivors }
        };
        let found = families(subject, self.k, self.max_suppressed)?.into_iter().map(set);
        agree("sets of columns", &found.collect::<Vec<_>>(), &self.sets)?;
        let wanted = SolutionsOptions { trace: true, ..SolutionsOptions::default() };
        let shown = working(subject, (self.k, self.max_suppressed), Some("incognito"), wanted)?.trace;
        let Some(SearchTrace::Incognito { sets }) = shown else { return Err("no sets are shown".into()) };
        let set = |ColumnSet { columns, candidates, survivors }| Set { columns, candidates, survivors };
        agree("the sets shown", &sets.into_iter().map(set).collect::<Vec<_>>(), &self.sets)
    }
}
