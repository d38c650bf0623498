//! The stages of a job, for a table whose parts lie on the machines of a cluster: each is a function of bytes and of a part of the table.
//!
//! Who calls them where is told in `amidst/spark`. What travels between machines, but for audits, is data like the table.

use std::sync::Arc;

use amidst::{
    Answer, Job, Spec,
    audit::PartAudit,
    check::check_counted,
    io::Batches,
    reporting::Reporting,
    risk::risk_counted,
    spec::Input,
    stages::{BoundJob, Deal, DealKeys, Part, Solution, SolveOutcome, StoredRelease, Summary},
    summary::Seconds,
};
use arrow_array::RecordBatch;
use pyo3::{prelude::*, types::PyBytes};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::{
    assess::{check_options, risk_options},
    beside::Surroundings,
    exceptions::{broken, out_of_reach, raised},
    frame::{ReleasedTable, batches},
    job::{ApplyQuestion, TABLE},
    question::{answer, read, spec, write_spec},
    released::Released,
};

type Made<'py> = PyResult<Bound<'py, PyBytes>>;

/// What is asked: a spec as JSON, or a plan.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StagesQuestion {
    Spec(String),
    Apply(Box<ApplyQuestion>),
}

/// A job that has seen the columns of its table.
#[pyclass(frozen, module = "amidst._amidst")]
pub struct Stages {
    job: Arc<BoundJob>,
    /// The columns, without a row.
    header: Batches,
    reporting: Reporting,
}

#[pymethods]
impl Stages {
    /// Lays what is asked over the columns of a table without rows.
    #[new]
    fn new(py: Python<'_>, header: &Bound<'_, PyAny>, question: &str) -> PyResult<Self> {
        let job = match read(py, question)? {
            StagesQuestion::Spec(json) => Ok(Job::new(spec(py, &json)?)),
            StagesQuestion::Apply(asked) => asked.job(),
        };
        let schema = Arc::clone(batches(TABLE, header)?.schema());
        // A batch without rows, which has columns all the same.
        let empty = vec![RecordBatch::new_empty(Arc::clone(&schema))];
        let header = Batches::new(TABLE, schema, empty).map_err(|error| raised(py, &error.into()))?;
        let bound = job.and_then(|job| {
            let reporting = job.spec().output.reporting()?;
            Ok((BoundJob::new(job.with_source(header.clone()), &())?, reporting))
        });
        let (job, reporting) = bound.map_err(|error| raised(py, &error))?;
        Ok(Self { job: Arc::new(job), header, reporting })
    }

    /// The spec, for machines that are asked for their part only.
    fn spec(&self) -> String {
        write_spec(self.job.spec())
    }

    /// The columns that a search looks at.
    fn looked_at(&self) -> Vec<String> {
        self.job.names()
    }

    /// Refuses columns that point at people, by some rows from everywhere.
    fn refuse_people(&self, py: Python<'_>, rows: &Bound<'_, PyAny>, around: Surroundings) -> PyResult<()> {
        let (job, rows) = (Arc::clone(&self.job), batches(TABLE, rows)?);
        around.run(py, move |observer| job.read(rows, observer).map(drop))
    }

    /// Sums up a part.
    fn summarize<'py>(&self, py: Python<'py>, part: &Bound<'py, PyAny>, around: Surroundings) -> Made<'py> {
        let (job, part) = (Arc::clone(&self.job), batches(TABLE, part)?);
        let summary = around.run(py, move |observer| {
            let part = job.read_any(part, observer)?;
            Ok(job.summarize(&part, observer)?.to_bytes())
        })?;
        Ok(PyBytes::new(py, &summary))
    }

    /// Solves what was summed up.
    fn solve(&self, py: Python<'_>, summary: &[u8], around: Surroundings) -> PyResult<Solved> {
        let summary = Summary::from_bytes(summary).map_err(|error| raised(py, &error))?;
        let job = Arc::clone(&self.job);
        match around.run(py, move |observer| job.solve(&summary, observer))? {
            SolveOutcome::Found(solution) => self.with(py, *solution),
            SolveOutcome::Infeasible(answer) => Err(out_of_reach(py, &answer, self.reporting)),
        }
    }

    /// Whether what was summed up meets what is asked of it by a spec.
    fn check(
        &self,
        py: Python<'_>,
        summary: &[u8],
        spec_json: &str,
        question: &str,
        around: Surroundings,
    ) -> PyResult<String> {
        let (spec, summary, job) = self.judged(py, summary, spec_json)?;
        let options = check_options(py, missing_of(&spec), spec, question)?;
        let found = around
            .run(py, move |observer| check_counted(&options, job.counted(&summary, observer)?, observer))?;
        Ok(answer(&found))
    }

