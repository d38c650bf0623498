//! All classes together, judged by their sizes.

use amidst_core::ModelParams;

use super::{class::Standing, uniqueness};
use crate::{Classes, classes::Share};

/// Solvers of equations agree to no more digits than these.
const ESTIMATED: f64 = 1e-6;

/// What a table reaches of a model that looks at all classes together; and which classes are to blame, as far as some are
/// more than others. `None` if the model looks at classes one by one.
pub(super) fn reached(params: &ModelParams, classes: &Classes) -> Option<(f64, Standing, Option<Share>)> {
    let of_rows = |part: u64| if classes.rows == 0 { 0.0 } else { part as f64 / classes.rows as f64 };
    let judged =
        |reached: f64, threshold: f64, blamed| (reached, Standing::at_most(reached, threshold), blamed);
    Some(match params {
        ModelParams::AverageRisk { risk } => judged(classes.average_risk(), *risk, None),
        ModelParams::RecordsAtRisk { risk, share } => {
            let at_risk = classes.below(least_rows(*risk));
            judged(of_rows(at_risk.rows), *share, Some(at_risk))
        }
        ModelParams::SampleUniqueness { share } => {
            let alone = classes.below(2);
            judged(of_rows(alone.rows), *share, Some(alone))
        }
        ModelParams::PopulationUniqueness { share, estimator, fraction } => {
            let reached = uniqueness::share(&classes.sizes, *fraction, *estimator);
            (reached, Standing::about(reached, *share, ESTIMATED), None)
        }
        _ => return None,
    })
}

/// The rows that a class needs so that none of them is found with more than this chance.
fn least_rows(risk: f64) -> u64 {
    let rows = (1.0 / risk).floor();
    match Standing::at_most(1.0 / rows, risk) {
        _ if !rows.is_finite() => u64::MAX,
        Standing::Fails => rows as u64 + 1,
        Standing::Edge | Standing::Holds => rows as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_risk_that_is_one_over_a_number_needs_that_many_rows() {
        for rows in [1_u64, 3, 5, 7, 11, 20, 49, 1000, 9_999_999] {
            assert_eq!(least_rows(1.0 / rows as f64), rows);
        }
        assert_eq!([0.09, 0.05, 0.2, 1.0, 0.3].map(least_rows), [12, 20, 5, 1, 4]);
        assert_eq!(least_rows(0.0), u64::MAX);
    }
}
