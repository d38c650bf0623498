//! Any mixture of sizes of classes: what a sample tells of a population without a model of it.
//!
//! Of the rows of the sample the share g(F) is of classes of F people, for every F of a grid. Such a class has f rows with
//! the chance Bin(f; F, π), so that N rows of which a share of π is in the sample lead to expect
//! Σ g(F) N/(Fπ) Bin(f; F, π) classes of f rows. The numbers of classes are Poisson about that; the logarithm of their
//! likelihood is concave in g, and the average risk, Σ g(F)/F, is linear in it. So the most likely mixture is found by steps
//! that never go down (Kiefer and Wolfowitz's estimator by the EM algorithm), and the averages of all mixtures that are nearly
//! as likely are an interval, whose ends are found by adding a multiple of it to the logarithm of the likelihood.
//!
//! References: J. Kiefer, J. Wolfowitz, *Consistency of the maximum likelihood estimator in the presence of infinitely many
//! incidental parameters*, Annals of Mathematical Statistics 27, 1956. B. Lindsay, *Mixture models: theory, geometry and
//! applications*, 1995. R. Varadhan, C. Roland, *Simple and globally convergent methods for accelerating the convergence of
//! any EM algorithm*, Scandinavian Journal of Statistics 35, 2008.

use crate::population::ln_rising;

/// Classes of more rows tell their size by themselves.
pub(super) const MOST_ROWS: u64 = 16;
const CELLS: usize = MOST_ROWS as usize;
/// Sizes up to this are all in the grid; each further one is larger by [`RATIO`].
const EVERY: f64 = 20.0;
const RATIO: f64 = 1.25;
/// Mixtures whose likelihood is below the best by at most this, in its logarithm, are believed: half of the number that a
/// chi-squared variable of one degree of freedom exceeds in one of twenty cases.
pub(super) const BELIEVED: f64 = 1.9207;
/// Bounds go further: who is found is a matter of the population and of who of it was drawn, so that two degrees of freedom are
/// reckoned with. With one the bounds held the truth in 87 to 91 % of samples of some populations where 95 % were asked for.
const WITHIN_BOUNDS: f64 = 2.9957;
/// Steps towards the most likely mixture, at most.
const STEPS: u32 = 200;
/// Steps of a model towards the sample, at most.
const CORRECTIONS: u32 = 5_000;
/// Steps that add less than this to the logarithm of the likelihood add nothing.
const NOTHING: f64 = 1e-6;
/// How often an interval is halved.
const NARROWED: u32 = 10;
/// No size is ever given up for good.
const LEAST: f64 = 1e-9;
/// What each size begins with, as a part of what it would have if all had the same.
const BEGINNING: f64 = 0.01;

/// Classes of which about the same share is in the sample.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stratum {
    /// The share.
    pub share: f64,
    /// All of their rows.
    pub rows: f64,
    /// How many of them have 1, 2, … rows.
    pub classes: [f64; CELLS],
}

/// What is known of the mixtures that may have led to a sample.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Mixtures {
    /// The grid.
    sizes: Vec<f64>,
    /// The number of classes in each cell: of a stratum and of so many rows.
    seen: Vec<f64>,
    /// For each size and cell the number of classes that would be there if all rows were of classes of that size.
    expected: Vec<Vec<f64>>,
    /// For each size the sum of that.
    all: Vec<f64>,
    /// For each size the same sum of rows over the size: who is found.
    found: Vec<f64>,
    /// For each size the sum of rows.
    rows: Vec<f64>,
}

impl Mixtures {
    pub fn new(strata: &[Stratum]) -> Self {
        let least = strata.iter().map(|stratum| stratum.share).fold(1.0, f64::min);
        let next = |size: &f64| Some(if *size < EVERY { size + 1.0 } else { (size * RATIO).round() });
        let largest = 3.0 * MOST_ROWS as f64 / least;
        let sizes: Vec<f64> =
            std::iter::successors(Some(1.0), next).take_while(|size| *size <= largest).collect();
        let cells = |size: f64| {
            let of = move |stratum: &Stratum| {
                let Stratum { share, rows, .. } = *stratum;
                (1..=MOST_ROWS).map(move |f| rows / (size * share) * binomial(f, size, share))
            };
            strata.iter().flat_map(of).collect()
        };
        let expected: Vec<Vec<f64>> = sizes.iter().map(|&size| cells(size)).collect();
        // Sizes of which nothing would be seen in any cell cannot be judged by them.
        let is_seen = |(_, cells): &(f64, Vec<f64>)| cells.iter().any(|classes| *classes > 0.0);
        let (sizes, expected): (Vec<f64>, Vec<Vec<f64>>) =
            sizes.into_iter().zip(expected).filter(is_seen).unzip();
        let found = |(cells, size): (&Vec<f64>, &f64)| {
            cells.iter().enumerate().map(|(at, classes)| classes * rows_of(at) / size).sum()
        };
        let rows =
            |cells: &Vec<f64>| cells.iter().enumerate().map(|(at, classes)| classes * rows_of(at)).sum();
        Self {
            rows: expected.iter().map(rows).collect(),
            seen: strata.iter().flat_map(|stratum| stratum.classes).collect(),
            all: expected.iter().map(|cells| cells.iter().sum()).collect(),
            found: expected.iter().zip(&sizes).map(found).collect(),
            expected,
            sizes,
        }
    }

