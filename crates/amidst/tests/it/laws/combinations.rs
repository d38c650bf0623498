//! k of combinations: what is released is what is left when rare rows are taken away one by one.

use std::{collections::BTreeMap, fs};

use amidst::{
    Answer, Infeasible, Job, Released, Spec,
    spec::{Combinations, UpTo},
};
use amidst_testkit::generate::{
    SeededRng, adult,
    small::{Shape, Small},
};
use tempfile::TempDir;

use super::{Wish, describe, numbered};

/// Places of columns, and the rows they must share their values with.
type ColumnSets = Vec<(Vec<usize>, usize)>;

/// Random combinations of columns `q0`, `q1` and so on, as a spec says them and as places; every column is in one.
fn draw(columns: usize, k: usize, draw: &mut SeededRng) -> (Combinations, ColumnSets) {
    if draw.percent(50) {
        let max_size = draw.between(1, columns as u32) as usize;
        let by_size: Option<Vec<u64>> =
            draw.percent(50).then(|| (0..max_size).map(|_| u64::from(draw.between(1, 7))).collect());
        let all = (1_usize..1 << columns)
            .map(|set| (0..columns).filter(|at| set >> at & 1 == 1).collect::<Vec<_>>());
        let of = |size: usize| by_size.as_ref().map_or(1, |by_size| by_size[size - 1] as usize).max(k);
        let asked = all.filter(|set| set.len() <= max_size).map(|set| (set.clone(), of(set.len()))).collect();
        return (Combinations::UpTo(UpTo { max_size, k: by_size }), asked);
    }
    let mut sets: Vec<Vec<usize>> = (0..draw.between(1, 3))
        .map(|_| (0..columns).filter(|_| draw.percent(50)).collect())
        .filter(|set: &Vec<usize>| !set.is_empty())
        .collect();
    let left_out: Vec<usize> = (0..columns).filter(|at| !sets.iter().flatten().any(|it| it == at)).collect();
    sets.extend(left_out.into_iter().map(|at| vec![at]));
    let named = sets.iter().map(|set| set.iter().map(|at| format!("q{at}")).collect()).collect();
    (Combinations::Listed(named), sets.into_iter().map(|set| (set, k)).collect())
}

/// The rows at a node, each with its note at the end; a missing label is empty.
fn recoded(small: &Small, notes: &[String], levels: &[u8]) -> Vec<Vec<String>> {
    let label = |at: usize, cell: &Option<String>| {
        let path = small.paths[at].iter().find(|path| path[0].as_deref() == cell.as_deref());
        path.expect("cells have paths")[usize::from(levels[at])].as_deref().unwrap_or("").to_owned()
    };
    let row = |(row, note): (&Vec<Option<String>>, &String)| {
        let cells = row.iter().enumerate().map(|(at, cell)| label(at, cell));
        cells.chain([note.clone()]).collect()
    };
    small.rows.iter().zip(notes).map(row).collect()
}

/// How many rows hold each combination of values.
fn counts(rows: &[Vec<String>], columns: &[usize]) -> BTreeMap<Vec<String>, usize> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(columns.iter().map(|&at| row[at].clone()).collect()).or_default() += 1;
    }
    counts
}

/// What is left when rows with a rare combination are taken away, one at a time, until there is none.
fn kept(mut rows: Vec<Vec<String>>, asked: &ColumnSets) -> Vec<Vec<String>> {
    let rare = |rows: &[Vec<String>]| {
        asked.iter().find_map(|(columns, k)| {
            let counts = counts(rows, columns);
            let key =
                |row: &Vec<String>| -> Vec<String> { columns.iter().map(|&at| row[at].clone()).collect() };
            rows.iter().position(|row| counts[&key(row)] < *k)
        })
    };
    while let Some(at) = rare(&rows) {
        rows.remove(at);
    }
    rows
}

fn run(spec: Spec) -> Result<Box<Released>, Box<Infeasible>> {
    match Job::new(spec).run(&()).expect("a well-formed job runs") {
        Answer::Released(released) => Ok(released),
        Answer::Infeasible(answer) => Err(answer),
    }
}

