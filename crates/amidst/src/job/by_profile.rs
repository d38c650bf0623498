//! k of all rows of a person together: people whose profile too few share are suppressed whole, at the first node where the
//! limit allows it.
//!
//! A search knows classes, not people's histories. So the node it finds is the first that is tried; then come the nodes above
//! it, in the order of what they cost. Whatever comes out is proved by the audit like everything else.

use std::collections::{HashMap, HashSet};

use amidst_core::Observer;
use amidst_release::SUPPRESSED;
use amidst_spec::{Result, validated::ValidatedSpec};

use super::{
    Attempt, Dataset, Infeasibility, InfeasibleReason, Job, SolveError,
    above::nodes,
    deadline::Deadline,
    found,
    solution::{Cellwise, RecodingKind, RecodingSolution},
};

/// What must be said of a node that was not the search's own choice.
const NOT_PROVED: &str = "people whose rows together too few share were suppressed, or levels were raised for them: another \
                          release may keep more";

/// A solution in which k people share every profile; a first one that meets everything else is at hand.
pub(super) fn settle(
    job: &Job,
    read: &mut Dataset,
    validated: &ValidatedSpec,
    first: RecodingSolution,
    observer: &dyn Observer,
) -> Attempt<RecodingSolution> {
    let rare = Profiles::of(read, &first, validated.k);
    if rare.rare.is_empty() {
        return Ok(first);
    }
    let rows = first.rows;
    let deadline = Deadline::new(observer, validated);
    for levels in nodes(job, read, validated, &first, observer)? {
        if deadline.is_stopped() {
            break;
        }
        read.barred = None;
        if let Some(levels) = &levels {
            read.roles.fix(levels);
        }
        if let Some(solved) = without_rare(job, read, validated, observer)? {
            read.leave_barred_out();
            let warnings = solved.warnings.iter().cloned().chain([NOT_PROVED.to_owned()]).collect();
            let kind = match (solved.kind, &read.remaining) {
                (RecodingKind::Cells(cells), Some(remaining)) => {
                    RecodingKind::Cells(Cellwise { classes: remaining.codes(&cells.classes), ..cells })
                }
                (kind, _) => kind,
            };
            return Ok(RecodingSolution {
                kind,
                is_optimal: false,
                gap: 1.0,
                approximation: None,
                warnings,
                ..solved
            });
        }
    }
    read.barred = None;
    let why = InfeasibleReason::RareProfiles { reached: rare.k, unique: rare.unique };
    Err(SolveError::Infeasible(Infeasibility::new(rare.k, rows.suppressed, why)))
}

/// Takes people of rare profiles away until there are none; nothing if that is too many.
fn without_rare(
    job: &Job,
    read: &mut Dataset,
    validated: &ValidatedSpec,
    observer: &dyn Observer,
) -> Result<Option<RecodingSolution>> {
    loop {
        let Some(solved) = found(job.solve(read, validated, observer))? else { return Ok(None) };
        let rare = Profiles::of(read, &solved, validated.k).rare;
        if rare.is_empty() {
            return Ok(Some(solved));
        }
        read.set_aside(&rare);
        let barred = read.barred_rows();
        if read.aside + barred > validated.suppression.of(read.rows()) || barred == read.table.rows() as u64 {
            return Ok(None);
        }
    }
}

/// The people of a solution by their profiles.
struct Profiles {
    k: u64,
    unique: u64,
    /// People whose profile fewer than k share.
    rare: HashSet<u32>,
}

impl Profiles {
    fn of(read: &Dataset, solved: &RecodingSolution, k: u64) -> Self {
        let person_of_row = read.person_of_row().expect("profiles are of people");
        let mut rows: HashMap<u32, Vec<u32>> = HashMap::new();
        for (&class, person) in solved.class_of_row.iter().zip(person_of_row.codes.iter()) {
            if class != SUPPRESSED {
                rows.entry(person).or_default().push(class);
            }
        }
        let mut alike: HashMap<Vec<u32>, Vec<u32>> = HashMap::new();
        for (person, mut profile) in rows {
            profile.sort_unstable();
            alike.entry(profile).or_default().push(person);
        }
        let people = || alike.values().map(|people| people.len() as u64);
        Self {
            k: people().min().unwrap_or(0),
            unique: people().filter(|&people| people == 1).count() as u64,
            rare: alike.values().filter(|people| (people.len() as u64) < k).flatten().copied().collect(),
        }
    }
}
