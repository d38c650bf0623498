//! What deserves a word about values before what is found in them is trusted.

use amidst_core::hierarchy::builders::DecimalMark;
use amidst_spec::value::{Notice, markers_with_codes};
use amidst_table::Table;

/// What a column is looked at for.
pub enum ColumnUse {
    /// Its values are told apart as they are spelled.
    Quasi,
    /// Its values are counted, each once however it is spelled.
    Sensitive,
    /// It names people or households: one of what.
    Names(&'static str),
}

/// Codes for missing that were not `declared`, and spellings that count once, of the columns that are looked at.
pub fn notices(
    table: &Table,
    declared: &[String],
    mark: DecimalMark,
    looked: impl Fn(&str) -> Option<ColumnUse>,
) -> Vec<String> {
    let noticed: Vec<(&str, ColumnUse, Notice)> = table
        .columns()
        .iter()
        .filter_map(|column| Some((&*column.name, looked(&column.name)?, Notice::of(column.coded()?, mark))))
        .collect();
    let markers = markers_with_codes(declared, noticed.iter().map(|(.., notice)| notice));
    let of_column = |(name, looked, notice): &(&str, ColumnUse, Notice)| {
        let folded = match looked {
            ColumnUse::Quasi => None,
            ColumnUse::Sensitive => notice.describe_folded(name),
            ColumnUse::Names(of) => notice.describe_names(name, of),
        };
        [notice.describe_missing(name, &markers), folded]
    };
    noticed.iter().flat_map(of_column).flatten().collect()
}
