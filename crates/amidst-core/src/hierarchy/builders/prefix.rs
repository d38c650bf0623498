//! Redaction: characters masked from one end.

use std::fmt;

use super::{BuilderInfo, Domain, Recipe, Suppression, array, in_a_row, info, quoted, refuse, root_of};
use crate::{
    Hierarchy, HierarchyError,
    hierarchy::paths::{MAX_LEVELS, formula_sign},
    parameter::{ParamDefault, ParamInfo, ParamKind},
};

/// Parameters of [`Prefix`], unchecked. The default keeps every prefix, masks with `*` and pads nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixParams {
    /// How many characters each level keeps.
    pub keep: Lengths,
    /// The end that is masked.
    pub masked: Side,
    /// What a masked character becomes.
    pub mask: char,
    /// How shorter values are filled up before they are masked.
    pub padding: Option<Padding>,
    /// The label above everything. Without it: masked throughout, or a single mask if the values differ in length.
    pub root: Option<String>,
}

/// What values can be padded to.
const LONGEST: usize = 1000;

/// How many characters the levels keep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Lengths {
    /// One level for each: all but one, all but two, …, one.
    All,
    /// These, longest first; the root, which keeps none, comes by itself.
    Kept(Vec<usize>),
}

/// An end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Where reading starts.
    Left,
    /// Where reading ends.
    Right,
}

/// How shorter values are filled up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Padding {
    /// The end that is filled up.
    pub side: Side,
    /// The character it is filled with.
    pub with: char,
    /// How long the values become; as long as the longest without it.
    pub length: Option<usize>,
}

impl Default for PrefixParams {
    fn default() -> Self {
        Self { keep: Lengths::All, masked: Side::Right, mask: '*', padding: None, root: None }
    }
}

impl PrefixParams {
    /// Checks them.
    pub fn check(self) -> Result<Prefix, HierarchyError> {
        if let Lengths::Kept(lengths) = &self.keep
            && (lengths.is_empty() || lengths.contains(&0) || !lengths.is_sorted_by(|a, b| a > b))
        {
            return Err(refuse(
                "prefix lengths must be 1 or more and shrink from level to level, such as [4, 3, 2]",
            ));
        }
        if self.padding.and_then(|padding| padding.length).is_some_and(|length| length > LONGEST) {
            return Err(refuse("values can be padded to at most 1000 characters"));
        }
        let signs = [Some(self.mask), self.padding.map(|padding| padding.with)];
        if signs.into_iter().flatten().any(|sign| formula_sign(sign.encode_utf8(&mut [0; 4])).is_some()) {
            return Err(refuse(
                "mask and padding must not be =, +, - or @, which spreadsheets run as formulas",
            ));
        }
        Ok(Prefix(self))
    }
}

/// `94139` becomes `9413*`, `941**` and so on. A value of a level's length or less stays itself there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix(PrefixParams);

const MASK: ParamInfo =
    ParamInfo::optional("mask", ParamKind::Text, "the character put in place of a masked one")
        .or(ParamDefault::Word("*"));
const PAD: ParamInfo = ParamInfo::optional(
    "pad",
    ParamKind::Text,
    "the character that fills up shorter values before they are masked",
);
const PAD_SIDE: ParamInfo =
    ParamInfo::word("pad_side", &["right", "left"], "with `pad`: the end that is filled up");
const PAD_TO: ParamInfo = ParamInfo::optional(
    "pad_to",
    ParamKind::Whole { least: 1 },
    "with `pad`: how long the values become; as long as the longest if left out",
);

impl Prefix {
    /// What masks the end, and what it takes.
    pub const INFO: BuilderInfo = BuilderInfo {
        key: "prefix",
        takes: "`\"all\"`, or how many characters each level keeps, such as `[4, 3]`",
        doc: "the end masked step by step",
        parameters: &[MASK, PAD, PAD_SIDE, PAD_TO, info::ROOT],
    };
    /// What masks the beginning, and what it takes.
    pub const SUFFIX_INFO: BuilderInfo = BuilderInfo {
        key: "suffix",
        takes: "the same",
        doc: "the beginning masked step by step",
        parameters: &[MASK, PAD, PAD_SIDE, PAD_TO, info::ROOT],
    };

