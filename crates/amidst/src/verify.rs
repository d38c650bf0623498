//! A certificate against the bytes that it speaks of: whether files are those of its run, and whether what is claimed of the
//! release can be found in it again. What only the source could tell is said to be open, never taken on trust.

mod stated;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use self::stated::{Output, Risks, Smallest, Stated};
use crate::{
    Error, Result, Spec,
    check::{self, check},
    plan::Plan,
    reporting::Reporting,
    spec::{Input, MissingPolicy, Requirement},
};

/// Models that the cells of a release decide by themselves.
const OF_THE_FILE: [&str; 4] =
    ["p-sensitive", "distinct-l-diversity", "entropy-l-diversity", "recursive-l-diversity"];

/// What is to be verified.
#[derive(Clone, Debug)]
pub struct Question {
    /// The certificate.
    pub certificate: PathBuf,
    /// The release.
    pub release: Input,
    /// The plan of the same run.
    pub plan: Option<PathBuf>,
    /// The report of the same run.
    pub report: Option<PathBuf>,
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
pub struct Verified {
    /// The version of this format.
    pub version: u32,
    /// Whether nothing failed.
    pub holds: bool,
    /// Each claim.
    pub claims: Vec<Claimed>,
}

/// A claim, and whether it was found again.
#[derive(Clone, Debug, Serialize)]
pub struct Claimed {
    /// What it is about.
    pub name: String,
    /// Whether it holds; nothing if the release alone cannot tell.
    pub holds: Option<bool>,
    /// In words.
    pub words: String,
}

/// As much of a certificate as is verified.
#[derive(Deserialize)]
struct Certificate {
    version: u32,
    output: Output,
    asked: Asked,
    reached: Smallest,
    risk: Risks,
    columns: Vec<Named>,
    /// What is counted: rows or people.
    counted: String,
    /// The least count that is told, if it was written for readers outside.
    #[serde(default)]
    reporting_threshold: Option<u64>,
    #[serde(default)]
    papers: Papers,
    #[serde(default)]
    spec: Option<String>,
}

#[derive(Deserialize)]
struct Asked {
    missing: MissingPolicy,
    privacy: Vec<Model>,
}

#[derive(Deserialize)]
struct Model {
    model: String,
    column: Option<String>,
    #[serde(default)]
    parameters: Map<String, Value>,
    #[serde(default)]
    within: Vec<String>,
    asked: Value,
    #[serde(default)]
    reached: Value,
    #[serde(default)]
    combinations: Option<Value>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
    role: String,
}

#[derive(Default, Deserialize)]
struct Papers {
    plan_sha256: Option<String>,
    report_sha256: Option<String>,
}

/// Verifies a certificate.
pub fn verify(question: &Question) -> Result<Verified> {
    let certificate = Certificate::read(&question.certificate)?;
    let sha256 = amidst_io::sha256_of(&question.release.path)?;
    let is_own = sha256 == certificate.output.sha256;
    let mut claims = vec![paired("release", Some(is_own))];
    if let Some(path) = &question.report {
        claims.push(paired("report", same(&certificate.papers.report_sha256, path)?));
    }
    if let Some(path) = &question.plan {
        let plan: Plan = amidst_io::read_text(path)?
            .parse()
            .map_err(|problem| Error::Plan { path: path.clone(), problem })?;
        let is_named = same(&certificate.papers.plan_sha256, path)?;
        let is_of_release = plan.release_sha256.is_none_or(|named| named == sha256);
        claims.push(paired("plan", is_named.map(|is_named| is_named && is_of_release)));
    }
    // What another file holds is not what the certificate speaks of.
    if is_own {
        certificate.judge(question, &mut claims)?;
    }
    Ok(Verified { version: 1, holds: claims.iter().all(|claim| claim.holds != Some(false)), claims })
}

/// Whether a file has the hash that the certificate names, if it names one.
fn same(named: &Option<String>, path: &Path) -> Result<Option<bool>> {
    let found = amidst_io::sha256_of(path)?;
    Ok(named.as_ref().map(|named| *named == found))
}

fn paired(what: &str, holds: Option<bool>) -> Claimed {
    let words = match holds {
        Some(true) => format!("the {what} is the one that the certificate names, by its SHA-256"),
        Some(false) => format!("the {what} is not the one that the certificate names: their SHA-256 differ"),
        None => format!("the certificate names no {what}"),
    };
    // A paper that the certificate does not name is not of its run.
    Claimed { name: what.into(), holds: Some(holds == Some(true)), words }
}

impl Certificate {
    fn read(path: &Path) -> Result<Self> {
        let unusable = |problem: &str| Error::Certificate { path: path.into(), problem: problem.into() };
        let text = amidst_io::read_text(path)?;
        let certificate: Self = serde_json::from_str(&text)
            .map_err(|_| unusable("it is no certificate, as `amidst anonymize --certificate` writes one"))?;
        match certificate.version {
            1 if certificate.asked.privacy.is_empty() => Err(unusable(
                "it claims nothing: `asked.privacy` names no requirement; take it as it was written",
            )),
            1 => Ok(certificate),
            _ => Err(unusable("this program reads version 1; use a newer one")),
        }
    }

