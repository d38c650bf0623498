//! Flags of what stands in a report besides what was found.

use amidst::spec::{Form, Language, ReportSpec};
use clap::{Args, ValueEnum};

use crate::args::replace;

/// What only people know of a report, its language and its annexes.
#[derive(Args)]
pub struct ReportArgs {
    /// In the report: what the table is called; a blank line if not given.
    #[arg(long, value_name = "TEXT", help_heading = "Report")]
    dataset: Option<String>,
    /// In the report: who answers for the release.
    #[arg(long, value_name = "NAME", help_heading = "Report")]
    author: Option<String>,
    /// In the report: the date, as it is to be shown.
    #[arg(long, value_name = "DATE", help_heading = "Report")]
    date: Option<String>,
    /// In the report: who receives the release, and what for.
    #[arg(long, value_name = "TEXT", help_heading = "Report")]
    recipients: Option<String>,
    /// The language of the report.
    #[arg(long, value_enum, help_heading = "Report")]
    language: Option<LanguageWord>,
    /// Annexes of the report, shaped for readers who expect them.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FORM", help_heading = "Report")]
    form: Vec<FormWord>,
}

/// A language, on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum LanguageWord {
    /// English.
    En,
    /// German.
    De,
}

/// An annex, on the command line.
#[derive(Clone, Copy, ValueEnum)]
enum FormWord {
    /// European Medicines Agency and Health Canada.
    Ema,
    /// HIPAA, the eighteen identifiers.
    SafeHarbor,
    /// HIPAA, an expert's determination.
    ExpertDetermination,
}

impl From<LanguageWord> for Language {
    fn from(word: LanguageWord) -> Self {
        match word {
            LanguageWord::En => Self::English,
            LanguageWord::De => Self::German,
        }
    }
}

impl From<FormWord> for Form {
    fn from(word: FormWord) -> Self {
        match word {
            FormWord::Ema => Self::Ema,
            FormWord::SafeHarbor => Self::SafeHarbor,
            FormWord::ExpertDetermination => Self::ExpertDetermination,
        }
    }
}

impl ReportArgs {
    /// Lets flags, where given, speak over what a spec says.
    pub fn speak_over(&self, spec: &mut ReportSpec) {
        replace(&mut spec.dataset, &self.dataset);
        replace(&mut spec.author, &self.author);
        replace(&mut spec.date, &self.date);
        replace(&mut spec.recipients, &self.recipients);
        if let Some(language) = self.language {
            spec.language = language.into();
        }
        if !self.form.is_empty() {
            spec.forms = self.form.iter().copied().map(Form::from).collect();
        }
    }

    /// What they say where there is no spec.
    pub fn spec(&self) -> ReportSpec {
        let mut spec = ReportSpec::default();
        self.speak_over(&mut spec);
        spec
    }
}
