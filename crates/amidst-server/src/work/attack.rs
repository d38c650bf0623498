//! The release with an attacker's eyes: what classes give away, and what can be undone.

use amidst::attack::{AttackOptions, Source, attack as attacked};
use serde_json::Value;

use crate::{error::Result, job::Watch, session::Session};

/// Attacks the last release, knowing how it was made.
pub fn attack(session: &Session, watch: &Watch) -> Result<Value> {
    let released = session.released()?;
    let options = AttackOptions {
        source: Some(Source::Known(Box::new(released.spec.clone()))),
        original: Some(released.spec.input.clone()),
        ..AttackOptions::new(released.input())
    };
    Ok(serde_json::to_value(attacked(&options, watch)?).expect("its keys are texts"))
}
