//! Numbers that a certificate states of a release, against those that are found in it and against one another.

use amidst_audit::{Respondents, Subsets};
use amidst_core::{Aborted, Coded};
use amidst_spec::{
    output_control::OutputControl,
    reporting::{Bound, Count, Reporting},
    spec::{Counted, MissingPolicy},
};
use serde_json::Value;

use super::{
    ground::{ClassRisk, Ground},
    ledger::Ledger,
};

/// How far a risk that is told outside may be off by its rounding.
const ROUNDED: f64 = 1e-4;

/// How numbers are stated.
pub struct Numbers {
    pub reporting: Reporting,
    pub policy: MissingPolicy,
    pub counted: Counted,
    /// The k that was asked of rows, groups or people; nothing where it was asked of combinations.
    pub k: Option<u64>,
    /// Rows read, as they are told.
    pub rows_read: u64,
    pub is_fragmented: bool,
    /// Whether k and risk are of people by all their rows together.
    pub is_by_profile: bool,
}

impl Numbers {
    /// Compares what is stated of classes, k and risk.
    pub fn compare(&self, ledger: &mut Ledger<'_>, ground: &Ground) -> Result<(), Aborted> {
        let classes = ground.summed_up()?;
        ledger.compare("/output/rows", self.reporting.count(classes.rows));
        ledger.compare("/output/classes", self.reporting.count(classes.classes));
        let own_value = ground.reached(MissingPolicy::OwnValue)?;
        let wildcard = ground.reached(MissingPolicy::Wildcard)?;
        let lacks_people = self.counted == Counted::People && ground.people()?.is_none();
        let places = [
            ("/reached/k", MissingPolicy::OwnValue, own_value),
            ("/reached/k_wildcard", MissingPolicy::Wildcard, wildcard),
        ];
        for (place, policy, reached) in places {
            match lacks_people {
                true => self.bounded(ledger, place, reached.k),
                false => ledger.compare(place, self.k(policy, reached.k)),
            }
        }
        if self.is_fragmented {
            return Ok(());
        }
        let (asked, other) = match self.policy {
            MissingPolicy::OwnValue => (MissingPolicy::OwnValue, MissingPolicy::Wildcard),
            MissingPolicy::Wildcard => (MissingPolicy::Wildcard, MissingPolicy::OwnValue),
        };
        let (asked, other) = (self.seen(ground, asked)?, self.seen(ground, other)?);
        for (place, reached) in [("/risk/after", asked), ("/risk/other_reading/after", other)] {
            match lacks_people {
                true => self.risk_bounded(ledger, place, reached),
                false => self.risk(ledger, place, reached),
            }
        }
        Ok(())
    }

    /// What is reached by whoever was asked about: people by one row each, or by all their rows.
    pub fn seen(&self, ground: &Ground, policy: MissingPolicy) -> Result<ClassRisk, Aborted> {
        match ground.people()?.filter(|_| self.is_by_profile).map(Respondents::by_profile) {
            Some(people) => Ok(ClassRisk { k: people.k, average: people.average_risk }),
            None => ground.reached(policy),
        }
    }

    /// k as it is told: of what was asked, at least that.
    pub fn k(&self, policy: MissingPolicy, found: u64) -> Count {
        match self.k {
            // Who asks for k where a missing cell is a value like any other has it where it matches all as well.
            Some(asked) if policy == self.policy || policy == MissingPolicy::Wildcard => {
                Count::Value(self.reporting.at_least(asked, found))
            }
            _ => self.reporting.count(found),
        }
    }

    /// A k of people whom the release does not tell apart: a class has no more people than rows.
    pub fn bounded(&self, ledger: &mut Ledger<'_>, place: &str, rows: u64) {
        let Some(stated) = ledger.stated(place).and_then(Value::as_u64) else { return };
        match stated > rows {
            true => ledger.mark(
                place,
                Some(format!(
                    "the certificate states {stated} people, and the smallest class has {rows} rows"
                )),
            ),
            false => ledger.open(place, "the release does not tell people apart"),
        }
    }

