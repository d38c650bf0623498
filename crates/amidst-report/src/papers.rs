//! What is written about a release, paired with it by hashes: plan and report name that of the release, the certificate
//! those of all of them. A run that is killed while it overwrites can leave old files beside new ones, but none that claim
//! to belong together.

use std::path::Path;

use amidst_io::hex;
use amidst_spec::{
    Plan, Result,
    files::{Staged, Target},
};
use sha2::{Digest, Sha256};

use crate::{
    certificate::internal_certificate,
    outcome::{Paired, Released},
    outputs::Outputs,
    plan::plan,
    public_report::PublicView,
    report::html,
};

/// The report of a release, for whoever its papers are for.
pub fn report(released: &Released) -> String {
    html(released)
}

/// The certificate of a release that is in no file, for whoever its papers are for. It names no other paper.
pub fn certificate(released: &Released) -> String {
    let alone = Paired::default();
    let certificate = match PublicView::of(released) {
        Some(outside) => outside.certificate(&alone),
        None => internal_certificate(released, &alone),
    };
    format!("{certificate:#}\n")
}

/// The plan of a release, its paths as a file in the folder writes them; nothing if it was recoded cell by cell.
pub fn plan_in(released: &Released, folder: &Path) -> Option<Plan> {
    (!released.summary.levels.is_empty()).then(|| plan(released, folder))
}

/// Papers on disk, none of them under its name yet.
pub struct Papers {
    /// Plan and report, which are named before the release.
    pub first: Vec<Staged>,
    /// Certificates, which are named when everything is there that they speak of.
    pub last: Vec<Staged>,
    /// Where all of them will be.
    pub names: Vec<String>,
}

impl Papers {
    /// Writes them, down to the disk: a disk that is full now is full before anything is released.
    pub fn stage(released: &Released, outputs: &Outputs) -> Result<Self> {
        let mut first = Vec::new();
        let mut last = Vec::new();
        let stage = |target: &Option<Target>, text: &dyn Fn() -> String, staged: &mut Vec<Staged>| {
            let Some(target) = target else { return Ok(None) };
            let text = text();
            staged.push(target.stage(&text)?);
            Ok::<_, amidst_spec::Error>(Some(hex(&Sha256::digest(&text))))
        };
        let outside = PublicView::of(released);
        let report = || report(released);
        let folder = outputs.plan.as_ref().and_then(|plan| plan.path().parent()).unwrap_or(Path::new(""));
        let mut paired = Paired {
            plan: stage(&outputs.plan, &|| plan(released, folder).to_string(), &mut first)?,
            report: stage(&outputs.report, &report, &mut first)?,
            certificate: None,
        };
        let certificate = || match &outside {
            Some(outside) => outside.certificate(&paired),
            None => internal_certificate(released, &paired),
        };
        let sealed = stage(&outputs.certificate, &|| format!("{:#}\n", certificate()), &mut last)?;
        paired.certificate = sealed;
        stage(
            &outputs.internal_certificate,
            &|| format!("{:#}\n", internal_certificate(released, &paired)),
            &mut last,
        )?;
        let targets = [&outputs.report, &outputs.certificate, &outputs.internal_certificate, &outputs.plan];
        let names = targets.into_iter().flatten().map(|target| target.path().display().to_string()).collect();
        Ok(Self { first, last, names })
    }
}
