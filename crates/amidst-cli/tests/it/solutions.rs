//! `amidst solutions`: every form it takes, held against releasing each node by itself.

use std::fs;

use serde_json::{Value, json};

use crate::support::{
    FIGURE_8, FIGURE_8_ROLES, Folder, MANY_ROLES, SECRET, SPEC, keys, many_people, rows, tells,
};

/// People enough for a lattice in which nodes of every sort occur.
const ASKED: &str = "-k 4 --suppression 10%";

fn people() -> Folder {
    Folder::with("people.csv", many_people(120))
}

fn asked() -> String {
    format!("people.csv {} {ASKED}", MANY_ROLES.trim_end_matches(" -k 2"))
}

/// What is released when the levels leave no choice: its numbers, or `None` if that is not allowed.
fn released(folder: &Folder, levels: &Value) -> Option<Value> {
    let pinned = |column: &str| {
        let level = &levels[column];
        format!("[columns.{column}]\nrole = 'quasi'\nlevels = {{ min = {level}, max = {level} }}\n")
    };
    let spec = format!(
        "[input]\npath = 'people.csv'\n[output]\npath = 'node.csv'\n[columns.ill]\nrole = 'sensitive'\n\
         [columns.note]\nrole = 'other'\nnot_identifying = true\n{}{}",
        pinned("zip"),
        pinned("age")
    );
    fs::write(folder.path("node.toml"), spec).expect("a writable folder");
    let run = folder.run(&format!("anonymize node.toml {ASKED} --json --force"));
    (run.code == Some(0)).then(|| run.json())
}

#[track_caller]
fn same_node(listed: &Value, released: &Value) {
    for key in ["levels", "height", "classes", "loss"] {
        assert_eq!(listed[key], released[key], "{key}");
    }
    assert_eq!(listed["suppressed"], released["rows"]["suppressed"]);
}

fn list(value: &Value) -> &Vec<Value> {
    value.as_array().expect("a list")
}

#[test]
fn the_json_has_the_keys_of_the_interface() {
    let json = people().succeed(&format!("solutions {} --json", asked())).json();
    let expected = "version lattice satisfying complete minimal preferred ties best warnings search";
    assert_eq!(keys(&json), expected.split(' ').collect::<Vec<_>>());
    let expected = ["levels", "height", "suppressed", "classes", "loss"];
    assert_eq!(keys(&json["preferred"]), expected);
    assert!(list(&json["minimal"]).iter().chain(list(&json["ties"])).all(|node| keys(node) == expected));
    assert_eq!(keys(&json["best"]), [&expected[..], &["minimal"]].concat());
    assert_eq!(keys(&json["search"]), ["lattice", "judged", "rolled_up"]);
    assert_eq!((&json["version"], &json["complete"]), (&json!(1), &json!(true)));
    let expected = "loss precision levels height discernibility discernibility* average-class-size entropy normalized-entropy gcp \
         kl-divergence ambiguity suppression";
    assert_eq!(keys(&json["best"]["loss"]), expected.split(' ').collect::<Vec<_>>());
}

#[test]
fn every_node_listed_is_what_releasing_it_gives() {
    let folder = people();
    let json = folder.succeed(&format!("solutions {} --json --all", asked())).json();
    let nodes = list(&json["nodes"]);
    assert_eq!(json!(nodes.len()), json["lattice"]);
    let levels =
        |node: &Value| ["zip", "age"].map(|column| node["levels"][column].as_u64().expect("a level"));
    let order = |node: &Value| (node["height"].as_u64(), levels(node));
    assert!(nodes.is_sorted_by_key(order));
    let mut satisfying = Vec::new();
    let (mut judged, mut pruned) = (0, 0);
    for node in nodes {
        let found = released(&folder, &node["levels"]);
        assert_eq!(node["satisfying"], json!(found.is_some()), "{node}");
        if node["judged"] == json!(true) {
            judged += 1;
            found.iter().for_each(|found| same_node(node, found));
        } else {
            pruned += 1;
            assert_eq!(keys(node), ["levels", "height", "satisfying", "judged"]);
        }
        satisfying.extend(found.map(|_| levels(node)));
    }
    assert_eq!(
        (json!(judged), json!(satisfying.len())),
        (json["search"]["judged"].clone(), json["satisfying"].clone())
    );
    assert!(
        pruned > 0 && satisfying.len() < nodes.len() && judged > 1,
        "too easy: {judged} judged, {pruned} pruned"
    );
    let is_below = |a: &[u64; 2], b: &[u64; 2]| a != b && a[0] <= b[0] && a[1] <= b[1];
    let minimal: Vec<_> = satisfying
        .iter()
        .filter(|node| !satisfying.iter().any(|other| is_below(other, node)))
        .copied()
        .collect();
    assert_eq!(list(&json["minimal"]).iter().map(levels).collect::<Vec<_>>(), minimal);
    for node in list(&json["minimal"]).iter().chain([&json["preferred"], &json["best"]]) {
        same_node(node, &released(&folder, &node["levels"]).expect("it satisfies"));
    }
    let best = folder.succeed(&format!("anonymize {} -o best.csv --json", asked())).json();
    same_node(&json["best"], &best);
    assert_eq!(json["best"]["minimal"], json!(minimal.contains(&levels(&json["best"]))));
}

