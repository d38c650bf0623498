//! Whatever is required of a table: either the release passes an audit that shares nothing with the search, or it is out of
//! reach; and the classes of a small table, counted in the plainest way, hold what was asked.

use std::{collections::BTreeMap, fs, path::Path};

use amidst::{
    Answer, Job, Released, Role, Spec,
    spec::{ColumnSpec, MissingPolicy, Requirement, Respondent},
};
use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};
use tempfile::TempDir;

use super::{Wish, describe, numbered};

const MODELS: [&str; 25] = [
    "personal-k column=own",
    "k-per-stratum column=region k=2",
    "k-map k=4",
    "k-map k=4 significance=0.2",
    "k-map k=6 fraction=0.4 significance=0.1",
    "k-map k=3 population",
    "p-sensitive p=2 k=3 column=ill",
    "distinct-l-diversity l=2",
    "distinct-l-diversity l=2 joint=true",
    "entropy-l-diversity l=1.7 column=ill",
    "recursive-l-diversity c=2.5 l=2 column=ill",
    "alpha-k alpha=0.6 k=2 column=ill",
    "alpha-k alpha=0.4 column=ill values=a|b",
    "t-closeness t=0.45",
    "t-closeness-ordered t=0.3",
    "t-closeness-ordered t=0.3 order=gaps column=pay",
    "t-closeness-hierarchical t=0.35 column=ill",
    "delta-disclosure delta=2 column=ill",
    "beta-likeness beta=1.5 column=ill",
    "enhanced-beta-likeness beta=1.5 column=ill joint=true",
    "delta-presence min=0.1 max=0.7 population",
    "highest-risk risk=0.34",
    "average-risk risk=0.3",
    "records-at-risk risk=0.34 share=0.2",
    "population-uniqueness share=0.1 fraction=0.3",
];

/// The table with columns that requirements look at, and its spec.
pub(super) fn draw(seed: u64, folder: &Path) -> Spec {
    let shape = Shape { rows: 60, columns: 3, leaves: 6, height: 3, missing_percent: 3 };
    let small = Small::draw(shape, 20_000 + seed);
    let mut draw = SeededRng::new(21_000 + seed);
    let wish =
        Wish { k: 1 + seed % 3, suppression: ["0%", "20%", "60%"][seed as usize % 3], objective: "loss" };
    let mut spec = describe(&small, &numbered(small.rows.len()), wish, folder);
    let table = fs::read_to_string(&spec.input.path).expect("the table was written");
    let has_missing = draw.percent(40);
    let mut lines = table.lines();
    let mut text = format!("{},ill,pay,who,region,own,stands\n", lines.next().expect("a header"));
    for line in lines {
        let ill = if has_missing && draw.percent(8) {
            ""
        } else {
            // Some are spelled in another way.
            let spellings = [["a", "A"], ["b", "b"], ["c", "c"], ["d", "D "]];
            spellings[draw.low_between(0, 3) as usize][usize::from(draw.percent(30))]
        };
        let spellings = [["10", "10.0"], ["20", "020"], ["25", "2.5e1"], ["300", "+300"]];
        let pay = spellings[draw.below(4) as usize][usize::from(draw.percent(20))];
        text += &format!(
            "{line},{ill},{pay},p{},{},{},{}.5\n",
            draw.below(30),
            ["n", "s"][draw.below(2) as usize],
            draw.between(1, 4),
            draw.between(1, 3)
        );
    }
    fs::write(&spec.input.path, &text).expect("the table is written");
    // The population: everyone twice, and some only once.
    let people: Vec<&str> = text.lines().skip(1).collect();
    let once = people.len() / 3;
    let header = text.lines().next().expect("a header");
    let all: Vec<&str> =
        [header].into_iter().chain(people.iter().copied()).chain(people[once..].iter().copied()).collect();
    fs::write(folder.join("people.csv"), all.join("\n") + "\n").expect("the population is written");
    for (name, role) in [
        ("ill", Role::Sensitive),
        ("pay", Role::Sensitive),
        ("who", Role::Identifier),
        ("region", Role::Other),
        ("own", Role::Other),
        ("stands", Role::Other),
    ] {
        spec.columns.insert(name.into(), ColumnSpec { not_identifying: true, ..ColumnSpec::new(role) });
    }
    let tree = "tree = { x = [\"a\", \"A\", \"b\"], y = [\"c\", \"d\", \"D \"] }";
    spec.columns.get_mut("ill").expect("it is there").hierarchy =
        Some(amidst::spec::HierarchySpec::from_toml(tree).expect("a hierarchy"));
    if draw.percent(30) {
        spec.privacy.missing = MissingPolicy::Wildcard;
    }
    if draw.percent(25) {
        spec.privacy.respondent = Some(Respondent::of("who"));
    }
    match seed % 2 {
        0 => spec.privacy.population_count = Some("stands".into()),
        _ => spec.privacy.weight = Some("stands".into()),
    }
    for _ in 0..1 + seed % 2 {
        let at = (seed * 7 + u64::from(draw.below(2)) * 11) as usize % MODELS.len();
        let (text, population) = match MODELS[at].strip_suffix(" population") {
            Some(text) => (text, Some(folder.join("people.csv").to_string_lossy().into_owned())),
            None => (MODELS[at], None),
        };
        let requirement: Requirement = text.parse().expect("a requirement");
        spec.privacy.require.push(Requirement { population, ..requirement });
    }
    spec
}

