//! The combinations of quasi columns that k is asked of, as a spec or a flag spells them.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::split;

/// Combinations of quasi columns. k is asked of each of them instead of all quasi columns together, which is weaker:
/// all quasi columns together may still single people out.
///
/// Released are the most rows in which every combination of values in these columns appears k times: rows with a rare
/// one are suppressed, then those that are rare without them, until none is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    untagged,
    expecting = "write lists of columns, such as [[\"age\", \"region\"]], { max_size = 3 }, or { max_size = 2, k = [10, 5] }"
)]
pub enum Combinations {
    /// Those listed: `[["age", "region"], ["sex", "job"]]`.
    Listed(Vec<Vec<String>>),
    /// All of at most so many columns: `{ max_size = 3 }`.
    UpTo(UpTo),
}

/// All combinations of at most so many quasi columns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UpTo {
    /// The most columns.
    pub max_size: usize,
    /// The k of each size, from one column on: `[20, 10, 5]`. Where `privacy.k` is given too, the larger counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub k: Option<Vec<u64>>,
}

impl FromStr for Combinations {
    type Err = String;

    /// Reads `age+region,sex+job`, or the most columns as a number. A comma or a plus that is part of a name has a
    /// backslash before it.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Ok(max_size) = text.parse() {
            return Ok(Self::UpTo(UpTo { max_size, k: None }));
        }
        let wrong = || {
            Err(format!(
                "combinations = {text:?}: write columns joined by +, such as age+region,sex+job, or the most columns of \
                 a combination, such as 3"
            ))
        };
        if text.parse::<f64>().is_ok() {
            return wrong();
        }
        let listed: Vec<Vec<String>> = split(text, ',').iter().map(|columns| split(columns, '+')).collect();
        match listed.iter().flatten().any(String::is_empty) {
            false => Ok(Self::Listed(listed)),
            true => wrong(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_list_columns_or_give_a_size() {
        let listed = |columns: &[&[&str]]| {
            Combinations::Listed(
                columns.iter().map(|one| one.iter().map(|&it| it.into()).collect()).collect(),
            )
        };
        assert_eq!("age+region,sex".parse(), Ok(listed(&[&["age", "region"], &["sex"]])));
        assert_eq!(r"a\+b+c\,d,e".parse(), Ok(listed(&[&["a+b", "c,d"], &["e"]])));
        assert_eq!("3".parse(), Ok(Combinations::UpTo(UpTo { max_size: 3, k: None })));
        for wrong in ["", "-1", "2.5", "+", "age+", "age,,sex", "age+region,"] {
            assert!(wrong.parse::<Combinations>().is_err(), "{wrong}");
        }
    }
}
