//! One column, compared.

use amidst_core::Coded;
use amidst_spec::output_control::OutputControl;

use super::{
    distance::{distances, entropy, wasserstein},
    finding::{Bars, Became, BeforeAfter, ColumnComparison, Distance, Distances},
    labels::Labels,
    moments,
    stands::Stands,
    values::Values,
};

/// Most groups of values that are drawn.
const MOST_BARS: usize = 20;

/// The original with the labels of the release.
struct SameLabels {
    /// Rows of each label in the original and in the release.
    pairs: Vec<(f64, f64)>,
    /// What the original's labels measure, with their rows.
    points: Vec<(f64, f64)>,
}

/// A column of both tables.
pub(super) struct Shared<'t> {
    /// Its name.
    pub name: String,
    /// Its role, if known.
    pub role: Option<&'static str>,
    /// What the original holds.
    pub values: Values<'t>,
    /// What the release holds.
    pub labels: Labels<'t>,
    /// What became of it.
    pub became: Became,
}

impl<'t> Shared<'t> {
    /// Lays a column of the release beside one of the original.
    pub fn new(name: String, role: Option<&'static str>, values: Values<'t>, labels: Labels<'t>) -> Self {
        let became = became(&values, &labels);
        Self { name, role, values, labels, became }
    }

    /// The sum of the penalties of its released cells.
    pub fn penalty(&self) -> f64 {
        self.labels
            .rows
            .iter()
            .zip(&self.labels.penalties)
            .map(|(rows, penalty)| *rows as f64 * penalty)
            .sum()
    }

    /// Everything about it; `suppressed` rows are gone.
    pub fn compare(&self, suppressed: u64, control: OutputControl) -> ColumnComparison {
        let (values, labels) = (&self.values, &self.labels);
        let (before, after) = (values.coded.codes.len() as u64, labels.coded.codes.len() as u64);
        let rebuilt = self.rebuilt();
        let ncp = (self.penalty() + suppressed as f64) / (after + suppressed).max(1) as f64;
        let numbers = moments::change(&points(values), &self.points_after());
        ColumnComparison {
            changed: Some(control.share(changed_rows(values, labels), after)),
            missing: BeforeAfter {
                before: Some(control.share(missing_rows(values.coded, &by_code(values)), before)),
                after: Some(control.share(missing_rows(labels.coded, &labels.rows), after)),
            },
            values: both(values.len() as u64, labels.rows.len() as u64, |count| control.count(count)),
            entropy: BeforeAfter {
                before: control.bits(entropy(&values.rows)),
                after: control.bits(entropy(&labels.rows)),
            },
            distance: self.distances(&rebuilt, control),
            numbers: numbers.filter(|_| control.threshold().is_none()),
            ncp: control.measure_if_seen(ncp),
            level: labels.level.and_then(|(level, height)| control.measure_up_to(level, f64::from(height))),
            height: labels.level.map(|(_, height)| height),
            unread: Some(control.share(labels.unread_rows(), after)),
            bars: Some(bars(values, &rebuilt, control)),
            ..of_one(&self.name, self.role, self.became)
        }
    }

    /// The release with every label spread evenly over the values that it stands for: rows by rank.
    fn rebuilt(&self) -> Vec<f64> {
        let mut rebuilt = vec![0.0; self.values.len()];
        for (stands, rows) in self.labels.stands.iter().zip(&self.labels.rows) {
            stands.spread(&self.values, |rank, part| rebuilt[rank as usize] += part * *rows as f64);
        }
        rebuilt
    }

    /// The measures of the released cells with their rows, ascending.
    fn points_after(&self) -> Vec<(f64, f64)> {
        let numbers = self.labels.numbers.iter().zip(&self.labels.rows);
        let measured = numbers.filter(|(number, _)| !number.is_nan());
        let mut points: Vec<(f64, f64)> = measured.map(|(number, rows)| (*number, *rows as f64)).collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        points
    }

