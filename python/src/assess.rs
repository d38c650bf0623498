//! What judges tables as they stand: `check`, `risk`, `compare`, `attack`, `verify`.

use std::path::PathBuf;

use amidst::{
    Role, Spec, Threshold,
    attack::{AttackOptions, Register, Same, Source},
    check::{CheckOptions, MuArgus},
    compare::{CompareOptions, Hierarchies, Queries},
    reporting::Reporting,
    risk::{Limit, MAX_SIZE, Population, RiskOptions},
    spec::Input,
    verify::VerifyOptions,
};
use pyo3::prelude::*;
use serde::Deserialize;

use crate::{
    beside::Surroundings,
    exceptions::{raised, unreadable},
    frame::batches,
    question::{answer, read, spec},
};

/// A table in memory, with what a spec says counts as missing.
fn input(spec: &Spec, name: &str, table: &Bound<'_, PyAny>) -> PyResult<Input> {
    let given = Some(batches(name, table)?.into());
    Ok(Input { missing: spec.input.missing.clone(), given, ..Input::default() })
}

fn columns(spec: &Spec, role: Role) -> Vec<String> {
    let of_role = spec.columns.iter().filter(|(_, column)| column.role.0 == role);
    of_role.map(|(name, _)| name.clone()).collect()
}

/// Files of hierarchies by column.
fn files(spec: &Spec) -> Vec<(String, PathBuf)> {
    let file = |(name, column): (&String, &amidst::spec::ColumnSpec)| {
        Some((name.clone(), column.hierarchy.as_ref()?.file.as_ref()?.into()))
    };
    spec.columns.iter().filter_map(file).collect()
}

fn reporting(py: Python<'_>, spec: &Spec) -> PyResult<Reporting> {
    spec.output.reporting().map_err(|error| raised(py, &error))
}

/// What `check` may be told besides the spec.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckQuestion {
    quasi: Vec<String>,
    joint: bool,
    population: Option<String>,
    mu_argus: Option<String>,
}

/// Whether a table meets what is asked of it.
#[pyfunction]
pub fn check(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    spec_json: &str,
    question: &str,
    around: Surroundings,
) -> PyResult<String> {
    let spec = spec(py, spec_json)?;
    let options = check_options(py, input(&spec, "the table", table)?, spec, question)?;
    Ok(answer(&around.run(py, move |observer| amidst::check::check(&options, observer))?))
}

/// What is asked of a table by a spec, and by what is said besides.
pub fn check_options(py: Python<'_>, input: Input, spec: Spec, question: &str) -> PyResult<CheckOptions> {
    let asked: CheckQuestion = read(py, question)?;
    let mu_argus: Option<MuArgus> = asked
        .mu_argus
        .as_deref()
        .map(str::parse)
        .transpose()
        .map_err(|problem: String| unreadable(py, &problem))?;
    let require = spec.privacy.requirements();
    let privacy = spec.privacy.clone();
    Ok(CheckOptions {
        input,
        quasi: asked.quasi,
        k: privacy.k,
        combinations: privacy.combinations,
        sensitive: columns(&spec, Role::Sensitive),
        require,
        respondent: privacy.respondent,
        household: privacy.household,
        population: asked.population,
        original: None,
        weight: privacy.weight,
        population_count: privacy.population_count,
        joint: asked.joint,
        hierarchies: files(&spec),
        missing_policy: privacy.missing,
        missing_sensitive: privacy.missing_sensitive,
        mu_argus,
        may_ask_nothing: true,
        reporting: reporting(py, &spec)?,
    })
}

/// What `risk` may be told besides the spec.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RiskQuestion {
    quasi: Vec<String>,
    threshold: Option<f64>,
    max_size: Option<usize>,
    max_risk: Option<f64>,
    population_size: Option<u64>,
    fraction: Option<f64>,
    population: Option<String>,
}

impl RiskQuestion {
    /// The population, by what is said of it last.
    fn population(&self, spec: &Spec) -> Population {
        let privacy = &spec.privacy;
        let of_rows = || {
            let counted = privacy.population_count.clone().map(Population::Count);
            counted.or(privacy.weight.clone().map(Population::Weight)).unwrap_or_default()
        };
        let table = |path: &String| {
            let missing = spec.input.missing.clone();
            Population::Table(Box::new(Input { path: path.clone(), missing, ..Input::default() }))
        };
        let size = self.population_size.map(Population::Size);
        let share = size.or(self.fraction.map(Population::Fraction));
        share.or(self.population.as_ref().map(table)).unwrap_or_else(of_rows)
    }
}

/// A share between 0 and 1.
fn share(py: Python<'_>, name: &str, share: f64) -> PyResult<Threshold> {
    let problem = || unreadable(py, &format!("{name} = {share}: write a share between 0 and 1, such as 0.2"));
    Threshold::new(share).filter(|_| (0.0..=1.0).contains(&share)).ok_or_else(problem)
}

