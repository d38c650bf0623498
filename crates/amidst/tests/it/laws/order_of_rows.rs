//! The order of a table's rows leaves no trace in its release, whatever recodes: the same rows give the same bytes.

use std::{collections::BTreeMap, fs, path::Path};

use amidst::{Answer, Job, Spec, advanced::catalog};
use amidst_testkit::generate::SeededRng;
use tempfile::TempDir;

const HEADER: &str = "age,born,town,grade,ill,note\n";

/// People many of whom share their quasi values but not what else is known of them.
fn people(draw: &mut SeededRng, rows: u32) -> Vec<String> {
    let ills = ["flu", "cold", "gout", "rash", ""];
    let row = |number: u32| {
        let [age, month] = [20 + draw.between(0, 1), draw.between(1, 2)];
        let town = ["Aa", "Bb", "Cc"][draw.between(0, 2).min(draw.between(0, 2)) as usize];
        let grade = ["high", "low"][draw.between(0, 3) as usize / 3];
        let ill = ills[draw.between(0, 4) as usize];
        format!("{age},1980-0{month}-01,{town},{grade},{ill},note {}\n", number % 17)
    };
    (0..rows).map(row).collect()
}

/// Every file that a job writes, by name; nothing if its target is out of reach.
fn release(rows: &[String], settings: &str) -> BTreeMap<String, String> {
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("table.csv"), HEADER.to_owned() + &rows.concat()).expect("writable");
    let roles = "input.path = 'table.csv'\noutput.path = 'release.csv'\ncolumns.ill.role = 'sensitive'\n";
    let note = match settings.contains("respondent") {
        true => "columns.note.role = 'identifier'\n",
        false => "columns.note = { role = 'other', not_identifying = true }\n",
    };
    let mut spec = Spec::from_toml(&format!("{roles}{note}{settings}")).expect("a spec");
    spec.resolve(folder.path());
    match Job::new(spec).run(&()).unwrap_or_else(|error| panic!("{settings}: {error}")) {
        Answer::Infeasible(_) => BTreeMap::new(),
        Answer::Released(_) => released_files(folder.path()),
    }
}

fn released_files(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("readable"));
    let named = entries.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()));
    let released = named.filter(|(name, _)| name.starts_with("release."));
    released.map(|(name, path)| (name, fs::read_to_string(path).expect("text"))).collect()
}

/// Releases drawn tables in several orders; says how many had a solution.
#[track_caller]
fn check(settings: &str, tables: u64) {
    let mut found = 0;
    for seed in 0..tables {
        let mut draw = SeededRng::new(9_000 + seed);
        let rows = draw.between(24, 48);
        let mut rows = people(&mut draw, rows);
        let expected = release(&rows, settings);
        found += u64::from(!expected.is_empty());
        rows.reverse();
        assert!(release(&rows, settings) == expected, "reversed, table {seed}: {settings}");
        for last in (1..rows.len()).rev() {
            rows.swap(last, draw.between(0, last as u32) as usize);
        }
        assert!(release(&rows, settings) == expected, "shuffled, table {seed}: {settings}");
    }
    assert!(found > 0, "no table has a solution: {settings}");
}

const RECIPES: &str = "columns.age = { role = 'quasi', hierarchy = { interval = [2, 4] } }\n\
                       columns.born = { role = 'quasi', hierarchy = { date = ['month', 'year'] } }\n\
                       columns.town = { role = 'quasi', hierarchy = { most_frequent = [2] } }\n\
                       columns.grade = { role = 'quasi', hierarchy = { order = 'natural' } }\n";
const PLAIN: &str = "columns.age.role = 'quasi'\ncolumns.born.role = 'quasi'\ncolumns.town.role = 'quasi'\n\
                     columns.grade.role = 'quasi'\n";

const ONE: &str = "columns.age.role = 'quasi'\ncolumns.born = { role = 'other', not_identifying = true }\n\
                   columns.town.role = 'other'\ncolumns.grade.role = 'other'\n";

#[test]
fn no_search_of_levels_sees_the_order() {
    for algorithm in amidst_search::names() {
        for columns in [RECIPES, PLAIN] {
            check(
                &format!(
                    "{columns}privacy.k = 3\nsolve.suppression = '20%'\nsolve.algorithm = '{algorithm}'\n"
                ),
                2,
            );
        }
    }
}

#[test]
fn no_recoder_of_cells_sees_the_order() {
    for algorithm in catalog::recoders().map(|it| it.name()) {
        for columns in [RECIPES, PLAIN] {
            let is_average = ["mdav", "v-mdav", "univariate", "microaggregation"].contains(&algorithm);
            let columns = match algorithm {
                "univariate" => ONE,
                // They take columns with hierarchies only.
                "park-shim" | "alpha-k-top-down" => RECIPES,
                _ if is_average => PLAIN,
                _ => columns,
            };
            let k = if algorithm == "pairs" { 2 } else { 3 };
            check(&format!("{columns}privacy.k = {k}\nsolve.algorithm = '{algorithm}'\nsolve.seed = 7\n"), 4);
        }
    }
}

#[test]
fn no_cuts_see_the_order() {
    for algorithm in catalog::algorithms().into_iter().filter(|it| it.method == catalog::Method::Cuts) {
        for columns in [RECIPES, PLAIN] {
            let solve = format!("solve.suppression = '20%'\nsolve.algorithm = '{}'\n", algorithm.id);
            check(&format!("{columns}privacy.k = 3\n{solve}"), 2);
        }
    }
}

#[test]
fn no_blanking_sees_the_order() {
    for missing in ["own-value", "wildcard"] {
        let privacy = format!("privacy.k = 3\nprivacy.missing = '{missing}'\n");
        check(&format!("{PLAIN}{privacy}solve.algorithm = 'local-suppression'\n"), 6);
        check(
            &format!("{PLAIN}{privacy}solve.algorithm = 'local-suppression'\nsolve.strata = ['grade']\n"),
            3,
        );
        check(&format!("{RECIPES}{privacy}solve.generalize = 'attribute'\nsolve.suppress = 'cell'\n"), 3);
        check(
            &format!(
                "{PLAIN}privacy.missing = '{missing}'\nprivacy.k = 3\nprivacy.combinations = {{ max_size = 2 }}\n\
                 solve.algorithm = 'local-suppression'\n"
            ),
            3,
        );
    }
}

#[test]
fn no_requirement_on_sensitive_values_lets_the_order_in() {
    let diverse = "[[privacy.require]]\nmodel = 'distinct-l-diversity'\ncolumn = 'ill'\nl = 2\n";
    for algorithm in
        ["anatomy", "local", "mondrian", "mondrian-relaxed", "k-member", "oka", "top-down-greedy"]
    {
        check(&format!("{PLAIN}privacy.k = 3\nsolve.algorithm = '{algorithm}'\n{diverse}"), 3);
    }
}

#[test]
fn no_numbering_of_people_lets_the_order_in() {
    // One takes a single column, one hierarchies, one another k, one few rows, and what links rows counts no people.
    let refused = ["univariate", "park-shim", "triples", "exact", "one-k", "k-one", "k-k", "global-one-k"];
    for algorithm in catalog::recoders().map(|it| it.name()).filter(|name| !refused.contains(name)) {
        let columns = if algorithm == "alpha-k-top-down" { RECIPES } else { PLAIN };
        check(
            &format!(
                "{columns}privacy.k = 2\nprivacy.respondent = 'note'\nsolve.algorithm = '{algorithm}'\n"
            ),
            3,
        );
    }
}
