//! Models that are known by their description: judged by the checker of their id, if there is one here. One that is not ours has
//! none: classes are counted here as for every other, and then the model is asked itself.

use amidst_core::{
    ClassModel, ClassSummary, Model, Sizes, TableModel,
    model::{DescribedModel, Scale, Scope},
};

use super::{
    ClassStatistics, Judgement, Standing, Unfit, Verdict, checker,
    checker::Checker,
    class::{Class, ClassMeasure},
    tallied,
};

/// Judges it.
pub(super) fn judge(model: &DescribedModel, seen: &ClassStatistics) -> Result<Judgement, Unfit> {
    match checker(model) {
        Some(checker) => Ok(check(checker, model, seen)),
        None => ask(model, seen),
    }
}

/// Whether it looks at all classes together.
pub(super) fn is_of_table(model: &DescribedModel) -> bool {
    checker(model).is_none() && model.info().scope == Scope::Table
}

fn check(checker: &Checker, model: &DescribedModel, seen: &ClassStatistics) -> Judgement {
    let (parameters, domain) = (model.parameters(), seen.values.map(|(_, domain)| domain));
    let reached = |class: &Class| (checker.reached)(parameters, class, domain);
    tallied(seen, (checker.limit)(parameters), &reached, |standing| standing != Standing::Fails)
}

/// There is no second model to compare with.
fn ask(model: &DescribedModel, seen: &ClassStatistics) -> Result<Judgement, Unfit> {
    let counts = seen.values.map_or(&[][..], |(_, domain)| &domain.counts);
    let problem = |error: amidst_core::Error| Unfit::Custom { problem: error.to_string() };
    Ok(match model.build(counts).map_err(problem)? {
        Model::Class(model) => of_classes(&*model, seen),
        Model::Table(model) => of_table(&*model, seen),
    })
}

fn of_classes(model: &dyn ClassModel, seen: &ClassStatistics) -> Judgement {
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
    tallied(seen, model.threshold(), &reached, |standing| standing == Standing::Holds)
}

fn of_table(model: &dyn TableModel, seen: &ClassStatistics) -> Judgement {
    let sizes: Sizes = seen.sizes.iter().copied().filter(|&rows| rows > 0).collect();
    let has_rows = seen.sizes.iter().any(|&rows| rows > 0);
    let verdict = Verdict {
        asked: model.threshold(),
        reached: has_rows.then(|| model.attained(&sizes)),
        holds: model.holds(&sizes),
        failing: None,
    };
    Judgement { verdict, standings: None }
}