#[test]
fn what_is_released_is_what_taking_rare_rows_away_leaves() {
    let (mut found, mut weaker, mut suppressing) = (0, 0, 0);
    for seed in 0..150 {
        let small = Small::draw(
            Shape { rows: 50, columns: 4, leaves: 6, height: 3, missing_percent: 3 },
            7_000 + seed,
        );
        let mut dice = SeededRng::new(8_000 + seed);
        let k = dice.between(1, 5) as usize;
        let (combinations, asked) = draw(small.header.len(), k, &mut dice);
        let limit = dice.between(0, small.rows.len() as u32 / 2) as usize;
        let folder = TempDir::new().expect("a folder");
        let notes = numbered(small.rows.len());
        let wish = Wish { k: k as u64, suppression: "0%", objective: "height" };
        let mut spec = describe(&small, &notes, wish, folder.path());
        spec.privacy.combinations = Some(combinations);
        spec.solve.suppression = Some(format!("{limit} rows").parse().expect("a limit"));

        let tops: Vec<u8> = small.paths.iter().map(|paths| paths[0].len() as u8 - 1).collect();
        let nodes = tops.iter().fold(vec![Vec::new()], |nodes: Vec<Vec<u8>>, &top| {
            nodes.iter().flat_map(|node| (0..=top).map(|level| [&node[..], &[level]].concat())).collect()
        });
        let is_feasible = |node: &Vec<u8>| {
            let kept = kept(recoded(&small, &notes, node), &asked).len();
            kept > 0 && small.rows.len() - kept <= limit
        };
        let height = |node: &Vec<u8>| node.iter().map(|&level| u32::from(level)).sum::<u32>();
        let lowest = nodes.iter().filter(|node| is_feasible(node)).map(height).min();

        let released = match run(spec) {
            Ok(released) => released,
            Err(answer) => {
                assert_eq!(lowest, None, "seed {seed}: {}", answer.message);
                continue;
            }
        };
        let summary = &released.summary;
        assert_eq!(summary.height, lowest, "seed {seed}");
        let levels: Vec<u8> = summary.levels.iter().map(|(_, level)| *level).collect();
        let mut expected = kept(recoded(&small, &notes, &levels), &asked);
        expected.sort();
        let text = fs::read_to_string(folder.path().join("release.csv")).expect("the release was written");
        let mut lines: Vec<Vec<String>> =
            text.lines().skip(1).map(|line| line.split(',').map(String::from).collect()).collect();
        lines.sort();
        assert_eq!(lines, expected, "seed {seed}");

        let reached = &summary.privacy.k;
        let combined = reached.combined.as_ref().expect("combinations were asked for");
        for one in &combined.combinations {
            let place =
                |name: &String| small.header.iter().position(|known| known == name).expect("a column");
            let places: Vec<usize> = one.columns.iter().map(place).collect();
            let least = counts(&lines, &places).into_values().min().expect("there are rows") as u64;
            assert_eq!((one.reached, one.holds), (least, least >= one.asked), "seed {seed}");
        }
        let all: Vec<usize> = (0..small.header.len()).collect();
        assert_eq!(combined.k_all, counts(&lines, &all).into_values().min().expect("there are rows") as u64);
        assert!(reached.holds && reached.reached >= reached.asked);
        let most = combined.combinations.iter().map(|one| one.asked).max().expect("there are some");
        let warns = summary.warnings.iter().any(|warning| warning.contains("all quasi columns together"));
        assert_eq!(warns, combined.k_all < most, "seed {seed}");
        found += 1;
        weaker += u32::from(combined.k_all < reached.asked);
        suppressing += u32::from(summary.rows.suppressed > 0);
    }
    assert!(found > 90 && found < 150, "{found} found");
    assert!(
        weaker > 15 && suppressing > 30,
        "too easy: {weaker} weaker than over all, {suppressing} suppressing"
    );
}

/// A table like Adult, with combinations asked for in TOML.
fn release_adult(folder: &TempDir, privacy: &str) -> (Box<Released>, Vec<Vec<String>>) {
    let mut csv = Vec::new();
    adult::write_csv(1_500, 11, &mut csv).expect("writing to memory cannot fail");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("adult.csv"), csv).expect("a writable folder");
    let (input, output) =
        (path("adult.csv").display().to_string(), path("release.csv").display().to_string());
    let spec = format!(
        "input.path = {input:?}\noutput.path = {output:?}\nsolve.suppression = '2%'\n[privacy]\n{privacy}\n{}",
        adult::columns_toml()
    );
    let spec = Spec::from_toml(&spec).expect("a spec");
    assert_eq!(Spec::from_toml(&spec.to_toml()).expect("what is written can be read"), spec);
    let released = Job::new(spec).with_overwrite(true).run(&()).expect("a well-formed job runs");
    let Answer::Released(released) = released else { panic!("it is within reach") };
    let text = fs::read_to_string(path("release.csv")).expect("the release was written");
    (released, text.lines().map(|line| line.split(',').map(String::from).collect()).collect())
}

#[test]
fn all_combinations_of_three_columns_cost_less_than_all_nine_together() {
    let folder = TempDir::new().expect("a folder");
    let (whole, _) = release_adult(&folder, "k = 5");
    let loss = |released: &Released| released.summary.objective.value;
    for (privacy, asked) in [
        ("k = 5\ncombinations = { max_size = 3 }", [5, 5, 5]),
        ("combinations = { max_size = 3, k = [60, 20, 5] }", [60, 20, 5]),
    ] {
        let (released, lines) = release_adult(&folder, privacy);
        let (header, rows) = lines.split_first().expect("a header");
        let combined = released.summary.privacy.k.combined.as_ref().expect("combinations were asked for");
        assert_eq!(combined.combinations.len(), 9 + 36 + 84);
        for one in &combined.combinations {
            let place = |name: &String| header.iter().position(|known| known == name).expect("a column");
            let places: Vec<usize> = one.columns.iter().map(place).collect();
            let least = counts(rows, &places).into_values().min().expect("there are rows") as u64;
            assert_eq!((one.asked, one.reached), (asked[places.len() - 1], least), "{:?}", one.columns);
            assert!(one.holds);
        }
        assert!(combined.k_all < 5, "all nine columns together single people out");
        assert!(loss(&released) < loss(&whole), "{} and {}", loss(&released), loss(&whole));
    }
}
