//! How many rows may be suppressed: a share or a number, told apart so that 5 never means 500 %.

use std::{fmt, str::FromStr};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A limit on suppression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "String")]
pub enum Limit {
    /// `numerator / denominator` of the rows, between 0 and 1.
    Share {
        /// In units of `1 / denominator`.
        numerator: u64,
        /// A power of ten.
        denominator: u64,
    },
    /// So many rows.
    Rows(u64),
}

/// The forms a spec may use.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged, expecting = "write a share such as \"5%\" or 0.05, or a number such as \"20 rows\"")]
enum Written {
    /// `"5%"`, `"20 rows"`.
    Text(String),
    /// `0.05`.
    Number(f64),
}

impl JsonSchema for Limit {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Limit".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Written::json_schema(generator)
    }
}

impl Limit {
    /// Nothing may be suppressed.
    pub const NONE: Self = Self::Rows(0);

    /// The number of rows allowed out of `rows`: the whole part of the share.
    pub fn of(self, rows: u64) -> u64 {
        match self {
            Self::Rows(limit) => limit.min(rows),
            Self::Share { numerator, denominator } => {
                (u128::from(rows) * u128::from(numerator) / u128::from(denominator)) as u64
            }
        }
    }
}

impl TryFrom<Written> for Limit {
    type Error = String;

    fn try_from(written: Written) -> Result<Self, String> {
        match written {
            Written::Text(text) => text.parse(),
            Written::Number(number) => number.to_string().parse(),
        }
    }
}

impl From<Limit> for String {
    fn from(limit: Limit) -> Self {
        limit.to_string()
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rows(0) => f.write_str("0%"),
            Self::Rows(1) => f.write_str("1 row"),
            Self::Rows(rows) => write!(f, "{rows} rows"),
            Self::Share { numerator, denominator } => {
                write!(f, "{}%", 100.0 * numerator as f64 / denominator as f64)
            }
        }
    }
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || {
            format!(
                "suppression = {text:?}: write a share such as \"5%\" or 0.05, or a number such as \"20 rows\""
            )
        };
        let trimmed = text.trim();
        if trimmed.starts_with('-') {
            return Err(format!(
                "suppression = {text:?}: it cannot be negative; write \"0%\" to suppress nothing"
            ));
        }
        if let Some(rows) = trimmed.strip_suffix("rows").or_else(|| trimmed.strip_suffix("row")) {
            return rows.trim().parse().map(Self::Rows).map_err(|_| expected());
        }
        let (digits, percent) = match trimmed.strip_suffix('%') {
            Some(digits) => (digits.trim(), true),
            None => (trimmed, false),
        };
        let (numerator, denominator) = decimal(digits).ok_or_else(expected)?;
        let denominator = if percent { denominator * 100 } else { denominator };
        match numerator {
            0 => Ok(Self::NONE),
            _ if percent && numerator > denominator => {
                Err(format!("suppression = {text:?}: at most 100% of the rows can be suppressed"))
            }
            _ if !percent && numerator == denominator => Err(format!(
                "suppression = {text:?}: is that a share or a number? write \"100%\" or \"1 row\""
            )),
            _ if !percent && numerator > denominator && numerator.is_multiple_of(denominator) => {
                let rows = numerator / denominator;
                Err(format!(
                    "suppression = {text:?}: is that a share or a number? write \"{rows}%\" or \"{rows} rows\""
                ))
            }
            _ if !percent && numerator > denominator => {
                Err(format!("suppression = {text:?}: a share without % is below 1; write \"{trimmed}%\""))
            }
            _ => Ok(Self::Share { numerator, denominator }),
        }
    }
}

/// How many digits behind the point count: a share of the rows of a table needs no more, and what computers divide has more.
const DIGITS: usize = 12;

/// A plain decimal number as a fraction over a power of ten: exactly, and rounded down where it has more digits than count.
fn decimal(text: &str) -> Option<(u64, u64)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if (whole.is_empty() && fraction.is_empty()) || !digits(whole) || !digits(fraction) {
        return None;
    }
    let fraction = &fraction[..fraction.len().min(DIGITS)];
    let numerator = format!("{whole}{fraction}").parse().ok()?;
    Some((numerator, 10_u64.pow(fraction.len() as u32)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, rows: u64, expected: u64) {
        assert_eq!(text.parse::<Limit>().map(|limit| limit.of(rows)), Ok(expected), "{text}");
    }

    #[test]
    fn shares_are_rounded_down_exactly() {
        check("5%", 30_162, 1_508);
        check("0.05", 30_162, 1_508);
        check("0.29", 100, 29);
        check("0.1%", 1_000, 1);
        check("100%", 7, 7);
        check("0", 7, 0);
    }

    #[test]
    fn shares_that_were_computed_are_shares() {
        check("0.3333333333333333", 30, 9);
        check("0.30000000000000004", 10, 3);
        check("33.333333333333336%", 30, 9);
        check("0.00000000000000000001", 1_000, 0);
        let written = |number| Limit::try_from(Written::Number(number)).map(|limit| limit.of(1_000));
        assert_eq!(
            [written(1.0 / 3.0), written(0.1 + 0.2), written(f64::from(0.05_f32))],
            [Ok(333), Ok(300), Ok(50)]
        );
        assert_eq!(written(f64::MIN_POSITIVE), Ok(0));
        assert!(written(f64::NAN).is_err());
    }

    #[test]
    fn rows_are_rows() {
        check("20 rows", 30_162, 20);
        check("1 row", 30_162, 1);
        check("20 rows", 7, 7);
    }

    #[test]
    fn what_could_be_either_is_refused() {
        for text in ["5", "1", "1.0", "-1", "-5%", "101%", "five", "", "%", "NaN", "inf"] {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_written_reads_back() {
        for text in ["5%", "20 rows", "1 row", "0%", "2.5%"] {
            let limit: Limit = text.parse().expect("valid");
            assert_eq!(limit.to_string().parse(), Ok(limit));
        }
    }
}
