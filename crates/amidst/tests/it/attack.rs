//! Attacks through the door: on files, with what a spec, a plan or the original tells.

use std::{fs, path::Path};

use amidst::{
    Answer, Job, Plan, Spec,
    attack::{Alike, AttackOptions, Cells, Finding, Register, Same, Source, Verdict, attack},
    reporting::{Count, Reporting},
    spec::Input,
};
use tempfile::TempDir;

fn input(folder: &Path, name: &str) -> Input {
    Input { path: folder.join(name).display().to_string(), ..Input::default() }
}

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a place for tests");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a writable folder");
    }
    folder
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn told(count: Count) -> u64 {
    match count {
        Count::Value(number) => number,
        Count::Below(_) => panic!("inside everything is told"),
    }
}

fn cells(cells: &Cells) -> [u64; 4] {
    [cells.tested, cells.finer, cells.exact, cells.rows].map(told)
}

const RELEASE: &str = "zip,sex,ill\n\
    9413*,F,flu\n9413*,F,cold\n\
    9414*,F,flu\n9414*,F,flu\n\
    9414*,M,cold\n9414*,M,cold\n9414*,M,flu\n";

const ORIGINAL: &str = "zip,sex,ill\n\
    94138,F,flu\n94138,F,cold\n\
    94141,F,flu\n94142,F,flu\n\
    94141,M,cold\n94142,M,cold\n94141,M,flu\n\
    99999,M,flu\n";

const ZIPS: &str = "94138;9413*;*\n94141;9414*;*\n94142;9414*;*\n99999;9999*;*\n";

fn options(folder: &Path) -> AttackOptions {
    AttackOptions {
        quasi: names(&["zip", "sex"]),
        sensitive: names(&["ill"]),
        ..AttackOptions::new(input(folder, "release.csv"))
    }
}

fn register(folder: &Path) -> Register {
    Register { input: input(folder, "register.csv"), on: Vec::new(), same: Vec::new(), reveal: Vec::new() }
}

#[test]
fn a_register_tells_who_is_narrowed_and_of_whom_a_value_is_certain() {
    let people =
        "name,ZIP,Sex,born\nAnn,94141,f,1\nBea,94138, F ,2\nCyd,94142,m,3\nDan,10001,m,4\nEve,,F,5\n";
    let folder = folder(&[("release.csv", RELEASE), ("register.csv", people)]);
    let finding = attack(
        &AttackOptions { register: Some(register(folder.path())), k: Some(3), ..options(folder.path()) },
        &(),
    )
    .expect("an attack");
    let linking = finding.linking.expect("there is a register");
    let counts = [linking.persons, linking.unique, linking.narrowed, linking.none, linking.found];
    assert_eq!(counts.map(told), [5, 0, 2, 1, 1]);
    assert_eq!(told(linking.certain[0].persons), 1);
    // Ann 2, Bea 2, Cyd 3, Eve 4.
    assert_eq!(linking.expected, amidst::attack::Expected::Exact(0.5 + 0.5 + 1.0 / 3.0 + 0.25));
    let matches: Vec<u64> = linking.matches.iter().map(|matches| told(matches.persons)).collect();
    assert_eq!(matches[..4], [0, 2, 2, 0]);
    assert_eq!((told(linking.rows_of_one), told(linking.rows_of_none)), (3, 0));
    assert_eq!((told(finding.found), finding.found_exactly), (1, 1));
    assert!(finding.revealed.is_none() && finding.notes.is_empty());
}

#[test]
fn words_are_translated_and_names_told_only_if_asked() {
    let people = "name,place,gender\nAnn,94141,woman\n";
    let folder = folder(&[("release.csv", RELEASE), ("register.csv", people)]);
    let on = [("zip", "place"), ("sex", "gender")].map(|(one, other)| (one.to_owned(), other.to_owned()));
    let same = Same { column: "sex".into(), register: "Woman".into(), release: "F".into() };
    let register =
        Register { on: on.to_vec(), same: vec![same], reveal: names(&["name"]), ..register(folder.path()) };
    let finding = attack(&AttackOptions { register: Some(register), ..options(folder.path()) }, &())
        .expect("an attack");
    let people = finding.revealed.expect("it was asked for");
    assert_eq!((people.len(), people[0].matches, people[0].row), (1, 2, None));
    assert_eq!(people[0].names["name"].as_deref(), Some("Ann"));
    assert_eq!(people[0].values["ill"].as_deref(), Some("flu"));
}

