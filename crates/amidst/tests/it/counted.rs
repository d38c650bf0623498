//! Every figure of `risk` and `check` on random tables with repeated people, households, counts and weights equals one that
//! is counted in the plainest way.

use std::{
    cell::OnceCell,
    collections::{BTreeMap, BTreeSet},
    env, fs,
};

use amidst::{
    Threshold, check,
    reporting::Reporting,
    risk::{self, Limit, Population},
    spec::{Input, OnNobody, Requirement, Respondent},
};
use amidst_models::superpopulation::Fit;
use amidst_testkit::generate::SeededRng;
use serde_json::Value;
use tempfile::TempDir;

/// Tables that are drawn unless the environment asks for more.
const TABLES: u64 = 500;
/// The variable that asks for more.
const MORE: &str = "AMIDST_TABLES";
/// The chance of an error that k-map admits.
const SIGNIFICANCE: f64 = 0.1;

/// A row: what it shows, whose it is, where that person lives, for how many people it stands.
struct Row {
    zip: u32,
    sex: Option<u32>,
    who: u32,
    home: u32,
    weight: f64,
    /// In which way the row spells names.
    kind: u32,
}

/// A table, and what is asked of it.
struct Scenario {
    rows: Vec<Row>,
    by_people: bool,
    by_household: bool,
    has_numbers: bool,
    stands_for: StandsFor,
    fit: OnceCell<Fit>,
}

#[derive(Clone, Copy, PartialEq)]
enum StandsFor {
    Itself,
    Counted,
    Estimated,
}

impl Scenario {
    fn draw(seed: u64) -> Self {
        let mut draw = SeededRng::new(70_000 + seed);
        let people = draw.between(2, 14);
        let homes: Vec<u32> = (0..people).map(|_| draw.below(people.div_ceil(2))).collect();
        let row = |draw: &mut SeededRng| {
            let who = draw.below(people);
            Row {
                zip: draw.low_between(1, 4),
                sex: (!draw.percent(10)).then(|| draw.below(2)),
                who,
                home: homes[who as usize],
                weight: f64::from(draw.between(1, 60)) / 4.0,
                kind: draw.low_between(0, 3),
            }
        };
        let mut rows: Vec<Row> = (0..draw.between(1, 30)).map(|_| row(&mut draw)).collect();
        let by_people = seed.is_multiple_of(2);
        if by_people {
            // A person stands for as many people in every row.
            let mut of_person = BTreeMap::new();
            rows.iter_mut().for_each(|row| row.weight = *of_person.entry(row.who).or_insert(row.weight));
        }
        Self {
            rows,
            by_people,
            has_numbers: seed.is_multiple_of(5),
            by_household: (seed / 2).is_multiple_of(2),
            stands_for: [StandsFor::Itself, StandsFor::Counted, StandsFor::Estimated]
                [(seed / 4 % 3) as usize],
            fit: OnceCell::new(),
        }
    }

    fn csv(&self) -> String {
        let sex = |row: &Row| row.sex.map_or_else(String::new, |sex| sex.to_string());
        let comma = |weight: f64| weight.to_string().replace('.', ",");
        let line = |row: &Row| {
            let (who, home) = (self.spelled(row.kind, "p", row.who), self.spelled(row.kind, "h", row.home));
            format!("{};{};{who};{home};{}\n", row.zip, sex(row), comma(row.weight))
        };
        // Rows of nobody are left out where people are counted.
        let nobody = ["NA", "k.A.", "unknown", ""].map(|nobody| format!("1;0;{nobody};h0;1,5\n"));
        let nobody = if self.by_people { nobody.concat() } else { String::new() };
        "zip;sex;who;home;stands\n".to_owned() + &self.rows.iter().map(line).collect::<String>() + &nobody
    }

    /// A name in one of the ways that it may be spelled; in some tables names are numbers.
    fn spelled(&self, kind: u32, letter: &str, number: u32) -> String {
        match (self.has_numbers, kind) {
            (true, 0) => format!("{number}"),
            (true, 1) => format!("0{number}"),
            (true, 2) => format!("{number},0"),
            (true, _) => format!(" {number}"),
            (false, 0) => format!("{letter}{number}"),
            (false, 1) => format!("{}{number}", letter.to_uppercase()),
            (false, _) => format!(" {letter}{number} "),
        }
    }

