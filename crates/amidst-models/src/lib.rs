//! Privacy models, one file each: what a model is called, its parameters and how it judges stand in one place. A new one is its
//! file and one line in [`ALL`].

mod alpha_k;
mod average_risk;
mod beta_likeness;
mod delta_disclosure;
mod delta_presence;
mod distinct_l;
mod entropy_l;
mod entry;
mod highest_risk;
mod k_anonymity;
mod k_map;
mod k_map_estimated;
mod k_map_weighted;
mod k_people;
mod k_per_stratum;
mod links;
mod p_sensitive;
mod parameters;
mod part;
mod personal_k;
pub mod population;
mod population_uniqueness;
mod records_at_risk;
mod recursive_l;
mod sample_uniqueness;
pub mod superpopulation;
pub mod survey;
mod t_closeness;
mod whole;

use amidst_core::{
    ClassModel, Error, Model, ModelParams, Result, TableModel, Values,
    model::{Distance, Population},
};

pub use alpha_k::AlphaK;
pub use average_risk::AverageRisk;
pub use beta_likeness::BetaLikeness;
pub use delta_disclosure::DeltaDisclosure;
pub use delta_presence::DeltaPresence;
pub use distinct_l::DistinctL;
pub use entropy_l::EntropyL;
pub use entry::Entry;
pub use highest_risk::HighestRisk;
pub use k_anonymity::KAnonymity;
pub use k_map::KMap;
pub use k_map_estimated::KMapEstimated;
pub use k_map_weighted::KMapWeighted;
pub use k_people::KPeople;
pub use k_per_stratum::KPerStratum;
pub use p_sensitive::PSensitive;
pub use personal_k::PersonalK;
pub use population_uniqueness::PopulationUniqueness;
pub use records_at_risk::RecordsAtRisk;
pub use recursive_l::RecursiveL;
pub use sample_uniqueness::SampleUniqueness;
pub use t_closeness::TCloseness;

/// Every model.
pub const ALL: [Entry; 25] = [
    KAnonymity::ENTRY,
    PersonalK::ENTRY,
    KPerStratum::ENTRY,
    KMap::ENTRY,
    PSensitive::ENTRY,
    DistinctL::ENTRY,
    EntropyL::ENTRY,
    RecursiveL::ENTRY,
    AlphaK::ENTRY,
    TCloseness::ENTRIES[0],
    TCloseness::ENTRIES[1],
    TCloseness::ENTRIES[2],
    DeltaDisclosure::ENTRY,
    BetaLikeness::ENTRY,
    BetaLikeness::ENHANCED_ENTRY,
    DeltaPresence::ENTRY,
    HighestRisk::ENTRY,
    AverageRisk::ENTRY,
    RecordsAtRisk::ENTRY,
    SampleUniqueness::ENTRY,
    PopulationUniqueness::ENTRY,
    links::ENTRIES[0],
    links::ENTRIES[1],
    links::ENTRIES[2],
    links::ENTRIES[3],
];

/// A model by its id.
pub fn find(id: &str) -> Option<&'static Entry> {
    const { &ALL }.iter().find(|entry| entry.info.id == id)
}

/// The ids of all models.
pub fn names() -> Vec<&'static str> {
    ALL.iter().map(|entry| entry.info.id).collect()
}

