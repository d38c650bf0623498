//! A model that is not ours: classes are counted here as for every other, and then the model is asked itself. There is no
//! second one to compare with.

use amidst_core::{
    ClassSummary,
    model::{CustomModel, Scale},
};

use super::{
    ClassStatistics, Judgement, Standing, Unfit,
    class::{Class, ClassMeasure},
    tallied,
};

/// Judges it on classes.
pub(super) fn judge(model: &CustomModel, seen: &ClassStatistics) -> Result<Judgement, Unfit> {
    let counts = seen.values.map_or(&[][..], |(_, domain)| &domain.counts);
    let model = model.build(counts).map_err(|problem| Unfit::Custom { problem })?;
    let reached = |class: &Class| {
        let counts: Vec<u32> =
            class.counts.iter().map(|&rows| u32::try_from(rows).unwrap_or(u32::MAX)).collect();
        let summary = ClassSummary::of_values(class.values, &counts)
            .with_rows(class.rows)
            .with_holders(class.holders)
            .with_population(class.population);
        let value = model.attained(&summary);
        let badness = if model.scale() == Scale::AtLeast { -value } else { value };
        let standing = if model.holds(&summary) { Standing::Holds } else { Standing::Fails };
        ClassMeasure { value, badness, standing }
    };
    Ok(tallied(seen, model.threshold(), &reached, |standing| standing == Standing::Holds))
}
