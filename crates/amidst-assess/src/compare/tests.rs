//! Comparisons worked out by hand, and against arithmetic done row by row.

use std::fs;

use amidst_core::{Kind, Role, hierarchy::builders::DecimalMark};
use amidst_spec::spec::HierarchySpec;
use amidst_table::Column;
use amidst_testkit::generate::SeededRng;

use super::{
    labels::Labels,
    stands::Stands,
    values::{Scale, Values},
    *,
};

/// The question about two tables given as CSV.
fn options(folder: &Path, original: &str, release: &str, quasi: &[&str]) -> CompareOptions {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("a writable folder");
        Input { path: path.display().to_string(), ..Input::default() }
    };
    CompareOptions {
        original: write("original.csv", original),
        release: write("release.csv", release),
        columns: quasi.iter().map(|name| ((*name).into(), ColumnSpec::new(Role::Quasi))).collect(),
        hierarchies: Hierarchies::Named,
        queries: Queries { number: 200, seed: 7 },
        reporting: Reporting::Internal,
    }
}

fn compared(original: &str, release: &str, quasi: &[&str]) -> Comparison {
    let folder = tempfile::tempdir().expect("a folder");
    compare(&options(folder.path(), original, release, quasi), &()).expect("two tables")
}

#[track_caller]
fn close(found: impl Into<Option<f64>>, expected: f64) {
    let found = found.into().expect("a number");
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

const EIGHT: &str = "zip,sex\n94138,F\n94138,F\n94139,F\n94139,M\n94141,M\n94141,M\n94142,M\n94142,F\n";
const SIX: &str = "zip,sex\n9413*,F\n9413*,F\n9413*,F\n9414*,M\n9414*,M\n9414*,M\n";

#[test]
fn a_table_compared_with_itself_lost_nothing() {
    let table = "age,zip,born,ill\n20,94138,1980-01-31,flu\n22,94139,1980-02-01,\n,94139,1999-12-31,cold\n7,94138,,flu\n";
    for release in [
        table,
        "age,zip,born,ill\n7,94138,,flu\n,94139,1999-12-31,cold\n20,94138,1980-01-31,flu\n22,94139,1980-02-01,\n",
    ] {
        let found = compared(table, release, &["age", "zip"]);
        assert_eq!(found.rows.suppressed, Count::Value(0));
        assert_eq!((found.gcp, found.completeness), (Some(0.0), Share::Value(1.0)));
        let queries = found.queries.expect("queries were asked");
        assert_eq!((queries.median, queries.mean, queries.p90), (Some(0.0), Some(0.0), Some(0.0)));
        close(found.correlation.as_ref().unwrap().mean_change, 0.0);
        let classes = found.classes.expect("quasi columns");
        assert_eq!(classes.count.before, classes.count.after);
        assert_eq!(classes.discernibility.before, classes.discernibility.after);
        for column in &found.columns {
            assert_eq!((column.became, column.changed), (Became::Unchanged, Some(Share::Value(0.0))));
            assert_eq!((column.entropy.before, column.ncp), (column.entropy.after, Some(0.0)));
            let distance = column.distance.expect("it is in both");
            for distance in [distance.as_is, distance.rebuilt] {
                assert_eq!((distance.total_variation, distance.hellinger), (Some(0.0), Some(0.0)));
                assert!(distance.wasserstein.is_none_or(|distance| distance == 0.0));
            }
            assert!(column.numbers.is_none_or(|numbers| numbers == NumberChange::default()));
            assert_eq!(column.missing.before, column.missing.after);
        }
    }
}

#[test]
fn masked_codes_by_hand() {
    let found = compared(EIGHT, SIX, &["zip", "sex"]);
    let [zip, sex] = found.columns.as_slice() else { panic!("two columns") };
    assert_eq!((zip.became, sex.became), (Became::Generalized, Became::Unchanged));
    // A label stands for 2 of 4 values; 2 of 8 rows are gone: (6 · 2/4 + 2) / 8.
    close(zip.ncp, 5.0 / 8.0);
    close(sex.ncp, 2.0 / 8.0);
    close(found.gcp, 7.0 / 16.0);
    close(zip.entropy.before, 2.0);
    close(zip.entropy.after, 1.0);
    let distance = zip.distance.expect("it is in both");
    // No cell is as it was; both labels lost the same part; 1.5 of 6 rows for each value are 2 of 8.
    close(distance.as_is.total_variation.expect("told"), 1.0);
    close(distance.generalized.expect("labels do not overlap").total_variation.expect("told"), 0.0);
    close(distance.rebuilt.total_variation.expect("told"), 0.0);
    let classes = found.classes.expect("quasi columns");
    assert_eq!((classes.count.before, classes.count.after), (Some(Count::Value(6)), Some(Count::Value(2))));
    // 4 + 1 + 1 + 4 + 1 + 1, and 9 + 9 + 2 suppressed rows times 8.
    assert_eq!((classes.discernibility.before, classes.discernibility.after), (Some(12), Some(34)));
    close(classes.average_size.after, 3.0);
    // Chi-squared over rows: 4/8 + 1/8 + 1/8 + 4/8 + 1/8 + 1/8 - 1 = 1/2, of which 3/7 is to be expected, over 1 - 1/7;
    // afterwards zip says sex.
    let pair = &found.correlation.as_ref().unwrap().largest[0];
    close(pair.before, (0.5_f64 / 7.0 / (6.0 / 7.0)).sqrt());
    close(pair.after, 1.0);
    assert_eq!(found.completeness, Share::Value(0.75));
    assert_eq!(found.accuracy, None);
}

#[test]
fn samaratis_accuracy_needs_the_levels_of_all_quasi_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("zip.csv");
    fs::write(&file, "94138;9413*;*\n94139;9413*;*\n94141;9414*;*\n94142;9414*;*\n").expect("writable");
    let mut options = options(folder.path(), EIGHT, SIX, &["zip", "sex"]);
    let hierarchy = HierarchySpec { file: Some(file.display().to_string()), ..HierarchySpec::default() };
    options.columns.get_mut("zip").expect("zip is quasi").hierarchy = Some(hierarchy);
    let found = compare(&options, &()).expect("two tables");
    assert_eq!((found.columns[0].level, found.columns[0].height, found.accuracy), (Some(1.0), Some(2), None));
    let suppression = HierarchySpec { suppression: Some(true), ..HierarchySpec::default() };
    options.columns.get_mut("sex").expect("sex is quasi").hierarchy = Some(suppression);
    // Level 1 of 2 and level 0 of 1.
    close(compare(&options, &()).expect("two tables").accuracy, 1.0 - 1.0 / 3.0);
}

