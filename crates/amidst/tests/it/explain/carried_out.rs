//! What is said of nodes, limits, columns and k.

use amidst::{
    Answer, Job, Role, Spec,
    explain::Reveal,
    spec::{LevelBounds, Limit, MissingPolicy, OnUnmapped},
};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Case, adult_like, explained, register};

/// What `anonymize` comes to: a summary, or why there is none.
fn carry_out(spec: &Spec) -> Result<Value, Value> {
    match Job::new(spec.clone()).with_overwrite(true).run(&()).expect("a well-formed job runs") {
        Answer::Released(released) => Ok(serde_json::to_value(&released.summary).expect("JSON")),
        Answer::Infeasible(answer) => Err(serde_json::to_value(answer).expect("JSON")),
    }
}

fn changed(spec: &Spec, change: impl FnOnce(&mut Spec)) -> Spec {
    let mut spec = spec.clone();
    change(&mut spec);
    spec
}

fn with_limit(spec: &Spec, rows: u64) -> Spec {
    changed(spec, |spec| spec.solve.suppression = Some(Limit::Rows(rows)))
}

/// Every column fixed at a level; one of them may be said to be at another.
fn fixed(spec: &Spec, levels: &Value, other: Option<(&str, u64)>) -> Spec {
    changed(spec, |spec| {
        for (name, level) in levels.as_object().expect("levels by name") {
            let level = other.filter(|(column, _)| column == name).map_or(number(level), |(_, level)| level);
            let level = Some(u8::try_from(level).expect("levels are small"));
            spec.columns.get_mut(name).expect("a column").levels =
                Some(LevelBounds { min: level, max: level });
        }
    })
}

fn dropped(spec: &Spec, name: &str) -> Spec {
    changed(spec, |spec| {
        let column = spec.columns.get_mut(name).expect("a column");
        (column.role.0, column.levels, column.weight) = (Role::Identifier, None, None);
        column.on_unmapped = OnUnmapped::Error;
    })
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no whole number"))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("text")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// How many claims of each kind were carried out, so that a test can tell whether it tested anything.
#[derive(Debug, Default)]
struct Claims {
    found: u32,
    infeasible: u32,
    lowerable: u32,
    finer: u32,
    coarser: u32,
    more: u32,
    dropped: u32,
    widened: [u32; 2],
    relieved: [u32; 2],
    nearest_k: u32,
    nearest_limit: u32,
}

/// A spec, its explanation, and what came of trying it.
struct Trial<'a> {
    spec: &'a Spec,
    said: Value,
    claims: &'a mut Claims,
}

/// Carries out every claim about a spec.
fn check(spec: &Spec, claims: &mut Claims) {
    let said = explained(spec, Reveal::Counts);
    let mut trial = Trial { spec, said, claims };
    trial.stands_out();
    match carry_out(spec) {
        Ok(done) => {
            trial.claims.found += 1;
            trial.result(&done);
            trial.steps();
            trial.more_suppression();
            trial.dropped();
            assert_eq!((&trial.said["nearest"], &trial.said["message"]), (&Value::Null, &Value::Null));
        }
        Err(infeasibility) => {
            trial.claims.infeasible += 1;
            assert_eq!(trial.said["result"], Value::Null);
            assert_eq!(trial.said["message"], infeasibility["message"]);
            assert_eq!(trial.said["outcome"], infeasibility["outcome"]);
            trial.nearest();
        }
    }
}

