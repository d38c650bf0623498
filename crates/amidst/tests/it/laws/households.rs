//! Where households are named, every class has k of them besides k rows: found, within reach and the best there is, as every
//! node of a small lattice says when it is counted in the plainest way.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use amidst::{Answer, Job, Role, Spec, spec::ColumnSpec};
use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};
use tempfile::TempDir;

use super::{Wish, describe, numbered};

/// How many tables are tried, unless the environment says otherwise.
const TABLES: u64 = 240;

const LEVELS: [&str; 8] =
    ["auto", "exhaustive", "flash", "ola", "samarati", "incognito", "lightning", "datafly"];
const CELLS: [&str; 6] = ["local", "mondrian", "k-member", "oka", "top-down-greedy", "local-suppression"];

/// A table, where each of its rows lives, and what is asked.
struct Scenario {
    small: Small,
    homes: Vec<u32>,
    k: u64,
    limit: u64,
}

/// The rows of each class, by what they show.
type Classes = BTreeMap<Vec<String>, Vec<usize>>;

impl Scenario {
    fn draw(seed: u64) -> Self {
        let shape = Shape { rows: 30, columns: 3, leaves: 5, height: 3, missing_percent: 3 };
        let small = Small::draw(shape, 50_000 + seed);
        let mut draw = SeededRng::new(51_000 + seed);
        let rows = small.rows.len() as u32;
        let most = draw.between(1, rows);
        let homes = (0..rows).map(|_| draw.below(most)).collect();
        let k = u64::from(draw.between(1, 4));
        let share = [0, 20, 60][seed as usize % 3];
        // A release holds at least one class.
        let limit = (share * u64::from(rows) / 100).min(u64::from(rows).saturating_sub(k));
        Self { small, homes, k, limit }
    }

    /// Writes the table, with households that are spelled in two ways.
    fn spec(&self, seed: u64, folder: &Path) -> Spec {
        let wish =
            Wish { k: self.k, suppression: ["0%", "20%", "60%"][seed as usize % 3], objective: "height" };
        let mut spec = describe(&self.small, &numbered(self.small.rows.len()), wish, folder);
        let text = fs::read_to_string(&spec.input.path).expect("the table was written");
        let mut lines = text.lines();
        let header = format!("{},home\n", lines.next().expect("a header"));
        let home = |(at, line): (usize, &str)| format!("{line},{}{}\n", ["h", "H"][at % 2], self.homes[at]);
        let lines: String = lines.enumerate().map(home).collect();
        fs::write(&spec.input.path, header + &lines).expect("the table is written");
        spec.columns.insert("home".into(), ColumnSpec::new(Role::Identifier));
        spec.privacy.household = Some("home".into());
        spec
    }

    /// Whether a class has k rows and k households.
    fn holds(&self, rows: &[usize]) -> bool {
        let homes: BTreeSet<u32> = rows.iter().map(|&row| self.homes[row]).collect();
        homes.len() as u64 >= self.k && rows.len() as u64 >= self.k
    }

    /// The classes of a node.
    fn classes(&self, levels: &[usize]) -> Classes {
        let mut classes = Classes::new();
        for (at, row) in self.small.rows.iter().enumerate() {
            let label = |column: usize| {
                let paths = &self.small.paths[column];
                let path = paths.iter().find(|path| path[0].as_deref() == row[column].as_deref());
                path.expect("every value has a path")[levels[column]].as_deref().unwrap_or("").to_owned()
            };
            classes.entry((0..levels.len()).map(label).collect()).or_default().push(at);
        }
        classes
    }

