//! Files of SQLite. Every cell has a type of its own there; a column is of the type that all its cells have, or text.

use std::{
    fs,
    path::{Path, PathBuf},
};

use amidst_core::{ErrorCode, Observer};
use amidst_io::{Batches, texts_of};
use arrow_array::{Array, RecordBatch};
use rusqlite::{Connection, ErrorCode as Sqlite, OpenFlags, Statement, ToSql, types::ValueRef};

use crate::{
    Address, Error, Pending, Result, Selection, Transaction,
    cells::{CellType, Column, batches as assembled, end_of_part, end_of_row},
    error::{exists, unsupported},
    table_name::{quoted, table as table_name},
};

/// Rows between two looks at the observer.
const ROWS: usize = 1 << 14;

/// Reads a table or the answer of a query.
pub(crate) fn read(path: &Path, selection: &Selection, observer: &dyn Observer) -> Result<Batches> {
    let name = Address::Sqlite(path.to_owned()).name();
    let told = |error| told(&name, &error);
    if !path.is_file() {
        return Err(Error::new(&name, ErrorCode::FileNotFound, "there is no such file; check the path"));
    }
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(told)?;
    let query = match selection {
        Selection::Table(table) => format!("SELECT * FROM {}", table_name(table)),
        Selection::Query(query) => query.clone(),
    };
    let mut statement = connection.prepare(&query).map_err(told)?;
    if !statement.readonly() {
        return Err(Error::new(
            &name,
            ErrorCode::BadParameter,
            "the query would change the database; write a SELECT",
        ));
    }
    let (columns, seen) = cells(&mut statement, &name, observer)?;
    let declared: Vec<String> = statement
        .columns()
        .map(|column| column.decl_type().unwrap_or_default().to_ascii_lowercase())
        .collect();
    let typed = columns.into_iter().zip(seen).zip(declared).map(|((mut column, seen), declared)| {
        column.cell_type = seen.cell_type(&declared, &column);
        column
    });
    assembled(&name, typed.collect())
}

/// The kinds of cells that a column has.
#[derive(Clone, Copy, Default)]
struct Seen {
    integers: bool,
    floats: bool,
    texts: bool,
}

impl Seen {
    /// The type of a column with such cells, declared as it is.
    fn cell_type(self, declared: &str, column: &Column) -> CellType {
        let declared = match declared {
            declared if declared.contains("bool") => Some(CellType::Boolean),
            "date" => Some(CellType::Date),
            "datetime" | "timestamp" => Some(CellType::Timestamp),
            _ => None,
        };
        match (declared.filter(|it| column.holds(*it)), self) {
            (Some(declared), Seen { floats: false, .. }) => declared,
            (_, Seen { integers: true, floats: false, texts: false }) => CellType::Integer,
            (_, Seen { floats: true, texts: false, .. }) => CellType::Float,
            _ => CellType::Text,
        }
    }
}

/// All rows of a statement, as texts.
fn cells(
    statement: &mut Statement<'_>,
    name: &str,
    observer: &dyn Observer,
) -> Result<(Vec<Column>, Vec<Seen>)> {
    let mut columns: Vec<Column> =
        statement.column_names().map(|column| Column::new(column, CellType::Text)).collect();
    let mut seen = vec![Seen::default(); columns.len()];
    let mut rows = statement.query([]).map_err(|error| told(name, &error))?;
    let mut count = 0_usize;
    while let Some(row) = rows.next().map_err(|error| told(name, &error))? {
        if count.is_multiple_of(ROWS) {
            observer.go_on()?;
        }
        for (at, column) in columns.iter_mut().enumerate() {
            match row.get_ref(at).map_err(|error| told(name, &error))? {
                ValueRef::Null => column.push(None),
                ValueRef::Integer(number) => {
                    seen[at].integers = true;
                    column.push(Some(&number.to_string()));
                }
                ValueRef::Real(number) => {
                    seen[at].floats = true;
                    column.push(Some(&number.to_string()));
                }
                ValueRef::Text(text) => {
                    seen[at].texts = true;
                    let text = str::from_utf8(text);
                    column.push(Some(
                        text.map_err(|_| unsupported(name, &column.name, "text that is not UTF-8"))?,
                    ));
                }
                ValueRef::Blob(_) => return Err(unsupported(name, &column.name, "bytes (BLOB)")),
            }
        }
        count += 1;
        end_of_row(&mut columns, count);
    }
    end_of_part(&mut columns);
    Ok((columns, seen))
}

