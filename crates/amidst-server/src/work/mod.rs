//! What jobs do: one file each, over the library's own functions.

mod attack;
mod explore;
mod profile;
mod release;
mod risk;
mod utility;

use std::{sync::Arc, thread};

use serde_json::Value;

use crate::{
    error::Result,
    job::{JobHandle, Kind, Watch},
    session::Session,
};

/// Begins a job on a thread of its own; one of its kind that still runs is cancelled.
pub fn begin(session: &Arc<Session>, kind: Kind) -> Result<Arc<JobHandle>> {
    let job = session.state().new_job(kind);
    let (running, session) = (Arc::clone(&job), Arc::clone(session));
    let name = format!("job-{}", job.id);
    thread::Builder::new().name(name).spawn(move || running.run(|watch| work(&session, kind, watch)))?;
    Ok(job)
}

fn work(session: &Session, kind: Kind, watch: &Watch) -> Result<Value> {
    match kind {
        Kind::Profile => profile::profile(session, watch),
        Kind::Explore => explore::explore(session, watch),
        Kind::Release => release::release(session, watch),
        Kind::RiskOfTable => risk::of_table(session, watch),
        Kind::RiskOfRelease => risk::of_release(session, watch),
        Kind::Utility => utility::utility(session, watch),
        Kind::Attack => attack::attack(session, watch),
    }
}