#[test]
fn labels_that_no_class_needed_are_counted_with_the_original() {
    let folder = folder(&[("release.csv", RELEASE), ("original.csv", ORIGINAL), ("zip.csv", ZIPS)]);
    let with_original =
        AttackOptions { original: Some(input(folder.path(), "original.csv")), ..options(folder.path()) };
    let downcoding = |options: &AttackOptions| {
        attack(options, &()).expect("an attack").downcoding.expect("something is known")
    };
    // The first class is of one postcode; the hierarchy has one value below its label.
    let hierarchies = vec![("zip".to_owned(), folder.path().join("zip.csv"))];
    let found = downcoding(&AttackOptions { hierarchies, ..with_original.clone() });
    assert_eq!(cells(&found.certain), [7, 2, 2, 2]);
    let original = found.original.expect("the original was given");
    assert_eq!((cells(&original.cells), told(original.not_tested)), ([7, 2, 2, 2], 0));
    // Without a hierarchy nothing is certain, but the original still tells.
    let found = downcoding(&with_original);
    assert_eq!(cells(&found.certain), [0, 0, 0, 0]);
    assert_eq!(cells(&found.original.expect("the original was given").cells), [7, 2, 2, 2]);
}

#[test]
fn a_class_may_share_a_label_between_value_and_label() {
    let release = "place\nworld\nworld\nworld\n";
    let original = "place\nRome\nMilan\nRome\nParis\n";
    let places = "Rome;Italy;Europe;world\nMilan;Italy;Europe;world\nParis;France;Europe;world\nOslo;Norway;North;world\n";
    let folder = folder(&[("release.csv", release), ("original.csv", original), ("places.csv", places)]);
    let options = AttackOptions {
        quasi: names(&["place"]),
        hierarchies: vec![("place".to_owned(), folder.path().join("places.csv"))],
        original: Some(input(folder.path(), "original.csv")),
        ..AttackOptions::new(input(folder.path(), "release.csv"))
    };
    let found = attack(&options, &()).expect("an attack").downcoding.expect("a hierarchy is known");
    let original = found.original.expect("the original was given");
    // Four rows of the original fit the one class of three: it is not known which are in it.
    assert_eq!((cells(&original.cells), told(original.not_tested)), ([0, 0, 0, 0], 3));
    fs::write(folder.path().join("original.csv"), "place\nRome\nMilan\nParis\n").expect("a writable folder");
    let found = attack(&options, &()).expect("an attack").downcoding.expect("a hierarchy is known");
    assert_eq!(cells(&found.original.expect("the original was given").cells), [3, 3, 0, 3]);
}

#[test]
fn minimal_levels_tell_which_class_must_have_split() {
    // Only 9414* has several values below it: one of them must have been alone.
    let folder = folder(&[
        ("release.csv", "zip\n9413*\n9413*\n9414*\n9414*\n9414*\n"),
        ("zip.csv", "94138;9413*;*\n94141;9414*;*\n94142;9414*;*\n"),
    ]);
    let options = AttackOptions {
        quasi: names(&["zip"]),
        k: Some(2),
        hierarchies: vec![("zip".to_owned(), folder.path().join("zip.csv"))],
        ..AttackOptions::new(input(folder.path(), "release.csv"))
    };
    let found = attack(&options, &()).expect("an attack").minimality.expect("k and a level are known");
    let column = &found.columns[0];
    assert_eq!((column.level, column.verdict), (Some(1), Verdict::Splits));
    assert_eq!([column.can_split, column.must_split, column.rows].map(told), [1, 1, 1]);
    // A label with nothing to split says that the levels are not minimal.
    fs::write(folder.path().join("release.csv"), "zip\n9413*\n9413*\n").expect("a writable folder");
    let found = attack(&options, &()).expect("an attack").minimality.expect("k and a level are known");
    assert_eq!(found.columns[0].verdict, Verdict::NotMinimal);
    let finding = attack(&AttackOptions { k: None, ..options }, &()).expect("an attack");
    assert!(finding.minimality.is_none() && finding.notes[0].contains("give the k"));
}