    fn respondent(&self) -> Option<Respondent> {
        self.by_people.then(|| Respondent { missing: OnNobody::Suppress, ..Respondent::of("who") })
    }

    /// Whom a row counts for.
    fn unit(&self, row: usize) -> u32 {
        if self.by_people { self.rows[row].who } else { row as u32 }
    }

    /// The rows of each class.
    fn classes(&self) -> Vec<Vec<usize>> {
        let mut classes: BTreeMap<(u32, Option<u32>, usize), Vec<usize>> = BTreeMap::new();
        for (at, row) in self.rows.iter().enumerate() {
            let members = (0..self.rows.len()).filter(|&other| self.rows[other].home == row.home);
            let size = members.map(|member| self.unit(member)).collect::<BTreeSet<_>>().len();
            let size = if self.by_household { size } else { 0 };
            classes.entry((row.zip, row.sex, size)).or_default().push(at);
        }
        classes.into_values().collect()
    }

    fn units(&self, rows: &[usize]) -> BTreeSet<u32> {
        rows.iter().map(|&row| self.unit(row)).collect()
    }

    /// The people that a class stands for: each unit by any row, as all agree.
    fn people(&self, rows: &[usize]) -> f64 {
        let first = |unit| *rows.iter().find(|&&row| self.unit(row) == unit).expect("it has a row");
        self.units(rows).into_iter().map(|unit| self.rows[first(unit)].weight).sum()
    }

    /// The chance to find somebody of a class without knowing who is in the table.
    fn journalist(&self, rows: &[usize]) -> f64 {
        let size = self.units(rows).len() as f64;
        match self.stands_for {
            StandsFor::Itself => 1.0 / size,
            StandsFor::Counted => 1.0 / self.people(rows).max(size),
            StandsFor::Estimated => {
                let fitted = self.fit().individual_risk(size as u64, self.people(rows));
                if self.fit().is_sound() { fitted } else { fitted.max(self.individual_risk(rows)) }
            }
        }
    }

    /// The same by its survey weights alone.
    fn individual_risk(&self, rows: &[usize]) -> f64 {
        let size = self.units(rows).len() as f64;
        let chances = chances(size, self.people(rows));
        chances.iter().enumerate().map(|(more, chance)| chance / (size + more as f64)).sum()
    }

    /// The model of the sizes of classes, which is tested where it is defined.
    fn fit(&self) -> &Fit {
        self.fit.get_or_init(|| {
            let classes = self.classes();
            Fit::new(classes.iter().map(|rows| (self.units(rows).len() as u64, self.people(rows))))
        })
    }
}

/// The chances of `rows` people, one more, and so on: until the `rows`-th of them is drawn.
fn chances(rows: f64, people: f64) -> Vec<f64> {
    let share = rows / people.max(rows);
    let (mut chance, mut left, mut chances) = (share.powf(rows), 1.0, Vec::new());
    while left > 1e-12 {
        chances.push(chance);
        left -= chance;
        chance *= (1.0 - share) * (rows + chances.len() as f64 - 1.0) / chances.len() as f64;
        if chances.len() > 1_000_000 {
            break;
        }
    }
    chances
}

fn close(found: &Value, expected: f64, what: &str, seed: u64) {
    let found = found.as_f64().unwrap_or_else(|| panic!("seed {seed}, {what}: {found}"));
    assert!((found - expected).abs() < 1e-7, "seed {seed}, {what}: {found} is not {expected}");
}

#[test]
fn risk_and_check_are_what_is_counted_by_hand() {
    let tables = env::var(MORE).ok().and_then(|more| more.parse().ok()).unwrap_or(TABLES);
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("table.csv");
    for seed in 0..tables {
        let asked = Scenario::draw(seed);
        fs::write(&path, asked.csv()).expect("the table is written");
        let layout = Input { delimiter: Some(';'), decimal: Some(','), ..Input::default() };
        let input = Input { path: path.display().to_string(), ..layout };
        of_risk(&asked, input.clone(), seed);
        of_check(&asked, input, seed);
    }
}

