//! Who observes a run ends it at any moment, and nothing is left of it.

use std::{
    collections::HashMap,
    fs,
    num::NonZeroUsize,
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use amidst::{
    Answer, Error, Job, Observer, Role, Signal, Spec, Stage,
    spec::{ColumnSpec, Order},
};
use amidst_core::observer::BLOCK_ROWS;

const FORMATS: [&str; 4] = ["csv", "jsonl", "parquet", "arrow"];

/// Says one thing from some question on, and notes what it is told.
struct Observing {
    says: Signal,
    /// Questions that are still answered with "go on".
    left: AtomicU64,
    told: Mutex<Vec<(Stage, u64, Option<u64>)>>,
}

impl Observing {
    fn new(says: Signal, after: u64) -> Self {
        Self { says, left: after.into(), told: Mutex::default() }
    }
}

impl Observer for Observing {
    fn signal(&self) -> Signal {
        let left = self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        if left.is_err() { self.says } else { Signal::Continue }
    }

    fn progress(&self, stage: Stage, done: u64, of: Option<u64>) {
        self.told.lock().unwrap().push((stage, done, of));
    }
}

/// A table that a release is made of in a moment.
fn spec(folder: &Path, from: &str, to: &str) -> Spec {
    let mut spec = Spec::of_table(&folder.join(format!("people.{from}")).to_string_lossy());
    let role = ColumnSpec::new;
    spec.columns.insert("age".into(), role(Role::Quasi));
    spec.columns.insert("sex".into(), role(Role::Quasi));
    spec.columns.insert("note".into(), role(Role::Other));
    spec.privacy.k = Some(2);
    spec.output.path = Some(folder.join(format!("release.{to}")).display().to_string());
    spec
}

/// A folder with the table in every format.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a place for tests");
    let row = |row: usize| format!("{},{},n{}\n", 20 + row % 7, ["f", "m"][row % 2], row % 5);
    let text: String = ["age,sex,note\n".to_owned()].into_iter().chain((0..200).map(row)).collect();
    fs::write(folder.path().join("people.csv"), text).expect("writable");
    for format in &FORMATS[1..] {
        let mut spec = spec(folder.path(), "csv", format);
        spec.output.path = Some(folder.path().join(format!("people.{format}")).display().to_string());
        assert!(matches!(Job::new(spec).run(&()), Ok(Answer::Released(_))), "{format}");
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it exists");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    names
}

#[test]
fn aborted_at_any_question_a_run_leaves_nothing() {
    let folder = folder();
    for (from, to) in FORMATS.into_iter().zip(["arrow", "csv", "jsonl", "parquet"]) {
        let target = folder.path().join(format!("release.{to}"));
        fs::write(&target, "before").expect("writable");
        let before = names(folder.path());
        let mut aborted = 0;
        loop {
            let observer = Observing::new(Signal::Abort, aborted);
            match Job::new(spec(folder.path(), from, to)).with_overwrite(true).run(&observer) {
                Err(Error::Aborted(_)) => aborted += 1,
                Ok(Answer::Released(_)) => break,
                _ => panic!("{from} to {to}: neither aborted nor released"),
            }
            assert_eq!(names(folder.path()), before, "{from} to {to}, question {aborted}");
            assert_eq!(fs::read_to_string(&target).expect("it is there"), "before");
        }
        assert!(aborted > 15, "{from} to {to}: asked {aborted} times");
        fs::remove_file(target).expect("it was released");
    }
}

/// What makes one spec of another.
type Change = fn(&mut Spec);

/// Ways of recoding that differ in what they do with rows.
fn ways() -> Vec<(&'static str, Change)> {
    fn role(spec: &mut Spec, column: &str, role: Role) {
        spec.columns.insert(column.into(), ColumnSpec::new(role));
    }
    vec![
        ("mondrian", |spec| spec.solve.algorithm = Some("mondrian".into())),
        ("local", |spec| spec.solve.algorithm = Some("local".into())),
        ("shuffled", |spec| spec.output.order = Order::Shuffle),
        ("an identifier", |spec| role(spec, "note", Role::Identifier)),
        ("a sensitive column", |spec| role(spec, "note", Role::Sensitive)),
    ]
}

#[test]
fn aborted_at_any_question_of_any_way_a_run_leaves_nothing() {
    let folder = folder();
    let before = names(folder.path());
    for (name, change) in ways() {
        let run = |observer: &Observing| {
            let mut spec = spec(folder.path(), "csv", "csv");
            change(&mut spec);
            Job::new(spec).run(observer)
        };
        let mut aborted = 0;
        loop {
            match run(&Observing::new(Signal::Abort, aborted)) {
                Err(Error::Aborted(_)) => aborted += 1,
                Ok(Answer::Released(_)) => break,
                Err(error) => panic!("{name}: {error}"),
                Ok(_) => panic!("{name}: neither aborted nor released"),
            }
            assert_eq!(names(folder.path()), before, "{name}, question {aborted}");
        }
        assert!(aborted > 30, "{name}: asked {aborted} times");
        fs::remove_file(folder.path().join("release.csv")).expect("it was released");
    }
}

/// Counts the questions of every stage.
#[derive(Default)]
struct Counting {
    stage: Mutex<Option<Stage>>,
    asked: Mutex<HashMap<Stage, u64>>,
}

impl Observer for Counting {
    fn signal(&self) -> Signal {
        if let Some(stage) = *self.stage.lock().unwrap() {
            *self.asked.lock().unwrap().entry(stage).or_default() += 1;
        }
        Signal::Continue
    }

    fn progress(&self, stage: Stage, _done: u64, _of: Option<u64>) {
        *self.stage.lock().unwrap() = Some(stage);
    }
}

/// Whatever a stage does with rows, it asks at least once for so many of them.
#[test]
fn questions_grow_with_the_rows_at_every_stage() {
    let folder = tempfile::tempdir().expect("a place for tests");
    let asked = |rows: usize, algorithm: &str, to: &str| {
        let row = |row: usize| format!("{},{},n{}\n", 20 + row % 7, ["f", "m"][row % 2], row % 5);
        let text: String = ["age,sex,note\n".to_owned()].into_iter().chain((0..rows).map(row)).collect();
        fs::write(folder.path().join("people.csv"), text).expect("writable");
        let mut spec = spec(folder.path(), "csv", to);
        spec.solve.algorithm = Some(algorithm.into());
        let observer = Counting::default();
        let answer = Job::new(spec).with_overwrite(true).run(&observer);
        assert!(matches!(answer, Ok(Answer::Released(_))));
        observer.asked.into_inner().unwrap()
    };
    for (algorithm, to) in [("optimal", "csv"), ("mondrian", "parquet")] {
        let (few, many) = (asked(200, algorithm, to), asked(6 * BLOCK_ROWS, algorithm, to));
        for stage in [Stage::Reading, Stage::Collapsing, Stage::Recoding, Stage::Writing, Stage::Auditing] {
            let (few, many) = (few.get(&stage).copied().unwrap_or(0), many[&stage]);
            assert!(many >= few + 5, "{algorithm} to {to}, {stage:?}: {few} questions, then {many}");
        }
    }
}

#[test]
fn aborted_at_any_question_nothing_comes_back_in_memory() {
    let folder = folder();
    let run = |after| {
        let observer = Observing::new(Signal::Abort, after);
        Job::new(spec(folder.path(), "csv", "csv")).run_in_memory(&observer)
    };
    let aborted = (0..).take_while(|&after| matches!(run(after), Err(Error::Aborted(_)))).count();
    assert!(aborted > 15, "asked {aborted} times");
    assert!(matches!(run(aborted as u64), Ok(Answer::Released(_))));
}

#[test]
fn finished_after_the_search_nothing_is_cut_short() {
    let folder = folder();
    let observer = Observing::new(Signal::Finish, 0);
    // Asked to finish from the beginning, a search keeps what it has: all of this one, or nothing.
    match Job::new(spec(folder.path(), "csv", "csv")).run(&observer) {
        Ok(Answer::Released(_)) => assert!(folder.path().join("release.csv").exists()),
        Ok(Answer::Infeasible(_)) => assert!(!folder.path().join("release.csv").exists()),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn finished_at_any_moment_of_a_search_what_is_released_holds() {
    let folder = folder();
    for (name, change) in ways() {
        let mut after = 0;
        let finished = |after: u64| {
            let mut spec = spec(folder.path(), "csv", "csv");
            change(&mut spec);
            let observer = Observing::new(Signal::Finish, after);
            match Job::new(spec).with_overwrite(true).run(&observer) {
                Ok(Answer::Released(released)) => assert!(released.audit.k >= 2, "{name}, question {after}"),
                Ok(Answer::Infeasible(_)) => {}
                Err(error) => panic!("{name}, question {after}: {error}"),
            }
            observer.left.into_inner() == 0
        };
        while finished(after) {
            after += 1 + after / 8;
        }
        assert!(after > 30, "{name}: asked {after} times");
    }
}

/// A search that is over is told to be, so that whoever wants to cut it short knows when it is too late.
#[test]
fn recoding_begins_when_the_search_is_over() {
    let folder = folder();
    for (name, change) in ways() {
        let mut spec = spec(folder.path(), "csv", "csv");
        change(&mut spec);
        let observer = Observing::new(Signal::Continue, 0);
        assert!(matches!(Job::new(spec).with_overwrite(true).run(&observer), Ok(Answer::Released(_))));
        let told = observer.told.into_inner().unwrap();
        let last = told.iter().rposition(|told| told.0 == Stage::Solving).expect("it searched");
        let first = told.iter().position(|told| told.0 == Stage::Recoding).expect("it recoded");
        assert!(last < first, "{name}: {told:?}");
    }
}

#[test]
fn every_stage_goes_up_to_its_end() {
    let folder = folder();
    for (from, to) in FORMATS.into_iter().zip(FORMATS) {
        let observer = Observing::new(Signal::Continue, 0);
        let answer = Job::new(spec(folder.path(), from, to)).run(&observer);
        assert!(matches!(answer, Ok(Answer::Released(_))));
        let told = observer.told.into_inner().unwrap();
        for stage in [Stage::Reading, Stage::Recoding, Stage::Writing, Stage::Auditing] {
            let told: Vec<_> = told.iter().filter(|told| told.0 == stage).collect();
            assert!(told.is_sorted_by_key(|told| told.1), "{from} {stage:?}: {told:?}");
            assert_eq!(told.first().map(|told| told.1), Some(0), "{from} {stage:?}");
            let (_, done, of) = told.last().expect("it was told");
            assert_eq!(Some(*done), *of, "{from} {stage:?}: {told:?}");
        }
    }
}

#[test]
fn neither_an_observer_nor_threads_show_in_the_release() {
    let folder = folder();
    let release = |threads: Option<usize>, observer: &dyn Observer| {
        let job = Job::new(spec(folder.path(), "csv", "csv")).with_overwrite(true);
        let answer = job.with_threads(threads.and_then(NonZeroUsize::new)).run(observer);
        assert!(matches!(answer, Ok(Answer::Released(_))));
        fs::read(folder.path().join("release.csv")).expect("released")
    };
    let expected = release(None, &());
    for threads in [1, 2] {
        assert_eq!(release(Some(threads), &()), expected);
        assert_eq!(release(Some(threads), &Observing::new(Signal::Continue, 0)), expected);
    }
}
