//! Why there is no solution, and what could be had instead, in words.

use amidst_spec::{
    reporting::{counted, grouped},
    validated::ValidatedSpec,
};

use super::{Infeasible, InfeasibleReason, Nearest};
use crate::summary::{PlanUsed, Rows, Union};

/// Why there is none.
pub struct Infeasibility {
    best_k: u64,
    least_suppressed: u64,
    why: InfeasibleReason,
}

impl Infeasibility {
    /// With the largest k there is, and the fewest rows that are suppressed.
    pub fn new(best_k: u64, least_suppressed: u64, why: InfeasibleReason) -> Self {
        Self { best_k, least_suppressed, why }
    }

    /// Whether it is what is asked that cannot be met.
    pub fn is_of_what_is_asked(&self) -> bool {
        matches!(self.why, InfeasibleReason::TooMuchSuppression | InfeasibleReason::EvenAsOneClass)
    }

    /// All of it for people. A plan leaves less to do about it than a spec.
    pub fn describe(self, validated: &ValidatedSpec, rows: u64, plan: Option<&PlanUsed>) -> Infeasible {
        Infeasible {
            version: 1,
            outcome: if matches!(self.why, InfeasibleReason::Stopped) { "stopped" } else { "infeasible" },
            rows,
            asked: validated.k,
            best_k: self.best_k,
            least_suppressed: self.least_suppressed,
            message: match plan {
                None => self.message(validated, rows),
                Some(_) => self.message_of_plan(validated, rows),
            },
            nearest: (self.is_of_what_is_asked() && validated.requirements.is_empty() && plan.is_none())
                .then(|| Nearest::of_k(validated.k, self.best_k)),
            plan: plan.cloned(),
            union: None,
            reason: self.why,
        }
    }

    /// A solution that does not hold together with earlier releases.
    pub fn of_union(rows: Rows, validated: &ValidatedSpec, union: &Union) -> Infeasible {
        Infeasible {
            version: 1,
            outcome: "infeasible",
            rows: rows.r#in,
            asked: validated.k,
            best_k: union.reached(validated.missing_policy),
            least_suppressed: rows.suppressed,
            message: union.shortfall(validated),
            nearest: None,
            plan: None,
            union: Some(union.clone()),
            reason: InfeasibleReason::NotWithEarlier,
        }
    }

    fn message(&self, validated: &ValidatedSpec, rows: u64) -> String {
        let k = validated.links.map_or(validated.k, |(k, _)| k);
        let (best, least, limit) = (self.best_k, self.least_suppressed, validated.suppression_limit(rows));
        let differ = validated.combinations.iter().any(|one| one.k < k);
        let or_less = if differ { ", or what a combination asks for if that is less" } else { "" };
        let people = if validated.respondent.is_some() { " people" } else { "" };
        let each = if validated.combinations.is_empty() { "" } else { " in every combination" };
        match self.why {
            InfeasibleReason::TooFewRows { released: placed } => format!(
                "k = {k}{each} is out of reach: only {} could be released, so that k is {placed} at most; ask for a smaller k, \
                 or take a larger table",
                in_rows(placed)
            ),
            InfeasibleReason::TooManyUnmapped { unmapped, nobody } if nobody > 0 => format!(
                "{}, but only {} may be suppressed; complete the column of the respondent{}, or raise suppression",
                describe_unmapped(unmapped, nobody),
                in_rows(limit),
                if unmapped > 0 { " and the hierarchies" } else { "" }
            ),
            InfeasibleReason::TooManyUnmapped { unmapped, .. } => format!(
                "values in {} are not in their hierarchies, but only {} may be suppressed; complete the hierarchies, or \
                 raise suppression",
                in_rows(unmapped),
                in_rows(limit)
            ),
            InfeasibleReason::TooMuchSuppression if !validated.requirements.is_empty() => format!(
                "what is asked is out of reach: {}; the most general solution would suppress {least} of {rows} rows, and \
                 {limit} are allowed. Ask for less, raise suppression, or widen the levels a column may use",
                validated.describe()
            ),
            InfeasibleReason::TooMuchSuppression => format!(
                "k = {k}{people}{each} is out of reach: even the most general solution would suppress {least} of {rows} rows, \
                 and {limit} are allowed; within that, the largest k is {best}{people}{or_less}. Ask for a smaller k, raise suppression, or widen the \
                 levels a column may use"
            ),
            InfeasibleReason::SmallStratum => format!(
                "k = {k} is out of reach: some value of {} has fewer rows, and strata stay as they are; ask for a smaller k, or \
                 take larger strata",
                amidst_spec::quoted(&validated.strata)
            ),
            InfeasibleReason::EvenAsOneClass => format!(
                "what is asked is out of reach: {}; it does not hold even if all rows are one class. Ask for less, or take \
                 a larger table",
                validated.describe()
            ),
            InfeasibleReason::RareProfiles { reached, unique } => format!(
                "k = {k} people by all their rows together is out of reach: where every class has them, the fewest who share \
                 a profile are {}, {} with nobody, and suppressing people of rare profiles takes more than the {} \
                 allowed, however general the levels. Raise suppression, keep fewer rows of each person, ask for a \
                 smaller k, or release no pseudonym and write semantics = \"distinct\"",
                counted(reached, "person", "people"),
                match unique {
                    1 => "1 shares theirs".into(),
                    _ => format!("{} share theirs", grouped(unique)),
                },
                in_rows(limit)
            ),
            InfeasibleReason::TooFewByFit { k, reached } => format!(
                "k-map with k = {k} is out of reach: where each class by itself is estimated to have that many people, a model \
                 fitted to the sizes of all classes estimates {reached}, and no more general levels were found that mend it. \
                 Ask for a smaller k, widen the levels a column may use, or give a table of the population"
            ),
            InfeasibleReason::NotWithEarlier => {
                format!(
                    "k = {k} does not hold together with earlier releases; name only those of the same plan"
                )
            }
            InfeasibleReason::Stopped => {
                "stopped before a first solution was found; allow more time".to_owned()
            }
            InfeasibleReason::TooFewValues { ref column, l, largest: 0 } => {
                format!("l = {l} is out of reach: column {column:?} has no value")
            }
            InfeasibleReason::TooFewValues { ref column, l, largest } => format!(
                "l = {l} is out of reach: column {column:?} has {largest} distinct values; the largest l is {largest}"
            ),
        }
    }

