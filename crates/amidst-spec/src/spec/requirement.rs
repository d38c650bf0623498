//! A requirement as a spec or a flag spells it.

use std::{collections::BTreeMap, str::FromStr};

use amidst_core::{
    ModelParams,
    model::{Distance, Estimator, Links, Population},
    near::did_you_mean,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::split;
use crate::{Error, Result};

/// One requirement: a privacy model, the column it looks at, and the model's own parameters.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Requirement {
    /// The model's id: `k-anonymity`, `personal-k`, `k-per-stratum`, `k-map`, `p-sensitive`, `distinct-l-diversity`,
    /// `entropy-l-diversity`, `recursive-l-diversity`, `alpha-k`, `t-closeness`, `t-closeness-ordered`,
    /// `t-closeness-hierarchical`, `delta-disclosure`, `beta-likeness`, `enhanced-beta-likeness`, `delta-presence`,
    /// `highest-risk`, `average-risk`, `records-at-risk`, `sample-uniqueness`, `population-uniqueness`, `one-k-anonymity`,
    /// `k-one-anonymity`, `k-k-anonymity`, `global-one-k-anonymity`.
    #[schemars(extend("enum" = ids()))]
    pub model: String,
    /// The column it looks at; the sensitive one, if there is only one and it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The least number of rows in a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<u64>,
    /// p-sensitive: the least number of values in a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p: Option<u64>,
    /// ℓ-diversity: the ℓ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l: Option<f64>,
    /// Recursive ℓ-diversity: the factor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub c: Option<f64>,
    /// (α,k)-anonymity: the largest share of a value in a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha: Option<f64>,
    /// (α,k)-anonymity: the values that are sensitive; every value if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// t-closeness: the largest distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub t: Option<f64>,
    /// Ordered t-closeness: `rank` (the default), or `gaps` for the true distances of numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderedBy>,
    /// δ-disclosure: the bound on the logarithm to base 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta: Option<f64>,
    /// δ-disclosure: `fail` (the default) if a class must have every value of the column, `skip` if those it has not got
    /// are passed over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub absent: Option<Absent>,
    /// β-likeness: the largest relative gain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub beta: Option<f64>,
    /// δ-presence: the least share of the population in the table; 0 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// δ-presence: the largest share of the population in the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// Risk models: the largest chance of finding a row; `threshold` says the same.
    #[serde(alias = "threshold", skip_serializing_if = "Option::is_none")]
    pub risk: Option<f64>,
    /// Records at risk and uniqueness: the largest share of rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// k-map and δ-presence: a table of the whole population, with the same quasi columns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<String>,
    /// k-map and population uniqueness: the rows of the table over the people of the population.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f64>,
    /// Estimated k-map: the chance of an error; 0.01 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub significance: Option<f64>,
    /// Population uniqueness: `zayatz`, `snb`, `pitman`, or `dankar` (the default), which chooses among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimator: Option<EstimatorWord>,
    /// A model that is not ours: its parameters by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, f64>,
    /// Whether the other sensitive columns join the quasi-identifier when this one is looked at.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub joint: bool,
}

/// What the values of ordered t-closeness are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrderedBy {
    /// Neighbours are one rank apart.
    Rank,
    /// Numbers are apart what they differ by.
    Gaps,
}

/// What a value means that a class has not got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Absent {
    /// The class fails.
    Fail,
    /// Nothing.
    Skip,
}

/// How population uniques are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EstimatorWord {
    /// Zayatz.
    Zayatz,
    /// The slide negative binomial model.
    Snb,
    /// Pitman's model.
    Pitman,
    /// Dankar's choice among them.
    Dankar,
}