    /// `prefix`, or how many characters it keeps.
    pub(super) fn describe(&self) -> String {
        let end = if self.0.masked == Side::Right { "prefix" } else { "suffix" };
        match &self.0.keep {
            Lengths::All => end.into(),
            Lengths::Kept(lengths) => {
                let characters = if lengths == &[1] { "character" } else { "characters" };
                format!("{end} of {} {characters}", in_a_row(lengths))
            }
        }
    }

    pub(super) fn build(&self, domain: &Domain<'_>) -> Result<Hierarchy, HierarchyError> {
        let lengths = || domain.values.iter().map(|value| value.chars().count());
        let longest = lengths().max().unwrap_or(0);
        let equal = self.0.padding.is_some() || lengths().all(|length| length == longest);
        let masked = || self.0.mask.to_string().repeat(if equal { longest.max(1) } else { 1 });
        let root = self.0.root.clone().unwrap_or_else(masked);
        // The values and the root are levels too. A long text would have as many labels, each nearly as long.
        let levels = self.levels(longest) + 2;
        if levels > MAX_LEVELS {
            return Err(HierarchyError::TooDeep { levels });
        }
        let keep = self.kept(longest);
        let labels = |value: &str| {
            let padded = self.padded(value, longest);
            keep.iter().map(|&keep| self.label(value, &padded, keep)).collect()
        };
        let paths =
            domain.paths(keep.len(), &root, domain.values.iter().map(|value| (*value, labels(value))));
        // A reader of labels knows stars, but neither other masks nor what was padded.
        if self.0.mask == '*' && self.0.padding.is_none() {
            Hierarchy::from_paths(paths)
        } else {
            Hierarchy::from_trusted_paths(paths)
        }
    }

    /// With the lengths and the root of the hierarchy at hand, whatever the values of the next batch.
    pub(super) fn pinned(&self, hierarchy: &Hierarchy) -> Recipe {
        let longest = hierarchy.labels(0).flatten().map(|value| value.chars().count()).max().unwrap_or(0);
        let (keep, root) = (self.kept(longest), root_of(hierarchy));
        if keep.is_empty() {
            return Recipe::Suppression(Suppression::pinned(hierarchy));
        }
        let length = |padding: Padding| padding.length.unwrap_or(longest);
        let padding = self.0.padding.map(|padding| Padding { length: Some(length(padding)), ..padding });
        Recipe::Prefix(Self(PrefixParams {
            keep: Lengths::Kept(keep),
            padding,
            root: Some(root),
            ..self.0.clone()
        }))
    }

    /// How many characters each level keeps of values the longest of which has so many.
    fn levels(&self, longest: usize) -> usize {
        match &self.0.keep {
            Lengths::All => longest.saturating_sub(1),
            Lengths::Kept(lengths) => lengths.len(),
        }
    }

    fn kept(&self, longest: usize) -> Vec<usize> {
        match &self.0.keep {
            Lengths::All => (1..longest).rev().collect(),
            Lengths::Kept(lengths) => lengths.clone(),
        }
    }

    fn padded(&self, value: &str, longest: usize) -> Vec<char> {
        let Some(Padding { side, with, length }) = self.0.padding else { return value.chars().collect() };
        let fill = length.unwrap_or(longest).saturating_sub(value.chars().count());
        let fill = std::iter::repeat_n(with, fill);
        match side {
            Side::Left => fill.chain(value.chars()).collect(),
            Side::Right => value.chars().chain(fill).collect(),
        }
    }

    fn label(&self, value: &str, padded: &[char], keep: usize) -> String {
        let kept = match self.0.masked {
            Side::Right => 0..keep.min(padded.len()),
            Side::Left => padded.len().saturating_sub(keep)..padded.len(),
        };
        let masked = |(at, &letter)| if kept.contains(&at) { letter } else { self.0.mask };
        let label: String = padded.iter().enumerate().map(masked).collect();
        match formula_sign(&label).filter(|_| label != value) {
            // +4930*** would be run as a formula: its sign is masked too.
            Some(sign) => label.replacen(sign, &self.0.mask.to_string(), 1),
            None => label,
        }
    }
}