#[test]
fn intervals_by_hand() {
    let found = compared("age\n20\n22\n24\n30\n", "age\n20-24\n20-24\n20-24\n30-34\n", &["age"]);
    let age = &found.columns[0];
    // 4 of 10 years for three of four rows; 30-34 ends where the original does, and is one of its four values.
    close(age.ncp, 0.3 + 0.25 / 4.0);
    let distance = age.distance.expect("it is in both");
    // 20, 22, 24, 30 to 22, 22, 22, 30: 4 years in 4 rows, over 10.
    close(distance.as_is.wasserstein, 0.1);
    close(distance.rebuilt.total_variation.expect("told"), 0.0);
    close(distance.rebuilt.wasserstein, 0.0);
    close(distance.generalized.expect("labels do not overlap").total_variation.expect("told"), 0.0);
    let numbers = age.numbers.expect("ages are numbers");
    // Mean 24 both; variances (16 + 4 + 0 + 36) / 4 and (3 · 4 + 36) / 4.
    close(numbers.mean, 0.0);
    close(numbers.standard_deviation, (12.0_f64 / 14.0).sqrt() - 1.0);
    close(numbers.quantiles[0], 2.0 / 14.0_f64.sqrt());
}

#[test]
fn an_uneven_label_costs_when_it_is_rebuilt() {
    // a has 3 rows and b 1; the label gives each 2 of 4: total variation 1/4, Hellinger as its formula.
    let folder = tempfile::tempdir().expect("a folder");
    let options =
        options(folder.path(), "x\na\na\na\nb\n", "x\n\"{a, b}\"\n\"{a, b}\"\n\"{a, b}\"\n\"{a, b}\"\n", &[]);
    let found = compare(&options, &()).expect("two tables");
    let rebuilt = found.columns[0].distance.expect("it is in both").rebuilt;
    close(rebuilt.total_variation.expect("told"), 0.25);
    let hellinger =
        ((0.75_f64.sqrt() - 0.5_f64.sqrt()).powi(2) + (0.25_f64.sqrt() - 0.5_f64.sqrt()).powi(2)) / 2.0;
    close(rebuilt.hellinger.unwrap(), hellinger.sqrt());
    assert_eq!((found.quasi, found.gcp), (vec!["x".to_owned()], Some(1.0)));
}

