//! What the report says, as far as its readers may know it: numbers as texts in its language. Everything that a template shows of a
//! release comes from here, so that none of them decides what may be told.

use amidst_core::Role;
use amidst_spec::{
    reporting::{Bound, Count, Share},
    spec::{Language, MissingPolicy},
};

use super::german;
use crate::{
    messages::{Claim, Message, Numbers, Word},
    outcome::Released,
    public_report::PublicView,
    release::ColumnTransformation,
};

/// A release, and how it is told.
pub struct Facts<'r> {
    /// What was released.
    pub released: &'r Released,
    /// As far as readers outside may know it, if the report is for them.
    pub outside: Option<PublicView<'r>>,
    /// The language.
    pub language: Language,
}

impl<'r> Facts<'r> {
    /// Those of a release.
    pub fn of(released: &'r Released) -> Self {
        Self { released, outside: PublicView::of(released), language: released.spec.report.language }
    }

    /// A sentence of the catalogue.
    pub fn say(&self, message: impl Message) -> String {
        message.say(self.language, &[])
    }

    /// A sentence with what is filled in.
    pub fn say_with(&self, message: impl Message, with: &[(&str, &str)]) -> String {
        message.say(self.language, with)
    }

    /// Whether readers may see the data.
    pub fn is_internal(&self) -> bool {
        self.outside.is_none()
    }

    /// A count, as far as it may be told.
    pub fn count(&self, count: u64) -> String {
        let told = self.outside.as_ref().map_or(Count::Value(count), |outside| outside.count(count));
        self.language.count(told)
    }

    /// So many rows, in words.
    pub fn rows(&self, rows: u64) -> String {
        match (rows, self.is_internal()) {
            (1, true) => self.say(Word::OneRow),
            _ => self.say_with(Word::ManyRows, &[("number", &self.count(rows))]),
        }
    }

    /// A part of a whole, as far as it may be told.
    pub fn share(&self, part: u64, whole: u64) -> String {
        self.language.share(self.share_told(part, whole))
    }

    /// The length of a bar for a part of a whole; what is not told has none.
    pub fn length(&self, part: u64, whole: u64) -> f64 {
        match self.share_told(part, whole) {
            Share::Value(share) => share,
            Share::Below(_) | Share::Withheld => 0.0,
        }
    }

    fn share_told(&self, part: u64, whole: u64) -> Share {
        let plain = || Share::Value(if whole == 0 { 0.0 } else { part as f64 / whole as f64 });
        self.outside.as_ref().map_or_else(plain, |outside| outside.share(part, whole))
    }

    /// A number as per cent that everybody may know.
    pub fn percent(&self, share: f64) -> String {
        self.language.percent(share)
    }

    /// The highest risk before and after, and how long its bars are.
    pub fn highest(&self) -> [(String, f64); 2] {
        let risk = &self.released.summary.risk;
        match &self.outside {
            None => [risk.before.highest, risk.after.highest].map(|risk| (self.percent(risk), risk)),
            Some(outside) => [outside.highest_before(), outside.highest_after()].map(|bound| {
                let length = match bound {
                    Bound::AtMost(most) => most,
                    Bound::Above(least) => least,
                };
                (self.language.bound(bound), length)
            }),
        }
    }

    /// The average risk before and after, and how long its bars are.
    pub fn average(&self) -> [(String, f64); 2] {
        let risk = &self.released.summary.risk;
        [risk.before.average, risk.after.average].map(|average| match &self.outside {
            None => (self.percent(average), average),
            Some(outside) => match outside.average(average) {
                None => (self.language.share(Share::Withheld), 0.0),
                Some(average) => (self.percent(average), average),
            },
        })
    }

    /// A hash of something that stays inside: its kind, and as it may be told.
    pub fn inside_hash(&self, sha256: &str) -> (&'static str, String) {
        match &self.outside {
            None => ("SHA-256", sha256.to_owned()),
            Some(outside) => ("HMAC-SHA-256", outside.keyed(sha256).unwrap_or_default()),
        }
    }

    /// The quasi columns.
    pub fn quasi(&self) -> String {
        self.released.summary.quasi().collect::<Vec<_>>().join(", ")
    }

    /// How a missing cell counts.
    pub fn missing(&self) -> String {
        self.say(match self.released.missing_policy {
            MissingPolicy::OwnValue => Claim::OwnValue,
            MissingPolicy::Wildcard => Claim::AnyValue,
        })
    }

    /// Those a person stands amidst where so many show the same.
    pub fn others(&self, k: u64) -> String {
        match k.saturating_sub(1) {
            1 => self.say(Claim::Other),
            others => self.say_with(Claim::Others, &[("number", &self.language.count(Count::Value(others)))]),
        }
    }

    /// Measures of loss by name.
    pub fn losses(&self) -> Vec<(&str, String)> {
        match &self.outside {
            None => {
                let all = self.released.summary.loss.iter();
                all.map(|(name, value)| (name.as_str(), self.language.measure(*value))).collect()
            }
            Some(outside) => {
                outside.losses().map(|(name, value)| (name, self.language.measure(value))).collect()
            }
        }
    }

    /// The word for a role.
    pub fn role(&self, role: Role) -> String {
        self.say(match role {
            Role::Identifier => Word::Identifier,
            Role::Quasi => Word::Quasi,
            Role::Sensitive => Word::SensitiveRole,
            Role::Other => Word::OtherRole,
        })
    }

    /// What became of a column. English is told in the words of the terminal.
    pub fn done(&self, column: &ColumnTransformation) -> String {
        match (self.language, &self.outside) {
            (Language::English, None) => column.transformation.to_string(),
            (Language::English, Some(_)) => crate::public_report::done(&column.transformation),
            (Language::German, _) => german::technique(&column.transformation, self.is_internal()),
        }
    }
}
