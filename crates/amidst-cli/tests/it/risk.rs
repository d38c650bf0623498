//! `amidst risk`: who could find someone, for people, programs and outsiders.

use serde_json::json;

use crate::support::{FIGURE_8, Folder, PEOPLE, SECRET, keys, tells};

#[track_caller]
fn risk(table: &str, args: &str, words: &str) {
    let run = Folder::with("people.csv", table).run(&format!("risk people.csv {args}"));
    assert_eq!((run.code, run.text(), run.stderr.as_str()), (Some(0), words, ""));
}

#[test]
fn it_says_in_words_who_could_find_someone() {
    risk(
        FIGURE_8,
        "--quasi Race,ZIP",
        "\
8 rows, 6 classes over Race, ZIP; k is 1 if a missing cell is a value of its own, 1 if it matches everything.

PROSECUTOR: 100 %. Someone who knows that a person is in the table finds that person's row with a chance of
  100 % in the worst case: the smallest class has 1 row. On average the chance is 75 %; 8 of 8 rows (100 %)
  are found with a chance above 0.2.
JOURNALIST: 100 %. Someone who does not know who is in the table has at most the chance of the prosecutor. The
  sizes of the classes in the population are not known, so that the table's own stand in; the larger they are
  there, the smaller the chance.
MARKETER: 75 %. Someone who links the whole table to a register of exactly the people in it can expect to find
  the right person for 6 of 8 rows, 75 %.
ALONE: 50 %. Alone in their class are 4 of 8 rows (50 %).

COLUMNS THAT DRIVE IT. By 2 columns or fewer, 4 of 8 rows (50 %) can be singled out.
  column  share of score  of unique sets  distinction  separation
  Race              75 %            75 %       37.5 %      67.9 %
  ZIP               75 %            75 %       37.5 %      67.9 %

COMBINATIONS THAT DRIVE IT. 3 combinations of columns.
  columns     alone by no fewer  alone  k  distinction  separation
  Race + ZIP                  2      4  1         75 %      92.9 %
  Race                        1      1  1       37.5 %      67.9 %
  ZIP                         1      1  1       37.5 %      67.9 %

All this holds against someone who knows Race, ZIP of a person, and nothing else.
",
    );
}

#[test]
fn a_cell_size_shows_both_numbers_and_the_trap() {
    let folder = Folder::with("people.csv", FIGURE_8);
    let text = |k: u32| {
        let run = folder.succeed(&format!("risk people.csv --quasi Race -k {k}"));
        let text = run.text().replace("\n  ", " ");
        text.lines().find(|line| line.starts_with("CELL SIZE")).expect("a line on the cell size").to_owned()
    };
    assert_eq!(
        text(11),
        "CELL SIZE 11: a risk of 0.09; public release in the US (El Emam, cell size precedents); EMA Policy 0070 and \
         Health Canada recommend 0.09 in most circumstances; low invasion of privacy for the IPC of Ontario (2025). Mind \
         that 1/11 = 0.0909 > 0.09: a rule that says risk <= 0.09 needs classes of 12. The cell size decides here."
    );
    assert_eq!(
        text(15),
        "CELL SIZE 15: a risk of 0.075; medium invasion of privacy for the IPC of Ontario (2025). Mind that 1/15 = 0.0667 \
         and 1/0.075 = 13.3: a rule that says risk <= 0.075 is met by classes of 14 already. The cell size decides here."
    );
    assert_eq!(text(8), "CELL SIZE 8: a risk of 0.125.");
}

#[test]
fn only_a_limit_that_is_asked_for_can_fail() {
    let folder = Folder::with("people.csv", "sex\nf\nf\nf\nm\nm\nm\n");
    let code = |args: &str| folder.run(&format!("risk people.csv --quasi sex {args}")).code;
    assert_eq!((code(""), code("-k 11"), code("--threshold 0.01")), (Some(0), Some(0), Some(0)));
    // 1/3 is above 0.33 and below 0.34.
    assert_eq!(
        (code("--max-risk 0.33"), code("--max-risk 34%"), code("--max-risk 0.33 --json")),
        (Some(1), Some(0), Some(1))
    );
}