/// Releases the demo's people and attacks the release with its own source as the register.
fn released(folder: &Path) -> (AttackOptions, u64) {
    let people: String = (0..400u32)
        .map(|at| {
            let (year, month, day) = (1950 + at * 7 % 40, 1 + at % 12, 1 + at * 5 % 28);
            let (zip, age, ill) = (10_000 + at * 37 % 900, 20 + at * 13 % 60, at * at % 7);
            format!("p{at},{year}-{month:02}-{day:02},{zip},{age},ill{ill}\n")
        })
        .collect();
    fs::write(folder.join("people.csv"), format!("name,born,zip,age,ill\n{people}"))
        .expect("a writable folder");
    let spec = format!(
        "[input]\npath = {:?}\n[output]\npath = {:?}\nplan = {:?}\n[privacy]\nk = 4\n[solve]\nsuppression = \"5%\"\n\
         [columns.name]\nrole = \"identifier\"\n[columns.ill]\nrole = \"sensitive\"\n\
         [columns.born]\nrole = \"quasi\"\nhierarchy = {{ date = [\"month\", \"year\", \"decade\"] }}\n\
         [columns.zip]\nrole = \"quasi\"\nhierarchy = {{ prefix = \"all\" }}\n\
         [columns.age]\nrole = \"quasi\"\nhierarchy = {{ interval = [5, 10, 20] }}\n",
        folder.join("people.csv").display().to_string(),
        folder.join("release.csv").display().to_string(),
        folder.join("plan.json").display().to_string(),
    );
    fs::write(folder.join("spec.toml"), &spec).expect("a writable folder");
    let answer = Job::new(Spec::from_toml(&spec).expect("a spec")).run(&()).expect("a run");
    let Answer::Released(released) = answer else { panic!("k is within reach") };
    let _: Plan = fs::read_to_string(folder.join("plan.json")).expect("a plan").parse().expect("a plan");
    let register = Register { input: input(folder, "people.csv"), ..register(folder) };
    let options =
        AttackOptions { register: Some(register), ..AttackOptions::new(input(folder, "release.csv")) };
    (options, released.summary.rows.suppressed)
}

#[test]
fn nobody_of_its_own_source_is_narrowed_in_a_release() {
    let folder = folder(&[]);
    let (options, suppressed) = released(folder.path());
    let ways: [(Option<Source>, Vec<String>); 3] = [
        (Some(Source::Plan(folder.path().join("plan.json"))), Vec::new()),
        (Some(Source::Spec(folder.path().join("spec.toml"))), Vec::new()),
        (None, names(&["born", "zip", "age"])),
    ];
    for (source, quasi) in ways {
        let finding =
            attack(&AttackOptions { source, quasi, k: Some(4), ..options.clone() }, &()).expect("an attack");
        let linking = finding.linking.expect("there is a register");
        let counts = [linking.unique, linking.narrowed, linking.none, linking.cannot_compare];
        assert_eq!(counts.map(told), [0, 0, suppressed, 0]);
    }
}

#[test]
fn a_plan_tells_roles_levels_and_k() {
    let folder = folder(&[]);
    let (options, _) = released(folder.path());
    let source = Some(Source::Plan(folder.path().join("plan.json")));
    let original = Some(input(folder.path(), "people.csv"));
    let finding =
        attack(&AttackOptions { source, original, register: None, ..options }, &()).expect("an attack");
    assert_eq!(finding.disclosure.iter().map(|one| one.column.as_str()).collect::<Vec<_>>(), ["ill"]);
    let minimality = finding.minimality.expect("the plan has levels");
    assert_eq!((minimality.k, minimality.columns.len()), (4, 3));
    assert!(minimality.columns.iter().all(|column| column.level.is_some()));
    let original = finding.downcoding.and_then(|found| found.original).expect("the original was given");
    assert_eq!(told(original.not_tested), 0);
}

