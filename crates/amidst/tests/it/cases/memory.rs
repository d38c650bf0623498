//! In memory as by files: what comes back as record batches is what the file would have held.

use std::{fmt::Write, fs, path::Path, sync::Arc};

use amidst::{
    Answer, Job, Released, Spec,
    io::{Batches, Source},
};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};

use super::{files, format::Case, read, subject::Subject};

const ALGORITHMS: [&str; 4] = ["optimal", "mondrian", "k-member", "anatomy"];

/// The table of a case in two batches of texts.
fn batches(subject: &Subject) -> Batches {
    let header = subject.header().expect("a table");
    let fields: Vec<Field> = header.iter().map(|name| Field::new(*name, DataType::Utf8, true)).collect();
    let schema = Arc::new(Schema::new(fields));
    let (first, second) = subject.rows().split_at(subject.rows().len() / 2);
    let batch = |rows: &[Vec<String>]| {
        let column =
            |at| Arc::new(rows.iter().map(|row| Some(&row[at])).collect::<StringArray>()) as ArrayRef;
        RecordBatch::try_new(Arc::clone(&schema), (0..header.len()).map(column).collect())
            .expect("one schema")
    };
    Batches::new("a case", Arc::clone(&schema), [batch(first), batch(second)]).expect("one schema")
}

fn spec(subject: &Subject, algorithm: &str, folder: &Path) -> Option<Spec> {
    let mut spec = format!("[privacy]\nk = 2\n[solve]\nsuppression = \"50%\"\nalgorithm = {algorithm:?}\n");
    for name in subject.header().ok()? {
        let role = match subject.quasi.iter().any(|quasi| quasi == name) {
            false => "role = \"sensitive\"\nnot_identifying = true\n".into(),
            true => {
                let file = subject.write_hierarchy(folder, name).ok()?;
                format!("role = \"quasi\"\nhierarchy = {{ file = {file:?} }}\n")
            }
        };
        write!(spec, "[columns.{name}]\n{role}").expect("a string grows");
    }
    Some(Spec::from_toml(&spec).expect("a spec"))
}

/// What is released of a table, first in memory and then by files; the words of a refusal otherwise.
fn both(subject: &Subject, spec: &Spec, folder: &Path) -> [Result<Released, String>; 2] {
    let given = batches(subject);
    let [input, output] = ["in.arrow", "out.arrow"].map(|name| folder.join(name));
    let mut writer =
        arrow_ipc::writer::FileWriter::try_new(fs::File::create(&input).unwrap(), given.schema()).unwrap();
    given.batches().iter().for_each(|batch| writer.write(batch).unwrap());
    writer.finish().unwrap();
    let mut by_files = spec.clone();
    by_files.input.path = input.display().to_string();
    by_files.output.path = Some(output.display().to_string());
    let released = |answer: amidst::Result<Answer>| match answer {
        Ok(Answer::Released(released)) => Ok(*released),
        Ok(Answer::Infeasible(answer)) => Err(answer.message),
        Err(error) => Err(error.to_string()),
    };
    [
        released(Job::new(spec.clone()).with_source(given).run_in_memory(&())),
        released(Job::new(by_files).with_overwrite(true).run(&())),
    ]
}

/// The summary without what differs from run to run.
fn lasting(released: &Released) -> serde_json::Value {
    let mut summary: serde_json::Value = serde_json::from_str(&released.to_json()).expect("JSON");
    let places = ["seconds", "output", "fragments", "views"];
    places.iter().for_each(|place| summary[place] = serde_json::Value::Null);
    summary
}

