//! Why there is no solution, and what could be had instead, in words.

use super::{Ask, OutOfReach};

/// Why there is none.
pub struct Unsolved {
    outcome: &'static str,
    best_k: u64,
    least_suppressed: u64,
    why: Why,
}

/// What stands in the way.
pub enum Why {
    /// Fewer rows than k.
    TooFewRows,
    /// Rows whose values have no place in a hierarchy exceed the limit by themselves.
    TooManyUnplaced(u64),
    /// No node keeps suppression within the limit.
    TooMuchSuppression,
    /// Stopped before any feasible node was found.
    Stopped,
}

impl Unsolved {
    pub fn new(best_k: u64, least_suppressed: u64, why: Why) -> Self {
        Self { outcome: "infeasible", best_k, least_suppressed, why }
    }

    pub fn stopped(best_k: u64) -> Self {
        Self { outcome: "stopped", best_k, least_suppressed: 0, why: Why::Stopped }
    }

    /// All of it for people.
    pub fn in_words(self, ask: &Ask, rows: u64) -> OutOfReach {
        let (k, best, least, limit) = (
            ask.k,
            self.best_k,
            self.least_suppressed,
            ask.suppression.of(rows).min(rows.saturating_sub(ask.k)),
        );
        let in_rows = |number: u64| format!("{number} {}", if number == 1 { "row" } else { "rows" });
        let message = match self.why {
            Why::TooFewRows => format!(
                "k = {k} is out of reach: only {} could be released; ask for a smaller k, or take a larger table",
                in_rows(best)
            ),
            Why::TooManyUnplaced(unplaced) => format!(
                "values in {} are not in their hierarchies, but only {} may be suppressed; complete the hierarchies, or \
                 raise suppression",
                in_rows(unplaced),
                in_rows(limit)
            ),
            Why::TooMuchSuppression => format!(
                "k = {k} is out of reach: even the most general solution would suppress {least} of {rows} rows, and {limit} \
                 are allowed; within that, the largest k is {best}. Ask for a smaller k, raise suppression, or widen the \
                 levels a column may use"
            ),
            Why::Stopped => "stopped before a first solution was found; allow more time".to_owned(),
        };
        OutOfReach {
            version: 1,
            outcome: self.outcome,
            rows,
            asked: k,
            best_k: best,
            least_suppressed: least,
            message,
        }
    }
}
