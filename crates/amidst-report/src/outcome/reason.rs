//! Why a target is out of reach, for programs.

use serde::Serialize;

/// What stands in the way. `docs/errors.md` lists the codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum InfeasibleReason {
    /// Fewer rows than k could be released.
    TooFewRows {
        /// So many.
        released: u64,
    },
    /// Rows that are suppressed whatever the levels exceed the limit by themselves.
    TooManyUnmapped {
        /// Rows whose values have no place in a hierarchy.
        unmapped: u64,
        /// Rows that name nobody.
        nobody: u64,
    },
    /// No node keeps suppression within the limit.
    TooMuchSuppression,
    /// A stratum has fewer rows than k, and strata stay as they are.
    SmallStratum,
    /// All rows together, as one class, do not meet what is asked.
    EvenAsOneClass,
    /// Stopped before any feasible node was found.
    Stopped,
    /// Too few people share all their rows.
    RareProfiles {
        /// The fewest who do where everything else holds.
        reached: u64,
        /// People who share them with nobody.
        unique: u64,
    },
    /// A model of the sizes of all classes says that too few people are behind one.
    TooFewByFit {
        /// The k of k-map.
        k: u64,
        /// The fewest behind a class where each class by itself has enough.
        reached: u64,
    },
    /// A column has fewer values than l.
    TooFewValues {
        /// The column.
        column: String,
        /// What is asked.
        l: u64,
        /// The largest l there can be.
        largest: u64,
    },
    /// k does not hold on this release and earlier ones together.
    NotWithEarlier,
}

impl InfeasibleReason {
    /// The word in JSON.
    pub fn code(&self) -> &'static str {
        match self {
            Self::TooFewRows { .. } => "too-few-rows",
            Self::TooManyUnmapped { .. } => "too-many-unmapped",
            Self::TooMuchSuppression => "too-much-suppression",
            Self::SmallStratum => "small-stratum",
            Self::EvenAsOneClass => "even-as-one-class",
            Self::Stopped => "stopped",
            Self::RareProfiles { .. } => "rare-profiles",
            Self::TooFewByFit { .. } => "too-few-by-fit",
            Self::TooFewValues { .. } => "too-few-values",
            Self::NotWithEarlier => "not-with-earlier",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever adds a reason adds it here, and to the page.
    fn next(reason: Option<&InfeasibleReason>) -> Option<InfeasibleReason> {
        use InfeasibleReason as It;
        Some(match reason {
            None => It::TooFewRows { released: 3 },
            Some(It::TooFewRows { .. }) => It::TooManyUnmapped { unmapped: 1, nobody: 2 },
            Some(It::TooManyUnmapped { .. }) => It::TooMuchSuppression,
            Some(It::TooMuchSuppression) => It::SmallStratum,
            Some(It::SmallStratum) => It::EvenAsOneClass,
            Some(It::EvenAsOneClass) => It::RareProfiles { reached: 1, unique: 2 },
            Some(It::RareProfiles { .. }) => It::TooFewByFit { k: 5, reached: 4 },
            Some(It::TooFewByFit { .. }) => It::TooFewValues { column: "ill".into(), l: 3, largest: 2 },
            Some(It::TooFewValues { .. }) => It::NotWithEarlier,
            Some(It::NotWithEarlier) => It::Stopped,
            Some(It::Stopped) => return None,
        })
    }

    #[test]
    fn every_reason_is_on_the_page_of_errors_by_its_word_in_json() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/errors.md");
        let page = std::fs::read_to_string(page).expect("the page is there");
        let part = page.split("## Why a target is out of reach").nth(1).expect("the heading is there");
        let part = part.split("\n## ").next().expect("a part");
        let told: Vec<&str> =
            part.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next()).collect();
        let mut known = Vec::new();
        let mut reason = next(None);
        while let Some(it) = reason {
            assert_eq!(serde_json::to_value(&it).expect("JSON")["code"], it.code());
            known.push(it.code());
            reason = next(Some(&it));
        }
        assert_eq!(told, known);
    }
}
