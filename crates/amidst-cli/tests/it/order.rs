//! The order of rows gives people away, unless it is made of nothing but what is released.

use crate::support::{Folder, MANY_ROLES, ROLES, many_people, rows};

/// The same rows in another order, the same one each time.
fn shuffled(table: &str) -> String {
    let (header, body) = table.split_once('\n').expect("a header");
    let mut lines: Vec<(u32, &str)> =
        body.lines().zip(1_u32..).map(|(line, row)| (row.wrapping_mul(2_654_435_761), line)).collect();
    lines.sort_unstable();
    let lines: String = lines.iter().map(|(_, line)| format!("{line}\n")).collect();
    format!("{header}\n{lines}")
}

fn sorted(text: &str) -> Vec<&str> {
    let mut lines = rows(text);
    lines.sort_unstable();
    lines
}

#[test]
fn the_order_of_the_table_leaves_no_trace() {
    let table = many_people(3_000);
    let folder = Folder::with("a.csv", &table).and("b.csv", shuffled(&table));
    for (objective, format) in
        [("loss", "csv"), ("entropy", "parquet"), ("height", "jsonl"), ("precision", "arrow")]
    {
        for name in ["a", "b"] {
            let output = format!("--objective {objective} --suppression 2% -o {name}.release.{format}");
            folder.succeed(&format!("anonymize {name}.csv {MANY_ROLES} {output}"));
        }
        let release = |name: &str| folder.bytes(&format!("{name}.release.{format}"));
        assert!(release("a") == release("b"), "{objective} {format}");
    }
}

#[test]
fn the_number_of_threads_leaves_no_trace() {
    let folder = Folder::with("people.csv", many_people(30_000));
    for threads in [1, 2, 1_000_000] {
        folder.succeed(&format!(
            "anonymize people.csv {MANY_ROLES} --suppression 5% --threads {threads} -o r{threads}.csv --plan p{threads}.json"
        ));
    }
    for other in ["2", "1000000"] {
        assert!(folder.bytes("r1.csv") == folder.bytes(&format!("r{other}.csv")), "{other}");
        assert_eq!(folder.json("p1.json"), folder.json(&format!("p{other}.json")));
    }
}

#[test]
fn sorted_rows_are_sorted_by_what_is_released() {
    let folder = Folder::with_people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o release.csv"));
    let release = folder.text("release.csv");
    assert_eq!(rows(&release), sorted(&release));
}

#[test]
fn input_order_is_kept_when_it_is_asked_for() {
    let table = many_people(500);
    let folder = Folder::with("people.csv", &table);
    folder.succeed(&format!("anonymize people.csv {MANY_ROLES} --order input -o release.csv"));
    let column = |text: &str, at: usize| -> Vec<String> {
        rows(text).iter().map(|row| row.split(',').nth(at).expect("a cell").to_owned()).collect()
    };
    assert_eq!(column(&folder.text("release.csv"), 3), column(&table, 3));
}

#[test]
fn a_shuffle_releases_the_same_rows_under_a_key_of_which_the_hash_is_kept() {
    let folder = Folder::with("people.csv", many_people(500));
    folder.succeed(&format!("anonymize people.csv {MANY_ROLES} -o sorted.csv --certificate sorted.json"));
    assert!(folder.json("sorted.json")["output"]["order_key_sha256"].is_null());
    let shuffle = |name: &str| {
        folder.succeed(&format!(
            "anonymize people.csv {MANY_ROLES} --order shuffle -o {name}.csv --certificate {name}.json"
        ));
        let key =
            folder.json(&format!("{name}.json"))["output"]["order_key_sha256"].as_str().map(str::to_owned);
        (folder.text(&format!("{name}.csv")), key.expect("a hash"))
    };
    let ((a, a_key), (b, b_key)) = (shuffle("a"), shuffle("b"));
    let kept = folder.text("sorted.csv");
    assert!(a != b && a != kept && a_key != b_key);
    assert_eq!((a_key.len(), sorted(&a)), (64, sorted(&b)));
    assert_eq!(sorted(&a), sorted(&kept));
}
