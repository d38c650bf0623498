//! Against all matchings there are.

use amidst_testkit::generate::SeededRng;

use super::*;

/// The greatest weight of the matchings of vertices that are still open.
fn most(edges: &[Edge], open: u32, goal: Goal) -> Option<i64> {
    if open == 0 {
        return Some(0);
    }
    let first = open.trailing_zeros();
    let rest = open & !(1 << first);
    let alone = (goal == Goal::Weight).then(|| most(edges, rest, goal)).flatten();
    let paired = edges.iter().filter_map(|&(a, b, weight)| {
        let other = if a == first {
            b
        } else if b == first {
            a
        } else {
            return None;
        };
        let is_open = rest >> other & 1 == 1;
        is_open.then(|| most(edges, rest & !(1 << other), goal)).flatten().map(|sum| sum + weight)
    });
    paired.chain(alone).max()
}

fn weight(edges: &[Edge], mates: &[Option<u32>]) -> i64 {
    let mut sum = 0;
    for (vertex, mate) in mates.iter().enumerate() {
        let Some(mate) = *mate else { continue };
        assert_eq!(mates[mate as usize], Some(vertex as u32));
        let of_pair = edges.iter().filter(|&&(a, b, _)| (a, b) == (vertex as u32, mate));
        sum += of_pair.map(|edge| edge.2).max().unwrap_or(0);
    }
    sum
}

fn drawn(draw: &mut SeededRng, vertices: u32, percent: u32, most: u32) -> Vec<Edge> {
    let mut edges = Vec::new();
    for a in 0..vertices {
        for b in a + 1..vertices {
            if draw.percent(percent) {
                edges.push((a, b, i64::from(draw.below(most)) - i64::from(most / 4)));
            }
        }
    }
    edges
}

#[test]
fn matchings_weigh_as_much_as_the_best_of_all() {
    for seed in 0..6000 {
        let mut draw = SeededRng::new(seed);
        let vertices = draw.between(2, 11);
        let (percent, largest) = (draw.between(20, 100), draw.between(2, 30));
        let edges = drawn(&mut draw, vertices, percent, largest);
        let found = matching(vertices as usize, &edges, Goal::Weight);
        let best = most(&edges, (1 << vertices) - 1, Goal::Weight);
        assert_eq!(Some(weight(&edges, &found.mates)), best, "seed {seed}");
    }
}

#[test]
fn perfect_matchings_weigh_as_much_as_the_best_of_all() {
    let mut perfect = 0;
    for seed in 0..6000 {
        let mut draw = SeededRng::new(seed);
        let vertices = 2 * draw.between(1, 5);
        let (percent, largest) = (draw.between(40, 100), draw.between(2, 30));
        let edges = drawn(&mut draw, vertices, percent, largest);
        let Some(best) = most(&edges, (1 << vertices) - 1, Goal::Perfect) else {
            continue;
        };
        let found = matching(vertices as usize, &edges, Goal::Perfect);
        assert!(found.mates.iter().all(Option::is_some), "seed {seed}");
        assert_eq!(weight(&edges, &found.mates), best, "seed {seed}");
        perfect += 1;
    }
    assert!(perfect > 3000, "{perfect}");
}

#[test]
fn prices_prove_the_answer_where_no_blossom_has_one() {
    let edges = [(0, 1, 6), (1, 2, 10), (2, 3, 7)];
    let found = matching(4, &edges, Goal::Weight);
    assert_eq!(weight(&edges, &found.mates), 13);
    assert!(edges.iter().all(|&(a, b, w)| found.prices[a as usize] + found.prices[b as usize] >= 2 * w));
    assert_eq!(found.prices.iter().sum::<i64>(), 2 * 13);
}
