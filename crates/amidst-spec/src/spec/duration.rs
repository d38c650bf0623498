//! A span of time as people write it: `60s`, `0.5s`, `5m`, `1h`, `500ms`.

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
        let is_other = |symbol: char| !symbol.is_ascii_digit() && symbol != '.';
        let (number, unit) = trimmed.split_at(trimmed.find(is_other).ok_or_else(expected)?);
        let number: f64 = number.parse().map_err(|_| expected())?;
        let millis = match unit.trim() {
            "ms" => 1.0,
            "s" | "sec" => 1_000.0,
            "m" | "min" => 60_000.0,
            "h" => 3_600_000.0,
            _ => return Err(expected()),
        };
        // No clock that is asked here tells less than a millisecond.
        let millis = (number * millis).round();
        let is_told = millis < u64::MAX as f64 && (millis > 0.0 || number == 0.0);
        is_told.then(|| Self(Duration::from_millis(millis as u64))).ok_or_else(expected)
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
        let whole = [("500ms", 500), ("60s", 60_000), ("5m", 300_000), ("1 h", 3_600_000), ("0s", 0)];
        let broken = [("0.5s", 500), ("1.1s", 1_100), (".25 m", 15_000), ("1.5h", 5_400_000)];
        for (text, millis) in whole.into_iter().chain(broken) {
            assert_eq!(text.parse(), Ok(Span(Duration::from_millis(millis))), "{text}");
        }
        let huge = format!("{}h", u64::MAX);
        for text in ["", "60", "s", ".s", "-1s", "1.2.3s", "1e3s", "0.1ms", "1 day", &huge] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
    }
}
