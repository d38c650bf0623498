//! A subpopulation of nodes, and how the next generation comes from it.

use amidst_core::{Lattice, Levels};

use crate::rng::SeededRng;

/// Nodes in each subpopulation.
pub(super) const SIZE: usize = 50;
/// Of these the best, which stay.
const ELITE: usize = 10;
/// Of these the crossed ones; those that are neither are mutated.
const CROSSED: usize = 25;
/// The share of columns, rounded up, that change at most when a node is mutated.
const MUTATED: f64 = 0.2;
/// The best nodes that are exchanged.
const EXCHANGED: usize = 5;

/// A node and how bad it is.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Individual {
    pub energy: f64,
    pub levels: Levels,
}

/// Nodes, the best first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Population(Vec<Individual>);

impl Population {
    pub fn new(mut individuals: Vec<Individual>) -> Self {
        individuals.sort_by(|a, b| a.energy.total_cmp(&b.energy).then_with(|| a.levels.cmp(&b.levels)));
        Self(individuals)
    }

    /// The nodes of the next generation.
    pub fn next(&self, lattice: &Lattice, draw: &mut SeededRng) -> Vec<Levels> {
        let fitness = self.fitness();
        let mut next: Vec<Levels> = self.0.iter().take(ELITE).map(|elite| elite.levels.clone()).collect();
        while next.len() < SIZE {
            let mut parent = || &self.0[proportional(&fitness, draw)].levels;
            let child = if next.len() < ELITE + CROSSED {
                let (mother, father) = (parent(), parent());
                crossed(mother, father, draw)
            } else {
                let parent = parent();
                mutated(lattice, parent, draw)
            };
            next.push(child);
        }
        next
    }

    /// How much better each is than the worst. The worst itself gets a little, so that it may become a parent too.
    fn fitness(&self) -> Vec<f64> {
        let (best, worst) = (self.0[0].energy, self.0[self.0.len() - 1].energy);
        let least = if best < worst { (worst - best) / self.0.len() as f64 } else { 1.0 };
        self.0.iter().map(|individual| worst - individual.energy + least).collect()
    }
}

/// The best of each take the places of the worst of the other.
pub(super) fn exchange([one, other]: &mut [Population; 2]) {
    let best = |population: &Population| population.0[..EXCHANGED].to_vec();
    let (from_one, from_other) = (best(one), best(other));
    for (population, arrived) in [(one, from_other), (other, from_one)] {
        let mut individuals = population.0.clone();
        individuals.truncate(individuals.len() - EXCHANGED);
        individuals.extend(arrived);
        *population = Population::new(individuals);
    }
}

/// Nodes with the first columns at the top and the others at the bottom, from none to all of them; not more than a
/// subpopulation holds.
pub(super) fn triangle(lattice: &Lattice) -> Vec<Levels> {
    let columns = lattice.top().len();
    let node = |raised: usize| [&lattice.top()[..raised], &lattice.bottom()[raised..]].concat();
    (0..=columns).step_by((columns + 1).div_ceil(SIZE)).map(node).collect()
}

/// Fills a subpopulation up with nodes of chance.
pub(super) fn filled(mut nodes: Vec<Levels>, lattice: &Lattice, draw: &mut SeededRng) -> Vec<Levels> {
    nodes.resize_with(SIZE, || draw.node(lattice));
    nodes
}

/// An index, each as likely as its fitness says.
fn proportional(fitness: &[f64], draw: &mut SeededRng) -> usize {
    let mut left = draw.share() * fitness.iter().sum::<f64>();
    let is_left = |&of_one: &f64| {
        left -= of_one;
        left >= 0.0
    };
    // Rounding may leave a little after the last.
    fitness.iter().copied().take_while(is_left).count().min(fitness.len() - 1)
}

/// Each column as in one parent or the other.
fn crossed(mother: &[u8], father: &[u8], draw: &mut SeededRng) -> Levels {
    mother.iter().zip(father).map(|(&mother, &father)| if draw.coin() { mother } else { father }).collect()
}

