//! What a spec says of a hierarchy: exactly one of its forms.

use std::collections::BTreeMap;

use amidst_core::{
    HierarchyError,
    hierarchy::{
        Decimal,
        builders::{
            DateParams, DecimalMark, FrequencyParams, IntervalParams, Lengths, Node, OrderParams, Padding,
            PrefixParams, Rare, Recipe, Side as End, Sort, Suppression, TreeParams,
        },
    },
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One of: `file`, `prefix`, `suffix`, `interval`, `date`, `tree`, `order`, `frequency`, `most_frequent`, `suppression`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HierarchySpec {
    /// A file in ARX format: no header, leaf first, root last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The end masked step by step: `"all"`, or how many characters each level keeps, longest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<Cut>,
    /// The same from the other end: the beginning is masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suffix: Option<Cut>,
    /// With `prefix` or `suffix`: the character put in place of a masked one; `*` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mask: Option<char>,
    /// With `prefix` or `suffix`: the character that fills up shorter values before they are masked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pad: Option<char>,
    /// With `pad`: the end that is filled up; `right` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pad_side: Option<Side>,
    /// Widths of numeric intervals, each a multiple of the one before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<Vec<f64>>,
    /// With `interval`: where intervals begin; 0 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<f64>,
    /// With `interval`: everything below is one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bottom: Option<f64>,
    /// With `interval`: everything from here on is one value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top: Option<f64>,
    /// With `interval`: the decimal mark of the data; that of the input if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decimal: Option<char>,
    /// Steps in time: `day`, `week`, `month`, `quarter`, `year`, `5 years`, `decade`, `century`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<Vec<String>>,
    /// With `date`: how dates are written, such as `%d.%m.%Y`; ISO if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Groups of values, groups of groups, and so on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<TreeSpec>,
    /// With `tree`: the label above everything; `*` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub root: Option<String>,
    /// `"natural"`, `"lexicographic"`, or the values in order: neighbours are joined level by level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderSpec>,
    /// With `order`: how many neighbours are joined on each level; 2 if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fanout: Option<usize>,
    /// Values in fewer rows than this are joined into one; several numbers make several levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<OneOrMore>,
    /// All but so many of the most frequent values are joined into one; several numbers make several levels.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_frequent: Option<OneOrMore>,
    /// With `frequency` or `most_frequent`: the label of the joined values; `other` if left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// `true`: the value or `*`, nothing between.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppression: Option<bool>,
}

/// How much of a value each level keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "write \"all\", or how many characters each level keeps, such as [4, 3]")]
pub enum Cut {
    /// `"all"`: one character less on each level.
    Word(String),
    /// So many characters on each level.
    Kept(Vec<usize>),
}

/// An end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Side {
    /// Where reading starts.
    Left,
    /// Where reading ends.
    Right,
}

/// A tree of values: values and groups side by side, or named groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "write a tree of groups, such as { lung = [\"cough\", \"asthma\"] }")]
pub enum TreeSpec {
    /// A value.
    Leaf(String),
    /// Values and groups side by side.
    List(Vec<TreeSpec>),
    /// Groups by label.
    Groups(BTreeMap<String, TreeSpec>),
}

/// An order of values.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "write \"natural\", \"lexicographic\" or the list of values")]
pub enum OrderSpec {
    /// `"natural"` or `"lexicographic"`.
    Word(String),
    /// As listed.
    Values(Vec<String>),
}

/// One number for one level, or one for each of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "write a whole number, or several in brackets")]
pub enum OneOrMore {
    /// One level.
    One(u64),
    /// Several levels.
    More(Vec<u64>),
}

/// Where a hierarchy comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Origin {
    /// A file in ARX format.
    File(String),
    /// Built from the column's values.
    Recipe(Recipe),
}

impl HierarchySpec {
    /// The one form it has, checked. `decimal` is the decimal mark of the input.
    pub fn origin(&self, decimal: DecimalMark) -> Result<Origin, HierarchyError> {
        let forms = [
            ("file", self.file.is_some()),
            ("prefix", self.prefix.is_some()),
            ("suffix", self.suffix.is_some()),
            ("interval", self.interval.is_some()),
            ("date", self.date.is_some()),
            ("tree", self.tree.is_some()),
            ("order", self.order.is_some()),
            ("frequency", self.frequency.is_some()),
            ("most_frequent", self.most_frequent.is_some()),
            ("suppression", self.suppression == Some(true)),
        ];
        let given: Vec<&str> = forms.iter().filter(|form| form.1).map(|form| form.0).collect();
        let form = match given.as_slice() {
            [form] => *form,
            [] => {
                return Err(refuse(format!(
                    "its hierarchy has no form; give one of {}",
                    forms.map(|form| form.0).join(", ")
                )));
            }
            several => {
                return Err(refuse(format!(
                    "its hierarchy has several forms, {}; keep one",
                    several.join(" and ")
                )));
            }
        };
        self.refuse_strays(form)?;
        if let Some(file) = &self.file {
            return Ok(Origin::File(file.clone()));
        }
        self.recipe(form, decimal).map(Origin::Recipe)
    }