    /// The sizes of the grid, each with the width of what it stands for.
    pub fn grid(&self) -> impl Iterator<Item = (f64, f64)> {
        self.sizes.iter().map(|&size| (size, if size <= EVERY { 1.0 } else { size * (1.0 - 1.0 / RATIO) }))
    }

    /// The logarithm of the likelihood of expecting so many classes in each cell, but for what is the same for all.
    pub fn ln_likelihood_of(&self, expected: impl Iterator<Item = f64>) -> f64 {
        let of = |(seen, expected): (&f64, f64)| match *seen > 0.0 {
            true => seen * expected.ln() - expected,
            false => -expected,
        };
        self.seen.iter().zip(expected).map(of).sum()
    }

    fn ln_likelihood(&self, mixture: &[f64]) -> f64 {
        self.ln_likelihood_of(self.classes(mixture).into_iter())
    }

    /// The classes that a mixture leads to expect in each cell.
    fn classes(&self, mixture: &[f64]) -> Vec<f64> {
        let mut classes = vec![0.0; self.seen.len()];
        for (share, cells) in mixture.iter().zip(&self.expected) {
            classes.iter_mut().zip(cells).for_each(|(classes, cell)| *classes += share * cell);
        }
        classes
    }

    /// One step of the EM algorithm up the likelihood, plus what each size is drawn by, which is below its `all`.
    fn step(&self, mixture: &[f64], drawn: &[f64]) -> Vec<f64> {
        let classes = self.classes(mixture);
        let ratio = |(seen, expected): (&f64, &f64)| if *seen > 0.0 { seen / expected } else { 0.0 };
        let ratios: Vec<f64> = self.seen.iter().zip(&classes).map(ratio).collect();
        let step = |at: usize| {
            let up: f64 = self.expected[at].iter().zip(&ratios).map(|(cell, ratio)| cell * ratio).sum();
            mixture[at] * up / (self.all[at] - drawn[at])
        };
        (0..mixture.len()).map(step).collect()
    }

    /// The mixture at which the likelihood, and what sizes are drawn by, are highest together: pairs of steps, and a leap
    /// along them where it leads higher.
    fn highest(&self, start: &[f64], drawn: &[f64]) -> Vec<f64> {
        let height = |mixture: &[f64]| {
            let drawn: f64 = mixture.iter().zip(drawn).map(|(share, drawn)| share * drawn).sum();
            self.ln_likelihood(mixture) + drawn
        };
        // A size that was given up comes back slowly, so each begins with something.
        let all: f64 = start.iter().sum();
        let mut here: Vec<f64> =
            start.iter().map(|share| share.max(BEGINNING * all / start.len() as f64)).collect();
        let mut best = height(&here);
        for _ in 0..STEPS {
            let one = self.step(&here, drawn);
            let two = self.step(&one, drawn);
            let leap = self.step(&leap(&here, &one, &two), drawn);
            let (by_steps, by_leap) = (height(&two), height(&leap));
            let (next, reached) = if by_leap >= by_steps { (leap, by_leap) } else { (two, by_steps) };
            let gained = reached - best;
            (here, best) = (next, reached);
            if gained < NOTHING {
                break;
            }
        }
        here
    }

    /// The most likely mixture, and the logarithm of its likelihood.
    pub fn most_likely(&self) -> (Vec<f64>, f64) {
        let sizes = self.sizes.len();
        let mixture = self.highest(&vec![1.0 / sizes as f64; sizes], &vec![0.0; sizes]);
        let best = self.ln_likelihood(&mixture);
        (mixture, best)
    }

