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
        let mut values = Vec::new();
        let mut left = splits;
        for _ in 0..draw.between(1, 4) {
            let more = draw.between(1, 6).min(left);
            if more > 0 {
                values.push(more + 1);
                left -= more;
            }
        }
        Self::filled(values, &mut draw)
    }

    /// Four to 24 rows of columns with so many values.
    fn filled(values: Vec<u32>, draw: &mut SeededRng) -> Self {
        let rows = draw.between(4, 24);
        Self::filled_with(values, rows, draw)
    }

    fn filled_with(values: Vec<u32>, rows: u32, draw: &mut SeededRng) -> Self {
        let row =
            |draw: &mut SeededRng| values.iter().map(|&values| draw.low_between(0, values - 1)).collect();
        let rows: Vec<Vec<u32>> = (0..rows).map(|_| row(draw)).collect();
        let labels = rows.iter().map(|_| draw.low_between(0, 2)).collect();
        Self { rows, labels, values }
    }

    /// A table with just so many splits, in two to four columns of up to six each.
    pub fn draw_with(seed: u64, splits: u32) -> Self {
        let mut draw = SeededRng::new(seed);
        let columns = draw.between(splits.div_ceil(6).max(2), 4);
        let mut values = vec![2; columns as usize];
        for _ in columns..splits {
            let open: Vec<usize> = (0..values.len()).filter(|&at| values[at] < 7).collect();
            values[open[draw.below(open.len() as u32) as usize]] += 1;
        }
        Self::filled(values, &mut draw)
    }

    /// A table of many rows with at most so many splits.
    pub fn draw_rows(seed: u64, splits: u32, rows: u32) -> Self {
        let few = Self::draw(seed, splits);
        let mut draw = SeededRng::new(!seed);
        Self::filled_with(few.values, rows, &mut draw)
    }

    /// What cuts cost whose intervals begin at these codes, column by column. An interval stands for those of its codes that some
    /// released row has.
    pub fn costs(&self, starts: &[Vec<u32>], k: u64) -> CutCosts {
        // The interval of each row in each column, in three bits each, its label and which row it is.
        let place = |(code, starts): (&u32, &Vec<u32>)| starts.iter().filter(|start| *start <= code).count();
        let key = |codes: &Vec<u32>| codes.iter().zip(starts).map(place).fold(0, |key, at| key << 3 | at);
        let mut rows: Vec<(usize, u32, usize)> =
            self.rows.iter().enumerate().map(|(row, codes)| (key(codes), self.labels[row], row)).collect();
        rows.sort_unstable();
        let all = rows.len() as f64;
        let mut costs = CutCosts { suppressed: 0, discernibility: 0.0, classification: 0.0, loss: 0.0 };
        let mut shares = vec![0.0; self.values.len()];
        let is_released = |class: &&[(usize, u32, usize)]| class.len() as u64 >= k;
        let released = || rows.chunk_by(|a, b| a.0 == b.0).filter(is_released);
        let mut is_named: Vec<Vec<bool>> =
            self.values.iter().map(|&values| vec![false; values as usize]).collect();
        for (column, is_named) in is_named.iter_mut().enumerate() {
            let codes = released().flatten().map(|&(_, _, row)| self.rows[row][column]);
            codes.for_each(|code| is_named[code as usize] = true);
        }
        for class in rows.chunk_by(|a, b| a.0 == b.0) {
            let size = class.len() as f64;
            if !is_released(&class) {
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
                let codes = &is_named[column][starts[column][place - 1] as usize..end as usize];
                let named = codes.iter().filter(|is_named| **is_named).count() as f64;
                shares[column] += size * (named - 1.0) / f64::from(self.values[column] - 1);
            }
        }
        let product: f64 = shares.iter().map(|share| 1.0 + share / all).product();
        costs.loss = product.powf(1.0 / shares.len() as f64) - 1.0;
        costs
    }

    /// The least of each cost over all cuts that suppress no more than may be, and the fewest rows that any of them suppresses.
    pub fn least(&self, k: u64, limit: u64) -> CutCosts {
        let mut search = LeastSearch::new(self, k, limit);
        let size = self.rows.len() as u32;
        search.visit(0, vec![ClassSoFar { rows: (1 << size) - 1, size, codes: [0; COLUMNS] }]);
        search.least.expect("everything as one class is allowed")
    }
}

/// Columns are at most so many.
const COLUMNS: usize = 6;

/// Rows are at most so many, a bit for each.
const ROWS: usize = 31;

