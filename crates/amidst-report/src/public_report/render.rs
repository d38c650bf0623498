//! What is said of a release in a terminal whose readers are outside: what its papers tell, and no more.

use amidst_spec::reporting::{self, Bound, Count, Reporting, Share, grouped};
use amidst_verify::claim::model_claim_outside;

use super::{PublicView, done};
use crate::{outcome::Infeasible, release::NOTHING_LEFT, source_key::LOST_KEY, summary::Repeated};

impl PublicView<'_> {
    /// What was done, in words.
    pub fn describe(&self) -> String {
        let is_empty = self.released.summary.caveats.iter().any(|caveat| caveat == NOTHING_LEFT);
        let nothing_left = if is_empty { sentence(NOTHING_LEFT) } else { String::new() };
        [nothing_left, self.columns(), self.warnings(), self.rows(), self.reached(), self.cost()].concat()
    }

    /// The caveats of the papers, and what whoever releases must know and tells nothing of the data; that there is more, if so.
    fn warnings(&self) -> String {
        let summary = &self.released.summary;
        let is_told = |warning: &&String| *warning == LOST_KEY || summary.caveats.contains(warning);
        let lost_key = summary.warnings.iter().filter(|warning| *warning == LOST_KEY).cloned();
        let caveats = summary.caveats.iter().filter(|caveat| *caveat != NOTHING_LEFT).cloned();
        let repeated = summary.repeated.iter().map(Repeated::warning_outside);
        let more = summary.warnings.iter().any(|warning| !is_told(&warning));
        let more = more.then(|| {
            "there are warnings that tell of the data; write audience = \"internal\" to read them".into()
        });
        repeated.chain(caveats).chain(lost_key).chain(more).map(|it| format!("Warning: {it}.\n")).collect()
    }

    fn columns(&self) -> String {
        let columns = &self.released.columns;
        let width = columns.iter().map(|column| column.name.chars().count()).max().unwrap_or(0);
        let line = |column: &crate::release::ColumnTransformation| {
            format!("  {:width$}  {:10}  {}\n", column.name, column.role.name(), done(&column.transformation))
        };
        columns.iter().map(line).collect()
    }

    fn rows(&self) -> String {
        let summary = &self.released.summary;
        let count = |count: u64| describe(self.control.count(count));
        let rows = summary.rows;
        let people = rows.people_in.zip(rows.people_out).map_or_else(String::new, |(read, out)| {
            format!("Of {} people read, {} are released.\n", count(read), count(out))
        });
        format!(
            "\n{} rows read, {} released in {} {}, {} suppressed ({}).\n{people}Counts below {least} are not told, all others \
             are rounded down to multiples of {least}; internal_certificate in [output] keeps them as they are.\n",
            count(rows.r#in),
            count(rows.out),
            count(summary.classes),
            if summary.is_fragmented() { "groups" } else { "classes" },
            count(rows.suppressed),
            percent(self.suppressed()),
            least = self.least,
        )
    }

    fn reached(&self) -> String {
        let summary = &self.released.summary;
        let models = summary.privacy.models.iter().map(|model| sentence(&model_claim_outside(model)));
        let union = summary.union.as_ref().map(|union| {
            let holds = if union.holds { "holds" } else { "fails" };
            format!(
                "On rows of this and earlier releases, counted as one table, k {holds}; the joint k of people who are in several \
                 of them is not known.\n"
            )
        });
        let k = format!(
            "{}, verified on the bytes written. Highest risk of being singled out by the quasi columns: {} before, {} after",
            self.k_claim(),
            risk(self.highest_before()),
            risk(self.highest_after())
        );
        std::iter::once(sentence(&k)).chain(models).chain(union).collect()
    }

    fn cost(&self) -> String {
        let summary = &self.released.summary;
        let name = &summary.objective.name;
        let value = match self.loss(name, summary.objective.value) {
            Some(value) => format!("{name} = {value}"),
            None => format!("{name} is not told"),
        };
        let least = match summary.optimal {
            true => "the least possible (proved)".to_owned(),
            false if summary.plan.is_some() => "with the levels of the plan".to_owned(),
            false => {
                format!("not proved optimal; at most {} less is possible", reporting::percent(self.gap()))
            }
        };
        format!("{value}, {least}.\n")
    }
}

/// Why nothing was released: that it was not, and what to do.
pub fn infeasible(answer: &Infeasible, reporting: Reporting) -> String {
    let found = match answer.outcome {
        "stopped" => "the search was stopped before it found a release",
        _ => "what is asked is out of reach",
    };
    format!(
        "{found} of {} rows; ask for less or allow more suppression. How much is missing is not told to readers outside: write audience = \"internal\" to see it",
        describe(reporting.count(answer.rows))
    )
}

fn describe(count: Count) -> String {
    match count {
        Count::Value(count) => grouped(count),
        Count::Below(least) => format!("fewer than {least}"),
    }
}

fn sentence(words: &str) -> String {
    let mut signs = words.chars();
    signs.next().into_iter().flat_map(char::to_uppercase).chain(signs).chain(".\n".chars()).collect()
}

fn percent(share: Share) -> String {
    match share {
        Share::Value(share) => reporting::percent(share),
        Share::Below(share) => format!("less than {}", reporting::percent(share)),
        Share::Withheld => share.to_string(),
    }
}

fn risk(bound: Bound) -> String {
    match bound {
        Bound::AtMost(most) => format!("at most {}", reporting::percent(most)),
        Bound::Above(least) => format!("above {}", reporting::percent(least)),
    }
}