#[test]
fn nothing_follows_from_minimal_levels_where_something_else_than_k_was_asked() {
    let spec = "[input]\npath = \"-\"\n[columns.zip]\nrole = \"quasi\"\nhierarchy = { file = \"zip.csv\" }\n\
                [columns.sex]\nrole = \"quasi\"\n[privacy]\nk = 2\n";
    let folder = folder(&[("release.csv", RELEASE), ("zip.csv", ZIPS), ("spec.toml", spec)]);
    let source = Some(Source::Spec(folder.path().join("spec.toml")));
    let options = AttackOptions { source, ..AttackOptions::new(input(folder.path(), "release.csv")) };
    assert!(attack(&options, &()).expect("an attack").minimality.is_some());
    let combined = format!("{spec}combinations = [[\"zip\"], [\"sex\"]]\n");
    fs::write(folder.path().join("spec.toml"), combined).expect("a writable folder");
    let finding = attack(&options, &()).expect("an attack");
    assert!(finding.minimality.is_none() && finding.notes[0].contains("more or less than k"));
}

#[test]
fn outside_no_small_count_is_told() {
    let people = "name,zip,sex\nAnn,94141,F\nBea,94138,F\nCyd,94142,M\n";
    let folder = folder(&[
        ("release.csv", RELEASE),
        ("register.csv", people),
        ("zip.csv", ZIPS),
        ("original.csv", ORIGINAL),
    ]);
    let options = AttackOptions {
        register: Some(register(folder.path())),
        k: Some(2),
        hierarchies: vec![("zip".to_owned(), folder.path().join("zip.csv"))],
        original: Some(input(folder.path(), "original.csv")),
        reporting: Reporting::External { least: 11 },
        ..options(folder.path())
    };
    let finding: Finding = attack(&options, &()).expect("an attack");
    let json = serde_json::to_value(&finding).expect("JSON");
    let mut counts = Vec::new();
    collect(&json, "", &mut counts);
    let told: Vec<&(String, u64)> = counts.iter().filter(|(_, count)| (1..11).contains(count)).collect();
    assert!(told.is_empty(), "{told:?}");
}

/// Every number that is a count, with its key.
fn collect(json: &serde_json::Value, key: &str, counts: &mut Vec<(String, u64)>) {
    /// What is asked, or no count.
    const NO_COUNTS: [&str; 7] = ["version", "k", "from", "to", "values", "factor", "level"];
    match json {
        serde_json::Value::Object(object) => {
            object.iter().for_each(|(key, value)| collect(value, key, counts))
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| collect(value, key, counts)),
        serde_json::Value::Number(number) if !NO_COUNTS.contains(&key) => {
            counts.extend(number.as_u64().map(|number| (key.to_owned(), number)));
        }
        _ => {}
    }
}

#[test]
fn values_are_alike_below_one_label_or_within_a_share_of_their_range() {
    let release = "zip,ill,cost\n1*,gastritis,10\n1*,ulcer,12\n2*,flu,10\n2*,ulcer,60\n";
    let ills = "gastritis;stomach;*\nulcer;stomach;*\nflu;lung;*\n";
    let folder = folder(&[("release.csv", release), ("ills.csv", ills)]);
    let options = AttackOptions {
        quasi: names(&["zip"]),
        sensitive: names(&["ill", "cost"]),
        hierarchies: vec![("ill".to_owned(), folder.path().join("ills.csv"))],
        close: 0.04,
        ..AttackOptions::new(input(folder.path(), "release.csv"))
    };
    let similar = |options: &AttackOptions| -> Vec<(Alike, u64)> {
        let found = attack(options, &()).expect("an attack").disclosure;
        let found = found.into_iter().filter_map(|one| one.similarity);
        found.map(|similarity| (similarity.by, told(similarity.part.rows))).collect()
    };
    assert_eq!(similar(&options), [(Alike::Hierarchy, 2), (Alike::Within(0.04), 2)]);
    assert_eq!(
        similar(&AttackOptions { close: 0.03, ..options }),
        [(Alike::Hierarchy, 2), (Alike::Within(0.03), 0)]
    );
}

