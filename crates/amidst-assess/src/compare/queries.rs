//! Random counting queries: how far off is who counts rows in the release.
//!
//! A query asks for the rows whose values lie in a set, in one to three columns. The release answers as if the values that
//! a label stands for shared its rows evenly and independently of the other columns.

use amidst_core::{Aborted, Codes, Observer, with_codes};
use amidst_spec::{output_control::OutputControl, rng::SeededRng};
use rayon::prelude::*;

use super::{column::Shared, finding::QueryError, stands::Stands, values::Values};

/// The part of the rows that a query would meet if all values were equally frequent and columns independent.
const SELECTIVITY: f64 = 0.1;
/// Most columns of a query.
const MOST_COLUMNS: u32 = 3;
/// A count below this part of the rows weighs as if it were this part.
const LEAST_PART: f64 = 0.01;
/// Rows multiplied at a time.
const BLOCK: usize = 4_096;

/// What queries are drawn by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queries {
    /// How many.
    pub number: u32,
    /// The seed.
    pub seed: u64,
}

/// Values of a column that stand side by side in its order: by size, or by chance where they are words.
struct Window {
    column: usize,
    start: u32,
    width: u32,
}

/// A column and the order of its values.
struct Ordered<'c, 't> {
    shared: &'c Shared<'t>,
    /// Of every rank its place, where that is not the rank itself.
    places: Option<Vec<u32>>,
}

/// Asks random queries of both tables.
pub(super) fn query_error(
    columns: &[Shared],
    queries: Queries,
    control: OutputControl,
    observer: &dyn Observer,
) -> Result<Option<QueryError>, Aborted> {
    let mut draw = SeededRng::new(queries.seed);
    let columns: Vec<Ordered> = columns
        .iter()
        .filter(|column| column.values.len() > 1)
        .map(|shared| Ordered { shared, places: places(&shared.values, &mut draw) })
        .collect();
    if columns.is_empty() || queries.number == 0 {
        return Ok(None);
    }
    let asked: Vec<Vec<Window>> = (0..queries.number).map(|_| query(&columns, &mut draw)).collect();
    let errors = asked.par_iter().map(|query| observer.go_on().map(|()| error(&columns, query)));
    let mut errors: Vec<f64> = errors.collect::<Result<_, _>>()?;
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    errors.sort_by(f64::total_cmp);
    let at = |percent: usize| errors[(errors.len() * percent).div_ceil(100) - 1];
    Ok(Some(QueryError {
        asked: queries.number,
        seed: queries.seed,
        median: control.measure_if_seen(at(50)),
        mean: control.measure_if_seen(mean),
        p90: control.measure_if_seen(at(90)),
    }))
}

/// Words in an order of chance.
fn places(values: &Values, draw: &mut SeededRng) -> Option<Vec<u32>> {
    if values.scale.is_ordered() {
        return None;
    }
    let mut places: Vec<u32> = (0..values.len() as u32).collect();
    for end in (1..places.len()).rev() {
        places.swap(end, draw.below(end as u32 + 1) as usize);
    }
    Some(places)
}

fn query(columns: &[Ordered], draw: &mut SeededRng) -> Vec<Window> {
    let count = draw.between(1, MOST_COLUMNS.min(columns.len() as u32));
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < count as usize {
        let column = draw.below(columns.len() as u32) as usize;
        if !chosen.contains(&column) {
            chosen.push(column);
        }
    }
    let part = SELECTIVITY.powf(1.0 / f64::from(count));
    let window = |column: usize| {
        let values = columns[column].shared.values.len() as u32;
        let width = ((f64::from(values) * part).ceil() as u32).clamp(1, values);
        // Numbers have a first and a last one, an order of chance has not.
        let starts = if columns[column].places.is_some() { values } else { values - width + 1 };
        Window { column, start: draw.below(starts), width }
    };
    chosen.into_iter().map(window).collect()
}

/// The relative error of one query.
fn error(columns: &[Ordered], query: &[Window]) -> f64 {
    let parts: Vec<(&Shared, Vec<f64>, Vec<f64>)> = query
        .iter()
        .map(|window| {
            let column = &columns[window.column];
            (column.shared, column.before(window), column.after(window))
        })
        .collect();
    let (truth, answer) = match parts.as_slice() {
        [(shared, before, after)] => {
            let ranks = shared.values.ranks.iter();
            let truth =
                ranks.zip(before).map(|(rank, part)| part * shared.values.rows[*rank as usize] as f64);
            (truth.sum(), after.iter().zip(&shared.labels.rows).map(|(part, rows)| part * *rows as f64).sum())
        }
        parts => {
            let before: Vec<_> = parts
                .iter()
                .map(|(shared, before, _)| (&shared.values.coded.codes, before.as_slice()))
                .collect();
            let after: Vec<_> = parts
                .iter()
                .map(|(shared, _, after)| (&shared.labels.coded.codes, after.as_slice()))
                .collect();
            (count(&before), count(&after))
        }
    };
    let rows = parts[0].0.values.coded.codes.len() as f64;
    relative(truth, answer, rows)
}

fn relative(truth: f64, answer: f64, rows: f64) -> f64 {
    (answer - truth).abs() / truth.max(LEAST_PART * rows)
}

