//! Collapsed tables, written, read, merged and solved, against the table as a whole.

use std::path::Path;

use amidst::{
    Answer, Error, Job, Plan, Spec,
    io::Source,
    stages::{Collapsed, Solved},
};
use amidst_testkit::generate::SeededRng;

const HEADER: &str = "age,place,sex,who,ill,note\n";

fn lines(draw: &mut SeededRng, rows: u32) -> Vec<String> {
    let line = |row: u32| {
        let place = ["10115", "10117", "20095", "80331", ""][draw.below(5) as usize];
        let (sex, ill) =
            (["f", "m"][draw.below(2) as usize], ["flu", "gout", "ulcer"][draw.below(3) as usize]);
        format!("{},{place},{sex},p{row},{ill},note {row}\n", 20 + draw.below(30))
    };
    (0..rows).map(line).collect()
}

fn source(lines: &[String]) -> Source {
    Source::from_bytes("part.csv", HEADER.to_owned() + &lines.concat())
}

fn spec(draw: &mut SeededRng, sexes: &Path) -> Spec {
    let hierarchy = |draw: &mut SeededRng, words: &str| match draw.percent(60) {
        true => format!(", hierarchy = {words}"),
        false => String::new(),
    };
    let age = hierarchy(draw, "{ interval = [5, 15], from = 0 }");
    let place = hierarchy(draw, "{ order = \"natural\", fanout = 2 }");
    let sex = hierarchy(draw, &format!("{{ file = {:?} }}", sexes.display().to_string()));
    let asked = ["", "l = 2\n", "t = 0.5\n"][draw.below(3) as usize];
    let text = format!(
        "[columns]\nage = {{ role = \"quasi\"{age} }}\nplace = {{ role = \"quasi\"{place} }}\nsex = {{ role = \"quasi\"{sex} }}\n\
         ill.role = \"sensitive\"\nwho.role = \"identifier\"\nnote = {{ role = \"other\", not_identifying = true }}\n\
         [privacy]\nk = {}\n{asked}[solve]\nsuppression = \"{}%\"\n",
        draw.between(2, 8),
        draw.between(0, 3) * 10
    );
    Spec::from_toml(&text).expect("a spec")
}

/// What was written and read.
fn travelled(collapsed: &Collapsed) -> Collapsed {
    Collapsed::from_bytes("a", &collapsed.to_bytes()).expect("what was written")
}

/// The plan of a table as a whole, but for the release that it names.
fn whole(spec: &Spec, table: &[String], folder: &Path) -> Result<Plan, String> {
    let mut spec = spec.clone();
    let path = folder.join("plan.json");
    spec.output.plan = Some(path.display().to_string());
    let job = Job::new(spec).with_source(source(table)).with_overwrite(true);
    match job.run_in_memory(&()).map_err(|error| error.to_string())? {
        Answer::Released(_) => {
            Ok(Plan { release_sha256: None, ..Plan::read(&path).expect("it was written") })
        }
        Answer::Infeasible(answer) => Err(answer.message.clone()),
    }
}

