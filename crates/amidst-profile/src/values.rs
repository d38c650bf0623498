//! The values of a column as detectors see them: distinct values, weighted by the rows that hold them.

use amidst_core::{
    Dictionary, Kind,
    currency::without_currency,
    hierarchy::builders::{DecimalMark, Written},
};
use amidst_spec::value::Number;
use amidst_table::Column;

/// Distinct values looked at one by one. Spread evenly over the dictionary, so many settle any share that matters.
const SAMPLE: usize = 5_000;

/// What a column holds.
pub(super) struct Values<'a> {
    /// What its cells hold, also if the source calls numbers text.
    pub kind: Kind,
    /// Rows with a value.
    pub rows: u64,
    /// Distinct values, missing aside.
    pub distinct: usize,
    /// Rows whose value nobody else has.
    pub unique: u64,
    /// The lengths of its shortest and its longest value, in characters.
    pub length: Option<(usize, usize)>,
    /// Its numbers, if it holds numbers.
    pub numbers: Option<Numbers>,
    /// How it writes dates, if it holds dates.
    pub dates: Option<Written>,
    /// Rows of the table, of which these may be a sample.
    table_rows: u64,
    dictionary: &'a Dictionary,
    /// Rows of each value of the dictionary.
    counts: Vec<u64>,
    sample: Vec<(&'a str, u64)>,
}

/// What is known of the values that pass a test.
pub(super) struct Passing {
    /// The share of rows that hold one.
    pub share: f64,
    /// How many there are.
    pub values: usize,
    /// The share of these rows whose value nobody else has.
    pub alone: f64,
}

/// Numbers with the rows that hold them, in order.
pub(super) struct Numbers {
    sorted: Vec<(f64, u64)>,
    /// Whether all are whole.
    pub whole: bool,
}

impl<'a> Values<'a> {
    /// How many cells pass a test, of all and not of a sample.
    pub(super) fn cells(&self, test: fn(&str) -> bool) -> u64 {
        let cells = self.dictionary.iter().zip(&self.counts);
        cells.filter(|(text, _)| text.is_some_and(test)).map(|(_, cells)| cells).sum()
    }

    /// Looks through a coded column; a carried one shows nothing.
    pub(super) fn of(column: &'a Column) -> Option<Self> {
        let coded = column.coded()?;
        let dictionary = &*coded.dictionary;
        let counts = coded.histogram();
        let present: Vec<(&str, u64)> = dictionary
            .iter()
            .zip(&counts)
            .filter_map(|(value, &count)| value.map(|value| (value, count)))
            .filter(|(_, count)| *count > 0)
            .collect();
        let texts = || present.iter().map(|(value, _)| *value);
        let kind = match column.kind {
            Kind::Text => Kind::of(texts()),
            kind => kind,
        };
        let kind = if kind == Kind::Text && are_amounts(texts) { Kind::Decimal } else { kind };
        let lengths = || texts().map(|value| value.chars().count());
        let stride = present.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<_> = present.iter().copied().step_by(stride).collect();
        Some(Self {
            kind,
            rows: present.iter().map(|(_, count)| count).sum(),
            distinct: present.len(),
            unique: present.iter().filter(|(_, count)| *count == 1).count() as u64,
            length: lengths().min().zip(lengths().max()),
            numbers: Numbers::of(kind, &sample),
            dates: match kind {
                Kind::Date | Kind::Timestamp => Some(Written::default()),
                Kind::Text | Kind::Integer => Written::of(texts()),
                Kind::Decimal | Kind::Boolean => None,
            },
            table_rows: column.data.len() as u64,
            dictionary,
            counts,
            sample,
        })
    }

    /// As a sample of a table of so many rows.
    pub(super) fn sampled_from(self, table_rows: u64) -> Self {
        Self { table_rows, ..self }
    }

