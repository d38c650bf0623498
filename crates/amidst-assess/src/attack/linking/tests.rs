//! The join finds what comparing every person with every row finds.

use amidst_core::{
    Hierarchy,
    hierarchy::{builders::DecimalMark, label_contains},
};
use amidst_spec::{requirements::Take, spec::MissingSensitive};
use amidst_table::Column;
use amidst_testkit::generate::{
    SeededRng,
    small::{Shape, Small},
};

use super::{
    super::{
        knowledge::Ladder,
        read::column,
        spelling::{Said, Translation},
    },
    *,
};

type Rows = Vec<Vec<Option<String>>>;

fn table(header: &[String], rows: &Rows) -> Table {
    let columns = header.iter().enumerate();
    let texts =
        |(at, name): (usize, &String)| Column::from_texts(name, rows.iter().map(|row| row[at].as_deref()));
    Table::new(columns.map(texts).collect())
}

/// For each person the rows that are not excluded, looked for one by one.
fn one_by_one(
    release: &Rows,
    register: &Rows,
    width: usize,
    fits: &dyn Fn(usize, &str, &str) -> bool,
) -> Vec<Vec<usize>> {
    let may_be = |person: &[Option<String>], row: &[Option<String>]| {
        (0..width).all(|at| match (&row[at], &person[at]) {
            (Some(label), Some(value)) => fits(at, label, value),
            _ => true,
        })
    };
    let rows = |person: &Vec<Option<String>>| {
        (0..release.len()).filter(|&row| may_be(person, &release[row])).collect()
    };
    register.iter().map(rows).collect()
}

/// Compares everything that is counted.
fn check(
    header: &[String],
    release: &Rows,
    register: &Rows,
    ladders: &[Option<Ladder>],
    fits: &dyn Fn(usize, &str, &str) -> bool,
    seed: u64,
) {
    let width = ladders.len();
    let (released, listed) = (table(header, release), table(&header[..width], register));
    let pair = |at: usize| {
        let (labels, values) = (column(&released, &header[at]), column(&listed, &header[at]));
        let said = |column| Said { column, mark: DecimalMark::Point };
        let (labels_said, values_said) = (said(labels), said(values));
        let relation = Relation::new(labels_said, values_said, ladders[at].as_ref(), &Translation::default());
        Pair { names: (header[at].clone(), header[at].clone()), released: labels, register: values, relation }
    };
    let take = Take::Known(MissingSensitive::NoValue);
    let ill = Ordered::new(column(&released, &header[width]), DecimalMark::Point, take);
    let link = Link {
        pairs: (0..width).map(pair).collect(),
        release: &released,
        register: &listed,
        sensitive: vec![(&header[width], &ill)],
        k: 3,
    };
    let linked = link.run(&()).expect("nobody aborts");
    let expected = one_by_one(release, register, width, fits);
    let of_person = |person: usize| &linked.matched[linked.persons.of_row[person] as usize];
    let mut met = vec![0; release.len()];
    for (person, rows) in expected.iter().enumerate() {
        let found = of_person(person);
        assert_eq!(found.rows, rows.len() as u64, "seed {seed}, person {person}");
        let mut values: Vec<&Option<String>> = rows.iter().map(|&row| &release[row][width]).collect();
        values.sort();
        values.dedup();
        assert_eq!(found.values[0].one().is_some(), values.len() == 1, "seed {seed}, person {person}");
        if rows.len() == 1 {
            assert_eq!(found.first_row as usize, rows[0]);
        }
        rows.iter().for_each(|&row| met[row] += 1);
    }
    let met_by = |persons: u64| met.iter().filter(|met| **met == persons).count() as u64;
    assert_eq!((linked.rows_of_one, linked.rows_of_none), (met_by(1), met_by(0)), "seed {seed}");
    let finding = linked.finding(Reporting::Internal);
    let persons = |is_so: &dyn Fn(usize) -> bool| {
        Count::Value(expected.iter().filter(|rows| is_so(rows.len())).count() as u64)
    };
    assert_eq!(finding.unique, persons(&|rows| rows == 1));
    assert_eq!(finding.narrowed, persons(&|rows| rows == 1 || rows == 2));
    assert_eq!(finding.none, persons(&|rows| rows == 0));
}

