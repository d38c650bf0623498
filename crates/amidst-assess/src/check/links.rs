//! A release beside its original: how many rows may belong together.

use amidst_audit::{Fits, Links, Verdict};
use amidst_core::{
    Coded, Dictionary, Error as CoreError, ModelParams, Observer, hierarchy::builders::DecimalMark,
};
use amidst_io::{Decimal, Want};
use amidst_spec::{
    Error, Result,
    requirements::BoundRequirement,
    source::{check_header, open_observed},
    spec::{Input, MissingPolicy},
};
use amidst_table::Table;

use super::{CheckOptions, TableCheck, coded};
use crate::attack::{
    knowledge::Knowledge,
    relation::{Fit, Relation},
    spelling::{Said, Translation},
};

impl TableCheck<'_> {
    /// Judges the release by its original, if something asks for that.
    pub(super) fn links(&self, needed: &[BoundRequirement]) -> Result<Option<Links>> {
        match &self.options.original {
            Some(path) if needed.iter().any(|one| one.params.is_of_links()) => {
                self.judge_links(path).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn judge_links(&self, path: &str) -> Result<Links> {
        let (original, decimal) = read(self.options, path, self.observer)?;
        let quasi = &self.options.quasi;
        let is_quasi = |(name, _): &&(String, std::path::PathBuf)| quasi.contains(name);
        let files: Vec<_> = self.options.hierarchies.iter().filter(is_quasi).cloned().collect();
        let known = Knowledge::read(None, &files, quasi, decimal)?;
        let fits = |(name, released): (&String, &&Coded)| {
            let of_original = coded(&original, name);
            let released_said = Said { column: released, mark: self.mark() };
            let original_said = Said { column: of_original, mark: decimal };
            let relation =
                Relation::new(released_said, original_said, known.ladder(name), &Translation::default());
            let (labels, values) = (&released.dictionary, &of_original.dictionary);
            fits(name, &relation, labels, values, self.options.missing_policy)
        };
        let fits: Vec<Fits> = quasi.iter().zip(&self.columns).map(fits).collect::<Result<_>>()?;
        let columns: Vec<&Coded> = quasi.iter().map(|name| coded(&original, name)).collect();
        Links::new(&columns, &self.columns, &fits)
            .map_err(|problem| Error::bad_value("hierarchy", format!("{path}: {problem}")))
    }
}

/// How far one of these models holds.
pub(super) fn verdict(params: &ModelParams, links: &Links) -> Option<Verdict> {
    let ModelParams::Links { k, kind } = *params else { return None };
    Some(super::verdict(k, links.reached(kind), None))
}

/// The quasi columns of the original, and its decimal mark.
fn read(options: &CheckOptions, path: &str, observer: &dyn Observer) -> Result<(Table, DecimalMark)> {
    let missing = options.input.missing.clone();
    let input = Input { path: path.into(), missing, ..Input::default() };
    let reader = open_observed(None, &input, observer)?;
    let quasi = &options.quasi;
    check_header(&reader, &input, quasi)?;
    if let Some(lacking) = quasi.iter().find(|name| !reader.columns().contains(name)) {
        return Err(Error::of_file(path, CoreError::unknown_column(lacking, reader.columns())));
    }
    let is_comma = reader.layout().decimal == Decimal::Comma;
    let decimal = if is_comma { DecimalMark::Comma } else { DecimalMark::Point };
    let is_quasi = |name: &str| quasi.iter().any(|quasi| quasi == name);
    let table = reader.read(|name| if is_quasi(name) { Want::Code } else { Want::Drop })?.table;
    match table.rows() {
        0 => Err(Error::NoRows { source_name: path.into(), purpose: "released" }),
        _ => Ok((table, decimal)),
    }
}

/// Which labels each value of a column may stand behind. What cannot be compared is refused: to let it pass would claim
/// more than is known.
fn fits(
    column: &str,
    relation: &Relation,
    labels: &Dictionary,
    values: &Dictionary,
    policy: MissingPolicy,
) -> Result<Fits> {
    let unsure = relation.lists.iter().flatten().filter(|fit| !fit.is_sure);
    let unsure: std::collections::BTreeSet<u32> = unsure.map(|fit| fit.label).collect();
    if !unsure.is_empty() {
        return Err(Error::missing("hierarchy", format!(
            "column {column:?}: {} of its {} labels cannot be compared with the values of the original; give its \
             hierarchy",
            unsure.len(),
            labels.len()
        )).of_column(column));
    }
    let blank = labels.missing();
    let list = |list: &Vec<Fit>| {
        let labels = list.iter().map(|fit| fit.label);
        labels.filter(|label| policy == MissingPolicy::Wildcard || Some(*label) != blank).collect()
    };
    let lists = relation.lists.iter().map(list).collect();
    let mut fits = Fits { list_of: relation.list_of.clone(), lists };
    // A missing cell stands for a missing value, which only it and what stands for everything can show.
    if let (MissingPolicy::OwnValue, Some(missing)) = (policy, values.missing()) {
        let mut list: Vec<u32> = relation.everything.iter().copied().chain(blank).collect();
        list.sort_unstable();
        list.dedup();
        fits.list_of[missing as usize] = fits.lists.len() as u32;
        fits.lists.push(list);
    }
    Ok(fits)
}