impl Trial<'_> {
    fn columns(&self) -> Vec<Value> {
        list(&self.said["holds_back"]).to_vec()
    }

    fn rows(&self) -> u64 {
        number(&self.said["asked"]["rows"])
    }

    /// The level of every column, as a function of what is said of it.
    fn levels(&self, level: impl Fn(&Value) -> Value) -> Value {
        let named = self.columns().iter().map(|one| (text(&one["column"]).to_owned(), level(one))).collect();
        Value::Object(named)
    }

    /// Rows suppressed at a node, whatever the limit; all of them if nothing can be released.
    fn suppressed(&self, levels: &Value, other: Option<(&str, u64)>) -> u64 {
        let spec = with_limit(&fixed(self.spec, levels, other), self.rows());
        carry_out(&spec).map_or(self.rows(), |done| number(&done["rows"]["suppressed"]))
    }

    fn stands_out(&self) {
        let as_is = self.levels(|_| json!(0));
        let table = self.suppressed(&as_is, None);
        assert_eq!(number(&self.said["stands_out"]["table"]), table);
        let node = self.suppressed(&self.levels(|column| column["level"].clone()), None);
        assert_eq!(number(&self.said["stands_out"]["node"]), node);
        let hides: Vec<u64> = self.columns().iter().map(|column| number(&column["hides"])).collect();
        assert!(hides.is_sorted_by(|a, b| a >= b), "{hides:?}");
        for column in self.columns() {
            let root = (text(&column["column"]), number(&column["height"]));
            assert_eq!(number(&column["hides"]), table - self.suppressed(&as_is, Some(root)));
        }
    }

    /// The node explained is the one released.
    fn result(&mut self, done: &Value) {
        let (said, result) = (&self.said, &self.said["result"]);
        for key in ["outcome", "algorithm", "warnings"] {
            assert_eq!(said[key], done[key], "{key}");
        }
        for key in ["levels", "height", "rows", "classes", "privacy", "objective", "optimal", "gap"] {
            assert_eq!(result[key], done[key], "{key}");
        }
        assert_eq!(said["stands_out"]["node"], done["rows"]["suppressed"]);
        let can_be_lower = |name: &&String| {
            let column = self.columns().into_iter().find(|column| text(&column["column"]) == *name);
            column.expect("every column is there")["finer"]["satisfies"] == json!(true)
        };
        let names = result["levels"].as_object().expect("levels by name").keys();
        let lowerable: Vec<&String> = names.filter(can_be_lower).collect();
        assert_eq!(result["lowerable"], json!(lowerable));
        assert_eq!(result["minimal"], json!(lowerable.is_empty()));
        self.claims.lowerable += lowerable.len() as u32;
    }

    /// One level less and one level more, of each column that may move.
    fn steps(&mut self) {
        let levels = self.said["result"]["levels"].clone();
        let bounds = |spec: &Spec, name: &str| spec.columns[name].levels.unwrap_or_default();
        for column in self.columns() {
            let (name, level) = (text(&column["column"]), number(&column["level"]));
            let (min, max) = (bounds(self.spec, name).min, bounds(self.spec, name).max);
            assert_eq!(column["finer"].is_null(), level == u64::from(min.unwrap_or(0)), "{name}");
            if !column["finer"].is_null() {
                assert_eq!(number(&column["finer"]["level"]), level - 1);
                self.step(&levels, name, &column["finer"]);
                self.claims.finer += 1;
            }
            let more: Vec<&Value> = list(&self.said["one_level_more"])
                .iter()
                .filter(|more| text(&more["column"]) == name)
                .collect();
            let highest = max.map_or(number(&column["height"]), u64::from);
            assert_eq!(more.len(), usize::from(level < highest), "{name}");
            for more in more {
                assert_eq!(number(&more["level"]), level + 1);
                self.step(&levels, name, more);
                self.claims.coarser += 1;
            }
        }
    }

    fn step(&self, levels: &Value, name: &str, step: &Value) {
        let spec = fixed(self.spec, levels, Some((name, number(&step["level"]))));
        assert_eq!(step["satisfies"], json!(carry_out(&spec).is_ok()), "{name}");
        match carry_out(&with_limit(&spec, number(&step["suppressed"]))) {
            Ok(done) => same(step, &done),
            Err(_) => assert_eq!((number(&step["classes"]), number(&step["suppressed"])), (0, self.rows())),
        }
    }

    fn more_suppression(&mut self) {
        let (now, more) = (number(&self.said["asked"]["limit"]), &self.said["more_suppression"]);
        let most = self.rows() - number(&self.said["asked"]["k"]);
        let limit = (now + (self.rows() / 100).max(1)).min(most);
        assert_eq!(more.is_null(), limit == now);
        if !more.is_null() {
            assert_eq!(number(&more["limit"]), limit);
            same_best(
                &more["best"],
                &carry_out(&with_limit(self.spec, limit)).expect("it was possible before"),
            );
            self.claims.more += 1;
        }
    }

    fn dropped(&mut self) {
        let all = list(&self.said["dropped"]);
        let columns = self.columns().len();
        assert_eq!(all.len(), if columns > 1 { columns } else { 0 });
        let gain =
            |one: &Value| one["now"].as_f64().zip(one["best"]["objective"].as_f64()).map(|(a, b)| a - b);
        assert!(all.is_sorted_by(|a, b| gain(a) >= gain(b)));
        for one in all {
            let done =
                carry_out(&dropped(self.spec, text(&one["column"]))).expect("fewer columns are easier");
            same_best(&one["best"], &done);
            self.claims.dropped += 1;
        }
    }

    fn nearest(&mut self) {
        let nearest = self.said["nearest"].clone();
        let with_k = |k: u64| changed(self.spec, |spec| spec.privacy.k = Some(k));
        let best = nearest["k"].as_u64().unwrap_or(0);
        assert!(best < number(&self.said["asked"]["k"]));
        assert!(best == 0 || carry_out(&with_k(best)).is_ok(), "k = {best} is said to be reached");
        assert!(carry_out(&with_k(best + 1)).is_err(), "k = {best} is said to be the largest");
        self.claims.nearest_k += u32::from(best > 0);
        match nearest["suppressed"].as_u64() {
            None => assert!(carry_out(&with_limit(self.spec, self.rows())).is_err()),
            Some(least) => {
                let done = carry_out(&with_limit(self.spec, least)).expect("so many are said to be enough");
                assert_eq!(number(&done["rows"]["suppressed"]), least);
                assert!(least > 0 && carry_out(&with_limit(self.spec, least - 1)).is_err());
                self.claims.nearest_limit += 1;
            }
        }
        let is_limited = |name: &str, height: &Value| {
            let max = self.spec.columns[name].levels.and_then(|levels| levels.max);
            max.is_some_and(|max| u64::from(max) < number(height))
        };
        let columns = self.columns();
        let limited: Vec<&str> = columns
            .iter()
            .filter(|column| is_limited(text(&column["column"]), &column["height"]))
            .map(|column| text(&column["column"]))
            .collect();
        assert_eq!(list(&nearest["columns"]).len(), columns.len());
        for change in list(&nearest["columns"]) {
            let name = text(&change["column"]);
            assert_eq!(change["dropped"].is_null(), columns.len() == 1);
            if columns.len() > 1 {
                let reaches = self.relief(&dropped(self.spec, name), &change["dropped"]);
                self.claims.relieved[usize::from(reaches)] += 1;
            }
            assert_eq!(change["widened"].is_null(), !limited.contains(&name));
            if limited.contains(&name) {
                let level = Some(number(&change["widened"]["level"]) as u8);
                let reaches = self.relief(&widened(self.spec, &[name], level), &change["widened"]);
                self.claims.widened[usize::from(reaches)] += 1;
            }
        }
        assert_eq!(nearest["all_widened"].is_null(), limited.is_empty());
        if !limited.is_empty() {
            self.relief(&widened(self.spec, &limited, None), &nearest["all_widened"]);
        }
    }

    /// Whether a change helps, and how many rows have to be suppressed then.
    fn relief(&self, spec: &Spec, said: &Value) -> bool {
        let (least, done) = (number(&said["suppressed"]), carry_out(spec));
        assert_eq!(said["reaches"], json!(done.is_ok()));
        match carry_out(&with_limit(spec, least)) {
            Ok(done) => assert_eq!(number(&done["rows"]["suppressed"]), least),
            Err(_) => assert_eq!(least, self.rows()),
        }
        assert!(least == 0 || carry_out(&with_limit(spec, least - 1)).is_err());
        done.is_ok()
    }
}