    /// A model of the sizes, led towards the sample step by step until its likelihood is believed.
    pub fn corrected(&self, model: &[f64], best: f64) -> Vec<f64> {
        let (seen, expected): (f64, f64) = (self.seen.iter().sum(), self.classes(model).iter().sum());
        let mut mixture: Vec<f64> = model.iter().map(|share| share * seen / expected).collect();
        for _ in 0..CORRECTIONS {
            if best - self.ln_likelihood(&mixture) <= BELIEVED {
                break;
            }
            mixture = self.step(&mixture, &vec![0.0; model.len()]);
        }
        mixture
    }

    /// Who is found among the rows of the cells, by the least and the largest of the mixtures that are believed.
    pub fn interval(&self) -> (f64, f64) {
        let (mixture, best) = self.most_likely();
        let sum = |of: &[f64]| mixture.iter().zip(of).map(|(share, of)| share * of).sum::<f64>();
        let average = sum(&self.found) / sum(&self.rows);
        // What a size adds to who is found beyond what its rows would add on average.
        let more: Vec<f64> =
            self.found.iter().zip(&self.rows).map(|(found, rows)| found - average * rows).collect();
        (self.end(&mixture, best, &more, -1.0), self.end(&mixture, best, &more, 1.0))
    }

    /// Who is found by the mixture that is farthest in a direction and still believed.
    fn end(&self, mixture: &[f64], best: f64, more: &[f64], direction: f64) -> f64 {
        let is_believed = |mixture: &[f64]| best - self.ln_likelihood(mixture) <= WITHIN_BOUNDS;
        let limits = self.all.iter().zip(more).filter(|(_, more)| direction * **more > 0.0);
        let limit = limits.map(|(all, more)| all / (direction * more)).fold(f64::INFINITY, f64::min);
        if limit.is_infinite() {
            return self.found(mixture);
        }
        let drawn_by = |pull: f64| -> Vec<f64> { more.iter().map(|more| direction * pull * more).collect() };
        let (mut near, mut far) = (0.0, limit * (1.0 - LEAST));
        let (mut inside, mut outside) = (mixture.to_vec(), self.highest(mixture, &drawn_by(far)));
        if is_believed(&outside) {
            return self.found(&outside);
        }
        for _ in 0..NARROWED {
            let between = (near + far) / 2.0;
            let tried = self.highest(&inside, &drawn_by(between));
            match is_believed(&tried) {
                true => (near, inside) = (between, tried),
                false => (far, outside) = (between, tried),
            }
        }
        self.found(&last(&inside, &outside, is_believed))
    }

    /// Who is found among the seen rows of the cells.
    fn found(&self, mixture: &[f64]) -> f64 {
        let of = |at: usize| {
            let parts = || mixture.iter().zip(&self.expected).map(move |(share, cells)| share * cells[at]);
            let found: f64 = parts().zip(&self.sizes).map(|(part, size)| part / size).sum();
            self.seen[at] * rows_of(at) * found / parts().sum::<f64>()
        };
        (0..self.seen.len()).filter(|&at| self.seen[at] > 0.0).map(of).sum()
    }

    /// E[1/F] of a class of so many rows, of which this share is in the sample.
    pub fn individual_risk(&self, mixture: &[f64], rows: u64, share: f64) -> f64 {
        let part = |(g, &size): (&f64, &f64)| (g / size * binomial(rows, size, share), size);
        let parts = mixture.iter().zip(&self.sizes).map(part);
        let (found, all) =
            parts.fold((0.0, 0.0), |(found, all), (part, size)| (found + part / size, all + part));
        found / all
    }

    /// The people that are behind such a class but for a chance of `significance`.
    pub fn people_but_for(&self, significance: f64, mixture: &[f64], rows: u64, share: f64) -> u64 {
        let part = |(g, &size): (&f64, &f64)| (g / size * binomial(rows, size, share), size);
        let parts: Vec<(f64, f64)> = mixture.iter().zip(&self.sizes).map(part).collect();
        let mut left = significance * parts.iter().map(|(part, _)| part).sum::<f64>();
        let is_likely = |(part, _): &&(f64, f64)| {
            left -= part;
            left < 0.0
        };
        parts.iter().find(is_likely).map_or(rows, |(_, size)| *size as u64)
    }
}

