//! A release as it may be told outside the house: no small count, and none that could be worked out from others.
//!
//! What is told here is put together from what may be told, not made by leaving out what may not: a number that becomes part
//! of the summary or the report one day is not told until somebody decides how.

mod audience;
mod json;
mod render;

use amidst_audit::Check;
use amidst_spec::{
    combinations::CombinationResults,
    output_control::OutputControl,
    reporting::{Bound, Count, Reporting, Share},
    spec::{Language, MissingPolicy},
};
use amidst_verify::claim::{groups_claim, k_claim_outside};

use crate::{
    messages::{Message, Verified},
    outcome::Released,
    release::Transformation,
    summary::KResult,
};

/// A release and whom it is told.
pub struct PublicView<'r> {
    released: &'r Released,
    control: OutputControl,
    least: u64,
}

impl<'r> PublicView<'r> {
    /// The release, if it is told to outsiders.
    pub fn of(released: &'r Released) -> Option<Self> {
        let Reporting::External { least } = released.reporting else { return None };
        let control = OutputControl::new(released.reporting, released.summary.rows.r#in);
        Some(Self { released, control, least })
    }

    /// What a hash of something that stays inside is told as.
    pub fn keyed(&self, sha256: &str) -> Option<String> {
        self.released.source_key.as_ref().map(|key| key.of(sha256))
    }

    fn suppressed(&self) -> Share {
        let rows = self.released.summary.rows;
        self.control.share(rows.suppressed, rows.r#in)
    }

    /// A number of rows that is at least what was asked.
    fn at_least(&self, asked: u64, reached: u64) -> u64 {
        self.released.reporting.at_least(asked, reached)
    }

    /// What may be said of k: it is at least this.
    pub fn k(&self) -> u64 {
        let KResult { asked, reached, .. } = &self.released.summary.privacy.k;
        self.at_least(*asked, *reached)
    }

    /// The smallest class under both readings of missing cells. What was not asked of it is told as any count.
    fn smallest(&self) -> [Count; 2] {
        let (audit, reached) = (&self.released.audit, &self.released.summary.privacy.k);
        let is_asked = reached.combined.is_none();
        let is_own = self.is_own_value();
        let told = |k: u64, is_asked: bool| match is_asked {
            true => Count::Value(self.at_least(reached.asked, k)),
            false => self.control.count(k),
        };
        [told(audit.k, is_asked && is_own), told(audit.k_wildcard, is_asked)]
    }

    /// Whether a missing cell is read as a value of its own.
    fn is_own_value(&self) -> bool {
        self.released.missing_policy == MissingPolicy::OwnValue
    }

    /// What may be claimed of k.
    fn k_claim(&self) -> String {
        match self.combined() {
            None if self.released.summary.is_fragmented() => groups_claim(&format!("k = {}", self.k())),
            None => k_claim_outside(self.k(), self.released.summary.counted),
            Some(combined) => format!("{}; {}", combined.claim(), self.caveat(&combined)),
        }
    }

    /// What combinations reach, as far as it may be told.
    pub fn combined(&self) -> Option<CombinationResults> {
        let mut combined = self.released.summary.privacy.k.combined.clone()?;
        for one in &mut combined.combinations {
            one.reached = self.at_least(one.asked, one.reached);
        }
        Some(combined)
    }

    /// What must be said besides.
    pub fn caveat(&self, combined: &CombinationResults) -> String {
        let over_all = match self.control.count(combined.k_all) {
            Count::Value(k) => format!("over all of them k is at least {k}"),
            Count::Below(least) => format!("over all of them k is below {least}"),
        };
        format!("all quasi columns together may single people out: {over_all}")
    }

    /// The highest risk in the source: one over its smallest class, if that may be told.
    pub fn highest_before(&self) -> Bound {
        let highest = self.released.summary.risk.before.highest;
        let smallest = if highest > 0.0 { (1.0 / highest).round() as u64 } else { 0 };
        Bound::of(self.control.count(smallest))
    }

    /// The highest risk in the release: one over what was asked, where k over all quasi columns was. Fragments leave it as it
    /// was.
    pub fn highest_after(&self) -> Bound {
        if self.released.summary.is_fragmented() {
            return self.highest_before();
        }
        if self.released.summary.privacy.k.is_by_profile() {
            return Bound::of(Count::Value(self.k()));
        }
        let [own_value, wildcard] = self.smallest();
        Bound::of(if self.is_own_value() { own_value } else { wildcard })
    }

    /// Measures of loss. Sums over rows and classes are left out: counts could be worked out from them.
    pub fn losses(&self) -> impl Iterator<Item = (&str, f64)> {
        let told = |(name, value): &'r (String, f64)| Some((name.as_str(), self.loss(name, *value)?));
        self.released.summary.loss.iter().filter_map(told)
    }

    fn loss(&self, name: &str, value: f64) -> Option<f64> {
        match name {
            "height" => Some(value),
            "loss" | "precision" | "gcp" | "normalized-entropy" | "classification" => {
                self.control.measure_if_seen(value)
            }
            _ => None,
        }
    }

    /// How much better is possible, rounded up.
    pub fn gap(&self) -> f64 {
        ((100.0 * self.released.summary.gap).ceil() / 100.0).min(1.0)
    }

    /// What a check that holds means, without what it counted.
    fn verified(&self, check: Check) -> &'static str {
        Verified::of(check, &self.released.summary).template(Language::English)
    }

    /// A count, as far as it may be told.
    pub fn count(&self, count: u64) -> Count {
        self.control.count(count)
    }

    /// A part of a whole, as far as it may be told.
    pub fn share(&self, part: u64, whole: u64) -> Share {
        self.control.share(part, whole)
    }

    /// An average risk; nothing if what may be told of it would read as none.
    pub fn average(&self, average: f64) -> Option<f64> {
        self.control.measure_if_seen(average)
    }

    /// The least count that is told.
    pub fn least(&self) -> u64 {
        self.least
    }
}

/// What became of a column, without how many labels are left.
pub fn done(transformation: &Transformation) -> String {
    match transformation {
        Transformation::Generalized { level, height, recipe, .. } if *level > 0 && level < height => {
            format!("generalized to level {level} of {height} ({recipe})")
        }
        Transformation::Recoded { is_by_cuts: true, shown_as, .. } => format!("recoded by cuts ({shown_as})"),
        Transformation::Recoded { shown_as, .. } => format!("recoded cell by cell ({shown_as})"),
        Transformation::Averaged { aggregate, .. } => format!("replaced by the {aggregate} of each class"),
        Transformation::Viewed { recoded, file } => {
            format!("{}; in a view of its own, {file}", done(recoded))
        }
        transformation => transformation.to_string(),
    }
}
