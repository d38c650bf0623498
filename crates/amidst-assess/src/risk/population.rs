//! The population that a table is a sample of: counted in a table of its own or row by row, estimated by survey weights, or
//! known by its size only.

use amidst_audit::Share;
use amidst_core::{Coded, Observer, Sizes, model::Estimator};
use amidst_io::Want;
use amidst_models::{
    population::{dankar_choice, share},
    superpopulation::Fit,
    survey,
};
use amidst_spec::{
    Error, Result,
    exclusion::RespondentRows,
    quasi::ParseContext,
    quoted,
    source::{check_header, open_observed},
    spec::{Input, Respondent},
    value::folded_names,
};

use super::items::{Class, Classes, Estimated, Items};

/// Where the population is known from.
#[derive(Clone, Debug, Default)]
pub enum Population {
    /// Nothing is known of it.
    #[default]
    Unknown,
    /// So many people.
    Size(u64),
    /// The table holds this share of it.
    Fraction(f64),
    /// A table with a row for each of its people, or several.
    Table(Box<Input>),
    /// A column that says how many people each row stands for, where that is known.
    Count(String),
    /// A column of survey weights: how many people each row is estimated to stand for.
    Weight(String),
}

/// What the population adds to what a table tells.
#[derive(Clone, Debug, Default)]
pub struct PopulationFacts {
    /// The share of the population that is in the table.
    pub fraction: Option<f64>,
    /// Rows that are alone in the population, if it is counted.
    pub uniques: Option<u64>,
    /// Rows of classes that have more rows than the population has people.
    pub surplus: u64,
    /// How it is estimated from survey weights.
    pub estimator: Option<Fitted>,
    /// Whether the sizes of the classes do not follow the model that estimates it.
    pub misfit: bool,
    /// Between which bounds the average risk lies at a level of 95 %, if it is estimated.
    pub interval: Option<(f64, f64)>,
}

/// Whether a model could be fitted to the sizes of the classes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fitted {
    /// It tells the chances.
    Well,
    /// The sizes speak against it, so that it was led towards them.
    Corrected,
    /// There are too few classes, or all are of one row: the larger of its chance and the individual risk is told.
    Poorly,
}

impl Fitted {
    fn of(fit: &Fit) -> Self {
        match (fit.is_sound(), fit.is_corrected()) {
            (false, _) => Self::Poorly,
            (true, false) => Self::Well,
            (true, true) => Self::Corrected,
        }
    }

    /// What the estimator is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Well => "poisson-gamma",
            Self::Corrected => "poisson-gamma corrected to a mixture of sizes",
            Self::Poorly => "larger of poisson-gamma and benedetti-franconi",
        }
    }
}

/// Estimates of the share of the population, and so of the rows, that is alone in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimates {
    /// Zayatz.
    pub zayatz: Option<f64>,
    /// The slide negative binomial model.
    pub snb: Option<f64>,
    /// Pitman's model.
    pub pitman: Option<f64>,
    /// What Dankar's rule takes.
    pub dankar: Option<f64>,
    /// The one it takes.
    pub chosen: Option<Estimator>,
}

impl Estimates {
    /// From the sizes of classes and the share of the population that is in them.
    pub fn new(sizes: &Sizes, fraction: f64) -> Self {
        let share = |estimator| share(sizes, fraction, estimator);
        Self {
            zayatz: share(Estimator::Zayatz),
            snb: share(Estimator::Snb),
            pitman: share(Estimator::Pitman),
            dankar: share(Estimator::Dankar),
            chosen: dankar_choice(sizes, fraction).map(|(estimator, _)| estimator),
        }
    }
}

