//! Every figure that a certificate states, and what became of it: found again, at odds with what is found, or open. None is
//! passed over in silence, so that no edit of a number looks verified.

use std::{collections::BTreeMap, fmt};

use serde::Serialize;
use serde_json::Value;

/// How far apart two numbers may be that are written as the same, as a share of them.
const ROUNDING: f64 = 1e-9;

/// What only who has the source can tell.
const SOURCE: &str = "only the source can tell";
/// What no file shows.
const OF_THE_RUN: &str = "it is what the run said of itself";

/// Why figures are open of which nothing else is said, by where they stand.
const RULES: [(&str, &str); 22] = [
    ("/input", SOURCE),
    ("/output/suppressed", SOURCE),
    ("/output/order_key_sha256", "the key of the order was not kept"),
    ("/people", "the release does not tell people apart"),
    ("/households", "the release does not tell households apart"),
    ("/asked", "what was asked stands in the spec, which is not in this certificate"),
    ("/reporting_threshold", "what was asked stands in the spec, which is not in this certificate"),
    ("/solution", SOURCE),
    ("/sensitive", SOURCE),
    ("/risk/before", SOURCE),
    ("/risk/other_reading/before", SOURCE),
    ("/risk", SOURCE),
    ("/loss", SOURCE),
    ("/union", "it takes the earlier releases"),
    ("/plan", SOURCE),
    ("/papers", "give the plan and the report to see whether they are those of this run"),
    ("/spec_hmac_sha256", "it takes the certificate that stayed inside"),
    ("/outside", "it takes the certificate that went outside"),
    ("/program", OF_THE_RUN),
    ("/columns", OF_THE_RUN),
    ("/warnings", OF_THE_RUN),
    ("/audit", OF_THE_RUN),
];

/// What became of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// The files have it as stated.
    Found,
    /// It is not what is found, or not what the certificate states elsewhere.
    Differs,
    /// It cannot be established from these files.
    Open,
}

/// A figure that a certificate states.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// Where it stands, as a JSON pointer.
    pub place: String,
    /// What became of it.
    pub standing: Standing,
    /// What is found instead, or why it is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The part of the certificate that is open as a whole, or the figure itself.
    #[serde(skip)]
    pub part: String,
}

/// The figures of a certificate, while they are looked for.
pub struct Ledger<'c> {
    certificate: &'c Value,
    marked: BTreeMap<String, Figure>,
}

impl<'c> Ledger<'c> {
    pub fn new(certificate: &'c Value) -> Self {
        Self { certificate, marked: BTreeMap::new() }
    }

    /// What is stated at a place, if anything is.
    pub fn stated(&self, place: &str) -> Option<&'c Value> {
        self.certificate.pointer(place).filter(|value| !value.is_null())
    }

    /// Compares what is stated at a place, if anything is, with what is found.
    pub fn compare(&mut self, place: &str, found: impl Serialize) {
        let found = serde_json::to_value(found).expect("figures are JSON");
        if let Some(stated) = self.stated(place) {
            let differs = format!("the certificate states {stated}, and the release has {found}");
            self.mark(place, if is_same(stated, &found) { None } else { Some(differs) });
        }
    }

    /// Compares what is stated to have been asked with what the spec asks.
    pub fn compare_with_spec(&mut self, place: &str, asked: impl Serialize) {
        let asked = serde_json::to_value(asked).expect("figures are JSON");
        if let Some(stated) = self.stated(place) {
            let differs = format!("the certificate states {stated}, and its spec asks for {asked}");
            self.mark(place, if is_same(stated, &asked) { None } else { Some(differs) });
        }
    }

    /// Whether a figure was found.
    pub fn is_found(&self, place: &str) -> bool {
        self.marked.get(place).is_some_and(|figure| figure.standing == Standing::Found)
    }

    /// Compares what is stated at a place, if anything is, with what follows from other parts of the certificate. That both
    /// are the same establishes neither.
    pub fn agree(&mut self, place: &str, other: &str, follows: impl Serialize) {
        let follows = serde_json::to_value(follows).expect("figures are JSON");
        if let Some(stated) = self.stated(place).filter(|stated| !is_same(stated, &follows)) {
            self.mark(place, Some(format!("it is {stated}, and by {other} it is {follows}")));
        }
    }

    /// A figure that is found, or what is wrong about it. What is wrong once stays wrong.
    pub fn mark(&mut self, place: &str, differs: Option<String>) {
        let standing = if differs.is_none() { Standing::Found } else { Standing::Differs };
        self.set(place, standing, differs);
    }

    /// A figure that cannot be established, and why.
    pub fn open(&mut self, place: &str, why: impl fmt::Display) {
        if self.stated(place).is_some() {
            self.set(place, Standing::Open, Some(why.to_string()));
        }
    }

    fn set(&mut self, place: &str, standing: Standing, why: Option<String>) {
        let figure = Figure { place: place.to_owned(), standing, why, part: place.to_owned() };
        let is_wrong = |figure: &Figure| figure.standing == Standing::Differs;
        if !self.marked.get(place).is_some_and(is_wrong) {
            self.marked.insert(place.to_owned(), figure);
        }
    }

    /// All figures. What nobody looked for is open.
    pub fn close(self) -> Vec<Figure> {
        let mut places = Vec::new();
        leaves(self.certificate, &mut String::new(), &mut places);
        let mut marked = self.marked;
        let mut figures: Vec<Figure> = places
            .into_iter()
            .map(|place| marked.remove(&place).unwrap_or_else(|| unmarked(place)))
            .collect();
        figures.extend(marked.into_values());
        figures
    }
}

