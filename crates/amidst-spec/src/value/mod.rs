//! What a cell says, whatever its spelling: models count values, not spellings.

mod moment;
mod names;
mod notice;
mod number;
mod spelling;

use amidst_core::hierarchy::builders::DecimalMark;
use jiff::civil::DateTime;
use moment::moment;
pub use names::{Nobody, folded as folded_names};
pub use notice::{
    Code, Notice, describe_cells, describe_short_years, is_code_for_missing, markers_with_codes,
};
pub use number::Number;
pub use spelling::is_blank;
use spelling::{folded, visible};

/// A known value. `flu` and ` Flu`, `1` and `01`, `é` made up in either way, `Straße` and `STRASSE`, `2024-02-29`, `29.02.2024`
/// and `2024-02-29 00:00` are one. The order is that of ranks: numbers by size, then days and their moments, then texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Below all numbers.
    MinusInfinity,
    /// A number, or what is known only to lie on one side of it.
    Number(Number, Side),
    /// Above all numbers.
    Infinity,
    /// Written as not a number.
    Nan,
    /// A day, which is its first moment, or another moment of it.
    Day(DateTime),
    /// Any other text, without regard to case, accents composed, with single spaces.
    Text(String),
}

/// On which side of a number a value lies: `<5`, `<=5`, `5`, `5+` or `>=5`, `>5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Below it.
    Below,
    /// Below it or at it.
    AtMost,
    /// At it.
    At,
    /// At it or above it.
    AtLeast,
    /// Above it.
    Above,
}

impl Value {
    /// What a cell says.
    pub fn of(text: &str, mark: DecimalMark) -> Self {
        let visible = visible(text);
        let text = visible.trim();
        if let Some(number) = Number::read(text, mark) {
            return Self::Number(number, Side::At);
        }
        let folded = folded(text);
        match folded.as_str() {
            "nan" => return Self::Nan,
            "inf" | "+inf" | "infinity" | "+infinity" => return Self::Infinity,
            "-inf" | "-infinity" => return Self::MinusInfinity,
            _ => {}
        }
        bounded(text, mark).or_else(|| moment(text).map(Self::Day)).unwrap_or(Self::Text(folded))
    }

    /// Whether it is a number that lies somewhere.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Number(_, Side::At))
    }

    /// As a number that lies somewhere, and not only beyond something.
    pub fn to_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number, Side::At) => number.to_f64(),
            _ => None,
        }
    }
}

/// `90+`, `<5` and their kin.
fn bounded(text: &str, mark: DecimalMark) -> Option<Value> {
    const SIGNS: [(&str, Side); 6] = [
        ("<=", Side::AtMost),
        (">=", Side::AtLeast),
        ("≤", Side::AtMost),
        ("≥", Side::AtLeast),
        ("<", Side::Below),
        (">", Side::Above),
    ];
    let signed = SIGNS.iter().find_map(|(sign, side)| Some((text.strip_prefix(sign)?, *side)));
    let (number, side) = signed.or_else(|| Some((text.strip_suffix('+')?, Side::AtLeast)))?;
    Some(Value::Number(Number::read(number, mark)?, side))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Value {
        Value::of(text, DecimalMark::Point)
    }

    #[test]
    fn spellings_of_one_value_are_that_value() {
        for alike in [
            &["flu", "Flu", " FLU ", "flu\t"][..],
            &["type 2", "Type  2", "type\u{a0}2"],
            &["caf\u{e9}", "cafe\u{301}", "CAFE\u{301}"],
            &["1", "1.0", "01"],
            &["90+", ">=90", "≥ 90"],
            &["Straße", "STRASSE", "STRA\u{1e9e}E", "strasse"],
            &["ΣΑΣ", "σας", "σασ", "Σας"],
            &["ﬂu", "flu", "F\u{ad}lu", "\u{feff}flu", "f\u{200b}lu\u{200e}"],
            &["1\u{200b}", "\u{feff}1"],
            &[
                "2024-02-29",
                "29.02.2024",
                "29.2.2024",
                "2024-02-29 00:00",
                "2024-02-29T00:00:00",
                "29/02/2024",
            ],
            &["2024-02-29 10:30", "29.02.2024 10:30:00", "2024-02-29T10:30:00.0Z"],
            &["NaN", "nan"],
        ] {
            assert!(alike.iter().all(|text| value(text) == value(alike[0])), "{alike:?}");
        }
    }

    #[test]
    fn values_that_differ_stay_apart_and_in_order() {
        let texts = [
            "-inf",
            "-1",
            "<5",
            "<=5",
            "5",
            "5+",
            ">5",
            "inf",
            "NaN",
            "28.02.2023",
            "2024-02-29",
            "2024-02-29 00:01",
            "2023-02-29",
            "e",
            "flu a",
            "flua",
            "\u{e9}",
        ];
        assert!(texts.windows(2).all(|pair| value(pair[0]) < value(pair[1])));
    }
}
