//! Whatever is said of people equals a count of people in the plainest way: rows of the written file are traced back to the
//! source by a note, and to the person there.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use amidst::{
    Answer, Job, Released, Role, Spec,
    check::{CheckOptions, Finding, check},
    reporting::Count,
    spec::Counted,
    spec::{ColumnSpec, Input, MissingPolicy, OnNobody, Requirement, Respondent, Semantics},
};
use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};
use tempfile::TempDir;

use super::{Wish, describe, numbered};

/// How many tables are tried, unless the environment says otherwise.
const TABLES: u64 = 500;

const MODELS: [&str; 10] = [
    "distinct-l-diversity l=2",
    "entropy-l-diversity l=1.7",
    "recursive-l-diversity c=2.5 l=2",
    "alpha-k alpha=0.7 k=2",
    "t-closeness t=0.4",
    "beta-likeness beta=2",
    "p-sensitive p=2 k=2",
    "highest-risk risk=0.5",
    "k-per-stratum column=ill k=2",
    "alpha-k alpha=0.5 values=a",
];

/// Those that need no promise about merging, and those that walk a lattice relying on it.
const ALGORITHMS: [&str; 7] =
    ["auto", "exhaustive", "lightning", "local", "mondrian", "k-member", "mondrian-relaxed"];
const MONOTONE: [&str; 6] = ["flash", "ola", "samarati", "incognito", "datafly", "bottom-up"];

/// A row: what it shows, whose it is (nobody's if empty), how that person is spelled, where the person lives, and the sensitive
/// value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    quasi: Vec<String>,
    who: String,
    spelled: String,
    home: u32,
    ill: String,
}

/// One of the ways to write a name; numbers are names in tables of some seeds.
fn spelled(draw: &mut SeededRng, seed: u64, number: u32) -> String {
    let ways: [String; 4] = match seed % 4 {
        0 => [format!("{number}"), format!("0{number}"), format!("{number}.0"), format!(" {number} ")],
        1 => [
            format!("\u{e9}{number}"),
            format!("e\u{301}{number}"),
            format!("\u{c9}{number}"),
            format!("\u{e9}{number} "),
        ],
        _ => [format!("p{number}"), format!("P{number}"), format!(" p{number}"), format!("p{number} ")],
    };
    // Most people are spelled in one way.
    ways[if draw.percent(70) { 0 } else { draw.below(4) as usize }].clone()
}

/// How a row says that nobody is known. A number means that only among other numbers.
fn nobody(draw: &mut SeededRng, seed: u64) -> &'static str {
    const WORDS: [&str; 7] = ["", "NA", "n/a", "unknown", "k.A.", "-9", "999"];
    let known = if seed.is_multiple_of(4) { WORDS.len() } else { WORDS.len() - 2 };
    WORDS[draw.below(known as u32) as usize]
}

