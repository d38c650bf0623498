//! k on the rows of a release and earlier ones, counted as one table.
//!
//! That is no joint k of people: for somebody who is in several releases it is the number of people who share the class in
//! each of them, which may be 1 whatever the rows say, and which nobody can count who does not know whose the rows are.
//!
//! Asked for besides k on the release by itself, never instead: whoever has only the new file must find everyone amidst k
//! there too. It tells whether what is out after this release still is what was promised; it does not undo that people
//! who are in several releases can be linked across them.
//!
//! All of them are read back from their files and compared as the text of their cells, and classes are counted by the
//! audit's own code, so nothing here leans on the search.

use amidst_audit::{Classes, Share};
use amidst_core::{Coded, Dictionary};
use amidst_io::{Hints, Layout, Reader, Source, Want};
use amidst_spec::{
    Error, Result,
    combinations::CombinationRequirement,
    quoted,
    source::open,
    spec::{Input, MissingPolicy},
    validated::ValidatedSpec,
};
use amidst_table::Table;

use crate::summary::Union;

/// Of the classes over all quasi columns, or of those of each combination with the k asked of it.
fn union(
    releases: usize,
    classes: &Classes,
    combinations: &[(Classes, u64)],
    validated: &ValidatedSpec,
) -> Union {
    let Classes { rows, classes: count, k, k_wildcard, .. } = *classes;
    let mut union = Union {
        releases,
        counted: "rows",
        rows,
        classes: count,
        k,
        k_wildcard,
        k_combinations: combinations.iter().map(|(classes, _)| classes.k).min(),
        holds: false,
        failing_classes: None,
        failing_rows: None,
    };
    union.holds = match combinations {
        [] => union.reached(validated.missing_policy) >= validated.k,
        combinations => combinations.iter().all(|(classes, asked)| classes.holds(*asked)),
    };
    let below = match validated.missing_policy {
        _ if union.holds => Some(Share::default()),
        // Rows may fall short in several combinations.
        _ if !combinations.is_empty() => None,
        MissingPolicy::OwnValue => Some(classes.below(validated.k)),
        MissingPolicy::Wildcard => None,
    };
    union.failing_classes = below.map(|below| below.classes);
    union.failing_rows = below.map(|below| below.rows);
    union
}

/// The quasi columns of earlier releases.
pub(crate) struct Earlier {
    releases: usize,
    quasi: Vec<String>,
    dictionaries: Vec<Dictionary>,
    /// The codes of all rows so far, column by column.
    codes: Vec<Vec<u32>>,
}

impl Earlier {
    /// Reads the quasi columns of earlier releases.
    pub fn read(paths: &[String], quasi: Vec<String>, validated: &ValidatedSpec) -> Result<Self> {
        let (dictionaries, codes) = (vec![Dictionary::default(); quasi.len()], vec![Vec::new(); quasi.len()]);
        let mut earlier = Self { releases: paths.len(), quasi, dictionaries, codes };
        let mut seen: Vec<(String, &String)> = Vec::new();
        for path in paths {
            let missing = Some(validated.missing_back.clone());
            let reader = open(&Input { path: path.clone(), missing, ..Input::default() })?;
            let sha256 = earlier.add(reader)?;
            if let Some((_, first)) = seen.iter().find(|(known, _)| *known == sha256) {
                return Err(Error::SameRelease { first: (*first).clone(), second: path.clone() });
            }
            seen.push((sha256, path));
        }
        Ok(earlier)
    }

    /// Judges them together with a release that was just written, from its bytes.
    pub fn judge(mut self, written: &Source, layout: &Layout, validated: &ValidatedSpec) -> Result<Union> {
        let hints = Hints {
            format: Some(layout.format),
            compression: Some(layout.compression),
            encoding: Some(layout.encoding),
            delimiter: Some(layout.delimiter),
            quote: Some(layout.quote),
            decimal: Some(layout.decimal),
            newline: Some(layout.newline),
            header: Some(true),
            sheet: None,
        };
        self.add(Reader::open(written, &hints, &validated.missing_back)?)?;
        Ok(self.union(validated))
    }

    /// Adds the rows of a release, and gives the hash of its file.
    fn add(&mut self, reader: Reader) -> Result<String> {
        let lacking: Vec<&String> =
            self.quasi.iter().filter(|name| !reader.columns().contains(name)).collect();
        if !lacking.is_empty() {
            return Err(Error::EarlierLacks { file: reader.file().into(), columns: quoted(&lacking) });
        }
        let is_quasi = |name: &str| self.quasi.iter().any(|quasi| quasi == name);
        let read = reader.read(|name| if is_quasi(name) { Want::Code } else { Want::Drop })?;
        for (at, name) in self.quasi.iter().enumerate() {
            let coded = coded(&read.table, name);
            let dictionary = &mut self.dictionaries[at];
            let code: Vec<u32> = coded.dictionary.iter().map(|value| dictionary.intern(value)).collect();
            self.codes[at].extend(coded.codes.iter().map(|own| code[own as usize]));
        }
        Ok(read.sha256)
    }

    fn union(self, validated: &ValidatedSpec) -> Union {
        let rows = self.codes.first().map_or(0, Vec::len);
        let columns: Vec<Coded> = self
            .dictionaries
            .into_iter()
            .zip(self.codes)
            .map(|(dictionary, codes)| Coded::narrow(dictionary, codes))
            .collect();
        let classes = Classes::of(rows, &columns.iter().collect::<Vec<_>>());
        let place = |name: &String| self.quasi.iter().position(|quasi| quasi == name);
        let combination = |one: &CombinationRequirement| {
            let chosen: Vec<&Coded> = one.columns.iter().filter_map(place).map(|at| &columns[at]).collect();
            (Classes::of(rows, &chosen), one.k)
        };
        let combinations: Vec<(Classes, u64)> = validated.combinations.iter().map(combination).collect();
        union(self.releases, &classes, &combinations, validated)
    }
}

fn coded<'t>(table: &'t Table, name: &str) -> &'t Coded {
    table.column(name).and_then(|column| column.coded()).expect("quasi columns were read as codes")
}
