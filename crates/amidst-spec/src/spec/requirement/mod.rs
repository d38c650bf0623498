//! A requirement as a spec or a flag spells it: unchecked. What each model takes stands in its description.

mod schema;
mod written;

use std::{collections::BTreeMap, str::FromStr};

use amidst_core::{
    Error as CoreError, ModelParams,
    model::{ModelColumn, Population, Scope},
    near::did_you_mean,
    parameter::{ParamInfo, ParamKind, ParamProblem, ParamValue, Parameters},
};
use amidst_models::{Entry, find};
use serde::Deserialize;

pub(crate) use self::written::described;
use super::split;
use crate::{Error, Result};

/// One requirement: a privacy model, where it looks, and the model's own parameters.
///
/// In a spec the parameters of our models stand beside `model`, those of a user's model in `parameters`.
///
/// # Example
/// ```
/// use amidst_spec::spec::Requirement;
/// let requirement = Requirement::new("t-closeness").with("t", 0.2).of_column("disease");
/// assert_eq!("t-closeness column=disease t=0.2".parse(), Ok(requirement));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Requirement {
    /// The model's id.
    pub model: String,
    /// The column it looks at; the sensitive one, if there is only one and it is left out.
    pub column: Option<String>,
    /// Whether the other sensitive columns join the quasi-identifier when this one is looked at.
    pub joint: bool,
    /// A table of the whole population, with the same quasi columns.
    pub population: Option<String>,
    /// What is said of the model's own parameters, by name.
    pub parameters: BTreeMap<String, ParamValue>,
}

impl Requirement {
    /// A model by its id, of which nothing else is said.
    pub fn new(model: &str) -> Self {
        Self { model: model.into(), ..Self::default() }
    }

    /// The same with a number for one of the model's parameters.
    pub fn with(mut self, name: &str, number: f64) -> Self {
        self.parameters.insert(name.into(), ParamValue::Number(number));
        self
    }

    /// The same of a column.
    pub fn of_column(self, column: &str) -> Self {
        Self { column: Some(column.into()), ..self }
    }

    /// k-anonymity, of people if a column tells them apart.
    pub fn k_anonymity(k: u64, respondent: Option<String>) -> Self {
        Self { column: respondent, ..Self::new("k-anonymity").with("k", k as f64) }
    }

    /// Its k, if it says one.
    pub fn k(&self) -> Option<u64> {
        match self.parameters.get("k") {
            Some(ParamValue::Number(k)) => Some(*k as u64),
            _ => None,
        }
    }

    /// Whether its model compares the rows of a release with those of the original.
    pub fn is_of_links(&self) -> bool {
        find(&self.model).is_some_and(|entry| entry.info.scope == Scope::Original)
    }

    /// What is asked for, in the literature's words.
    ///
    /// # Errors
    /// If there is no such model, or a parameter is missing, not the model's or out of range.
    pub fn params(&self) -> Result<ModelParams> {
        let (entry, parameters) = self.check()?;
        let asked = entry.params(&parameters);
        amidst_models::in_range(&asked)?;
        Ok(asked)
    }

    /// The same where survey weights say how many people rows are estimated to stand for, and nothing else is known of the
    /// population.
    ///
    /// # Errors
    /// As [`Requirement::params`], and if its model needs a population that is counted.
    pub fn params_by_weight(&self) -> Result<ModelParams> {
        let (_, parameters) = self.check()?;
        match self.params()? {
            asked if self.population.is_some() || !asked.needs_population() => Ok(asked),
            ModelParams::KMap { k, .. } => {
                let significance = parameters.number("significance");
                let asked = ModelParams::KMap { k, population: Population::Weighted { significance } };
                amidst_models::in_range(&asked)?;
                Ok(asked)
            }
            _ => Err(self.wrong(
                "it compares counts, and survey weights are estimates; give it a table of the population, or known counts of \
                 people as population_count",
            )),
        }
    }

    /// Refuses unknown models, and parameters that are missing, another model's or not what they may be.
    fn check(&self) -> Result<(&'static Entry, Parameters)> {
        let Some(entry) = find(&self.model) else {
            let ids = amidst_models::names();
            return Err(Error::bad_value(
                "model",
                format!(
                    "model = {:?}{}: choose one of {}",
                    self.model,
                    did_you_mean(&self.model, &ids),
                    ids.join(", ")
                ),
            ));
        };
        let (keys, given) = (entry.info.keys(), self.given());
        if entry.info.column == ModelColumn::Named && self.column.is_none() {
            return Err(self.wrong("it lacks its column; add column = \"disease\""));
        }
        if let Some(strange) = given.iter().find(|name| !keys.contains(name)) {
            let own = keys.join(", ");
            return Err(self.wrong(&format!("it has no {strange}; its parameters are {own}")));
        }
        Ok((entry, self.parameters(entry.info.parameters)?))
    }

