//! Servers of PostgreSQL: read and written with COPY, in transactions.

mod connect;
mod copy;
mod told;

use std::io::{BufRead, Write};

use amidst_core::{ErrorCode, Observer};
use amidst_io::{Batches, texts_of};
use arrow_array::Array;
use postgres::{
    Client, SimpleQueryMessage,
    types::{Kind, Type},
};

use crate::{
    Address, Error, Pending, Result, Selection, Transaction,
    cells::{CellType, Column, batches as assembled, end_of_part, end_of_row},
    error::unsupported,
    table_name::{quoted, table as table_name},
};
use connect::connect;
use told::{lost, told};

/// Rows between two looks at the observer.
const ROWS: usize = 1 << 14;

/// How values are told, whatever the server is set to.
const SETTINGS: &str =
    "SET TIME ZONE 'UTC'; SET datestyle = 'ISO'; SET extra_float_digits = 1; SET intervalstyle = 'iso_8601';";

/// Reads a table or the answer of a query, in a transaction that may not write.
pub(crate) fn read(url: &str, selection: &Selection, observer: &dyn Observer) -> Result<Batches> {
    let name = Address::Postgres(url.to_owned()).name();
    let told = |error| told(&name, &error, "read it");
    let mut client = connect(url, &name)?;
    client.batch_execute(&format!("{SETTINGS} BEGIN READ ONLY")).map_err(told)?;
    let query = match selection {
        Selection::Table(table) => format!("SELECT * FROM {}", table_name(table)),
        Selection::Query(query) => query.trim().trim_end_matches(';').to_owned(),
    };
    let mut columns = columns(&mut client, &query, &name)?;
    let mut answer = client.copy_out(&format!("COPY ({query}) TO STDOUT")).map_err(told)?;
    let (mut line, mut rows) = (Vec::new(), 0_usize);
    loop {
        if rows.is_multiple_of(ROWS) {
            observer.go_on()?;
        }
        line.clear();
        if answer.read_until(b'\n', &mut line).map_err(|_| lost(&name))? == 0 {
            break;
        }
        let line = str::from_utf8(line.strip_suffix(b"\n").unwrap_or(&line)).map_err(|_| garbled(&name))?;
        copy::cells(line, &mut columns).ok_or_else(|| garbled(&name))?;
        rows += 1;
        end_of_row(&mut columns, rows);
    }
    end_of_part(&mut columns);
    assembled(&name, columns)
}

fn garbled(name: &str) -> Error {
    Error::new(name, ErrorCode::CannotRead, "what the server answers is not as COPY has it")
}

/// The columns that a query answers with.
fn columns(client: &mut Client, query: &str, name: &str) -> Result<Vec<Column>> {
    let statement = client.prepare(query).map_err(|error| told(name, &error, "read it"))?;
    let columns = statement.columns().iter().map(|column| {
        let found = cell_type(column.type_(), column.type_modifier());
        let words = || format!("the type {}", column.type_().name());
        found
            .map(|cell_type| Column::new(column.name(), cell_type))
            .ok_or_else(|| unsupported(name, column.name(), &words()))
    });
    columns.collect()
}

/// What cells of a type are, if they are single values that people can read.
fn cell_type(of: &Type, modifier: i32) -> Option<CellType> {
    Some(match *of {
        Type::BOOL => CellType::Boolean,
        Type::INT2 | Type::INT4 | Type::INT8 | Type::OID => CellType::Integer,
        Type::FLOAT4 | Type::FLOAT8 => CellType::Float,
        // Precision in the upper half, digits behind the mark in the lower, and four more for no reason of today.
        Type::NUMERIC if modifier >= 4 => {
            CellType::Decimal(Some(((modifier - 4) & 0x7ff) as i8).filter(|it| *it >= 0))
        }
        Type::NUMERIC => CellType::Decimal(None),
        Type::DATE => CellType::Date,
        Type::TIMESTAMP => CellType::Timestamp,
        Type::TIMESTAMPTZ => CellType::Moment,
        Type::TEXT | Type::VARCHAR | Type::BPCHAR | Type::NAME | Type::CHAR | Type::UUID | Type::TIME => {
            CellType::Text
        }
        _ => match of.kind() {
            Kind::Enum(_) => CellType::Text,
            Kind::Domain(base) => return cell_type(base, modifier),
            _ if of.name() == "citext" => CellType::Text,
            _ => return None,
        },
    })
}

