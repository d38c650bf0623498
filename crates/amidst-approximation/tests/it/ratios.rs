//! Every answer is within what is proved of it: never below its bound, never above its ratio times the best.

use amidst_approximation::{APPROXIMATIONS, exact_without};
use amidst_cells::{Objective, Problem, Recoder, without_outliers};
use amidst_testkit::generate::SeededRng;

use crate::drawn::{Table, assert_valid, least, score};

fn name(recoder: &Recoder) -> &'static str {
    recoder.name()
}

/// Whether the ratio was checked; an algorithm may refuse a k or a kind of column.
fn check(recoder: &Recoder, problem: &Problem<'_>, least: f64, seed: u64) -> Option<f64> {
    let found = recoder.solve(problem, &()).ok()?;
    assert_valid(problem, &found.partition);
    let cost = score(problem, &found.partition);
    let proved = found.approximation.expect("it says what is proved");
    let words = || format!("{} seed {seed}: {cost} {least} {proved:?}", name(recoder));
    assert!(proved.bound <= least + 1e-9 && least <= cost + 1e-4, "{}", words());
    let ratio = proved.ratio.expect("it is proved for small tables");
    assert!(cost <= ratio * least + 1e-4, "{}", words());
    Some(if least > 0.0 { cost / least } else { 1.0 })
}

fn check_all(
    tables: u64,
    table: impl Fn(u64, u32) -> Table,
    objective: Objective,
) -> Vec<(&'static str, u32)> {
    let mut checked: Vec<(&str, u32)> = APPROXIMATIONS.iter().map(|recoder| (name(*recoder), 0)).collect();
    for seed in 0..tables {
        let mut draw = SeededRng::new(seed ^ 0xa9);
        let k = draw.between(2, 5);
        let table = table(seed, draw.between(2 * k, 12));
        let problem = table.problem(k.into(), objective);
        let least = least(&problem);
        for (recoder, checked) in APPROXIMATIONS.iter().zip(&mut checked) {
            checked.1 += u32::from(check(*recoder, &problem, least, seed).is_some());
        }
    }
    checked
}

#[test]
fn binary_tables_stay_within_the_ratios() {
    let checked = check_all(1000, |seed, rows| Table::drawn_blanked(seed, rows, 2), Objective::Levels);
    assert!(checked.iter().all(|(_, times)| *times > 150), "{checked:?}");
}

#[test]
fn tables_of_blanks_stay_within_the_ratios() {
    let checked = check_all(1000, |seed, rows| Table::drawn_blanked(seed, rows, 5), Objective::Levels);
    assert!(checked.iter().all(|(_, times)| *times > 150), "{checked:?}");
}

#[test]
fn tables_with_hierarchies_ranges_sets_and_weights_stay_within_the_ratios() {
    for objective in [Objective::Levels, Objective::Gcp] {
        let checked = check_all(1000, Table::drawn, objective);
        assert!(checked.iter().all(|(_, times)| *times > 60), "{checked:?}");
    }
}

#[test]
fn tables_with_rows_left_out_stay_within_the_ratios_told_for_them() {
    let mut checked = [0; APPROXIMATIONS.len()];
    for seed in 0..800 {
        let mut draw = SeededRng::new(seed ^ 0xde1);
        let k = draw.between(2, 5);
        let rows = draw.between(2 * k, 12);
        let limit = u64::from(draw.between(1, 3));
        let table = Table::drawn(seed, rows);
        let objective = if draw.percent(50) { Objective::Levels } else { Objective::Gcp };
        let problem = table.problem(k.into(), objective);
        let best = exact_without(&problem, limit, &()).expect("it is small");
        assert!(best.is_optimal, "seed {seed}");
        let least = score(&problem, &best.partition);
        for (recoder, checked) in APPROXIMATIONS.iter().zip(&mut checked) {
            let Ok(found) = recoder.solve(&problem, &()) else { continue };
            let proved = found.approximation.expect("it says what is proved");
            let fewer =
                without_outliers(*recoder, &problem, found.partition, limit, &()).expect("it worked once");
            let cost = score(&problem, &fewer);
            let words = || format!("{} seed {seed}: {cost} {least} {proved:?}", name(*recoder));
            assert!(fewer.rows_left_out() <= limit, "{}", words());
            assert!(proved.bound <= least + 1e-9 && least <= cost + 1e-4, "{}", words());
            if let Some(ratio) = proved.ratio_with_deletion {
                assert!(cost <= ratio * least + 1e-4, "{}", words());
                *checked += 1;
            }
        }
    }
    // What others prove is not told where rows may be left out.
    assert!(checked[0] == 800 && checked[1] > 100, "{checked:?}");
}

#[test]
fn the_same_table_gives_the_same_answer() {
    for seed in 0..20 {
        let table = Table::drawn(seed, 60);
        for (recoder, k) in APPROXIMATIONS.iter().flat_map(|recoder| [(recoder, 2), (recoder, 3)]) {
            let problem = table.problem(k, Objective::Levels);
            let answers = [(), ()].map(|()| recoder.solve(&problem, &()).ok().map(|found| found.partition));
            assert_eq!(answers[0], answers[1]);
        }
    }
}