    fn message_of_plan(&self, validated: &ValidatedSpec, rows: u64) -> String {
        let (k, least, limit) =
            (validated.k, self.least_suppressed, in_rows(validated.suppression_limit(rows)));
        let why = match self.why {
            InfeasibleReason::TooFewRows { released: placed } => {
                format!("only {} could be released", in_rows(placed))
            }
            InfeasibleReason::TooManyUnmapped { unmapped, nobody } if nobody > 0 => {
                format!("{}, and {limit} may be suppressed", describe_unmapped(unmapped, nobody))
            }
            InfeasibleReason::TooManyUnmapped { unmapped, .. } => format!(
                "values in {} of {rows} are not in their hierarchies, and {limit} may be suppressed",
                in_rows(unmapped)
            ),
            InfeasibleReason::TooMuchSuppression if !validated.requirements.is_empty() => {
                let asked = validated.describe();
                return format!(
                    "what is asked does not hold on this table with the levels of the plan: {asked}; {least} of {rows} \
                     rows would have to be suppressed, and {limit} may be. Take a larger table, or make a new plan"
                );
            }
            InfeasibleReason::TooMuchSuppression => format!(
                "{least} of {rows} rows would have to be suppressed, and {limit} may be; within that, the largest k is {}",
                self.best_k
            ),
            InfeasibleReason::SmallStratum => "a stratum has fewer rows".to_owned(),
            InfeasibleReason::EvenAsOneClass => "it does not hold even if all rows are one class".to_owned(),
            InfeasibleReason::RareProfiles { reached, .. } => {
                format!("by all rows of a person k is {reached}")
            }
            InfeasibleReason::TooFewByFit { k, reached } => {
                format!(
                    "k-map with k = {k}, of which a model fitted to the sizes of all classes estimates {reached}"
                )
            }
            InfeasibleReason::Stopped => "it was stopped".to_owned(),
            InfeasibleReason::NotWithEarlier => "it fails together with earlier releases".to_owned(),
            InfeasibleReason::TooFewValues { ref column, largest, .. } => {
                format!("the largest l of column {column:?} is {largest}")
            }
        };
        format!(
            "k = {k} does not hold on this table with the levels of the plan: {why}. Take a larger table, or make a new \
             plan"
        )
    }
}

fn in_rows(number: u64) -> String {
    format!("{number} {}", if number == 1 { "row" } else { "rows" })
}

/// Rows that name nobody, and those without a place in a hierarchy if there are any.
fn describe_unmapped(unmapped: u64, nobody: u64) -> String {
    let nobody = format!(
        "{} without a respondent {} nobody's",
        in_rows(nobody),
        if nobody == 1 { "is" } else { "are" }
    );
    match unmapped {
        0 => nobody,
        _ => format!("{nobody} and values in {} are not in their hierarchies", in_rows(unmapped)),
    }
}