/// A connection with a transaction that was begun; it is undone when the connection closes.
struct Begun {
    name: String,
    client: Client,
}

impl Transaction for Begun {
    fn commit(mut self: Box<Self>) -> Result<()> {
        self.client.batch_execute("COMMIT").map_err(|error| told(&self.name, &error, "write it"))
    }
}

/// Writes a new table and reads it back.
pub(crate) fn write(
    url: &str,
    table: &str,
    batches: &Batches,
    replaces: bool,
    observer: &dyn Observer,
) -> Result<Pending> {
    let name = format!("{}, table {table:?}", Address::Postgres(url.to_owned()).name());
    let told = |error| told(&name, &error, "write it");
    let mut client = connect(url, &name)?;
    client.batch_execute(&format!("{SETTINGS} BEGIN")).map_err(told)?;
    let quoted_table = table_name(table);
    if replaces {
        client.batch_execute(&format!("DROP TABLE IF EXISTS {quoted_table}")).map_err(told)?;
    }
    let fields = batches.schema().fields();
    let columns =
        fields.iter().map(|field| format!("{} {}", quoted(field.name()), sql_type(field.data_type())));
    let columns = columns.collect::<Vec<_>>().join(", ");
    client.batch_execute(&format!("CREATE TABLE {quoted_table} ({columns})")).map_err(told)?;
    let mut sink = client.copy_in(&format!("COPY {quoted_table} FROM STDIN")).map_err(told)?;
    for batch in batches.batches() {
        let texts: Vec<_> = batch.columns().iter().map(|column| texts_of(column)).collect();
        let mut lines = String::new();
        for row in 0..batch.num_rows() {
            if row.is_multiple_of(ROWS) {
                observer.go_on()?;
                sink.write_all(lines.as_bytes()).map_err(|_| lost(&name))?;
                lines.clear();
            }
            copy::line(
                &mut lines,
                texts.iter().map(|column| column.is_valid(row).then(|| column.value(row))),
            );
        }
        sink.write_all(lines.as_bytes()).map_err(|_| lost(&name))?;
    }
    sink.finish().map_err(told)?;
    let readback = read_back(&mut client, &quoted_table, &name, observer)?;
    Ok(Pending { readback, transaction: Box::new(Begun { name: name.clone(), client }) })
}

/// What a table holds, in the order of its rows on disk; asked for otherwise than it was written.
fn read_back(client: &mut Client, table: &str, name: &str, observer: &dyn Observer) -> Result<Batches> {
    let query = format!("SELECT * FROM {table} ORDER BY ctid");
    let mut columns = columns(client, &query, name)?;
    observer.go_on()?;
    let answer = client.simple_query(&query).map_err(|error| told(name, &error, "read it back"))?;
    let mut rows = 0_usize;
    for message in answer {
        let SimpleQueryMessage::Row(row) = message else { continue };
        for (at, column) in columns.iter_mut().enumerate() {
            column.push(row.get(at));
        }
        rows += 1;
        end_of_row(&mut columns, rows);
    }
    end_of_part(&mut columns);
    assembled(name, columns)
}

/// The type of a column that holds cells of a type of Arrow.
fn sql_type(data_type: &arrow_schema::DataType) -> String {
    match CellType::of(data_type) {
        CellType::Boolean => "boolean".into(),
        CellType::Integer => "bigint".into(),
        CellType::Float => "double precision".into(),
        CellType::Decimal(scale) => format!("numeric(38, {})", scale.unwrap_or(0)),
        CellType::Date => "date".into(),
        CellType::Timestamp => "timestamp".into(),
        CellType::Moment => "timestamptz".into(),
        CellType::Text => "text".into(),
    }
}
