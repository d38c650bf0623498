//! How much two columns say of each other, before and after.
//!
//! Two columns of numbers: Pearson's correlation. Two of words: Cramér's V. One of each: the correlation ratio. Rows in
//! which a number is missing are left out; a missing word is a word.

use amidst_core::{Codes, with_codes};
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
    /// Codes below this.
    Words(&'t Codes, usize),
}

/// Compares all pairs of columns.
pub(super) fn compare(columns: &[Shared]) -> Correlation {
    let is_fit = |column: &&Shared| column.values.scale.is_ordered() || width(column) <= MOST_WORDS;
    let (fit, left_out): (Vec<&Shared>, Vec<&Shared>) = columns.iter().partition(is_fit);
    let sides: Vec<(Side, Side)> = fit.iter().map(|column| (before(column), after(column))).collect();
    let places: Vec<(usize, usize)> =
        (0..fit.len()).flat_map(|first| (first + 1..fit.len()).map(move |second| (first, second))).collect();
    let mut pairs: Vec<Pair> = places
        .into_par_iter()
        .filter_map(|(a, b)| {
            let (measure, before) = dependence(&sides[a].0, &sides[b].0)?;
            let (_, after) = dependence(&sides[a].1, &sides[b].1)?;
            let columns = [fit[a].name.clone(), fit[b].name.clone()];
            Some(Pair { columns, measure, before, after, change: after - before })
        })
        .collect();
    let total: f64 = pairs.iter().map(|pair| pair.change.abs()).sum();
    let mean_change = (!pairs.is_empty()).then(|| total / pairs.len() as f64);
    let number = pairs.len();
    pairs.sort_by(|a, b| b.change.abs().total_cmp(&a.change.abs()));
    pairs.truncate(NAMED);
    let left_out = left_out.into_iter().map(|column| column.name.clone()).collect();
    Correlation { pairs: number, mean_change, largest: pairs, left_out }
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
        false => Side::Words(&values.coded.codes, values.len()),
    }
}

fn after<'t>(column: &Shared<'t>) -> Side<'t> {
    let labels = &column.labels;
    match column.values.scale.is_ordered() {
        true => Side::Numbers(&labels.coded.codes, labels.numbers.clone()),
        false => Side::Words(&labels.coded.codes, labels.rows.len()),
    }
}

/// The measure that suits two columns. A column without variation depends on nothing. `None` if no row has both.
fn dependence(a: &Side, b: &Side) -> Option<(&'static str, f64)> {
    match (a, b) {
        (Side::Numbers(a, a_numbers), Side::Numbers(b, b_numbers)) => {
            Some(("pearson", pearson((a, a_numbers), (b, b_numbers))?))
        }
        (Side::Words(a, a_width), Side::Words(b, b_width)) => {
            Some(("cramers-v", cramers_v((a, *a_width), (b, *b_width))?))
        }
        (Side::Words(words, width), Side::Numbers(codes, numbers))
        | (Side::Numbers(codes, numbers), Side::Words(words, width)) => {
            Some(("correlation-ratio", correlation_ratio((words, *width), (codes, numbers))?))
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

/// The square root of chi-squared over rows times the smaller number of values less one.
fn cramers_v((a, a_width): (&Codes, usize), (b, b_width): (&Codes, usize)) -> Option<f64> {
    let mut cells = vec![0_u64; a_width * b_width];
    each_row(a, b, |a, b| cells[a * b_width + b] += 1);
    let rows_a: Vec<u64> = cells.chunks(b_width.max(1)).map(|cells| cells.iter().sum()).collect();
    let rows_b: Vec<u64> = (0..b_width).map(|b| (0..a_width).map(|a| cells[a * b_width + b]).sum()).collect();
    let rows: u64 = rows_a.iter().sum();
    if rows == 0 {
        return None;
    }
    let degrees = a_width.min(b_width) - 1;
    if degrees == 0 {
        return Some(0.0);
    }
    let mut chi_over_rows = -1.0;
    for (a, cells) in cells.chunks(b_width).enumerate() {
        for (b, &count) in cells.iter().enumerate().filter(|(_, count)| **count > 0) {
            chi_over_rows += count as f64 * count as f64 / (rows_a[a] as f64 * rows_b[b] as f64);
        }
    }
    Some((chi_over_rows / degrees as f64).clamp(0.0, 1.0).sqrt())
}

/// The square root of the part of the numbers' variance that lies between the words.
fn correlation_ratio((words, width): (&Codes, usize), (codes, numbers): (&Codes, &[f64])) -> Option<f64> {
    let numbers = centred(numbers);
    let mut groups = vec![(0.0_f64, 0.0_f64); width];
    let mut squares = 0.0;
    each_row(words, codes, |word, code| {
        let number = numbers[code];
        if !number.is_nan() {
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

    #[test]
    fn cramers_v_by_hand() {
        // [[2, 0], [1, 1]]: chi-squared = 4 (4/6 + 1/6 + 1/2 - 1) = 4/3, over 4 rows.
        close(cramers_v((&codes(&[0, 0, 1, 1]), 2), (&codes(&[0, 0, 0, 1]), 2)), (1.0_f64 / 3.0).sqrt());
        close(cramers_v((&codes(&[0, 1]), 2), (&codes(&[1, 0]), 2)), 1.0);
        close(cramers_v((&codes(&[0, 1]), 2), (&codes(&[0, 0]), 1)), 0.0);
    }

    #[test]
    fn correlation_ratio_by_hand() {
        // Groups (1, 3) and (8): means 2 and 8, total 4; between 2·4 + 16 = 24, total 9 + 1 + 16 = 26.
        let ratio = correlation_ratio((&codes(&[0, 0, 1]), 2), (&codes(&[0, 1, 2]), &[1.0, 3.0, 8.0]));
        close(ratio, (24.0_f64 / 26.0).sqrt());
        close(correlation_ratio((&codes(&[0, 0, 0]), 1), (&codes(&[0, 1, 2]), &[1.0, 3.0, 8.0])), 0.0);
    }
}