    /// The parameters that are described, as they are said, or their defaults.
    ///
    /// # Errors
    /// If one is missing or not what it may be.
    pub(crate) fn parameters(&self, described: &[ParamInfo]) -> Result<Parameters> {
        let said = |name: &str| self.parameters.get(name).cloned();
        Parameters::check(described, said).map_err(|problem| match problem {
            ParamProblem::Lacking(ParamInfo { name, example: "", doc, .. }) => {
                self.wrong(&format!("it lacks its parameter {name} ({doc})"))
            }
            ParamProblem::Lacking(ParamInfo { name, example, .. }) => {
                self.wrong(&format!("it lacks its {name}; add {name} = {example}"))
            }
            ParamProblem::Wrong { name, value, expected } => {
                CoreError::Parameter { name, value: value.to_string(), expected }.into()
            }
        })
    }

    /// The keys that are there besides `model`.
    pub(crate) fn given(&self) -> Vec<&str> {
        let places = [
            ("column", self.column.is_some()),
            ("population", self.population.is_some()),
            ("joint", self.joint),
        ];
        let places = places.into_iter().filter(|(_, given)| *given).map(|(name, _)| name);
        self.parameters.keys().map(String::as_str).chain(places).collect()
    }

    pub(crate) fn wrong(&self, what: &str) -> Error {
        Error::bad_value("model", format!("model = {:?}: {what}", self.model))
    }
}

impl FromStr for Requirement {
    type Err = String;

    /// Reads a flag: the model's id and its parameters, such as `entropy-l-diversity column=disease l=3`. A value with
    /// spaces stands in double quotes, `column="blood type"`, in which a quote or a backslash has a backslash before it.
    /// Several values are joined by `|`; `\\|` is part of a value.
    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let mut words = words(text)?.into_iter();
        let model = words.next().ok_or("a requirement begins with a model, such as t-closeness t=0.2")?;
        let described = find(&model).map_or(&[][..], |entry| entry.info.parameters);
        let mut fields = toml::Table::new();
        fields.insert("model".into(), model.into());
        for word in words {
            let (name, value) = word.split_once('=').ok_or_else(|| {
                format!("{word:?} in a requirement: write parameters as name=value, such as l=3")
            })?;
            let kind = described.iter().find(|info| info.name == name).map(|info| info.kind);
            let text_value = || toml::Value::from(value);
            let read = match (name, kind) {
                ("column" | "population", _) | (_, Some(ParamKind::Word(_) | ParamKind::Text)) => {
                    text_value()
                }
                ("joint", _) => value.parse::<bool>().map_or_else(|_| text_value(), toml::Value::from),
                (_, Some(ParamKind::List(_))) => {
                    split(value, '|').into_iter().map(toml::Value::from).collect::<Vec<_>>().into()
                }
                (_, Some(kind)) => match value.parse::<f64>() {
                    Ok(number) => number.into(),
                    Err(_) => return Err(format!("{text:?}: {name} must be {kind}")),
                },
                (_, None) => value.parse::<f64>().map_or_else(|_| text_value(), toml::Value::from),
            };
            if fields.insert(name.into(), read).is_some() {
                return Err(format!("{name} is there twice in a requirement; say it once"));
            }
        }
        Self::deserialize(fields)
            .map_err(|error| format!("{text:?}: {}", super::mistakes::describe(&error.to_string())))
    }
}

/// Words apart by spaces, except within double quotes; there a backslash stands before a quote or another backslash that
/// is part of the word.
fn words(text: &str) -> std::result::Result<Vec<String>, String> {
    let (mut words, mut word, mut is_quoted) = (Vec::new(), String::new(), false);
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '\\' if is_quoted && matches!(signs.peek(), Some('"' | '\\')) => word.extend(signs.next()),
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(std::mem::take(&mut word)),
            sign => word.push(sign),
        }
    }
    if is_quoted {
        return Err(format!("{text}: a quote in this requirement is not closed; write column=\"a b\""));
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    Ok(words)
}

#[cfg(test)]
mod tests {
    use amidst_core::{model::Distance, parameter::ParamDefault};

    use super::*;

    fn asked(text: &str) -> std::result::Result<ModelParams, String> {
        text.parse::<Requirement>()?.params().map_err(|error| error.to_string())
    }

