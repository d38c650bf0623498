//! The independent checker: what a release claims, re-established from the bytes that were written.
//!
//! It exists to catch mistakes of everything else, so it shares no code with the kernel, the search, the recoding or the
//! writers: it reads files, groups rows and recodes values in its own way, and takes hierarchies as plain paths of labels.
//!
//! [`Classes`] sums up the classes of any table, [`Subsets`] those over some of its columns, and [`Grouping`] judges every
//! privacy model on them; [`Links`] compares a release with its original, row by row. All serve `amidst check` besides.

mod anatomy;
mod audit;
mod check;
mod claim;
mod classes;
mod error;
mod links;
mod models;
mod people;
mod person_of_row;
mod reading;
mod report;
mod text;

pub use amidst_readback::{Compression, Csv, Encoding, Format, Layout, Medium, Newline, ReadError};
pub use anatomy::{FragmentClaim, FragmentFiles, View, audit_fragments, audit_views};
pub use audit::{Aggregates, FileTypes, PartAudit, audit, audit_residue};
pub use check::{Check, CheckResult};
pub use claim::{
    AggregateRule, Before, Claim, ColumnClaim, ColumnContent, CombinationClaim, Covering, HouseholdClaim,
    HouseholdFigures, NamingValues, NeighboursClaim, Order, Path, Policy, PopulationClaim, RecodedContent,
    RequirementClaim, RespondentClaim, Sorting,
};
pub use classes::{Classes, Share, Subsets};
pub use error::AuditError;
pub use links::{Fits, Links, TooMany};
pub use models::{Attribute, Grouping, Looks, PopulationCounts, Unfit, Verdict, is_self_judged};
pub use people::{Crowd, Profile, Respondents};
pub use person_of_row::PersonOfRow;
pub use reading::Reading;
pub use report::{CombinationReport, FileReport, Number, Report, RequirementReport};