    /// Judges the release anew.
    fn judge(&self, question: &Question, claims: &mut Vec<Claimed>) -> Result<()> {
        let spec = self.spec.as_deref().map(Spec::from_toml).transpose()?;
        let names_people = spec.as_ref().is_some_and(|spec| spec.privacy.respondent.is_some());
        let stated = Stated {
            output: &self.output,
            reached: &self.reached,
            risk: &self.risk,
            policy: self.asked.missing,
            reporting: match self.reporting_threshold {
                Some(least) if least > 0 => Reporting::External { least },
                _ => Reporting::Internal,
            },
            counts_people: names_people || self.counted != "rows",
        };
        let missing_sensitive = spec.as_ref().map(|spec| spec.privacy.missing_sensitive).unwrap_or_default();
        let missing = question.release.missing.clone().or(spec.and_then(|spec| spec.input.missing));
        let quasi = self.columns.iter().filter(|column| column.role == "quasi");
        let base = check::Question {
            input: Input { missing, ..question.release.clone() },
            quasi: quasi.map(|column| column.name.clone()).collect(),
            missing_policy: self.asked.missing,
            missing_sensitive,
            may_ask_nothing: true,
            ..check::Question::default()
        };
        claims.extend(stated.judge(&check(&base)?));
        for model in &self.asked.privacy {
            let open = |why: &str| Claimed {
                name: model.model.clone(),
                holds: None,
                words: format!("{} is open: {why}", model.in_words()),
            };
            let asked = match model.question(&base) {
                _ if stated.counts_people => {
                    Err("the release does not tell people apart; only the source can")
                }
                asked => asked,
            };
            claims.push(match asked {
                Err(why) => open(why),
                Ok(asked) => {
                    let found = check(&asked)?;
                    let reached = json!(found.models.last().and_then(|model| model.reached));
                    let is_reached = stated.is_reached(&model.reached, &reached);
                    let words = match (found.holds, is_reached) {
                        (true, true) => "holds in the release".to_owned(),
                        (true, false) => {
                            format!(
                                "reaches {reached} in the release, and the certificate states {}",
                                model.reached
                            )
                        }
                        (false, _) => "fails in the release".to_owned(),
                    };
                    let words = format!("{} {words}", model.in_words());
                    Claimed { name: model.model.clone(), holds: Some(found.holds && is_reached), words }
                }
            });
        }
        Ok(())
    }
}

impl Model {
    fn in_words(&self) -> String {
        let column = self.column.as_ref().map(|name| format!(" of {name:?}")).unwrap_or_default();
        format!("{}{column}, asked {}", self.model, self.asked)
    }

    /// What to ask of the release, or why that cannot be.
    fn question(&self, base: &check::Question) -> std::result::Result<check::Question, &'static str> {
        if self.model == amidst_models::KAnonymity::NAME
            && self.column.is_none()
            && self.combinations.is_none()
        {
            let k = self.asked.as_u64().filter(|&k| k > 0).ok_or("the certificate does not say which k")?;
            return Ok(check::Question { k: Some(k), ..base.clone() });
        }
        if self.combinations.is_some() {
            return Err("it is asked of combinations of columns, which `amidst check --combinations` judges");
        }
        let column =
            self.column.as_ref().filter(|_| OF_THE_FILE.contains(&&*self.model) && self.within.is_empty());
        let column = column.ok_or("it takes more than the release to judge it")?;
        let mut fields = self.parameters.clone();
        fields.insert("model".into(), self.model.clone().into());
        fields.insert("column".into(), column.clone().into());
        let required: Requirement = serde_json::from_value(fields.into())
            .map_err(|_| "the certificate does not say its parameters")?;
        Ok(check::Question { sensitive: vec![column.clone()], require: vec![required], ..base.clone() })
    }
}
