//! What was measured, as far as it may be told.

use amidst_audit::Respondents;
use amidst_core::Sizes;
use amidst_models::superpopulation::Fit;
use amidst_spec::{
    output_control::OutputControl,
    reporting::{Count, Reporting, Share},
    spec::{BY_ROWS, ONLY_BY_ROWS, Semantics},
};

use super::{
    RiskOptions,
    attackers::Odds,
    cell_size::{Limit, PRESETS},
    combinations::{Combination, Combinations},
    describe::{self, Unit},
    households::HouseholdsAtRisk,
    population::{Estimates, Fitted, Population, PopulationFacts},
    report::{
        Attacker, Attackers, BySize, Chance, ColumnRisk, CombinationRisk, CombinationsRisk, HouseholdRisk,
        IndividualRisk, Interval, Marketer, MinimalUniqueSets, Part, PopulationUniques, Risk, RiskLimit,
        SensitiveRisk, SizeRange, Uniques,
    },
    sensitive::SensitiveColumn,
};
use crate::PeopleFinding;

/// The version of the JSON.
const VERSION: u32 = 1;
/// The smallest measure that is told outside.
const SMALLEST: f64 = 0.01;
/// How many times as large an estimate must be to count as larger than another.
const CLEARLY: f64 = 1.01;
/// Where ranges of class sizes start.
const STARTS: [u64; 10] = [1, 2, 3, 5, 11, 15, 20, 50, 100, 1_000];

/// Everything that was measured.
pub struct RiskMeasurements {
    /// The rows of the table that are counted, or whose people are.
    pub rows: u64,
    /// Rows that name nobody, which are left out.
    pub nobody: u64,
    /// All that is counted: rows, or people.
    pub total: u64,
    /// Whether people are counted.
    pub by_people: bool,
    /// Rows, or people, alone in a class.
    pub alone: u64,
    /// Rows, or people, alone by some of the combinations looked at.
    pub singled_out: u64,
    /// The sizes of the classes over all quasi columns.
    pub sizes: Sizes,
    /// k when a missing cell matches everything.
    pub k_wildcard: u64,
    /// What is known of the people, if people are counted.
    pub people: Option<Respondents>,
    /// Of someone who knows that a person is in the table.
    pub prosecutor: Odds,
    /// Of someone who does not.
    pub journalist: Odds,
    /// Of the same by the individual risk, which is told beside estimates.
    pub individuals: Odds,
    /// What is known of the population.
    pub known: PopulationFacts,
    /// Combinations of columns.
    pub combinations: Combinations,
    /// Households, if a column names them.
    pub households: Option<HouseholdsAtRisk>,
    /// The sensitive columns.
    pub sensitive: Vec<SensitiveColumn>,
    /// What deserves a word about the columns looked at.
    pub notices: Vec<String>,
}

impl RiskMeasurements {
    /// The same, with everything that is said of people as it is counted everywhere: by the people of each class.
    pub fn of_people(self, people: Respondents, sizes: Vec<u64>) -> Self {
        Self {
            total: people.people,
            alone: people.unique,
            sizes: sizes.into_iter().collect(),
            k_wildcard: people.k_wildcard,
            people: Some(people),
            ..self
        }
    }
}

impl RiskMeasurements {
    /// The same for whoever knows all rows of a person. Without a population the table's own count stands in for it.
    pub fn by_profile(self, prosecutor: Odds, is_only_sample: bool) -> Self {
        let journalist = if is_only_sample { prosecutor } else { self.journalist };
        Self { prosecutor, journalist, ..self }
    }
}

/// How to tell it.
pub struct ReportBuilder<'a> {
    options: &'a RiskOptions,
    quasi: &'a [&'a str],
    measured: &'a RiskMeasurements,
    total: u64,
    unit: Unit,
}

