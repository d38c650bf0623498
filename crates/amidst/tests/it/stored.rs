//! Parts that are stored elsewhere before they are judged, as on a cluster, against the table as a whole.

use std::sync::Arc;

use amidst::{
    Answer, Job, Released, Spec,
    arrow_array::{ArrayRef, Int64Array, RecordBatch, StringArray},
    audit::PartAudit,
    check::{CheckOptions, Finding, check, check_counted},
    io::Batches,
    reporting::Reporting,
    risk::{Limit, Population, Risk, RiskOptions, risk, risk_counted},
    spec::{Input, Requirement},
    stages::{BoundJob, Deal, Part, Solution, SolveOutcome, Summary},
    summary::Seconds,
};
use amidst_testkit::generate::SeededRng;
use serde_json::Value;

use crate::stages::{HEADER, Rows, Table, rows, spec};

/// Some rows of a table, typed.
fn batches(table: &Table, rows: &[usize]) -> Batches {
    batches_of(table, rows, |_| true)
}

/// Some rows and columns of a table.
fn batches_of(table: &Table, rows: &[usize], is_meant: impl Fn(&str) -> bool) -> Batches {
    let cells: Vec<Vec<&str>> = rows.iter().map(|&row| table.lines[row].split(',').collect()).collect();
    let column = |(at, name): (usize, &str)| -> (String, ArrayRef) {
        let cells = cells.iter().map(|row| Some(row[at]).filter(|cell| !cell.is_empty()));
        let array: ArrayRef = match name {
            "age" | "stands" => Arc::new(Int64Array::from_iter(cells.map(|cell| cell?.parse().ok()))),
            _ => Arc::new(StringArray::from_iter(cells)),
        };
        (name.to_owned(), array)
    };
    let meant = HEADER.split(',').enumerate().filter(|(_, name)| is_meant(name));
    let nullable = meant.map(column).map(|(name, array)| (name, array, true));
    let batch = RecordBatch::try_from_iter_with_nullable(nullable).expect("columns of one length");
    Batches::new("the table", batch.schema(), vec![batch]).expect("one schema")
}

/// What is said of a release that is the same however it was made. Warnings may be of values that nobody counts.
fn told(released: &Released) -> Value {
    let mut told: Value = serde_json::from_str(&released.to_json()).expect("JSON");
    let fields = told.as_object_mut().expect("an object");
    for apart in ["seconds", "output", "parts", "warnings", "repeated"] {
        fields.shift_remove(apart);
    }
    told
}

fn whole(spec: &Spec, table: &Table, all: &[usize]) -> Result<(Rows, Value), String> {
    match Job::new(spec.clone()).with_source(batches(table, all)).run_in_memory(&()) {
        Ok(Answer::Released(released)) => Ok((rows(&released.tables), told(&released))),
        Ok(Answer::Infeasible(answer)) => Err(answer.message.clone()),
        Err(error) => Err(error.to_string()),
    }
}