/// Some columns may go up to a level, or as far as they can.
fn widened(spec: &Spec, names: &[&str], max: Option<u8>) -> Spec {
    changed(spec, |spec| {
        for &name in names {
            let column = spec.columns.get_mut(name).expect("a column");
            column.levels.as_mut().expect("it was limited").max = max;
        }
    })
}

/// The numbers of a node are those of the release.
#[track_caller]
fn same(said: &Value, done: &Value) {
    assert_eq!(said["suppressed"], done["rows"]["suppressed"]);
    assert_eq!(said["classes"], done["classes"]);
    assert_eq!(said["objective"], done["objective"]["value"]);
}

#[track_caller]
fn same_best(said: &Value, done: &Value) {
    same(said, done);
    for key in ["levels", "optimal", "gap"] {
        assert_eq!(said[key], done[key], "{key}");
    }
}

#[test]
fn on_small_tables_every_claim_comes_true() {
    let mut claims = Claims::default();
    for seed in 0..150 {
        check(&Case::draw(seed).spec, &mut claims);
    }
    let Claims { found, infeasible, lowerable, finer, coarser, more, dropped, .. } = claims;
    assert!(found > 60 && infeasible > 25 && lowerable > 5, "{claims:?}");
    assert!([finer, coarser, more, dropped].iter().all(|&claims| claims > 50), "{claims:?}");
    assert!(claims.nearest_k > 15 && claims.nearest_limit > 15, "{claims:?}");
    assert!(claims.widened.iter().chain(&claims.relieved).all(|&claims| claims > 5), "{claims:?}");
}

