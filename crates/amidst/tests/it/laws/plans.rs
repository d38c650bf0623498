//! Plans: the next batch gets the same labels, k is what it is by hand, and applied to its own table a plan repeats it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use amidst::{
    Answer, Apply, Job, Plan, Released, Role, Spec,
    spec::{ColumnSpec, Input, LevelBounds, OnUnmapped, Output},
};
use amidst_testkit::generate::SeededRng;
use tempfile::TempDir;

const CASES: u64 = 120;

/// Recipes whose labels would depend on the data at hand, each with the sort of values it is for.
const RECIPES: [(Sort, &str); 14] = [
    (Sort::Code, "prefix = 'all'"),
    (Sort::Code, "suffix = 'all', mask = '#'"),
    (Sort::Code, "prefix = 'all', pad = '0', pad_side = 'left'"),
    (Sort::Number, "interval = [5, 10, 20]"),
    (Sort::Number, "interval = [5, 10], bottom = 20, top = 60"),
    (Sort::Number, "order = 'lexicographic', fanout = 3"),
    (Sort::Day, "date = ['month', 'year', 'decade']"),
    (Sort::Word, "order = 'natural', fanout = 2"),
    (Sort::Word, "frequency = [4, 8]"),
    (Sort::Word, "most_frequent = [6, 3]"),
    (Sort::Word, "keep = ['word0x', 'word1x']"),
    (Sort::Word, "suppression = true"),
    (Sort::Word, ""),
    (Sort::Number, ""),
];

/// What the values of a column look like.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    Code,
    Number,
    Day,
    Word,
}

impl Sort {
    /// A value; later batches hold some that the first cannot.
    fn value(self, draw: &mut SeededRng, batch: u32) -> String {
        let fresh = batch > 0 && draw.percent(10);
        match self {
            Self::Code if fresh => draw.between(100, 99_999).to_string(),
            Self::Code => format!("{:04}", 1_000 + 37 * draw.low_between(0, 40)),
            Self::Number if fresh => format!("{}.5", draw.between(0, 90)),
            Self::Number => draw.between(10, 70).to_string(),
            Self::Day => format!("19{:02}-{:02}-11", draw.low_between(40, 80), draw.between(1, 12)),
            Self::Word if fresh => ["*", "other", "unheard of", ""][draw.below(4) as usize].into(),
            Self::Word => format!("word{}x", draw.low_between(0, 20)),
        }
    }
}

/// Columns and their recipes, and two batches.
struct Case {
    columns: Vec<(Sort, &'static str, u8)>,
    batches: [Vec<Vec<String>>; 2],
}

impl Case {
    fn draw(seed: u64) -> Self {
        let mut draw = SeededRng::new(seed);
        let columns: Vec<_> = (0..draw.between(1, 2))
            .map(|_| {
                let (sort, recipe) = RECIPES[draw.below(RECIPES.len() as u32) as usize];
                (sort, recipe, draw.between(0, 2) as u8)
            })
            .collect();
        let mut batch = |batch: u32| {
            let rows = draw.between(40, 90);
            (0..rows)
                .map(|_| columns.iter().map(|(sort, ..)| sort.value(&mut draw, batch)).collect())
                .collect()
        };
        let batches = [batch(0), batch(1)];
        Self { columns, batches }
    }

    /// Writes a batch; the last column numbers its rows.
    fn write(&self, batch: usize, folder: &Path) -> String {
        let names = (0..self.columns.len()).map(|at| format!("q{at},")).collect::<String>();
        let mut text = format!("{names}note\n");
        for (row, cells) in self.batches[batch].iter().enumerate() {
            text += &format!("{},note {row}\n", cells.join(","));
        }
        let path = folder.join(format!("batch{batch}.csv"));
        fs::write(&path, text).expect("the batch is written");
        path.to_string_lossy().into_owned()
    }

