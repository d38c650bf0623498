//! The report for readers outside.

use std::fmt::{self, Write};

use amidst_render::{escaped, row};
use amidst_spec::{
    reporting::{self, Bound, Share},
    spec::{Counted, MissingPolicy},
};

use super::{PublicView, done};
use crate::{release::NOTHING_LEFT, report};

impl PublicView<'_> {
    /// The report.
    pub fn html(&self) -> String {
        let mut page = String::new();
        self.write_page(&mut page).expect("writing to a string succeeds");
        page
    }

    fn write_page(&self, page: &mut String) -> fmt::Result {
        report::begin(page)?;
        report::nothing_left(page, self.released)?;
        self.write_claim(page)?;
        write!(
            page,
            "<p>For readers outside: counts below {0} are not told, all others are rounded down to multiples of {0}.</p>",
            self.least
        )?;
        self.write_numbers(page)?;
        self.write_columns(page)?;
        self.write_losses(page)?;
        self.write_audit(page)?;
        report::limits(page, &self.released.summary)?;
        report::provenance(page, self.released, |sha256| {
            ("HMAC-SHA-256", self.keyed(sha256).unwrap_or_default())
        })?;
        page.push_str("</body></html>\n");
        Ok(())
    }

    fn write_claim(&self, page: &mut String) -> fmt::Result {
        let asked = self.released.summary.privacy.k.asked;
        let quasi: Vec<String> = self.released.summary.quasi().map(escaped).collect();
        let missing = match self.released.missing_policy {
            MissingPolicy::OwnValue => "a value of its own",
            MissingPolicy::Wildcard => "any value",
        };
        match self.combined() {
            Some(combined) => write!(
                page,
                "<p class=\"claim\">In this release <b>{}</b> (asked: {asked}; a missing cell counts as {missing}).</p>\
                 <p class=\"warn\">This is not k-anonymity over {}: {}.</p>",
                escaped(&combined.claim()),
                quasi.join(", "),
                escaped(&self.caveat(&combined))
            ),
            None if self.released.summary.is_fragmented() => {
                report::groups(page, &quasi, &self.k().to_string(), asked)
            }
            None => write!(
                page,
                "<p class=\"claim\">In this release every combination of values in <b>{}</b> appears in at least \
                 <b>{}</b> {} (asked: {asked}; a missing cell counts as {missing}).</p>",
                quasi.join(", "),
                self.k(),
                self.in_rows()
            ),
        }
    }

    fn write_numbers(&self, page: &mut String) -> fmt::Result {
        let summary = &self.released.summary;
        let count = |count: u64| escaped(&self.control.count(count).to_string());
        page.push_str("<h2>In numbers</h2><table>");
        row(page, "Rows read", count(summary.rows.r#in))?;
        row(page, "Rows released", count(summary.rows.out))?;
        row(
            page,
            "Rows suppressed",
            format!("{} ({})", count(summary.rows.suppressed), percent(self.suppressed())),
        )?;
        row(page, "Classes released", count(summary.classes))?;
        for model in &summary.privacy.models {
            let verdict = model.verdict();
            row(page, &escaped(&model.describe_requirement()), verdict)?;
        }
        row(page, "Highest risk before", risk(self.highest_before()))?;
        row(page, "Highest risk after", risk(self.highest_after()))?;
        for (name, average) in
            [("before", summary.risk.before.average), ("after", summary.risk.after.average)]
        {
            let told = self.control.measure_if_seen(average);
            let told = told.map(|average| format!("about {:.0} %", 100.0 * average));
            row(page, &format!("Average risk {name}"), told.unwrap_or_else(|| Share::Withheld.to_string()))?;
        }
        page.push_str("</table>");
        report::risk_words(page, summary.counted)
    }

    /// What a combination of values appears in, as often as k says.
    fn in_rows(&self) -> &'static str {
        match self.released.summary.counted {
            Counted::Rows => "rows",
            Counted::People => "people's rows",
        }
    }

    fn write_columns(&self, page: &mut String) -> fmt::Result {
        page.push_str("<h2>Columns</h2><table><tr><th>Column</th><th>Role</th><th>What was done</th></tr>");
        for column in &self.released.columns {
            let (name, done) = (escaped(&column.name), escaped(&done(&column.transformation)));
            write!(page, "<tr><td>{name}</td><td>{}</td><td>{done}</td></tr>", column.role)?;
        }
        page.push_str("</table>");
        for caveat in self.released.summary.caveats.iter().filter(|caveat| *caveat != NOTHING_LEFT) {
            write!(page, "<p class=\"warn\">{}</p>", escaped(caveat))?;
        }
        Ok(())
    }

    fn write_losses(&self, page: &mut String) -> fmt::Result {
        page.push_str("<h2>What it cost</h2><table><tr><th>Measure</th><th class=\"n\">Value</th></tr>");
        for (name, value) in self.losses() {
            write!(page, "<tr><td>{}</td><td class=\"n\">{value:.2}</td></tr>", escaped(name))?;
        }
        page.push_str("</table>");
        Ok(())
    }

    fn write_audit(&self, page: &mut String) -> fmt::Result {
        page.push_str("<h2>Verified on the bytes written</h2><table>");
        for check in &self.released.audit.checks {
            let mark = if check.holds { "holds" } else { "fails" };
            write!(page, "<tr><td>{}</td><td>{mark}</td></tr>", self.verified(check.name))?;
        }
        page.push_str("</table>");
        Ok(())
    }
}

pub(super) fn percent(share: Share) -> String {
    match share {
        Share::Value(share) => reporting::percent(share),
        Share::Below(share) => format!("less than {}", reporting::percent(share)),
        Share::Withheld => share.to_string(),
    }
}

pub(super) fn risk(bound: Bound) -> String {
    match bound {
        Bound::AtMost(most) => format!("at most {}", reporting::percent(most)),
        Bound::Above(least) => format!("above {}", reporting::percent(least)),
    }
}