fn of_risk(asked: &Scenario, input: Input, seed: u64) {
    let stands = || "stands".to_owned();
    let options = risk::RiskOptions {
        input,
        quasi: vec!["zip".into(), "sex".into()],
        sensitive: Vec::new(),
        limit: Limit::Risk(Threshold::new(0.2).expect("a share")),
        population: match asked.stands_for {
            StandsFor::Itself => Population::Unknown,
            StandsFor::Counted => Population::Count(stands()),
            StandsFor::Estimated => Population::Weight(stands()),
        },
        respondent: asked.respondent(),
        household: asked.by_household.then(|| "home".into()),
        records: false,
        max_size: 1,
        max_risk: None,
        reporting: Reporting::Internal,
    };
    let found = risk::risk(&options, &());
    let found = serde_json::to_value(found.expect("it can be judged")).expect("JSON");
    let classes = asked.classes();
    let all: BTreeSet<u32> = asked.units(&(0..asked.rows.len()).collect::<Vec<_>>());
    // Of somebody in several classes, the worst.
    let worst = |of: &dyn Fn(&[usize]) -> f64, unit: u32| {
        let own = classes.iter().filter(|rows| asked.units(rows).contains(&unit));
        own.map(|rows| of(rows)).fold(0.0, f64::max)
    };
    let mean = |of: &dyn Fn(&[usize]) -> f64| {
        all.iter().map(|&unit| worst(of, unit)).sum::<f64>() / all.len() as f64
    };
    let highest = |of: &dyn Fn(&[usize]) -> f64| classes.iter().map(|rows| of(rows)).fold(0.0, f64::max);
    let prosecutor = |rows: &[usize]| 1.0 / asked.units(rows).len() as f64;
    let journalist = |rows: &[usize]| asked.journalist(rows);
    let smallest = classes.iter().map(|rows| asked.units(rows).len()).min().expect("a class");
    assert_eq!((&found["k"], &found["total"]), (&smallest.into(), &all.len().into()), "seed {seed}");
    let attackers = &found["attackers"];
    close(&attackers["prosecutor"]["highest"], highest(&prosecutor), "prosecutor", seed);
    close(&attackers["prosecutor"]["average"], mean(&prosecutor), "prosecutor's average", seed);
    close(&attackers["journalist"]["highest"], highest(&journalist), "journalist", seed);
    close(&attackers["journalist"]["success_rate"], mean(&journalist), "journalist's success", seed);
    close(&attackers["marketer"]["success_rate"], mean(&journalist), "marketer", seed);
    if asked.stands_for == StandsFor::Estimated {
        let (individual, other) =
            (|rows: &[usize]| asked.individual_risk(rows), &attackers["journalist"]["individual_risk"]);
        assert_eq!(other["estimator"], "benedetti-franconi", "seed {seed}");
        close(&other["highest"], highest(&individual), "individual risk", seed);
        close(&other["average"], mean(&individual), "average individual risk", seed);
    }
    let of_classes: f64 = classes.iter().map(|rows| 1.0 / journalist(rows)).sum();
    let average = match asked.stands_for == StandsFor::Estimated || asked.by_people {
        true => mean(&journalist),
        false => mean(&journalist).max(classes.len() as f64 / of_classes),
    };
    close(&attackers["journalist"]["average"], average, "journalist's average", seed);
    assert_eq!(
        attackers["journalist"].get("estimated").is_some(),
        asked.stands_for == StandsFor::Estimated,
        "seed {seed}"
    );
    let at_risk = all.iter().filter(|&&unit| worst(&prosecutor, unit) > 0.2).count();
    assert_eq!(attackers["prosecutor"]["records_at_risk"]["rows"], at_risk, "seed {seed}");
    let alone = all.iter().filter(|&&unit| worst(&prosecutor, unit) == 1.0).count();
    assert_eq!(found["uniques"]["sample"]["rows"], alone, "seed {seed}");
    if asked.by_household {
        of_households(asked, &classes, &found["households"], seed);
    }
}

