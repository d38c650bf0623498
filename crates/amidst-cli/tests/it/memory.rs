//! A limit to the memory of a run: whoever keeps within it does not notice it, whoever does not is told and leaves nothing.

use crate::support::{Folder, MANY_ROLES, many_people};

#[test]
fn within_the_limit_a_release_is_the_same() {
    let folder = Folder::with("people.csv", many_people(3_000));
    folder.succeed(&format!("anonymize people.csv {MANY_ROLES} -o free.csv --plan plan.json --quiet"));
    let limits = [
        format!("anonymize people.csv {MANY_ROLES} -o limited.csv --memory-limit 4G --quiet"),
        "apply plan.json people.csv -o limited.csv --memory-limit 4G --not-identifying note --force --quiet"
            .into(),
    ];
    for args in limits {
        folder.succeed(&args);
        assert_eq!(folder.bytes("limited.csv"), folder.bytes("free.csv"), "{args}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn above_the_limit_a_run_says_where_it_was_and_leaves_nothing() {
    let folder = Folder::with("people.csv", many_people(60_000));
    let message = "reading the table: this took more than the 1 MiB of memory that the run may take, and nothing was written; \
                   raise --memory-limit, or give it fewer rows or columns";
    for command in ["anonymize", "explain", "solutions"] {
        let output = if command == "anonymize" { "-o release.csv" } else { "" };
        folder.refuses(
            &format!("{command} people.csv {MANY_ROLES} {output} --memory-limit 1M --json"),
            message,
        );
    }
    let run = folder.run(&format!("anonymize people.csv {MANY_ROLES} -o - --memory-limit 1M"));
    assert_eq!((run.code, run.text()), (Some(2), ""));
    let run = folder.run(&format!("explain people.csv {MANY_ROLES} --memory-limit 1M --json"));
    let error = &run.json()["error"];
    assert_eq!((&error["kind"], &error["code"]), (&"environment".into(), &"memory-limit".into()));
}