/// The ids of all models, each with the parameters it needs and those it may have.
const MODELS: [(&str, &[&str], &[&str]); 25] = [
    ("k-anonymity", &["k"], &["column"]),
    ("personal-k", &["column"], &[]),
    ("k-per-stratum", &["column", "k"], &[]),
    ("k-map", &["k"], &["population", "fraction", "significance"]),
    ("p-sensitive", &["p"], &["k", "column", "joint"]),
    ("distinct-l-diversity", &["l"], &["column", "joint"]),
    ("entropy-l-diversity", &["l"], &["column", "joint"]),
    ("recursive-l-diversity", &["c", "l"], &["column", "joint"]),
    ("alpha-k", &["alpha"], &["k", "values", "column", "joint"]),
    ("t-closeness", &["t"], &["column", "joint"]),
    ("t-closeness-ordered", &["t"], &["order", "column", "joint"]),
    ("t-closeness-hierarchical", &["t"], &["column", "joint"]),
    ("delta-disclosure", &["delta"], &["absent", "column", "joint"]),
    ("beta-likeness", &["beta"], &["column", "joint"]),
    ("enhanced-beta-likeness", &["beta"], &["column", "joint"]),
    ("delta-presence", &["max"], &["min", "population"]),
    ("highest-risk", &["risk"], &[]),
    ("average-risk", &["risk"], &[]),
    ("records-at-risk", &["risk", "share"], &[]),
    ("sample-uniqueness", &["share"], &[]),
    ("population-uniqueness", &["share", "fraction"], &["estimator"]),
    ("one-k-anonymity", &["k"], &[]),
    ("k-one-anonymity", &["k"], &[]),
    ("k-k-anonymity", &["k"], &[]),
    ("global-one-k-anonymity", &["k"], &[]),
];

/// The ids of all models that are ours.
pub(crate) fn ids() -> Vec<&'static str> {
    MODELS.iter().map(|(id, ..)| *id).collect()
}

/// The chance of an error that an estimated k-map may have, unless another is asked for.
const SIGNIFICANCE: f64 = 0.01;

impl Requirement {
    /// k-anonymity, of people if a column tells them apart.
    pub fn k_anonymity(k: u64, respondent: Option<String>) -> Self {
        Self { model: "k-anonymity".into(), k: Some(k), column: respondent, ..Self::default() }
    }

    /// Whether its model compares the rows of a release with those of the original.
    pub fn is_of_links(&self) -> bool {
        Self { k: Some(1), ..self.clone() }.params().is_ok_and(|params| params.is_of_links())
    }

    /// What is asked for, in the literature's words.
    ///
    /// # Errors
    /// If there is no such model, or a parameter is missing, not the model's or out of range.
    pub fn params(&self) -> Result<ModelParams> {
        self.check()?;
        let params = self.in_words_of_the_literature()?;
        amidst_models::in_range(&params)?;
        Ok(params)
    }

    fn in_words_of_the_literature(&self) -> Result<ModelParams> {
        let whole = |name: &str, value: Option<f64>| match value {
            Some(value) if value >= 1.0 && value.fract() == 0.0 && value < 1e15 => Ok(value as u64),
            _ => Err(self.wrong(&format!("{name} must be a whole number of at least 1"))),
        };
        let number = |value: Option<f64>| value.unwrap_or_default();
        let (k, p) = (self.k.unwrap_or(1), self.p.unwrap_or(1));
        let distance = |distance| ModelParams::TCloseness { t: number(self.t), distance };
        Ok(match self.model.as_str() {
            "k-anonymity" => ModelParams::KAnonymity { k },
            "personal-k" => ModelParams::PersonalK,
            "k-per-stratum" => ModelParams::KPerStratum { k },
            "k-map" => ModelParams::KMap { k, population: self.of_population() },
            "p-sensitive" => ModelParams::PSensitive { p, k },
            "distinct-l-diversity" => ModelParams::DistinctL { l: whole("l", self.l)? },
            "entropy-l-diversity" => ModelParams::EntropyL { l: number(self.l) },
            "recursive-l-diversity" => ModelParams::RecursiveL { c: number(self.c), l: whole("l", self.l)? },
            "alpha-k" => ModelParams::AlphaK {
                alpha: number(self.alpha),
                k,
                values: self.values.clone().unwrap_or_default(),
            },
            "t-closeness" => distance(Distance::Equal),
            "t-closeness-ordered" if self.order == Some(OrderedBy::Gaps) => distance(Distance::Numeric),
            "t-closeness-ordered" => distance(Distance::Rank),
            "t-closeness-hierarchical" => distance(Distance::Hierarchical),
            "delta-disclosure" => ModelParams::DeltaDisclosure {
                delta: number(self.delta),
                skips_absent: self.absent == Some(Absent::Skip),
            },
            "beta-likeness" => ModelParams::BetaLikeness { beta: number(self.beta), enhanced: false },
            "enhanced-beta-likeness" => ModelParams::BetaLikeness { beta: number(self.beta), enhanced: true },
            "delta-presence" => ModelParams::DeltaPresence { min: number(self.min), max: number(self.max) },
            "highest-risk" => ModelParams::HighestRisk { risk: number(self.risk) },
            "average-risk" => ModelParams::AverageRisk { risk: number(self.risk) },
            "records-at-risk" => {
                ModelParams::RecordsAtRisk { risk: number(self.risk), share: number(self.share) }
            }
            "sample-uniqueness" => ModelParams::SampleUniqueness { share: number(self.share) },
            "one-k-anonymity" => ModelParams::Links { k, kind: Links::OneK },
            "k-one-anonymity" => ModelParams::Links { k, kind: Links::KOne },
            "k-k-anonymity" => ModelParams::Links { k, kind: Links::KK },
            "global-one-k-anonymity" => ModelParams::Links { k, kind: Links::GlobalOneK },
            _ => ModelParams::PopulationUniqueness {
                share: number(self.share),
                estimator: self.estimator.unwrap_or(EstimatorWord::Dankar).into(),
                fraction: number(self.fraction),
            },
        })
    }

