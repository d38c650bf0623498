//! What a time limit changes: how long is searched, and nothing else.

use std::time::Duration;

use amidst::{
    Answer, Job, Role, Spec,
    io::Source,
    spec::{ColumnSpec, Span},
};
use amidst_testkit::generate::SeededRng;

/// More rows than are collapsed at once, each with a time that hardly anybody shares.
const ROWS: u32 = 140_000;

fn table() -> String {
    let mut draw = SeededRng::new(5);
    let mut text = String::from("time,age,place,sex\n");
    for _ in 0..ROWS {
        let (day, second) = (draw.low_between(0, 400), draw.below(86_400));
        let (year, month, day) = (2020 + day / 336, 1 + day / 28 % 12, 1 + day % 28);
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let (age, place) = (draw.low_between(18, 90), draw.low_between(10_000, 10_900));
        let sex = ["f", "m"][draw.below(2) as usize];
        text +=
            &format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02},{age},{place},{sex}\n");
    }
    text
}

/// What is released, how good it is, and whether that is proved.
struct Solved {
    levels: Vec<(String, u8)>,
    value: f64,
    loss: Vec<(String, f64)>,
    is_optimal: bool,
    lattice: Option<u128>,
}

fn solve(table: &str, k: u64, change: impl FnOnce(&mut Spec)) -> Solved {
    let mut spec = Spec::of_table("table.csv");
    for name in ["time", "age", "place", "sex"] {
        spec.columns.insert(name.into(), ColumnSpec::new(Role::Quasi));
    }
    spec.privacy.k = Some(k);
    spec.solve.suppression = Some("2%".parse().expect("a share"));
    change(&mut spec);
    let source = Source::from_bytes("table.csv", table.as_bytes().to_vec());
    let answer = Job::new(spec).with_source(source).run_in_memory(&()).expect("it can be solved");
    let Answer::Released(released) = answer else { panic!("the top is feasible") };
    let summary = released.summary;
    Solved {
        levels: summary.levels,
        value: summary.objective.value,
        loss: summary.loss,
        is_optimal: summary.optimal,
        lattice: summary.search.map(|search| search.lattice),
    }
}

#[test]
fn a_limit_that_never_strikes_changes_nothing_and_one_that_strikes_at_once_is_no_worse_than_datafly() {
    let table = table();
    for k in [3, 40] {
        let proved = solve(&table, k, |_| {});
        let exhaustive = solve(&table, k, |spec| spec.solve.algorithm = Some("flash".into()));
        let limited = solve(&table, k, |spec| spec.solve.time_limit = Some(Span(Duration::from_secs(3600))));
        for other in [&exhaustive, &limited] {
            assert_eq!(
                (&proved.levels, proved.value, proved.lattice),
                (&other.levels, other.value, other.lattice)
            );
            assert_eq!(proved.loss, other.loss, "every measure is that of the values");
        }
        assert!(proved.is_optimal && limited.is_optimal);
        let datafly = solve(&table, k, |spec| spec.solve.algorithm = Some("datafly".into()));
        let hasty = solve(&table, k, |spec| spec.solve.time_limit = Some(Span(Duration::from_nanos(1))));
        assert!(hasty.value <= datafly.value, "{} > {}", hasty.value, datafly.value);
    }
}
