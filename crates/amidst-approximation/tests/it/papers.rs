//! The tables of Aggarwal and others, and of the reductions that show the problem to be hard.

use amidst_approximation::{APPROXIMATIONS, hard, recoder};
use amidst_cells::Objective;

use crate::drawn::{Table, least, score};

fn cost(table: &Table, k: u64, id: &str) -> f64 {
    let problem = table.problem(k, Objective::Levels);
    let found = recoder(id).expect("it is there").solve(&problem, &()).expect("it takes this table");
    score(&problem, &found.partition)
}

fn bound(table: &Table, k: u64) -> f64 {
    let problem = table.problem(k, Objective::Levels);
    recoder("forest")
        .expect("it is there")
        .solve(&problem, &())
        .expect("it takes any")
        .approximation
        .expect("a bound")
        .bound
}

/// Age, race, gender and ZIP code of the four people of the introduction.
fn introduction() -> Table {
    Table::blanked(&[vec![0, 0, 0, 0], vec![1, 0, 1, 0], vec![2, 1, 1, 1], vec![2, 0, 1, 1]])
}

fn cycle() -> Table {
    let bits = [0b0000, 0b0001, 0b0011, 0b0111, 0b1111, 0b1110, 0b1100, 0b1000_u32];
    Table::blanked(&bits.map(|bits| (0..4).rev().map(|at| bits >> at & 1).collect()))
}

#[test]
fn the_introduction_takes_six_stars() {
    let table = introduction();
    assert_eq!(least(&table.problem(2, Objective::Levels)), 6.0);
    for id in ["forest", "pairs"] {
        assert_eq!(cost(&table, 2, id), 6.0, "{id}");
    }
    // 2 for each of the first two people, 1 for each of the others.
    assert_eq!(bound(&table, 2), 6.0);
}

#[test]
fn the_circle_of_eight_takes_24_stars_by_triples_and_8_by_pairs() {
    let table = cycle();
    assert_eq!(least(&table.problem(3, Objective::Levels)), 24.0);
    assert_eq!(least(&table.problem(2, Objective::Levels)), 8.0);
    assert_eq!((cost(&table, 3, "triples"), cost(&table, 2, "pairs")), (24.0, 8.0));
    assert_eq!(bound(&table, 3), 8.0);
    assert!(cost(&table, 3, "forest") <= 5.0 * 24.0);
}

#[test]
fn distances_alone_cannot_tell_two_tables_apart() {
    for (k, first, second) in
        [(2, 4.0, 4.0), (3, 18.0, 18.0), (4, 64.0, 56.0), (5, 200.0, 150.0), (6, 576.0, 372.0)]
    {
        for (rows, expected) in [(hard::apart(k), first), (hard::halves(k), second)] {
            let table = Table::blanked(&rows);
            let problem = table.problem(u64::from(k), Objective::Levels);
            let all: Vec<u32> = (0..k).collect();
            let members = all.iter().map(|&point| amidst_cells::Member { point, rows: 1 });
            let partition = amidst_cells::Partition::new([members.collect::<Vec<_>>()]);
            assert_eq!(score(&problem, &partition), expected, "k = {k}");
            assert_eq!(bound(&table, k.into()), f64::from(k << (k - 1)), "k = {k}");
        }
    }
}

#[test]
fn reductions_cost_what_was_worked_out_and_no_algorithm_less() {
    for graph in hard::GRAPHS {
        let [plain, ternary] = [hard::edge_table(graph.edges), hard::ternary_table(graph.edges)]
            .map(|rows| Table::blanked(&rows));
        for (table, optimum) in [(plain, graph.optimum), (ternary, graph.ternary_optimum)] {
            let problem = table.problem(3, Objective::Levels);
            assert_eq!(least(&problem), f64::from(optimum), "{}", graph.name);
            for recoder in APPROXIMATIONS.iter().filter(|recoder| recoder.name() != "pairs") {
                assert!(cost(&table, 3, recoder.name()) >= f64::from(optimum), "{}", graph.name);
            }
        }
        let thirds = graph.edges.len() as u32 / 3;
        assert_eq!(graph.optimum == 9 * thirds, graph.has_triangles_and_stars, "{}", graph.name);
        assert_eq!(
            graph.ternary_optimum == 9 * thirds * hard::blocks(graph.edges.len()),
            graph.has_triangles,
            "{}",
            graph.name
        );
    }
}
