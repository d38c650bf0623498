//! How a job ended, as far as its readers may know it.

use amidst_spec::reporting::Reporting;

use super::{PublicView, json, render};
use crate::outcome::{Infeasible, Released};

impl Released {
    /// Its numbers as JSON, as far as its readers may know them.
    pub fn to_json(&self) -> String {
        let told = match PublicView::of(self) {
            Some(outside) => serde_json::to_string(&outside.summary()),
            None => serde_json::to_string(&self.summary),
        };
        told.expect("a summary holds only what JSON can")
    }

    /// What readers outside may know of it in words, if it is told to them.
    pub fn describe_outside(&self) -> Option<String> {
        PublicView::of(self).map(|outside| outside.describe())
    }
}

impl Infeasible {
    /// All of it as JSON, as far as its readers may know it.
    pub fn to_json(&self, reporting: Reporting) -> String {
        let told = match reporting.is_external() {
            true => serde_json::to_string(&json::infeasible(self, reporting)),
            false => serde_json::to_string(self),
        };
        told.expect("an answer holds only what JSON can")
    }

    /// Why, and what to do, as far as its readers may know it.
    pub fn describe(&self, reporting: Reporting) -> String {
        match reporting.is_external() {
            true => render::infeasible(self, reporting),
            false => self.message.clone(),
        }
    }
}