    /// Who could find someone in what was summed up.
    fn risk(
        &self,
        py: Python<'_>,
        summary: &[u8],
        spec_json: &str,
        question: &str,
        around: Surroundings,
    ) -> PyResult<String> {
        let (spec, summary, job) = self.judged(py, summary, spec_json)?;
        let options = risk_options(py, missing_of(&spec), spec, question)?;
        let found = around
            .run(py, move |observer| risk_counted(&options, job.counted(&summary, observer)?, observer))?;
        Ok(answer(&found))
    }

    /// What was solved elsewhere.
    fn solved(&self, py: Python<'_>, solution: &[u8]) -> PyResult<Solved> {
        self.with(py, Solution::from_bytes(solution).map_err(|error| raised(py, &error))?)
    }
}

impl Stages {
    /// What it takes to judge what was summed up.
    fn judged(
        &self,
        py: Python<'_>,
        summary: &[u8],
        spec_json: &str,
    ) -> PyResult<(Spec, Summary, Arc<BoundJob>)> {
        let summary = Summary::from_bytes(summary).map_err(|error| raised(py, &error))?;
        Ok((spec(py, spec_json)?, summary, Arc::clone(&self.job)))
    }

    fn with(&self, py: Python<'_>, solution: Solution) -> PyResult<Solved> {
        let empty = self.job.read_any(self.header.clone(), &()).map_err(|error| raised(py, &error))?;
        let parts = Parts { job: Arc::clone(&self.job), solution, empty };
        Ok(Solved { parts: Arc::new(parts), reporting: self.reporting })
    }
}

/// A job with its solution.
#[pyclass(frozen, module = "amidst._amidst")]
pub struct Solved {
    parts: Arc<Parts>,
    reporting: Reporting,
}

/// All that parts need.
struct Parts {
    job: Arc<BoundJob>,
    solution: Solution,
    /// A part without rows.
    empty: Part,
}

impl Parts {
    fn release(&self) -> amidst::Result<StoredRelease<'_>> {
        self.job.stored(&self.empty, &self.solution, &())
    }
}

#[pymethods]
impl Solved {
    /// As bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.parts.solution.to_bytes())
    }

    /// Whether rows that are alike to a search are dealt to several classes.
    #[getter]
    fn deals(&self) -> bool {
        self.parts.solution.deals()
    }

    /// The columns of the release, without a row.
    fn head(&self, py: Python<'_>) -> PyResult<ReleasedTable> {
        let schema = self.parts.release().map(|release| Arc::clone(release.schema()));
        let head = schema.and_then(|schema| Ok(Batches::new(TABLE, schema, Vec::new())?));
        head.map(ReleasedTable).map_err(|error| raised(py, &error))
    }

    /// The keys of the rows of a part that are to be dealt.
    fn deal_keys<'py>(&self, py: Python<'py>, part: &Bound<'py, PyAny>, around: Surroundings) -> Made<'py> {
        let (parts, part) = (Arc::clone(&self.parts), batches(TABLE, part)?);
        let keys = around.run(py, move |observer| {
            let part = parts.job.read_any(part, observer)?;
            parts.job.deal_keys(&part, &parts.solution, observer)
        })?;
        Ok(json(py, &keys))
    }

    /// Deals the rows of all parts, given the keys of each.
    fn deal<'py>(
        &self,
        py: Python<'py>,
        keys: Vec<Bound<'py, PyBytes>>,
    ) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let keys: Vec<DealKeys> =
            keys.iter().map(|keys| from_json(py, keys.as_bytes())).collect::<PyResult<_>>()?;
        let deals = Deal::of(&self.parts.solution, &keys).map_err(|error| raised(py, &error))?;
        Ok(deals.iter().map(|deal| json(py, deal)).collect())
    }

    /// Recodes a part, for a place from where nobody takes it before all parts were judged.
    fn recode(
        &self,
        py: Python<'_>,
        part: &Bound<'_, PyAny>,
        deal: Option<&[u8]>,
        around: Surroundings,
    ) -> PyResult<ReleasedTable> {
        let (parts, part, deal) = (Arc::clone(&self.parts), batches(TABLE, part)?, dealt(py, deal)?);
        let recoded = around.run(py, move |observer| {
            let part = parts.job.read_any(part, observer)?;
            parts.release()?.recode(&part, &deal, observer)
        })?;
        Ok(ReleasedTable(recoded))
    }

    /// Sums up a part of the source, for the audit.
    fn audit_source<'py>(
        &self,
        py: Python<'py>,
        part: &Bound<'py, PyAny>,
        deal: Option<&[u8]>,
        around: Surroundings,
    ) -> Made<'py> {
        let (parts, part, deal) = (Arc::clone(&self.parts), batches(TABLE, part)?, dealt(py, deal)?);
        let sums = around.run(py, move |observer| {
            let part = parts.job.read_any(part, observer)?;
            Ok(parts.release()?.audit_source(&part, &deal, observer)?.to_bytes())
        })?;
        Ok(PyBytes::new(py, &sums))
    }

    /// Sums up what was read back of the release, for the audit.
    fn audit_stored<'py>(
        &self,
        py: Python<'py>,
        number: u64,
        stored: &Bound<'py, PyAny>,
        around: Surroundings,
    ) -> Made<'py> {
        let (parts, stored) = (Arc::clone(&self.parts), batches(TABLE, stored)?);
        let sums = around.run(py, move |observer| {
            Ok(parts.release()?.audit_stored(number, &stored, observer)?.to_bytes())
        })?;
        Ok(PyBytes::new(py, &sums))
    }

    /// Judges the audit of all parts, and says of the release all that is to be said. `seconds` are those of summing up, solving, recoding
    /// and auditing.
    fn conclude(
        &self,
        py: Python<'_>,
        summary: &[u8],
        audit: &[u8],
        seconds: [f64; 4],
        around: Surroundings,
    ) -> PyResult<Released> {
        let parts = Arc::clone(&self.parts);
        let summary = Summary::from_bytes(summary).map_err(|error| raised(py, &error))?;
        let audit = PartAudit::from_bytes(audit).map_err(|error| raised(py, &error.into()))?;
        let [read, search, write, verify] = seconds;
        let seconds = Seconds { read, search, write, verify, total: seconds.iter().sum() };
        let released =
            around.run(py, move |observer| parts.release()?.conclude(&summary, audit, seconds, observer))?;
        Released::of(py, Answer::Released(released), self.reporting)
    }
}

