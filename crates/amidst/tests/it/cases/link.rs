//! Linking: which rows fit what somebody knows.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Expectation, agree, subject::Subject};

/// The rows, counted from 1, that have all of some values.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    rows: Vec<usize>,
    r#where: BTreeMap<String, String>,
}

impl Expectation for Link {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let table = subject.table()?;
        let mut fitting: Vec<usize> = (0..table.rows()).collect();
        for (name, value) in &self.r#where {
            let column = table.column(name).and_then(|column| column.coded());
            let coded = column.ok_or_else(|| format!("the table has no column {name}"))?;
            let code = coded.dictionary.code(Some(value));
            fitting.retain(|&row| Some(coded.codes.at(row)) == code);
        }
        let rows: Vec<usize> = fitting.iter().map(|row| row + 1).collect();
        agree("rows", &rows, &self.rows)
    }
}
