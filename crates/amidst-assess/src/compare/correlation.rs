//! How much two columns say of each other, before and after.
//!
//! Two columns of numbers: Pearson's correlation. Two of words: Cramér's V, corrected for bias. One of each: the correlation
//! ratio. Rows in which a cell is missing or blanked are left out.

use amidst_core::{Aborted, Coded, Codes, Observer, with_codes};
use rayon::prelude::*;

use super::{
    column::Shared,
    finding::{Correlation, Pair},
};

/// Columns of words with more values than this say everything about every other column.
const MOST_WORDS: usize = 1_000;
/// So many pairs are named.
const NAMED: usize = 10;

/// A column of one table.
enum Side<'t> {
    /// Of every code its number.
    Numbers(&'t Codes, Vec<f64>),
    /// The words.
    Words(Words<'t>),
}

/// A column of words.
#[derive(Clone, Copy)]
struct Words<'t> {
    codes: &'t Codes,
    /// Codes are below this.
    width: usize,
    /// The code of a missing cell, which is no word.
    missing: Option<u32>,
}

impl<'t> Words<'t> {
    fn of(coded: &'t Coded) -> Self {
        Self { codes: &coded.codes, width: coded.dictionary.len(), missing: coded.dictionary.missing() }
    }

    fn is_missing(&self, code: usize) -> bool {
        self.missing.is_some_and(|missing| missing as usize == code)
    }
}

/// Compares all pairs of columns.
pub(super) fn compare(columns: &[Shared], observer: &dyn Observer) -> Result<Correlation, Aborted> {
    let is_fit = |column: &&Shared| column.values.scale.is_ordered() || width(column) <= MOST_WORDS;
    let (fit, left_out): (Vec<&Shared>, Vec<&Shared>) = columns.iter().partition(is_fit);
    let sides: Vec<(Side, Side)> = fit.iter().map(|column| (before(column), after(column))).collect();
    let places: Vec<(usize, usize)> =
        (0..fit.len()).flat_map(|first| (first + 1..fit.len()).map(move |second| (first, second))).collect();
    let mut pairs: Vec<Pair> = places
        .into_par_iter()
        .filter_map(|(a, b)| {
            if let Err(aborted) = observer.go_on() {
                return Some(Err(aborted));
            }
            let (measure, before) = dependence(&sides[a].0, &sides[b].0)?;
            let (_, after) = dependence(&sides[a].1, &sides[b].1)?;
            let columns = [fit[a].name.clone(), fit[b].name.clone()];
            Some(Ok(Pair { columns, measure, before, after, change: after - before }))
        })
        .collect::<Result<_, _>>()?;
    let total: f64 = pairs.iter().map(|pair| pair.change.abs()).sum();
    let mean_change = (!pairs.is_empty()).then(|| total / pairs.len() as f64);
    let number = pairs.len();
    pairs.sort_by(|a, b| b.change.abs().total_cmp(&a.change.abs()));
    pairs.truncate(NAMED);
    let left_out = left_out.into_iter().map(|column| column.name.clone()).collect();
    Ok(Correlation { pairs: number, mean_change, largest: pairs, left_out })
}

fn width(column: &Shared) -> usize {
    column.values.len().max(column.labels.rows.len())
}

fn before<'t>(column: &Shared<'t>) -> Side<'t> {
    let values = &column.values;
    match values.scale.is_ordered() {
        true => {
            let numbers = values.ranks.iter().map(|rank| values.numbers[*rank as usize]).collect();
            Side::Numbers(&values.coded.codes, numbers)
        }
        false => Side::Words(Words::of(values.coded)),
    }
}

fn after<'t>(column: &Shared<'t>) -> Side<'t> {
    let labels = &column.labels;
    match column.values.scale.is_ordered() {
        true => Side::Numbers(&labels.coded.codes, labels.numbers.clone()),
        false => Side::Words(Words::of(labels.coded)),
    }
}

/// The measure that suits two columns. A column without variation depends on nothing. `None` if no row has both.
fn dependence(a: &Side, b: &Side) -> Option<(&'static str, f64)> {
    match (a, b) {
        (Side::Numbers(a, a_numbers), Side::Numbers(b, b_numbers)) => {
            Some(("pearson", pearson((a, a_numbers), (b, b_numbers))?))
        }
        (Side::Words(a), Side::Words(b)) => Some(("cramers-v", cramers_v(*a, *b)?)),
        (Side::Words(words), Side::Numbers(codes, numbers))
        | (Side::Numbers(codes, numbers), Side::Words(words)) => {
            Some(("correlation-ratio", correlation_ratio(*words, (codes, numbers))?))
        }
    }
}