    fn recipe(&self, form: &str, decimal: DecimalMark) -> Result<Recipe, HierarchyError> {
        Ok(match form {
            "prefix" => Recipe::Prefix(self.prefix_params(&self.prefix, End::Right)?.check()?),
            "suffix" => Recipe::Prefix(self.prefix_params(&self.suffix, End::Left)?.check()?),
            "interval" => Recipe::Interval(self.interval_params(decimal)?.check()?),
            "date" => {
                let steps = self.date.iter().flatten().map(|step| step.parse().map_err(refuse));
                let params =
                    DateParams { steps: steps.collect::<Result<_, _>>()?, format: self.format.clone() };
                Recipe::Date(params.check()?)
            }
            "tree" => {
                let mut params = TreeParams::new(self.tree.as_ref().map(nodes).unwrap_or_default());
                params.root = self.root.clone().unwrap_or(params.root);
                Recipe::Tree(params.check()?)
            }
            "order" => {
                let params = OrderParams { sort: self.sort()?, fanout: self.fanout.unwrap_or(2) };
                Recipe::Order(params.check()?)
            }
            "frequency" => self.frequency_recipe(Rare::Below(many(&self.frequency)))?,
            "most_frequent" => {
                let values = many(&self.most_frequent).into_iter().map(|values| values as usize).collect();
                self.frequency_recipe(Rare::AllBut(values))?
            }
            _ => Recipe::Suppression(Suppression),
        })
    }

    fn prefix_params(&self, cut: &Option<Cut>, masked: End) -> Result<PrefixParams, HierarchyError> {
        let keep = match cut {
            Some(Cut::Kept(lengths)) => Lengths::Kept(lengths.clone()),
            Some(Cut::Word(word)) if word == "all" => Lengths::All,
            _ => {
                return Err(refuse(
                    "prefix takes \"all\" or the number of characters each level keeps, such as [4, 3]",
                ));
            }
        };
        let side = if self.pad_side == Some(Side::Left) { End::Left } else { End::Right };
        let padding = self.pad.map(|with| Padding { side, with });
        Ok(PrefixParams { keep, masked, mask: self.mask.unwrap_or('*'), padding })
    }

    fn interval_params(&self, decimal: DecimalMark) -> Result<IntervalParams, HierarchyError> {
        let number = |value: f64| {
            value
                .to_string()
                .parse::<Decimal>()
                .map_err(|_| refuse(format!("{value} has too many digits for an interval")))
        };
        let mark = match self.decimal {
            None => decimal,
            Some('.') => DecimalMark::Point,
            Some(',') => DecimalMark::Comma,
            Some(_) => return Err(refuse("decimal is \".\" or \",\"")),
        };
        Ok(IntervalParams {
            widths: self.interval.iter().flatten().map(|&width| number(width)).collect::<Result<_, _>>()?,
            from: self.from.map(number).transpose()?.unwrap_or_default(),
            bottom: self.bottom.map(number).transpose()?,
            top: self.top.map(number).transpose()?,
            mark,
        })
    }

    fn sort(&self) -> Result<Sort, HierarchyError> {
        match &self.order {
            Some(OrderSpec::Values(values)) => Ok(Sort::Given(values.clone())),
            Some(OrderSpec::Word(word)) if word == "natural" => Ok(Sort::Natural),
            Some(OrderSpec::Word(word)) if word == "lexicographic" => Ok(Sort::Lexicographic),
            _ => Err(refuse("order is \"natural\", \"lexicographic\" or the list of values")),
        }
    }

    fn frequency_recipe(&self, rare: Rare) -> Result<Recipe, HierarchyError> {
        let mut params = FrequencyParams::new(rare);
        params.other = self.other.clone().unwrap_or(params.other);
        params.check().map(Recipe::Frequency)
    }