/// A release of a random table: each column on one level, or each cell on its own.
fn recoded(small: &Small, hierarchies: &[Hierarchy], draw: &mut SeededRng) -> Rows {
    let is_local = draw.percent(50);
    let levels: Vec<u8> =
        hierarchies.iter().map(|hierarchy| draw.below(u32::from(hierarchy.height()) + 1) as u8).collect();
    let mut recode = |row: &Vec<Option<String>>| {
        let mut cells: Vec<Option<String>> = row
            .iter()
            .zip(hierarchies)
            .zip(&levels)
            .map(|((cell, hierarchy), &level)| {
                let level =
                    if is_local { draw.below(u32::from(hierarchy.height()) + 1) as u8 } else { level };
                let leaf = hierarchy.leaf(cell.as_deref()).expect("cells are leaves");
                hierarchy.path(leaf)[usize::from(level)].as_deref().map(String::from)
            })
            .collect();
        cells.push(Some(format!("ill{}", draw.below(3))));
        draw.percent(80).then_some(cells)
    };
    small.rows.iter().filter_map(&mut recode).collect()
}

#[test]
fn under_hierarchies_the_join_is_the_comparison_of_all_pairs() {
    for seed in 0..400 {
        let small = Small::draw(Shape::default(), seed);
        let (hierarchies, mut draw) = (small.hierarchies(), SeededRng::new(seed));
        let release = recoded(&small, &hierarchies, &mut draw);
        let mut spelled = |cell: &Option<String>| match draw.below(20) {
            0 => None,
            1 => Some("stranger".to_owned()),
            2..8 => cell.as_ref().map(|cell| format!(" {} ", cell.to_uppercase())),
            _ => cell.clone(),
        };
        let register: Rows = small.rows.iter().map(|row| row.iter().map(&mut spelled).collect()).collect();
        let header: Vec<String> = small.header.iter().cloned().chain(["ill".to_owned()]).collect();
        let fits = |at: usize, label: &str, value: &str| {
            let hierarchy: &Hierarchy = &hierarchies[at];
            match hierarchy.leaf(Some(&value.trim().to_lowercase())) {
                Some(leaf) => hierarchy.path(leaf).iter().flatten().any(|above| **above == *label),
                // Nothing excludes a stranger but a leaf.
                None => hierarchy.leaf(Some(label)).is_none() || hierarchy.height() == 0,
            }
        };
        let ladders: Vec<Option<Ladder>> =
            hierarchies.iter().map(|hierarchy| Some(Ladder::Listed(hierarchy.clone()))).collect();
        if !release.is_empty() {
            check(&header, &release, &register, &ladders, &fits, seed);
        }
    }
}

#[test]
fn without_hierarchies_masks_and_intervals_are_read_as_one_by_one() {
    let header = ["zip", "age", "ill"].map(String::from);
    for seed in 0..300 {
        let mut draw = SeededRng::new(seed);
        let mut zip = || format!("{:05}", draw.below(300) * 7 % 1000);
        let zips: Vec<String> = (0..60).map(|_| zip()).collect();
        let ages: Vec<u32> = (0..60).map(|_| draw.below(60)).collect();
        let row = |at: usize, draw: &mut SeededRng| {
            let kept = draw.between(2, 5) as usize;
            let low = ages[at] - ages[at] % 10;
            let age = match draw.below(3) {
                0 => format!("[{low}, {})", low + 10),
                1 => format!("{low}-{}", low + 19),
                _ => ages[at].to_string(),
            };
            let zip = format!("{}{}", &zips[at][..kept], "*".repeat(5 - kept));
            vec![Some(zip), Some(age), Some(format!("ill{}", draw.below(2)))]
        };
        let release: Rows = (0..40).map(|at| row(at, &mut draw)).collect();
        // Leading zeros are lost on the way.
        let person = |at: usize| {
            vec![Some(zips[at].trim_start_matches('0').to_owned()), Some(format!("{}.0", ages[at]))]
        };
        let register: Rows = (0..60).map(person).filter(|cells| cells[0] != Some(String::new())).collect();
        let number = |text: &str| text.parse::<f64>().ok();
        let fits = |_: usize, label: &str, value: &str| {
            let same = number(label).zip(number(value)).is_some_and(|(label, value)| label == value);
            same || label_contains(label, value) == Some(true)
        };
        check(&header, &release, &register, &[None, None], &fits, seed);
    }
}