/// The model asked for. `values` is the column it looks at, if it looks at one; k-anonymity with a column counts the people
/// named in it.
///
/// # Errors
/// If a parameter is out of range, or the column is not there or lacks what the model needs of it.
///
/// # Example
/// ```
/// use amidst_core::{ModelParams, Values};
/// let model = amidst_models::model(&ModelParams::DistinctL { l: 3 }, Some(&Values::of_counts(vec![7, 2, 5])))?;
/// assert_eq!(model.name(), "distinct-l-diversity");
/// assert!(amidst_models::model(&ModelParams::DistinctL { l: 3 }, None).is_err());
/// # Ok::<(), amidst_core::Error>(())
/// ```
pub fn model(params: &ModelParams, values: Option<&Values>) -> Result<Model> {
    let column = || values.ok_or_else(|| no_column(params));
    Ok(match params {
        ModelParams::KAnonymity { k } if values.is_some() => class(KPeople::new(*k)?),
        ModelParams::KAnonymity { k } => class(KAnonymity::new(*k)?),
        ModelParams::PersonalK => class(PersonalK::new(column()?)?),
        ModelParams::KPerStratum { k } => column().and_then(|_| Ok(class(KPerStratum::new(*k)?)))?,
        ModelParams::KMap { k, population: Population::Counted } => class(KMap::new(*k)?),
        ModelParams::KMap { k, population: Population::Weighted { significance } } => {
            class(KMapWeighted::new(*k, *significance)?)
        }
        ModelParams::KMap { k, population: Population::Estimated { fraction, significance } } => {
            class(KMapEstimated::new(*k, *fraction, *significance)?)
        }
        ModelParams::PSensitive { p, k } => column().and_then(|_| Ok(class(PSensitive::new(*p, *k)?)))?,
        ModelParams::DistinctL { l } => column().and_then(|_| Ok(class(DistinctL::new(*l)?)))?,
        ModelParams::EntropyL { l } => column().and_then(|_| Ok(class(EntropyL::new(*l)?)))?,
        ModelParams::RecursiveL { c, l } => column().and_then(|_| Ok(class(RecursiveL::new(*c, *l)?)))?,
        ModelParams::AlphaK { alpha, k, values: named } => {
            class(AlphaK::new(*alpha, *k, named_codes(named, column()?)?)?)
        }
        ModelParams::TCloseness { t, distance } => class(TCloseness::new(*t, *distance, column()?)?),
        ModelParams::DeltaDisclosure { delta, skips_absent: false } => {
            class(DeltaDisclosure::new(*delta, column()?)?)
        }
        ModelParams::DeltaDisclosure { delta, skips_absent: true } => {
            class(DeltaDisclosure::skipping_absent(*delta, column()?)?)
        }
        ModelParams::BetaLikeness { beta, enhanced: false } => class(BetaLikeness::basic(*beta, column()?)?),
        ModelParams::BetaLikeness { beta, enhanced: true } => {
            class(BetaLikeness::enhanced(*beta, column()?)?)
        }
        ModelParams::DeltaPresence { min, max } => class(DeltaPresence::new(*min, *max)?),
        ModelParams::AverageRisk { risk } => table(AverageRisk::new(*risk)?),
        ModelParams::RecordsAtRisk { risk, share } => table(RecordsAtRisk::new(*risk, *share)?),
        ModelParams::SampleUniqueness { share } => table(SampleUniqueness::new(*share)?),
        ModelParams::PopulationUniqueness { share, estimator, fraction } => {
            table(PopulationUniqueness::new(*share, *estimator, *fraction)?)
        }
        ModelParams::Described(model) => {
            let counts = if model.needs_column() { column()?.counts.as_slice() } else { &[] };
            model.build(counts)?
        }
        ModelParams::Links { .. } => return Err(no_classes(params)),
        _ => return Err(Error::Internal(format!("no file implements {}", params.id()))),
    })
}

/// Whether the parameters are ones that the model takes, whatever the table.
///
/// # Errors
/// If a parameter is out of range.
///
/// # Example
/// ```
/// use amidst_core::ModelParams;
/// assert!(amidst_models::in_range(&ModelParams::EntropyL { l: 2.5 }).is_ok());
/// assert!(amidst_models::in_range(&ModelParams::EntropyL { l: f64::INFINITY }).is_err());
/// ```
pub fn in_range(params: &ModelParams) -> Result<()> {
    let any = Values::default();
    match params {
        ModelParams::PersonalK => Ok(()),
        ModelParams::Links { k, .. } => parameters::whole(&parameters::K, *k).map(drop),
        ModelParams::AlphaK { alpha, k, .. } => AlphaK::new(*alpha, *k, &[]).map(drop),
        ModelParams::TCloseness { t, .. } => TCloseness::new(*t, Distance::Equal, &any).map(drop),
        _ => model(params, params.needs_column().then_some(&any)).map(drop),
    }
}

fn class(model: impl ClassModel + 'static) -> Model {
    Model::Class(Box::new(model))
}

fn table(model: impl TableModel + 'static) -> Model {
    Model::Table(Box::new(model))
}

/// The values that (α,k)-anonymity names, as codes; none: all.
fn named_codes<'a>(named: &[String], column: &'a Values) -> Result<&'a [u32]> {
    match named.is_empty() {
        true => Ok(&[]),
        false if column.named.is_empty() => Err(parameters::wrong(
            "values",
            named.len(),
            "the column has none of the values named; check their spelling",
        )),
        false => Ok(&column.named),
    }
}

/// Models that compare rows with the original judge no class.
fn no_classes(params: &ModelParams) -> Error {
    let expected = "it compares rows with the original and knows no classes; only the algorithms one-k, k-one, k-k and \
                    global-one-k aim at it, and a check against the original judges it";
    Error::Parameter { name: "model", value: params.id().into(), expected: expected.into() }
}

fn no_column(params: &ModelParams) -> Error {
    let expected = format!("{} looks at the values of a column; name one", params.id());
    Error::Parameter { name: "column", value: "none".into(), expected }
}
