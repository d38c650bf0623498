//! What was asked and what was reached: k, and every further requirement.

use amidst_audit::Number;
use amidst_spec::{
    as_map,
    combinations::CombinationResults,
    requirements::BoundRequirement,
    spec::{BY_ROWS, PROFILE},
};
use serde::{Deserialize, Serialize, Serializer, ser::SerializeSeq};

/// Each requirement and what was reached. In JSON one list, k first.
#[derive(Clone, Debug, PartialEq)]
pub struct Privacy {
    /// k, of all quasi columns together or of combinations.
    pub k: KResult,
    /// What was asked besides.
    pub models: Vec<ModelResult>,
}

/// k and what was reached.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KResult {
    /// The model's id.
    pub model: String,
    /// What was asked; of combinations, the least that was asked of any.
    pub asked: u64,
    /// What the written file has; of combinations, the least that any has.
    pub reached: u64,
    /// Whether that is enough.
    pub holds: bool,
    /// Where it was asked of combinations of quasi columns instead of all together: each of them, and all together.
    #[serde(flatten)]
    pub combined: Option<CombinationResults>,
}

/// A further requirement and what was reached.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ModelResult {
    /// The model's id.
    pub model: String,
    /// The column it looks at, if it looks at one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// Its parameters by name.
    #[serde(serialize_with = "as_map")]
    pub parameters: Vec<(String, Number)>,
    /// The columns that joined the quasi-identifier.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub within: Vec<String>,
    /// What the column names, where that is what is counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<&'static str>,
    /// What was asked.
    pub asked: Number,
    /// What the worst class has, or all together; nothing if no class is released.
    pub reached: Option<Number>,
    /// Whether that is enough.
    pub holds: bool,
    /// Whether it is an estimate, as of a population that is known from a sample only.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub estimated: bool,
    /// Whether the model is not ours, so that nothing but itself could say whether it holds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub self_judged: bool,
    /// `rows` where k is of all rows of a person together and this was judged by single ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
    /// The model with its parameters, in words.
    #[serde(skip)]
    words: String,
}

/// What a sensitive column shows within classes, asked or not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SensitiveResult {
    /// The column.
    pub column: String,
    /// The fewest distinct values in a class; 1 gives the value of everyone in it away.
    pub l: Option<Number>,
    /// The farthest that the distribution in a class is from that of the whole table, all values equally far apart.
    pub t: Option<Number>,
    /// `rows` where k is of all rows of a person together and these are by single ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<&'static str>,
}

impl KResult {
    /// Whether k is of people by all their rows together.
    pub fn is_by_profile(&self) -> bool {
        self.model == PROFILE
    }
}

impl Serialize for Privacy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(1 + self.models.len()))?;
        list.serialize_element(&self.k)?;
        self.models.iter().try_for_each(|model| list.serialize_element(model))?;
        list.end()
    }
}

impl ModelResult {
    /// The word for households that are counted.
    pub const HOUSEHOLDS: &str = "households";

    /// Whether it compares rows with the original instead of looking at classes.
    pub fn is_of_links(&self) -> bool {
        ["one-k-anonymity", "k-one-anonymity", "k-k-anonymity", "global-one-k-anonymity"]
            .contains(&&*self.model)
    }

    /// What is reached of something asked.
    pub fn new(needed: &BoundRequirement, asked: f64, reached: Option<f64>, holds: bool) -> Self {
        Self {
            model: needed.params.id().into(),
            column: needed.column.clone(),
            parameters: needed
                .params
                .parameters()
                .into_iter()
                .map(|(name, it)| (name.into(), Number(it)))
                .collect(),
            words: needed.describe_model(),
            within: needed.within.clone(),
            counted: needed.is_of_households.then_some(Self::HOUSEHOLDS),
            asked: Number(asked),
            reached: reached.map(Number),
            holds,
            estimated: needed.params.is_estimated(),
            self_judged: amidst_audit::is_self_judged(&needed.params),
            by: None,
        }
    }

    /// The same beside a k that may be of all rows of a person together.
    pub fn beside(self, k_is_by_profile: bool) -> Self {
        Self { by: k_is_by_profile.then_some(BY_ROWS), ..self }
    }

    /// What is asked, in a few words: the model, its parameters and the columns, and how it was judged.
    pub fn describe_requirement(&self) -> String {
        let column = self.column.as_ref().map(|name| format!(" of {name:?}")).unwrap_or_default();
        let within = match self.within.is_empty() {
            true => String::new(),
            false => " with the other sensitive columns as quasi columns".into(),
        };
        let by = if self.by.is_some() { " by single rows only" } else { "" };
        format!("{}{column}{within}{by}", self.words)
    }

    /// Whether it holds, in words: an estimate never simply does.
    pub fn verdict(&self) -> &'static str {
        match (self.estimated, self.holds) {
            (false, true) => "holds",
            (false, false) => "fails",
            (true, true) => "is estimated to hold",
            (true, false) => "is estimated to fail",
        }
    }

    /// What is asked and what was reached.
    pub fn describe(&self) -> String {
        let reached = self.reached.map_or_else(|| "nothing".into(), |reached| reached.to_string());
        format!(
            "{}: asked {}, reached {reached}{}",
            self.describe_requirement(),
            self.asked,
            self.qualified()
        )
    }

    /// What readers must know of a model that is not ours.
    pub fn caveat(&self) -> Option<String> {
        self.self_judged.then(|| {
            format!(
                "{} is no model of this program: the audit counted the classes of the release and asked the model itself, \
                 which nothing else could check",
                self.model
            )
        })
    }

    /// What must be said beside what is reached: that it is an estimate, or that only the model itself says so.
    pub fn qualified(&self) -> &'static str {
        match (self.estimated, self.self_judged) {
            (true, _) => " (estimated)",
            (false, true) => " (self-judged)",
            (false, false) => "",
        }
    }
}

impl SensitiveResult {
    /// What must be said of it: a class that shows one value gives it away.
    pub fn warning(&self) -> Option<String> {
        let gives_away = self.l.is_some_and(|l| l.0 <= 1.0);
        gives_away.then(|| {
            format!(
                "column {:?}: some class has a single value, so whoever finds a person's class knows it (l = 1); ask for l = 2 or more",
                self.column
            )
        })
    }
}
