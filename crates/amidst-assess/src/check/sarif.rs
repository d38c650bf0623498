//! SARIF 2.1.0, which code hosts read: a rule for each model that is asked, a result for each that fails.

use serde_json::{Value, json};

use super::verdicts::Verdicts;

/// The file.
pub(super) fn text(verdicts: &Verdicts<'_>) -> String {
    let mut rules: Vec<&str> = Vec::new();
    for model in verdicts.models {
        if !rules.contains(&model.model) {
            rules.push(model.model);
        }
    }
    let results: Vec<Value> = verdicts
        .models
        .iter()
        .filter(|model| !model.holds)
        .map(|model| {
            let place = rules.iter().position(|rule| *rule == model.model);
            let words =
                format!("{}: {} fails, {}.", verdicts.table(), verdicts.asked(model), verdicts.found(model));
            let mut result = json!({
                "ruleId": model.model,
                "ruleIndex": place,
                "level": "error",
                "message": { "text": words },
                "properties": model,
            });
            if let Some(file) = verdicts.file {
                let file = json!({ "artifactLocation": { "uri": uri(file) } });
                result["locations"] = json!([{ "physicalLocation": file }]);
            }
            result
        })
        .collect();
    let rule = |id: &&str| json!({ "id": id, "shortDescription": { "text": format!("The table does not meet {id}.") } });
    let rules: Vec<Value> = rules.iter().map(rule).collect();
    let driver = json!({ "name": "amidst", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": driver }, "results": results }],
    });
    format!("{log:#}\n")
}

/// A path as a reference: relative as it is, absolute as that of a file.
fn uri(path: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    let path = path.replace('\\', "/");
    let encoded: String = path
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    if path.starts_with('/') { format!("file://{encoded}") } else { encoded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_reference() {
        assert_eq!(uri("data/a b.csv"), "data/a%20b.csv");
        assert_eq!(uri("/data/tä.csv"), "file:///data/t%C3%A4.csv");
        assert_eq!(uri(r"data\a.csv"), "data/a.csv");
    }
}
