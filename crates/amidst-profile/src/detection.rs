//! Something found out about a column, in words.

use amidst_spec::header::SemanticType;

/// Something found out about a column. The evidence is in words and shares, never in values.
#[derive(Clone, Debug, PartialEq)]
pub struct Detection {
    /// What it looks like.
    pub what: SemanticType,
    /// From 0 (a guess) to 1 (certain).
    pub confidence: f64,
    /// Why we think so.
    pub evidence: String,
}

/// A share for people. Only all is 100 % and only nothing is 0 %.
pub(super) fn percent(share: f64) -> String {
    let hundredths = 100.0 * share;
    match hundredths {
        _ if share <= 0.0 => "0 %".into(),
        _ if share >= 1.0 => "100 %".into(),
        _ if hundredths < 0.1 => "under 0.1 %".into(),
        _ if hundredths < 10.0 => format!("{hundredths:.1} %"),
        _ if hundredths > 99.0 => format!("{:.1} %", (hundredths * 10.0).floor() / 10.0),
        _ => format!("{hundredths:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_is_a_hundred_percent() {
        for (share, text) in [
            (0.0, "0 %"),
            (0.0001, "under 0.1 %"),
            (0.034, "3.4 %"),
            (0.5, "50 %"),
            (0.9999, "99.9 %"),
            (1.0, "100 %"),
        ] {
            assert_eq!(percent(share), text);
        }
    }
}