/// Every set of splits, one column after the other. Rows and codes are bits. What the intervals of the last column cost adds up, and so
/// each of them is looked at once; all but the loss, which depends on what is released elsewhere.
struct LeastSearch<'a> {
    table: &'a CutTable,
    k: u64,
    limit: u64,
    /// By column and code the rows that have it.
    of_code: Vec<Vec<u32>>,
    /// By label the rows that have it.
    of_label: Vec<u32>,
    least: Option<CutCosts>,
}

/// A class as the columns so far make it.
#[derive(Clone, Copy)]
struct ClassSoFar {
    /// Its rows, a bit for each, and how many they are.
    rows: u32,
    size: u32,
    /// The codes of its interval in each column.
    codes: [u32; COLUMNS],
}

/// What some classes come to.
#[derive(Clone, Copy, Default)]
struct Sums {
    suppressed: u64,
    discernibility: u64,
    classification: u64,
}

impl<'a> LeastSearch<'a> {
    fn new(table: &'a CutTable, k: u64, limit: u64) -> Self {
        assert!(table.values.len() <= COLUMNS && table.rows.len() <= ROWS, "it is small");
        let bits = |has: &dyn Fn(usize) -> bool| {
            (0..table.rows.len()).filter(|&row| has(row)).fold(0, |bits, row| bits | 1 << row)
        };
        let of_column = |(column, &values): (usize, &u32)| {
            (0..values).map(|code| bits(&|row| table.rows[row][column] == code)).collect()
        };
        let labels = table.labels.iter().max().map_or(0, |label| label + 1);
        Self {
            table,
            k,
            limit,
            of_code: table.values.iter().enumerate().map(of_column).collect(),
            of_label: (0..labels).map(|label| bits(&|row| table.labels[row] == label)).collect(),
            least: None,
        }
    }

    /// Tries all cuts of a column and of those after it.
    fn visit(&mut self, column: usize, classes: Vec<ClassSoFar>) {
        let values = self.table.values.len();
        if column + 1 >= values {
            return self.visit_last(column, &classes);
        }
        for intervals in all_intervals(self.table.values[column]) {
            let mut next = Vec::new();
            for (low, high) in intervals {
                next.extend(self.parts(column, (low, high), &classes));
            }
            self.visit(column + 1, next);
        }
    }

    fn visit_last(&mut self, column: usize, classes: &[ClassSoFar]) {
        let values = self.table.values[column];
        let mut of_interval = vec![(Sums::default(), Vec::new()); (values * values) as usize];
        for low in 0..values {
            for high in low..values {
                let parts: Vec<ClassSoFar> = self.parts(column, (low, high), classes).collect();
                of_interval[(low * values + high) as usize] = (self.sums(&parts), parts);
            }
        }
        let mut all = Vec::new();
        for intervals in all_intervals(values) {
            let mut sums = Sums::default();
            all.clear();
            for (low, high) in intervals {
                let (own, parts) = &of_interval[(low * values + high) as usize];
                sums.add(own);
                all.extend_from_slice(parts);
            }
            if sums.suppressed <= self.limit {
                self.offer(&sums, &all);
            }
        }
    }

    /// What an interval of a column leaves of classes.
    fn parts(
        &self,
        column: usize,
        (low, high): (u32, u32),
        classes: &[ClassSoFar],
    ) -> impl Iterator<Item = ClassSoFar> {
        let rows = self.of_code[column][low as usize..=high as usize].iter().fold(0, |rows, own| rows | own);
        classes.iter().filter(move |class| class.rows & rows != 0).map(move |class| {
            let rows = class.rows & rows;
            let mut part = ClassSoFar { rows, size: rows.count_ones(), ..*class };
            part.codes[column] = (low..=high).fold(0, |codes, code| codes | 1 << code);
            part
        })
    }

    /// What parts of classes come to.
    fn sums(&self, parts: &[ClassSoFar]) -> Sums {
        let mut sums = Sums::default();
        for part in parts {
            let size = u64::from(part.size);
            if size < self.k {
                sums.suppressed += size;
                sums.discernibility += size * self.table.rows.len() as u64;
                sums.classification += size;
            } else {
                let of_label = self.of_label.iter().map(|label| (part.rows & label).count_ones());
                sums.discernibility += size * size;
                sums.classification += size - u64::from(of_label.max().unwrap_or(0));
            }
        }
        sums
    }