#[test]
fn on_a_table_like_adult_every_claim_comes_true() {
    let folder = TempDir::new().expect("a folder");
    let mut spec = adult_like(&folder, 1_500);
    let mut claims = Claims::default();
    spec.privacy.k = Some(5);
    spec.solve.suppression = Some(Limit::Share { numerator: 5, denominator: 100 });
    check(&spec, &mut claims);
    for column in ["age", "education", "occupation"] {
        let levels = LevelBounds { min: None, max: Some(1) };
        spec.columns.get_mut(column).expect("a column").levels = Some(levels);
    }
    spec.privacy.k = Some(25);
    check(&spec, &mut claims);
    assert_eq!((claims.found, claims.infeasible), (1, 1));
}

#[test]
fn on_the_register_of_the_demo_every_claim_comes_true() {
    let folder = TempDir::new().expect("a folder");
    let mut claims = Claims::default();
    check(&register(&folder, 1_000), &mut claims);
    assert_eq!(claims.found, 1, "{claims:?}");
}

#[test]
fn under_the_wildcard_reading_nothing_is_said_to_be_proved_that_is_not() {
    let (mut strict, mut plain) = (0, 0);
    for seed in 0..60 {
        let mut case = Case::draw(seed);
        case.spec.privacy.missing = MissingPolicy::Wildcard;
        let Ok(done) = carry_out(&case.spec) else { continue };
        let said = explained(&case.spec, Reveal::Counts);
        assert_eq!(said["warnings"], done["warnings"]);
        for key in ["levels", "rows", "classes", "objective", "optimal", "gap"] {
            assert_eq!(said["result"][key], done[key], "{key}");
        }
        let reached = |value: &Value| number(&value["privacy"][0]["reached"]);
        assert!(reached(&said["result"]) <= reached(&done), "own-value is the stricter reading");
        let is_strict = done["gap"] == json!(1.0);
        (strict, plain) = (strict + u32::from(is_strict), plain + u32::from(!is_strict));
    }
    assert!(strict > 5 && plain > 5, "{strict} {plain}");
}
