//! `amidst collapse`, `merge` and `solve`: counts made where the data is, solved elsewhere, recoded where the data is.

use serde_json::json;

use crate::support::{Folder, MANY_ROLES, SPEC, many_people};

/// Rows in parts, the header before each.
fn parts(table: &str, of: usize) -> Vec<String> {
    let (header, rows) = table.split_once('\n').expect("a header");
    let rows: Vec<&str> = rows.lines().collect();
    let part = |at: usize| {
        rows.iter().skip(at).step_by(of).fold(header.to_owned() + "\n", |text, row| text + row + "\n")
    };
    (0..of).map(part).collect()
}

#[test]
fn a_table_that_was_collapsed_in_parts_is_released_as_a_whole() {
    let table = many_people(2_000);
    let mut folder = Folder::with("people.csv", &table);
    for (at, part) in parts(&table, 3).into_iter().enumerate() {
        folder = folder.and(&format!("{at}.csv"), part);
        folder.succeed(&format!("collapse {at}.csv {MANY_ROLES} --suppression 5% -o {at}.amidst --quiet"));
    }
    folder.succeed(&format!(
        "anonymize people.csv {MANY_ROLES} --suppression 5% -o release.csv --plan plan.json"
    ));
    folder.succeed("merge 2.amidst 0.amidst 1.amidst -o all.amidst --quiet");
    folder.succeed("solve all.amidst --plan elsewhere.json");
    folder.succeed("apply elsewhere.json people.csv -o again.csv");
    assert!(folder.text("again.csv") == folder.text("release.csv"));
    let mut plan = folder.json("plan.json");
    plan.as_object_mut().expect("a plan").remove("release_sha256");
    assert_eq!(folder.json("elsewhere.json"), plan);
}

#[test]
fn the_answer_is_told_for_programs() {
    let folder = Folder::with_people().and("release.toml", format!("{SPEC}[privacy]\nk = 2\n"));
    let collapsed = folder.succeed("collapse release.toml -o a.amidst --json").json();
    assert_eq!(
        collapsed,
        json!({
            "version": 1, "rows": 6, "tuples": 5, "columns": ["zip", "age"], "output": { "path": "a.amidst" }, "parts": 1
        })
    );
    let solved = folder.succeed("solve a.amidst --json --plan plan.json").json();
    let released = folder.succeed("anonymize release.toml --json").json();
    for key in ["outcome", "algorithm", "optimal", "gap", "levels", "rows", "objective", "loss"] {
        assert_eq!(solved[key], released[key], "{key}");
    }
    assert_eq!(solved["plan"], json!({ "path": "plan.json" }));
    let stricter = folder.succeed("solve a.amidst -k 3 --json").json();
    assert_eq!(
        stricter["levels"],
        folder.succeed("anonymize release.toml -k 3 --json --force").json()["levels"]
    );
}

#[cfg(unix)]
#[test]
fn nobody_but_its_owner_may_read_a_collapsed_table() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with_people().and("release.toml", format!("{SPEC}[privacy]\nk = 2\n"));
    folder.succeed("collapse release.toml -o a.amidst");
    let mode = folder.path("a.amidst").metadata().expect("it is there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let folder = Folder::with_people().and("release.toml", format!("{SPEC}[privacy]\nk = 2\n"));
    folder.succeed("collapse release.toml -o a.amidst --quiet");
    folder.refuses(
        "solve people.csv",
        "people.csv: the collapsed table cannot be used: it does not begin as collapsed tables do",
    );
    let mut bytes = folder.bytes("a.amidst");
    *bytes.last_mut().expect("bytes") ^= 1;
    let folder = folder.and("b.amidst", bytes);
    folder.refuses(
        "merge a.amidst b.amidst -o c.amidst",
        "b.amidst: the collapsed table cannot be used: its checksum does not fit its bytes; copy it again",
    );
    folder.refuses(
        "collapse release.toml -o a.amidst",
        "a.amidst exists; pass --force to overwrite it, or choose another path",
    );
    folder.refuses(
        "solve a.amidst --algorithm local --plan p.json",
        "this is about levels of whole columns, and the spec recodes cell by cell; choose another algorithm, or generalize = \
         \"attribute\"",
    );
    folder.falls_short(
        "solve a.amidst -k 7",
        "k = 7 is out of reach: only 6 rows could be released, so that k is 6 at most; ask for a smaller k, or take a larger table",
    );
}
