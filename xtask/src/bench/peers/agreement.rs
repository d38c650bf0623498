//! Whether `amidst check` and pyCANON say the same of a table, and where not, exactly how they differ.
//!
//! Every way in which they differ is asserted, and must be met: a way that is never met is no longer true.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{
    super::Bench,
    counts::{Counts, Texts},
};

/// What counts as the same, in proportion to numbers above 1.
const TOLERANCE: f64 = 1e-9;

/// A measure, and how pyCANON's number of it follows from ours.
type Relation = (&'static str, &'static str);

const DIFFERENT_UNIT: Relation =
    ("delta", "natural logarithms, absent values skipped: ours of that reading times ln 2");
const ROUNDED_DOWN: Relation = ("entropy_l", "ours rounded down");
const ONE_TOO_SMALL: Relation =
    ("entropy_l", "one too small: ours is whole, its rounding errors are rounded down");
const NO_DIVISION: Relation = ("t", "divides by zero: a number that all rows share; ours is 0");
const SOME_BETA: Relation =
    ("enhanced_beta", "min(beta, largest −ln q), though no beta is enough; ours is ∞");
const UPWARDS: Relation =
    ("recursive_c", "1, or 2 if a class has just l values, all as often: counts upwards; too small");
const NO_C: Relation = ("recursive_c", "none where l is 1");
const NO_C_JOINTLY: Relation =
    ("recursive_c", "overflows: l is not counted jointly, and a joint class has fewer values");

const DIFFERENCES: [Relation; 8] =
    [DIFFERENT_UNIT, ROUNDED_DOWN, ONE_TOO_SMALL, NO_DIVISION, SOME_BETA, UPWARDS, NO_C, NO_C_JOINTLY];

const EQUAL: &str = "equal";

/// What pyCANON was asked about a table, and said.
pub struct Query {
    table: PathBuf,
    quasi: Vec<String>,
    sensitive: Vec<String>,
    /// Of each sensitive column, whether it is a number to pyCANON.
    numeric: Vec<bool>,
    joint: bool,
    said: Value,
}

/// How often each measure stood in each relation.
#[derive(Default)]
pub struct AgreementCounts(BTreeMap<(&'static str, &'static str), u64>);

impl Query {
    pub fn from_json(ask: &Value) -> Result<Self> {
        let texts = |key: &str| -> Result<Vec<String>> {
            let items = ask[key].as_array().with_context(|| format!("no {key}"))?;
            items.iter().map(|item| item.as_str().map(str::to_owned).context("no text")).collect()
        };
        Ok(Self {
            table: ask["table"].as_str().context("no table")?.into(),
            quasi: texts("quasi")?,
            sensitive: texts("sensitive")?,
            numeric: ask["numeric"].as_array().context("no kinds")?.iter().map(|it| it == true).collect(),
            joint: ask["joint"] == true,
            said: ask["said"].clone(),
        })
    }

    /// Asks the same of `amidst check`, and compares all numbers.
    pub fn compare(&self, bench: &Bench, tally: &mut AgreementCounts) -> Result<()> {
        let ours = self.ours(bench)?;
        let counts = self.counts(self.joint)?;
        let plain_l = self.counts(false)?.iter().map(Counts::least_values).min();
        let plain_l = plain_l.context("no sensitive column")? as f64;
        let Self { table, sensitive, joint, .. } = self;
        Compared { ask: self, ours: &ours, counts: &counts, plain_l }
            .all(tally)
            .with_context(|| format!("{} of {sensitive:?}, joint: {joint}", table.display()))
    }

    fn ours(&self, bench: &Bench) -> Result<Value> {
        let mut command = check(bench, &self.table, &self.quasi.join(","), &self.sensitive.join(","));
        let output = command.arg("--all").args(self.joint.then_some("--joint")).output()?;
        ensure!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice(&output.stdout).context("--json prints JSON")
    }

