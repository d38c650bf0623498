//! The JSON schema of a requirement, made of the descriptions of all models.

use std::{borrow::Cow, ops::Bound};

use amidst_core::parameter::{ParamInfo, ParamKind};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use super::{Requirement, written::described};

impl JsonSchema for Requirement {
    fn schema_name() -> Cow<'static, str> {
        "Requirement".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let models: Vec<String> = amidst_models::ALL
            .iter()
            .map(|entry| format!("`{}`: {}", entry.info.id, entry.info.doc))
            .collect();
        let text = |doc: &str| json!({ "description": doc, "type": ["string", "null"] });
        let mut properties = Map::from_iter([
            (
                "model".to_owned(),
                json!({
                    "description": format!("The model's id. {}.", models.join("; ")),
                    "type": "string",
                    "enum": amidst_models::names(),
                }),
            ),
            (
                "column".to_owned(),
                text("The column it looks at; the sensitive one, if there is only one and it is left out."),
            ),
            (
                "population".to_owned(),
                text(
                    "k-map and delta-presence: a table of the whole population, with the same quasi columns.",
                ),
            ),
            (
                "joint".to_owned(),
                json!({
                    "description": "Whether the other sensitive columns join the quasi-identifier when this one is looked at.",
                    "type": "boolean",
                    "default": false,
                }),
            ),
            (
                "parameters".to_owned(),
                json!({
                    "description": "A model that is not ours: its parameters by name.",
                    "type": "object",
                    "additionalProperties": true,
                }),
            ),
        ]);
        for info in described() {
            properties.insert(info.name.into(), of_parameter(&info));
        }
        json_schema!({
            "description": "One requirement: a privacy model, the column it looks at, and the model's own parameters.",
            "type": "object",
            "properties": properties,
            "required": ["model"],
            "additionalProperties": false,
        })
    }
}

/// A parameter, which may differ from model to model, with what all of them have in common.
fn of_parameter(info: &ParamInfo) -> Value {
    let all = || {
        let models = amidst_models::ALL.iter();
        models.flat_map(|entry| entry.info.parameters.iter().map(|it| (entry.info.id, it)))
    };
    let of_name: Vec<(&str, &ParamInfo)> = all().filter(|(_, it)| it.name == info.name).collect();
    let mut docs: Vec<&str> = of_name.iter().map(|(_, it)| it.doc).collect();
    docs.dedup();
    let ids: Vec<&str> = of_name.iter().map(|(id, _)| *id).collect();
    let mut schema = match info.kind {
        ParamKind::Word(words) => json!({ "type": "string", "enum": words }),
        ParamKind::Text => json!({ "type": "string" }),
        ParamKind::Flag => json!({ "type": "boolean" }),
        ParamKind::List(_) => json!({ "type": "array", "items": { "type": "string" } }),
        ParamKind::Whole { least } => json!({ "type": "number", "minimum": least }),
        ParamKind::Number { low, high } => {
            let mut schema = json!({ "type": "number" });
            match low {
                Bound::Included(low) => schema["minimum"] = json!(low),
                Bound::Excluded(low) => schema["exclusiveMinimum"] = json!(low),
                Bound::Unbounded => {}
            }
            match high {
                Bound::Included(high) => schema["maximum"] = json!(high),
                Bound::Excluded(high) => schema["exclusiveMaximum"] = json!(high),
                Bound::Unbounded => {}
            }
            schema
        }
    };
    schema["description"] = json!(format!("{}: {}.", ids.join(", "), docs.join("; ")));
    schema
}