    /// The share of rows whose value passes.
    pub(super) fn share(&self, test: impl Fn(&str) -> bool) -> f64 {
        let weight = |(_, rows): &(&str, u64)| *rows;
        let all: u64 = self.sample.iter().map(weight).sum();
        let passing: u64 = self.sample.iter().filter(|(value, _)| test(value)).map(weight).sum();
        if all == 0 { 0.0 } else { passing as f64 / all as f64 }
    }

    /// The values looked at.
    pub(super) fn sample(&self) -> impl Iterator<Item = &'a str> {
        self.sample.iter().map(|(value, _)| *value)
    }

    /// The share of rows, missing ones aside, whose value nobody else has.
    pub(super) fn unique_share(&self) -> f64 {
        if self.rows == 0 { 0.0 } else { self.unique as f64 / self.rows as f64 }
    }

    /// Of the values that pass: the share of rows that hold one, how many there are, and the share of these rows whose value
    /// nobody else has.
    pub(super) fn passing(&self, test: impl Fn(&str) -> bool) -> Passing {
        let passing: Vec<u64> =
            self.sample.iter().filter(|(value, _)| test(value)).map(|(_, rows)| *rows).collect();
        let rows: u64 = passing.iter().sum();
        let all: u64 = self.sample.iter().map(|(_, rows)| rows).sum();
        let alone = passing.iter().filter(|rows| **rows == 1).count();
        let share = |part: u64, of: u64| if of == 0 { 0.0 } else { part as f64 / of as f64 };
        Passing { share: share(rows, all), values: passing.len(), alone: share(alone as u64, rows) }
    }

    /// Whether values differ as much as those do that tell persons apart: not a handful of codes over many rows.
    pub(super) fn tell_apart(&self) -> bool {
        let many = self.distinct >= 50 || self.distinct as f64 >= 0.2 * self.rows as f64;
        self.distinct >= 3 && many
    }

    /// Whether there are two values in a table so small that they may be those of two persons.
    pub(super) fn tell_two_apart(&self) -> bool {
        self.distinct == 2 && self.rows <= 10
    }

    /// Values and the rows of each, for a hierarchy to be proposed: of numbers the sample, with decimal points.
    pub(super) fn to_generalize(&self) -> (Dictionary, Vec<u64>) {
        if self.numbers.is_none() {
            return (self.dictionary.clone(), self.counts.clone());
        }
        let mut dictionary = Dictionary::default();
        let mut rows = Vec::new();
        for (text, count) in &self.sample {
            let plain = text.replacen(',', ".", 1);
            let is_plain = plain.parse::<f64>().is_ok();
            let plain = if is_plain { Some(plain) } else { number(text).map(|number| number.to_string()) };
            let code = dictionary.intern(Some(plain.as_deref().unwrap_or(text))) as usize;
            rows.resize(dictionary.len(), 0);
            rows[code] += count;
        }
        (dictionary, rows)
    }

    /// The years of its dates, in order.
    pub(super) fn years(&self) -> Vec<i16> {
        let Some(written) = &self.dates else { return Vec::new() };
        let mut years: Vec<i16> = self.sample().filter_map(|value| written.year(value)).collect();
        years.sort_unstable();
        years
    }

    /// Whether rows are counted through: whole numbers, each once, in order by even steps or without gaps worth speaking
    /// of, or in any order but few between them, and so close together that measures would repeat.
    pub(super) fn counts_through(&self) -> bool {
        if self.kind != Kind::Integer || self.distinct < 5 || self.unique != self.rows {
            return false;
        }
        let numbers: Vec<i64> =
            self.dictionary.iter().flatten().filter_map(|value| value.parse().ok()).collect();
        let (Some(&least), Some(&most)) = (numbers.iter().min(), numbers.iter().max()) else { return false };
        let dense = most.abs_diff(least) < numbers.len() as u64 + numbers.len() as u64 / 4;
        let from_start = matches!(least, 0 | 1);
        match numbers.is_sorted() {
            true if dense || has_even_steps(&numbers) => from_start || numbers.len() >= 20,
            _ => {
                let span = most.abs_diff(least);
                numbers.len() >= 50 && span < 4 * self.table_rows && would_repeat(numbers.len() as u64, span)
            }
        }
    }
}

