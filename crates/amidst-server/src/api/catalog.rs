//! What a spec may name, for the screens: from the descriptions that specs are checked by.

use amidst::{
    advanced::catalog::{self, Method, ModelColumn},
    parameter::{ParamDefault, ParamInfo},
    risk::PRESETS,
};
use axum::Json;
use serde_json::{Value, json};

/// Models, algorithms, measures, ways to make a hierarchy, and cell sizes of practice.
pub async fn show() -> Json<Value> {
    let models = catalog::models().into_iter().map(|info| {
        json!({
            "id": info.id, "doc": info.doc, "population": info.population,
            "column": info.column != ModelColumn::None,
            "parameters": info.parameters.iter().map(parameter).collect::<Vec<_>>(),
        })
    });
    let algorithms = catalog::algorithms().into_iter().map(
        |info| json!({ "id": info.id, "doc": info.doc, "levels": info.method == Method::GlobalRecoding }),
    );
    let measures = catalog::measures()
        .into_iter()
        .map(|info| json!({ "id": info.id, "doc": info.doc, "needs_target": info.needs_target }));
    let hierarchies = catalog::hierarchies()
        .iter()
        .map(|info| json!({ "id": info.key, "doc": info.doc, "takes": info.takes }));
    Json(json!({
        "version": env!("CARGO_PKG_VERSION"),
        "models": models.collect::<Vec<_>>(),
        "algorithms": algorithms.collect::<Vec<_>>(),
        "measures": measures.collect::<Vec<_>>(),
        "hierarchies": hierarchies.collect::<Vec<_>>(),
        "presets": PRESETS,
    }))
}

fn parameter(info: &ParamInfo) -> Value {
    json!({
        "name": info.name, "kind": info.kind.to_string(), "doc": info.doc, "example": info.example,
        "required": info.default == ParamDefault::Required,
    })
}