/// Runs `each` over the codes of two columns, row by row.
fn each_row(a: &Codes, b: &Codes, mut each: impl FnMut(usize, usize)) {
    with_codes!(a, a => with_codes!(b, b => {
        a.iter().zip(b).for_each(|(&a, &b)| each(a as usize, b as usize));
    }));
}

/// Numbers less about their mean, so that squares stay small.
fn centred(numbers: &[f64]) -> Vec<f64> {
    let known = || numbers.iter().filter(|number| !number.is_nan());
    let middle = known().sum::<f64>() / known().count().max(1) as f64;
    numbers.iter().map(|number| number - middle).collect()
}

fn pearson((a, a_numbers): (&Codes, &[f64]), (b, b_numbers): (&Codes, &[f64])) -> Option<f64> {
    let (a_numbers, b_numbers) = (centred(a_numbers), centred(b_numbers));
    let [mut rows, mut sum_a, mut sum_b, mut squares_a, mut squares_b, mut products] = [0.0_f64; 6];
    each_row(a, b, |a, b| {
        let (a, b) = (a_numbers[a], b_numbers[b]);
        if !a.is_nan() && !b.is_nan() {
            rows += 1.0;
            sum_a += a;
            sum_b += b;
            squares_a += a * a;
            squares_b += b * b;
            products += a * b;
        }
    });
    if rows == 0.0 {
        return None;
    }
    let variance = |squares: f64, sum: f64| (squares - sum * sum / rows).max(0.0);
    let (a, b) = (variance(squares_a, sum_a), variance(squares_b, sum_b));
    let is_flat = |variance: f64, squares: f64| variance <= squares * 1e-12;
    if is_flat(a, squares_a) || is_flat(b, squares_b) {
        return Some(0.0);
    }
    Some(((products - sum_a * sum_b / rows) / (a * b).sqrt()).clamp(-1.0, 1.0))
}

/// Cramér's V with the correction of Bergsma: independent columns are expected to have a chi-squared above 0, the more so the
/// more values and the fewer rows there are. Without it, V changes with the number of categories alone.
fn cramers_v(a: Words, b: Words) -> Option<f64> {
    let (a_width, b_width) = (a.width, b.width);
    let mut cells = vec![0_u64; a_width * b_width];
    each_row(a.codes, b.codes, |at, bt| {
        if !a.is_missing(at) && !b.is_missing(bt) {
            cells[at * b_width + bt] += 1;
        }
    });
    let rows_a: Vec<u64> = cells.chunks(b_width.max(1)).map(|cells| cells.iter().sum()).collect();
    let rows_b: Vec<u64> = (0..b_width).map(|b| (0..a_width).map(|a| cells[a * b_width + b]).sum()).collect();
    let rows: u64 = rows_a.iter().sum();
    if rows == 0 {
        return None;
    }
    let met = |rows: &[u64]| rows.iter().filter(|rows| **rows > 0).count() as f64;
    let (of_a, of_b, others) = (met(&rows_a), met(&rows_b), rows as f64 - 1.0);
    if of_a < 2.0 || of_b < 2.0 {
        return Some(0.0);
    }
    let mut chi_over_rows = -1.0;
    for (a, cells) in cells.chunks(b_width).enumerate() {
        for (b, &count) in cells.iter().enumerate().filter(|(_, count)| **count > 0) {
            chi_over_rows += count as f64 * count as f64 / (rows_a[a] as f64 * rows_b[b] as f64);
        }
    }
    let corrected = chi_over_rows - (of_a - 1.0) * (of_b - 1.0) / others;
    let degrees = |of: f64| of - 1.0 - (of - 1.0) * (of - 1.0) / others;
    let most = degrees(of_a).min(degrees(of_b));
    // So few rows that every table of them looks dependent.
    if corrected <= 1e-12 || most <= 1e-12 {
        return Some(0.0);
    }
    Some((corrected / most).min(1.0).sqrt())
}

