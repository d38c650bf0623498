//! Every privacy model there is, by its id.

use crate::{
    AlphaK, AverageRisk, BetaLikeness, DeltaDisclosure, DeltaPresence, DistinctL, EntropyL, HighestRisk,
    KAnonymity, KMap, KPerStratum, PSensitive, PersonalK, PopulationUniqueness, RecordsAtRisk, RecursiveL,
    SampleUniqueness, TCloseness, entry::Entry, links,
};

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