#[test]
fn a_column_that_changed_has_lost_something() {
    let ncp = |original: &str, release: &str| {
        let csv =
            |cells: &str| cells.split(' ').fold("x\n".to_owned(), |csv, cell| csv + &format!("\"{cell}\"\n"));
        compared(&csv(original), &csv(release), &["x"]).columns[0].ncp
    };
    // Each mask, set or band stands for one value of two, three or one.
    close(ncp("94138 94142", "9413* 9414*"), 0.5);
    close(ncp("a b c", "{a} b c"), 1.0 / 9.0);
    close(ncp("22 22", "20-24 20-24"), 1.0);
    close(ncp("red red", "* *"), 1.0);
    close(ncp("red green", "warm cold"), 1.0);
    // 25 stands for what lies around the nearest value it is not, from 10 to 30 of 30; so does a 20 that was another value.
    close(ncp("10 20 30 40", "10 25 25 40"), 2.0 / 3.0 / 2.0);
    close(ncp("10 20 30 40", "10 20 20 40"), 2.0 / 3.0 / 4.0);
    close(ncp("a a b c", "a a a c"), 1.0 / 3.0 / 4.0);
    // What is only spelled differently, or was suppressed besides, did not change.
    close(ncp("1 2 3", "1.0 2 3"), 0.0);
}

#[test]
fn suppressed_cells_and_overlapping_labels_are_understood() {
    // One of four cells was blanked: it may be any value.
    let blanked = compared("x\na\na\nb\nb\n", "x\na\na\nb\n\"\"\n", &["x"]);
    close(blanked.gcp, 0.25);
    assert_eq!(blanked.columns[0].changed, Some(Share::Value(0.25)));
    assert_eq!(blanked.columns[0].distance.expect("in both").generalized, None);
    // A cell that was missing stays a value like any other.
    close(compared("x\na\n\"\"\n", "x\na\n\"\"\n", &["x"]).gcp, 0.0);
    let local = compared("x\n1\n2\n3\n4\n", "x\n1-3\n1-3\n2-4\n2-4\n", &["x"]);
    assert_eq!(local.columns[0].distance.expect("in both").generalized, None);
    close(local.gcp, 2.0 / 3.0);
}

#[test]
fn columns_come_and_go() {
    let found = compared("name,age\nAnn,30\nBob,40\n", "age,group\n30,1\n40,1\n", &["name", "age"]);
    let became: Vec<(&str, Became)> =
        found.columns.iter().map(|column| (column.name.as_str(), column.became)).collect();
    assert_eq!(became, [("name", Became::Dropped), ("age", Became::Unchanged), ("group", Became::Added)]);
    close(found.gcp, 0.5);
    let noisy = compared("cost\n10\n20\n30\n", "cost\n11\n19\n31\n", &[]);
    assert_eq!(noisy.columns[0].became, Became::Changed);
    assert_eq!((noisy.quasi.len(), noisy.gcp), (0, None));
}

fn shared(values: &[&str], labels: &[&str], scale: Scale) -> Vec<Stands> {
    let (original, release) = (column(values), column(labels));
    let values = Values::new(original.coded().expect("coded"), scale);
    Labels::new(&values, release.coded().expect("coded"), None).stands
}

fn column(cells: &[&str]) -> Column {
    Column::from_texts("x", cells.iter().map(|cell| Some(*cell)))
}

#[test]
fn labels_are_read_as_people_mean_them() {
    let numbers = Scale::Numbers(DecimalMark::Point);
    let ages = ["9", "10", "14", "15", "90", "100"];
    let read = |labels: &[&str]| shared(&ages, labels, numbers);
    assert_eq!(
        read(&["10-14", ">=90", "*"]),
        [Stands::Stretch(1..3), Stands::Stretch(4..6), Stands::Stretch(0..6)]
    );
    assert_eq!(
        read(&["[10, 15)", "<10", "9.0"]),
        [Stands::Stretch(1..3), Stands::Value(0), Stands::Value(0)]
    );
    assert_eq!(read(&["12.4", "old"]), [Stands::Value(2), Stands::Anything]);
    let codes = ["0111", "1234", "1235", "9000"];
    assert_eq!(
        shared(&codes, &["123*", "01-09", "{9000, 1234}"], Scale::Words),
        [Stands::Stretch(1..3), Stands::Value(0), Stands::Values([1, 3].into())]
    );
    let days = ["1999-12-31", "2000-01-01", "2000-02-29", "2001-05-05"];
    assert_eq!(
        shared(&days, &["2000", "2000-02", "1990-1999", "2001-Q2"], Scale::Days),
        [Stands::Stretch(1..3), Stands::Value(2), Stands::Value(0), Stands::Value(3)]
    );
}

#[test]
fn kinds_that_measure_nothing_are_words() {
    let column = column(&["1", "x"]);
    let values = Values::new(column.coded().expect("coded"), Scale::of(Kind::Integer, DecimalMark::Point));
    assert_eq!((values.scale, values.range()), (Scale::Words, None));
}

