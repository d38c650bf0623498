//! A span of time as people write it: `60s`, `5m`, `1h`, `500ms`.

use std::{fmt, str::FromStr, time::Duration};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Span(pub Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let expected =
            || format!("{text:?} is not a span of time; write \"500ms\", \"60s\", \"5m\" or \"1h\"");
        let trimmed = text.trim();
        let split = trimmed.find(|symbol: char| !symbol.is_ascii_digit()).ok_or_else(expected)?;
        let number: u64 = trimmed[..split].parse().map_err(|_| expected())?;
        let millis: u64 = match trimmed[split..].trim() {
            "ms" => 1,
            "s" | "sec" => 1_000,
            "m" | "min" => 60_000,
            "h" => 3_600_000,
            _ => return Err(expected()),
        };
        number.checked_mul(millis).map(|millis| Self(Duration::from_millis(millis))).ok_or_else(expected)
    }
}

impl TryFrom<String> for Span {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Span> for String {
    fn from(span: Span) -> Self {
        span.to_string()
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_millis() {
            millis if millis.is_multiple_of(1_000) => write!(f, "{}s", millis / 1_000),
            millis => write!(f, "{millis}ms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_units_are_read() {
        for (text, millis) in [("500ms", 500), ("60s", 60_000), ("5m", 300_000), ("1 h", 3_600_000)] {
            assert_eq!(text.parse(), Ok(Span(Duration::from_millis(millis))));
        }
        for text in ["", "60", "s", "-1s", "1 day"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
    }
}