/// A connection with a transaction that was begun.
struct Begun {
    name: String,
    connection: Option<Connection>,
    /// The file, if there was none before.
    made: Option<PathBuf>,
}

impl Transaction for Begun {
    fn commit(mut self: Box<Self>) -> Result<()> {
        let connection = self.connection.as_ref().expect("it is there until it is dropped");
        connection.execute_batch("COMMIT").map_err(|error| told(&self.name, &error))?;
        self.made = None;
        Ok(())
    }
}

impl Drop for Begun {
    /// What was not committed is undone when the connection closes; a file that was made for it goes.
    fn drop(&mut self) {
        drop(self.connection.take());
        if let Some(made) = &self.made {
            let _ = fs::remove_file(made);
        }
    }
}

/// Writes a new table and reads it back.
pub(crate) fn write(
    path: &Path,
    table: &str,
    batches: &Batches,
    replaces: bool,
    observer: &dyn Observer,
) -> Result<Pending> {
    let name = format!("{}, table {table:?}", Address::Sqlite(path.to_owned()).name());
    let told = |error| told(&name, &error);
    let made = (!path.exists()).then(|| path.to_owned());
    let connection = Connection::open(path).map_err(told)?;
    let begun = Begun { name: name.clone(), connection: Some(connection), made };
    let connection = begun.connection.as_ref().expect("it was just opened");
    // Nothing reaches the disk before the transaction ends.
    connection.execute_batch("PRAGMA cache_spill = OFF; BEGIN IMMEDIATE").map_err(told)?;
    let quoted_table = table_name(table);
    let plain = table.trim().trim_matches('"');
    let found: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema WHERE lower(name) = lower(?1)", [plain], |row| {
            row.get(0)
        })
        .map_err(told)?;
    match (found > 0, replaces) {
        (true, false) => return Err(exists(&name)),
        (true, true) => connection.execute_batch(&format!("DROP TABLE {quoted_table}")).map_err(told)?,
        (false, _) => {}
    }
    insert(connection, &quoted_table, batches, &name, observer)?;
    let readback = read_back(connection, &quoted_table, &name, observer)?;
    Ok(Pending { readback, transaction: Box::new(begun) })
}

fn insert(
    connection: &Connection,
    table: &str,
    batches: &Batches,
    name: &str,
    observer: &dyn Observer,
) -> Result<()> {
    let told = |error| told(name, &error);
    let fields = batches.schema().fields();
    let column = |field: &arrow_schema::FieldRef| {
        let declared = match CellType::of(field.data_type()) {
            CellType::Boolean => "BOOLEAN",
            CellType::Integer => "INTEGER",
            CellType::Float => "REAL",
            CellType::Date => "DATE",
            CellType::Timestamp => "TIMESTAMP",
            CellType::Decimal(_) | CellType::Moment | CellType::Text => "TEXT",
        };
        format!("{} {declared}", quoted(field.name()))
    };
    let columns: Vec<String> = fields.iter().map(column).collect();
    connection.execute_batch(&format!("CREATE TABLE {table} ({})", columns.join(", "))).map_err(told)?;
    let places: Vec<String> = (1..=fields.len()).map(|at| format!("?{at}")).collect();
    let mut statement =
        connection.prepare(&format!("INSERT INTO {table} VALUES ({})", places.join(", "))).map_err(told)?;
    for batch in batches.batches() {
        insert_batch(&mut statement, batch, observer)?.map_err(told)?;
    }
    Ok(())
}

