//! What a run is restricted to: words such as `k=2,5`.

use anyhow::{Context, Result, ensure};

/// What can be restricted, to which values.
const KEYS: [(&str, &[&str]); 5] = [
    ("part", &["recoding", "limits", "models", "mondrian", "microaggregation", "suppression"]),
    ("data", &["adult", "generated", "long-tailed", "wide"]),
    ("setup", &["a", "b", "c"]),
    ("k", &["2", "5", "10", "25", "50", "100"]),
    (
        "method",
        &[
            "local",
            "mondrian",
            "mondrian-relaxed",
            "mondrian-hybrid",
            "top-down-greedy",
            "k-member",
            "oka",
            "optimal",
        ],
    ),
];

/// The restrictions; what is not restricted is asked.
pub struct Selection<'a> {
    restrictions: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> Selection<'a> {
    /// Reads `key=value,value` words.
    pub fn new(words: &[&'a str]) -> Result<Self> {
        let restriction = |word: &&'a str| {
            let (key, values) =
                word.split_once('=').with_context(|| format!("{word:?} is not like k=2,5"))?;
            let (_, known) =
                KEYS.iter().find(|(name, _)| *name == key).with_context(|| format!("{key:?} is no key"))?;
            let values: Vec<&str> = values.split(',').collect();
            // A run of nothing would find nothing wrong.
            let is_known = values.iter().all(|value| known.contains(value));
            ensure!(is_known, "{key} is some of {}", known.join(", "));
            Ok((key, values))
        };
        Ok(Self { restrictions: words.iter().map(restriction).collect::<Result<_>>()? })
    }

    /// Whether anything is said of a key.
    pub fn restricts(&self, key: &str) -> bool {
        self.restrictions.iter().any(|(other, _)| *other == key)
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
        let asked = Selection::new(&["k=2,5", "method=local"]).expect("well written");
        assert!(asked.is("k", "2") && asked.is("k", "5") && !asked.is("k", "10"));
        assert!(asked.restricts("k") && !asked.restricts("setup"));
        assert!(asked.is("method", "local") && !asked.is("method", "oka") && asked.is("setup", "a"));
        assert!(Selection::new(&["k"]).is_err() && Selection::new(&["kk=2"]).is_err());
        assert!(Selection::new(&["k=7"]).is_err() && Selection::new(&["method=locale"]).is_err());
    }
}
