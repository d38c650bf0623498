//! A certificate against the bytes that it speaks of: whether files are those of its run, and whether what is claimed of the
//! release can be found in it again. What only the source could tell is said to be open, never taken on trust.

mod certificate;
mod claim;
mod ground;
mod ledger;
mod release;
mod requirement;
mod stated;

use std::path::{Path, PathBuf};

use amidst_core::{Observer, Stage};
use amidst_spec::{Error, Result, plan::Plan, spec::Input};
use serde::Serialize;

use self::{certificate::Certificate, ledger::Ledger, release::Verifier};

use crate::{PublicKey, SigningKey, signature_beside};

pub use ledger::{Figure, Standing};

/// What is to be verified.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The certificate.
    pub certificate: PathBuf,
    /// The release. Files that keep columns apart are looked for beside it.
    pub release: Input,
    /// The plan of the same run.
    pub plan: Option<PathBuf>,
    /// The report of the same run.
    pub report: Option<PathBuf>,
    /// The public key of whoever is said to have signed the certificate.
    pub key: Option<PathBuf>,
    /// The signature, if it is not beside the certificate.
    pub signature: Option<PathBuf>,
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
    /// Every figure that the certificate states, and what became of it.
    pub figures: Vec<Figure>,
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

/// Verifies a certificate. An observer is told how far it is, and asked whether to go on.
pub fn verify(options: &VerifyOptions, observer: &dyn Observer) -> Result<Verified> {
    observer.progress(Stage::Judging, 0, None);
    let (raw, certificate) = Certificate::read(&options.certificate)?;
    let mut ledger = Ledger::new(&raw);
    let sha256 = amidst_io::sha256_of_observed(&options.release.path, observer)?;
    let is_own = sha256 == certificate.output.sha256;
    ledger.compare("/version", certificate::VERSION);
    ledger.compare("/output/sha256", &sha256);
    let mut claims = vec![paired("release", Some(is_own))];
    if let Some(path) = &options.report {
        let is_named = ledger.compare_hash("/papers/report_sha256", path)?;
        claims.push(paired("report", is_named));
    }
    if let Some(path) = &options.plan {
        let plan: Plan = amidst_io::read_text(path)?
            .parse()
            .map_err(|problem| Error::Plan { path: path.clone(), problem })?;
        let is_named = ledger.compare_hash("/papers/plan_sha256", path)?;
        let is_of_release = plan.release_sha256.is_none_or(|named| named == sha256);
        claims.push(paired("plan", is_named.map(|is_named| is_named && is_of_release)));
    }
    claims.extend(signed(options)?);
    // What another file holds is not what the certificate speaks of.
    let mut judged = Vec::new();
    if is_own {
        judged = Verifier::new(&certificate, &options.release, observer)?.judge(&mut ledger)?;
    }
    let figures = ledger.close();
    if is_own {
        claims.extend(describe(&figures));
        claims.extend(judged);
        claims.extend(describe_open(&figures));
    }
    let holds = claims.iter().all(|claim| claim.holds != Some(false));
    Ok(Verified { version: 1, holds, claims, figures })
}

impl Ledger<'_> {
    /// Whether a file has the hash that the certificate names, if it names one.
    fn compare_hash(&mut self, place: &str, path: &Path) -> Result<Option<bool>> {
        let found = amidst_io::sha256_of(path)?;
        self.compare(place, &found);
        Ok(self.stated(place).map(|named| *named == found))
    }
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

/// The signature of a certificate.
///
/// # Errors
/// If it is none, or cannot be read.
pub fn sign_certificate(certificate: &Path, key: &SigningKey) -> Result<Vec<u8>> {
    Certificate::read(certificate)?;
    Ok(key.sign(&amidst_io::bytes_of(certificate)?))
}

/// Whether the certificate, to the byte, was signed with a key; open where there is a signature and no key is named.
fn signed(options: &VerifyOptions) -> Result<Option<Claimed>> {
    let beside = signature_beside(&options.certificate);
    let signature = options.signature.as_deref().unwrap_or(&beside);
    let claimed = |holds, words: &str| Some(Claimed { name: "signature".into(), holds, words: words.into() });
    let Some(key) = &options.key else {
        let is_there = options.signature.is_some() || signature.is_file();
        return Ok(is_there
            .then(|| {
                claimed(None, "there is a signature of the certificate; name the public key to see whose")
            })
            .flatten());
    };
    let key = PublicKey::read(key)?;
    if !signature.is_file() {
        return Ok(claimed(Some(false), "there is no signature of the certificate beside it"));
    }
    let bytes = amidst_io::bytes_of(&options.certificate)?;
    Ok(match key.has_signed(&bytes, &amidst_io::bytes_of(signature)?) {
        true => claimed(Some(true), "the certificate, to the byte, was signed with this key"),
        false => claimed(
            Some(false),
            "the signature is not that of this key over this certificate: the certificate or the signature was changed, or somebody \
             else signed",
        ),
    })
}

/// What figures were found, and each that was not.
fn describe(figures: &[Figure]) -> Vec<Claimed> {
    let of = |standing: Standing| figures.iter().filter(move |figure| figure.standing == standing);
    let found: Vec<String> = of(Standing::Found).map(|figure| dotted(&figure.place)).collect();
    let words = format!("found as the certificate states them: {}", found.join(", "));
    let differs = |figure: &Figure| {
        let words = format!("{}: {}", dotted(&figure.place), figure.why.as_deref().unwrap_or_default());
        Claimed { name: dotted(&figure.place), holds: Some(false), words }
    };
    let all = Claimed { name: "figures".into(), holds: Some(true), words };
    std::iter::once(all).chain(of(Standing::Differs).map(differs)).collect()
}

/// What is open, and why, in as few lines as there are reasons.
fn describe_open(figures: &[Figure]) -> Vec<Claimed> {
    let mut reasons: Vec<(&str, Vec<String>)> = Vec::new();
    for figure in figures.iter().filter(|figure| figure.standing == Standing::Open) {
        let why = figure.why.as_deref().unwrap_or_default();
        let part = dotted(&figure.part);
        match reasons.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, parts)) if parts.contains(&part) => {}
            Some((_, parts)) => parts.push(part),
            None => reasons.push((why, vec![part])),
        }
    }
    let claim = |(why, parts): (&str, Vec<String>)| Claimed {
        name: "open".into(),
        holds: None,
        words: format!("not established: {}; {why}", parts.join(", ")),
    };
    reasons.into_iter().map(claim).collect()
}

/// A place in words of its own: `output.rows`.
fn dotted(place: &str) -> String {
    place.trim_start_matches('/').replace('/', ".").replace("~1", "/").replace("~0", "~")
}