/// Parts that know nothing of one another but what travels between machines, as bytes.
fn stored(spec: &Spec, table: &Table, parts: &[Vec<usize>]) -> Result<(Rows, Value), String> {
    let told_of = |error: amidst::Error| error.to_string();
    let empty = batches(table, &[]);
    let job = BoundJob::new(Job::new(spec.clone()).with_source(empty.clone()), &()).map_err(told_of)?;
    let empty = job.read_any(empty, &()).map_err(told_of)?;
    let parts: Vec<Part> = parts
        .iter()
        .map(|rows| job.read_any(batches(table, rows), &()))
        .collect::<Result<_, _>>()
        .map_err(told_of)?;
    let summaries = parts.iter().map(|part| job.summarize(part, &()).expect("a summary"));
    let summary: Summary = summaries.reduce(|a, b| a.merge(b).expect("parts of one table")).expect("a part");
    let solution = match job.solve(&summary, &()).map_err(told_of)? {
        SolveOutcome::Found(solution) => *solution,
        SolveOutcome::Infeasible(answer) => return Err(answer.message.clone()),
    };
    let elsewhere = Solution::from_bytes(&solution.to_bytes()).expect("the same solution");
    let there = job.stored(&empty, &elsewhere, &()).map_err(told_of)?;
    let keys: Vec<_> = parts.iter().map(|part| job.deal_keys(part, &elsewhere, &()).expect("keys")).collect();
    let deals = Deal::of(&solution, &keys).expect("a deal");
    let dealt = || parts.iter().zip(&deals);
    let stores: Vec<Batches> =
        dealt().map(|(part, deal)| there.recode(part, deal, &()).expect("a recoded part")).collect();
    assert!(stores.iter().all(|store| store.schema() == there.schema()));
    let of_source = dealt().map(|(part, deal)| there.audit_source(part, deal, &()).expect("an audit"));
    let of_stores = stores
        .iter()
        .zip(0..)
        .map(|(store, number)| there.audit_stored(number, store, &()).expect("an audit"));
    let audits = of_stores.chain(of_source);
    let audit: PartAudit = audits.reduce(|a, b| b.merge(a).expect("audits of parts")).expect("a part");
    let here = job.stored(&empty, &solution, &()).map_err(told_of)?;
    let released = here.conclude(&summary, audit, Seconds::default(), &()).map_err(told_of)?;
    Ok((rows(&stores), told(&released)))
}

#[test]
fn stored_parts_are_released_like_the_whole() {
    let (mut released, mut refused) = (0, 0);
    for seed in 0..200 {
        let mut draw = SeededRng::new(seed);
        let (size, spec) = (draw.between(6, 60), spec(&mut draw));
        let table = Table::draw(&mut draw, size);
        let all: Vec<usize> = (0..size as usize).collect();
        // Parts may be as small as they like, or without rows.
        let mut parts = vec![Vec::new(); draw.between(1, 9) as usize];
        all.iter().for_each(|&row| {
            let part = draw.below(parts.len() as u32) as usize;
            parts[part].push(row);
        });
        let (expected, found) = (whole(&spec, &table, &all), stored(&spec, &table, &parts));
        assert_eq!(found, expected, "seed {seed}: {}", spec.to_toml());
        released += u32::from(found.is_ok());
        refused += u32::from(found.is_err());
    }
    assert!(released > 100 && refused > 2, "{released} {refused}");
}

#[test]
fn what_was_changed_where_it_was_stored_is_not_released() {
    let text = r#"
        privacy.k = 2
        solve.suppression = "50%"
        columns.age = { role = "quasi", hierarchy = { interval = [10], from = 0 } }
        columns.place.role = "quasi"
        columns.sex.role = "quasi"
        columns.who.role = "identifier"
        columns.ill.role = "sensitive"
        columns.stands.role = "other"
        columns.note = { role = "other", not_identifying = true }
    "#;
    let spec = Spec::from_toml(text).expect("a spec");
    let table = Table::draw(&mut SeededRng::new(3), 60);
    let all: Vec<usize> = (0..60).collect();
    let job = BoundJob::new(Job::new(spec).with_source(batches(&table, &[])), &()).expect("a job");
    let empty = job.read_any(batches(&table, &[]), &()).expect("no rows");
    let part = job.read_any(batches(&table, &all), &()).expect("a part");
    let summary = job.summarize(&part, &()).expect("a summary");
    let SolveOutcome::Found(solution) = job.solve(&summary, &()).expect("it runs") else {
        panic!("k = 2 can be met")
    };
    let release = || job.stored(&empty, &solution, &()).expect("a release");
    let store = release().recode(&part, &Deal::default(), &()).expect("a recoded part");
    let judged = |store: &Batches| {
        let of_store = release().audit_stored(0, store, &()).expect("an audit");
        let of_source = release().audit_source(&part, &Deal::default(), &()).expect("an audit");
        let audit = of_store.merge(of_source).expect("audits of parts");
        release().conclude(&summary, audit, Seconds::default(), &()).map(drop)
    };
    assert!(judged(&store).is_ok());
    let batch = &store.batches()[0];
    let fewer = Batches::new("the table", batch.schema(), vec![batch.slice(1, batch.num_rows() - 1)]);
    assert!(judged(&fewer.expect("one schema")).is_err(), "a row is gone");
    let twice = vec![batch.clone(), batch.slice(0, 1)];
    let twice = Batches::new("the table", batch.schema(), twice).expect("one schema");
    assert!(judged(&twice).is_err(), "a row is there twice");
}