    fn distances(&self, rebuilt: &[f64], control: OutputControl) -> Option<Distances> {
        let told = |distances: super::distance::DistributionDistance, wasserstein: Option<f64>| Distance {
            total_variation: control.measure_if_seen(distances.total_variation),
            hellinger: control.threshold().is_none().then_some(distances.hellinger),
            wasserstein: wasserstein.and_then(|distance| control.measure_if_seen(distance)),
        };
        let range = self.values.range();
        let before = points(&self.values);
        let moved = |after: &[(f64, f64)]| wasserstein(&before, after, range?);
        let spread: Vec<(f64, f64)> =
            self.values.measured().iter().copied().zip(rebuilt.iter().copied()).collect();
        let rebuilt_pairs = self.values.rows.iter().map(|rows| *rows as f64).zip(rebuilt.iter().copied());
        let generalized = self.generalized().and_then(|SameLabels { pairs, points }| {
            let moved = range.and_then(|range| wasserstein(&points, &self.points_after(), range));
            Some(told(distances(pairs.into_iter())?, moved))
        });
        Some(Distances {
            as_is: told(
                distances(as_is(&self.values, &self.labels).into_iter())?,
                moved(&self.points_after()),
            ),
            generalized,
            rebuilt: told(distances(rebuilt_pairs)?, moved(&spread)),
        })
    }

    /// The original with the labels of the release. `None` unless the column was generalized and no value has two labels.
    fn generalized(&self) -> Option<SameLabels> {
        if self.became != Became::Generalized {
            return None;
        }
        let (values, labels) = (&self.values, &self.labels);
        let mut taken = vec![false; values.len()];
        let (mut pairs, mut points) = (Vec::new(), Vec::new());
        for (at, stands) in labels.stands.iter().enumerate() {
            if matches!(stands, Stands::Anything) || matches!(stands, Stands::Blank(own) if *own < 1.0) {
                return None;
            }
            let (mut rows, mut twice) = (0, false);
            stands.spread(values, |rank, _| {
                twice |= std::mem::replace(&mut taken[rank as usize], true);
                rows += values.rows[rank as usize];
            });
            if twice {
                return None;
            }
            pairs.push((rows as f64, labels.rows[at] as f64));
            points.push((labels.numbers[at], rows as f64));
        }
        for rank in (0..values.len()).filter(|rank| !taken[*rank]) {
            let rows = values.rows[rank] as f64;
            pairs.push((rows, 0.0));
            points.push((values.numbers.get(rank).copied().unwrap_or(f64::NAN), rows));
        }
        points.retain(|(number, _)| !number.is_nan());
        Some(SameLabels { pairs, points })
    }
}

/// A column about which nothing is known yet.
fn of_one(name: &str, role: Option<&'static str>, became: Became) -> ColumnComparison {
    ColumnComparison {
        name: name.into(),
        role,
        became,
        changed: None,
        missing: BeforeAfter { before: None, after: None },
        values: BeforeAfter { before: None, after: None },
        entropy: BeforeAfter { before: None, after: None },
        distance: None,
        numbers: None,
        ncp: None,
        level: None,
        height: None,
        unread: None,
        bars: None,
    }
}

/// A column of the original only.
pub(super) fn dropped(
    name: &str,
    role: Option<&'static str>,
    coded: &Coded,
    control: OutputControl,
) -> ColumnComparison {
    let mut column = of_one(name, role, Became::Dropped);
    let alone = ColumnStatistics::new(coded, control);
    (column.missing.before, column.values.before) = (Some(alone.missing), Some(alone.values));
    (column.entropy.before, column.ncp) = (alone.entropy, Some(1.0));
    column
}

/// A column of the release only.
pub(super) fn added(
    name: &str,
    role: Option<&'static str>,
    coded: &Coded,
    control: OutputControl,
) -> ColumnComparison {
    let mut column = of_one(name, role, Became::Added);
    let alone = ColumnStatistics::new(coded, control);
    (column.missing.after, column.values.after) = (Some(alone.missing), Some(alone.values));
    column.entropy.after = alone.entropy;
    column
}

/// What can be said of a column by itself.
struct ColumnStatistics {
    missing: amidst_spec::reporting::Share,
    values: amidst_spec::reporting::Count,
    entropy: Option<f64>,
}

