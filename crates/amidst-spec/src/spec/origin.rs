//! From what a spec says of a hierarchy to a recipe or a file, checked.

use std::fmt;

use amidst_core::{
    HierarchyError,
    hierarchy::{
        Decimal,
        builders::{
            BUILDERS, Collation, DateParams, DecimalMark, FrequencyParams, GroupsParams, IntervalParams,
            KeepParams, Lengths, Node, OrderParams, Padding, PrefixParams, Rare, Recipe, Side as End, Sort,
            Stretch, SuppressionParams, TreeParams,
        },
    },
};

use super::{Cut, HierarchySpec, OneOrMore, OrderSpec, Side, StretchSpec, TreeSpec};

/// The key of an order without levels.
const ORDERED: &str = "ordered";

/// Where a hierarchy comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A file in ARX format.
    File {
        /// Where it is.
        path: String,
        /// The SHA-256 that it must have.
        sha256: Option<String>,
    },
    /// Built from the column's values.
    Recipe(Recipe),
}

impl Origin {
    /// In a few words, for people: without values, and without hashes.
    pub fn describe(&self) -> String {
        match self {
            Self::File { path, .. } => path.clone(),
            Self::Recipe(recipe) => recipe.describe(),
        }
    }
}

/// As a spec writes it.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recipe(recipe) => recipe.fmt(f),
            Self::File { path, sha256 } => {
                write!(f, "{{ file = {}", toml::Value::from(path.as_str()))?;
                sha256.as_ref().map_or(Ok(()), |sha256| write!(f, ", sha256 = \"{sha256}\""))?;
                f.write_str(" }")
            }
        }
    }
}

impl HierarchySpec {
    /// The one form it has, checked. `decimal` is the decimal mark of the input.
    pub fn origin(&self, decimal: DecimalMark) -> Result<Origin, HierarchyError> {
        let form = self.form()?;
        if let Some(file) = &self.file {
            return Ok(Origin::File { path: file.clone(), sha256: self.sha256.clone() });
        }
        if form == ORDERED {
            return Err(refuse(
                "it is ordered, which makes no levels, and whole columns are generalized by levels; write order instead of \
                 ordered, or take an algorithm that needs none: k-optimize, mondrian, local",
            ));
        }
        self.recipe(form, decimal).map(Origin::Recipe)
    }

    /// The order it gives to values, if it has no levels.
    pub fn ordered(&self) -> Result<Option<Sort>, HierarchyError> {
        if self.ordered.is_none() {
            return Ok(None);
        }
        self.form()?;
        let sort = sort(ORDERED, &self.ordered)?;
        // A list is checked as that of an order with levels is.
        OrderParams { sort: sort.clone(), fanout: 2 }.check()?;
        Ok(Some(sort))
    }

