//! A release: `amidst::Job` solves, recodes, writes and audits. Only what it let go can be downloaded.

use std::{fs, sync::Arc};

use amidst::{Answer, Job, Spec};
use serde_json::{Value, json};

use crate::{
    error::{Refused, Result},
    job::Watch,
    session::{Released, Session},
};

/// Releases the table as the spec says. What is out of reach is an answer too.
pub fn release(session: &Session, watch: &Watch) -> Result<Value> {
    let folder = session.release_folder()?;
    let answer = session.runnable(&folder).and_then(|spec| Ok(Job::new(named(spec)?).run(watch)?));
    match answer {
        Ok(Answer::Released(released)) => {
            let released = Released::new(folder, &released)?;
            let told =
                json!({ "outcome": "released", "summary": released.summary(), "files": released.files() });
            session.state().released = Some(Arc::new(released));
            Ok(told)
        }
        Ok(Answer::Infeasible(answer)) => {
            fs::remove_dir_all(folder)?;
            Ok(json!({ "outcome": "infeasible", "why": *answer }))
        }
        Err(refused) => {
            fs::remove_dir_all(folder)?;
            Err(refused)
        }
    }
}

/// A spec that names its release: one that does not would be written beside the table, where nothing can be downloaded from.
fn named(spec: Spec) -> Result<Spec> {
    match spec.output.path {
        Some(_) => Ok(spec),
        None => Err(Refused::bad(
            "the spec names no release; add path to [output], such as path = \"release.csv\"",
        )),
    }
}
