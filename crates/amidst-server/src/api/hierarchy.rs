//! Hierarchies while somebody makes them: built for a column, told as a tree, and what levels do to classes.

use std::{collections::BTreeMap, path::Path as FilePath, sync::Arc};

use amidst::{Role, Spec, advanced::hierarchies, spec::HierarchySpec};
use amidst_core::Hierarchy;
use axum::{
    Json,
    extract::{Path, State},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::table::{aside, coded};
use crate::{
    app::App,
    error::Result,
    session::{ClassSizes, FileName, LaidColumn, Session, class_sizes},
};

/// Trees of more values are not told for editing.
const MOST_LEAVES: usize = 2000;
/// Labels of a level that are told as examples.
const EXAMPLES: usize = 6;
/// Classes of fewer rows are small, unless the spec says another k.
const USUAL_K: u64 = 5;

/// What to build.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// For which column.
    column: String,
    /// How, as a spec has it; a sensible one if left out.
    hierarchy: Option<HierarchySpec>,
}

/// A hierarchy that covers its column.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Built {
    /// How it is made, in words.
    pub recipe: String,
    /// Its levels, the lowest first.
    pub levels: Vec<Level>,
    /// All of it as a spec writes a tree, if it is not too large.
    pub tree: Option<Value>,
}

/// A level of a hierarchy.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Level {
    /// Its labels.
    pub labels: usize,
    /// Some of them.
    pub examples: Vec<String>,
}

/// Levels to try.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Levels {
    /// The level of each quasi column; 0 for those that are not named.
    levels: BTreeMap<String, u8>,
}

/// Builds a hierarchy, and says whether it covers its column.
pub async fn build(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
    Json(Build { column, hierarchy }): Json<Build>,
) -> Result<Json<Built>> {
    let session = app.sessions.find(&session)?;
    aside(move || Ok(told(&*laid(&session, &column, hierarchy)?))).await
}

/// The classes that levels make.
pub async fn classes(
    State(app): State<Arc<App>>,
    Path((_, session)): Path<(String, String)>,
    Json(Levels { levels }): Json<Levels>,
) -> Result<Json<ClassSizes>> {
    let session = app.sessions.find(&session)?;
    aside(move || {
        let source = session.source()?;
        let spec = spec(&session)?;
        let quasi = spec.columns.iter().filter(|(_, column)| column.role.0 == Role::Quasi);
        let columns = quasi.map(|(name, column)| {
            let level = levels.get(name).copied().unwrap_or(0);
            Ok((laid(&session, name, column.hierarchy.clone())?, coded(&source, name)?, level))
        });
        let columns = columns.collect::<Result<Vec<_>>>()?;
        let columns: Vec<_> = columns.iter().map(|(laid, coded, level)| (&**laid, *coded, *level)).collect();
        Ok(class_sizes(&columns, source.rows(), spec.privacy.k.unwrap_or(USUAL_K)))
    })
    .await
}

fn spec(session: &Session) -> Result<Spec> {
    session.runnable(FilePath::new(""))
}

/// A column under a hierarchy, made once for as long as nothing changes.
fn laid(session: &Session, name: &str, mut using: Option<HierarchySpec>) -> Result<Arc<LaidColumn>> {
    let source = session.source()?;
    let column = coded(&source, name)?;
    let key = (name.to_owned(), json!(using).to_string());
    if let Some(known) = session.state().laid.get(&key) {
        return Ok(Arc::clone(known));
    }
    if let Some(file) = using.as_mut().and_then(|using| using.file.as_mut()) {
        let path = session.files().join(FileName::parse(file)?.as_str());
        *file = path.display().to_string();
    }
    let built = hierarchies::build(&spec(session)?.input, name, using)?;
    let laid = Arc::new(LaidColumn::new(built.hierarchy, built.recipe, column));
    session.state().laid.insert(key, Arc::clone(&laid));
    Ok(laid)
}

fn told(laid: &LaidColumn) -> Built {
    let hierarchy = &laid.hierarchy;
    let level = |level: u8| {
        let labels = hierarchy.labels(level);
        let examples = hierarchy.labels(level).flatten().take(EXAMPLES).map(str::to_owned);
        Level { labels: labels.len(), examples: examples.collect() }
    };
    let tree = (hierarchy.leaves() <= MOST_LEAVES).then(|| tree(hierarchy));
    Built { recipe: laid.recipe.clone(), levels: (0..=hierarchy.height()).map(level).collect(), tree }
}

/// The groups below the root, each with its groups or values. A label that only repeats the one below is left out.
fn tree(hierarchy: &Hierarchy) -> Value {
    let mut root = Value::Null;
    for path in hierarchy.paths() {
        let labels: Vec<&str> = path.iter().flatten().map(|label| &**label).collect();
        let Some((leaf, above)) = labels.split_first() else { continue };
        let mut groups: Vec<&str> = above.iter().rev().skip(1).copied().collect();
        groups.dedup();
        if groups.last() == Some(leaf) {
            groups.pop();
        }
        put(&mut root, &groups, leaf);
    }
    root
}

fn put(node: &mut Value, groups: &[&str], leaf: &str) {
    let Some((group, rest)) = groups.split_first() else {
        match node {
            Value::Array(values) => values.push(json!(leaf)),
            Value::Object(children) => drop(children.insert(leaf.to_owned(), json!([leaf]))),
            _ => *node = json!([leaf]),
        }
        return;
    };
    if let Value::Array(values) = node {
        let alone =
            values.drain(..).map(|value| (value.as_str().unwrap_or_default().to_owned(), json!([value])));
        *node = Value::Object(alone.collect());
    }
    if node.is_null() {
        *node = Value::Object(Map::new());
    }
    put(node.as_object_mut().expect("it was made one").entry(*group).or_insert(Value::Null), rest, leaf);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hierarchy(rows: &[&[&str]]) -> Hierarchy {
        let path = |row: &&[&str]| row.iter().map(|label| Some((*label).into())).collect();
        Hierarchy::from_paths(rows.iter().map(path).collect()).expect("a hierarchy")
    }

    #[test]
    fn a_tree_names_its_groups() {
        let found = tree(&hierarchy(&[&["a", "x", "*"], &["b", "x", "*"], &["c", "y", "*"]]));
        assert_eq!(found, json!({ "x": ["a", "b"], "y": ["c"] }));
    }

    #[test]
    fn values_below_the_root_alone_are_a_list() {
        assert_eq!(tree(&hierarchy(&[&["a", "*"], &["b", "*"]])), json!(["a", "b"]));
    }

    #[test]
    fn labels_that_repeat_are_left_out() {
        let found = tree(&hierarchy(&[&["a", "x", "x", "*"], &["b", "x", "x", "*"], &["c", "c", "c", "*"]]));
        assert_eq!(found, json!({ "x": ["a", "b"], "c": ["c"] }));
    }
}