impl fmt::Display for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |side| if side == Side::Left { "left" } else { "right" };
        let kept = if self.0.masked == Side::Right { "prefix" } else { "suffix" };
        match &self.0.keep {
            Lengths::All => write!(f, "{{ {kept} = \"all\"")?,
            Lengths::Kept(lengths) => write!(f, "{{ {kept} = {}", array(lengths))?,
        }
        if self.0.mask != '*' {
            write!(f, ", mask = {}", quoted(&self.0.mask.to_string()))?;
        }
        if let Some(Padding { side, with, length }) = self.0.padding {
            write!(f, ", pad = {}, pad_side = \"{}\"", quoted(&with.to_string()), word(side))?;
            length.map_or(Ok(()), |length| write!(f, ", pad_to = {length}"))?;
        }
        write!(f, "{} }}", super::describe_root(&self.0.root))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Recipe, check::check};
    use super::*;

    fn recipe(params: PrefixParams) -> Recipe {
        Recipe::Prefix(params.check().expect("valid parameters"))
    }

    #[test]
    fn absurd_lengths_are_refused_before_they_are_built() {
        let padding = Padding { side: Side::Left, with: '0', length: Some(1 << 40) };
        let params = PrefixParams { padding: Some(padding), ..PrefixParams::default() };
        let words = "values can be padded to at most 1000 characters";
        assert_eq!(params.check().map(|_| ()).map_err(|error| error.to_string()), Err(words.to_owned()));
        let long = "x".repeat(1 << 20);
        let values: crate::Dictionary = [Some(long.as_str())].into_iter().collect();
        let built = recipe(PrefixParams::default()).build(&values, &[1]);
        assert!(matches!(built, Err(HierarchyError::TooDeep { levels }) if levels == (1 << 20) + 1));
    }

    #[test]
    fn postcodes_lose_one_digit_a_level() {
        let expected = ["94138;9413*;941**;94***;9****;*****", "94141;9414*;941**;94***;9****;*****"];
        check(&recipe(PrefixParams::default()), &["94141", "94138"], &expected);
    }

    #[test]
    fn lengths_may_be_chosen() {
        let params = PrefixParams { keep: Lengths::Kept(vec![3, 1]), ..PrefixParams::default() };
        check(&recipe(params), &["94138", "10001"], &["10001;100**;1****;*****", "94138;941**;9****;*****"]);
    }

    #[test]
    fn the_left_may_be_masked_with_another_character() {
        let params = PrefixParams { masked: Side::Left, mask: '#', ..PrefixParams::default() };
        check(&recipe(params), &["abc", "xbc"], &["abc;#bc;##c;###", "xbc;#bc;##c;###"]);
    }

    #[test]
    fn values_of_unequal_length_share_a_single_star() {
        check(&recipe(PrefixParams::default()), &["123", "12", ""], &["12;12;1*;*", "123;12*;1**;*", ";;;*"]);
    }

    #[test]
    fn padding_makes_lengths_equal() {
        let padding = |side, with| PrefixParams {
            padding: Some(Padding { side, with, length: None }),
            ..PrefixParams::default()
        };
        check(&recipe(padding(Side::Left, '0')), &["123", "12"], &["12;01*;0**;***", "123;12*;1**;***"]);
        check(&recipe(padding(Side::Right, '*')), &["123", "12"], &["12;12*;1**;***", "123;12*;1**;***"]);
    }

    #[test]
    fn a_formula_sign_is_masked_with_the_rest() {
        check(&recipe(PrefixParams::default()), &["+49", "-49"], &["-49;*4*;***;***", "+49;*4*;***;***"]);
    }

    #[test]
    fn parameters_that_make_no_sense_are_refused() {
        let lengths =
            |lengths: &[usize]| PrefixParams { keep: Lengths::Kept(lengths.into()), ..Default::default() };
        for params in [lengths(&[]), lengths(&[2, 3]), lengths(&[2, 2]), lengths(&[1, 0])] {
            assert!(params.check().is_err());
        }
        assert!(PrefixParams { mask: '=', ..PrefixParams::default() }.check().is_err());
    }

    #[test]
    fn it_prints_as_toml() {
        let padding = Some(Padding { side: Side::Left, with: '"', length: Some(4) });
        let keep = Lengths::Kept(vec![3, 2]);
        let params = PrefixParams { keep, masked: Side::Left, mask: '#', padding, root: Some("any".into()) };
        assert_eq!(
            recipe(params).to_string(),
            r##"{ suffix = [3, 2], mask = "#", pad = "\"", pad_side = "left", pad_to = 4, root = "any" }"##
        );
        assert_eq!(recipe(PrefixParams::default()).to_string(), "{ prefix = \"all\" }");
    }
}