    /// One more than the loss, to the power of the number of columns.
    fn product(&self, parts: &[ClassSoFar]) -> f64 {
        let is_released = |part: &&ClassSoFar| u64::from(part.size) >= self.k;
        let released = parts.iter().filter(is_released).fold(0, |rows, part| rows | part.rows);
        let rows = self.table.rows.len() as f64;
        let left_out = rows - f64::from(released.count_ones());
        let mut product = 1.0;
        for (column, of_code) in self.of_code.iter().enumerate() {
            let of = |(code, own): (usize, &u32)| u32::from(own & released != 0) << code;
            let named = of_code.iter().enumerate().map(of).sum::<u32>();
            let more = |part: &ClassSoFar| part.size * ((part.codes[column] & named).count_ones() - 1);
            let shown = parts.iter().filter(is_released).map(more).sum::<u32>();
            product *= 1.0 + (left_out + f64::from(shown) / f64::from(self.table.values[column] - 1)) / rows;
        }
        product
    }

    fn offer(&mut self, sums: &Sums, parts: &[ClassSoFar]) {
        let mut known = self.least.unwrap_or(CutCosts {
            suppressed: u64::MAX,
            discernibility: f64::INFINITY,
            classification: f64::INFINITY,
            loss: f64::INFINITY,
        });
        known.suppressed = known.suppressed.min(sums.suppressed);
        known.discernibility = known.discernibility.min(sums.discernibility as f64);
        known.classification = known.classification.min(sums.classification as f64);
        // Suppressed rows lose everything in every column.
        if (sums.suppressed as f64 / self.table.rows.len() as f64) < known.loss {
            let (columns, product) = (self.table.values.len(), self.product(parts));
            // The root is taken of what is less than before.
            if product < (known.loss + 1.0).powi(columns as i32) {
                known.loss = product.powf(1.0 / columns as f64) - 1.0;
            }
        }
        self.least = Some(known);
    }
}

impl Sums {
    fn add(&mut self, other: &Self) {
        self.suppressed += other.suppressed;
        self.discernibility += other.discernibility;
        self.classification += other.classification;
    }
}

/// Every way to cut so many codes into intervals, each from its first to its last code.
fn all_intervals(values: u32) -> impl Iterator<Item = impl Iterator<Item = (u32, u32)>> {
    (0..1_u32 << (values - 1)).map(move |cuts| {
        let mut next = Some(0);
        std::iter::from_fn(move || {
            let low = next?;
            // The bit of a code says whether an interval begins after it.
            let high = low + (cuts >> low | 1 << (values - 1 - low)).trailing_zeros();
            next = (high + 1 < values).then_some(high + 1);
            Some((low, high))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_codes_are_cut_in_four_ways() {
        let all: Vec<Vec<(u32, u32)>> = all_intervals(3).map(Iterator::collect).collect();
        assert_eq!(
            all,
            [vec![(0, 2)], vec![(0, 0), (1, 2)], vec![(0, 1), (2, 2)], vec![(0, 0), (1, 1), (2, 2)]]
        );
    }

    #[test]
    fn the_least_is_that_of_all_cuts_counted_row_by_row() {
        for seed in 0..100 {
            let table = CutTable::draw(seed, 7);
            let (k, limit) = (2 + seed % 3, [0, 3, 24][seed as usize % 3]);
            let mut all: Vec<Vec<Vec<u32>>> = vec![Vec::new()];
            for &values in &table.values {
                let starts = |cuts: Vec<(u32, u32)>| cuts.iter().map(|it| it.0).collect::<Vec<u32>>();
                let own: Vec<Vec<u32>> = all_intervals(values).map(|cuts| starts(cuts.collect())).collect();
                let with = |rest: &Vec<Vec<u32>>| -> Vec<Vec<Vec<u32>>> {
                    own.iter().map(|own| rest.iter().chain([own]).cloned().collect()).collect()
                };
                all = all.iter().flat_map(with).collect();
            }
            let costs = all.iter().map(|starts| table.costs(starts, k));
            let costs: Vec<CutCosts> = costs.filter(|costs| costs.suppressed <= limit).collect();
            let least = table.least(k, limit);
            let of = |cost: &dyn Fn(&CutCosts) -> f64| costs.iter().map(cost).fold(f64::INFINITY, f64::min);
            assert_eq!(least.discernibility, of(&|it| it.discernibility), "{seed}");
            assert_eq!(least.classification, of(&|it| it.classification), "{seed}");
            assert_eq!(least.suppressed as f64, of(&|it| it.suppressed as f64), "{seed}");
            assert!((least.loss - of(&|it| it.loss)).abs() < 1e-12, "{seed}");
        }
    }
}
