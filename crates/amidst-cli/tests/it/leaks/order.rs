//! Marked values that come first and last in an order, in rows that are suppressed or cells that are hidden: groups of
//! neighbours are not named after them, whatever the algorithm.

use super::{CELLS, WHOLE_COLUMNS, check, clear};
use crate::support::Folder;

/// Towns in an order of characters, each in six rows; around and among them marked ones, of which there are too few.
const TOWNS: [(&str, usize); 12] = [
    ("LEAK-first", 1),
    ("aachen", 6),
    ("berlin", 6),
    ("bLEAK-inside", 1),
    ("bonn", 6),
    ("celle", 6),
    ("dLEAK-between", 1),
    ("essen", 6),
    ("fulda", 6),
    ("gotha", 6),
    ("halle", 6),
    ("zLEAK-last", 1),
];

/// Rows of a marked town have a sex of their own, so that no class takes them in below the root.
fn people() -> String {
    let mut csv = String::from("sex,town,ill\n");
    for (town, rows) in TOWNS {
        let sex = |row: usize| if rows == 1 { "x" } else { ["f", "m"][row % 2] };
        (0..rows).for_each(|row| csv += &format!("{},{town},{}\n", sex(row), ["flu", "cold"][row / 2 % 2]));
    }
    csv
}

/// A spec under which rows of marked towns must be suppressed.
fn spec(hierarchy: &str, algorithm: &str) -> String {
    format!(
        "[input]\npath = 'people.csv'\n[output]\npath = 'out.csv'\ncertificate = 'out.certificate.json'\n\
         plan = 'out.plan.json'\nreport = 'out.report.html'\n[privacy]\nk = 4\n\
         [solve]\nalgorithm = '{algorithm}'\nsuppression = '4 rows'\n\
         [columns.sex]\nrole = 'quasi'\nlevels = {{ max = 0 }}\n\
         [columns.town]\nrole = 'quasi'\nlevels = {{ max = 2 }}\nhierarchy = {{ {hierarchy} }}\n\
         [columns.ill]\nrole = 'sensitive'\n"
    )
}

#[test]
fn whole_columns_name_no_group_after_a_suppressed_value() {
    let mut folder = Folder::with("people.csv", people());
    for order in ["natural", "lexicographic"] {
        let hierarchy = format!("order = '{order}', fanout = 4");
        for algorithm in WHOLE_COLUMNS {
            folder = folder.and("spec.toml", spec(&hierarchy, algorithm));
            let run = check(&folder, "anonymize spec.toml --json --seed 1");
            assert_eq!(run.json()["rows"]["suppressed"], 4, "{algorithm}");
            assert!(folder.text("out.csv").contains("aachen..berlin"), "{}", folder.text("out.csv"));
            clear(&folder);
        }
        check(&folder, "anonymize spec.toml --external=3");
        let release = folder.text("out.csv");
        check(&folder, "apply out.plan.json people.csv -o out.again.csv");
        assert_eq!(folder.text("out.again.csv"), release);
        clear(&folder);
    }
}

#[test]
fn the_hierarchy_proposed_for_plain_texts_names_no_suppressed_value() {
    let towns = ["aachen", "berlin", "bonn", "celle", "essen", "fulda", "gotha", "halle", "jena"];
    let row = |town: &str, sex: &str| format!("{sex},{town},flu\n");
    let known = towns.map(|town| row(town, "f").repeat(3) + &row(town, "m").repeat(3)).concat();
    let marked =
        ["LEAK-first", "zLEAK-last"].map(|town| ["x", "y", "z"].map(|sex| row(town, sex)).concat()).concat();
    let folder = Folder::with("people.csv", format!("sex,town,ill\n{known}{marked}"))
        .and("spec.toml", spec("", "optimal").replace("hierarchy = {  }\n", "").replace("4 rows", "6 rows"));
    let run = check(&folder, "anonymize spec.toml --json");
    assert_eq!(run.json()["rows"]["suppressed"], 6);
    assert!(folder.text("out.csv").contains("aachen..bonn"), "{}", folder.text("out.csv"));
    check(&folder, "apply out.plan.json people.csv -o out.again.csv");
    assert_eq!(folder.text("out.again.csv"), folder.text("out.csv"));
}

/// A suppressed row is the only one whose amount lies beyond a number, or the most of all.
#[test]
fn the_bounds_proposed_for_numbers_are_not_those_of_a_suppressed_row() {
    let row = |amount: usize, sex: &str| format!("{sex},{amount},flu\n");
    let known: String =
        (0..200).map(|at| row(100 * at, "f").repeat(4) + &row(100 * at, "m").repeat(4)).collect();
    for marked in ["98765+", ">98765", "98765"] {
        let spec = spec("", "optimal")
            .replace("hierarchy = {  }\n", "")
            .replace("4 rows", "1 rows")
            .replace("levels = { max = 2 }", "levels = { min = 1, max = 2 }");
        let folder = Folder::with("people.csv", format!("sex,town,ill\n{known}x,{marked},flu\n"))
            .and("spec.toml", spec);
        let run = folder.run("anonymize spec.toml --json");
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_eq!(run.json()["rows"]["suppressed"], 1);
        let files = folder.names().into_iter().filter(|name| name.starts_with("out."));
        let files = files.map(|name| (folder.text(&name), name));
        for (text, name) in
            files.chain([(run.text().to_owned(), "standard output".into()), (run.stderr, "messages".into())])
        {
            assert!(!text.contains("98765"), "{marked} in {name}");
        }
    }
}

/// Rows without a place in another column are suppressed; their towns are the marked ones.
#[test]
fn cells_name_no_group_after_a_value_that_is_not_shown_under_it() {
    let folder = Folder::with("people.csv", people()).and("sex.csv", "f;*\nm;*\n");
    for order in ["natural", "lexicographic"] {
        for algorithm in CELLS.into_iter().filter(|name| *name != "local-suppression") {
            let spec = spec(&format!("order = '{order}', fanout = 4"), algorithm)
                .replace("levels = { max = 2 }\n", "")
                .replace("levels = { max = 0 }", "on_unmapped = 'suppress'\nhierarchy = { file = 'sex.csv' }")
                .replace("plan = 'out.plan.json'\n", "");
            std::fs::write(folder.path("spec.toml"), spec).expect("a folder of our own");
            let run = check(&folder, "anonymize spec.toml --json --seed 1");
            assert_eq!(run.json()["rows"]["suppressed"], 4, "{algorithm}");
            clear(&folder);
        }
    }
}

/// Generalized first, and then blanked: what is blanked is not told by the labels of others.
#[test]
fn blanked_cells_name_no_group() {
    let spec = spec("order = 'natural', fanout = 4", "auto")
        .replace(
            "[solve]\nalgorithm = 'auto'\nsuppression = '4 rows'",
            "[solve]\ngeneralize = 'attribute'\nsuppress = 'cell'",
        )
        .replace("plan = 'out.plan.json'\n", "")
        .replace("levels = { max = 0 }", "hierarchy = { suppression = true }\nlevels = { max = 0 }")
        .replace("levels = { max = 2 }", "levels = { min = 1, max = 1 }");
    let folder = Folder::with("people.csv", people()).and("spec.toml", spec);
    check(&folder, "anonymize spec.toml --json");
    assert!(folder.text("out.csv").contains("aachen..berlin"), "{}", folder.text("out.csv"));
}