#[test]
fn the_json_has_its_keys() {
    let folder = Folder::with("people.csv", FIGURE_8);
    let json = folder.succeed("risk people.csv --quasi Race,ZIP --json -k 5").json();
    let expected = [
        "version",
        "least_told",
        "quasi",
        "counted",
        "rows",
        "total",
        "classes",
        "k",
        "k_wildcard",
        "limit",
        "attackers",
        "uniques",
        "sizes",
        "columns",
        "combinations",
        "minimal_unique_sets",
        "sensitive",
        "warnings",
    ];
    assert_eq!(keys(&json), expected);
    assert_eq!(keys(&json["attackers"]), ["prosecutor", "journalist", "marketer"]);
    let attacker = [
        "highest",
        "rows_at_highest",
        "average",
        "success_rate",
        "lowest",
        "rows_at_lowest",
        "smallest_class",
        "records_at_risk",
        "classes_from",
        "reading",
    ];
    assert_eq!(keys(&json["attackers"]["prosecutor"]), attacker);
    assert_eq!(keys(&json["attackers"]["journalist"]), attacker);
    assert_eq!(keys(&json["attackers"]["marketer"]), ["success_rate", "expected", "classes_from", "reading"]);
    assert_eq!((&json["limit"]["cell_size"], &json["limit"]["risk"]), (&json!(5), &json!(0.2)));
    assert_eq!(json["limit"]["presets"].as_array().map(Vec::len), Some(5));
    assert_eq!(
        keys(&json["combinations"]["list"][0]),
        ["columns", "k", "uniques", "minimal", "distinction", "separation"]
    );
    assert_eq!(
        keys(&json["columns"][0]),
        ["column", "distinction", "separation", "minimal_unique_sets", "share_of_sets", "share_of_score"]
    );
}

#[test]
fn many_columns_are_no_error() {
    let header: Vec<String> = (0..20).map(|at| format!("c{at}")).collect();
    let row = |row: usize| (0..20).map(|at| (row % (at + 2)).to_string()).collect::<Vec<_>>().join(",");
    let table = header.join(",") + "\n" + &(0..50).map(|at| row(at) + "\n").collect::<String>();
    let folder = Folder::with("people.csv", table);
    let text = folder.succeed(&format!("risk people.csv --quasi {}", header.join(",")));
    assert!(
        text.text().contains("1,048,575 combinations; showing those of up to 3 columns.\n"),
        "{}",
        text.text()
    );
    let pairs = folder.succeed(&format!("risk people.csv --quasi {} --max-size 2", header.join(",")));
    assert!(pairs.text().contains("1,048,575 combinations; showing those of up to 2 columns.\n"));
}

