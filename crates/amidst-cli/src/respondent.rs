//! Flags that say who the people of a table are.

use amidst::spec::{OnNobody, Respondent, Semantics, word};
use anyhow::bail;
use clap::Args;

/// Who the people are.
#[derive(Args)]
pub struct RespondentArgs {
    /// The column that tells people apart: every number that speaks of people counts people, not rows.
    #[arg(long, value_name = "COLUMN", help_heading = "Privacy")]
    respondent: Option<String>,
    /// What is known of a respondent: distinct (one row, the default) or profile (all rows together).
    #[arg(long, value_name = "WHICH", value_parser = word::<Semantics>, help_heading = "Privacy")]
    semantics: Option<Semantics>,
    /// What becomes of rows without a respondent: refuse (the default), suppress, or declared (refuse only what is declared
    /// as missing: a code such as NA or 999 is somebody).
    #[arg(long, value_name = "WHAT", value_parser = word::<OnNobody>, help_heading = "Privacy")]
    missing_respondent: Option<OnNobody>,
}

impl RespondentArgs {
    /// Who they are; what flags do not say is as the spec has it.
    ///
    /// # Errors
    /// If flags speak of a respondent that nobody named.
    pub fn over(&self, known: Option<Respondent>) -> anyhow::Result<Option<Respondent>> {
        let known = match (&self.respondent, known) {
            (Some(column), Some(known)) => Respondent { column: column.clone(), ..known },
            (Some(column), None) => Respondent::of(column),
            (None, Some(known)) => known,
            (None, None) if self.semantics.is_some() || self.missing_respondent.is_some() => {
                bail!(
                    "--semantics and --missing-respondent speak of a respondent; name one with --respondent"
                )
            }
            (None, None) => return Ok(None),
        };
        Ok(Some(Respondent {
            semantics: self.semantics.unwrap_or(known.semantics),
            missing: self.missing_respondent.unwrap_or(known.missing),
            ..known
        }))
    }
}