/// A few columns at other levels: at least one, unless the lattice is a single node.
fn mutated(lattice: &Lattice, parent: &[u8], draw: &mut SeededRng) -> Levels {
    let can_change = |&column: &usize| lattice.bottom()[column] < lattice.top()[column];
    let mut columns: Vec<usize> = (0..parent.len()).filter(can_change).collect();
    let most = ((parent.len() as f64 * MUTATED).ceil() as usize).min(columns.len());
    let mut child = parent.to_vec();
    for _ in 0..=draw.below(most) {
        let column = columns.swap_remove(draw.below(columns.len()));
        while child[column] == parent[column] {
            child[column] = draw.level(lattice, column);
        }
    }
    child
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn lattice() -> Lattice {
        Lattice::new(vec![0, 1, 2, 0, 0, 0], vec![3, 4, 2, 1, 2, 5])
    }

    /// Nodes of one column, as bad as their level.
    fn population(levels: impl Iterator<Item = u8>) -> Population {
        Population::new(
            levels.map(|level| Individual { energy: f64::from(level), levels: vec![level] }).collect(),
        )
    }

    fn levels(population: &Population) -> Vec<u8> {
        population.0.iter().map(|individual| individual.levels[0]).collect()
    }

    #[test]
    fn the_triangle_raises_the_first_columns_to_the_top() {
        let lattice = Lattice::new(vec![0, 1, 0], vec![2, 3, 1]);
        assert_eq!(triangle(&lattice), [[0, 1, 0], [2, 1, 0], [2, 3, 0], [2, 3, 1]]);
    }

    #[test]
    fn a_triangle_fits_into_a_subpopulation_however_many_columns_there_are() {
        for columns in [0, 1, SIZE - 1, SIZE, 3 * SIZE] {
            let lattice = Lattice::new(vec![0; columns], vec![1; columns]);
            let nodes = triangle(&lattice);
            assert!(nodes.len() <= SIZE && nodes[0] == lattice.bottom());
            let filled = filled(nodes.clone(), &lattice, &mut SeededRng::new(1));
            assert!(filled.len() == SIZE && filled.starts_with(&nodes));
            assert!(filled.iter().all(|node| lattice.contains(node)));
        }
    }

    #[test]
    fn children_have_each_column_from_one_of_their_parents() {
        let (mother, father) = ([0, 1, 2, 0, 1, 5], [3, 4, 2, 1, 1, 0]);
        let mut draw = SeededRng::new(1);
        let children: BTreeSet<Levels> = (0..500).map(|_| crossed(&mother, &father, &mut draw)).collect();
        let from_parents = |child: &Levels| {
            (0..child.len()).all(|column| [mother[column], father[column]].contains(&child[column]))
        };
        assert!(children.iter().all(from_parents));
        // Four columns differ between the parents, and every way to mix them is found.
        assert_eq!(children.len(), 16);
    }

    #[test]
    fn mutation_changes_one_or_two_of_six_columns_to_any_other_level() {
        let (lattice, parent) = (lattice(), [0, 2, 2, 1, 1, 3]);
        let mut draw = SeededRng::new(2);
        let mut seen = BTreeSet::new();
        for _ in 0..2000 {
            let child = mutated(&lattice, &parent, &mut draw);
            let changed: Vec<usize> = (0..6).filter(|&column| child[column] != parent[column]).collect();
            assert!((1..=2).contains(&changed.len()) && lattice.contains(&child));
            seen.extend(changed.iter().map(|&column| (column, child[column])));
            seen.insert((6, changed.len() as u8));
        }
        // All other levels of every column, and both numbers of changes.
        assert_eq!(seen.len(), 3 + 3 + 1 + 2 + 5 + 2);
    }

    #[test]
    fn parents_are_drawn_in_proportion_to_their_fitness() {
        let fitness = population([0, 5, 10].into_iter()).fitness();
        let mut draw = SeededRng::new(3);
        let mut drawn = [0; 3];
        (0..3000).for_each(|_| drawn[proportional(&fitness, &mut draw)] += 1);
        // Better than the worst by 10, 5 and 0, and a third of 10 for each.
        let shares = [10.0 + 10.0 / 3.0, 5.0 + 10.0 / 3.0, 10.0 / 3.0].map(|it| (it / 25.0 * 3000.0) as i32);
        assert!(drawn.iter().zip(shares).all(|(drawn, share)| (drawn - share).abs() < 120), "{drawn:?}");
    }

    #[test]
    fn equals_are_drawn_alike() {
        let fitness = population([7, 7].into_iter()).fitness();
        let mut draw = SeededRng::new(4);
        let first = (0..1000).filter(|_| proportional(&fitness, &mut draw) == 0).count();
        assert!((440..560).contains(&first), "{first}");
    }

    #[test]
    fn the_elite_stays_and_the_others_descend_from_good_parents() {
        let lattice = Lattice::new(vec![0], vec![200]);
        let population = population((0..SIZE as u8).rev());
        let next = population.next(&lattice, &mut SeededRng::new(5));
        assert_eq!(next.len(), SIZE);
        assert_eq!(next[..ELITE].concat(), levels(&population)[..ELITE]);
        let mean =
            |levels: &[Levels]| levels.iter().map(|it| u32::from(it[0])).sum::<u32>() / levels.len() as u32;
        let crossed = &next[ELITE..ELITE + CROSSED];
        assert!(mean(crossed) < SIZE as u32 / 2, "parents are no better than the mean");
        assert!(next[ELITE + CROSSED..].iter().any(|mutated| mutated[0] >= SIZE as u8));
    }

    #[test]
    fn exchanged_nodes_really_arrive() {
        let size = SIZE as u8;
        let mut populations = [population(0..size), population(100..100 + size)];
        exchange(&mut populations);
        let [one, other] = populations.map(|population| levels(&population));
        let exchanged = EXCHANGED as u8;
        assert_eq!(one, (0..size - exchanged).chain(100..100 + exchanged).collect::<Vec<_>>());
        assert_eq!(other, (0..exchanged).chain(100..100 + size - exchanged).collect::<Vec<_>>());
    }
}