    /// The least sum of levels that keeps suppression within the limit, if any does.
    fn least_height(&self) -> Option<usize> {
        let heights: Vec<usize> = self.small.paths.iter().map(|paths| paths[0].len() - 1).collect();
        let mut nodes = vec![Vec::new()];
        for height in heights {
            let longer = |node: &Vec<usize>| {
                let node = node.clone();
                (0..=height).map(move |level| [&node[..], &[level]].concat())
            };
            nodes = nodes.iter().flat_map(longer).collect();
        }
        let suppressed = |node: &Vec<usize>| -> u64 {
            let classes = self.classes(node);
            classes.values().filter(|rows| !self.holds(rows)).map(|rows| rows.len() as u64).sum()
        };
        let feasible = nodes.iter().filter(|node| suppressed(node) <= self.limit);
        feasible.map(|node| node.iter().sum()).min()
    }
}

/// The classes of a written file; notes say which row of the source each of its rows was.
fn released(folder: &Path) -> Classes {
    let text = fs::read_to_string(folder.join("release.csv")).expect("the release was written");
    let mut classes = Classes::new();
    for line in text.lines().skip(1) {
        let (quasi, note) = line.rsplit_once(",note ").expect("the note is released last");
        let row = note.parse().expect("a number of a row");
        classes.entry(vec![quasi.to_owned()]).or_default().push(row);
    }
    classes
}

#[test]
fn every_class_has_k_households_and_nothing_better_does() {
    let tables = std::env::var("AMIDST_HOUSEHOLD_TABLES").ok().and_then(|tables| tables.parse().ok());
    let mut found = 0;
    for seed in 0..tables.unwrap_or(TABLES) {
        let folder = TempDir::new().expect("a folder");
        let asked = Scenario::draw(seed);
        let mut spec = asked.spec(seed, folder.path());
        let algorithm = LEVELS[seed as usize / 3 % LEVELS.len()];
        spec.solve.algorithm = Some(algorithm.into());
        let best = asked.least_height();
        let words = format!("seed {seed}, {algorithm}, k = {}, best {best:?}", asked.k);
        match Job::new(spec).run(&()).unwrap_or_else(|error| panic!("{words}: {error}")) {
            Answer::Released(release) => {
                found += 1;
                let height = release.summary.height.expect("levels add up") as usize;
                let best = best.unwrap_or_else(|| panic!("{words}: nothing can be released"));
                assert!(height == best || (!release.summary.optimal && height > best), "{words}: {height}");
                assert!(released(folder.path()).values().all(|rows| asked.holds(rows)), "{words}");
            }
            Answer::Infeasible(answer) => {
                assert_eq!(best, None, "{words}");
                assert!(
                    asked.k == 1 || answer.message.contains("household") || answer.rows < asked.k,
                    "{words}: {}",
                    answer.message
                );
            }
        }
    }
    assert!(found > 50, "{found} found");
}

#[test]
fn every_class_recoded_cell_by_cell_has_k_households() {
    let tables = std::env::var("AMIDST_HOUSEHOLD_TABLES").ok().and_then(|tables| tables.parse().ok());
    let mut found = 0;
    for seed in 0..tables.unwrap_or(TABLES) {
        let folder = TempDir::new().expect("a folder");
        let asked = Scenario::draw(seed);
        let mut spec = asked.spec(seed, folder.path());
        let algorithm = CELLS[seed as usize / 3 % CELLS.len()];
        spec.solve.algorithm = Some(algorithm.into());
        (spec.solve.objective, spec.solve.suppression) = (None, None);
        let everybody: Vec<usize> = (0..asked.homes.len()).collect();
        let words = format!("seed {seed}, {algorithm}, k = {}", asked.k);
        match Job::new(spec).run(&()).unwrap_or_else(|error| panic!("{words}: {error}")) {
            Answer::Released(_) => {
                found += 1;
                let classes = released(folder.path());
                assert!(classes.values().all(|rows| asked.holds(rows)), "{words}");
                assert_eq!(classes.values().map(Vec::len).sum::<usize>(), everybody.len(), "{words}");
            }
            Answer::Infeasible(_) => assert!(!asked.holds(&everybody), "{words}"),
        }
    }
    assert!(found > 50, "{found} found");
}