/// The table of a seed, and its spec.
fn draw(seed: u64, folder: &Path) -> (Vec<Row>, Spec) {
    let shape = Shape { rows: 40, columns: 3, leaves: 5, height: 3, missing_percent: (seed % 3) as u32 * 3 };
    let small = Small::draw(shape, 90_000 + seed);
    let mut draw = SeededRng::new(91_000 + seed);
    let wish =
        Wish { k: 1 + seed % 4, suppression: ["0%", "20%", "60%"][seed as usize % 3], objective: "loss" };
    let mut spec = describe(&small, &numbered(small.rows.len()), wish, folder);
    let people = 3 + draw.below(30);
    let nobody_percent = if draw.percent(50) { 0 } else { 10 };
    let text = fs::read_to_string(&spec.input.path).expect("the table was written");
    let mut lines = text.lines();
    let header = lines.next().expect("a header").to_owned();
    let homes = 1 + people / 2;
    let mut rows = Vec::new();
    for cells in &small.rows {
        let ill = ["a", "b", "c"][draw.low_between(0, 2) as usize].to_owned();
        // Some people have many rows, most have few.
        let number = draw.low_between(0, people);
        let (who, spelled) = match draw.percent(nobody_percent) {
            true => (String::new(), nobody(&mut draw, seed).to_owned()),
            false => (format!("p{number}"), spelled(&mut draw, seed, number)),
        };
        let quasi = cells.iter().map(|cell| cell.clone().unwrap_or_default()).collect();
        rows.push(Row { quasi, who, spelled, home: number % homes, ill });
    }
    // A number means that nothing is known only among two others.
    let names: BTreeSet<&String> =
        rows.iter().filter(|row| !row.who.is_empty()).map(|row| &row.spelled).collect();
    if names.len() < 2 {
        rows.iter_mut().filter(|row| row.who.is_empty()).for_each(|row| row.spelled = "NA".into());
    }
    let home = |row: &Row| format!("{}{}", ["h", "H", " h"][row.ill.len() * row.spelled.len() % 3], row.home);
    let lines =
        lines.zip(&rows).map(|(line, row)| format!("{line},{},{},{}\n", row.ill, row.spelled, home(row)));
    let written = format!("{header},ill,who,home\n{}", lines.collect::<String>());
    fs::write(&spec.input.path, written).expect("the table is written");
    spec.columns.insert("ill".into(), ColumnSpec::new(Role::Sensitive));
    spec.columns.insert("who".into(), ColumnSpec::new(Role::Identifier));
    spec.columns.insert("home".into(), ColumnSpec::new(Role::Identifier));
    spec.privacy.household = draw.percent(40).then(|| "home".into());
    spec.privacy.respondent = Some(Respondent { missing: OnNobody::Suppress, ..Respondent::of("who") });
    let has_models = draw.percent(60);
    if has_models {
        let requirement: Requirement = MODELS[seed as usize % MODELS.len()].parse().expect("a requirement");
        spec.privacy.require.push(Requirement { column: requirement.column.clone(), ..requirement });
    }
    let algorithm = match has_models {
        false if draw.percent(50) => MONOTONE[draw.below(MONOTONE.len() as u32) as usize],
        _ => ALGORITHMS[draw.below(ALGORITHMS.len() as u32) as usize],
    };
    spec.solve.algorithm = Some(algorithm.into());
    if draw.percent(25) {
        spec.privacy.missing = MissingPolicy::Wildcard;
    }
    if let Some(respondent) = spec.privacy.respondent.as_mut().filter(|_| draw.percent(20)) {
        respondent.semantics = Semantics::Profile;
    }
    (rows, spec)
}

/// The rows of a release, each with the person and the value of the source row that its note names.
fn traced(text: &str, source: &[Row]) -> Vec<Row> {
    let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
    let note = header.iter().position(|name| *name == "note").expect("the note is released");
    let ill = header.iter().position(|name| *name == "ill").expect("the sensitive column is released");
    assert!(!header.contains(&"who") && !header.contains(&"home"), "the respondent is dropped");
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), header.len(), "labels hold no comma: {line}");
        let at: usize = cells[note].strip_prefix("note ").and_then(|at| at.parse().ok()).expect("a note");
        assert_eq!(cells[ill], source[at].ill);
        let quasi = cells[..note].iter().map(|cell| (*cell).to_owned()).collect();
        Row { quasi, ..source[at].clone() }
    };
    text.lines().skip(1).map(row).collect()
}

/// What plain counting finds.
#[derive(Debug)]
struct Truth {
    people: u64,
    k: u64,
    k_wildcard: u64,
    unique: u64,
    average: f64,
    /// The same if a missing cell matches anything.
    average_wildcard: f64,
    largest_share: f64,
    profile_k: u64,
    profile_unique: u64,
    /// The mean over people of one over those who share their profile.
    profile_average: f64,
}

type Classes<'a> = BTreeMap<&'a [String], Vec<&'a Row>>;

