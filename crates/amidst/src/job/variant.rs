//! A job that differs in its spec only.

use amidst_spec::Spec;

use super::Job;

impl Job {
    /// The same job for another spec.
    pub(crate) fn with_spec(&self, spec: Spec) -> Self {
        Self {
            overwrite: self.overwrite,
            memory: self.memory,
            threads: self.threads,
            source: self.source.clone(),
            registry: self.registry.clone(),
            looks_further: self.looks_further,
            ..Self::new(spec)
        }
    }
}
