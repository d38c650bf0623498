//! Tables in databases: SQLite files and PostgreSQL servers, each behind a feature of cargo.
//!
//! [`read`] gives a table, or what a query answers, as record batches. [`write()`] makes a new table in one transaction, reads it back
//! from the database by code that shares nothing with what wrote it, and stops there: what was read back is for the audit, and only
//! [`Pending::commit`] lets others see the table. Whatever goes wrong before leaves the database as it was.
//!
//! No message quotes a cell or a password.

mod address;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod cells;
mod error;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "sqlite")]
mod sqlite;
#[cfg(any(feature = "postgres", feature = "sqlite"))]
mod table_name;

pub use address::{Address, without_password};
pub use error::{Error, Result};

use amidst_core::{ErrorCode, Observer};
use amidst_io::Batches;
use arrow_ipc::writer::FileWriter;
use arrow_schema::ArrowError;
use bytes::Bytes;

/// What is read of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Selection {
    /// A table or view, perhaps with the name of its schema before it.
    Table(String),
    /// What a query answers.
    Query(String),
}

/// Reads a table, or what a query answers.
///
/// # Errors
/// If the database cannot be reached or does not answer, a column has a type that has no counterpart, this build lacks the kind of
/// database, or the observer aborts.
pub fn read(address: &Address, selection: &Selection, observer: &dyn Observer) -> Result<Batches> {
    match address {
        #[cfg(feature = "sqlite")]
        Address::Sqlite(path) => sqlite::read(path, selection, observer),
        #[cfg(feature = "postgres")]
        Address::Postgres(url) => postgres::read(url, selection, observer),
        #[allow(unreachable_patterns)]
        other => {
            let _ = (selection, observer);
            Err(other.left_out())
        }
    }
}

/// Writes a new table, and reads it back; the transaction stays open.
///
/// # Errors
/// As [`read`], and if there is such a table and it is not to be replaced. The database is as it was.
pub fn write(
    address: &Address,
    table: &str,
    batches: &Batches,
    replaces: bool,
    observer: &dyn Observer,
) -> Result<Pending> {
    match address {
        #[cfg(feature = "sqlite")]
        Address::Sqlite(path) => sqlite::write(path, table, batches, replaces, observer),
        #[cfg(feature = "postgres")]
        Address::Postgres(url) => postgres::write(url, table, batches, replaces, observer),
        #[allow(unreachable_patterns)]
        other => {
            let _ = (table, batches, replaces, observer);
            Err(other.left_out())
        }
    }
}

/// A table that was written and read back, in a transaction that has not ended. Dropped, it was never there.
pub struct Pending {
    readback: Batches,
    transaction: Box<dyn Transaction>,
}

impl Pending {
    /// What the database holds, as it was read back.
    pub fn readback(&self) -> &Batches {
        &self.readback
    }

    /// The same as the bytes of an Arrow file, for the audit.
    ///
    /// # Errors
    /// If it has a type that Arrow cannot write.
    pub fn readback_bytes(&self) -> Result<Bytes> {
        let words = "what was read back cannot be put into a file of Arrow";
        let unfit = |_: ArrowError| Error::new(self.readback.name(), ErrorCode::Internal, words);
        let mut writer = FileWriter::try_new(Vec::new(), self.readback.schema()).map_err(unfit)?;
        self.readback.batches().iter().try_for_each(|batch| writer.write(batch)).map_err(unfit)?;
        Ok(writer.into_inner().map_err(unfit)?.into())
    }

    /// Lets others see the table.
    ///
    /// # Errors
    /// If the database does not confirm it.
    pub fn commit(self) -> Result<()> {
        self.transaction.commit()
    }
}

/// A transaction that was begun; dropped, it is undone.
trait Transaction: Send {
    fn commit(self: Box<Self>) -> Result<()>;
}