fn classes(rows: &[Row]) -> Classes<'_> {
    let mut classes: Classes = BTreeMap::new();
    rows.iter().for_each(|row| classes.entry(&row.quasi).or_default().push(row));
    classes
}

fn people<'a>(rows: impl IntoIterator<Item = &'a Row>) -> u64 {
    rows.into_iter().map(|row| &row.who).collect::<BTreeSet<_>>().len() as u64
}

impl Truth {
    fn of(rows: &[Row]) -> Self {
        let classes = classes(rows);
        let matches = |a: &Row, b: &Row| {
            a.quasi.iter().zip(&b.quasi).all(|(a, b)| a == b || a.is_empty() || b.is_empty())
        };
        let matched = |row: &Row| people(rows.iter().filter(|other| matches(row, other)));
        let names: BTreeSet<&String> = rows.iter().map(|row| &row.who).collect();
        let smallest = |name: &String| {
            let own = classes.values().filter(|class| class.iter().any(|row| row.who == *name));
            own.map(|class| people(class.iter().copied())).min().expect("everybody is in a class")
        };
        let fewest_matched = |name: &String| {
            let own = rows.iter().filter(|row| row.who == *name).map(matched);
            own.min().expect("everybody has a row")
        };
        let share = |class: &Vec<&Row>| {
            let most = names.iter().map(|name| class.iter().filter(|row| row.who == **name).count()).max();
            most.unwrap_or(0) as f64 / class.len() as f64
        };
        let profile = |name: &String| {
            let mut own: Vec<&Vec<String>> =
                rows.iter().filter(|row| row.who == *name).map(|row| &row.quasi).collect();
            own.sort();
            own
        };
        let profiles: Vec<_> = names.iter().map(|name| profile(name)).collect();
        let alike: Vec<u64> =
            profiles.iter().map(|own| profiles.iter().filter(|other| *other == own).count() as u64).collect();
        let risks: f64 = names.iter().map(|name| 1.0 / smallest(name) as f64).sum();
        Self {
            people: names.len() as u64,
            k: classes.values().map(|class| people(class.iter().copied())).min().unwrap_or(0),
            k_wildcard: rows.iter().map(matched).min().unwrap_or(0),
            unique: names.iter().filter(|name| smallest(name) == 1).count() as u64,
            average: risks / names.len().max(1) as f64,
            average_wildcard: names.iter().map(|name| 1.0 / fewest_matched(name) as f64).sum::<f64>()
                / names.len().max(1) as f64,
            largest_share: classes.values().map(share).fold(0.0, f64::max),
            profile_k: alike.iter().copied().min().unwrap_or(0),
            profile_unique: alike.iter().filter(|&&people| people == 1).count() as u64,
            profile_average: alike.iter().map(|&people| 1.0 / people as f64).sum::<f64>()
                / names.len().max(1) as f64,
        }
    }
}

/// The people who have each value.
fn of_values<'a>(rows: impl IntoIterator<Item = &'a Row>) -> BTreeMap<&'a str, f64> {
    let pairs: BTreeSet<(&str, &str)> =
        rows.into_iter().map(|row| (row.ill.as_str(), row.who.as_str())).collect();
    let mut counts = BTreeMap::new();
    pairs.into_iter().for_each(|(ill, _)| *counts.entry(ill).or_insert(0.0) += 1.0);
    counts
}

