//! What deserves a word before values are counted: texts that mostly mean that nothing is known, and values with several
//! spellings. Of the data only such well-known words are ever told, with how often they occur.

use std::collections::HashMap;

use amidst_core::{
    Coded,
    hierarchy::builders::{CENTURY_FROM, DecimalMark},
    near::in_quotes,
};

use super::Value;
use crate::reporting::grouped;

/// Words that hardly ever are values, in small letters.
const CODES: [&str; 26] = [
    "na", "n/a", "n.a.", "#n/a", "#na", "<na>", "nan", "null", "(null)", "nil", "missing", "?", "??", "-",
    "--", "---", ".", "k.a.", "k. a.", "n. a.", "n.b.", "n.d.", "n.r.", "n.v.t.", "n.z.", "n/d",
];

/// Words that may be values, but name nobody, in small letters.
const NOBODY: [&str; 6] = ["none", "\\n", "—", "–", "nat", "undefined"];

/// Words that mean that something is not known, and may be values all the same.
const WORDS: [&str; 26] = [
    "unknown",
    "unk",
    "not known",
    "not available",
    "not applicable",
    "not stated",
    "not specified",
    "not recorded",
    "refused",
    "undisclosed",
    "unbekannt",
    "keine angabe",
    "inconnu",
    "sconosciuto",
    "desconocido",
    "desconhecido",
    "onbekend",
    "non renseigné",
    "non renseignée",
    "non précisé",
    "inconnue",
    "nicht bekannt",
    "nicht angegeben",
    "keine angaben",
    "niet bekend",
    "niet van toepassing",
];

/// Numbers that stand for nothing known where they lie far from all others, or all others are words.
const NUMBERS: [&str; 11] = ["-1", "-9", "-99", "-999", "-9999", "-8", "-88", "99", "999", "9999", "99999"];

/// What deserves a word about a column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notice {
    /// Texts that mostly mean missing, as they are spelled, with their cells; most frequent first.
    pub codes: Vec<(Code, u64)>,
    /// Values that have several spellings, and the spellings of these.
    pub folded: Option<(usize, usize)>,
}

/// A text that mostly means missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// As the column spells it.
    pub text: String,
    /// Whether it is a word or a sign, and no number.
    pub is_word: bool,
}

impl Notice {
    /// Looks at the values of a column.
    pub fn of(coded: &Coded, mark: DecimalMark) -> Self {
        let known = known(coded, mark);
        let mut spellings: HashMap<&Value, usize> = HashMap::new();
        known.iter().for_each(|(.., value)| *spellings.entry(value).or_default() += 1);
        let several: Vec<usize> = spellings.into_values().filter(|&spellings| spellings > 1).collect();
        let mut codes = codes(&known);
        // A column of nothing else says something.
        if codes.len() == known.len() {
            codes.clear();
        }
        Self { codes, folded: (!several.is_empty()).then(|| (several.len(), several.iter().sum())) }
    }

    /// In a sentence: texts that mostly mean missing. `markers` is what would count as missing if all such texts of the table
    /// were none, so that following the advice once is enough.
    pub fn describe_missing(&self, column: &str, markers: &[String]) -> Option<String> {
        self.codes.first()?;
        let told = self
            .codes
            .iter()
            .take(5)
            .map(|(code, cells)| format!("{:?} in {}", code.text, describe_cells(*cells)));
        let told = told.collect::<Vec<_>>().join(", ");
        Some(format!(
            "column {column:?} says {told}: mostly that means that nothing is known, and it counts as a value; if it is \
             none, add it to missing in [input], such as missing = [{}]",
            in_quotes(markers)
        ))
    }

    /// In a sentence: values that have several spellings and count once.
    pub fn describe_folded(&self, column: &str) -> Option<String> {
        let spellings = self.describe_spellings()?;
        Some(format!("column {column:?} has {spellings}; where values are counted, each counts once"))
    }

    /// Values that have several spellings.
    pub fn describe_spellings(&self) -> Option<String> {
        let (values, spellings) = self.folded?;
        let values =
            if values == 1 { "1 value".into() } else { format!("{} values", grouped(values as u64)) };
        Some(format!(
            "{} spellings of {values} (case, spaces, accents, or ways to write a number or a day)",
            grouped(spellings as u64)
        ))
    }
}

/// What would count as missing if all texts of these columns that mostly mean missing did: those declared first.
pub fn markers_with_codes<'a>(
    declared: &[String],
    notices: impl IntoIterator<Item = &'a Notice>,
) -> Vec<String> {
    let mut markers = declared.to_vec();
    for (code, _) in notices.into_iter().flat_map(|notice| &notice.codes) {
        if !markers.contains(&code.text) {
            markers.push(code.text.clone());
        }
    }
    markers
}

/// How two digits of a year are read.
pub fn describe_short_years() -> String {
    let last = CENTURY_FROM + 99;
    format!(
        "years of two digits are read as {CENTURY_FROM} to {last}; where people are older than that, write four digits"
    )
}

/// The texts of a column that occur, with their cells and values.
pub(super) fn known(coded: &Coded, mark: DecimalMark) -> Vec<(&str, u64, Value)> {
    let rows = coded.histogram();
    let known = coded.dictionary.iter().zip(&rows).filter_map(|(text, &rows)| Some((text?, rows)));
    known.filter(|it| it.1 > 0).map(|(text, rows)| (text, rows, Value::of(text, mark))).collect()
}