impl Population {
    /// The column that says how many people each row stands for.
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::Count(column) | Self::Weight(column) => Some(column),
            _ => None,
        }
    }

    /// Whether what is known of it is an estimate.
    pub fn is_estimated(&self) -> bool {
        matches!(self, Self::Weight(_))
    }

    /// Where the sizes of its classes come from: `sample` if they are not known.
    pub fn known_from(&self) -> &'static str {
        match self {
            Self::Table(_) => "table",
            Self::Count(_) => "counts",
            Self::Weight(_) => "weights",
            Self::Unknown | Self::Size(_) | Self::Fraction(_) => "sample",
        }
    }

    /// Looks the classes up in the population, if it is counted, and says what is known of it.
    pub fn look_up(&self, items: &Items, classes: &mut Classes, sample: &Sample) -> Result<PopulationFacts> {
        let total = items.total();
        let mut known = PopulationFacts::default();
        match self {
            Self::Unknown => {}
            Self::Fraction(fraction) if *fraction > 0.0 && *fraction <= 1.0 => {
                known.fraction = Some(*fraction)
            }
            Self::Fraction(fraction) => {
                return Err(Error::bad_value(
                    "fraction",
                    format!(
                        "fraction = {fraction}: write the share of the population that is in the table, above 0 and at most 1"
                    ),
                ));
            }
            Self::Size(people) if *people >= total => known.fraction = Some(total as f64 / *people as f64),
            Self::Size(people) => {
                return Err(Error::bad_value(
                    "population",
                    format!(
                        "population size = {people}: the table alone has {total}; write the size of the whole population"
                    ),
                ));
            }
            Self::Table(input) => {
                let (population, people) = read(input, sample)?;
                let matches = items.matches(&classes.all, &population, sample.observer)?;
                classes
                    .all
                    .iter_mut()
                    .zip(matches)
                    .for_each(|(class, people)| class.population = Some(people as f64));
                known.fraction = Some((total as f64 / people.max(1) as f64).min(1.0));
                let is_alone = |class: &Class| class.population == Some(1.0) && class.size == 1;
                known.uniques = Some(items.counted(|item| is_alone(classes.of(item))));
            }
            Self::Count(_) | Self::Weight(_) => {
                let people: f64 = classes.all.iter().filter_map(|class| class.population).sum();
                known.fraction = Some((total as f64 / people.max(1.0)).min(1.0));
                if self.is_estimated() {
                    let fit = estimate(&mut classes.all);
                    (known.estimator, known.misfit) =
                        (Some(Fitted::of(&fit)), fit.is_sound() && !fit.follows());
                    // Of a person in several classes the smallest counts, of which the interval does not tell.
                    let is_once = classes.all.iter().map(|class| class.size).sum::<u64>() == total;
                    known.interval = is_once.then(|| interval(&fit, &classes.all));
                }
            }
        }
        let is_short = |class: &Class| class.population.is_some_and(|people| people < class.size as f64);
        known.surplus = items.counted(|item| is_short(classes.of(item)));
        Ok(known)
    }
}

/// The bounds of the average risk, wide enough for the estimate itself.
fn interval(fit: &Fit, classes: &[Class]) -> (f64, f64) {
    let (low, high) = fit.interval();
    let found: f64 = classes.iter().map(|class| class.size as f64 / class.chosen_from()).sum();
    let average = found / classes.iter().map(|class| class.size as f64).sum::<f64>();
    (low.min(average), high.max(average))
}

/// Estimates the chance to find somebody of each class, and says by what.
fn estimate(classes: &mut [Class]) -> Fit {
    let fit = Fit::new(classes.iter().map(|class| (class.size, class.people())));
    for class in classes {
        let (fitted, individual) = (
            fit.individual_risk(class.size, class.people()),
            survey::individual_risk(class.size, class.people()),
        );
        let risk = if fit.is_sound() { fitted } else { fitted.max(individual) };
        class.estimated = Some(Estimated { risk, individual });
    }
    fit
}

/// What survey weights and the sizes of all classes together estimate.
pub struct Estimate {
    /// The rows of each class, and the people that their weights add up to.
    classes: Vec<(u64, f64)>,
    fit: Fit,
}

impl Estimate {
    /// Of a table with the weight of each row.
    pub fn of_table(rows: usize, columns: &[&Coded], of_rows: &[f64]) -> Self {
        let items = Items::of(rows, columns, None, Some(of_rows), &());
        let classes = items.and_then(|items| items.classes(&())).expect("nobody aborts");
        Self::new(classes.all.iter().map(|class| (class.size, class.people())).collect())
    }

    /// Of classes by their rows, and the people that their weights add up to.
    pub fn new(classes: Vec<(u64, f64)>) -> Self {
        Self { fit: Fit::new(classes.iter().copied()), classes }
    }