    #[test]
    fn flags_spell_every_parameter() {
        let requirement: Requirement = "entropy-l-diversity column=\"blood type\" l=2.5".parse().unwrap();
        assert_eq!(requirement.column.as_deref(), Some("blood type"));
        assert_eq!(requirement.params().unwrap(), ModelParams::EntropyL { l: 2.5 });
        let alpha = asked("alpha-k alpha=0.4 k=3 values=HIV|flu").unwrap();
        assert_eq!(alpha, ModelParams::AlphaK { alpha: 0.4, k: 3, values: vec!["HIV".into(), "flu".into()] });
        let gaps = asked("t-closeness-ordered t=0.15 order=gaps").unwrap();
        assert_eq!(gaps, ModelParams::TCloseness { t: 0.15, distance: Distance::Numeric });
    }

    #[test]
    fn a_column_may_have_any_name() {
        let column = |text: &str| text.parse::<Requirement>().unwrap().column.unwrap();
        for name in ["blood type", "a=b", "a,b", "it's", "c:\\d", "na|me", " "] {
            assert_eq!(column(&format!("t-closeness t=0.2 column=\"{}\"", name.replace('\\', "\\\\"))), name);
        }
        assert_eq!(column(r#"t-closeness column="say \"hi\"" t=0.2"#), "say \"hi\"");
        assert_eq!(column(r"t-closeness column=c:\d t=0.2"), r"c:\d");
        let values: Requirement = r#"alpha-k alpha=0.4 k=3 values="a b|c\|d""#.parse().unwrap();
        assert_eq!(values.parameters["values"], ParamValue::Texts(vec!["a b".into(), "c|d".into()]));
        assert!("t-closeness column=\"a b t=0.2".parse::<Requirement>().unwrap_err().contains("not closed"));
    }

    #[test]
    fn ids_are_those_of_what_is_asked_and_parameters_are_those_described() {
        for Entry { info, .. } in amidst_models::ALL {
            let needed = info.parameters.iter().filter(|it| it.default == ParamDefault::Required);
            let parameters: Vec<String> = needed.map(|it| format!("{}={}", it.name, it.example)).collect();
            let column = if info.column == ModelColumn::Named { "column=x" } else { "" };
            let asked = asked(&format!("{} {} {column}", info.id, parameters.join(" "))).unwrap();
            assert_eq!(asked.id(), info.id);
            assert_eq!(
                asked.needs_column(),
                matches!(info.column, ModelColumn::Named | ModelColumn::Sensitive),
                "{}",
                info.id
            );
            assert_eq!(asked.needs_population(), info.population, "{}", info.id);
            assert_eq!(asked.is_of_links(), info.scope == Scope::Original, "{}", info.id);
            for (name, _) in asked.parameters() {
                assert!(info.parameters.iter().any(|it| it.name == name), "{} {name}", info.id);
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in [
            "alpha-k column=ill alpha=0.4 k=3 values=HIV|flu",
            "k-map k=5 fraction=0.1",
            "t-closeness t=0.2 joint=true",
        ] {
            let requirement: Requirement = text.parse().unwrap();
            let written = toml::to_string(&requirement).unwrap();
            assert_eq!(toml::from_str::<Requirement>(&written).unwrap(), requirement, "{written}");
        }
        let own = Requirement::new("largest-share").with("share", 0.5);
        let written = toml::to_string(&own).unwrap();
        assert!(written.contains("[parameters]"), "{written}");
        assert_eq!(toml::from_str::<Requirement>(&written).unwrap(), own);
    }

    #[test]
    fn wrong_parameters_are_refused_in_words() {
        let message = |text: &str| asked(text).unwrap_err();
        assert!(message("q-anonymity").starts_with(
            "model = \"q-anonymity\" (did you mean \"k-anonymity\"?): choose one of k-anonymity, personal-k"
        ));
        assert_eq!(message("t-closeness"), "model = \"t-closeness\": it lacks its t; add t = 0.2");
        assert_eq!(
            message("k-anonymity k=3 l=2"),
            "model = \"k-anonymity\": it has no l; its parameters are k, column"
        );
        assert_eq!(
            message("distinct-l-diversity l=2.5"),
            "l = 2.5: a whole number of values, at least 1; 2 is the least that hides one"
        );
        assert!(
            message("t-closeness t").starts_with("\"t\" in a requirement: write parameters as name=value")
        );
        assert!(message("t-closeness t=a").contains("t-closeness t=a"));
        assert_eq!(message("k-anonymity k=2 k=3"), "k is there twice in a requirement; say it once");
    }
}