#[test]
fn the_csv_says_what_the_json_says() {
    let folder = people();
    for all in ["", "--all"] {
        let json = folder.succeed(&format!("solutions {} --json {all}", asked())).json();
        let run = folder.run(&format!("solutions {} --csv {all}", asked()));
        let header: Vec<&str> = run.text().lines().next().expect("a header").split(',').collect();
        let nodes = list(&json[if all.is_empty() { "minimal" } else { "nodes" }]);
        assert_eq!(rows(run.text()).len(), nodes.len());
        let is_at = |place: &Value, node: &Value| place["levels"] == node["levels"];
        let is_among = |nodes: &Value, node: &Value| list(nodes).iter().any(|other| is_at(other, node));
        for (line, node) in rows(run.text()).into_iter().zip(nodes) {
            for (name, cell) in header.iter().zip(line.split(',')) {
                let value = match name.split_once('.') {
                    Some((outer, inner)) => node[outer][inner].clone(),
                    None if all.is_empty() && ["satisfying", "judged"].contains(name) => json!(true),
                    None => match *name {
                        "minimal" => json!(is_among(&json["minimal"], node)),
                        "tied" => json!(is_among(&json["ties"], node)),
                        "preferred" | "best" => json!(is_at(&json[*name], node)),
                        name => node[name].clone(),
                    },
                };
                let cell: Value = serde_json::from_str(cell).unwrap_or(Value::Null);
                let same = value.as_f64().is_some_and(|value| Some(value) == cell.as_f64()) || value == cell;
                assert!(same, "{name}: {cell} in CSV, {value} in JSON");
            }
        }
    }
}

#[test]
fn the_table_shows_the_preferred_node_first() {
    let text = Folder::with_figure_8()
        .succeed(&format!("solutions {FIGURE_8_ROLES} --suppression 0.25"))
        .text()
        .to_owned();
    assert_eq!(
        text,
        "6 nodes; 5 satisfy k = 2 with at most 2 of 8 rows suppressed, and 2 of those are minimal.\n\
         Preferred under loss: Race 0, ZIP 1.\n\
         Least loss of all nodes: Race 0, ZIP 1, minimal.\n\
         \n  Race  ZIP  height  suppressed  classes      loss\n\
         \x20    0    1       1           2        3  0.369306  preferred, best\n\
         \x20    1    0       1           1        2  0.500000\n"
    );
}

#[test]
fn the_table_of_all_nodes_tells_judged_ones_from_pruned_ones() {
    let run = Folder::with_figure_8().succeed(&format!(
        "solutions {FIGURE_8_ROLES} --suppression 0.125 --prefer min-relative-height --objective discernibility --all"
    ));
    for words in [
        "Preferred under min-relative-height: Race 1, ZIP 0, one of 2 that tie; the lower discernibility, then the lower \
         height, then the smaller levels decide.\n",
        "  Race  ZIP  height  suppressed  classes      loss  discernibility\n",
        "       2  0.500000       33.000000  preferred, ",
        "tied, minimal\n",
        "fails\n",
        "satisfies, pruned\n",
    ] {
        assert!(run.text().contains(words), "{words:?} in {}", run.text());
    }
    let nodes = run.text().lines().skip_while(|line| !line.trim().starts_with("Race  ZIP")).skip(1);
    assert_eq!(nodes.count(), 6);
}