/// Numbers that are added up in another order differ behind the twelfth digit.
fn rounded(told: Value) -> Value {
    match told {
        Value::Number(number) if number.is_f64() => {
            format!("{:.12}", number.as_f64().unwrap_or(f64::NAN)).into()
        }
        Value::Array(all) => all.into_iter().map(rounded).collect(),
        Value::Object(all) => all.into_iter().map(|(key, value)| (key, rounded(value))).collect(),
        other => other,
    }
}

#[test]
fn rows_that_were_counted_are_judged_like_the_table() {
    let quasi = ["place", "sex"];
    for seed in 0..100 {
        let mut draw = SeededRng::new(seed);
        let size = draw.between(6, 60);
        let table = Table::draw(&mut draw, size);
        let all: Vec<usize> = (0..size as usize).collect();
        let respondent = draw.percent(40).then(|| toml::from_str("column = \"who\"").expect("a respondent"));
        // Fewer columns, so that rows are alike.
        let names = ["place", "sex", "ill", "stands"].into_iter().chain(respondent.iter().map(|_| "who"));
        let names: Vec<&str> = names.collect();
        let batches = |rows: &[usize]| batches_of(&table, rows, |name| names.contains(&name));
        let roles = names.iter().map(|name| format!("columns.{name}.role = \"quasi\"\n"));
        let spec = Spec::from_toml(&(roles.collect::<String>() + "privacy.k = 2")).expect("a spec");
        let job = Job::new(spec).with_source(batches(&[]));
        let job = BoundJob::new(job, &()).expect("a job");
        let part = |rows: &[usize]| job.read_any(batches(rows), &()).expect("a part");
        let summed_up = |rows: &[usize]| job.summarize(&part(rows), &()).expect("a summary");
        let (first, second) = all.split_at(draw.below(size) as usize);
        let summary = summed_up(first).merge(summed_up(second)).expect("parts of one table");
        let counted = || job.counted(&summary, &()).expect("its own summary");
        let given = Some(batches(&all).into());
        let input = Input { given, ..Input::default() };
        let requirement = |text: &str| toml::from_str::<Requirement>(text).expect("a requirement");
        let options = CheckOptions {
            input: input.clone(),
            quasi: quasi.map(String::from).to_vec(),
            k: Some(2),
            sensitive: vec!["ill".into()],
            require: vec![
                requirement("model = \"t-closeness\"\ncolumn = \"ill\"\nt = 0.4"),
                requirement("model = \"entropy-l-diversity\"\ncolumn = \"stands\"\nl = 2.0"),
            ],
            respondent,
            joint: draw.percent(30),
            ..CheckOptions::default()
        };
        let json =
            |found: amidst::Result<Finding>| serde_json::to_value(found.expect("it runs")).expect("JSON");
        let whole = json(check(&options, &()));
        assert_eq!(json(check_counted(&options, counted(), &())), whole, "seed {seed}");
        let bare = CheckOptions { sensitive: Vec::new(), require: Vec::new(), respondent: None, ..options };
        assert_eq!(json(check_counted(&bare, counted(), &())), json(check(&bare, &())), "seed {seed}");
        let options = RiskOptions {
            input,
            quasi: bare.quasi,
            sensitive: vec!["ill".into()],
            limit: Limit::CellSize(2),
            population: match draw.percent(50) {
                true => Population::Count("stands".into()),
                false => Population::default(),
            },
            respondent: None,
            household: None,
            records: false,
            max_size: 3,
            max_risk: None,
            reporting: Reporting::default(),
        };
        let json = |found: amidst::Result<Risk>| {
            rounded(serde_json::to_value(found.expect("it runs")).expect("JSON"))
        };
        assert_eq!(json(risk_counted(&options, counted(), &())), json(risk(&options, &())), "seed {seed}");
    }
}
