//! Whether a table, as it stands, has enough rows in every class. Needs no hierarchies and writes nothing.

mod mu_argus;

use amidst_audit::{Classes, Share, Subsets};
use amidst_core::{Coded, Error as CoreError};
use amidst_io::Want;
use rayon::prelude::*;
use serde::Serialize;

use crate::{
    Error, Result,
    combinations::Asked,
    job::quoted,
    source::open,
    spec::{Combinations, Input, MissingPolicy},
};

pub use mu_argus::{IdentificationLevel, MuArgus, MuArgusFinding, Tested};

/// What is asked of a table.
#[derive(Clone, Debug)]
pub struct Question {
    /// The table.
    pub input: Input,
    /// The quasi columns.
    pub quasi: Vec<String>,
    /// The least number of rows in a class.
    pub k: u64,
    /// Combinations of quasi columns that k is asked of instead of all of them together.
    pub combinations: Option<Combinations>,
    /// How a missing cell compares.
    pub missing_policy: MissingPolicy,
    /// Whether to tell what mu-argus would find, and what it would miss. It never decides.
    pub mu_argus: Option<MuArgus>,
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
    /// Each model and how far it holds: k over all quasi columns, or over each combination asked for.
    pub models: Vec<ModelFinding>,
    /// What mu-argus would find, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mu_argus: Option<MuArgusFinding>,
}

/// How far a model holds.
#[derive(Clone, Debug, Serialize)]
pub struct ModelFinding {
    /// Its id.
    pub model: String,
    /// The sensitive column it looks at, if any.
    pub column: Option<String>,
    /// The combination of quasi columns it is asked of; `None`: all of them together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
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
    let mut quasi: Vec<&str> = Vec::new();
    for name in &question.quasi {
        if !quasi.contains(&name.as_str()) {
            quasi.push(name);
        }
    }
    let combinations = question.combinations.as_ref();
    let combinations = combinations
        .map(|combinations| combinations.asked(&quasi, Some(question.k), question.missing_policy))
        .transpose()?;
    let tested = question.mu_argus.as_ref().map(|mu_argus| mu_argus.tested(&quasi)).transpose()?;
    let file = reader.file().to_owned();
    let wanted = |name: &str| if quasi.contains(&name) { Want::Code } else { Want::Drop };
    let table = reader.read(wanted)?.table;
    if table.rows() == 0 {
        return Err(Error::NoRows { source_name: file });
    }
    let column =
        |&name: &&str| table.column(name).and_then(|column| column.coded()).expect("quasi columns are coded");
    let columns: Vec<&Coded> = quasi.iter().map(column).collect();
    let classes = Classes::of(table.rows(), &columns);
    if combinations.is_none() && tested.is_none() {
        return Ok(Finding::new(&classes, vec![model(&classes, question)], None));
    }
    let subsets = Subsets::of(table.rows(), &columns);
    let models = match combinations {
        None => vec![model(&classes, question)],
        Some(asked) => asked.into_par_iter().map(|one| model_of_combination(&subsets, &quasi, one)).collect(),
    };
    let mu_argus = tested.map(|tested| tested.find(&subsets, &quasi, question.k, classes.k));
    Ok(Finding::new(&classes, models, mu_argus))
}

/// How far k holds over all quasi columns together.
fn model(classes: &Classes, question: &Question) -> ModelFinding {
    let (asked, policy) = (question.k, question.missing_policy);
    let reached = match policy {
        MissingPolicy::OwnValue => classes.k,
        MissingPolicy::Wildcard => classes.k_wildcard,
    };
    let below = match policy {
        _ if reached >= asked => Some(Share::default()),
        MissingPolicy::OwnValue => Some(classes.below(asked)),
        MissingPolicy::Wildcard => None,
    };
    ModelFinding::new(None, asked, reached, below)
}

/// How far k holds over some of the quasi columns.
fn model_of_combination(subsets: &Subsets, quasi: &[&str], asked: Asked) -> ModelFinding {
    let place = |name: &String| quasi.iter().position(|column| column == name);
    let places: Vec<usize> =
        asked.columns.iter().map(|name| place(name).expect("combinations are of quasi columns")).collect();
    let (below, reached) = subsets.below(&places, asked.k);
    ModelFinding::new(Some(asked.columns), asked.k, reached, Some(below))
}

impl ModelFinding {
    fn new(columns: Option<Vec<String>>, asked: u64, reached: u64, below: Option<Share>) -> Self {
        Self {
            model: amidst_models::KAnonymity::NAME.into(),
            column: None,
            columns,
            asked,
            reached,
            holds: reached >= asked,
            failing_classes: below.map(|below| below.classes),
            failing_rows: below.map(|below| below.rows),
        }
    }
}

impl Finding {
    fn new(classes: &Classes, models: Vec<ModelFinding>, mu_argus: Option<MuArgusFinding>) -> Self {
        Self {
            holds: models.iter().all(|model| model.holds),
            rows: classes.rows,
            classes: classes.classes,
            k: classes.k,
            k_wildcard: classes.k_wildcard,
            uniques: classes.uniques,
            models,
            mu_argus,
        }
    }
}