/// Rows of whole numbers, and the same in intervals of a random width, some rows gone and some cells starred.
fn random(draw: &mut SeededRng) -> (Vec<[u32; 2]>, Vec<[String; 2]>) {
    let rows: Vec<[u32; 2]> =
        (0..draw.between(4, 40)).map(|_| [draw.below(12), draw.low_between(0, 5)]).collect();
    let width = draw.between(2, 5);
    let label = |number: u32| format!("{}-{}", number / width * width, number / width * width + width - 1);
    let mut release: Vec<[String; 2]> = Vec::new();
    for [a, b] in &rows {
        if !draw.percent(10) {
            let b = if draw.percent(20) { "*".to_owned() } else { b.to_string() };
            release.push([label(*a), b]);
        }
    }
    release.push([label(rows[0][0]), "*".to_owned()]);
    (rows, release)
}

fn csv(rows: &[[String; 2]]) -> String {
    rows.iter().fold("a,b\n".to_owned(), |csv, [a, b]| csv + &format!("{a},{b}\n"))
}

/// The original numbers that a label stands for.
fn members(label: &str, domain: &[u32]) -> Vec<u32> {
    let inside = |number: &u32| match (label, label.split_once('-')) {
        ("*", _) => true,
        (_, Some((low, high))) => {
            (low.parse().expect("a number")..=high.parse().expect("a number")).contains(number)
        }
        _ => label.parse() == Ok(*number),
    };
    domain.iter().copied().filter(inside).collect()
}

#[test]
fn random_tables_agree_with_arithmetic_row_by_row() {
    let mut draw = SeededRng::new(3);
    for _ in 0..60 {
        let (rows, release) = random(&mut draw);
        let original: Vec<[String; 2]> =
            rows.iter().map(|row| row.map(|number| number.to_string())).collect();
        let found = compared(&csv(&original), &csv(&release), &["a", "b"]);
        let mut gcp = 0.0;
        let gone = rows.len().saturating_sub(release.len());
        for at in [0, 1] {
            let mut domain: Vec<u32> = rows.iter().map(|row| row[at]).collect();
            domain.sort_unstable();
            domain.dedup();
            let (least, most) = (domain[0], domain[domain.len() - 1]);
            let mut rebuilt = vec![0.0; domain.len()];
            let mut penalty = gone as f64;
            for row in &release {
                let members = members(&row[at], &domain);
                for member in &members {
                    let place = domain.iter().position(|number| number == member).expect("a member");
                    rebuilt[place] += 1.0 / members.len() as f64;
                }
                penalty += match row[at].split_once('-') {
                    Some((low, high)) => {
                        let clip = |text: &str| text.parse::<u32>().expect("a number").clamp(least, most);
                        let span = f64::from(clip(high) - clip(low)) / f64::from((most - least).max(1));
                        span.max(1.0 / domain.len() as f64)
                    }
                    None => f64::from(u8::from(row[at] == "*")),
                };
            }
            let total = (release.len() + gone) as f64;
            close(found.columns[at].ncp, penalty / total);
            gcp += penalty / total / 2.0;
            let share =
                |number: u32| rows.iter().filter(|row| row[at] == number).count() as f64 / rows.len() as f64;
            let apart: f64 = domain
                .iter()
                .zip(&rebuilt)
                .map(|(number, rebuilt)| (share(*number) - rebuilt / release.len() as f64).abs() / 2.0)
                .sum();
            close(found.columns[at].distance.expect("in both").rebuilt.total_variation.expect("told"), apart);
        }
        close(found.gcp, gcp);
        assert!(found.queries.expect("queries").median.is_some_and(f64::is_finite));
    }
}

#[test]
fn the_order_of_rows_and_the_number_of_threads_do_not_matter() {
    let mut draw = SeededRng::new(11);
    let (rows, mut release) = random(&mut draw);
    let original: Vec<[String; 2]> = rows.iter().map(|row| row.map(|number| number.to_string())).collect();
    let json = |release: &[[String; 2]]| {
        let mut found = compared(&csv(&original), &csv(release), &["a", "b"]);
        let pairs = &mut found.correlation.as_mut().unwrap().largest;
        pairs.iter_mut().for_each(|pair| pair.change = (pair.change * 1e9).round());
        let queries = found.queries.expect("queries");
        (
            found.gcp.map(|gcp| (gcp * 1e9).round()),
            queries.mean.map(|mean| (mean * 1e9).round()),
            found.classes,
        )
    };
    let first = json(&release);
    draw.shuffle(&mut release);
    assert_eq!(json(&release), first);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    assert_eq!(pool.install(|| json(&release)), first);
}