/// Who could find someone in a table.
#[pyfunction]
pub fn risk(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    spec_json: &str,
    question: &str,
    around: Surroundings,
) -> PyResult<String> {
    let spec = spec(py, spec_json)?;
    let options = risk_options(py, input(&spec, "the table", table)?, spec, question)?;
    Ok(answer(&around.run(py, move |observer| amidst::risk::risk(&options, observer))?))
}

/// What is asked of the risk of a table by a spec, and by what is said besides.
pub fn risk_options(py: Python<'_>, input: Input, spec: Spec, question: &str) -> PyResult<RiskOptions> {
    let asked: RiskQuestion = read(py, question)?;
    let limit = match (asked.threshold, spec.privacy.k) {
        (None, Some(k)) => Limit::CellSize(k),
        (threshold, _) => Limit::Risk(share(py, "threshold", threshold.unwrap_or(0.2))?),
    };
    if let Some(fraction) = asked.fraction {
        share(py, "fraction", fraction)?;
    }
    Ok(RiskOptions {
        input,
        population: asked.population(&spec),
        quasi: asked.quasi,
        sensitive: columns(&spec, Role::Sensitive),
        limit,
        respondent: spec.privacy.respondent.clone(),
        household: spec.privacy.household.clone(),
        records: false,
        max_size: asked.max_size.unwrap_or(MAX_SIZE),
        max_risk: asked.max_risk.map(|most| share(py, "max_risk", most)).transpose()?,
        reporting: reporting(py, &spec)?,
    })
}

/// What `compare` may be told besides the spec.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CompareQuestion {
    /// Whether the release was made by this spec.
    as_released: bool,
    queries: u32,
    seed: u64,
}

/// What was lost between an original and a release.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    original: &Bound<'_, PyAny>,
    release: &Bound<'_, PyAny>,
    spec_json: &str,
    question: &str,
    around: Surroundings,
) -> PyResult<String> {
    let (spec, asked): (Spec, CompareQuestion) = (spec(py, spec_json)?, read(py, question)?);
    let options = CompareOptions {
        original: input(&spec, "the original", original)?,
        release: input(&spec, "the release", release)?,
        hierarchies: if asked.as_released { Hierarchies::AsReleased } else { Hierarchies::Named },
        queries: Queries { number: asked.queries, seed: asked.seed },
        reporting: reporting(py, &spec)?,
        columns: spec.columns,
    };
    Ok(answer(&around.run(py, move |observer| amidst::compare::compare(&options, observer))?))
}

/// What `attack` may be told besides the spec.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AttackQuestion {
    quasi: Vec<String>,
    sensitive: Vec<String>,
    k: Option<u64>,
    /// Columns of the release and of the register that belong together.
    on: Vec<(String, String)>,
    /// Column, word of the register, word of the release.
    same: Vec<(String, String, String)>,
    /// Columns of the register that name people, who are told by name.
    reveal: Vec<String>,
    close: Option<f64>,
    /// Whether the spec, or the plan it comes from, is known to the attacker.
    is_known: bool,
}

/// A release with the eyes of an attacker.
#[pyfunction]
#[pyo3(signature = (release, register, original, spec_json, question, around))]
pub fn attack(
    py: Python<'_>,
    release: &Bound<'_, PyAny>,
    register: Option<&Bound<'_, PyAny>>,
    original: Option<&Bound<'_, PyAny>>,
    spec_json: &str,
    question: &str,
    around: Surroundings,
) -> PyResult<String> {
    let (spec, asked): (Spec, AttackQuestion) = (spec(py, spec_json)?, read(py, question)?);
    let same = asked.same.into_iter().map(|(column, register, release)| Same { column, register, release });
    let register = match register {
        None => None,
        Some(table) => Some(Register {
            input: input(&spec, "the register", table)?,
            on: asked.on,
            same: same.collect(),
            reveal: asked.reveal,
        }),
    };
    let options = AttackOptions {
        register,
        quasi: asked.quasi,
        sensitive: asked.sensitive,
        k: asked.k,
        hierarchies: files(&spec),
        original: original.map(|table| input(&spec, "the original", table)).transpose()?,
        close: asked.close.unwrap_or(AttackOptions::CLOSE),
        reporting: reporting(py, &spec)?,
        ..AttackOptions::new(input(&spec, "the release", release)?)
    };
    let source = asked.is_known.then(|| Source::Known(Box::new(spec)));
    let options = AttackOptions { source, ..options };
    Ok(answer(&around.run(py, move |observer| amidst::attack::attack(&options, observer))?))
}

/// A certificate against the file that it speaks of.
#[pyfunction]
#[pyo3(signature = (certificate, release, around, plan=None, report=None))]
pub fn verify(
    py: Python<'_>,
    certificate: PathBuf,
    release: String,
    around: Surroundings,
    plan: Option<PathBuf>,
    report: Option<PathBuf>,
) -> PyResult<String> {
    let release = Input { path: release, ..Input::default() };
    let options = VerifyOptions { certificate, release, plan, report, key: None, signature: None };
    Ok(answer(&around.run(py, move |observer| amidst::verify::verify(&options, observer))?))
}