#[test]
fn refusals_name_columns_and_what_to_do() {
    let folder = Folder::with_people().and("population.csv", "zip\n01234\n").and("people.html", "");
    let refuses = |args: &str, message: &str| folder.refuses(&format!("risk people.csv {args}"), message);
    refuses(
        "",
        "no column is quasi; name those an outsider could know with --quasi. The columns are \"zip\", \"age\", \"ill\"",
    );
    refuses("--quasi size", "there is no column \"size\"; the table has \"zip\", \"age\", \"ill\"");
    refuses("--quasi zip -k 0", "k = 0: a class has at least 1 row; ask for 2 or more");
    refuses("--quasi zip --threshold 2", "threshold = 2: write a share between 0 and 1, such as 0.2 or 20%");
    refuses("--quasi zip --max-risk x", "max-risk = x: write a share between 0 and 1, such as 0.2 or 20%");
    refuses(
        "--quasi zip --max-size 0",
        "max-size = 0: a combination has at least 1 column; ask for 1 or more",
    );
    refuses(
        "--quasi zip --external=1",
        "--external=1: write the least count that may be told, 2 or more, such as --external=11",
    );
    refuses(
        "--quasi zip --respondent zip",
        "column \"zip\" is quasi and respondent; it can be one of them only",
    );
    refuses(
        "--quasi zip --weight ill",
        "column \"ill\": 6 of its cells hold no number above 0; every row stands for somebody",
    );
    refuses(
        "--quasi zip --population-size 5",
        "population size = 5: the table alone has 6; write the size of the whole population",
    );
    refuses(
        "--quasi zip,age --population population.csv",
        "population.csv: the population has no column \"age\", its columns are \"zip\"; it needs every quasi column",
    );
    refuses(
        "--quasi zip --html people.html",
        "people.html exists; pass --force to overwrite it, or choose another path",
    );
    refuses("--quasi zip --html people.csv", "the output people.csv is an input; choose another path");
    assert_eq!(folder.run("risk people.csv --quasi zip --fraction 0.1 --population-size 9").code, Some(2));
    assert_eq!(folder.run("risk people.csv --quasi zip -k 5 --threshold 0.1").code, Some(2));
}

#[test]
fn nothing_tells_a_cell_and_threads_change_nothing() {
    let mut table = String::from("town,job,ill,who,weight\n");
    (0..60).for_each(|row| {
        table +=
            &format!("{SECRET}{},Zyx{},{SECRET},Zyx{},{}.5\n", row % 9, row % 7, row / 2, row / 2 % 4 + 1)
    });
    let folder = Folder::with("people.csv", &table).and("population.csv", &table);
    for form in [
        "",
        "--json",
        "--respondent who",
        "--weight weight --json",
        "--weight weight --household who",
        "--population-count weight --respondent who",
        "--population population.csv",
        "--external=5",
        "--fraction 0.1",
    ] {
        let asked =
            format!("risk people.csv --quasi town,job --sensitive ill --html risk.html --force {form}");
        let run = folder.succeed(&asked);
        assert!(!tells(run.text()) && !tells(&folder.text("risk.html")), "{form}: {}", run.text());
        let page = folder.text("risk.html");
        assert_eq!(run.text(), folder.succeed(&format!("{asked} --threads 1")).text());
        assert_eq!(page, folder.text("risk.html"));
    }
}

#[test]
fn outside_no_measure_tells_how_rare_a_value_is() {
    // 3 of 110 rows have the rare sex and the flu; one class has 15 rows.
    let mut table = String::from("zip,sex,ill\n");
    (0..110).for_each(|row| {
        let (sex, ill) = if row < 3 { ("x", "flu") } else { ("f", "none") };
        table += &format!("{},{sex},{ill}\n", if row < 15 { 1 } else { 2 });
    });
    let folder = Folder::with("people.csv", table);
    let asked = "risk people.csv --quasi sex,zip --sensitive ill --fraction 0.1 --external";
    let json = folder.succeed(&format!("{asked} --json")).json();
    let all = |key: &str| json[key].as_array().expect("a list").clone();
    let combinations = json["combinations"]["list"].as_array().expect("a list").clone();
    for one in all("columns").iter().chain(&combinations) {
        assert_eq!((&one["separation"], &one["distinction"]), (&json!(null), &json!("<0.1")), "{one}");
    }
    for key in ["entropy_l", "t", "t_ordered"] {
        assert_eq!(json["sensitive"][0][key], json!(null), "{key}");
    }
    for range in all("sizes") {
        assert_eq!(range["rows"].is_null(), range["classes"] == "<11", "{range}");
    }
    let text = folder.succeed(asked);
    assert!(
        text.text().contains("  sex                0 %             0 %  less than 10 %    not told\n"),
        "{}",
        text.text()
    );
}