    /// The same where survey weights say how many people rows are estimated to stand for, and nothing else is known of the
    /// population.
    ///
    /// # Errors
    /// As [`Requirement::params`], and if its model needs a population that is counted.
    pub fn params_by_weight(&self) -> Result<ModelParams> {
        match self.params()? {
            params if self.population.is_some() || !params.needs_population() => Ok(params),
            ModelParams::KMap { k, .. } => {
                let significance = self.significance.unwrap_or(SIGNIFICANCE);
                let params = ModelParams::KMap { k, population: Population::Weighted { significance } };
                amidst_models::in_range(&params)?;
                Ok(params)
            }
            _ => Err(self.wrong(
                "it compares counts, and survey weights are estimates; give it a table of the population, or known counts of \
                 people as population_count",
            )),
        }
    }

    fn of_population(&self) -> Population {
        match self.fraction {
            None => Population::Counted,
            Some(fraction) => {
                Population::Estimated { fraction, significance: self.significance.unwrap_or(SIGNIFICANCE) }
            }
        }
    }

    /// Refuses unknown models, and parameters that are missing or another model's.
    fn check(&self) -> Result<()> {
        let Some((_, needed, allowed)) = MODELS.iter().find(|(id, ..)| *id == self.model) else {
            let ids = ids();
            return Err(Error::Setting(format!(
                "model = {:?}{}: choose one of {}",
                self.model,
                did_you_mean(&self.model, &ids),
                ids.join(", ")
            )));
        };
        let given = self.given();
        if let Some(lacking) = needed.iter().find(|name| !given.contains(name)) {
            let example = match *lacking {
                "column" => "column = \"disease\"",
                "k" => "k = 5",
                "l" => "l = 3",
                "p" => "p = 2",
                "c" => "c = 3",
                "fraction" => "fraction = 0.01, the rows of the table over the people of the population",
                "delta" | "beta" => {
                    return Err(self.wrong(&format!("it lacks its {lacking}; add {lacking} = 1")));
                }
                other => return Err(self.wrong(&format!("it lacks its {other}; add {other} = 0.2"))),
            };
            return Err(self.wrong(&format!("it lacks its {lacking}; add {example}")));
        }
        let strange = given.iter().find(|name| !needed.contains(name) && !allowed.contains(name));
        match strange {
            None => Ok(()),
            Some(strange) => {
                let own = [*needed, *allowed].concat().join(", ");
                Err(self.wrong(&format!("it has no {strange}; its parameters are {own}")))
            }
        }
    }

