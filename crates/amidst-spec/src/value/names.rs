//! Who a column names: people, or households. Spellings of one name are one, and what mostly means that nothing is known
//! names nobody; otherwise classes would look fuller than they are.

use amidst_core::{Coded, Dictionary, hierarchy::builders::DecimalMark};

use super::{Notice, Value, is_blank, notice};
use crate::reporting::grouped;

/// A column with one code for every name, however it is spelled. Codes follow the order of names, so that nothing that
/// follows from them tells the order of the source; a missing name, or one of white space alone, comes last.
pub fn folded(column: &Coded, mark: DecimalMark) -> Coded {
    let (names, missing): (Vec<_>, Vec<_>) =
        column.dictionary.iter().zip(0_u32..).partition(|(text, _)| text.is_some_and(|text| !is_blank(text)));
    let names = names.into_iter();
    let names = names.filter_map(|(text, code)| text.map(|text| (Value::of(text, mark), text, code)));
    let mut names: Vec<(Value, &str, u32)> = names.collect();
    names.sort_unstable();
    let mut dictionary = Dictionary::default();
    let mut number_of = vec![0; column.dictionary.len()];
    for spellings in names.chunk_by(|a, b| a.0 == b.0) {
        let number = dictionary.intern(Some(spellings[0].1));
        spellings.iter().for_each(|(.., code)| number_of[*code as usize] = number);
    }
    for (_, code) in missing {
        number_of[code as usize] = dictionary.intern(None);
    }
    let codes = column.codes.iter().map(|code| number_of[code as usize]).collect();
    Coded::narrow(dictionary, codes)
}

/// Rows of a column that name nobody.
pub struct Nobody {
    /// Whether each code of the column names nobody.
    is_nobody: Vec<bool>,
    /// The rows that are missing, or hold white space alone.
    pub missing: u64,
    /// Texts that mostly mean missing, though they were not declared, with their rows.
    pub codes: Vec<(String, u64)>,
}

impl Nobody {
    /// The rows that are declared as missing, and those that hold a code for it.
    pub fn of(column: &Coded, mark: DecimalMark) -> Self {
        let mut nobody = Self::declared(column);
        let known = notice::known(column, mark);
        let codes = notice::codes(&known).into_iter().map(|(code, rows)| (code.text, rows));
        let names = known.iter().filter(|(text, ..)| notice::names_nobody(text));
        nobody.codes = codes.chain(names.map(|(text, rows, _)| ((*text).to_owned(), *rows))).collect();
        for (text, _) in &nobody.codes {
            let code = column.dictionary.code(Some(text)).expect("codes are texts of the column");
            nobody.is_nobody[code as usize] = true;
        }
        nobody
    }

    /// Only the rows that are declared as missing.
    pub fn declared(column: &Coded) -> Self {
        let rows = column.histogram();
        let is_nobody: Vec<bool> = column.dictionary.iter().map(|text| text.is_none_or(is_blank)).collect();
        let missing = rows.iter().zip(&is_nobody).filter(|(_, is)| **is).map(|(rows, _)| rows).sum();
        Self { is_nobody, missing, codes: Vec::new() }
    }

    /// How many rows they are.
    pub fn rows(&self) -> u64 {
        self.missing + self.codes.iter().map(|(_, rows)| rows).sum::<u64>()
    }

    /// Whether a code of the column names somebody.
    pub fn is_somebody(&self, code: u32) -> bool {
        !self.is_nobody[code as usize]
    }

    /// What the cells are, in words that follow the name of the column: `is missing in 3 of 9 rows`.
    pub fn describe(&self, all: usize) -> String {
        let (rows, all) = (grouped(self.rows()), grouped(all as u64));
        let told = self.codes.iter().take(5).map(|(text, _)| format!("{text:?}")).collect::<Vec<_>>();
        match (self.missing, told.is_empty()) {
            (_, true) => format!("is missing in {rows} of {all} rows"),
            (0, false) => format!("says {} in {rows} of {all} rows, which names nobody", told.join(", ")),
            (_, false) => {
                format!("is missing or says {} in {rows} of {all} rows, which names nobody", told.join(", "))
            }
        }
    }
}

impl Notice {
    /// In a sentence: names that have several spellings and count as one. `of` says what they are names of.
    pub fn describe_names(&self, column: &str, of: &str) -> Option<String> {
        let spellings = self.describe_spellings()?;
        Some(format!(
            "column {column:?} has {spellings}; each counts as one {of}. If such spellings are of different ones, as 01 and 1 \
             may be, give them names that differ by more"
        ))
    }
}

#[cfg(test)]
mod tests {
    use amidst_table::Column;

    use super::*;

    fn column(cells: &[Option<&str>]) -> Coded {
        Column::from_texts("who", cells.iter().copied()).coded().expect("it is coded").clone()
    }

    #[track_caller]
    fn check(cells: &[Option<&str>], expected: &[u32]) {
        let folded = folded(&column(cells), DecimalMark::Point);
        assert_eq!(folded.codes.iter().collect::<Vec<_>>(), expected, "{cells:?}");
    }

    #[test]
    fn spellings_of_one_name_are_one_and_numbers_follow_names() {
        check(&[Some("p2"), Some("P1 "), Some("p1"), None, Some("p3")], &[1, 0, 0, 3, 2]);
        check(&[Some("2"), Some("1.0"), Some("01"), Some("1")], &[1, 0, 0, 0]);
        check(&[Some("cafe\u{301}"), Some("caf\u{e9}")], &[0, 0]);
        check(&[Some(" "), Some("p1"), None, Some("\u{a0}\t"), Some("p2")], &[2, 0, 2, 2, 1]);
    }

    #[track_caller]
    fn check_nobody(cells: &[Option<&str>], expected: &str) {
        assert_eq!(Nobody::of(&column(cells), DecimalMark::Point).describe(cells.len()), expected);
    }

    #[test]
    fn who_is_missing_or_a_code_for_it_is_nobody() {
        check_nobody(&[Some("a"), None, None], "is missing in 2 of 3 rows");
        check_nobody(&[Some("NA"), Some("NA")], "says \"NA\" in 2 of 2 rows, which names nobody");
        check_nobody(
            &[Some("1"), Some("2"), Some("-9"), Some("k.A."), None],
            "is missing or says \"-9\", \"k.A.\" in 3 of 5 rows, which names nobody",
        );
        check_nobody(&[Some("a"), Some(" "), Some("\t"), Some("\u{a0}")], "is missing in 3 of 4 rows");
        for code in ["None", "\\N", "—", "-", "NaT", "undefined"] {
            assert_eq!(Nobody::of(&column(&[Some("a"), Some(code)]), DecimalMark::Point).rows(), 1, "{code}");
        }
        assert_eq!(Nobody::declared(&column(&[Some("NA"), None, Some(" ")])).rows(), 2);
    }
}