/// The square root of the part of the numbers' variance that lies between the words.
fn correlation_ratio(words: Words, (codes, numbers): (&Codes, &[f64])) -> Option<f64> {
    let numbers = centred(numbers);
    let mut groups = vec![(0.0_f64, 0.0_f64); words.width];
    let mut squares = 0.0;
    each_row(words.codes, codes, |word, code| {
        let number = numbers[code];
        if !number.is_nan() && !words.is_missing(word) {
            groups[word].0 += 1.0;
            groups[word].1 += number;
            squares += number * number;
        }
    });
    let (rows, sum) = groups.iter().fold((0.0, 0.0), |all, group| (all.0 + group.0, all.1 + group.1));
    if rows == 0.0 {
        return None;
    }
    let met = || groups.iter().filter(|(rows, _)| *rows > 0.0);
    let (total, between): (f64, f64) = (
        squares - sum * sum / rows,
        met().map(|(rows, sum)| sum * sum / rows).sum::<f64>() - sum * sum / rows,
    );
    if total <= squares * 1e-12 || met().count() == 1 {
        return Some(0.0);
    }
    Some((between / total).clamp(0.0, 1.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(codes: &[u32]) -> Codes {
        Codes::narrow(codes.to_vec(), 8)
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!((found.expect("rows") - expected).abs() < 1e-12, "{found:?} is not {expected}");
    }

    #[test]
    fn pearson_by_hand() {
        // (1, 2), (2, 1), (3, 6): deviations -1, 0, 1 and -1, -2, 3; products 4, squares 2 and 14.
        let (a, b) = (codes(&[0, 1, 2]), codes(&[0, 1, 2]));
        close(pearson((&a, &[1.0, 2.0, 3.0]), (&b, &[2.0, 1.0, 6.0])), 4.0 / 28.0_f64.sqrt());
        close(pearson((&a, &[1.0, 2.0, f64::NAN]), (&b, &[2.0, 1.0, 6.0])), -1.0);
        close(pearson((&a, &[1.0, 1.0, 1.0]), (&b, &[2.0, 1.0, 6.0])), 0.0);
        assert_eq!(pearson((&a, &[f64::NAN; 3]), (&b, &[2.0, 1.0, 6.0])), None);
    }

    fn words(codes: &Codes, missing: Option<u32>) -> Words<'_> {
        Words { codes, width: 8, missing }
    }

    #[test]
    fn cramers_v_by_hand() {
        let v = |a: &[u32], b: &[u32]| cramers_v(words(&codes(a), None), words(&codes(b), None));
        // [[2, 0], [1, 1]]: chi-squared over 4 rows is 1/3, which two columns of two values are expected to have.
        close(v(&[0, 0, 1, 1], &[0, 0, 0, 1]), 0.0);
        // Ten rows that agree: (1 - 1/9) / (1 - 1/9).
        close(v(&[0, 0, 0, 0, 0, 1, 1, 1, 1, 1], &[0, 0, 0, 0, 0, 1, 1, 1, 1, 1]), 1.0);
        // Nine of them: [[5, 0], [1, 4]]: 25/30 + 1/30 + 16/20 - 1 = 2/3, less 1/9, over 8/9.
        close(v(&[0, 0, 0, 0, 0, 1, 1, 1, 1, 1], &[0, 0, 0, 0, 0, 1, 1, 1, 1, 0]), (5.0_f64 / 8.0).sqrt());
        close(v(&[0, 1], &[1, 0]), 0.0);
        close(v(&[0, 1], &[0, 0]), 0.0);
    }

    #[test]
    fn independent_columns_do_not_depend_by_chance() {
        // Forty rows in twenty categories: each value of the one meets both of the other once.
        let (a, b): (Vec<u32>, Vec<u32>) = (0..40).map(|row| (row / 2, row % 2)).unzip();
        let (a, b) = (Codes::narrow(a, 20), codes(&b));
        close(cramers_v(Words { codes: &a, width: 20, missing: None }, words(&b, None)), 0.0);
        // Merged into two categories they are what they were.
        let merged = codes(&(0..40).map(|row| row / 20).collect::<Vec<_>>());
        close(cramers_v(words(&merged, None), words(&b, None)), 0.0);
    }

    #[test]
    fn a_blank_is_no_category() {
        let (a, b) = (codes(&[0, 0, 0, 1, 1, 1, 2, 2]), codes(&[0, 0, 0, 1, 1, 1, 0, 1]));
        close(cramers_v(words(&a, Some(2)), words(&b, None)), 1.0);
        assert_eq!(cramers_v(words(&codes(&[2, 2]), Some(2)), words(&codes(&[0, 1]), None)), None);
        let numbers = [1.0, 8.0, 100.0];
        let all = codes(&[0, 0, 0, 1, 1, 1, 2, 2]);
        close(correlation_ratio(words(&a, Some(2)), (&all, &numbers)), 1.0);
    }

    #[test]
    fn correlation_ratio_by_hand() {
        // Groups (1, 3) and (8): means 2 and 8, total 4; between 2·4 + 16 = 24, total 9 + 1 + 16 = 26.
        let numbers = [1.0, 3.0, 8.0];
        let ratio = correlation_ratio(words(&codes(&[0, 0, 1]), None), (&codes(&[0, 1, 2]), &numbers));
        close(ratio, (24.0_f64 / 26.0).sqrt());
        close(correlation_ratio(words(&codes(&[0, 0, 0]), None), (&codes(&[0, 1, 2]), &numbers)), 0.0);
    }
}