/// What the worst class of a release reaches of a model, given the whole table.
fn reached(model: &str, rows: &[Row], whole: &[Row]) -> f64 {
    let whole = of_values(whole);
    let sum = |counts: &BTreeMap<&str, f64>| counts.values().sum::<f64>();
    let gains = |own: &BTreeMap<&str, f64>| -> Vec<(f64, f64)> {
        own.iter().map(|(ill, count)| (count / sum(own), whole[ill] / sum(&whole))).collect()
    };
    let of_class = |class: &Vec<&Row>| {
        let own = of_values(class.iter().copied());
        let holders = people(class.iter().copied()) as f64;
        let mut counts: Vec<f64> = own.values().copied().collect();
        counts.sort_by(|a, b| b.total_cmp(a));
        match model.split(' ').next().expect("a model") {
            "distinct-l-diversity" | "p-sensitive" => own.len() as f64,
            "entropy-l-diversity" => {
                let share = |count: &f64| count / sum(&own);
                (-counts.iter().map(|count| share(count) * share(count).ln()).sum::<f64>()).exp()
            }
            "recursive-l-diversity" => -(counts[0] / counts[1..].iter().sum::<f64>().abs()),
            "alpha-k" if model.contains("values") => -(own.get("a").copied().unwrap_or(0.0) / holders),
            "alpha-k" => -(counts[0] / holders),
            "t-closeness" => -gains(&own).iter().map(|(own, whole)| (own - whole).max(0.0)).sum::<f64>(),
            "beta-likeness" => {
                -gains(&own).iter().map(|(own, whole)| (own - whole) / whole).fold(0.0, f64::max)
            }
            "highest-risk" => -1.0 / holders,
            "k-per-stratum" => counts.iter().copied().fold(f64::MAX, f64::min),
            _ => unreachable!("every model is told how"),
        }
    };
    // Less is worse, so that what must be small is told with its sign turned.
    classes(rows).values().map(of_class).fold(f64::MAX, f64::min).abs()
}