fn of_households(asked: &Scenario, classes: &[Vec<usize>], found: &Value, seed: u64) {
    let homes = |rows: &[usize]| rows.iter().map(|&row| asked.rows[row].home).collect::<BTreeSet<u32>>();
    let all = homes(&(0..asked.rows.len()).collect::<Vec<_>>());
    let k = classes.iter().map(|rows| homes(rows).len()).min().expect("a class");
    let alone: BTreeSet<u32> =
        classes.iter().map(|rows| homes(rows)).filter(|homes| homes.len() == 1).flatten().collect();
    assert_eq!(
        (&found["households"], &found["k"], &found["uniques"]),
        (&all.len().into(), &k.into(), &alone.len().into()),
        "seed {seed}"
    );
    let risks: Vec<f64> = all
        .iter()
        .map(|&home| {
            let mut worst: BTreeMap<u32, f64> = BTreeMap::new();
            for rows in classes {
                for &row in rows.iter().filter(|&&row| asked.rows[row].home == home) {
                    let known = worst.entry(asked.unit(row)).or_default();
                    *known = known.max(asked.journalist(rows));
                }
            }
            1.0 - worst.values().map(|risk| 1.0 - risk).product::<f64>()
        })
        .collect();
    close(&found["highest"], risks.iter().copied().fold(0.0, f64::max), "highest of a household", seed);
    close(&found["average"], risks.iter().sum::<f64>() / risks.len() as f64, "average of households", seed);
}

fn of_check(asked: &Scenario, input: Input, seed: u64) {
    let k_map: Requirement = format!("k-map k=3 significance={SIGNIFICANCE}").parse().expect("a requirement");
    // The rows of people are not independent of each other.
    let is_mapped = asked.stands_for != StandsFor::Itself && !asked.by_people;
    let options = check::CheckOptions {
        input,
        quasi: vec!["zip".into(), "sex".into()],
        k: Some(2),
        require: is_mapped.then_some(k_map).into_iter().collect(),
        respondent: asked.respondent(),
        household: asked.by_household.then(|| "home".into()),
        weight: (asked.stands_for == StandsFor::Estimated).then(|| "stands".into()),
        population_count: (asked.stands_for == StandsFor::Counted).then(|| "stands".into()),
        ..check::CheckOptions::default()
    };
    let found = check::check(&options, &());
    let found = serde_json::to_value(found.expect("it can be judged")).expect("JSON");
    let classes = asked.classes();
    let mut expected: Vec<usize> = Vec::new();
    let fewest = |of: &dyn Fn(&[usize]) -> usize| classes.iter().map(|rows| of(rows)).min().expect("a class");
    if asked.by_people || !asked.by_household {
        expected.push(fewest(&|rows| asked.units(rows).len()));
    }
    if asked.by_household {
        let homes =
            |rows: &[usize]| rows.iter().map(|&row| asked.rows[row].home).collect::<BTreeSet<_>>().len();
        expected.push(fewest(&homes));
        assert_eq!(found["households"]["k"], fewest(&homes), "seed {seed}");
    }
    for (model, &expected) in found["models"].as_array().expect("models").iter().zip(&expected) {
        assert_eq!(
            (&model["model"], &model["reached"]),
            (&"k-anonymity".into(), &expected.into()),
            "seed {seed}"
        );
        assert_eq!(model["holds"], expected >= 2, "seed {seed}");
    }
    let Some(model) = is_mapped.then(|| &found["models"][expected.len()]) else { return };
    let reached = |rows: &Vec<usize>| match asked.stands_for {
        StandsFor::Estimated => {
            let (mut below, mut k) = (0.0, rows.len());
            for chance in chances(rows.len() as f64, asked.people(rows)) {
                below += chance;
                if below > SIGNIFICANCE {
                    break;
                }
                k += 1;
            }
            // Or as many as the fitted model admits, if they are fewer.
            asked.fit().people_but_for(SIGNIFICANCE, rows.len() as u64, asked.people(rows), k as u64) as f64
        }
        _ => asked.people(rows),
    };
    let least = classes.iter().map(reached).fold(f64::INFINITY, f64::min);
    close(&model["reached"], least, "k-map", seed);
    assert_eq!(model["holds"], least >= 3.0, "seed {seed}");
    assert_eq!(model.get("estimated").is_some(), asked.stands_for == StandsFor::Estimated, "seed {seed}");
}