#[test]
fn the_best_of_all_nodes_may_not_be_minimal() {
    let folder = Folder::with_figure_8();
    let asked = format!("solutions {FIGURE_8_ROLES} --suppression 0.125 --objective discernibility");
    let json = folder.succeed(&format!("{asked} --json")).json();
    assert_eq!(
        (&json["best"]["minimal"], &json["best"]["levels"]),
        (&json!(false), &json!({"Race": 1, "ZIP": 1}))
    );
    let warning = "the best node under discernibility is not minimal: Race 1, ZIP 1 suppresses 0 rows and releases 2 \
                   classes; only minimal nodes are preferred";
    assert_eq!(json["warnings"], json!([warning]));
    let words = folder.succeed(&asked).text().to_owned();
    let expected =
        format!("Least discernibility of all nodes: Race 1, ZIP 1, not minimal.\nWarning: {warning}.\n");
    assert!(words.contains(&expected), "{words}");
    let json = folder.succeed(&format!("{asked} --prefer min-suppression --json")).json();
    let warning = json!(
        "the best node under min-suppression is not minimal: Race 1, ZIP 1 suppresses 0 rows and releases 2 classes; only \
         minimal nodes are preferred"
    );
    assert_eq!(json["warnings"], json!([warning]));
    let run = folder.run(&format!("{asked} --prefer min-suppression --csv"));
    assert_eq!(
        (run.code, run.stderr),
        (Some(0), format!("amidst: warning: {}\n", warning.as_str().expect("words")))
    );
}

/// The elements of an XML text by name and attributes; panics where it is not well-formed.
fn elements(xml: &str) -> Vec<(String, String)> {
    let (mut open, mut elements): (Vec<String>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    let text = |text: &str| {
        for entity in text.split('&').skip(1) {
            assert!(
                ["amp;", "lt;", "gt;", "quot;"].iter().any(|known| entity.starts_with(known)),
                "{entity}"
            );
        }
        assert!(!text.contains('>') && text.chars().all(|sign| sign >= ' ' || sign == '\n'), "{text}");
    };
    let mut rest = xml;
    while let Some((before, after)) = rest.split_once('<') {
        text(before);
        assert!(!open.is_empty() || before.trim().is_empty(), "text outside the root");
        let (tag, after) = after.split_once('>').expect("a tag ends");
        rest = after;
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name));
            continue;
        }
        let (name, attributes) = tag.trim_end_matches('/').split_once(' ').unwrap_or((tag, ""));
        let parts: Vec<&str> = attributes.split('"').collect();
        assert!(parts.len() % 2 == 1 && parts[parts.len() - 1].trim().is_empty(), "{tag}");
        assert!(
            parts
                .iter()
                .step_by(2)
                .all(|part| part.is_empty() || part.trim().is_empty() || part.ends_with('='))
        );
        assert!(!open.is_empty() || elements.is_empty(), "a second root");
        elements.push((name.to_owned(), attributes.to_owned()));
        if !tag.ends_with('/') {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty());
    elements
}