/// What is said of households, given everybody and the rows that are released: how many, k, alone, and the chances that any
/// member is found.
fn households(rows: &[Row], somebody: &[Row]) -> (u64, u64, u64, f64, f64) {
    let size = |home: u32| people(somebody.iter().filter(|row| row.home == home));
    let mut classes: BTreeMap<(&[String], u64), Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| classes.entry((&row.quasi, size(row.home))).or_default().push(row));
    let homes = |rows: &[&Row]| rows.iter().map(|row| row.home).collect::<BTreeSet<u32>>();
    let all = homes(&rows.iter().collect::<Vec<_>>());
    let alone: BTreeSet<u32> =
        classes.values().map(|rows| homes(rows)).filter(|homes| homes.len() == 1).flatten().collect();
    let risk = |home: u32| {
        let mut worst: BTreeMap<&str, f64> = BTreeMap::new();
        for class in classes.values() {
            for row in class.iter().filter(|row| row.home == home) {
                let known = worst.entry(&row.who).or_default();
                *known = known.max(1.0 / people(class.iter().copied()) as f64);
            }
        }
        1.0 - worst.values().map(|risk| 1.0 - risk).product::<f64>()
    };
    let risks: Vec<f64> = all.iter().map(|&home| risk(home)).collect();
    (
        all.len() as u64,
        classes.values().map(|rows| homes(rows).len() as u64).min().unwrap_or(0),
        alone.len() as u64,
        risks.iter().copied().fold(0.0, f64::max),
        risks.iter().sum::<f64>() / risks.len().max(1) as f64,
    )
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Whether everything that is said of a release is true of it.
fn judge(released: &Released, source: &[Row], text: &str, seed: u64) {
    let rows = traced(text, source);
    let summary = &released.summary;
    let somebody: Vec<Row> = source.iter().filter(|row| !row.who.is_empty()).cloned().collect();
    let (before, after) = (Truth::of(&somebody), Truth::of(&rows));
    assert!(rows.iter().all(|row| !row.who.is_empty()), "seed {seed}: rows of nobody are suppressed");
    let counts = summary.rows;
    assert_eq!(
        (counts.r#in, counts.out, counts.suppressed, counts.people_in, counts.people_out),
        (
            source.len() as u64,
            rows.len() as u64,
            (source.len() - rows.len()) as u64,
            Some(before.people),
            Some(after.people)
        ),
        "seed {seed}"
    );
    let by_profile = released.spec.privacy.respondent.as_ref().is_some_and(Respondent::is_by_profile);
    let k = match released.missing_policy {
        _ if by_profile => after.profile_k,
        MissingPolicy::OwnValue => after.k,
        MissingPolicy::Wildcard => after.k_wildcard,
    };
    assert_eq!(summary.counted, Counted::People);
    assert_eq!((summary.privacy.k.reached, summary.privacy.k.holds), (k, true), "seed {seed}");
    assert_eq!((released.audit.k, released.audit.k_wildcard), (after.k, after.k_wildcard), "seed {seed}");
    assert!(k >= summary.privacy.k.asked, "seed {seed}");
    let risk = &summary.risk;
    for (truth, told) in [(&before, risk.before), (&after, risk.after)] {
        let (k, average) = match released.missing_policy {
            _ if by_profile => (truth.profile_k, truth.profile_average),
            MissingPolicy::OwnValue => (truth.k, truth.average),
            MissingPolicy::Wildcard => (truth.k_wildcard, truth.average_wildcard),
        };
        let is_true = close(told.highest, 1.0 / k as f64) && close(told.average, average);
        assert!(is_true, "seed {seed}: {risk:?}, {truth:?}");
    }
    let told = summary.people.expect("people are counted");
    assert!(close(told.largest_share, after.largest_share), "seed {seed}");
    assert_eq!((told.profile.k, told.profile.unique), (after.profile_k, after.profile_unique), "seed {seed}");
    for model in &released.spec.privacy.require {
        let asked = MODELS
            .iter()
            .find(|text| text.parse::<Requirement>().as_ref() == Ok(model))
            .expect("it was drawn");
        let told = summary.privacy.models[0].reached.expect("something is released").0;
        let found = reached(asked, &rows, &somebody);
        assert!(close(told, found), "seed {seed}: {asked} reaches {found}, told {told}");
        assert!(summary.privacy.models[0].holds, "seed {seed}");
    }
    if let Some(told) = &summary.households {
        let (all, k, alone, highest, average) = households(&rows, &somebody);
        assert_eq!((told.households, told.k, told.unique), (all, k, alone), "seed {seed}");
        assert!(close(told.highest, highest) && close(told.average, average), "seed {seed}: {told:?}");
        assert!(released.audit.households.is_some(), "seed {seed}");
        judge_homes(released, &rows, seed);
    }
    let l = summary.sensitive[0].l.expect("something is released").0;
    assert!(close(l, reached("distinct-l-diversity", &rows, &somebody)), "seed {seed}");
    let t = summary.sensitive[0].t.expect("something is released").0;
    assert!(close(t, reached("t-closeness", &rows, &somebody)), "seed {seed}");
}

/// Whether every class has the households that were asked, as it is told.
fn judge_homes(released: &Released, rows: &[Row], seed: u64) {
    let privacy = &released.summary.privacy;
    let homes = |class: &Vec<&Row>| class.iter().map(|row| row.home).collect::<BTreeSet<u32>>().len() as u64;
    let fewest = classes(rows).values().map(homes).min().expect("something is released");
    assert!(fewest >= privacy.k.asked, "seed {seed}: {fewest} households");
    let told = privacy.models.iter().find(|model| model.counted == Some("households"));
    let told = told.map(|model| (model.asked.0, model.reached.expect("something is released").0));
    let expected = (privacy.k.asked > 1).then_some((privacy.k.asked as f64, fewest as f64));
    assert_eq!(told, expected, "seed {seed}");
}

/// Whether `check` says the same of the release with its people beside it, and what it says of models.
fn judge_check(rows: &[Row], k: u64, folder: &Path, seed: u64) {
    let width = rows[0].quasi.len();
    let quasi: Vec<String> = (0..width).map(|at| format!("q{at}")).collect();
    let lines = rows.iter().map(|row| format!("{},{},{}", row.quasi.join(","), row.ill, row.spelled));
    let header = format!("{},ill,who", quasi.join(","));
    let text: Vec<String> = std::iter::once(header)
        .chain(lines)
        .chain([format!("{}z,c,", ",".repeat(width - 1).replace(',', "z,"))])
        .collect();
    let path = folder.join("joined.csv");
    fs::write(&path, text.join("\n") + "\n").expect("the table is written");
    // A value that is named must occur.
    let can_be_asked = |text: &&&str| !text.contains("values") || rows.iter().any(|row| row.ill == "a");
    let asked = MODELS.iter().cycle().skip(seed as usize).find(can_be_asked).expect("most name no value");
    let options = CheckOptions {
        input: Input { path: path.to_string_lossy().into_owned(), ..Input::default() },
        quasi,
        k: Some(k),
        sensitive: vec!["ill".into()],
        require: vec![asked.parse().expect("a requirement")],
        respondent: Some(Respondent { missing: OnNobody::Suppress, ..Respondent::of("who") }),
        ..CheckOptions::default()
    };
    let Finding { counted, rows: all, people: found, k, k_wildcard, uniques, models, .. } =
        check(&options, &()).expect("a check");
    let (truth, found) = (Truth::of(rows), found.expect("people are counted"));
    let told = Count::Value;
    assert_eq!(
        (counted, all, found.nobody),
        (Counted::People, told(rows.len() as u64), told(1)),
        "seed {seed}"
    );
    assert_eq!(
        (k, k_wildcard, uniques, found.people, found.profile_k, found.profile_uniques),
        (
            told(truth.k),
            told(truth.k_wildcard),
            told(truth.unique),
            told(truth.people),
            told(truth.profile_k),
            told(truth.profile_unique)
        ),
        "seed {seed}"
    );
    assert!(close(found.largest_share.expect("it is told inside"), truth.largest_share), "seed {seed}");
    let reached_by = match models[1].reached {
        Some(amidst::check::AttainedValue::Count(Count::Value(count))) => count as f64,
        Some(amidst::check::AttainedValue::Number(number)) => number.0,
        // Without a second value no c is enough.
        _ => f64::INFINITY,
    };
    let truth = reached(asked, rows, rows);
    assert!(
        close(reached_by, truth) || reached_by == truth,
        "seed {seed}: {asked}: {reached_by}, not {truth}"
    );
}

#[test]
fn every_number_that_speaks_of_people_equals_a_count_of_people() {
    let tables = std::env::var("AMIDST_PEOPLE_TABLES").ok().and_then(|tables| tables.parse().ok());
    let tables = tables.unwrap_or(TABLES);
    let (mut released, mut refused) = (0, 0);
    for seed in 0..tables {
        let folder = TempDir::new().expect("a folder");
        let (source, spec) = draw(seed, folder.path());
        let words = format!("seed {seed}: {:?}, {:?}", spec.solve.algorithm, spec.privacy);
        let is_somebody = |row: &Row| !row.who.is_empty();
        // A table of nobody has nothing to release.
        if !source.iter().any(is_somebody) {
            assert!(Job::new(spec).run(&()).is_err(), "{words}");
            continue;
        }
        match Job::new(spec).run(&()) {
            Ok(Answer::Released(release)) => {
                released += 1;
                let text = fs::read_to_string(folder.path().join("release.csv")).expect("it was written");
                judge(&release, &source, &text, seed);
                judge_check(&traced(&text, &source), 1 + seed % 4, folder.path(), seed);
            }
            Ok(Answer::Infeasible(_)) => {
                let somebody: Vec<Row> = source.into_iter().filter(is_somebody).collect();
                judge_check(&somebody, 2, folder.path(), seed);
            }
            Err(error) => {
                let message = error.to_string();
                assert!(
                    !message.contains("internal")
                        && ["algorithm", "named"].iter().any(|why| message.contains(why)),
                    "{words}: {message}"
                );
                refused += 1;
            }
        }
    }
    assert!(
        released * 3 > tables && refused * 10 <= tables,
        "{released} released, {refused} refused of {tables}"
    );
}