    /// The names of the parameters that are there.
    pub(crate) fn given(&self) -> Vec<&'static str> {
        let all = [
            ("column", self.column.is_some()),
            ("k", self.k.is_some()),
            ("p", self.p.is_some()),
            ("l", self.l.is_some()),
            ("c", self.c.is_some()),
            ("alpha", self.alpha.is_some()),
            ("values", self.values.is_some()),
            ("t", self.t.is_some()),
            ("order", self.order.is_some()),
            ("delta", self.delta.is_some()),
            ("absent", self.absent.is_some()),
            ("beta", self.beta.is_some()),
            ("min", self.min.is_some()),
            ("max", self.max.is_some()),
            ("risk", self.risk.is_some()),
            ("share", self.share.is_some()),
            ("population", self.population.is_some()),
            ("fraction", self.fraction.is_some()),
            ("significance", self.significance.is_some()),
            ("estimator", self.estimator.is_some()),
            ("parameters", !self.parameters.is_empty()),
            ("joint", self.joint),
        ];
        all.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect()
    }

    pub(crate) fn wrong(&self, what: &str) -> Error {
        Error::Setting(format!("model = {:?}: {what}", self.model))
    }
}

impl From<EstimatorWord> for Estimator {
    fn from(word: EstimatorWord) -> Self {
        match word {
            EstimatorWord::Zayatz => Self::Zayatz,
            EstimatorWord::Snb => Self::Snb,
            EstimatorWord::Pitman => Self::Pitman,
            EstimatorWord::Dankar => Self::Dankar,
        }
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
        let mut fields = toml::Table::new();
        fields.insert("model".into(), model.into());
        for word in words {
            let (name, value) = word.split_once('=').ok_or_else(|| {
                format!("{word:?} in a requirement: write parameters as name=value, such as l=3")
            })?;
            let text = || toml::Value::from(value);
            let value = match name {
                "column" | "population" | "order" | "estimator" | "absent" => text(),
                "values" => split(value, '|').into_iter().map(toml::Value::from).collect::<Vec<_>>().into(),
                "k" | "p" => value.parse::<i64>().map_or_else(|_| text(), toml::Value::from),
                "joint" => value.parse::<bool>().map_or_else(|_| text(), toml::Value::from),
                _ => value.parse::<f64>().map_or_else(|_| text(), toml::Value::from),
            };
            if fields.insert(name.into(), value).is_some() {
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
    use super::*;

    fn params(text: &str) -> std::result::Result<ModelParams, String> {
        text.parse::<Requirement>()?.params().map_err(|error| error.to_string())
    }

    #[test]
    fn flags_spell_every_parameter() {
        let requirement: Requirement = "entropy-l-diversity column=\"blood type\" l=2.5".parse().unwrap();
        assert_eq!(requirement.column.as_deref(), Some("blood type"));
        assert_eq!(requirement.params().unwrap(), ModelParams::EntropyL { l: 2.5 });
        let alpha = params("alpha-k alpha=0.4 k=3 values=HIV|flu").unwrap();
        assert_eq!(alpha, ModelParams::AlphaK { alpha: 0.4, k: 3, values: vec!["HIV".into(), "flu".into()] });
        let gaps = params("t-closeness-ordered t=0.15 order=gaps").unwrap();
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
        assert_eq!(values.values.unwrap(), ["a b", "c|d"]);
        assert!("t-closeness column=\"a b t=0.2".parse::<Requirement>().unwrap_err().contains("not closed"));
    }

    #[test]
    fn ids_are_those_of_what_is_asked() {
        for (id, needed, _) in MODELS {
            let parameters: Vec<String> = needed.iter().map(|name| format!("{name}=1")).collect();
            assert_eq!(params(&format!("{id} {}", parameters.join(" "))).unwrap().id(), id);
        }
    }

    #[test]
    fn wrong_parameters_are_refused_in_words() {
        let message = |text: &str| params(text).unwrap_err();
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
            "model = \"distinct-l-diversity\": l must be a whole number of at least 1"
        );
        assert!(
            message("t-closeness t").starts_with("\"t\" in a requirement: write parameters as name=value")
        );
        assert!(message("t-closeness t=a").contains("t-closeness t=a"));
        assert_eq!(message("k-anonymity k=2 k=3"), "k is there twice in a requirement; say it once");
    }
}