#[test]
fn the_drawing_has_a_mark_for_each_node_and_a_line_for_each_step() {
    let folder = people();
    let run = folder.succeed(&format!("solutions {} --svg lattice.svg", asked()));
    assert!(run.text().ends_with("Written: lattice.svg\n"), "{}", run.text());
    let json = folder.succeed(&format!("solutions {} --json --all --svg again.svg", asked())).json();
    assert_eq!(folder.text("lattice.svg"), folder.text("again.svg"));
    let svg = folder.text("lattice.svg");
    let told = run
        .text()
        .split(" with at most")
        .next()
        .and_then(|words| words.split_once("satisfy "))
        .expect("a heading");
    assert!(told.1 == "k = 4" && svg.contains(&format!("satisfy {} with at most", told.1)), "{}", told.1);
    let elements = elements(&svg);
    let count = |name: &str, class: &str| {
        let class = format!("class=\"{class}");
        elements.iter().filter(|(found, attributes)| found == name && attributes.starts_with(&class)).count()
    };
    let nodes = list(&json["nodes"]);
    assert_eq!((count("g", "node"), json!(count("g", "node"))), (nodes.len(), json["lattice"].clone()));
    let marks: usize = ["circle", "rect", "polygon"].iter().map(|shape| count(shape, "mark")).sum();
    // The legend explains eight looks.
    assert_eq!(marks, nodes.len() + 8);
    let (zip, age) = nodes.iter().fold((0, 0), |(zip, age), node| {
        let level = |column: &str| node["levels"][column].as_u64().expect("a level");
        (zip.max(level("zip")), age.max(level("age")))
    });
    assert_eq!(count("line", "edge") as u64, zip * (age + 1) + age * (zip + 1));
    let drawn = |class: &str| svg.matches(&format!("class=\"mark {class}\"")).count() - 1;
    let listed = |satisfying: bool, judged: bool| {
        nodes
            .iter()
            .filter(|node| node["satisfying"] == json!(satisfying) && node["judged"] == json!(judged))
            .count()
    };
    let minimal = list(&json["minimal"]).len();
    assert_eq!(drawn("preferred"), 1);
    assert_eq!(drawn("minimal") + drawn("tied") + 1, minimal);
    assert_eq!(
        (drawn("satisfies") + minimal, drawn("satisfies pruned")),
        (listed(true, true), listed(true, false))
    );
    assert_eq!((drawn("fails"), drawn("fails pruned")), (listed(false, true), listed(false, false)));
    assert!(nodes.iter().all(|node| svg.contains(&format!(">{},{}</text>", node["levels"]["zip"], node["levels"]["age"]))));
}

#[test]
fn names_of_columns_cannot_break_a_drawing_or_a_list() {
    let table = FIGURE_8.replace("Race,ZIP", "\"a<b>&\"\"c, d\",height");
    let folder = Folder::with("table.csv", table);
    let args = [
        "solutions",
        "table.csv",
        "--quasi",
        "height",
        "-k",
        "2",
        "--svg",
        "l.svg",
        "--csv",
        "--other",
        "a<b>&\"c",
    ];
    // A comma separates names on the command line, so a spec has to say it.
    assert_eq!(folder.run_with(&args).code, Some(2));
    let spec = "[input]\npath = 'table.csv'\n[columns.\"a<b>&\\\"c, d\"]\nrole = 'quasi'\n[columns.height]\nrole = 'quasi'\n";
    fs::write(folder.path("release.toml"), spec).expect("a writable folder");
    let run = folder.run("solutions release.toml -k 2 --suppression 0.25 --svg l.svg --csv");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    elements(&folder.text("l.svg"));
    assert!(
        run.text().starts_with("\"levels.a<b>&\"\"c, d\",levels.height,height,suppressed,"),
        "{}",
        run.text()
    );
}

#[test]
fn a_lattice_too_large_for_a_drawing_is_refused() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let row = |row: usize| -> Vec<&str> { (0..names.len()).map(|at| ["x", "y"][row >> at & 1]).collect() };
    let lines: Vec<String> =
        std::iter::once(names.to_vec()).chain((0..64).map(row)).map(|cells| cells.join(",")).collect();
    let folder = Folder::with("table.csv", lines.join("\n") + "\n");
    folder.refuses(
        "solutions table.csv --quasi a,b,c,d,e,f,g,h -k 2 --svg lattice.svg",
        "the lattice has 256 nodes, and a drawing shows at most 200; list them with --csv or --json, or limit the levels of \
         some columns",
    );
}