    fn spec(&self, folder: &Path) -> Spec {
        let mut spec = Spec::of_table(&self.write(0, folder));
        for (at, (_, recipe, min)) in self.columns.iter().enumerate() {
            let mut column = ColumnSpec::new(Role::Quasi);
            if !recipe.is_empty() {
                column.hierarchy = Some(amidst::spec::HierarchySpec::from_toml(recipe).expect(recipe));
            }
            // Not above the lowest root there may be.
            let most = if *recipe == "suppression = true" || recipe.is_empty() { 1 } else { 2 };
            column.levels = Some(LevelBounds { min: Some(most.min(*min)), max: None });
            spec.columns.insert(format!("q{at}"), column);
        }
        let mut note = ColumnSpec::new(Role::Other);
        note.not_identifying = true;
        spec.columns.insert("note".into(), note);
        spec.privacy.k = Some(3);
        spec.solve.suppression = Some("30%".parse().expect("a limit"));
        spec.output.path = Some(folder.join("release.csv").to_string_lossy().into_owned());
        spec.output.plan = Some(folder.join("plan.json").to_string_lossy().into_owned());
        spec
    }
}

fn apply(folder: &Path, table: &str, output: &str, earlier: Vec<String>) -> Answer {
    let input = Input { path: table.into(), ..Input::default() };
    let path = Some(folder.join(output).to_string_lossy().into_owned());
    let apply = Apply::read(folder.join("plan.json")).expect("a plan").with_earlier(earlier);
    let job =
        apply.with_on_unmapped(Some(OnUnmapped::Suppress)).job(input, Output { path, ..Output::default() });
    job.expect("a plan of ours").run(&()).unwrap_or_else(|error| panic!("{output}: {error}"))
}

/// Rows of a release: the labels and the number of the row in its batch.
fn rows(csv: &str) -> Vec<(Vec<&str>, usize)> {
    csv.lines()
        .skip(1)
        .map(|line| {
            let (labels, note) = line.rsplit_once(',').expect("every line ends with its note");
            (labels.split(',').collect(), note["note ".len()..].parse().expect("a number"))
        })
        .collect()
}

/// What each column shows for each value that was released.
fn shown(batch: &[Vec<String>], csv: &str) -> BTreeMap<(usize, String), BTreeSet<String>> {
    let mut shown: BTreeMap<(usize, String), BTreeSet<String>> = BTreeMap::new();
    for (labels, row) in rows(csv) {
        for (column, label) in labels.iter().enumerate() {
            shown.entry((column, batch[row][column].clone())).or_default().insert((*label).into());
        }
    }
    shown
}

fn released(answer: Answer) -> Option<Box<Released>> {
    match answer {
        Answer::Released(released) => Some(released),
        Answer::Infeasible(_) => None,
    }
}

/// No word of the data stands in the release or the plan of which every row is suppressed, and none in the plan that the
/// release does not show; those in a recipe were written by hand.
fn assert_tells_nothing_more(case: &Case, plan: &str, release: &str) {
    let by_hand = |word: &str| case.columns.iter().any(|(_, recipe, _)| recipe.contains(word));
    let batch = &case.batches[0];
    let released: BTreeSet<&String> = rows(release).into_iter().flat_map(|(_, row)| &batch[row]).collect();
    let words = batch.iter().flatten().filter(|cell| cell.starts_with("word"));
    for word in words.filter(|word| !by_hand(word)) {
        let is_shown = release.contains(word);
        assert!(released.contains(word) || !is_shown, "{word} in {release}");
        assert!(is_shown || !plan.contains(word), "{word} in {plan}");
    }
}

#[test]
fn the_next_batch_gets_the_labels_of_the_first() {
    let (mut compared, mut repeated, mut refused, mut pinned) = (0, 0, 0, 0);
    for seed in 0..CASES {
        let case = Case::draw(seed);
        let folder = TempDir::new().expect("a folder");
        let folder = folder.path();
        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("it was written");
        let Some(first) = released(Job::new(case.spec(folder)).run(&()).expect("a well-formed job")) else {
            continue;
        };
        let (plan, release) = (read("plan.json"), read("release.csv"));
        assert_eq!(plan.parse::<Plan>().expect("what is written reads back").to_string(), plan);

        assert_tells_nothing_more(&case, &plan, &release);
        pinned += usize::from(plan.contains("groups = ") || plan.contains("{ keep = "));

        let table = folder.join("batch0.csv").to_string_lossy().into_owned();
        let again = released(apply(folder, &table, "again.csv", Vec::new()));
        if first.summary.rows.suppressed == 0 {
            assert_eq!(read("again.csv"), release, "{plan}");
            let again = again.expect("what held holds");
            assert_eq!(
                (again.summary.levels, again.summary.loss),
                (first.summary.levels, first.summary.loss)
            );
            repeated += 1;
        }

        let table = case.write(1, folder);
        let earlier = vec![folder.join("release.csv").to_string_lossy().into_owned()];
        let Some(next) = released(apply(folder, &table, "next.csv", earlier)) else {
            refused += 1;
            assert!(!folder.join("next.csv").exists());
            continue;
        };
        let next_csv = read("next.csv");
        let (before, after) = (shown(&case.batches[0], &release), shown(&case.batches[1], &next_csv));
        for (value, labels) in &after {
            assert_eq!(labels.len(), 1);
            if let Some(known) = before.get(value) {
                assert_eq!(labels, known, "seed {seed}, {plan}");
                compared += 1;
            }
        }
        let mut classes: BTreeMap<Vec<&str>, u64> = BTreeMap::new();
        for (labels, _) in rows(&release).into_iter().chain(rows(&next_csv)) {
            *classes.entry(labels).or_default() += 1;
        }
        let union = next.summary.union.as_ref().expect("it was asked for");
        assert_eq!(
            (union.rows, union.classes, union.k, union.holds),
            (
                classes.values().sum(),
                classes.len() as u64,
                classes.values().copied().min().expect("a class"),
                true
            )
        );
    }
    assert!(
        compared > 500 && repeated > 10 && refused > 5 && pinned > 20,
        "{compared} {repeated} {refused} {pinned}"
    );
}
