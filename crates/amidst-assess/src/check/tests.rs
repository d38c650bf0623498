//! The audit's models and the search's are written apart; on random tables they say the same.

use amidst_audit::{Grouping, Looks, Policy, Share};
use amidst_core::{
    ClassSummary, ModelParams, Sizes, Values,
    model::{Distance, Estimator, Model, Population},
};
use amidst_table::{Column, Table};
use proptest::prelude::*;

/// Every model, with parameters that some tables meet and others do not. Shares are hundredths.
fn asked() -> impl Strategy<Value = ModelParams> {
    let number = 1_u64..5;
    let share = (1_u32..=100).prop_map(|hundredths| f64::from(hundredths) / 100.0);
    let factor = (1_u32..40).prop_map(|tenths| f64::from(tenths) / 10.0);
    let distance = prop::sample::select(vec![Distance::Equal, Distance::Rank, Distance::Numeric]);
    let estimator =
        prop::sample::select(vec![Estimator::Zayatz, Estimator::Snb, Estimator::Pitman, Estimator::Dankar]);
    prop_oneof![
        number.clone().prop_map(|k| ModelParams::KAnonymity { k }),
        Just(ModelParams::PersonalK),
        number.clone().prop_map(|k| ModelParams::KPerStratum { k }),
        (1_u64..30, share.clone(), share.clone()).prop_map(|(k, fraction, significance)| ModelParams::KMap {
            k,
            population: Population::Estimated { fraction, significance: significance * 0.99 },
        }),
        (number.clone(), number.clone()).prop_map(|(p, k)| ModelParams::PSensitive { p, k }),
        number.clone().prop_map(|l| ModelParams::DistinctL { l }),
        factor.clone().prop_map(|l| ModelParams::EntropyL { l: l.max(1.0) }),
        (factor.clone(), number.clone()).prop_map(|(c, l)| ModelParams::RecursiveL { c, l }),
        (share.clone(), number).prop_map(|(alpha, k)| ModelParams::AlphaK { alpha, k, values: Vec::new() }),
        (share.clone(), distance).prop_map(|(t, distance)| ModelParams::TCloseness { t, distance }),
        (factor.clone(), any::<bool>())
            .prop_map(|(delta, skips_absent)| ModelParams::DeltaDisclosure { delta, skips_absent }),
        (factor, any::<bool>()).prop_map(|(beta, enhanced)| ModelParams::BetaLikeness { beta, enhanced }),
        share.clone().prop_map(amidst_models::HighestRisk::params),
        share.clone().prop_map(|risk| ModelParams::AverageRisk { risk }),
        (share.clone(), share.clone()).prop_map(|(risk, share)| ModelParams::RecordsAtRisk { risk, share }),
        share.clone().prop_map(|share| ModelParams::SampleUniqueness { share }),
        (share.clone(), estimator, share).prop_map(|(share, estimator, fraction)| {
            ModelParams::PopulationUniqueness { share, estimator, fraction }
        }),
    ]
}

/// The values of the column: small numbers, so that each is a k of its own too.
const VALUES: [&str; 5] = ["1", "2", "3", "4", "7"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn both_say_the_same(rows in prop::collection::vec((0_usize..12, 0_usize..5), 1..60), asked in asked()) {
        let mut present: Vec<usize> = rows.iter().map(|row| row.1).collect();
        present.sort_unstable();
        present.dedup();
        let mut classes = vec![vec![0_u32; present.len()]; 12];
        for (class, value) in &rows {
            classes[*class][present.partition_point(|it| it < value)] += 1;
        }
        classes.retain(|counts| counts.iter().any(|&rows| rows > 0));

        let texts = |of: &dyn Fn(&(usize, usize)) -> String| rows.iter().map(of).collect::<Vec<_>>();
        let quasi = texts(&|row| row.0.to_string());
        let column = |name: &str, cells: &[String]| Column::from_texts(name, cells.iter().map(|it| Some(it.as_str())));
        let table = Table::new(vec![column("q", &quasi), column("v", &texts(&|row| VALUES[row.1].into()))]);
        let coded = |at: usize| table.columns()[at].coded().expect("a coded column");
        let grouping = Grouping::of(rows.len(), &[coded(0)]);
        let looks_at_values = asked.needs_column();
        let looks = Looks { column: looks_at_values.then(|| coded(1)), ..Looks::default() };
        let verdict = grouping.judge(&asked, &looks, Policy::OwnValue).expect("it can be judged");

        let number = |&value: &usize| VALUES[value].parse::<u64>().expect("a number");
        let values = Values {
            numbers: Some(present.iter().map(|value| number(value) as f64).collect()),
            rows_asked: Some(present.iter().map(number).collect()),
            ..Values::of_counts((0..present.len()).map(|at| classes.iter().map(|it| u64::from(it[at])).sum()).collect())
        };
        match amidst_models::model(&asked, Some(&values).filter(|_| looks_at_values)).expect("right parameters") {
            Model::Table(model) => {
                let sizes: Sizes = classes.iter().map(|it| it.iter().map(|&rows| u64::from(rows)).sum()).collect();
                prop_assert_eq!(verdict.holds, model.holds(&sizes), "{:?} {:?}", verdict, asked);
                let reached = verdict.reached.expect("there are rows").min(1.0);
                prop_assert!((reached - model.attained(&sizes)).abs() < 1e-6, "{:?} {}", verdict, model.attained(&sizes));
            }
            Model::Class(model) => {
                let mut failing = Share::default();
                for counts in &classes {
                    let (held, counts): (Vec<u32>, Vec<u32>) =
                        counts.iter().enumerate().filter(|it| *it.1 > 0).map(|(at, &rows)| (at as u32, rows)).unzip();
                    let class = ClassSummary::of_values(&held, &counts);
                    if !model.holds(&class) {
                        failing = Share { classes: failing.classes + 1, rows: failing.rows + class.rows };
                    }
                }
                prop_assert_eq!(verdict.failing, Some(failing), "{:?} {:?}", verdict, asked);
                prop_assert!((verdict.asked - model.threshold()).abs() < 1e-12);
            }
        }
    }
}
