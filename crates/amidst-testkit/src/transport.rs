//! The least cost of carrying goods from where they are to where they are wanted, found by augmenting along cheapest ways.
//!
//! Knows nothing of why costs are what they are, so it can judge any closed form of the Earth Mover's Distance.

/// The least cost of turning `supply` into `demand`, which have the same sum; `cost` of carrying one unit from place to place.
///
/// # Panics
/// If the sums differ.
pub fn least_cost(supply: &[i128], demand: &[i128], cost: impl Fn(usize, usize) -> i128) -> i128 {
    assert_eq!(supply.iter().sum::<i128>(), demand.iter().sum::<i128>(), "as much is wanted as there is");
    let mut network = Network::new(supply, demand, cost);
    while let Some(way) = network.cheapest_way() {
        network.augment(&way);
    }
    network.total()
}

/// Sources and sinks with what is left at each, and what is carried between them so far.
struct Network {
    left: Vec<i128>,
    wanted: Vec<i128>,
    cost: Vec<Vec<i128>>,
    carried: Vec<Vec<i128>>,
}

/// A way of goods: from a source to a sink, back along what is carried already to another source, and so on.
type Way = Vec<(usize, usize)>;

impl Network {
    fn new(supply: &[i128], demand: &[i128], cost: impl Fn(usize, usize) -> i128) -> Self {
        let row = |from: usize| (0..demand.len()).map(|to| cost(from, to)).collect();
        Self {
            left: supply.to_vec(),
            wanted: demand.to_vec(),
            cost: (0..supply.len()).map(row).collect(),
            carried: vec![vec![0; demand.len()]; supply.len()],
        }
    }

    /// The cheapest way from a source with something left to a sink that wants something, by relaxing until nothing changes.
    fn cheapest_way(&self) -> Option<Way> {
        let mut at_source: Vec<Option<(i128, Way)>> =
            self.left.iter().map(|&left| (left > 0).then(|| (0, Vec::new()))).collect();
        let mut at_sink: Vec<Option<(i128, Way)>> = vec![None; self.wanted.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (from, source) in at_source.iter_mut().enumerate() {
                for (to, sink) in at_sink.iter_mut().enumerate() {
                    changed |= relax(source, sink, self.cost[from][to], (from, to));
                    if self.carried[from][to] > 0 {
                        changed |= relax(sink, source, -self.cost[from][to], (from, to));
                    }
                }
            }
        }
        let wanting = at_sink.into_iter().zip(&self.wanted).filter(|(_, wanted)| **wanted > 0);
        wanting.filter_map(|(found, _)| found).min_by_key(|(cost, _)| *cost).map(|(_, way)| way)
    }

    /// Carries as much as fits. Every other step of a way takes back what was carried.
    fn augment(&mut self, way: &Way) {
        let (first, last) = (way[0].0, way[way.len() - 1].1);
        let back = way.iter().skip(1).step_by(2).map(|&(from, to)| self.carried[from][to]);
        let amount = back.chain([self.left[first], self.wanted[last]]).min().expect("there are two at least");
        for (step, &(from, to)) in way.iter().enumerate() {
            self.carried[from][to] += if step % 2 == 0 { amount } else { -amount };
        }
        self.left[first] -= amount;
        self.wanted[last] -= amount;
    }

    fn total(&self) -> i128 {
        let pairs = self.carried.iter().flatten().zip(self.cost.iter().flatten());
        pairs.map(|(carried, cost)| carried * cost).sum()
    }
}

/// Whether the way to `to` becomes cheaper through `from`.
fn relax(from: &Option<(i128, Way)>, to: &mut Option<(i128, Way)>, cost: i128, step: (usize, usize)) -> bool {
    let Some((so_far, way)) = from else { return false };
    let cheaper = to.as_ref().is_none_or(|(known, _)| so_far + cost < *known);
    if cheaper {
        *to = Some((so_far + cost, way.iter().copied().chain([step]).collect()));
    }
    cheaper
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::SeededRng;

    #[test]
    fn goods_go_the_cheapest_way() {
        let costs = [[4, 1], [1, 9]];
        assert_eq!(least_cost(&[3, 2], &[2, 3], |from, to| costs[from][to]), 5);
        // One unit must go the dear way: 2·1 + 1·4 + 0.
        assert_eq!(least_cost(&[3, 0], &[1, 2], |from, to| costs[from][to]), 6);
        assert_eq!(least_cost(&[7], &[7], |_, _| 0), 0);
    }

    /// Every way to carry one unit after another.
    fn by_trying(supply: &mut [i128], demand: &mut [i128], cost: &[Vec<i128>]) -> i128 {
        let Some(from) = supply.iter().position(|&left| left > 0) else { return 0 };
        let mut least = i128::MAX;
        for to in 0..demand.len() {
            if demand[to] > 0 {
                (supply[from], demand[to]) = (supply[from] - 1, demand[to] - 1);
                least = least.min(cost[from][to] + by_trying(supply, demand, cost));
                (supply[from], demand[to]) = (supply[from] + 1, demand[to] + 1);
            }
        }
        least
    }

    #[test]
    fn the_cheapest_way_equals_trying_all() {
        for seed in 0..300 {
            let mut draw = SeededRng::new(seed);
            let places = draw.between(1, 4) as usize;
            let (mut supply, mut demand) = (vec![0; places], vec![0; places]);
            for _ in 0..draw.between(1, 6) {
                supply[draw.below(places as u32) as usize] += 1;
                demand[draw.below(places as u32) as usize] += 1;
            }
            let mut costs = || (0..places).map(|_| i128::from(draw.below(9))).collect::<Vec<_>>();
            let cost: Vec<Vec<i128>> = (0..places).map(|_| costs()).collect();
            let found = least_cost(&supply, &demand, |from, to| cost[from][to]);
            assert_eq!(found, by_trying(&mut supply, &mut demand, &cost), "seed {seed}");
        }
    }
}
