//! All that is wrong with the settings of a spec. Each check is made by itself, as far as what it needs is right: what is wrong
//! with one setting hides no fault of another.

use amidst_search::Preference;

use super::{
    aggregate, check_averages, check_households, check_target, combinations, k, known, linked, linking,
    links, priority, regions, strata, target,
};
use crate::{
    Spec,
    error::Faults,
    names::{AUTO, algorithms},
    registry::Registry,
    requirements::BoundRequirement,
    scheme::RecodingScheme,
    side_tables::side_tables,
};

/// Every fault that the settings have, in the order of the spec's parts.
pub fn faults(spec: &Spec, registry: &Registry) -> Faults {
    let mut faults = Faults::default();
    let solve = &spec.solve;
    faults.keep(spec.input.hints());
    for requirement in &spec.privacy.requirements() {
        faults.keep(BoundRequirement::of(requirement, spec, registry.models()));
    }
    faults.keep(spec.privacy.stands_for());
    let requirements = faults.keep(BoundRequirement::all(spec, registry.models()));
    let k = requirements.as_ref().and_then(|all| faults.keep(k(spec, all)));
    let algorithm =
        faults.keep(known("algorithm", solve.algorithm.as_deref().unwrap_or(AUTO), &algorithms()));
    let objective =
        faults.keep(known("objective", solve.objective.as_deref().unwrap_or("loss"), &registry.measures()));
    let prefer = faults.keep(known(
        "prefer",
        solve.prefer.as_deref().unwrap_or(Preference::OBJECTIVE),
        &registry.policies(),
    ));
    for (key, measure) in [("objective", &objective), ("prefer", &prefer)] {
        faults.keep(measure.as_ref().map_or(Ok(()), |measure| check_target(spec, registry, key, measure)));
    }
    faults.keep(target(spec));
    faults.keep(aggregate(solve));
    faults.keep(spec.output.reporting());
    let (Some(requirements), Some(k), Some(algorithm)) = (requirements, k, algorithm) else { return faults };

    faults.keep(regions(solve, &algorithm));
    let (k, requirements) = linked(k, requirements, &algorithm);
    faults.keep(BoundRequirement::of_households(spec, k));
    let links = faults.keep(links(spec, k, &requirements)).flatten();
    faults.keep(links.map_or(Ok(algorithm.clone()), |(_, kind)| linking(&algorithm, kind)));
    let Some(recoding) = faults.keep(RecodingScheme::new(solve, &algorithm)) else { return faults };
    faults.keep(check_averages(spec, recoding));
    if let Some(side_tables) = faults.keep(side_tables(spec, recoding, &requirements)) {
        faults.keep(check_households(spec, recoding, !side_tables.is_empty()));
        faults.keep(combinations(spec, k, recoding));
    }
    faults.keep(strata(spec, recoding));
    if let Some(prefer) = prefer {
        faults.keep(priority(spec, &prefer, recoding, &algorithm));
    }
    faults
}
