//! The jobs of a session: what runs, and the last answers of each kind.

use std::sync::Arc;

use crate::{
    error::{Refused, Result},
    job::{JobHandle, Kind},
};

/// Answers of a kind that are kept.
const KEPT: usize = 2;

/// The jobs of a session, oldest first.
#[derive(Default)]
pub struct Jobs {
    all: Vec<Arc<JobHandle>>,
    begun: u64,
}

impl Jobs {
    /// A number for a job that begins.
    pub fn next_id(&mut self) -> u64 {
        self.begun += 1;
        self.begun
    }

    /// Takes a job in; one of its kind that still runs is cancelled, and answers that are older than the last are forgotten.
    pub fn add(&mut self, job: Arc<JobHandle>) {
        self.cancel(job.kind);
        let is_alike = |other: &Arc<JobHandle>| other.kind == job.kind;
        let mut surplus = (self.all.iter().filter(|other| is_alike(other)).count() + 1).saturating_sub(KEPT);
        self.all.retain(|other| {
            let is_surplus = is_alike(other) && surplus > 0;
            surplus -= usize::from(is_surplus);
            !is_surplus
        });
        self.all.push(job);
    }

    /// A job by its number.
    pub fn find(&self, id: u64) -> Result<Arc<JobHandle>> {
        let found = self.all.iter().find(|job| job.id == id).cloned();
        found.ok_or_else(|| Refused::not_found("there is no such job"))
    }

    /// All of them, oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<JobHandle>> {
        self.all.iter()
    }

    /// Cancels what runs of a kind.
    pub fn cancel(&self, kind: Kind) {
        self.all.iter().filter(|job| job.kind == kind).for_each(|job| job.cancel());
    }

    /// Cancels whatever runs.
    pub fn cancel_all(&self) {
        self.all.iter().for_each(|job| job.cancel());
    }

    /// Cancels whatever runs, and forgets all answers.
    pub fn clear(&mut self) {
        self.cancel_all();
        self.all.clear();
    }
}
