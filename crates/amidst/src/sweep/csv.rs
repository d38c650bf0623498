//! A sweep as CSV: one line for each point, the keys of the JSON as names of columns.

use super::{PointResult, Sweep, SweepPoint};

/// The names of the columns before those of levels and losses.
const NAMES: [&str; 10] = [
    "algorithm",
    "suppression",
    "k",
    "risk",
    "outcome",
    "objective",
    "suppressed",
    "classes",
    "smallest",
    "gap",
];

impl Sweep {
    /// One line for each point. Where nothing can be released, and where a point has no levels, cells are empty.
    pub fn to_csv(&self) -> String {
        let mut csv = ::csv::Writer::from_writer(Vec::new());
        let mut write = |record: Vec<String>| csv.write_record(record).expect("writing to memory succeeds");
        let names = Names::of(self);
        write(names.header());
        self.points.iter().for_each(|point| write(names.record(point)));
        String::from_utf8(csv.into_inner().expect("flushing to memory succeeds")).expect("names are UTF-8")
    }
}

/// The quasi columns that have levels at some point, and the measures that some point has.
struct Names<'a> {
    levels: Vec<&'a str>,
    losses: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn of(sweep: &'a Sweep) -> Self {
        let mut names = Self { levels: Vec::new(), losses: Vec::new() };
        for result in sweep.points.iter().filter_map(|point| point.result.as_ref()) {
            add(&mut names.levels, result.levels.iter().map(|(name, _)| name));
            add(&mut names.losses, result.loss.iter().map(|(name, _)| name));
        }
        names
    }

    fn header(&self) -> Vec<String> {
        let levels = self.levels.iter().map(|name| format!("levels.{name}"));
        let losses = self.losses.iter().map(|name| format!("loss.{name}"));
        NAMES.map(String::from).into_iter().chain(levels).chain(losses).collect()
    }

    fn record(&self, point: &SweepPoint) -> Vec<String> {
        let SweepPoint { algorithm, suppression, k, risk, outcome, result, .. } = point;
        let asked =
            [algorithm.clone(), suppression.to_string(), k.to_string(), risk.to_string(), (*outcome).into()];
        let result = result.as_ref();
        let told = |tell: fn(&PointResult) -> String| result.map_or_else(String::new, tell);
        let numbers = [
            told(|it| it.objective.value.to_string()),
            told(|it| it.suppressed.to_string()),
            told(|it| it.classes.to_string()),
            told(|it| it.smallest.to_string()),
            told(|it| it.gap.to_string()),
        ];
        let levels = self.levels.iter().map(|name| result.and_then(|it| of(&it.levels, name)));
        let losses = self.losses.iter().map(|name| result.and_then(|it| of(&it.loss, name)));
        let rest = levels.chain(losses).map(Option::unwrap_or_default);
        asked.into_iter().chain(numbers).chain(rest).collect()
    }
}

fn add<'a>(names: &mut Vec<&'a str>, more: impl Iterator<Item = &'a String>) {
    for name in more {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
}

fn of(pairs: &[(String, impl ToString)], wanted: &str) -> Option<String> {
    pairs.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.to_string())
}