#[test]
fn outside_no_small_count_is_told_in_words() {
    let folder = Folder::with("people.csv", PEOPLE);
    let run = folder.succeed("risk people.csv --quasi zip,age --external");
    let small = |word: &&str| {
        word.trim_matches(|sign: char| !sign.is_ascii_digit())
            .parse::<u64>()
            .is_ok_and(|n| (1..11).contains(&n))
    };
    let found: Vec<&str> = run.text().split_whitespace().filter(small).collect();
    // The size of combinations, and how many there are.
    assert_eq!(found, ["2", "3"], "{}", run.text());
}

#[test]
fn the_risk_of_every_record_is_written_for_those_inside() {
    let folder = Folder::with("people.csv", "hid,age,w\na,1,10\na,1,10\nb,2,10\n");
    let flags = "risk people.csv --quasi age --household hid --weight w";
    let run = folder.succeed(&format!("{flags} --records records.csv"));
    assert!(run.text().ends_with("Written: records.csv\n"), "{}", run.text());
    let text = folder.text("records.csv");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("audience,row,class_size,risk,estimated_risk,individual_risk,household_risk")
    );
    let cells = |line: &str| -> Vec<f64> {
        let cells = line.strip_prefix("internal,").expect("every line says that it stays inside");
        cells.split(',').map(|cell| cell.parse().expect("a number")).collect()
    };
    let found: Vec<Vec<f64>> = lines.map(cells).collect();
    // Of one row p/(1-p) ln(1/p), of two (p/(1-p)^2) (p ln p + 1 - p) with p = 1/10.
    let (one, two) = (10_f64.ln() / 9.0, 0.1 / 0.81 * (0.1 * 0.1_f64.ln() + 0.9));
    // Of two classes no model can be fitted: the larger risk is told.
    for (found, (size, individual)) in found.iter().zip([(2, two), (2, two), (1, one)]) {
        let &[_, found_size, risk, estimated, found_individual, household] = &found[..] else {
            panic!("{found:?} has other columns");
        };
        assert_eq!((found_size, risk), (f64::from(size), 1.0 / f64::from(size)));
        assert!((found_individual - individual).abs() < 1e-9 && estimated >= found_individual, "{found:?}");
        let any = 1.0 - (1.0 - estimated).powi(size);
        assert!((household - any).abs() < 1e-9, "{found:?}");
    }
    assert_eq!(found.iter().map(|cells| cells[0]).collect::<Vec<_>>(), [1.0, 2.0, 3.0]);
    assert_eq!(found.len(), 3);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(folder.path("records.csv")).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    folder.succeed(&format!("{flags} --records records.parquet"));
    let checked = folder.succeed("risk records.parquet --quasi class_size --json").json();
    assert_eq!((&checked["rows"], &checked["k"]), (&json!(3), &json!(1)));
    for (further, message) in [
        ("--records records.csv", "records.csv exists; pass --force to overwrite it, or choose another path"),
        (
            "--records r.csv --external",
            "records hold the risk of every row and stay inside; take --records or --external away",
        ),
        ("--records people.csv --force", "the output people.csv is an input; choose another path"),
    ] {
        let run = folder.run(&format!("{flags} {further}"));
        assert_eq!((run.code, run.stderr), (Some(2), format!("amidst: {message}\n")));
    }
}

#[test]
fn people_whose_rows_have_different_weights_are_refused_in_any_order() {
    let rows = ["p1,8001,10\n", "p1,8001,2\n", "p2,8002,50\n", "p2,8002,50.0\n"];
    for order in [[0, 1, 2, 3], [3, 1, 0, 2]] {
        let table: String = order.map(|row| rows[row]).concat();
        let folder = Folder::with("t.csv", format!("pid,zip,w\n{table}"));
        for flag in ["--weight", "--population-count"] {
            folder.refuses(
                &format!("risk t.csv --quasi zip --respondent pid {flag} w"),
                "column \"w\": 1 person has rows that hold different numbers; a person stands for as many people in every \
                 row, so give all rows of a person the same number",
            );
            folder.succeed(&format!("risk t.csv --quasi zip {flag} w"));
        }
    }
}