#[test]
fn a_list_goes_to_a_file_whole_and_never_over_another() {
    let folder = Folder::with_figure_8().and("old.csv", "old");
    let asked = format!("solutions {FIGURE_8_ROLES} --suppression 0.25");
    let csv = folder.succeed(&format!("{asked} --csv")).text().to_owned();
    assert_eq!(folder.succeed(&format!("{asked} --csv -o -")).text(), csv);
    let run = folder.succeed(&format!("{asked} --csv -o list.csv --svg lattice.svg"));
    assert_eq!((run.text(), folder.text("list.csv")), ("Written: list.csv, lattice.svg\n", csv.clone()));
    let run = folder.succeed(&format!("{asked} -o list.txt"));
    assert_eq!(
        (run.text(), folder.text("list.txt")),
        ("Written: list.txt\n", folder.succeed(&asked).text().to_owned())
    );
    let in_the_way = "old.csv exists; pass --force to overwrite it, or choose another path";
    folder.refuses(&format!("{asked} --csv -o old.csv"), in_the_way);
    folder.refuses(&format!("{asked} --svg old.csv"), in_the_way);
    folder.refuses(&format!("{asked} -o new.csv --svg old.csv"), in_the_way);
    assert_eq!(folder.text("old.csv"), "old");
    folder.succeed(&format!("{asked} --csv -o old.csv --force"));
    assert_eq!(folder.text("old.csv"), csv);
    folder.refuses(
        &format!("{asked} -o figure8.csv --force"),
        "the output figure8.csv is an input; choose another path",
    );
    folder.refuses(
        &format!("{asked} -o a.svg --svg ./a.svg"),
        "./a.svg is named twice as an output; give each its own path",
    );
    folder.refuses(&format!("{asked} --svg -"), "the drawing cannot go to standard output; name a file");
    folder.refuses(
        &format!("{asked} -o no/list.csv"),
        "no/list.csv: the folder \"no\" does not exist; create it first",
    );
    assert_eq!(folder.run(&format!("{asked} --json --csv")).code, Some(2));
}

#[test]
fn a_target_out_of_reach_is_told_as_anonymize_tells_it() {
    let folder = Folder::with_figure_8();
    let roles = FIGURE_8_ROLES.replace("-k 2", "-k 9");
    let message = "k = 9 is out of reach: only 8 rows could be released, so that k is 8 at most; ask for a smaller k, or take a larger table";
    folder.falls_short(&format!("solutions {roles} -o list.txt"), message);
    let spec = SPEC
        .replace("[columns.zip]\nrole = 'quasi'\n", "[columns.zip]\nrole = 'quasi'\nlevels = { max = 0 }\n");
    let folder = Folder::with_people().and("release.toml", spec);
    for prefer in ["", "--prefer min-height"] {
        let solutions = folder.run(&format!("solutions release.toml -k 3 --json {prefer}"));
        let anonymize = folder.run("anonymize release.toml -k 3 --json");
        assert_eq!((solutions.code, solutions.json()), (Some(1), anonymize.json()));
        assert_eq!(solutions.stderr, anonymize.stderr);
        let preferred = folder.run("anonymize release.toml -k 3 --json --prefer min-height");
        assert_eq!((preferred.code, preferred.json()), (Some(1), anonymize.json()));
    }
}

#[test]
fn rows_without_a_place_count_as_suppressed() {
    let folder = Folder::with_people().and("zip.csv", "01234;0123*;*\n01235;0123*;*\n").and(
        "release.toml",
        format!("{SPEC}hierarchy = {{ file = 'zip.csv' }}\non_unmapped = 'suppress'\n[privacy]\nk = 2\n"),
    );
    let json = folder.succeed("solutions release.toml --suppression 50% --json --all").json();
    assert!(list(&json["nodes"]).iter().filter_map(|node| node["suppressed"].as_u64()).all(|rows| rows >= 2));
    let released = folder.succeed("anonymize release.toml --suppression 50% --json").json();
    same_node(&json["best"], &released);
}

#[test]
fn nothing_tells_a_cell_and_threads_change_nothing() {
    let mut table = String::from("town,job,ill\n");
    (0..40).for_each(|row| table += &format!("{SECRET}{},Zyx{},{SECRET}\n", row % 9, row % 7));
    let folder = Folder::with("people.csv", table);
    let working = "--matrix --bounds --trace --path job,town";
    let forms = ["", "--json", "--csv", "--json --all", "--svg lattice.svg --force", working];
    for form in forms.map(String::from).into_iter().chain([format!("{working} --json")]) {
        let asked =
            format!("solutions people.csv --quasi town,job --sensitive ill -k 2 --suppression 40% {form}");
        let run = folder.run(&asked);
        assert!(run.code == Some(0) && !tells(run.text()) && !tells(&run.stderr), "{form}: {}", run.text());
        assert_eq!(run.text(), folder.run(&format!("{asked} --threads 1")).text());
    }
    assert!(!tells(&folder.text("lattice.svg")));
}
