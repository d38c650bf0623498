//! Reads specs, and says all that is wrong with them.

mod lenient;

use std::path::Path;

use amidst_core::ErrorCode;
use serde::Deserialize;

use crate::{Error, Result, Spec, error::Faults, registry::Registry, validated::faults};

impl Spec {
    /// Reads a spec.
    ///
    /// # Errors
    /// All that is wrong with the text, line by line; if anything is, with values that no setting can have as well.
    pub fn from_toml(text: &str) -> Result<Self> {
        /// Read first: a later version may hold anything else.
        #[derive(Deserialize)]
        struct Versioned {
            #[serde(default = "one")]
            version: u32,
        }
        match lenient::read(text).0 {
            None | Some(Versioned { version: 1 }) => {}
            Some(Versioned { version }) => {
                let problem = format!(
                    "version = {version}: this program reads version 1; use a newer one, or write the spec anew"
                );
                return Err(Error::Spec { path: None, line: None, problem });
            }
        }
        let (spec, mut unreadable) = read::<Self>(text);
        if let Some(spec) = spec.as_ref().filter(|_| !unreadable.is_empty()) {
            unreadable.extend(faults(spec, &Registry::default()).filter(stands_alone));
        }
        unreadable.check()?;
        let spec = spec.expect("what has no fault can be read");
        Ok(Self { named: lenient::keys_in_order(text, "columns"), ..spec })
    }

    /// Reads a spec from a file; its relative paths are relative to the folder that the file lies in.
    pub fn read(path: &Path) -> Result<Self> {
        let text = amidst_io::read_text(path)?;
        let mut spec = Self::from_toml(&text).map_err(|error| error.of_spec(path))?;
        if spec.input.path.is_empty() {
            let problem = "missing key `path` in [input]; it names the table".into();
            return Err(Error::Spec { path: Some(path.into()), line: None, problem });
        }
        if let Some(folder) = path.parent() {
            spec.resolve(folder);
        }
        spec.source = Some(path.into());
        Ok(spec)
    }
}

fn one() -> u32 {
    1
}

fn read<T: serde::de::DeserializeOwned>(text: &str) -> (Option<T>, Faults) {
    let (read, found) = lenient::read(text);
    let mut faults = Faults::default();
    for lenient::Fault { line, problem } in found {
        faults.add(Error::Spec { path: None, line: Some(line), problem });
    }
    (read, faults)
}

/// Whether a fault is one whatever else is said: no line that could not be read may have made it, nor a model or measure of one's
/// own, which is not known here.
fn stands_alone(fault: &Error) -> bool {
    let key = fault.place().key;
    let may_be_own = key.is_some_and(|key| ["model", "objective", "prefer"].contains(&key.as_str()));
    fault.code() == ErrorCode::BadParameter && !may_be_own
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let error = Spec::from_toml(text).expect_err("it has faults");
        let found: Vec<String> = error
            .all()
            .map(|fault| fault.to_string().split(';').next().unwrap_or_default().to_owned())
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn values_that_cannot_be_are_told_with_keys_that_cannot() {
        check(
            "kk = 5\n[privacy]\nk = 0\n[solve]\nprefer = 'own'\naggregate = 'moon'\nsed = 1\n",
            &[
                "the spec cannot be read: line 1: unknown key `kk`",
                "the spec cannot be read: line 7: unknown key `sed` (did you mean `seed`?)",
                "k = 0: a class has at least 1 row",
                "unknown aggregate \"moon\"",
            ],
        );
    }

    #[test]
    fn what_may_follow_from_a_line_that_cannot_be_read_is_not_told() {
        check(
            "[solve]\nalgorithm = 3\nsplit = 'width'\npriority = ['zip']\n[columns.zip]\nrole = 'quasy'\n",
            &[
                "the spec cannot be read: line 2: invalid type: integer `3`, expected a string",
                "the spec cannot be read: line 6: unknown role \"quasy\" (did you mean \"quasi\"?)",
            ],
        );
    }

    #[test]
    fn a_later_version_is_told_before_all_else() {
        check(
            "version = 2\nnovelty = true\n[solve]\nsed = 1\n",
            &["the spec cannot be read: version = 2: this program reads version 1"],
        );
    }
}