/// What several parts were summed up to, together.
#[pyfunction]
pub fn merged_summaries<'py>(py: Python<'py>, parts: Vec<Bound<'py, PyBytes>>) -> Made<'py> {
    let merged = merged(&parts, Summary::from_bytes, Summary::merge);
    Ok(PyBytes::new(py, &merged.map_err(|error| raised(py, &error))?.to_bytes()))
}

/// The audits of several parts, together.
#[pyfunction]
pub fn merged_audits<'py>(py: Python<'py>, parts: Vec<Bound<'py, PyBytes>>) -> Made<'py> {
    let merged =
        merged(&parts, |bytes| Ok(PartAudit::from_bytes(bytes)?), |one, other| Ok(one.merge(other)?));
    Ok(PyBytes::new(py, &merged.map_err(|error| raised(py, &error))?.to_bytes()))
}

/// Merges neighbours, then what they came to: none is merged often.
fn merged<T>(
    parts: &[Bound<'_, PyBytes>],
    read: impl Fn(&[u8]) -> amidst::Result<T>,
    merge: impl Fn(T, T) -> amidst::Result<T>,
) -> amidst::Result<T> {
    let mut round: Vec<T> = parts.iter().map(|part| read(part.as_bytes())).collect::<amidst::Result<_>>()?;
    while round.len() > 1 {
        let mut next = Vec::with_capacity(round.len().div_ceil(2));
        let mut left = round.into_iter();
        while let Some(one) = left.next() {
            next.push(match left.next() {
                Some(other) => merge(one, other)?,
                None => one,
            });
        }
        round = next;
    }
    round.pop().ok_or_else(|| amidst::Error::NoRows { source_name: TABLE.into(), purpose: "released" })
}

/// What a spec says counts as missing, of a table that is not here.
fn missing_of(spec: &Spec) -> Input {
    Input { missing: spec.input.missing.clone(), ..Input::default() }
}

fn dealt(py: Python<'_>, deal: Option<&[u8]>) -> PyResult<Deal> {
    deal.map_or_else(|| Ok(Deal::default()), |deal| from_json(py, deal))
}

fn json<'py>(py: Python<'py>, value: &impl Serialize) -> Bound<'py, PyBytes> {
    PyBytes::new(py, &serde_json::to_vec(value).expect("words and numbers"))
}

fn from_json<T: DeserializeOwned>(py: Python<'_>, bytes: &[u8]) -> PyResult<T> {
    // What is wrong with them may be told in words that quote cells.
    serde_json::from_slice(bytes).map_err(|_| broken(py, "what came from another machine cannot be read"))
}