/// The last mixture that is believed on the way from one to another. Where nothing speaks against a size, the farthest
/// mixture may leap from one to the other, and those between them are as near.
fn last(inside: &[f64], outside: &[f64], is_believed: impl Fn(&[f64]) -> bool) -> Vec<f64> {
    let at = |part: f64| -> Vec<f64> {
        inside.iter().zip(outside).map(|(inside, outside)| inside + part * (outside - inside)).collect()
    };
    let (mut near, mut far) = (0.0, 1.0);
    for _ in 0..NARROWED {
        let between = (near + far) / 2.0;
        if is_believed(&at(between)) { near = between } else { far = between }
    }
    at(far)
}

/// The rows of the classes of a cell.
fn rows_of(cell: usize) -> f64 {
    (cell % CELLS + 1) as f64
}

/// Where two steps lead if they go on (SQUAREM).
fn leap(here: &[f64], one: &[f64], two: &[f64]) -> Vec<f64> {
    let moves: Vec<(f64, f64)> = here
        .iter()
        .zip(one)
        .zip(two)
        .map(|((here, one), two)| (one - here, two - one - (one - here)))
        .collect();
    let (first, change) = moves.iter().fold((0.0, 0.0), |(r, v), at| (r + at.0 * at.0, v + at.1 * at.1));
    let length = if change > 0.0 { (first / change).sqrt().max(1.0) } else { 1.0 };
    let to = |(here, (first, change)): (&f64, (f64, f64))| {
        (here + 2.0 * length * first + length * length * change).max(LEAST)
    };
    here.iter().zip(moves).map(to).collect()
}

/// The chance that `rows` of `size` people are in the sample.
fn binomial(rows: u64, size: f64, share: f64) -> f64 {
    let rows = rows as f64;
    match (rows > size, share >= 1.0) {
        (true, _) => 0.0,
        (false, true) => f64::from(u8::from(rows == size)),
        (false, false) => {
            let ways = ln_rising(size - rows + 1.0, rows) - ln_rising(1.0, rows);
            (ways + rows * share.ln() + (size - rows) * (-share).ln_1p()).exp()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The classes that are expected of a population with so many classes of each size, of which a share is in the sample.
    fn sample(population: &[(f64, f64)], share: f64) -> Mixtures {
        let classes = std::array::from_fn(|at| {
            population.iter().map(|(size, classes)| classes * binomial(at as u64 + 1, *size, share)).sum()
        });
        let rows = population.iter().map(|(size, classes)| size * classes * share).sum();
        Mixtures::new(&[Stratum { share, rows, classes }])
    }

    #[track_caller]
    fn check(population: &[(f64, f64)], share: f64, within: f64) {
        let mixtures = sample(population, share);
        let rows: f64 = population.iter().map(|(size, classes)| size * classes * share).sum();
        let truth = population.iter().map(|(_, classes)| classes * share).sum::<f64>() / rows;
        let (mixture, _) = mixtures.most_likely();
        let found = mixtures.found(&mixture) / rows;
        assert!((found - truth).abs() < within * truth, "{found} is not {truth}");
        let (low, high) = mixtures.interval();
        let (low, high) = (low / rows, high / rows);
        assert!(low <= truth * 1.001 && truth <= high * 1.001, "{truth} is not in {low} to {high}");
        // The grid need not have the sizes of the population.
        assert!(low < found && found <= high * 1.001, "{found} is not in {low} to {high}");
    }

    #[test]
    fn mixtures_find_the_population_that_a_large_sample_is_expected_from() {
        check(&[(1.0, 100_000.0)], 0.1, 0.001);
        check(&[(1.0, 50_000.0), (20.0, 5_000.0)], 0.1, 0.1);
        check(&[(1.0, 300_000.0), (100.0, 3_000.0)], 0.05, 0.2);
        check(&[(5.0, 100_000.0)], 0.1, 0.1);
    }

    #[test]
    fn the_interval_narrows_as_the_sample_grows() {
        let width = |times: f64| {
            let mixtures = sample(&[(1.0, 1_000.0 * times), (20.0, 100.0 * times)], 0.1);
            let (low, high) = mixtures.interval();
            (high - low) / times
        };
        assert!(width(100.0) < 0.6 * width(1.0), "{} and {}", width(100.0), width(1.0));
    }

    #[test]
    fn rows_that_are_the_population_are_found_as_they_are() {
        let mixtures = sample(&[(1.0, 30.0), (3.0, 20.0)], 1.0);
        let (mixture, _) = mixtures.most_likely();
        for (rows, risk) in [(1, 1.0), (3, 1.0 / 3.0)] {
            assert!((mixtures.individual_risk(&mixture, rows, 1.0) - risk).abs() < 1e-9);
        }
    }
}