    fn risk_bounded(&self, ledger: &mut Ledger<'_>, place: &str, reached: ClassRisk) {
        for (name, least) in [("highest", 1.0 / reached.k.max(1) as f64), ("average", 0.0)] {
            let place = format!("{place}/{name}");
            let stated = ledger.stated(&place).and_then(Value::as_f64);
            match stated.filter(|stated| *stated < least - ROUNDED) {
                Some(stated) => ledger.mark(
                    &place,
                    Some(format!("the certificate states {stated}, and by the rows of its smallest class it is {least} or more")),
                ),
                None => ledger.open(&place, "the release does not tell people apart"),
            }
        }
    }

    /// The risk as it is told, compared with what is stated.
    pub fn risk(&self, ledger: &mut Ledger<'_>, place: &str, reached: ClassRisk) {
        let highest = if reached.k == 0 { 0.0 } else { 1.0 / reached.k as f64 };
        let [highest_place, average_place] = ["highest", "average"].map(|name| format!("{place}/{name}"));
        match self.reporting {
            Reporting::Internal => {
                ledger.compare(&highest_place, highest);
                ledger.compare(&average_place, reached.average);
            }
            Reporting::External { .. } => {
                ledger.compare(&highest_place, Bound::of(self.k(self.policy, reached.k)));
                let control = OutputControl::new(self.reporting, self.rows_read);
                ledger.compare(&average_place, control.measure_if_seen(reached.average));
            }
        }
    }

    /// What combinations of quasi columns reach.
    pub fn combinations(
        &self,
        ledger: &mut Ledger<'_>,
        place: &str,
        quasi: &[String],
        ground: &Ground,
    ) -> Result<(), Aborted> {
        let columns: Vec<&Coded> = ground.classes.iter().collect();
        let subsets = Subsets::of(ground.rows, &columns, ground.observer)?;
        ledger.compare(&format!("{place}/k_all"), self.reporting.count(ground.summed_up()?.k));
        let stated = ledger.stated(&format!("{place}/combinations")).and_then(Value::as_array);
        let mut least = u64::MAX;
        for (at, one) in stated.into_iter().flatten().enumerate() {
            let names = one["columns"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let places: Option<Vec<usize>> =
                names.map(|name| quasi.iter().position(|column| column == name)).collect();
            let (Some(places), Some(asked)) = (places, one["asked"].as_u64()) else { continue };
            let reached = self.reporting.at_least(asked, subsets.below(&places, asked).1);
            ledger.compare(&format!("{place}/combinations/{at}/reached"), reached);
            ledger.compare(&format!("{place}/combinations/{at}/holds"), reached >= asked);
            least = least.min(reached);
        }
        ledger.compare(&format!("{place}/reached"), least);
        Ok(())
    }
}

/// Compares numbers that follow from one another. The height is the sum of the levels where columns are known to weigh alike.
pub fn agree(ledger: &mut Ledger<'_>, columns_weigh_alike: bool) {
    let number = |ledger: &Ledger<'_>, place: &str| ledger.stated(place).and_then(Value::as_f64);
    let [read, released, suppressed] =
        ["/input/rows", "/output/rows", "/output/suppressed"].map(|place| number(ledger, place));
    let is_internal = ledger.stated("/reporting_threshold").is_none();
    if let (Some(read), Some(released), true) = (read, released, is_internal) {
        ledger.agree("/output/suppressed", "the rows read and released", read - released);
    }
    if let (Some(read), Some(suppressed), true) = (read, suppressed, is_internal) {
        ledger.agree("/loss/suppression", "the rows read and suppressed", suppressed / read.max(1.0));
    }
    let objective = ledger.stated("/solution/objective/name").and_then(Value::as_str);
    if let Some(loss) = objective.and_then(|name| number(ledger, &format!("/loss/{name}"))) {
        ledger.agree("/solution/objective/value", "its loss", loss);
    }
    let levels = ledger.stated("/solution/levels").and_then(Value::as_object);
    if let Some(levels) = levels.filter(|levels| columns_weigh_alike && !levels.is_empty()) {
        ledger.agree("/loss/height", "the levels", levels.values().filter_map(Value::as_f64).sum::<f64>());
    }
}