#[test]
fn what_is_released_passes_an_audit_of_everything_asked() {
    let (mut released, mut refused) = (0, 0);
    for seed in 0..480 {
        let folder = TempDir::new().expect("a folder");
        let spec = draw(seed, folder.path());
        let asked = spec.privacy.require.clone();
        match Job::new(spec).run(&()) {
            Ok(Answer::Released(release)) => {
                released += 1;
                check(&release, &folder.path().join("release.csv"), seed);
            }
            Ok(Answer::Infeasible(_)) => {}
            // What counts rows is not asked of people.
            Err(error) if error.to_string().contains("take it or the respondent away") => {}
            // A missing cell has no place in the hierarchy or among numbers.
            Err(error) => {
                let message = error.to_string();
                assert!(!message.contains("internal"), "seed {seed}, {asked:?}: {message}");
                assert!(message.contains("hierarchy") || message.contains("named"), "seed {seed}: {message}");
                refused += 1;
            }
        }
    }
    assert!(released > 200 && refused < 60, "{released} released, {refused} refused");
}

/// Counts the values of a column in each class in the plainest way.
fn check(release: &Released, path: &Path, seed: u64) {
    let text = fs::read_to_string(path).expect("the release was written");
    let header: Vec<&str> = text.lines().next().expect("a header").split(',').collect();
    assert!(!header.contains(&"who"), "the respondent is dropped");
    let place = |name: &str| header.iter().position(|known| *known == name).expect("a column");
    let quasi = release.summary.levels.len();
    let mut classes: BTreeMap<Vec<&str>, Vec<Vec<&str>>> = BTreeMap::new();
    for line in text.lines().skip(1) {
        let cells: Vec<&str> = line.split(',').collect();
        classes.entry(cells[..quasi].to_vec()).or_default().push(cells);
    }
    for shown in &release.summary.sensitive {
        let at = place(&shown.column);
        // A missing value is no diagnosis.
        let distinct = classes.values().map(|rows| {
            let known = rows.iter().map(|row| row[at]).filter(|cell| !cell.is_empty());
            let plain = |cell: &str| {
                let number = cell.parse::<f64>().map(|number| number.to_string());
                number.unwrap_or_else(|_| cell.trim().to_lowercase())
            };
            let mut values: Vec<String> = known.map(plain).collect();
            values.sort_unstable();
            values.dedup();
            values.len()
        });
        assert_eq!(shown.l.map(|l| l.0 as usize), distinct.min(), "seed {seed}");
    }
    for model in &release.summary.privacy.models {
        assert!(model.holds, "seed {seed}: {model:?}");
        if model.model == "distinct-l-diversity" && model.within.is_empty() {
            let shown = release.summary.sensitive.iter().find(|it| Some(&it.column) == model.column.as_ref());
            assert_eq!(shown.and_then(|it| it.l), model.reached, "seed {seed}");
        }
    }
}