    /// The fewest people that are behind a class but for a chance of `significance`, up to `most`, and the classes behind
    /// which there are fewer than `k`, by the fitted model or by the class alone.
    pub fn below(&self, k: u64, significance: f64, most: u64) -> (u64, Share) {
        let (mut least, mut below) = (most, Share::default());
        for &(rows, people) in &self.classes {
            let fitted = self.fit.people_but_for(significance, rows, people, most);
            least = least.min(fitted);
            if fitted < k || survey::chance_below(k, rows, people) > significance {
                below = Share { classes: below.classes + 1, rows: below.rows + rows };
            }
        }
        (least, below)
    }
}

/// The columns of the table that is a sample.
pub struct Sample<'a> {
    /// The names of the quasi columns.
    pub quasi: &'a [&'a str],
    /// Their cells.
    pub columns: &'a [&'a Coded],
    /// The column that says whose a row is.
    pub respondent: Option<&'a Respondent>,
    /// Who is asked whether to go on.
    pub observer: &'a dyn Observer,
}

/// The people of the population who show values that occur in the sample, and how many people it has in all.
fn read(input: &Input, sample: &Sample) -> Result<(Items, u64)> {
    let reader = open_observed(None, input, sample.observer)?;
    check_header(&reader, input, sample.quasi)?;
    let header = reader.columns();
    if let Some(lacking) = sample.quasi.iter().find(|&&name| !header.iter().any(|column| column == name)) {
        return Err(Error::bad_value("population", format!(
            "{}: the population has no column {lacking:?}, its columns are {}; it needs every quasi column",
            reader.file(),
            quoted(header)
        )).of_column(lacking));
    }
    let mark = ParseContext::new(reader.layout(), Vec::new()).decimal;
    let respondent = sample.respondent.filter(|it| header.contains(&it.column));
    let whose = respondent.map(|respondent| respondent.column.as_str());
    let wanted = |name: &str| sample.quasi.contains(&name) || whose == Some(name);
    let file = reader.file().to_owned();
    let table = reader.read(|name| if wanted(name) { Want::Code } else { Want::Drop })?.table;
    if table.rows() == 0 {
        return Err(Error::NoRows { source_name: file, purpose: "released" });
    }
    let table = match respondent {
        Some(respondent) => {
            RespondentRows::of(table, respondent, &input.missing_markers(), mark, sample.observer)?.table
        }
        None => table,
    };
    let coded = |name: &str| table.column(name).and_then(|column| column.coded()).expect("it is coded");
    let translated = sample.quasi.iter().zip(sample.columns).map(|(name, own)| translate(coded(name), own));
    let columns: Vec<Vec<Option<u32>>> = translated.collect();
    let rows: Vec<usize> =
        (0..table.rows()).filter(|&row| columns.iter().all(|column| column[row].is_some())).collect();
    let picked = |dictionary: &Coded, code: &dyn Fn(usize) -> u32| {
        let codes = rows.iter().map(|&row| code(row)).collect();
        Coded::narrow(dictionary.dictionary.clone(), codes)
    };
    let known = |(column, own): (&Vec<Option<u32>>, &&Coded)| {
        picked(own, &|row| column[row].expect("rows without a known value were left out"))
    };
    let quasi: Vec<Coded> = columns.iter().zip(sample.columns).map(known).collect();
    let whose = whose.map(|name| folded_names(coded(name), mark));
    let people = whose.as_ref().map_or(table.rows(), |whose| whose.dictionary.len());
    let whose = whose.map(|whose| picked(&whose, &|row| whose.codes.at(row)));
    let quasi: Vec<&Coded> = quasi.iter().collect();
    Ok((Items::of(rows.len(), &quasi, whose.as_ref(), None, sample.observer)?, people as u64))
}

/// The cells of a column in the codes of another; `None` for values that the other does not have.
fn translate(column: &Coded, into: &Coded) -> Vec<Option<u32>> {
    let codes: Vec<Option<u32>> = column.dictionary.iter().map(|value| into.dictionary.code(value)).collect();
    column.codes.iter().map(|code| codes[code as usize]).collect()
}