/// Inserts rows; stops if the observer says so.
fn insert_batch(
    statement: &mut Statement<'_>,
    batch: &RecordBatch,
    observer: &dyn Observer,
) -> Result<rusqlite::Result<()>> {
    let columns: Vec<(CellType, _)> =
        batch.columns().iter().map(|column| (CellType::of(column.data_type()), texts_of(column))).collect();
    for row in 0..batch.num_rows() {
        if row.is_multiple_of(ROWS) {
            observer.go_on()?;
        }
        let cells = columns.iter().map(|(cell_type, texts)| -> Box<dyn ToSql> {
            let text = texts.value(row);
            match cell_type {
                _ if texts.is_null(row) => Box::new(rusqlite::types::Null),
                CellType::Boolean => Box::new(text == "true"),
                CellType::Integer => Box::new(text.parse::<i64>().expect("whole numbers are told as such")),
                CellType::Float => Box::new(text.parse::<f64>().expect("numbers are told as such")),
                _ => Box::new(text),
            }
        });
        let cells: Vec<Box<dyn ToSql + '_>> = cells.collect();
        if let Err(error) = statement.execute(rusqlite::params_from_iter(cells)) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

/// What a table holds, in the order of its rows, by what its columns were declared as.
fn read_back(connection: &Connection, table: &str, name: &str, observer: &dyn Observer) -> Result<Batches> {
    let told = |error| told(name, &error);
    let mut statement = connection.prepare(&format!("SELECT * FROM {table} ORDER BY rowid")).map_err(told)?;
    let declared = statement.columns().map(|column| column.decl_type().unwrap_or_default().to_owned());
    let declared: Vec<String> = declared.collect();
    let names: Vec<String> = statement.column_names().map(String::from).collect();
    let of_type = |declared: &str| match declared {
        "BOOLEAN" => CellType::Boolean,
        "INTEGER" => CellType::Integer,
        "REAL" => CellType::Float,
        "DATE" => CellType::Date,
        "TIMESTAMP" => CellType::Timestamp,
        _ => CellType::Text,
    };
    let mut columns: Vec<Column> = names
        .into_iter()
        .zip(&declared)
        .map(|(name, declared)| Column::new(name, of_type(declared)))
        .collect();
    let mut rows = statement.query([]).map_err(told)?;
    let mut count = 0_usize;
    while let Some(row) = rows.next().map_err(told)? {
        if count.is_multiple_of(ROWS) {
            observer.go_on()?;
        }
        for (at, column) in columns.iter_mut().enumerate() {
            let cell: rusqlite::types::Value = row.get(at).map_err(told)?;
            match cell {
                rusqlite::types::Value::Null => column.push(None),
                rusqlite::types::Value::Integer(number) => column.push(Some(&format!("{number}"))),
                rusqlite::types::Value::Real(number) => column.push(Some(&format!("{number}"))),
                rusqlite::types::Value::Text(text) => column.push(Some(&text)),
                rusqlite::types::Value::Blob(_) => {
                    return Err(unsupported(name, &column.name, "bytes (BLOB)"));
                }
            }
        }
        count += 1;
        end_of_row(&mut columns, count);
    }
    end_of_part(&mut columns);
    assembled(name, columns)
}

/// What SQLite said, without what it was about: its own words may quote cells.
fn told(name: &str, error: &rusqlite::Error) -> Error {
    let (code, words) = match error.sqlite_error_code() {
        Some(Sqlite::NotADatabase) => (ErrorCode::DamagedFile, "it is no SQLite database".to_owned()),
        Some(Sqlite::DatabaseCorrupt) => (ErrorCode::DamagedFile, "the database is damaged".into()),
        Some(Sqlite::DatabaseBusy | Sqlite::DatabaseLocked) => (
            ErrorCode::CannotRead,
            "another program is writing to the database; try again when it is done".into(),
        ),
        Some(Sqlite::ReadOnly | Sqlite::PermissionDenied) => (
            ErrorCode::CannotRead,
            "the database may not be written; change its permissions, or choose another".into(),
        ),
        Some(Sqlite::CannotOpen) => {
            (ErrorCode::CannotRead, "the database cannot be opened; check its path and permissions".into())
        }
        Some(Sqlite::DiskFull) => (
            ErrorCode::DiskFull,
            "the disk is full; nothing was written. Free some space and run again".into(),
        ),
        // Words about a query that was refused quote the query.
        _ => match error {
            rusqlite::Error::SqlInputError { msg, .. } | rusqlite::Error::SqliteFailure(_, Some(msg))
                if msg.starts_with("no such table")
                    || msg.contains("syntax error")
                    || msg.starts_with("no such column") =>
            {
                (ErrorCode::BadParameter, format!("{msg}; correct table or query in [input]"))
            }
            _ => (ErrorCode::CannotRead, "the database refused what was asked of it".into()),
        },
    };
    Error::new(name, code, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(folder: &Path) -> PathBuf {
        let path = folder.join("people.db");
        let connection = Connection::open(&path).expect("a database");
        connection
            .execute_batch(
                "CREATE TABLE people (zip TEXT, age INTEGER, height REAL, born DATE, well BOOLEAN, odd);
                 INSERT INTO people VALUES ('01234', 34, 1.5, '1980-02-29', 1, 'x'), (NULL, 35, 2, NULL, 0, 7);",
            )
            .expect("rows");
        path
    }

    fn table(name: &str) -> Selection {
        Selection::Table(name.into())
    }

    fn types(batches: &Batches) -> Vec<String> {
        batches.schema().fields().iter().map(|field| field.data_type().to_string()).collect()
    }

    #[test]
    fn columns_have_the_type_of_their_cells() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = people(folder.path());
        let read = super::read(&path, &table("people"), &()).expect("a table");
        assert_eq!(types(&read), ["Utf8", "Int64", "Float64", "Date32", "Boolean", "Utf8"]);
        assert_eq!(read.rows(), 2);
        let query = Selection::Query("SELECT age + 1 AS older FROM people ORDER BY age".into());
        let read = super::read(&path, &query, &()).expect("an answer");
        assert_eq!(texts_of(read.batches()[0].column(0)).iter().flatten().collect::<Vec<_>>(), ["35", "36"]);
    }

    #[test]
    fn what_is_written_is_there_when_it_is_committed_and_not_before() {
        let folder = tempfile::tempdir().expect("a folder");
        let source = super::read(&people(folder.path()), &table("people"), &()).expect("a table");
        let path = folder.path().join("out.db");
        drop(write(&path, "released", &source, false, &()).expect("written"));
        assert!(!path.exists(), "what was not committed leaves no file");
        let pending = write(&path, "released", &source, false, &()).expect("written");
        assert_eq!(pending.readback().batches(), source.batches());
        assert!(super::read(&path, &table("released"), &()).is_err(), "nobody else sees it yet");
        pending.commit().expect("committed");
        assert_eq!(super::read(&path, &table("released"), &()).expect("a table").batches(), source.batches());
        let error = write(&path, "Released", &source, false, &()).err().expect("it exists");
        assert_eq!(error.code(), ErrorCode::FileExists);
        drop(write(&path, "released", &source, true, &()).expect("replaced"));
        assert_eq!(super::read(&path, &table("released"), &()).expect("still there").rows(), 2);
    }

    #[test]
    fn refusals_quote_no_cell() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = people(folder.path());
        let check = |selection: Selection, expected: &str| {
            let error = super::read(&path, &selection, &()).expect_err("a refusal").to_string();
            assert!(error.contains(expected) && !error.contains("01234"), "{error}");
        };
        check(table("nobody"), "no such table");
        check(Selection::Query("SELEC 1".into()), "syntax error");
        check(Selection::Query("DELETE FROM people".into()), "would change the database");
        check(Selection::Query("SELECT x'00' AS b".into()), "bytes (BLOB)");
        let other = folder.path().join("no.db");
        assert_eq!(super::read(&other, &table("a"), &()).expect_err("none").code(), ErrorCode::FileNotFound);
        fs::write(&other, "zip,age\n".repeat(1000)).expect("a file");
        assert_eq!(
            super::read(&other, &table("a"), &()).expect_err("no database").code(),
            ErrorCode::DamagedFile
        );
    }
}
