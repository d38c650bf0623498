//! Which requirements are asked, and of which columns.

use amidst_core::{Error as CoreError, ModelParams, Role, model::Scope};

use crate::{
    Error, Result, Spec,
    models::Models,
    spec::{ColumnSpec, Requirement},
};

/// A requirement and the columns it looks at.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundRequirement {
    /// The model and its parameters.
    pub params: ModelParams,
    /// The column it looks at, if it looks at one.
    pub column: Option<String>,
    /// The other sensitive columns, if they join the quasi-identifier.
    pub within: Vec<String>,
    /// The table of the population, if there is one.
    pub population: Option<String>,
    /// Whether its column names households, which are counted.
    pub is_of_households: bool,
}

impl BoundRequirement {
    /// Everything a spec asks for besides k-anonymity over rows.
    ///
    /// # Errors
    /// If a model or its parameters are not what they must be, or a column is not there.
    pub fn all(spec: &Spec, models: &Models) -> Result<Vec<Self>> {
        let mut all = Vec::new();
        spec.privacy.stands_for()?;
        for requirement in &spec.privacy.requirements() {
            all.extend(Self::of(requirement, spec, models)?);
        }
        if let Some(respondent) = &spec.privacy.respondent {
            check_column(spec, "respondent", &respondent.column)?;
            if spec.privacy.combinations.is_some() {
                return Err(Error::conflict(
                    "respondent",
                    "combinations",
                    "respondent and combinations: k over combinations counts rows; take one of them away",
                ));
            }
            let params = all.iter().map(|it| (&it.params, it.population.is_some()));
            params.into_iter().try_for_each(|(params, has_table)| counts_people(params, has_table))?;
        }
        Ok(all)
    }

    /// The largest k asked of rows, if any is.
    pub fn k(all: &[Self]) -> Option<u64> {
        let k = all.iter().filter(|it| it.column.is_none()).filter_map(|it| match it.params {
            ModelParams::KAnonymity { k } => Some(k),
            _ => None,
        });
        k.max()
    }

    /// Whether it is k-anonymity over rows.
    pub fn is_k_over_rows(&self) -> bool {
        matches!(self.params, ModelParams::KAnonymity { .. }) && self.column.is_none()
    }

    /// The k that rows or people have, of the households that a column names: everyone in a class may live together, and is
    /// found by whoever knows the household.
    ///
    /// # Errors
    /// If the column is not there, or a quasi one, or k counts what has no households.
    pub fn of_households(spec: &Spec, k: Option<u64>) -> Result<Option<Self>> {
        let Some(column) = &spec.privacy.household else { return Ok(None) };
        check_column(spec, "household", column)?;
        if spec.privacy.combinations.is_some() {
            return Err(Error::conflict(
                "household",
                "combinations",
                "household and combinations: k over combinations counts rows; take one of them away",
            ));
        }
        // A k of 1 asks nothing.
        Ok(k.filter(|&k| k > 1).map(|k| Self {
            params: ModelParams::KAnonymity { k },
            column: Some(column.clone()),
            within: Vec::new(),
            population: None,
            is_of_households: true,
        }))
    }

    /// The model with its parameters, and what it counts where that is not its usual, in words.
    pub fn describe_model(&self) -> String {
        let model = self.params.describe();
        if self.is_of_households { format!("{model} over the households") } else { model }
    }

    /// The same with the column it looks at.
    pub fn describe(&self) -> String {
        let of = self.column.as_ref().map_or_else(String::new, |column| format!(" of {column:?}"));
        format!("{}{of}", self.describe_model())
    }

    /// One requirement; left out, the column is every sensitive one in turn.
    pub(crate) fn of(requirement: &Requirement, spec: &Spec, models: &Models) -> Result<Vec<Self>> {
        let params = match spec.privacy.weight {
            Some(_) => models.params_by_weight(requirement)?,
            None => models.params(requirement)?,
        };
        let needed = |column: Option<String>| {
            let within = match requirement.joint {
                true => sensitive(spec)
                    .filter(|name| Some(*name) != column.as_deref())
                    .map(str::to_owned)
                    .collect(),
                false => Vec::new(),
            };
            let population = requirement.population.clone();
            Self { params: params.clone(), column, within, population, is_of_households: false }
        };
        if let Some(column) = &requirement.column {
            check_column(spec, "column", column)?;
            return Ok(vec![needed(Some(column.clone()))]);
        }
        if !params.needs_column() {
            let has_population = requirement.population.is_some() || spec.privacy.stands_for()?.is_some();
            if params.needs_population() && !has_population {
                return Err(Error::missing(
                    "population",
                    format!(
                        "model = {:?}: it looks at the population; add population = \"people.csv\" with the same quasi \
                     columns, population_count = \"column\" to [privacy], or for an estimate of k-map weight = \"column\" to \
                     [privacy] or fraction = 0.01",
                        requirement.model
                    ),
                ));
            }
            return Ok(vec![needed(None)]);
        }
        let columns: Vec<&str> = sensitive(spec).collect();
        if columns.is_empty() {
            return Err(Error::missing(
                "column",
                format!(
                    "model = {:?}: it looks at a sensitive column, and there is none; give a column the role sensitive, or \
                 add column = \"disease\"",
                    requirement.model
                ),
            ));
        }
        Ok(columns.into_iter().map(|name| needed(Some(name.to_owned()))).collect())
    }
}

/// Refuses what counts rows where people are counted.
pub fn counts_people(params: &ModelParams, has_table: bool) -> Result<()> {
    let why = match params {
        ModelParams::AverageRisk { .. }
        | ModelParams::RecordsAtRisk { .. }
        | ModelParams::SampleUniqueness { .. } => {
            "it counts rows of all classes together, and people may be in several; ask for highest-risk or a larger k"
        }
        ModelParams::Described(model) if model.info().scope == Scope::Table => {
            "it counts rows of all classes together, and people may be in several"
        }
        ModelParams::PopulationUniqueness { .. } => "it estimates people from rows, of which each has one",
        ModelParams::Links { .. } => "it counts rows that may be behind one another",
        _ if params.needs_population() && !has_table => {
            "the weights of rows do not add up to people who have several; name a table of the population instead"
        }
        _ => return Ok(()),
    };
    Err(Error::conflict(
        "respondent",
        "require",
        format!("{}: {why}; take it or the respondent away", params.id()),
    ))
}

/// The sensitive columns.
fn sensitive(spec: &Spec) -> impl Iterator<Item = &str> {
    let is_sensitive = |(_, column): &(&String, &ColumnSpec)| column.role.0 == Role::Sensitive;
    spec.columns.iter().filter(is_sensitive).map(|(name, _)| name.as_str())
}

/// Refuses a column that is not there, or that is a quasi one and not confidential: of that every class has one value.
fn check_column(spec: &Spec, what: &'static str, name: &str) -> Result<()> {
    let expected = match spec.columns.get(name).map(|column| column.role.0) {
        None => {
            let known: Vec<&String> = spec.columns.keys().collect();
            return Err(CoreError::unknown_column(name, &known).into());
        }
        Some(Role::Quasi) if spec.columns[name].confidential && what == "column" => return Ok(()),
        Some(Role::Quasi) => "it is a quasi column, of which every class shows one value; name another",
        Some(_) => return Ok(()),
    };
    Err(CoreError::Parameter { name: what, value: format!("{name:?}"), expected: expected.into() }.into())
}
