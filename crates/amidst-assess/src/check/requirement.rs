//! What is asked of a table besides k, column by column.

use amidst_core::{Error as CoreError, ModelParams};
use amidst_spec::{
    Error, Result,
    requirements::{BoundRequirement, counts_people},
    spec::Requirement,
};

use super::CheckOptions;

/// Where the people of the population are counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PopulationSource {
    /// In a table of all of them.
    Table(String),
    /// In a column that says how many each row stands for, known or estimated.
    Column(String),
}

/// Everything asked besides k, each requirement without a column of every sensitive one.
pub(super) fn needed(options: &CheckOptions) -> Result<Vec<BoundRequirement>> {
    let mut needed = Vec::new();
    if let (Some(k), Some(household)) = (options.k, &options.household) {
        let households = Requirement::k_anonymity(k, Some(household.clone()));
        needed.push(of_column(options, &households, households.params()?, households.column.clone())?);
    }
    for requirement in &options.require {
        let requirement = match options.k {
            Some(k) if requirement.is_of_links() && requirement.k().is_none() => {
                &requirement.clone().with("k", k as f64)
            }
            _ => requirement,
        };
        let params = match (&options.weight, &options.population) {
            (Some(_), None) => requirement.params_by_weight()?,
            _ => requirement.params()?,
        };
        if options.respondent.is_some() {
            let has_table = requirement.population.is_some() || options.population.is_some();
            counts_people(&params, has_table)?;
        }
        let columns = match (&requirement.column, params.needs_column()) {
            (Some(column), _) => vec![Some(column.clone())],
            (None, false) => vec![None],
            (None, true) if options.sensitive.is_empty() => {
                return Err(Error::missing(
                    "sensitive",
                    format!(
                        "model = {:?}: it looks at a sensitive column, and there is none; name one, or add column = \
                     \"disease\"",
                        requirement.model
                    ),
                ));
            }
            (None, true) => options.sensitive.iter().cloned().map(Some).collect(),
        };
        for column in columns {
            needed.push(of_column(options, requirement, params.clone(), column)?);
        }
    }
    Ok(needed)
}

fn of_column(
    options: &CheckOptions,
    requirement: &Requirement,
    params: ModelParams,
    column: Option<String>,
) -> Result<BoundRequirement> {
    let is_joint = column.is_some() && (requirement.joint || options.joint);
    let is_sensitive = column.as_ref().is_some_and(|name| options.sensitive.contains(name));
    let others = options.sensitive.iter().filter(|name| Some(*name) != column.as_ref());
    let within = if is_joint && is_sensitive { others.cloned().collect() } else { Vec::new() };
    let population = requirement.population.as_ref().or(options.population.as_ref());
    let population = population.filter(|_| params.needs_population()).cloned();
    let is_of_households = column.is_some() && column == options.household;
    let bound = BoundRequirement { params, column, within, population, is_of_households };
    if bound.params.needs_population() && options.population_of(&bound).is_none() {
        return Err(Error::missing(
            "population",
            format!(
                "model = {:?}: it looks at the population; give a table of it with the same quasi columns, a column that says how \
             many people each row stands for, or for an estimate of k-map a column of survey weights, or a fraction",
                requirement.model
            ),
        ));
    }
    if bound.params.is_of_links() && options.original.is_none() {
        return Err(Error::missing(
            "original",
            format!(
                "model = {:?}: it compares a release with the table it was made from; give the original, which has the same \
             quasi columns",
                requirement.model
            ),
        ));
    }
    Ok(bound)
}

impl CheckOptions {
    /// Where the people of the population are counted, if a requirement looks at it.
    pub(super) fn population_of(&self, one: &BoundRequirement) -> Option<PopulationSource> {
        let table = one.population.clone().map(PopulationSource::Table);
        let stands_for = self.weight.as_ref().or(self.population_count.as_ref());
        let source = table.or_else(|| stands_for.cloned().map(PopulationSource::Column));
        source.filter(|_| one.params.needs_population())
    }

    /// Refuses columns that are not there, or that are quasi and something else.
    pub(super) fn check_columns(&self, needed: &[BoundRequirement], header: &[String]) -> Result<()> {
        let counted = needed.iter().filter_map(|one| match self.population_of(one)? {
            PopulationSource::Column(column) => Some(column),
            PopulationSource::Table(_) => None,
        });
        let of_needed: Vec<String> =
            needed.iter().filter_map(|one| one.column.clone()).chain(counted).collect();
        let respondent = self.respondent.as_ref().map(|respondent| &respondent.column);
        let model_columns = self.sensitive.iter().chain(respondent).chain(&self.household).chain(&of_needed);
        let counted = respondent.map(|name| (name, "people"));
        for (name, what) in counted.into_iter().chain(self.household.iter().map(|name| (name, "households")))
        {
            if !header.contains(name) {
                return Err(Error::not_counted(name, what, header));
            }
        }
        for name in self.quasi.iter().chain(model_columns.clone()) {
            if !header.contains(name) {
                return Err(CoreError::unknown_column(name, header).into());
            }
        }
        match model_columns.into_iter().find(|name| self.quasi.contains(name)) {
            None => Ok(()),
            Some(name) => Err(Error::conflict("column", "quasi", format!(
                "column {name:?} is quasi, so every class shows one value of it; name another, or do not call it quasi"
            )).of_column(name)),
        }
    }
}