/// A figure that nobody looked for.
fn unmarked(place: String) -> Figure {
    let is_of =
        |part: &str| place.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let (part, why) = RULES
        .into_iter()
        .find(|(part, _)| is_of(part))
        .unwrap_or((&place, "nothing in these files tells it"));
    let (part, why) = (part.to_owned(), Some(why.to_owned()));
    Figure { place, standing: Standing::Open, why, part }
}

/// Where numbers stand, yes or no, and texts with a digit in them: a text may state figures as well.
fn leaves(value: &Value, place: &mut String, places: &mut Vec<String>) {
    let mut below = |key: &str, value: &Value, places: &mut Vec<String>| {
        let length = place.len();
        *place += "/";
        *place += &key.replace('~', "~0").replace('/', "~1");
        leaves(value, place, places);
        place.truncate(length);
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| below(key, value, places)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(at, value)| below(&at.to_string(), value, places));
        }
        Value::String(text) if !text.contains(|letter: char| letter.is_ascii_digit()) => {}
        Value::Null => {}
        _ => places.push(place.clone()),
    }
}

/// Whether two figures are written as the same.
fn is_same(stated: &Value, found: &Value) -> bool {
    match (stated.as_f64(), found.as_f64()) {
        (Some(stated), Some(found)) => (stated - found).abs() <= ROUNDING * found.abs().max(1.0),
        _ => stated == found,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn standing(certificate: &Value, judge: impl FnOnce(&mut Ledger<'_>)) -> Vec<(String, Standing)> {
        let mut ledger = Ledger::new(certificate);
        judge(&mut ledger);
        ledger.close().into_iter().map(|figure| (figure.place, figure.standing)).collect()
    }

    #[test]
    fn what_nobody_looked_for_is_open() {
        let certificate = json!({ "a/b": [1, "no figure", null], "claim": "k = 2", "holds": true });
        let open = ["/a~1b/0", "/claim", "/holds"].map(|place| (place.to_owned(), Standing::Open));
        assert_eq!(standing(&certificate, |_| {}), open);
    }

    #[test]
    fn a_figure_that_is_wrong_once_stays_wrong() {
        let certificate = json!({ "rows": 5 });
        let judged = standing(&certificate, |ledger| {
            ledger.agree("/rows", "classes", 6);
            ledger.compare("/rows", 5);
            ledger.open("/rows", "nobody knows");
        });
        assert_eq!(judged, [("/rows".to_owned(), Standing::Differs)]);
    }

    #[test]
    fn numbers_that_agree_with_one_another_are_not_found_by_that() {
        let certificate = json!({ "rows": 5 });
        assert_eq!(standing(&certificate, |ledger| ledger.agree("/rows", "classes", 5))[0].1, Standing::Open);
        assert_eq!(standing(&certificate, |ledger| ledger.compare("/rows", 5.0))[0].1, Standing::Found);
    }
}
