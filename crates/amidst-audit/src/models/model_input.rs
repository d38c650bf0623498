//! Where a requirement looks: classes, and the column in them.

use amidst_core::{Codes, ModelParams, Observer};

use super::{ClassStatistics, Column, Judgement, Parts, PopulationCounts, Unfit, judge};
use crate::{Path, classes::Field};

/// Classes, the columns that cut them further, and the column that is looked at.
pub(crate) struct ModelInput<'a> {
    pub parts: &'a Parts,
    pub within: Vec<Field<'a>>,
    pub column: Option<(Column<'a>, &'a Codes)>,
    /// Asked while rows are counted.
    pub observer: &'a dyn Observer,
}

impl ModelInput<'_> {
    /// Judges a requirement here. If classes were cut, tells besides which class each part is of.
    pub fn judge(
        &self,
        params: &ModelParams,
        hierarchy: Option<&[Path]>,
        population: Option<&PopulationCounts>,
    ) -> Result<(Judgement, Option<Vec<u32>>), Unfit> {
        let cut =
            (!self.within.is_empty()).then(|| self.parts.cut(&self.within, self.observer)).transpose()?;
        let parts = cut.as_ref().map_or(self.parts, |cut| &cut.parts);
        let model_columns = match &self.column {
            None => None,
            Some((column, codes)) => {
                let domain = column.domain(params, hierarchy)?;
                Some((domain.histograms(parts, codes, self.observer)?, domain))
            }
        };
        let parts = cut.as_ref().map_or(self.parts, |cut| &cut.parts);
        let (sizes, rows_of) = (&parts.sizes, &parts.rows_of);
        let values = model_columns.as_ref().map(|(histograms, domain)| (histograms, domain));
        Ok((
            judge(params, &ClassStatistics { sizes, rows_of, values, population })?,
            cut.map(|cut| cut.whole),
        ))
    }
}