/// The sum over all rows of the product of what their codes weigh.
fn count(columns: &[(&Codes, &[f64])]) -> f64 {
    let rows = columns[0].0.len();
    let mut products = [0.0; BLOCK];
    let mut total = 0.0;
    for start in (0..rows).step_by(BLOCK) {
        let end = rows.min(start + BLOCK);
        let products = &mut products[..end - start];
        products.fill(1.0);
        for (codes, weights) in columns {
            with_codes!(codes, codes => {
                products.iter_mut().zip(&codes[start..end]).for_each(|(product, &code)| {
                    *product *= weights[code as usize];
                });
            });
        }
        total += products.iter().sum::<f64>();
    }
    total
}

impl Ordered<'_, '_> {
    fn is_in(&self, window: &Window, rank: u32) -> bool {
        let place = self.places.as_ref().map_or(rank, |places| places[rank as usize]);
        let values = self.shared.values.len() as u32;
        let ahead = if place >= window.start { place - window.start } else { place + values - window.start };
        ahead < window.width
    }

    /// Of every code of the original whether it is asked for: 0 or 1.
    fn before(&self, window: &Window) -> Vec<f64> {
        self.shared.values.ranks.iter().map(|rank| f64::from(u8::from(self.is_in(window, *rank)))).collect()
    }

    /// Of every label the part that is asked for.
    fn after(&self, window: &Window) -> Vec<f64> {
        let values = &self.shared.values;
        let of_all = f64::from(window.width) / values.len() as f64;
        let one = |rank: u32| f64::from(u8::from(self.is_in(window, rank)));
        let part = |stands: &Stands| match stands {
            Stands::Value(rank) => one(*rank),
            Stands::Stretch(ranks) if ranks.len() == values.len() => of_all,
            Stands::Stretch(ranks) if self.places.is_none() => {
                let (from, to) = (ranks.start.max(window.start), ranks.end.min(window.start + window.width));
                f64::from(to.saturating_sub(from)) / ranks.len() as f64
            }
            Stands::Stretch(ranks) => ranks.clone().map(one).sum::<f64>() / ranks.len() as f64,
            Stands::Values(ranks) => ranks.iter().copied().map(one).sum::<f64>() / ranks.len() as f64,
            Stands::Blank(own) => values.missing.map_or(0.0, one) * own + of_all * (1.0 - own),
            Stands::Anything => of_all,
        };
        self.shared.labels.stands.iter().map(part).collect()
    }
}

#[cfg(test)]
mod tests {
    use amidst_core::hierarchy::builders::DecimalMark;
    use amidst_table::Column;

    use super::*;
    use crate::compare::{labels::Labels, values::Scale};

    /// Cells of two columns of the original and of the release.
    const NUMBERS: [&[&str]; 2] = [&["1", "2", "3", "4", "4", "9"], &["1-2", "1-2", "3-4", "3-4", "*"]];
    const WORDS: [&[&str]; 2] = [&["a", "b", "b", "c", "d", "a"], &["{a, b}", "b", "", "d", "a"]];

    fn column(cells: &[&str]) -> Column {
        Column::from_texts("x", cells.iter().map(|cell| Some(*cell).filter(|cell| !cell.is_empty())))
    }

    fn shared<'t>(original: &'t Column, release: &'t Column, scale: Scale) -> Shared<'t> {
        let values = Values::new(original.coded().expect("coded"), scale);
        let labels = Labels::new(&values, release.coded().expect("coded"), None);
        Shared::new("x".into(), None, values, labels)
    }

    /// The answer of a table, row by row: the product over the columns of the part of each cell that is asked for.
    fn by_rows(parts: &[Vec<f64>]) -> f64 {
        (0..parts[0].len()).map(|row| parts.iter().map(|part| part[row]).product::<f64>()).sum()
    }

    #[test]
    fn answers_agree_with_arithmetic_row_by_row() {
        let [numbers, words] = [NUMBERS, WORDS].map(|[before, after]| (column(before), column(after)));
        let columns = [
            shared(&numbers.0, &numbers.1, Scale::Numbers(DecimalMark::Point)),
            shared(&words.0, &words.1, Scale::Words),
        ];
        let mut draw = SeededRng::new(5);
        let columns: Vec<Ordered> = columns
            .iter()
            .map(|shared| Ordered { shared, places: places(&shared.values, &mut draw) })
            .collect();
        for _ in 0..200 {
            let query = query(&columns, &mut draw);
            let (mut before, mut after) = (Vec::new(), Vec::new());
            for window in &query {
                let Ordered { shared, places } = &columns[window.column];
                let values = shared.values.len() as u32;
                let wanted: Vec<u32> = (0..window.width).map(|step| (window.start + step) % values).collect();
                let is_in = |rank: u32| {
                    wanted.contains(&places.as_ref().map_or(rank, |places| places[rank as usize]))
                };
                let codes = shared.values.coded.codes.iter();
                before.push(
                    codes
                        .map(|code| f64::from(u8::from(is_in(shared.values.ranks[code as usize]))))
                        .collect(),
                );
                let part = |code: u32| {
                    let mut part = 0.0;
                    let stands = &shared.labels.stands[code as usize];
                    stands.spread(&shared.values, |rank, weight| {
                        part += if is_in(rank) { weight } else { 0.0 }
                    });
                    part
                };
                after.push(shared.labels.coded.codes.iter().map(part).collect());
            }
            let expected = relative(by_rows(&before), by_rows(&after), 6.0);
            assert!((error(&columns, &query) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn small_counts_weigh_as_one_per_cent_of_the_rows() {
        assert_eq!(relative(50.0, 60.0, 1000.0), 0.2);
        assert_eq!(relative(0.0, 5.0, 1000.0), 0.5);
    }
}
