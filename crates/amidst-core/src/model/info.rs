//! A privacy model as it is described once, beside the file that implements it.

use crate::parameter::ParamInfo;

/// What a model is called, what it asks for, what it looks at, and its parameters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ModelInfo {
    /// Stable id for specs and reports, e.g. `k-anonymity`.
    pub id: &'static str,
    /// What it asks for, in one line.
    pub doc: &'static str,
    /// What it judges.
    pub scope: Scope,
    /// The column it looks at.
    pub column: ModelColumn,
    /// Whether it looks at the people of a population.
    pub population: bool,
    /// Its parameters, the one that says how strict it is first.
    pub parameters: &'static [ParamInfo],
}

/// What a model judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Each class by itself.
    Class,
    /// All classes together.
    Table,
    /// The rows of a release beside those of the original.
    Original,
}

/// Whether a model looks at a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelColumn {
    /// At none.
    None,
    /// At one, if it is named.
    Optional,
    /// At one that must be named.
    Named,
    /// At a sensitive one: left out, each in turn. The others may join the quasi-identifier.
    Sensitive,
}

impl ModelInfo {
    /// A model of classes by their rows.
    pub const fn of_rows(id: &'static str, doc: &'static str, parameters: &'static [ParamInfo]) -> Self {
        let (scope, column) = (Scope::Class, ModelColumn::None);
        Self { id, doc, scope, column, population: false, parameters }
    }

    /// A model of classes by the values of a sensitive column.
    pub const fn of_values(id: &'static str, doc: &'static str, parameters: &'static [ParamInfo]) -> Self {
        Self { column: ModelColumn::Sensitive, ..Self::of_rows(id, doc, parameters) }
    }

    /// A model of classes by the people of a population.
    pub const fn of_population(
        id: &'static str,
        doc: &'static str,
        parameters: &'static [ParamInfo],
    ) -> Self {
        Self { population: true, ..Self::of_rows(id, doc, parameters) }
    }

    /// A model of all classes together.
    pub const fn of_table(id: &'static str, doc: &'static str, parameters: &'static [ParamInfo]) -> Self {
        Self { scope: Scope::Table, ..Self::of_rows(id, doc, parameters) }
    }

    /// A model of a release beside its original.
    pub const fn of_original(id: &'static str, doc: &'static str, parameters: &'static [ParamInfo]) -> Self {
        Self { scope: Scope::Original, ..Self::of_rows(id, doc, parameters) }
    }

    /// The same with another column.
    pub const fn with_column(self, column: ModelColumn) -> Self {
        Self { column, ..self }
    }

    /// Every key that a requirement of this model may have besides `model`: its parameters, and where it looks.
    pub fn keys(&self) -> Vec<&'static str> {
        let parameters = self.parameters.iter().map(|parameter| parameter.name);
        let population = self.population.then_some("population");
        let column: &[&str] = match self.column {
            ModelColumn::None => &[],
            ModelColumn::Optional | ModelColumn::Named => &["column"],
            ModelColumn::Sensitive => &["column", "joint"],
        };
        parameters.chain(population).chain(column.iter().copied()).collect()
    }
}
