//! Whether a table, as it stands, has enough rows in every class. Needs no hierarchies and writes nothing.

use amidst_audit::{Classes, Share};
use amidst_core::{Coded, Error as CoreError};
use amidst_io::Want;
use serde::Serialize;

use crate::{
    Error, Result,
    job::quoted,
    source::open,
    spec::{Input, MissingPolicy},
};

/// What is asked of a table.
#[derive(Clone, Debug)]
pub struct Question {
    /// The table.
    pub input: Input,
    /// The quasi columns.
    pub quasi: Vec<String>,
    /// The least number of rows in a class.
    pub k: u64,
    /// How a missing cell compares.
    pub missing_policy: MissingPolicy,
}

/// What was found: holds or not, and both readings of missing cells.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Whether all models hold.
    pub holds: bool,
    /// Rows in the table.
    pub rows: u64,
    /// Classes in the table.
    pub classes: u64,
    /// The smallest class, a missing cell being a value like any other.
    pub k: u64,
    /// The fewest rows any row matches when a missing cell matches everything.
    pub k_wildcard: u64,
    /// Rows alone in their class.
    pub uniques: u64,
    /// Each model and how far it holds.
    pub models: Vec<ModelFinding>,
}

/// How far a model holds.
#[derive(Clone, Debug, Serialize)]
pub struct ModelFinding {
    /// Its id.
    pub model: String,
    /// The sensitive column it looks at, if any.
    pub column: Option<String>,
    /// What was asked.
    pub asked: u64,
    /// What the table has.
    pub reached: u64,
    /// Whether that is enough.
    pub holds: bool,
    /// Classes that fall short. Not told where the wildcard reading fails, which has no classes.
    pub failing_classes: Option<u64>,
    /// Rows in them.
    pub failing_rows: Option<u64>,
}

/// Answers a question about a table.
pub fn check(question: &Question) -> Result<Finding> {
    if question.k == 0 {
        let expected = "a class has at least 1 row; ask for 2 or more".into();
        return Err(CoreError::Parameter { name: "k", value: "0".into(), expected }.into());
    }
    let input = &question.input;
    let reader = open(input)?;
    if question.quasi.is_empty() {
        return Err(Error::NoQuasi);
    }
    let header = reader.columns();
    if let Some(unknown) = question.quasi.iter().find(|name| !header.contains(name)) {
        return Err(CoreError::UnknownColumn { column: unknown.clone(), known: quoted(header) }.into());
    }
    let file = reader.file().to_owned();
    let wanted =
        |name: &str| if question.quasi.iter().any(|quasi| quasi == name) { Want::Code } else { Want::Drop };
    let table = reader.read(wanted)?.table;
    if table.rows() == 0 {
        return Err(Error::NoRows { source_name: file });
    }
    let columns: Vec<&Coded> = table.columns().iter().filter_map(|column| column.coded()).collect();
    Ok(Finding::new(&Classes::of(table.rows(), &columns), question.k, question.missing_policy))
}

impl Finding {
    fn new(classes: &Classes, asked: u64, policy: MissingPolicy) -> Self {
        let reached = match policy {
            MissingPolicy::OwnValue => classes.k,
            MissingPolicy::Wildcard => classes.k_wildcard,
        };
        let below = match policy {
            _ if reached >= asked => Some(Share::default()),
            MissingPolicy::OwnValue => Some(classes.below(asked)),
            MissingPolicy::Wildcard => None,
        };
        let model = ModelFinding {
            model: amidst_models::KAnonymity::NAME.into(),
            column: None,
            asked,
            reached,
            holds: reached >= asked,
            failing_classes: below.map(|below| below.classes),
            failing_rows: below.map(|below| below.rows),
        };
        Self {
            holds: model.holds,
            rows: classes.rows,
            classes: classes.classes,
            k: classes.k,
            k_wildcard: classes.k_wildcard,
            uniques: classes.uniques,
            models: vec![model],
        }
    }
}
