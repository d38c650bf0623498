//! Tables in SQLite files: read, and written in a transaction that is read back before it ends.

use rusqlite::Connection;

use crate::support::{Folder, ROLES, rows};

/// Six people in a database, as in [`crate::support::PEOPLE`].
fn people() -> Folder {
    let folder = Folder::with_people();
    let connection = Connection::open(folder.path("people.db")).expect("a database");
    connection.execute_batch("CREATE TABLE people (zip TEXT, age INTEGER, ill TEXT)").expect("a table");
    for row in rows(&folder.text("people.csv")) {
        let cells: Vec<&str> = row.split(',').collect();
        connection
            .execute("INSERT INTO people VALUES (?1, ?2, ?3)", [cells[0], cells[1], cells[2]])
            .expect("a row");
    }
    folder
}

#[test]
fn a_table_is_released_as_its_text_is() {
    let folder = people();
    folder.succeed(&format!("anonymize people.csv {ROLES} -o a.csv --quiet"));
    folder.succeed(&format!("anonymize sqlite:people.db --table people {ROLES} -o b.csv --quiet"));
    assert_eq!(folder.text("a.csv"), folder.text("b.csv"));
    let query = "SELECT zip, age, ill FROM people WHERE age < 70";
    let mut args = vec!["check", "sqlite:people.db", "--query", query];
    args.extend("--quasi zip,age -k 2 --json".split(' '));
    assert_eq!(folder.run_with(&args).json()["rows"], 4);
}

#[test]
fn a_release_goes_into_a_new_table() {
    let folder = people();
    let run = format!("anonymize people.csv {ROLES} -o sqlite:out.db --output-table released");
    folder.succeed(&format!("{run} --certificate c.json"));
    folder.succeed(&format!("anonymize people.csv {ROLES} -o a.csv --quiet"));
    let connection = Connection::open(folder.path("out.db")).expect("it was written");
    let mut statement =
        connection.prepare("SELECT zip, age, ill FROM released ORDER BY rowid").expect("a table");
    let row = |row: &rusqlite::Row<'_>| Ok([row.get::<_, String>(0)?, row.get(1)?, row.get(2)?].join(","));
    let found: Vec<String> =
        statement.query_map([], row).expect("rows").map(|row| row.expect("texts")).collect();
    assert_eq!(found, rows(&folder.text("a.csv")));
    drop(statement);
    drop(connection);
    let before = folder.bytes("out.db");
    folder.refuses(
        &run,
        "sqlite:out.db, table \"released\": the table exists; pass --force to replace it, or choose another one with --output-table",
    );
    assert!(folder.bytes("out.db") == before);
    folder.succeed(&format!("{run} --force --quiet"));
}

#[test]
fn what_is_not_said_is_asked_for() {
    let folder = people();
    let refuses = |args: &str, words: &str| {
        let run = folder.run(args);
        assert_eq!(run.code, Some(2), "{args}");
        assert!(run.stderr.contains(words), "{}", run.stderr);
    };
    refuses("check sqlite:people.db --quasi zip -k 2", "add table or query to [input]");
    refuses("check sqlite:people.db --table nobody --quasi zip -k 2", "no such table: nobody");
    refuses("check people.csv --table people --quasi zip -k 2", "table and query are for databases");
    refuses(&format!("anonymize people.csv {ROLES} -o sqlite:out.db"), "add table to [output]");
    refuses(&format!("anonymize sqlite:people.db --table people {ROLES}"), "give a path with -o");
    assert!(!folder.path("out.db").exists());
}