/// Persons who are in no row, and those who could not be compared, by a register that writes a column in its own way.
#[track_caller]
fn check_register(release: &str, register_cells: &[&str], expected: (u64, u64)) {
    let cells: String = register_cells.iter().map(|cell| format!("x,{cell}\n")).collect();
    let people = format!("name,born\n{cells}");
    let folder = folder(&[("release.csv", release), ("register.csv", &people)]);
    let asked = AttackOptions {
        quasi: names(&["born"]),
        sensitive: names(&["ill"]),
        register: Some(register(folder.path())),
        ..AttackOptions::new(input(folder.path(), "release.csv"))
    };
    let finding = attack(&asked, &()).expect("an attack");
    let linking = finding.linking.expect("there is a register");
    assert_eq!((told(linking.none), told(linking.cannot_compare)), expected, "{register_cells:?}");
    assert_eq!(told(linking.columns[0].cannot_compare), expected.1);
    let said = serde_json::to_string(&finding.notes).expect("JSON");
    assert!(register_cells.iter().all(|cell| !said.contains(cell)), "{said}");
}

#[test]
fn nobody_is_absent_because_a_register_writes_dates_otherwise() {
    const YEARS: &str = "born,ill\n1984,x\n1984,y\n1990,x\n1990,y\n1975,x\n1961,y\n";
    check_register(YEARS, &["1984-05-17", "19901231", "1975-02-03", "19610915"], (0, 0));
    check_register(YEARS, &["17051984", "31121990", "03021975", "15091961"], (0, 0));
    check_register(YEARS, &["17.05.1984", "1990", "03.02.1975", "1961"], (0, 0));
    check_register(YEARS, &["17.05.84", "33238", "1975-02-03", "1961"], (0, 0));
    check_register(YEARS, &["17.05.1999", "19991231"], (2, 0));
    check_register(YEARS, &["May 84", "1990", "170584"], (0, 2));
    const DAYS: &str = "born,ill\n2018-11-23,x\n2018-11-23,y\n2010-08-26,x\n2010-08-26,y\n";
    check_register(DAYS, &["23.11.18", "26.08.10"], (0, 0));
    check_register(DAYS, &["23.11.18", "26.08.10", "1998"], (1, 0));
    check_register(DAYS, &["11/23/2018", "NA", "08/26/10"], (0, 1));
}

#[test]
fn a_missing_sensitive_cell_is_no_value_and_spellings_count_once() {
    let release =
        "zip,ill\n1,flu\n1,\n1,flu\n2,flu\n2,Flu\n2,flu \n3,1\n3,1.0\n3,01\n4,\n4,\n5,flu\n5,cold\n";
    let people = "name,zip\na,1\nb,2\nc,3\nd,4\ne,5\n";
    let folder = folder(&[("release.csv", release), ("register.csv", people)]);
    let asked = AttackOptions {
        quasi: names(&["zip"]),
        sensitive: names(&["ill"]),
        register: Some(register(folder.path())),
        ..AttackOptions::new(input(folder.path(), "release.csv"))
    };
    let finding = attack(&asked, &()).expect("an attack");
    let homogeneity = finding.disclosure[0].homogeneity;
    assert_eq!((told(homogeneity.classes), told(homogeneity.rows)), (3, 9));
    let ruled_out = &finding.disclosure[0].background[0].part;
    assert_eq!((told(ruled_out.classes), told(ruled_out.rows)), (1, 2));
    let linking = finding.linking.expect("there is a register");
    assert_eq!((told(linking.certain[0].persons), told(linking.found)), (3, 3));
}