impl<'a> ReportBuilder<'a> {
    /// Tells what was measured on these columns.
    pub fn new(options: &'a RiskOptions, quasi: &'a [&'a str], measured: &'a RiskMeasurements) -> Self {
        Self { options, quasi, measured, total: measured.total, unit: Unit::new(measured.by_people) }
    }

    /// All of it.
    pub fn risk(&self) -> Risk {
        let RiskMeasurements { sizes, combinations, .. } = self.measured;
        let smallest = || sizes.iter().next().map_or(0, |(size, _)| size);
        let least = self.measured.people.as_ref().map_or_else(smallest, |people| people.k);
        Risk {
            version: VERSION,
            least_told: match self.reporting() {
                Reporting::Internal => None,
                Reporting::External { least } => Some(least),
            },
            quasi: self.quasi.iter().map(|&name| name.to_owned()).collect(),
            counted: self.unit.many,
            semantics: self.options.is_by_profile().then(|| Semantics::Profile.name()),
            rows: self.count(self.measured.rows),
            total: self.count(self.total),
            classes: self.count(sizes.classes()),
            k: self.count(least),
            k_wildcard: self.count(self.measured.k_wildcard),
            people: self
                .measured
                .people
                .as_ref()
                .map(|people| PeopleFinding::new(people, self.measured.nobody, self.reporting())),
            limit: self.limit(),
            attackers: self.attackers(),
            uniques: self.uniques(),
            households: self.households(),
            sizes: self.sizes(),
            columns: self.columns(),
            combinations: self.combinations(combinations),
            minimal_unique_sets: self.minimal_unique_sets(combinations),
            sensitive: self.measured.sensitive.iter().map(|given| self.sensitive(given)).collect(),
            warnings: self.warnings(),
            records: None,
            holds: self
                .options
                .max_risk
                .is_none_or(|most| most.admits(1, self.measured.prosecutor.least as u128)),
        }
    }

    fn reporting(&self) -> Reporting {
        self.options.reporting
    }

    fn count(&self, count: u64) -> Count {
        self.reporting().count(count)
    }

    fn part(&self, rows: u64) -> Part {
        Part { rows: self.count(rows), share: self.reporting().share(rows, self.total) }
    }

    /// One over the size of a class, or a sum of weights.
    fn chance(&self, size: f64) -> Chance {
        match (self.reporting(), self.count(size as u64)) {
            (Reporting::Internal, _) => Chance::Value(1.0 / size),
            (_, Count::Value(size)) => Chance::Value(1.0 / size as f64),
            (_, Count::Below(least)) => Chance::Above(1.0 / least as f64),
        }
    }

    /// A share that is no share of counts. Outside it is told in steps of as many rows as the threshold; of few rows it
    /// would tell too much.
    fn measure(&self, value: f64) -> Share {
        let Reporting::External { least } = self.reporting() else { return Share::Value(value) };
        match (self.count(self.total), OutputControl::new(self.reporting(), self.total).measure(value)) {
            (Count::Below(_), _) => Share::Withheld,
            (_, 0.0) if value > 0.0 => Share::Below(SMALLEST.max(least as f64 / self.total as f64)),
            (_, told) => Share::Value(told),
        }
    }

    /// A number that would tell small counts: inside only.
    fn inside(&self, value: f64) -> Option<f64> {
        (!self.reporting().is_external()).then_some(value)
    }

    /// The share of the population that is in the table, from the count as it is told.
    fn fraction(&self, fraction: f64) -> f64 {
        match (&self.options.population, self.count(self.total)) {
            (Population::Fraction(asked), _) => *asked,
            (_, Count::Value(told) | Count::Below(told)) => fraction * told as f64 / self.total as f64,
        }
    }

    fn limit(&self) -> RiskLimit {
        let limit = self.options.limit;
        let preset = limit.preset();
        RiskLimit {
            cell_size: match limit {
                Limit::CellSize(size) => Some(size),
                Limit::Risk(_) => None,
            },
            risk: limit.risk(),
            guidance: preset.map(|preset| preset.guidance),
            trap: preset.and_then(|preset| preset.trap),
            presets: PRESETS.to_vec(),
        }
    }

    fn attackers(&self) -> Attackers {
        let (total, limit) = (self.count(self.total), self.options.limit);
        let RiskMeasurements { prosecutor, journalist, .. } = self.measured;
        let population = &self.options.population;
        let (from, estimated) = (population.known_from(), population.is_estimated());
        let mut attackers = Attackers {
            prosecutor: self.attacker(prosecutor, "sample"),
            journalist: Attacker {
                estimated,
                estimator: self.measured.known.estimator.map(Fitted::name),
                average_interval: self.measured.known.interval.map(|bounds| self.interval(bounds)),
                individual_risk: estimated.then(|| self.individual_risk()),
                ..self.attacker(journalist, from)
            },
            marketer: Marketer {
                success_rate: self.share_found(journalist.success, from),
                expected: self.expected(journalist.success * self.total as f64),
                classes_from: from,
                estimated,
                reading: String::new(),
            },
        };
        let Attackers { prosecutor, journalist, marketer } = &mut attackers;
        prosecutor.reading = describe::of_prosecutor(prosecutor, total, limit, self.unit);
        journalist.reading =
            describe::of_journalist(journalist, total, limit, self.unit, self.measured.known.estimator);
        marketer.reading = describe::of_marketer(marketer, total, self.unit);
        attackers
    }

    /// A number of people to be expected. Outside, few are not told as none.
    fn expected(&self, people: f64) -> Count {
        match people.round() as u64 {
            0 if people > 0.0 && self.reporting().is_external() => self.count(1),
            rounded => self.count(rounded),
        }
    }

    fn attacker(&self, odds: &Odds, classes_from: &'static str) -> Attacker {
        Attacker {
            highest: self.chance(odds.least),
            rows_at_highest: self.count(odds.rows_at_least),
            average: self.share_found(odds.average, classes_from),
            success_rate: self.share_found(odds.success, classes_from),
            lowest: self.chance(odds.most),
            rows_at_lowest: self.count(odds.rows_at_most),
            smallest_class: self.count(odds.smallest as u64),
            records_at_risk: self.part(odds.at_risk),
            classes_from,
            estimated: false,
            estimator: None,
            average_interval: None,
            individual_risk: None,
            reading: String::new(),
        }
    }

    fn interval(&self, (low, high): (f64, f64)) -> Interval {
        Interval { low: self.measure(low), high: self.measure(high), level: Fit::LEVEL }
    }

    fn individual_risk(&self) -> IndividualRisk {
        let Odds { least, average, .. } = self.measured.individuals;
        IndividualRisk {
            estimator: "benedetti-franconi",
            highest: self.chance(least),
            average: self.measure(average),
        }
    }

    /// Classes over rows, unless people are counted or the population is.
    fn share_found(&self, share: f64, classes_from: &str) -> Share {
        match classes_from {
            "sample" if !self.measured.by_people => {
                self.reporting().share(self.measured.sizes.classes(), self.total)
            }
            _ => self.measure(share),
        }
    }

    fn uniques(&self) -> Uniques {
        let sample = self.part(self.measured.alone);
        let known = &self.measured.known;
        let population = known.fraction.map(|fraction| {
            let estimates = Estimates::new(&self.measured.sizes, fraction);
            let share = |estimate: Option<f64>| estimate.map(|share| self.measure(share));
            PopulationUniques {
                fraction: self.fraction(fraction),
                counted: known.uniques.map(|uniques| self.count(uniques)),
                dankar: share(estimates.dankar),
                chosen: estimates.chosen.map(describe::estimator),
                zayatz: share(estimates.zayatz),
                snb: share(estimates.snb),
                pitman: share(estimates.pitman),
            }
        });
        let alone =
            if self.options.is_by_profile() { "by all their rows together" } else { "in their class" };
        let alone = describe::of_alone(sample, alone, self.count(self.total), self.unit);
        let reading = alone + &describe::of_uniques(population.as_ref(), self.unit);
        Uniques { sample, population, reading }
    }

    fn households(&self) -> Option<HouseholdRisk> {
        let (found, column) = (self.measured.households.as_ref()?, self.options.household.as_ref()?);
        let mut told = HouseholdRisk {
            column: column.clone(),
            households: self.count(found.households),
            k: self.count(found.k),
            uniques: self.count(found.alone),
            highest: self.inside(found.highest),
            average: self.measure(found.average),
            estimated: self.options.population.is_estimated(),
            reading: String::new(),
        };
        told.reading = describe::of_households(&told);
        Some(told)
    }

    /// Classes by size. Outside, all sizes that are not told are one range.
    fn sizes(&self) -> Vec<SizeRange> {
        let least = match self.reporting() {
            Reporting::Internal => 1,
            Reporting::External { least } => least,
        };
        let later = STARTS.into_iter().filter(|&start| start > least);
        let starts: Vec<u64> = [1, least].into_iter().take(1 + usize::from(least > 1)).chain(later).collect();
        let range = |at: usize, from: u64| {
            let to = starts.get(at + 1).map(|next| next - 1);
            let within = |(size, _): &(u64, u64)| *size >= from && to.is_none_or(|to| *size <= to);
            let sizes = || self.measured.sizes.iter().filter(within);
            let classes = self.count(sizes().map(|(_, classes)| classes).sum());
            let rows = self.count(sizes().map(|(size, classes)| size * classes).sum());
            SizeRange { from, to, classes, rows: matches!(classes, Count::Value(_)).then_some(rows) }
        };
        starts.iter().enumerate().map(|(at, &from)| range(at, from)).collect()
    }

    fn columns(&self) -> Vec<ColumnRisk> {
        let all = &self.measured.combinations;
        let (sets, score) = (all.minimal(), all.score());
        let mut columns: Vec<(u128, ColumnRisk)> = Vec::new();
        for (at, name) in self.quasi.iter().enumerate() {
            let with = || all.all.iter().filter(|one| one.columns.contains(&at));
            let own_sets = with().map(|one| one.minimal).sum();
            let own_score = with().map(|one| all.score_of(one)).sum();
            let own = self.combination(&all.all[at]);
            let share_of_score = match own_sets {
                0 => Share::Value(0.0),
                _ => self.inside(own_score as f64 / score as f64).map_or(Share::Withheld, Share::Value),
            };
            let column = ColumnRisk {
                column: (*name).to_owned(),
                distinction: own.distinction,
                separation: own.separation,
                minimal_unique_sets: self.count(own_sets),
                share_of_sets: self.reporting().share(own_sets, sets),
                share_of_score,
            };
            columns.push((own_score, column));
        }
        let tally = |column: &ColumnRisk| {
            let at = self.quasi.iter().position(|&name| name == column.column).expect("it is a quasi column");
            all.all[at].tally.classes
        };
        columns.sort_by_key(|(score, column)| std::cmp::Reverse((*score, tally(column))));
        columns.into_iter().map(|(_, column)| column).collect()
    }

    fn combinations(&self, all: &Combinations) -> CombinationsRisk {
        let mut ranked: Vec<&Combination> = all.all.iter().collect();
        // Those that single most people out by themselves, then those that tell most apart, then the smaller ones.
        ranked.sort_by_key(|one| std::cmp::Reverse((one.minimal, one.tally.uniques, one.tally.classes)));
        CombinationsRisk {
            number: 1_u64.checked_shl(all.columns as u32).map(|sets| sets - 1),
            max_size: all.max_size as u64,
            told: all.all.len() as u64,
            list: ranked.into_iter().map(|one| self.combination(one)).collect(),
        }
    }

    fn combination(&self, one: &Combination) -> CombinationRisk {
        let tally = &one.tally;
        let pairs = u128::from(tally.total) * u128::from(tally.total.saturating_sub(1));
        let apart = pairs - u128::from(tally.alike);
        let separation = if pairs == 0 { 0.0 } else { apart as f64 / pairs as f64 };
        CombinationRisk {
            columns: one.columns.iter().map(|&at| self.quasi[at].to_owned()).collect(),
            k: self.count(tally.k),
            uniques: self.count(tally.uniques),
            minimal: self.count(one.minimal),
            distinction: self.reporting().share(tally.classes, tally.total),
            separation: self.inside(separation).map_or(Share::Withheld, Share::Value),
        }
    }

    fn minimal_unique_sets(&self, all: &Combinations) -> MinimalUniqueSets {
        let by_size = |(at, &rows): (usize, &u64)| {
            let sets = all.all.iter().filter(|one| one.columns.len() == at + 1).map(|one| one.minimal).sum();
            BySize { size: at as u64 + 1, sets: self.count(sets), rows: self.count(rows) }
        };
        let internal = !self.reporting().is_external();
        MinimalUniqueSets {
            max_size: all.max_size as u64,
            sets: self.count(all.minimal()),
            rows: self.part(self.measured.singled_out),
            by_size: all.items_by_size.iter().enumerate().map(by_size).collect(),
            average_score: internal.then(|| all.score() as f64 / self.measured.sizes.rows() as f64),
            highest_score: internal.then(|| all.scores.iter().copied().max().unwrap_or(0)),
        }
    }

    fn sensitive(&self, given: &SensitiveColumn) -> SensitiveRisk {
        SensitiveRisk {
            column: given.column.clone(),
            by: self.options.is_by_profile().then_some(BY_ROWS),
            l: self.count(given.attribute.l),
            entropy_l: self.inside(given.attribute.entropy_l.0),
            t: self.inside(given.attribute.t.0),
            t_ordered: given.attribute.t_ordered.and_then(|t| self.inside(t.0)),
            homogeneous_classes: self.count(given.attribute.single.classes),
            homogeneous: Part {
                rows: self.count(given.given_away()),
                share: self.reporting().share(given.given_away(), self.total),
            },
        }
    }

    fn warnings(&self) -> Vec<String> {
        let surplus = self.measured.known.surplus;
        let surplus = (surplus > 0).then(|| {
            format!(
                "{} belong to classes that have fewer people in the population than in the table; is it the population of \
                 this table? the table's own count stands in for them",
                self.unit.count(self.count(surplus))
            )
        });
        let misfit = self.measured.known.misfit.then(|| {
            "the sizes of the table's classes do not follow the model that estimates the chances of the journalist and the \
             marketer: it was corrected as far as they ask, but the estimate may be too small or too large within its bounds; a \
             table of the population, or its counts, would tell"
                .to_owned()
        });
        let l = if self.reporting().is_external() { "" } else { " (l = 1)" };
        let bare = self.measured.sensitive.iter().filter(|given| given.attribute.l == 1).map(|given| {
            let told = self.sensitive(given);
            format!(
                "column {:?} is given away{l}: in {} all rows share one value of it, so that {} give it away to whoever \
                 knows their class, without being found",
                given.column,
                describe::classes(told.homogeneous_classes),
                self.unit.part(told.homogeneous, self.count(self.total))
            )
        });
        let is_by_rows = self.options.is_by_profile() && !self.measured.sensitive.is_empty();
        let by_rows = is_by_rows.then(|| ONLY_BY_ROWS.to_owned());
        let notices = self.measured.notices.iter().cloned();
        let of_table = surplus.into_iter().chain(misfit).chain(self.many_alone());
        of_table.chain(bare).chain(by_rows).chain(notices).collect()
    }

    /// What the sizes of the classes say against survey weights: people who are alone in the population are found for sure,
    /// so that the average cannot be below their share.
    fn many_alone(&self) -> Option<String> {
        if !self.options.population.is_estimated() {
            return None;
        }
        let alone = Estimates::new(&self.measured.sizes, self.measured.known.fraction?).dankar?;
        (alone > CLEARLY * self.measured.journalist.average).then(|| {
            format!(
                "the sizes of the table's classes suggest that {} of the people are alone in the population, which is more \
                 than the average risk that is estimated, {}; reckon with the larger",
                describe::share(self.measure(alone)),
                describe::share(self.measure(self.measured.journalist.average))
            )
        })
    }
}
