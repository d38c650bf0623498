//! What a run is restricted to: words such as `k=2,5`.

use anyhow::{Context, Result, ensure};

const KEYS: [&str; 5] = ["part", "data", "setup", "k", "method"];

/// The restrictions; what is not restricted is asked.
pub struct Asked<'a> {
    restrictions: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> Asked<'a> {
    /// Reads `key=value,value` words.
    pub fn new(words: &[&'a str]) -> Result<Self> {
        let restriction = |word: &&'a str| {
            let (key, values) =
                word.split_once('=').with_context(|| format!("{word:?} is not like k=2,5"))?;
            ensure!(KEYS.contains(&key), "{key:?} is not one of {}", KEYS.join(", "));
            Ok((key, values.split(',').collect()))
        };
        Ok(Self { restrictions: words.iter().map(restriction).collect::<Result<_>>()? })
    }

    /// Whether a value of a key is asked.
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.restrictions.iter().filter(|(other, _)| *other == key).all(|(_, values)| values.contains(&value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_restricted_is_asked() {
        let asked = Asked::new(&["k=2,5", "method=local"]).expect("well written");
        assert!(asked.is("k", "2") && asked.is("k", "5") && !asked.is("k", "10"));
        assert!(asked.is("method", "local") && !asked.is("method", "oka") && asked.is("setup", "a"));
        assert!(Asked::new(&["k"]).is_err() && Asked::new(&["kk=2"]).is_err());
    }
}
