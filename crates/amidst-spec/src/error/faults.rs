//! Faults that are found one after the other and told together.

use super::{Error, Result};

/// All that is wrong so far.
#[derive(Debug, Default)]
pub struct Faults(Vec<Error>);

impl Faults {
    /// What is right. What is not is kept, to be told with the rest.
    pub fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// One fault more, or all that were found together. What was told before is not told again.
    pub fn add(&mut self, error: Error) {
        match error {
            Error::Several(faults) => faults.into_iter().for_each(|fault| self.add(fault)),
            fault => {
                let words = fault.to_string();
                if self.0.iter().all(|known| known.to_string() != words) {
                    self.0.push(fault);
                }
            }
        }
    }
    /// All faults of others.
    pub fn extend(&mut self, others: Self) {
        others.0.into_iter().for_each(|fault| self.add(fault));
    }

    /// Those among them that are what is asked for.
    #[must_use]
    pub fn filter(mut self, is_meant: impl Fn(&Error) -> bool) -> Self {
        self.0.retain(is_meant);
        self
    }

    /// Whether nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Succeeds if nothing is wrong.
    ///
    /// # Errors
    /// All faults.
    pub fn check(self) -> Result<()> {
        let mut faults = self.0;
        match faults.len() {
            0 => Ok(()),
            1 => Err(faults.remove(0)),
            _ => Err(Error::Several(faults)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_told_together_and_each_once() {
        let mut faults = Faults::default();
        assert_eq!(faults.keep(Ok(1)), Some(1));
        assert!(faults.is_empty());
        for _ in 0..2 {
            assert_eq!(faults.keep::<()>(Err(Error::NoQuasi { known: Vec::new() })), None);
        }
        let mut both = Faults::default();
        both.add(Error::NoTarget);
        both.add(faults.check().expect_err("one fault"));
        let error = both.check().expect_err("two faults");
        assert_eq!(error.all().count(), 2);
        assert_eq!(error.code(), Error::NoTarget.code(), "the first speaks for all");
        assert_eq!(
            error.to_string(),
            format!("{}\n{}", Error::NoTarget, Error::NoQuasi { known: Vec::new() })
        );
    }
}
