//! What a server said, in words of ours: its own may quote cells, and those about passwords say too little.

use amidst_core::ErrorCode;
use postgres::error::SqlState;

use crate::{Error, error::exists};

/// What went wrong while something was done.
pub(super) fn told(name: &str, error: &postgres::Error, doing: &str) -> Error {
    let Some(said) = error.as_db_error() else { return lost(name) };
    let state = said.code();
    let (code, words) = match state.code() {
        _ if *state == SqlState::DUPLICATE_TABLE => return exists(name),
        _ if *state == SqlState::INSUFFICIENT_PRIVILEGE => (
            ErrorCode::CannotRead,
            format!("the user lacks the privilege to {doing}; ask whoever runs the database for it, or connect as another user"),
        ),
        _ if *state == SqlState::UNDEFINED_TABLE || *state == SqlState::INVALID_SCHEMA_NAME => {
            (ErrorCode::BadParameter, "there is no such table or schema; correct the name, or write its schema before it".into())
        }
        _ if *state == SqlState::DISK_FULL => {
            (ErrorCode::DiskFull, "the disk of the server is full; nothing was written".into())
        }
        _ if *state == SqlState::READ_ONLY_SQL_TRANSACTION => {
            (ErrorCode::BadParameter, "the query would change the database; write a SELECT".into())
        }
        code if code.starts_with("28") => (
            ErrorCode::CannotRead,
            "the server refuses the user or the password; give them in the URL, in PGUSER and PGPASSWORD, or in a service file"
                .into(),
        ),
        "3D000" => (ErrorCode::CannotRead, "the server has no such database; correct its name".into()),
        code if code.starts_with("57P") || code.starts_with("08") => return lost(name),
        // Words about a query that was refused quote the query.
        code if code.starts_with("42") => {
            (ErrorCode::BadParameter, format!("the query cannot be run: {}", said.message()))
        }
        code => (ErrorCode::CannotRead, format!("the server refused to {doing} (SQLSTATE {code})")),
    };
    Error::new(name, code, words)
}

/// That the connection is gone.
pub(super) fn lost(name: &str) -> Error {
    Error::new(
        name,
        ErrorCode::CannotRead,
        "the connection to the server was lost; nothing was written. Run again",
    )
}