    /// Refuses a key that belongs to another form, instead of overlooking it.
    fn refuse_strays(&self, form: &str) -> Result<(), HierarchyError> {
        let keys: [(&str, bool, &[&str]); 12] = [
            ("mask", self.mask.is_some(), &["prefix", "suffix"]),
            ("pad", self.pad.is_some(), &["prefix", "suffix"]),
            ("pad_side", self.pad_side.is_some(), &["prefix", "suffix"]),
            ("from", self.from.is_some(), &["interval"]),
            ("bottom", self.bottom.is_some(), &["interval"]),
            ("top", self.top.is_some(), &["interval"]),
            ("decimal", self.decimal.is_some(), &["interval"]),
            ("format", self.format.is_some(), &["date"]),
            ("root", self.root.is_some(), &["tree"]),
            ("fanout", self.fanout.is_some(), &["order"]),
            ("other", self.other.is_some(), &["frequency", "most_frequent"]),
            ("suppression", self.suppression == Some(false), &[]),
        ];
        match keys.iter().find(|(_, given, forms)| *given && !forms.contains(&form)) {
            Some((key, _, _)) => {
                Err(refuse(format!("its hierarchy has {key}, which does not go with {form}")))
            }
            None => Ok(()),
        }
    }
}

fn nodes(tree: &TreeSpec) -> Vec<Node> {
    match tree {
        TreeSpec::Leaf(value) => vec![Node::Leaf(value.clone())],
        TreeSpec::List(items) => items.iter().flat_map(nodes).collect(),
        TreeSpec::Groups(groups) => {
            groups.iter().map(|(label, below)| Node::Inner(label.clone(), nodes(below))).collect()
        }
    }
}

fn many(numbers: &Option<OneOrMore>) -> Vec<u64> {
    match numbers {
        None => Vec::new(),
        Some(OneOrMore::One(number)) => vec![*number],
        Some(OneOrMore::More(numbers)) => numbers.clone(),
    }
}

fn refuse(message: impl Into<String>) -> HierarchyError {
    HierarchyError::Builder(message.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(toml: &str) -> Result<Origin, String> {
        let spec: HierarchySpec = toml::from_str(toml).map_err(|error| error.to_string())?;
        spec.origin(DecimalMark::Point).map_err(|error| error.to_string())
    }

    /// What a recipe prints, the spec reads back as the same recipe.
    #[track_caller]
    fn check(toml: &str) {
        let Ok(Origin::Recipe(recipe)) = origin(toml) else { panic!("{toml}: {:?}", origin(toml)) };
        let printed = format!("h = {recipe}");
        let table: BTreeMap<String, HierarchySpec> = toml::from_str(&printed).expect(&printed);
        assert_eq!(table["h"].origin(DecimalMark::Point), Ok(Origin::Recipe(recipe)), "{printed}");
    }

    #[test]
    fn every_form_is_read_printed_and_read_again() {
        check("prefix = 'all'");
        check("prefix = [4, 3]\nmask = '#'\npad = '0'\npad_side = 'left'");
        check("suffix = [2]");
        check("interval = [5, 10, 20]\nfrom = 1\nbottom = 18\ntop = 90.5");
        check("interval = [0.1]\ndecimal = ','");
        check("date = ['month', 'year', '5 years', 'decade']\nformat = '%d.%m.%Y'");
        check("tree = { cardiac = ['heart attack', 'angina'], lung = { low = ['cough'], high = ['cold'] } }");
        check("tree = ['a', { b = ['c', 'd'] }]\nroot = 'any'");
        check("order = 'natural'\nfanout = 3");
        check("order = ['low', 'mid', 'high']");
        check("frequency = 50");
        check("most_frequent = [20, 5]\nother = 'rest'");
        check("suppression = true");
    }

    #[test]
    fn a_file_is_a_file() {
        assert_eq!(origin("file = 'a.csv'"), Ok(Origin::File("a.csv".into())));
    }

    #[test]
    fn none_or_two_forms_or_a_stray_key_are_refused() {
        assert_eq!(
            origin("").unwrap_err(),
            "its hierarchy has no form; give one of file, prefix, suffix, interval, date, tree, order, frequency, \
             most_frequent, suppression"
        );
        assert_eq!(
            origin("file = 'a.csv'\nprefix = 'all'").unwrap_err(),
            "its hierarchy has several forms, file and prefix; keep one"
        );
        assert_eq!(
            origin("prefix = 'all'\ntop = 90").unwrap_err(),
            "its hierarchy has top, which does not go with prefix"
        );
        assert!(origin("steps = 3").unwrap_err().contains("unknown field"));
    }
}