#[test]
fn parts_that_travelled_are_solved_like_the_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let sexes = folder.path().join("sexes.csv");
    let (mut solved, mut refused) = (0, 0);
    for seed in 0..150 {
        std::fs::write(&sexes, "f;person;*\nm;person;*\n").expect("a file");
        let mut draw = SeededRng::new(seed);
        let spec = spec(&mut draw, &sexes);
        let size = draw.between(3, 40);
        let table = lines(&mut draw, size);
        let expected = whole(&spec, &table, folder.path());
        let collapse = |part: &[String]| {
            let job = Job::new(spec.clone()).with_source(source(part));
            job.collapse(folder.path(), &()).map(|it| travelled(&it))
        };
        let Ok(at_once) = collapse(&table) else {
            assert!(expected.is_err(), "seed {seed}");
            continue;
        };
        let cut = 1 + draw.below(size - 1) as usize;
        let [one, other] = [&table[..cut], &table[cut..]].map(|part| collapse(part).expect("a part"));
        let merged = if draw.percent(50) { one.merge(other) } else { other.merge(one) };
        let merged = travelled(&merged.expect("parts of one table"));
        assert!(merged.to_bytes() == at_once.to_bytes(), "seed {seed}: parts merge to the whole");
        assert_eq!(merged.rows(), u64::from(size));
        // Whoever solves it has no files.
        std::fs::remove_file(&sexes).expect("it is there");
        let found = match merged.solve(&()) {
            Ok(Solved::Found(solution)) => Ok(merged.plan(&solution).expect("levels")),
            Ok(Solved::Infeasible(answer)) => Err(answer.message.clone()),
            Err(error) => Err(error.to_string()),
        };
        let in_words = |plan: Result<Plan, String>| plan.map(|plan| plan.to_string());
        assert_eq!(in_words(found.clone()), in_words(expected), "seed {seed}: {}", spec.to_toml());
        solved += u32::from(found.is_ok());
        refused += u32::from(found.is_err());
    }
    assert!(solved > 60 && refused > 2, "{solved} {refused}");
}

#[test]
fn identifiers_and_columns_that_nobody_looks_at_stay_behind() {
    let text = "age,who,ill,note\n31,Quillfeather,flu,zebra\n32,Bumblebrook,gout,zebra\n";
    let spec = "columns.age.role = 'quasi'\ncolumns.who.role = 'identifier'\ncolumns.ill.role = 'sensitive'\n\
                columns.note.role = 'other'\nprivacy.k = 2\n";
    let job = Job::new(Spec::from_toml(spec).expect("a spec")).with_source(Source::from_bytes("a.csv", text));
    let collapsed = job.collapse(Path::new(""), &()).expect("a table");
    let bytes = String::from_utf8_lossy(&collapsed.to_bytes()).into_owned();
    assert!(bytes.starts_with("amidst collapsed table: personal data"));
    assert!(bytes.contains("31"), "quasi values are there");
    for secret in ["Quill", "Bumble", "zebra", "flu", "gout"] {
        assert!(!bytes.contains(secret), "{secret}");
    }
    assert_eq!(collapsed.held_columns().expect("columns"), ["age"]);
}

#[test]
fn damage_is_seen_wherever_it_is() {
    let spec = "columns.a.role = 'quasi'\nprivacy.k = 2\n";
    let job = Job::new(Spec::from_toml(spec).expect("a spec"));
    let job = job.with_source(Source::from_bytes("a.csv", "a\n1\n2\n2\n"));
    let bytes = job.collapse(Path::new(""), &()).expect("a table").to_bytes();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(matches!(Collapsed::from_bytes("a", &damaged), Err(Error::Collapsed { .. })), "byte {at}");
        assert!(Collapsed::from_bytes("a", &bytes[..at]).is_err(), "cut off at {at}");
    }
    assert!(Collapsed::from_bytes("a", &bytes).is_ok());
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let collapse = |spec: &str, text: &'static str| {
        let job =
            Job::new(Spec::from_toml(spec).expect("a spec")).with_source(Source::from_bytes("a.csv", text));
        job.collapse(Path::new(""), &()).expect("a table")
    };
    let spec = "columns.a.role = 'quasi'\ncolumns.b.role = 'quasi'\nprivacy.k = 2\n";
    let check = |other: Collapsed, words: &str| {
        let error = collapse(spec, "a,b\n1,2\n2,2\n").merge(other).err().expect("a refusal").to_string();
        assert!(error.contains(words), "{error}");
    };
    check(collapse(&spec.replace("k = 2", "k = 3"), "a,b\n1,2\n2,2\n"), "different specs");
    check(collapse(spec, "b,a\n1,2\n2,2\n"), "other columns, or in another order");
    check(collapse(spec, "a;b\n1,5;2\n2,5;2\n"), "decimal mark");
}