/// The texts that mostly mean missing, with their cells; most frequent first.
pub(super) fn codes(known: &[(&str, u64, Value)]) -> Vec<(Code, u64)> {
    let code = |(text, rows, value): &(&str, u64, Value)| {
        let is_word = is_code_for_missing(text);
        let is_code = is_word || is_number(text, value, known);
        is_code.then(|| (Code { text: (*text).to_owned(), is_word }, *rows))
    };
    let mut codes: Vec<(Code, u64)> = known.iter().filter_map(code).collect();
    codes.sort_by(|a, b| (b.1, &a.0.text).cmp(&(a.1, &b.0.text)));
    codes
}

/// So many cells.
pub fn describe_cells(cells: u64) -> String {
    if cells == 1 { "1 cell".into() } else { format!("{} cells", grouped(cells)) }
}

/// Whether a text mostly means that nothing is known.
pub fn is_code_for_missing(text: &str) -> bool {
    is_code(text) || is_word(text)
}

/// Whether a text names nobody, though it may be a value.
pub(super) fn names_nobody(text: &str) -> bool {
    NOBODY.contains(&text.trim().to_lowercase().as_str())
}

fn is_code(text: &str) -> bool {
    CODES.contains(&text.trim().to_lowercase().as_str())
}

fn is_word(text: &str) -> bool {
    WORDS.contains(&text.trim().to_lowercase().as_str())
}

/// Whether a number stands for nothing known: it is a usual one, and all other values are words or days; or all are numbers,
/// and it lies on the other side of 0 than all others, or beyond twice the largest of them.
fn is_number(text: &str, value: &Value, known: &[(&str, u64, Value)]) -> bool {
    if !NUMBERS.contains(&text.trim()) {
        return false;
    }
    let is_strange = |text: &str| NUMBERS.contains(&text.trim()) || is_code(text) || is_word(text);
    let others: Vec<&Value> = known.iter().filter(|it| !is_strange(it.0)).map(|it| &it.2).collect();
    if !others.is_empty() && others.iter().all(|other| matches!(other, Value::Text(_) | Value::Day(_))) {
        return true;
    }
    let others: Option<Vec<f64>> = others.into_iter().map(Value::to_f64).collect();
    let (Some(own), Some(others)) = (value.to_f64(), others) else { return false };
    let largest = others.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    match own < 0.0 {
        // A change by 1 is a value beside small ones.
        true if own == -1.0 && largest < 10.0 => false,
        true => others.len() >= 2 && others.iter().all(|&other| other >= 0.0),
        false => others.len() >= 2 && largest < own / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use amidst_table::Column;

    fn notice(cells: &[&str]) -> Notice {
        let column = Column::from_texts("x", cells.iter().map(|cell| Some(*cell)));
        Notice::of(column.coded().expect("it is coded"), DecimalMark::Point)
    }

    #[track_caller]
    fn check(cells: &[&str], expected: &[(&str, u64)]) {
        let notice = notice(cells);
        let found: Vec<(&str, u64)> =
            notice.codes.iter().map(|(code, cells)| (code.text.as_str(), *cells)).collect();
        assert_eq!(found, expected, "{cells:?}");
    }

    #[test]
    fn words_for_nothing_known_are_noticed_and_counted() {
        check(&["flu", "NA", "NA", "unknown", "cold"], &[("NA", 2), ("unknown", 1)]);
        check(&["1", "2", "?", "-"], &[("-", 1), ("?", 1)]);
        check(&["no", "yes", "none"], &[]);
        check(&["NA", "NA"], &[]);
    }

    #[test]
    fn numbers_for_nothing_known_lie_far_from_the_others() {
        check(&["34", "71", "999"], &[("999", 1)]);
        check(&["34", "71", "-9"], &[("-9", 1)]);
        check(&["34", "71", "-9", "-99", "NA"], &[("-9", 1), ("-99", 1), ("NA", 1)]);
        check(&["97", "98", "99"], &[]);
        check(&["-10", "-9", "4"], &[]);
        check(&["82", "64", "-1"], &[("-1", 1)]);
        check(&["-1", "0", "1"], &[]);
        check(&["a", "b", "7", "999"], &[]);
        check(&["<5", ">10", "99"], &[]);
    }

    #[test]
    fn numbers_among_words_or_days_stand_for_nothing_known() {
        check(&["flu", "-9", "flu", "999"], &[("-9", 1), ("999", 1)]);
        check(&["2024-02-29", "2024-03-01", "9999", "NA"], &[("9999", 1), ("NA", 1)]);
        check(&["-9", "999"], &[]);
        check(&["flu", "cold", "12"], &[]);
    }

    #[test]
    fn the_advice_about_missing_keeps_what_is_declared_and_names_all_columns() {
        let (stay, height) = (notice(&["3", "4", "999"]), notice(&["170", "181", "-9"]));
        let markers = markers_with_codes(&["".into(), "NA".into()], [&stay, &height]);
        let words = stay.describe_missing("stay", &markers).expect("a code");
        assert!(words.ends_with("such as missing = [\"\", \"NA\", \"999\", \"-9\"]"), "{words}");
    }

    #[test]
    fn spellings_of_one_value_are_counted() {
        assert_eq!(notice(&["flu", "Flu", "flu ", "cold"]).folded, Some((1, 3)));
        assert_eq!(notice(&["1", "1.0", "2", "02", "3"]).folded, Some((2, 4)));
        assert_eq!(notice(&["flu", "cold"]).folded, None);
        let words = notice(&["flu", "Flu"]).describe_folded("ill").expect("two spellings");
        assert!(words.starts_with("column \"ill\" has 2 spellings of 1 value"));
    }
}