/// Whether so many numbers within such a span would repeat if they were measures: ten pairs at least, even if all numbers
/// of the span were alike frequent. Where none does, they were dealt out one by one.
fn would_repeat(numbers: u64, span: u64) -> bool {
    let pairs = u128::from(numbers) * u128::from(numbers - 1) / 2;
    pairs >= 10 * (u128::from(span) + 1)
}

/// Whether nine steps in ten are the same, as they are if every so many-th row was looked at.
fn has_even_steps(sorted: &[i64]) -> bool {
    let mut steps: Vec<u64> = sorted.windows(2).map(|pair| pair[1].abs_diff(pair[0])).collect();
    steps.sort_unstable();
    let usual = steps[steps.len() / 2];
    10 * steps.iter().filter(|step| **step == usual).count() >= 9 * steps.len()
}

impl Numbers {
    fn of(kind: Kind, sample: &[(&str, u64)]) -> Option<Self> {
        let numeric = matches!(kind, Kind::Integer | Kind::Decimal);
        let read = |(text, rows): &(&str, u64)| number(text).map(|number| (number, *rows));
        let mut sorted: Vec<(f64, u64)> =
            if numeric { sample.iter().filter_map(read).collect() } else { Vec::new() };
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
        let whole = sorted.iter().all(|(number, _)| number.fract() == 0.0);
        (!sorted.is_empty()).then_some(Self { sorted, whole })
    }

    /// The number below which that share of the rows lies.
    pub(super) fn quantile(&self, share: f64) -> f64 {
        let rows: u64 = self.sorted.iter().map(|(_, rows)| rows).sum();
        let mut left = (share * rows as f64) as u64;
        for &(number, rows) in &self.sorted {
            if left < rows {
                return number;
            }
            left -= rows;
        }
        self.sorted[self.sorted.len() - 1].0
    }

    /// Whether nearly all lie between two bounds, ends included.
    pub(super) fn within(&self, least: f64, most: f64) -> bool {
        self.quantile(0.005) >= least && self.quantile(0.995) <= most
    }
}

/// Whether texts are numbers that people write so, `849,19`, `5.100,03` and `1 200 €`: by one decimal mark, and some with
/// a fraction of two digits at most or a currency, which tells them from codes and telephone numbers.
fn are_amounts<'a, T: Iterator<Item = &'a str>>(texts: impl Fn() -> T) -> bool {
    let is_sign = |sign: char| sign.is_ascii_digit() || ".,-+ '’\u{a0}\u{202f}\u{2212}".contains(sign);
    let is_code = |text: &str| {
        let digits = text.trim_start_matches(['-', '+']).as_bytes();
        matches!(digits, [b'0', b'0'..=b'9', ..])
    };
    let is_amount = |text: &str, mark| {
        let bare = without_currency(text);
        bare.chars().all(is_sign) && !is_code(bare) && Number::read(bare, mark).is_some()
    };
    let has_fraction = |text: &str, mark: char| {
        let fraction = without_currency(text).rsplit_once(mark).map(|(_, fraction)| fraction.len());
        fraction.is_some_and(|length| matches!(length, 1..=2)) || has_currency(text)
    };
    [(DecimalMark::Comma, ','), (DecimalMark::Point, '.')].into_iter().any(|(mark, sign)| {
        texts().any(|text| has_fraction(text, sign)) && texts().all(|text| is_amount(text, mark))
    })
}

/// Whether a currency stands beside an amount.
pub(super) fn has_currency(text: &str) -> bool {
    without_currency(text).len() < text.trim().len()
}