impl ColumnStatistics {
    fn new(coded: &Coded, control: OutputControl) -> Self {
        let rows = coded.histogram();
        Self {
            missing: control.share(missing_rows(coded, &rows), coded.codes.len() as u64),
            values: control.count(rows.len() as u64),
            entropy: control.bits(entropy(&rows)),
        }
    }
}

fn both<N, T>(before: N, after: N, told: impl Fn(N) -> T) -> BeforeAfter<T> {
    BeforeAfter { before: Some(told(before)), after: Some(told(after)) }
}

fn missing_rows(coded: &Coded, rows: &[u64]) -> u64 {
    coded.dictionary.missing().map_or(0, |code| rows[code as usize])
}

fn by_code(values: &Values) -> Vec<u64> {
    values.ranks.iter().map(|rank| values.rows[*rank as usize]).collect()
}

/// The measures of the original with their rows, ascending.
fn points(values: &Values) -> Vec<(f64, f64)> {
    values.measured().iter().zip(&values.rows).map(|(number, rows)| (*number, *rows as f64)).collect()
}

/// Rows of every text in the original and in the release.
fn as_is(values: &Values, labels: &Labels) -> Vec<(f64, f64)> {
    let mut pairs: Vec<(f64, f64)> = values.rows.iter().map(|rows| (*rows as f64, 0.0)).collect();
    for (text, rows) in labels.coded.dictionary.iter().zip(&labels.rows) {
        match held(values, text) {
            Some(rank) => pairs[rank as usize].1 = *rows as f64,
            None => pairs.push((0.0, *rows as f64)),
        }
    }
    pairs
}

/// The rank of the very same cell.
fn held(values: &Values, text: Option<&str>) -> Option<u32> {
    text.map_or(values.missing, |text| values.rank(text))
}

/// Released cells that are more than the original has of the same.
fn changed_rows(values: &Values, labels: &Labels) -> u64 {
    let texts = labels.coded.dictionary.iter().zip(&labels.rows);
    let more = |(text, rows): (Option<&str>, &u64)| {
        rows.saturating_sub(held(values, text).map_or(0, |rank| values.rows[rank as usize]))
    };
    texts.map(more).sum()
}

fn became(values: &Values, labels: &Labels) -> Became {
    if changed_rows(values, labels) == 0 {
        return Became::Unchanged;
    }
    let texts = labels.coded.dictionary.iter().zip(&labels.rows);
    let is_more = |(text, rows): (Option<&str>, &u64)| {
        text.and_then(|text| values.rank(text)).is_some_and(|rank| *rows > values.rows[rank as usize])
            && labels.level.is_none()
    };
    let unread_values = labels.unread_rows() > 0 && labels.rows.len() >= values.len();
    if labels.strange_rows > 0 || unread_values || texts.into_iter().any(is_more) {
        Became::Changed
    } else {
        Became::Generalized
    }
}

/// Parts of the rows over at most so many groups of values.
fn bars(values: &Values, rebuilt: &[f64], control: OutputControl) -> Bars {
    let groups = values.len().min(MOST_BARS);
    let mut ranks: Vec<usize> = (0..values.len()).collect();
    if !values.scale.is_ordered() {
        ranks.sort_by_key(|rank| (std::cmp::Reverse(values.rows[*rank]), *rank));
    }
    let group = |at: usize, rank: usize| match values.range() {
        Some((least, most)) if most > least && rank < values.measured().len() => {
            let part = (values.numbers[rank] - least) / (most - least);
            ((part * groups as f64) as usize).min(groups - 1)
        }
        _ => at * groups / values.len(),
    };
    let mut bars = Bars { before: vec![0.0; groups], after: vec![0.0; groups], are_few_left_out: false };
    let (before, after) = (values.rows.iter().sum::<u64>() as f64, rebuilt.iter().sum::<f64>());
    for (at, &rank) in ranks.iter().enumerate() {
        let group = group(at, rank);
        bars.before[group] += values.rows[rank] as f64 / before;
        bars.after[group] += rebuilt[rank] / after;
    }
    for part in bars.before.iter_mut().chain(&mut bars.after) {
        let told = control.measure_if_seen(*part);
        bars.are_few_left_out |= told.is_none();
        *part = told.unwrap_or(0.0);
    }
    bars
}
