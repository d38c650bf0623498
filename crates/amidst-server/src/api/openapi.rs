//! The API, described as OpenAPI 3.0.

use axum::Json;
use serde_json::{Map, Value, json};

use super::operations::{Operation, operations};

/// Shows the description.
pub async fn show() -> Json<Value> {
    Json(document())
}

/// The description.
pub fn document() -> Value {
    let (operations, schemas) = operations();
    let mut paths = Map::new();
    for operation in &operations {
        let path = paths.entry(format!("/{{token}}{}", operation.path)).or_insert(json!({}));
        path[operation.method] = described(operation);
    }
    json!({
        "openapi": "3.0.3",
        "info": {
            "title": "amidst",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What the web app asks. Every address lies below the token that the server printed; Host must be the \
                            server's own, and Origin, where it is sent, its page's. Answers of jobs are the JSON of the command line.",
        },
        "paths": paths,
        "components": { "schemas": schemas },
    })
}

fn described(operation: &Operation) -> Value {
    let names = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let places = ["token"].into_iter().chain(names);
    let mut parameters: Vec<Value> = places
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }))
        .collect();
    if let Some(query) = &operation.query {
        let schema =
            json!({ "name": "query", "in": "query", "style": "form", "explode": true, "schema": query });
        parameters.push(schema);
    }
    let mut told = json!({ "summary": operation.summary, "parameters": parameters });
    if let Some(question) = &operation.question {
        let kind =
            if question["format"] == "binary" { "application/octet-stream" } else { "application/json" };
        told["requestBody"] = json!({ "required": true, "content": { kind: { "schema": question } } });
    }
    let done = match &operation.answer {
        Some(answer) => json!({ "application/json": { "schema": answer } }),
        None => json!({ "application/octet-stream": { "schema": { "type": "string", "format": "binary" } } }),
    };
    let refused =
        json!({ "description": "Refused, and why", "content": { "application/json": { "schema": {} } } });
    told["responses"] = json!({ "200": { "description": "Done", "content": done }, "default": refused });
    told
}