/// A number, with a point or a comma; thousands may be set apart.
fn number(text: &str) -> Option<f64> {
    let grouped = || {
        let read = |mark| Number::read(text, mark).and_then(|number| number.to_f64());
        read(DecimalMark::Comma).or_else(|| read(DecimalMark::Point))
    };
    let number =
        text.parse::<f64>().ok().or_else(|| text.replacen(',', ".", 1).parse().ok()).or_else(grouped);
    number.filter(|number| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(values: &[&str]) -> Column {
        Column::from_texts("x", values.iter().map(|value| Some(*value).filter(|value| !value.is_empty())))
    }

    #[test]
    fn counts_leave_missing_cells_out() {
        let column = column(&["a", "bb", "a", ""]);
        let values = Values::of(&column).expect("coded");
        assert_eq!((values.rows, values.distinct, values.unique, values.length), (3, 2, 1, Some((1, 2))));
        assert!((values.share(|value| value == "a") - 2.0 / 3.0).abs() < 1e-9);
    }

    #[test]
    fn amounts_are_numbers_as_people_write_them() {
        let kind = |values: &[&str]| Values::of(&column(values)).expect("coded").kind;
        assert_eq!(kind(&["849,19", "5.100,03", "-9"]), Kind::Decimal);
        assert_eq!(kind(&["849.19", "5,100.03"]), Kind::Decimal);
        assert_eq!(kind(&["123.456.789", "123.456.780"]), Kind::Text);
        assert_eq!(kind(&["0171 234", "0171,23"]), Kind::Text);
        assert_eq!(kind(&["2.721,71 EUR", "7.632,97 €", "595,57 €"]), Kind::Decimal);
        assert_eq!(kind(&["1 200 €", "90 €"]), Kind::Decimal);
        assert_eq!(kind(&["1\u{202f}234,56", "12,00"]), Kind::Decimal);
        assert_eq!(kind(&["12 kr", "12 kg"]), Kind::Text);
        assert_eq!(kind(&["171 234", "171 235"]), Kind::Text);
        let column = column(&["849,19", "5.100,03"]);
        let values = Values::of(&column).expect("coded");
        assert_eq!(values.numbers.as_ref().expect("numbers").quantile(0.99), 5100.03);
        assert!(values.to_generalize().0.iter().flatten().all(|text| text.parse::<f64>().is_ok()));
    }

    #[test]
    fn quantiles_are_weighted_by_rows() {
        let column = column(&["1", "1", "1", "9"]);
        let values = Values::of(&column).expect("coded");
        let numbers = values.numbers.expect("numbers");
        assert_eq!((numbers.quantile(0.5), numbers.quantile(0.99)), (1.0, 9.0));
    }

    #[test]
    fn rows_counted_through_are_told_from_measures() {
        let counted: Vec<String> = (1..=60).map(|row| row.to_string()).collect();
        let texts = |texts: &[String]| column(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(Values::of(&texts(&counted)).expect("coded").counts_through());
        let every_tenth: Vec<String> = (0..60).map(|row| (7 + 10 * row).to_string()).collect();
        assert!(Values::of(&texts(&every_tenth)).expect("coded").counts_through());
        let ages: Vec<String> = (0..30).map(|row| (20 + (row * 7) % 30).to_string()).collect();
        assert!(!Values::of(&texts(&ages)).expect("coded").counts_through());
        let dealt: Vec<String> = (0..100).map(|row| (500 + (row * 37) % 101).to_string()).collect();
        assert!(Values::of(&texts(&dealt)).expect("coded").counts_through());
        let measured: Vec<String> = (0..1_000).map(|row| (500 + (row * 3_701) % 7_001).to_string()).collect();
        assert!(!Values::of(&texts(&measured)).expect("coded").counts_through());
        assert!(Values::of(&texts(&measured)).expect("coded").sampled_from(7_001).counts_through());
        let apart: Vec<String> = (0..100).map(|row| (500 + (row * 3_701) % 10_007).to_string()).collect();
        assert!(!Values::of(&texts(&apart)).expect("coded").counts_through());
        let incomes: Vec<String> = (0..60).map(|row| (20_000 + row * row * 17).to_string()).collect();
        assert!(!Values::of(&texts(&incomes)).expect("coded").counts_through());
    }
}
