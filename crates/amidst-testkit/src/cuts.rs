//! Recoding by cuts, the slow way: every set of splits is tried, and what it costs is counted row by row.

use crate::generate::SeededRng;

/// A small table of codes, with a label for every row.
#[derive(Clone, Debug)]
pub struct CutTable {
    /// Row after row, one code per column.
    pub rows: Vec<Vec<u32>>,
    /// The label of each row.
    pub labels: Vec<u32>,
    /// How many codes each column has.
    pub values: Vec<u32>,
}

/// What cuts of a table come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutCosts {
    /// Rows in classes of fewer than k.
    pub suppressed: u64,
    /// Squares of classes, and all rows for each suppressed one.
    pub discernibility: f64,
    /// Suppressed rows, and those without the most frequent label of their class.
    pub classification: f64,
    /// Shifted geometric mean over columns of the mean share of the domain.
    pub loss: f64,
}

impl CutTable {
    /// A table with at most so many splits.
    pub fn draw(seed: u64, splits: u32) -> Self {
        let mut draw = SeededRng::new(seed);
        let rows = draw.between(4, 24);
        let mut values = Vec::new();
        let mut left = splits;
        for _ in 0..draw.between(1, 4) {
            let more = draw.between(1, 6).min(left);
            if more > 0 {
                values.push(more + 1);
                left -= more;
            }
        }
        let row =
            |draw: &mut SeededRng| values.iter().map(|&values| draw.low_between(0, values - 1)).collect();
        let rows: Vec<Vec<u32>> = (0..rows).map(|_| row(&mut draw)).collect();
        let labels = rows.iter().map(|_| draw.low_between(0, 2)).collect();
        Self { rows, labels, values }
    }

    /// What cuts cost whose intervals begin at these codes, column by column.
    pub fn costs(&self, starts: &[Vec<u32>], k: u64) -> CutCosts {
        // The interval of each row in each column, in three bits each, and its label.
        let place = |(code, starts): (&u32, &Vec<u32>)| starts.iter().filter(|start| *start <= code).count();
        let key = |codes: &Vec<u32>| codes.iter().zip(starts).map(place).fold(0, |key, at| key << 3 | at);
        let mut rows: Vec<(usize, u32)> =
            self.rows.iter().map(key).zip(self.labels.iter().copied()).collect();
        rows.sort_unstable();
        let all = rows.len() as f64;
        let mut costs = CutCosts { suppressed: 0, discernibility: 0.0, classification: 0.0, loss: 0.0 };
        let mut shares = vec![0.0; self.values.len()];
        for class in rows.chunk_by(|a, b| a.0 == b.0) {
            let size = class.len() as f64;
            if (class.len() as u64) < k {
                costs.suppressed += class.len() as u64;
                costs.discernibility += size * all;
                costs.classification += size;
                shares.iter_mut().for_each(|share| *share += size);
                continue;
            }
            let most = class.chunk_by(|a, b| a.1 == b.1).map(<[_]>::len).max().unwrap_or(0);
            costs.discernibility += size * size;
            costs.classification += size - most as f64;
            let mut key = class[0].0;
            for column in (0..self.values.len()).rev() {
                let place = key & 7;
                key >>= 3;
                let end = starts[column].get(place).copied().unwrap_or(self.values[column]);
                let width = end - starts[column][place - 1];
                shares[column] += size * f64::from(width - 1) / f64::from(self.values[column] - 1);
            }
        }
        let product: f64 = shares.iter().map(|share| 1.0 + share / all).product();
        costs.loss = product.powf(1.0 / shares.len() as f64) - 1.0;
        costs
    }

    /// Where intervals may begin, column by column: every way there is.
    pub fn all_starts(&self) -> Vec<Vec<Vec<u32>>> {
        let mut all: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
        for &values in &self.values {
            let of_column = (0..1_u32 << (values - 1)).map(|chosen| {
                let inner = (1..values).filter(|value| chosen >> (value - 1) & 1 == 1);
                std::iter::once(0).chain(inner).collect::<Vec<u32>>()
            });
            let of_column: Vec<Vec<u32>> = of_column.collect();
            let with = |rest: &Vec<Vec<u32>>| {
                let rest = rest.clone();
                of_column
                    .iter()
                    .map(move |own| rest.iter().chain([own]).cloned().collect())
                    .collect::<Vec<_>>()
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }

    /// The least of each cost over all cuts that suppress no more than may be, and the fewest rows that any of them suppresses.
    pub fn least(&self, k: u64, limit: u64) -> CutCosts {
        let all = self.all_starts();
        let allowed = all.iter().map(|starts| self.costs(starts, k)).filter(|it| it.suppressed <= limit);
        let least = |a: CutCosts, b: CutCosts| CutCosts {
            suppressed: a.suppressed.min(b.suppressed),
            discernibility: a.discernibility.min(b.discernibility),
            classification: a.classification.min(b.classification),
            loss: a.loss.min(b.loss),
        };
        allowed.reduce(least).expect("everything as one class is allowed")
    }
}