    /// The counts of each sensitive column; jointly, the others help to form its classes.
    fn counts(&self, joint: bool) -> Result<Vec<Counts>> {
        let texts = Texts::read(&self.table)?;
        let of = |column: &String| {
            let others = self.sensitive.iter().filter(|other| joint && *other != column);
            let class: Vec<&str> = self.quasi.iter().chain(others).map(String::as_str).collect();
            Counts::of(&texts, &class, column)
        };
        self.sensitive.iter().map(of).collect()
    }
}

/// The command that both the comparison and the timing run.
pub fn check(bench: &Bench, table: &Path, quasi: &str, sensitive: &str) -> Command {
    let mut command = Command::new(bench.programs.join("amidst"));
    command.arg("check").arg(table).args(["--quasi", quasi, "--sensitive", sensitive, "--json"]);
    command
}

/// What both say, and what is so.
struct Compared<'a> {
    ask: &'a Query,
    ours: &'a Value,
    counts: &'a [Counts],
    /// The l of classes that only quasi columns form.
    plain_l: f64,
}

impl Compared<'_> {
    fn all(&self, tally: &mut AgreementCounts) -> Result<()> {
        let told = self.ours["k"].as_f64().context("--json has no k")?;
        for (measure, theirs, ours) in [
            ("k", self.said("k", 0)?, told),
            ("k", self.said("alpha", 1)?, told),
            ("l", self.said("l", 0)?, self.worst("l", f64::min)?),
            ("alpha", self.said("alpha", 0)?, self.worst("alpha", f64::max)?),
            ("beta", self.said("beta", 0)?, self.worst("beta", f64::max)?),
        ] {
            ensure!(is_same(theirs, ours), "{measure}: pyCANON says {theirs}, we {ours}");
            tally.count((measure, EQUAL));
        }
        tally.count(self.entropy_l()?);
        tally.count(self.recursive_c()?);
        tally.count(self.t()?);
        tally.count(self.enhanced_beta()?);
        tally.count(self.delta()?);
        Ok(())
    }

    /// A number of pyCANON's; not a number where it has none.
    fn said(&self, measure: &str, at: usize) -> Result<f64> {
        let numbers = self.ask.said[measure].as_array();
        let number = numbers.and_then(|numbers| numbers.get(at));
        let number = number.with_context(|| format!("{measure}: pyCANON says {}", self.ask.said[measure]))?;
        Ok(number.as_f64().unwrap_or(f64::NAN))
    }

    fn fails_with(&self, measure: &str, error: &str) -> bool {
        self.ask.said[measure] == error
    }

    /// Our numbers of a measure, column by column; infinite where there is no end.
    fn each(&self, measure: &str) -> Result<Vec<f64>> {
        let columns = self.ours["sensitive"].as_array().context("--json has no sensitive columns")?;
        let number = |column: &Value| match &column[measure] {
            Value::Null if column.get(measure).is_some() => Ok(f64::INFINITY),
            number => number.as_f64().with_context(|| format!("--json has no {measure}")),
        };
        columns.iter().map(number).collect()
    }

    fn worst(&self, measure: &str, worse: fn(f64, f64) -> f64) -> Result<f64> {
        self.each(measure)?.into_iter().reduce(worse).context("no sensitive column")
    }

    fn entropy_l(&self) -> Result<Relation> {
        let (theirs, ours) = (self.said("entropy_l", 0)?, self.worst("entropy_l", f64::min)?);
        let is_whole = is_same(ours, ours.round());
        let relation = match () {
            () if is_whole && theirs == ours.round() => ("entropy_l", EQUAL),
            () if is_whole && theirs == ours.round() - 1.0 => ONE_TOO_SMALL,
            () if !is_whole && theirs == ours.floor() => ROUNDED_DOWN,
            () => ("", ""),
        };
        ensure!(relation.0 == "entropy_l", "entropy l: pyCANON says {theirs}, we {ours}");
        Ok(relation)
    }

    fn recursive_c(&self) -> Result<Relation> {
        let own = self.each("l")?.into_iter().zip(self.each("recursive_c")?).zip(self.counts);
        for ((l, ours), counts) in own {
            let defined = counts.recursive(l as usize).context("no class has fewer than l values")?;
            ensure!(is_same(ours, defined), "recursive c: we say {ours}, by definition {defined}");
        }
        if self.fails_with("recursive_c", "OverflowError") {
            let is_joint = self.ask.joint && self.worst("l", f64::min)? < self.plain_l;
            ensure!(is_joint, "recursive c: pyCANON overflows without reason");
            return Ok(NO_C_JOINTLY);
        }
        let (theirs, l) = (self.said("recursive_c", 0)?, self.said("recursive_c", 1)?);
        ensure!(is_same(l, self.plain_l), "recursive c: pyCANON's l is {l}");
        ensure!(theirs.is_nan() == (l == 1.0), "recursive c: pyCANON says {theirs} at l = {l}");
        if theirs.is_nan() {
            return Ok(NO_C);
        }
        let l = l as usize;
        let upwards = if self.counts.iter().any(|counts| counts.has_even_class(l)) { 2.0 } else { 1.0 };
        let defined = self.counts.iter().map(|counts| counts.recursive(l)).collect::<Option<Vec<f64>>>();
        let defined = defined.context("pyCANON has a c, so no class has fewer than l values")?;
        // c must be larger, so the least whole number that will do is the next one.
        let enough = defined.into_iter().fold(0.0, f64::max).floor() + 1.0;
        ensure!(theirs == upwards, "recursive c: pyCANON says {theirs}, counts upwards {upwards}");
        ensure!(theirs <= enough, "recursive c: pyCANON says {theirs}, {enough} is enough");
        Ok(if theirs == enough { ("recursive_c", "equal, ours rounded up") } else { UPWARDS })
    }

    fn t(&self) -> Result<Relation> {
        let (plain, ordered) = (self.each("t")?, self.each("t_ordered")?);
        let ours: Vec<f64> =
            (0..plain.len()).map(|at| if self.ask.numeric[at] { ordered[at] } else { plain[at] }).collect();
        let is_single = |at: &usize| self.ask.numeric[*at] && self.counts[*at].values() == 1;
        let single: Vec<usize> = (0..ours.len()).filter(is_single).collect();
        if self.fails_with("t", "ZeroDivisionError") {
            ensure!(
                !single.is_empty() && single.iter().all(|&at| ours[at] == 0.0),
                "t: pyCANON divides by zero"
            );
            return Ok(NO_DIVISION);
        }
        let (theirs, ours) = (self.said("t", 0)?, ours.into_iter().fold(0.0, f64::max));
        ensure!(is_same(theirs, ours), "t: pyCANON says {theirs}, we {ours}");
        Ok(("t", EQUAL))
    }

    fn enhanced_beta(&self) -> Result<Relation> {
        let theirs = self.said("enhanced_beta", 0)?;
        let (beta, ours) = (self.each("beta")?, self.each("enhanced_beta")?);
        for ((&ours, &beta), counts) in ours.iter().zip(&beta).zip(self.counts) {
            let defined = if counts.forbids_every_beta() { f64::INFINITY } else { beta };
            ensure!(is_same(ours, defined), "enhanced beta: we say {ours}, by definition {defined}");
        }
        let capped = beta.iter().zip(self.counts).map(|(beta, counts)| beta.min(counts.rarest()));
        let capped = capped.fold(0.0, f64::max);
        ensure!(is_same(theirs, capped), "enhanced beta: pyCANON says {theirs}, capped it is {capped}");
        let ours = ours.into_iter().fold(0.0, f64::max);
        ensure!(
            ours.is_infinite() || is_same(theirs, ours),
            "enhanced beta: pyCANON says {theirs}, we {ours}"
        );
        Ok(if ours.is_infinite() { SOME_BETA } else { ("enhanced_beta", EQUAL) })
    }

    fn delta(&self) -> Result<Relation> {
        let (theirs, ours) = (self.said("delta", 0)?, self.worst("delta_skip_absent", f64::max)?);
        ensure!(is_same(theirs, ours * std::f64::consts::LN_2), "delta: pyCANON says {theirs}, we {ours}");
        Ok(DIFFERENT_UNIT)
    }
}

