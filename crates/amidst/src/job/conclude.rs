//! A release that passed its audit: what is said of it is put together, and it is let go.

use std::time::Instant;

use amidst_core::Observer;
use amidst_io::hex;
use amidst_release::{AuditedRelease, NOTHING_LEFT, is_nothing_left};
use amidst_report::source_key::SourceKey;
use amidst_spec::{Result, scheme::RecodingScheme, validated::ValidatedSpec};
use sha2::{Digest, Sha256};

use super::{
    Dataset, Job, RecodingSolution, alternative,
    figures::{side_tables, summary},
    of_source::OfSource,
};
use crate::{
    outcome::{Answer, Released},
    outputs::Outputs,
    papers::Papers,
    summary::{HouseholdsResult, ModelResult, Seconds, Union},
};

/// Everything that a run has come to.
pub(crate) struct Concluding<'a> {
    /// The table, or its summary.
    pub read: &'a mut Dataset,
    /// What was found out about its values.
    pub of_source: OfSource,
    /// In how many parts it was read, if it was never held as a whole.
    pub parts: Option<u64>,
    pub solved: &'a RecodingSolution,
    pub validated: &'a ValidatedSpec,
    pub outputs: &'a Outputs,
    pub audited: AuditedRelease,
    pub audit: amidst_audit::Report,
    pub union: Option<Union>,
    pub households: Option<HouseholdsResult>,
    /// The rows of each file beside the release.
    pub rows_beside: Vec<u64>,
    /// Cells that a spreadsheet would run as formulas.
    pub formulas: u64,
    pub order_key_sha256: Option<String>,
    pub seconds: Seconds,
    pub begun: Instant,
}

impl Job {
    /// Writes the papers of a release and lets it go.
    pub(crate) fn conclude(&self, run: Concluding<'_>, observer: &dyn Observer) -> Result<Answer> {
        let Concluding { read, of_source, solved, validated, outputs, audited, audit, .. } = run;
        let spec_toml = self.spec.to_toml();
        let columns = solved.fates(&read.roles, |column| outputs.file_of(column));
        let mut summary = summary(solved, validated, read, of_source, &audit, outputs, run.seconds);
        summary.households = run.households;
        summary.parts = run.parts;
        let side_tables = side_tables(&audit, outputs, &run.rows_beside);
        match validated.recoding {
            RecodingScheme::Fragments => summary.fragments = side_tables,
            _ => summary.views = side_tables,
        }
        if is_nothing_left(&columns) {
            summary.warnings.insert(0, NOTHING_LEFT.into());
            summary.caveats.insert(0, NOTHING_LEFT.into());
        }
        if let Some(applied) = &self.applied {
            applied.note(&mut summary, &columns, run.union);
        }
        let self_judged: Vec<String> =
            summary.privacy.models.iter().filter_map(ModelResult::caveat).collect();
        summary.caveats.extend(self_judged.iter().cloned());
        summary.warnings.extend(self_judged);
        summary.warnings.extend(outputs.lost_key().map(String::from));
        if run.formulas > 0 {
            summary.warnings.push(describe_formulas(run.formulas));
            summary.caveats.push(
                "some cells begin as formulas do: a spreadsheet would run them; read the file as text".into(),
            );
        }
        let mut released = Released {
            summary,
            columns,
            audit,
            spec_sha256: hex(&Sha256::digest(&spec_toml)),
            spec_toml,
            spec: self.spec.clone(),
            source_sha256: read.sha256.clone(),
            source_key: outputs.reporting.is_external().then(SourceKey::draw).transpose()?,
            layout: read.layout.clone(),
            missing_policy: validated.missing_policy,
            order: validated.order,
            order_key_sha256: run.order_key_sha256,
            reporting: outputs.reporting,
            beside: Vec::new(),
            tables: Vec::new(),
        };
        observer.go_on()?;
        let Papers { first, last, names } = Papers::stage(&released, outputs)?;
        (released.beside, released.tables) = (names, audited.publish(first, last, observer)?);
        let is_told = !outputs.reporting.is_external() && self.applied.is_none();
        if self.looks_further && is_told {
            released.summary.alternative =
                alternative::alternative(read, validated, solved, run.begun, observer);
        }
        Ok(Answer::Released(Box::new(released)))
    }
}

fn describe_formulas(formulas: u64) -> String {
    format!(
        "{} with =, +, -, @ or a control character and {}: a spreadsheet would run {}; set spreadsheet = true in \
         [output] to put an apostrophe before each",
        if formulas == 1 { "1 cell begins".to_owned() } else { format!("{formulas} cells begin") },
        if formulas == 1 { "is no number" } else { "are no numbers" },
        if formulas == 1 { "it as a formula" } else { "them as formulas" }
    )
}
