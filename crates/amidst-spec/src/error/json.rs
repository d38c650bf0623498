//! Errors for programs, as every command says them with `--json`.

use amidst_core::{ErrorCode, Place};
use serde_json::{Value, json};

use super::Error;

impl Error {
    /// All of it as JSON.
    pub fn to_json(&self) -> String {
        self.to_json_in(Self::to_string)
    }

    /// The same with a message of one's own for each fault.
    pub fn to_json_in(&self, words: impl Fn(&Self) -> String) -> String {
        document(self.all().map(|fault| {
            let mut told = told(fault.code(), &words(fault), &fault.place());
            if let Self::Audit(error) = fault {
                told["checks"] = error.failed().map(|check| json!(check.name)).collect();
            }
            told
        }))
    }
}

/// An error that is none of the library's, as JSON.
pub fn json(code: ErrorCode, message: &str) -> String {
    document([told(code, message, &Place::default())])
}

fn document(errors: impl IntoIterator<Item = Value>) -> String {
    let errors: Vec<Value> = errors.into_iter().collect();
    json!({ "version": 1, "outcome": "error", "error": errors.first(), "errors": errors }).to_string()
}

fn told(code: ErrorCode, message: &str, place: &Place) -> Value {
    let Place { file, line, column, key } = place;
    let told = [
        ("file", file.clone().map(Value::from)),
        ("line", line.map(Value::from)),
        ("column", column.clone().map(Value::from)),
        ("key", key.clone().map(Value::from)),
    ];
    let told = told.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    let place: serde_json::Map<String, Value> = told.collect();
    json!({ "kind": code.kind().name(), "code": code.name(), "message": message, "where": place })
}