#[test]
fn every_table_is_released_in_memory_as_by_files() {
    let mut compared = 0;
    for file in files() {
        let Ok(case) = read(&file).try_into::<Case>() else { panic!("a case") };
        let (subject, _) = case.into_parts();
        if subject.quasi.is_empty() || subject.rows().is_empty() {
            continue;
        }
        for algorithm in ALGORITHMS {
            let folder = tempfile::tempdir().expect("a folder");
            let Some(spec) = spec(&subject, algorithm, folder.path()) else { continue };
            match both(&subject, &spec, folder.path()) {
                [Ok(in_memory), Ok(by_files)] => {
                    assert_eq!(lasting(&in_memory), lasting(&by_files), "{}", file.display());
                    assert_eq!(in_memory.summary.output.sha256, by_files.summary.output.sha256);
                    let bytes = fs::read(folder.path().join("out.arrow")).expect("the release");
                    let written = Batches::from_ipc("out", bytes.into()).expect("an Arrow file");
                    assert_eq!(in_memory.tables[0].batches(), written.batches());
                    assert!(by_files.tables.is_empty());
                    compared += 1;
                }
                [Err(in_memory), Err(by_files)] => assert_eq!(in_memory, by_files),
                [in_memory, by_files] => panic!(
                    "{}, {algorithm}: in memory {:?}, by files {:?}",
                    file.display(),
                    in_memory.err(),
                    by_files.err()
                ),
            }
        }
    }
    assert!(compared >= 40, "only {compared} releases were compared");
}

#[test]
fn no_file_is_touched() {
    let folder = tempfile::tempdir().expect("a folder");
    let spec = "[privacy]\nk = 2\n[columns.age]\nrole = \"quasi\"\n";
    let ages: ArrayRef = Arc::new(arrow_array::Int32Array::from(vec![30, 30, 41, 41]));
    let batch = RecordBatch::try_from_iter([("age", ages)]).expect("a column");
    let given = Batches::new("people", batch.schema(), [batch]).expect("one schema");
    let spec = Spec::from_toml(spec).expect("a spec");
    let before = fs::read_dir(folder.path()).expect("a folder").count();
    let Ok(Answer::Released(released)) = Job::new(spec).with_source(given).run_in_memory(&()) else {
        panic!("nothing was released")
    };
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), before);
    assert_eq!((released.tables.len(), released.tables[0].rows()), (1, 4));
    // Values that are released as they were keep their type.
    assert_eq!(released.tables[0].schema().field(0).data_type(), &DataType::Int32);
}

#[test]
fn ages_that_became_ranges_come_back_as_text() {
    let ages: ArrayRef = Arc::new(arrow_array::Int32Array::from(vec![30, 31, 41, 42]));
    let batch = RecordBatch::try_from_iter([("age", ages)]).expect("a column");
    let given = Batches::new("people", batch.schema(), [batch]).expect("one schema");
    let spec = Spec::from_toml("[privacy]\nk = 2\n[columns.age]\nrole = \"quasi\"\n").expect("a spec");
    let Ok(Answer::Released(released)) = Job::new(spec).with_source(given).run_in_memory(&()) else {
        panic!("nothing was released")
    };
    assert_eq!(released.tables[0].schema().field(0).data_type(), &DataType::Utf8);
}

#[test]
fn bytes_are_a_table_too() {
    let csv = "age\n30\n30\n41\n41\n";
    let spec = Spec::from_toml("[privacy]\nk = 2\n[columns.age]\nrole = \"quasi\"\n").expect("a spec");
    let job = Job::new(spec).with_source(Source::from_bytes("people.csv", csv));
    let Ok(Answer::Released(released)) = job.run_in_memory(&()) else { panic!("nothing was released") };
    assert_eq!(released.tables[0].rows(), 4);
}

#[test]
fn a_table_in_memory_needs_a_name_for_its_file() {
    let csv = "age\n30\n30\n";
    let spec = Spec::from_toml("[privacy]\nk = 2\n[columns.age]\nrole = \"quasi\"\n").expect("a spec");
    let job = Job::new(spec.clone()).with_source(Source::from_bytes("people.csv", csv));
    let message = job.run(&()).err().expect("no path").to_string();
    assert!(message.contains("add path to [output]"), "{message}");
    let message = Job::new(spec).run_in_memory(&()).err().expect("no table").to_string();
    assert!(message.contains("add path to [input]"), "{message}");
}