    /// The one form it has.
    fn form(&self) -> Result<&'static str, HierarchyError> {
        let keys = self.keys();
        // Groups are a way to say where an order is cut.
        let forms = || BUILDERS.iter().map(|builder| builder.key).filter(|key| *key != "groups");
        let given: Vec<&str> = forms().filter(|form| keys.contains(form)).collect();
        let form = match given.as_slice() {
            [form] => *form,
            [] => {
                return Err(refuse(format!(
                    "its hierarchy has no form; give one of {}",
                    forms().collect::<Vec<_>>().join(", ")
                )));
            }
            several => {
                return Err(refuse(format!(
                    "its hierarchy has several forms, {}; keep one",
                    several.join(" and ")
                )));
            }
        };
        self.refuse_strays(form, &keys)?;
        Ok(form)
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
            "order" if self.groups.is_some() => self.groups_recipe()?,
            "order" => {
                let params =
                    OrderParams { sort: sort("order", &self.order)?, fanout: self.fanout.unwrap_or(2) };
                Recipe::Order(params.check()?)
            }
            "frequency" => self.frequency_recipe(Rare::Below(many(&self.frequency)))?,
            "most_frequent" => {
                let values = many(&self.most_frequent).into_iter().map(|values| values as usize).collect();
                self.frequency_recipe(Rare::AllBut(values))?
            }
            "keep" => {
                let mut params = KeepParams::new(self.keep.clone().unwrap_or_default());
                params.other = self.other.clone().unwrap_or(params.other);
                params.height = self.height.unwrap_or(params.height);
                Recipe::Keep(KeepParams { root: self.root.clone(), ..params }.check()?)
            }
            _ => {
                let params = SuppressionParams { root: self.root.clone(), height: self.height.unwrap_or(1) };
                Recipe::Suppression(params.check()?)
            }
        })
    }

    fn groups_recipe(&self) -> Result<Recipe, HierarchyError> {
        let stretch = |stretch: &StretchSpec| match stretch {
            StretchSpec::Value(value) => Stretch { first: value.clone(), last: value.clone() },
            StretchSpec::Ends([first, last]) => Stretch { first: first.clone(), last: last.clone() },
        };
        let groups = self.groups.iter().flatten();
        let groups = groups.map(|(label, group)| (label.clone(), group.iter().map(stretch).collect()));
        let mut params = GroupsParams { root: self.root.clone(), ..GroupsParams::new(groups) };
        params.height = self.height.unwrap_or(params.height);
        params.collation = match sort("order", &self.order)? {
            Sort::Natural => Collation::Natural,
            Sort::Lexicographic => Collation::Lexicographic,
            Sort::Given(_) => {
                return Err(refuse("groups go with order = \"natural\" or \"lexicographic\""));
            }
        };
        params.check().map(Recipe::Groups)
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
        let padding = self.pad.map(|with| Padding { side, with, length: self.pad_to });
        let (mask, root) = (self.mask.unwrap_or('*'), self.root.clone());
        Ok(PrefixParams { keep, masked, mask, padding, root })
    }

    fn interval_params(&self, decimal: DecimalMark) -> Result<IntervalParams, HierarchyError> {
        let number = |value: f64| {
            let too_long = || {
                refuse(format!(
                    "interval takes numbers of at most 18 digits before the point and 18 after it, but one is {value:e}; widths are \
                     such as [5, 10, 20]"
                ))
            };
            value.to_string().parse::<Decimal>().map_err(|_| too_long())
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
            whole: self.whole,
        })
    }

    fn frequency_recipe(&self, rare: Rare) -> Result<Recipe, HierarchyError> {
        let mut params = FrequencyParams::new(rare);
        params.other = self.other.clone().unwrap_or(params.other);
        params.check().map(Recipe::Frequency)
    }

    /// The keys that are there.
    fn keys(&self) -> Vec<&'static str> {
        let keys = [
            ("file", self.file.is_some()),
            ("prefix", self.prefix.is_some()),
            ("suffix", self.suffix.is_some()),
            ("interval", self.interval.is_some()),
            ("date", self.date.is_some()),
            ("tree", self.tree.is_some()),
            ("order", self.order.is_some()),
            ("ordered", self.ordered.is_some()),
            ("frequency", self.frequency.is_some()),
            ("most_frequent", self.most_frequent.is_some()),
            ("keep", self.keep.is_some()),
            ("suppression", self.suppression == Some(true)),
            ("sha256", self.sha256.is_some()),
            ("mask", self.mask.is_some()),
            ("pad", self.pad.is_some()),
            ("pad_side", self.pad_side.is_some()),
            ("pad_to", self.pad_to.is_some()),
            ("from", self.from.is_some()),
            ("bottom", self.bottom.is_some()),
            ("top", self.top.is_some()),
            ("decimal", self.decimal.is_some()),
            ("whole", self.whole.is_some()),
            ("format", self.format.is_some()),
            ("root", self.root.is_some()),
            ("groups", self.groups.is_some()),
            ("fanout", self.fanout.is_some()),
            ("other", self.other.is_some()),
            ("height", self.height.is_some()),
        ];
        keys.into_iter().filter(|(_, given)| *given).map(|(key, _)| key).collect()
    }

    /// Refuses a key that belongs to another form, instead of overlooking it.
    fn refuse_strays(&self, form: &str, keys: &[&'static str]) -> Result<(), HierarchyError> {
        // Groups have keys of their own.
        let builder = if form == "order" && self.groups.is_some() { "groups" } else { form };
        let known = BUILDERS.iter().find(|known| known.key == builder);
        let goes = |key: &str| {
            key == form
                || key == builder
                || known.is_some_and(|known| known.parameters.iter().any(|it| it.name == key))
        };
        let stray = keys.iter().copied().find(|key| !goes(key));
        match stray.or((self.suppression == Some(false)).then_some("suppression")) {
            Some(key) => Err(refuse(format!("its hierarchy has {key}, which does not go with {builder}"))),
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

/// The order that stands behind a key.
fn sort(key: &str, order: &Option<OrderSpec>) -> Result<Sort, HierarchyError> {
    match order {
        Some(OrderSpec::Values(values)) => Ok(Sort::Given(values.clone())),
        Some(OrderSpec::Word(word)) if word == "natural" => Ok(Sort::Natural),
        Some(OrderSpec::Word(word)) if word == "lexicographic" => Ok(Sort::Lexicographic),
        _ => Err(refuse(format!("{key} is \"natural\", \"lexicographic\" or the list of values"))),
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
    use std::collections::BTreeMap;

    use super::*;

    fn origin(toml: &str) -> Result<Origin, String> {
        let spec: HierarchySpec = toml::from_str(toml).map_err(|error| error.to_string())?;
        spec.origin(DecimalMark::Point).map_err(|error| error.to_string())
    }

    /// What a recipe prints, the spec reads back as the same recipe.
    #[track_caller]
    fn check(toml: &str) {
        let origin = origin(toml).expect(toml);
        let printed = format!("h = {origin}");
        let table: BTreeMap<String, HierarchySpec> = toml::from_str(&printed).expect(&printed);
        assert_eq!(table["h"].origin(DecimalMark::Point), Ok(origin), "{printed}");
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
        check("prefix = [3]\npad = '0'\npad_to = 5\nroot = '*****'");
        check("interval = [5]\nwhole = false");
        check("order = ['low', 'mid', 'high']");
        check(
            "order = 'natural'\ngroups = { 'a..m' = [['a', 'm']], 'x' = ['x', 'y'] }\nroot = '*'\nheight = 4",
        );
        check("order = 'lexicographic'\n[groups]\n");
        check("keep = ['Rome', 'say \"hi\"', '']\nother = 'elsewhere'\nroot = '**'\nheight = 3");
        check("keep = []");
        check("suppression = true\nroot = '*'\nheight = 2");
        check("file = 'a \"b\".csv'\nsha256 = '0a'");
        check("frequency = 50");
        check("most_frequent = [20, 5]\nother = 'rest'");
        check("suppression = true");
    }

    #[test]
    fn every_form_is_told_in_a_few_words() {
        for (toml, words) in [
            ("prefix = 'all'", "prefix"),
            ("prefix = [4, 3]", "prefix of 4, 3 characters"),
            ("suffix = [1]", "suffix of 1 character"),
            ("interval = [5, 10, 20]\ntop = 90", "5, 10, 20 wide, one value from 90 on"),
            ("date = ['month', 'year', '5 years']", "month, year, 5 years"),
            ("tree = { cardiac = ['angina'], lung = { low = ['cough'] } }", "a tree of four levels"),
            ("tree = { north = ['Oslo', 'Bergen'], south = ['Rome'] }", "a tree of three levels"),
            ("order = 'natural'\nfanout = 3", "neighbours, 3 at a time"),
            ("order = 'natural'\ngroups = { 'a..m' = [['a', 'm']] }", "1 group of neighbours"),
            ("frequency = 50", "values in fewer than 50 rows joined"),
            ("most_frequent = [20, 5]", "all but the 20, 5 most frequent values joined"),
            ("keep = ['Rome']", "all but 1 value joined"),
            ("suppression = true", "the value or nothing"),
            ("file = 'zip.csv'\nsha256 = '0a'", "zip.csv"),
        ] {
            assert_eq!(origin(toml).expect(toml).describe(), words);
        }
    }

    #[test]
    fn a_file_is_a_file() {
        let file =
            |sha256: Option<&str>| Origin::File { path: "a.csv".into(), sha256: sha256.map(String::from) };
        assert_eq!(origin("file = 'a.csv'"), Ok(file(None)));
        assert_eq!(origin("file = 'a.csv'\nsha256 = '0a'"), Ok(file(Some("0a"))));
    }

    #[test]
    fn none_or_two_forms_or_a_stray_key_are_refused() {
        assert_eq!(
            origin("").unwrap_err(),
            "its hierarchy has no form; give one of file, prefix, suffix, interval, date, tree, order, ordered, frequency, \
             most_frequent, keep, suppression"
        );
        assert_eq!(
            origin("file = 'a.csv'\nprefix = 'all'").unwrap_err(),
            "its hierarchy has several forms, file and prefix; keep one"
        );
        assert_eq!(
            origin("prefix = 'all'\ntop = 90").unwrap_err(),
            "its hierarchy has top, which does not go with prefix"
        );
        for (toml, key, form) in [
            ("order = 'natural'\nfanout = 2\ngroups = {}", "fanout", "groups"),
            ("order = 'natural'\nheight = 2", "height", "order"),
            ("prefix = 'all'\nsha256 = '0a'", "sha256", "prefix"),
            ("keep = []\ngroups = {}", "groups", "keep"),
        ] {
            let expected = format!("its hierarchy has {key}, which does not go with {form}");
            assert_eq!(origin(toml).unwrap_err(), expected);
        }
        assert_eq!(
            origin("order = ['a']\ngroups = {}").unwrap_err(),
            "groups go with order = \"natural\" or \"lexicographic\""
        );
        assert!(origin("steps = 3").unwrap_err().contains("unknown"));
    }
}