impl AgreementCounts {
    fn count(&mut self, relation: Relation) {
        *self.0.entry(relation).or_default() += 1;
    }

    /// Prints every relation; fails if a way to differ was never met.
    pub fn print(&self) -> Result<()> {
        for way in DIFFERENCES {
            ensure!(self.0.contains_key(&way), "{}: never met: {}", way.0, way.1);
        }
        println!("| measure | times | what pyCANON says |");
        println!("|---|---|---|");
        for ((measure, relation), times) in &self.0 {
            println!("| {measure} | {times} | {relation} |");
        }
        Ok(())
    }
}

fn is_same(a: f64, b: f64) -> bool {
    // Without the latter ∞ would be the same as anything.
    a == b || (a - b).abs() <= TOLERANCE * a.abs().max(1.0) && a.is_finite()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Two classes, a, a, b and a, b, b, as both programs describe them, but for one number.
    #[track_caller]
    fn check(is_ours: bool, measure: &str, number: Value, expected: bool) {
        let mut said = json!({
            "k": [3.0], "alpha": [2.0 / 3.0, 3.0], "l": [2.0], "entropy_l": [1.0], "recursive_c": [1.0, 2.0],
            "t": [1.0 / 6.0], "beta": [1.0 / 3.0], "enhanced_beta": [1.0 / 3.0], "delta": [1.5f64.ln()],
        });
        let mut ours = json!({
            "l": 2, "entropy_l": 3.0 / 4f64.powf(1.0 / 3.0), "recursive_c": 2, "alpha": 2.0 / 3.0, "t": 1.0 / 6.0,
            "t_ordered": null, "beta": 1.0 / 3.0, "enhanced_beta": 1.0 / 3.0, "delta_skip_absent": 1.5f64.log2(),
        });
        if is_ours {
            ours[measure] = number;
        } else {
            said[measure] = number;
        }
        let ask = Query { said, ..two_classes() };
        let ours = json!({ "k": 3, "sensitive": [ours] });
        let counts = [Counts::from_classes(&["aab", "abb"])];
        let compared = Compared { ask: &ask, ours: &ours, counts: &counts, plain_l: 2.0 };
        assert_eq!(compared.all(&mut AgreementCounts::default()).is_ok(), expected, "{measure}");
    }

    fn two_classes() -> Query {
        Query {
            table: PathBuf::new(),
            quasi: vec!["q".into()],
            sensitive: vec!["s".into()],
            numeric: vec![false],
            joint: false,
            said: Value::Null,
        }
    }

    #[test]
    fn programs_that_are_right_agree() {
        check(true, "l", json!(2), true);
    }

    #[test]
    fn a_number_that_differs_otherwise_than_said_is_refused() {
        for measure in ["k", "l", "entropy_l", "t", "beta", "enhanced_beta", "delta"] {
            check(false, measure, json!([0.5]), false);
        }
        check(false, "alpha", json!([0.5, 3.0]), false);
        check(false, "recursive_c", json!([2.0, 2.0]), false);
        check(false, "recursive_c", json!("OverflowError"), false);
        check(false, "t", json!("ZeroDivisionError"), false);
        for measure in ["recursive_c", "enhanced_beta"] {
            check(true, measure, Value::Null, false);
        }
    }

    #[test]
    fn every_way_to_differ_must_be_met() {
        let mut tally = AgreementCounts::default();
        DIFFERENCES[1..].iter().for_each(|way| tally.count(*way));
        assert!(tally.print().is_err());
        tally.count(DIFFERENCES[0]);
        assert!(tally.print().is_ok());
    }
}
