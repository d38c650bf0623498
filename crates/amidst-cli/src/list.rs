//! `amidst list`: what a spec may name, from the descriptions that specs are checked by.

use std::{fmt::Write, process::ExitCode};

use amidst::{
    advanced::catalog::{
        self, BuilderInfo, Guarantee, MeasureInfo, Method, ModelColumn, ModelInfo, Scope, SolverInfo,
    },
    parameter::{ParamDefault, ParamInfo},
};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

/// Arguments of `amidst list`.
#[derive(Args)]
pub struct List {
    /// What to list.
    #[arg(value_enum)]
    what: What,
    /// Only this one, by its id.
    id: Option<String>,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// What a spec may name.
#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Privacy models, for `require`.
    Models,
    /// Measures of loss, for `objective` and `prefer`.
    Measures,
    /// Algorithms, for `algorithm`.
    Algorithms,
    /// Ways to make a hierarchy, for `hierarchy`.
    Hierarchies,
}

/// One of them, ready to be shown.
struct Shown {
    id: &'static str,
    doc: &'static str,
    /// What is said in one line each: a name, and what it means.
    lines: Vec<(&'static str, String)>,
    json: Value,
}

/// Prints what there is.
pub fn run(args: &List) -> anyhow::Result<ExitCode> {
    let (name, mut all): (&str, Vec<Shown>) = match args.what {
        What::Models => ("models", catalog::models().iter().map(of_model).collect()),
        What::Measures => ("measures", catalog::measures().iter().map(of_measure).collect()),
        What::Algorithms => ("algorithms", catalog::algorithms().iter().map(of_algorithm).collect()),
        What::Hierarchies => ("hierarchies", catalog::hierarchies().iter().map(of_builder).collect()),
    };
    if let Some(id) = &args.id {
        let ids: Vec<&str> = all.iter().map(|one| one.id).collect();
        anyhow::ensure!(ids.contains(&id.as_str()), "there is no {id:?} among {name}: {}", ids.join(", "));
        all.retain(|one| one.id == id);
    }
    let text = match args.json {
        true => {
            let all: Vec<Value> = all.into_iter().map(|one| one.json).collect();
            format!("{:#}\n", json!({ "version": 1, name: all }))
        }
        false => text(&all)?,
    };
    crate::print(&text)
}

fn text(all: &[Shown]) -> anyhow::Result<String> {
    let mut text = String::new();
    for one in all {
        writeln!(text, "{}: {}", one.id, one.doc)?;
        let width = one.lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, what) in &one.lines {
            writeln!(text, "  {name:width$}  {what}")?;
        }
    }
    Ok(text)
}

fn of_model(info: &ModelInfo) -> Shown {
    let mut lines: Vec<(&str, String)> = info.parameters.iter().map(of_parameter).collect();
    if info.population {
        lines.push(("population", "a table of the population with the same quasi columns".into()));
    }
    let column = match info.column {
        ModelColumn::None => None,
        ModelColumn::Optional => Some("the column it looks at, if it is to look at one"),
        ModelColumn::Named => Some("the column it looks at"),
        ModelColumn::Sensitive => Some("the column it looks at; each sensitive one if left out"),
    };
    lines.extend(column.map(|what| ("column", what.to_owned())));
    if info.column == ModelColumn::Sensitive {
        lines.push((
            "joint",
            "whether the other sensitive columns join the quasi-identifier (default false)".into(),
        ));
    }
    let scope = match info.scope {
        Scope::Class => "class",
        Scope::Table => "table",
        Scope::Original => "original",
    };
    let json = json!({
        "id": info.id, "doc": info.doc, "judges": scope, "keys": info.keys(), "parameters": parameters(info.parameters),
    });
    Shown { id: info.id, doc: info.doc, lines, json }
}

fn of_measure(info: &MeasureInfo) -> Shown {
    let aggregate =
        info.aggregate.map(|usual| ("aggregate", format!("how columns become one (default {usual})")));
    let target = info.needs_target.then(|| ("target", "the column that is to be predicted".to_owned()));
    let json = json!({
        "id": info.id, "doc": info.doc, "aggregate": info.aggregate, "needs_target": info.needs_target,
    });
    Shown { id: info.id, doc: info.doc, lines: aggregate.into_iter().chain(target).collect(), json }
}

fn of_algorithm(info: &SolverInfo) -> Shown {
    let method = match info.method {
        Method::GlobalRecoding => "global recoding",
        Method::Cuts => "global recoding by cuts",
        Method::LocalRecoding => "local recoding",
        Method::LocalSuppression => "local suppression",
        Method::Microaggregation => "microaggregation",
        Method::Links => "local recoding without classes",
        Method::Bucketization => "bucketization",
    };
    let guarantee = match info.guarantee {
        Guarantee::Optimal => "the best",
        Guarantee::LeastHeight => "the least height",
        Guarantee::Approximation => "one within a proved factor of the best",
        Guarantee::Heuristic => "a good one",
    };
    let said = [("method", method.to_owned()), ("finds", guarantee.to_owned())];
    let lines = said.into_iter().chain(info.parameters.iter().map(of_parameter)).collect();
    let json = json!({
        "id": info.id, "doc": info.doc, "method": method, "finds": guarantee, "parameters": parameters(info.parameters),
    });
    Shown { id: info.id, doc: info.doc, lines, json }
}

fn of_builder(info: &BuilderInfo) -> Shown {
    let takes = (info.key, info.takes.to_owned());
    let lines = std::iter::once(takes).chain(info.parameters.iter().map(of_parameter)).collect();
    let json = json!({
        "id": info.key, "doc": info.doc, "takes": info.takes, "parameters": parameters(info.parameters),
    });
    Shown { id: info.key, doc: info.doc, lines, json }
}

/// A parameter in one line: what it may be, what it means, and what it is if left out.
fn of_parameter(info: &ParamInfo) -> (&'static str, String) {
    let default = match info.default {
        ParamDefault::Required => String::new(),
        ParamDefault::Absent if info.doc.contains("left out") => String::new(),
        ParamDefault::Absent => " (may be left out)".into(),
        default => format!(" (default {default})"),
    };
    (info.name, format!("{}: {}{default}", info.kind, info.doc))
}

fn parameters(all: &[ParamInfo]) -> Vec<Value> {
    let one = |info: &ParamInfo| {
        let default = match info.default {
            ParamDefault::Number(number) => json!(number),
            ParamDefault::Word(word) => json!(word),
            ParamDefault::Required | ParamDefault::Absent => Value::Null,
        };
        json!({
            "name": info.name, "kind": info.kind.to_string(), "doc": info.doc, "default": default,
            "required": info.default == ParamDefault::Required,
        })
    };
    all.iter().map(one).collect()
}

/// The ids of all algorithms, as help lists them: by what they do.
pub fn algorithms() -> String {
    let of = |methods: &[Method]| {
        let all = catalog::algorithms().into_iter().filter(|info| methods.contains(&info.method));
        either(&all.map(|info| info.id).collect::<Vec<_>>())
    };
    let cells = of(&[Method::LocalRecoding, Method::LocalSuppression, Method::Links]);
    format!(
        "For whole columns auto (the default), {}; by cuts of columns {}; cell by cell {cells}; by averages {}; in several tables {}",
        of(&[Method::GlobalRecoding]),
        of(&[Method::Cuts]),
        of(&[Method::Microaggregation]),
        of(&[Method::Bucketization])
    )
}

/// The ids of all measures, as help lists them.
pub fn measures() -> String {
    either(&catalog::measures().iter().map(|info| info.id).collect::<Vec<_>>())
}

fn either(words: &[&str]) -> String {
    match words {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}
