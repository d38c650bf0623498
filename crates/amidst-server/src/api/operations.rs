//! Every operation of the API: what it is called, what it takes and what it answers.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Value, json};

use super::{
    hierarchy::{Build, Built, Levels},
    jobs::Begin,
    sessions::SessionView,
    spec::SpecChange,
    table::{Named, OfColumn, OfColumns, Rows},
};
use crate::{
    job::JobView,
    session::{ClassSizes, CrossTable, Page, ValueCounts},
};

/// One operation.
pub struct Operation {
    /// In small letters, as OpenAPI has it.
    pub method: &'static str,
    /// Below the token.
    pub path: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// The schema of what stands behind `?` in its address.
    pub query: Option<Value>,
    /// The schema of its question.
    pub question: Option<Value>,
    /// The schema of its answer; `None`: bytes of a file.
    pub answer: Option<Value>,
}

/// All of them, and the schemas that they refer to.
pub fn operations() -> (Vec<Operation>, Value) {
    let settings = SchemaSettings::openapi3();
    let mut schemas = Schemas(settings.into_generator());
    let all = schemas.operations();
    let definitions = json!(schemas.0.take_definitions(true));
    (all, definitions)
}

struct Schemas(SchemaGenerator);

impl Schemas {
    fn of<T: JsonSchema>(&mut self) -> Option<Value> {
        Some(self.0.subschema_for::<T>().to_value())
    }

    fn operations(&mut self) -> Vec<Operation> {
        let any = || Some(json!({}));
        let file = || Some(json!({ "type": "string", "format": "binary" }));
        let mut all = Vec::new();
        let mut add = |method, path, summary, query, question, answer| {
            all.push(Operation { method, path, summary, query, question, answer });
        };
        add("get", "/api/openapi.json", "This document", None, None, any());
        add("get", "/api/catalog", "What a spec may name", None, None, any());
        add("post", "/api/sessions", "Begin a session", None, None, self.of::<SessionView>());
        add("get", "/api/sessions/{session}", "A session and its spec", None, None, self.of::<SessionView>());
        add("delete", "/api/sessions/{session}", "End a session and remove its files", None, None, any());
        add(
            "put",
            "/api/sessions/{session}/table",
            "Hand a table over",
            self.of::<Named>(),
            file(),
            self.of::<SessionView>(),
        );
        add(
            "put",
            "/api/sessions/{session}/files/{name}",
            "Hand another file over",
            None,
            file(),
            self.of::<SessionView>(),
        );
        add("get", "/api/sessions/{session}/profile", "What a first look found", None, None, any());
        add(
            "get",
            "/api/sessions/{session}/rows",
            "A page of rows",
            self.of::<Rows>(),
            None,
            self.of::<Page>(),
        );
        add(
            "get",
            "/api/sessions/{session}/values",
            "The values of a column",
            self.of::<OfColumn>(),
            None,
            self.of::<ValueCounts>(),
        );
        add(
            "get",
            "/api/sessions/{session}/cross",
            "Two columns against each other",
            self.of::<OfColumns>(),
            None,
            self.of::<CrossTable>(),
        );
        add(
            "put",
            "/api/sessions/{session}/spec",
            "Change the spec",
            None,
            self.of::<SpecChange>(),
            self.of::<SessionView>(),
        );
        add(
            "post",
            "/api/sessions/{session}/undo",
            "Take the last change back",
            None,
            None,
            self.of::<SessionView>(),
        );
        add("post", "/api/sessions/{session}/redo", "Make it again", None, None, self.of::<SessionView>());
        add(
            "post",
            "/api/sessions/{session}/hierarchy",
            "Build a hierarchy for a column",
            None,
            self.of::<Build>(),
            self.of::<Built>(),
        );
        add(
            "post",
            "/api/sessions/{session}/classes",
            "The classes that levels make",
            None,
            self.of::<Levels>(),
            self.of::<ClassSizes>(),
        );
        add(
            "post",
            "/api/sessions/{session}/jobs",
            "Begin a job",
            None,
            self.of::<Begin>(),
            self.of::<JobView>(),
        );
        add(
            "get",
            "/api/sessions/{session}/jobs/{job}",
            "A job, with its answer once it has one",
            None,
            None,
            self.of::<JobView>(),
        );
        add(
            "post",
            "/api/sessions/{session}/jobs/{job}/cancel",
            "End a job and leave nothing",
            None,
            None,
            self.of::<JobView>(),
        );
        add(
            "post",
            "/api/sessions/{session}/jobs/{job}/finish",
            "End a search with the best so far",
            None,
            None,
            self.of::<JobView>(),
        );
        add(
            "get",
            "/api/sessions/{session}/released/{name}",
            "Download a file of the last release",
            None,
            None,
            None,
        );
        all
    }
}
