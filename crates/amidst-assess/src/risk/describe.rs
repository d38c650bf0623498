//! Counts, shares and chances for people, and the sentences that say what they mean.

use amidst_core::model::Estimator;
use amidst_spec::reporting::{Count, Share, grouped, percent};

use super::{
    cell_size::Limit,
    population::Fitted,
    report::{
        Attacker, Chance, CombinationsRisk, HouseholdRisk, IndividualRisk, Marketer, Part, PopulationUniques,
    },
};

/// A count with separators: `1,234`, or `fewer than 11`.
pub fn count(count: Count) -> String {
    match count {
        Count::Value(count) => grouped(count),
        Count::Below(least) => format!("fewer than {}", grouped(least)),
    }
}

/// A share as per cent: `12 %`, or `less than 12 %`. Some are not told.
pub fn share(share: Share) -> String {
    match share {
        Share::Value(share) => percent(share),
        Share::Below(share) => format!("less than {}", percent(share)),
        Share::Withheld => share.to_string(),
    }
}

/// A measure with two digits behind the point; what there is none of, or is not told, is a dash.
pub fn measure(value: Option<f64>) -> String {
    value.map_or_else(|| "–".into(), |value| format!("{value:.2}"))
}

/// A chance as per cent: `9.1 %`, or `more than 9.1 %`.
pub fn chance(chance: Chance) -> String {
    match chance {
        Chance::Value(chance) => percent(chance),
        Chance::Above(chance) => format!("more than {}", percent(chance)),
    }
}

/// Classes, counted.
pub fn classes(number: Count) -> String {
    Unit { one: "class", many: "classes" }.count(number)
}

/// What is counted, in words.
#[derive(Clone, Copy)]
pub struct Unit {
    /// One.
    pub one: &'static str,
    /// Several.
    pub many: &'static str,
}

impl Unit {
    /// Rows, or people.
    pub fn new(by_people: bool) -> Self {
        if by_people { Self { one: "person", many: "people" } } else { Self { one: "row", many: "rows" } }
    }

    /// So many of them.
    pub fn count(self, number: Count) -> String {
        format!("{} {}", count(number), if number == Count::Value(1) { self.one } else { self.many })
    }

    /// Some of them: `3 of 8 rows (37.5 %)`.
    pub fn part(self, part: Part, total: Count) -> String {
        format!("{} of {} ({})", count(part.rows), self.count(total), share(part.share))
    }

    fn verb(self, number: Count) -> &'static str {
        if number == Count::Value(1) { "is" } else { "are" }
    }
}

/// What the prosecutor's numbers mean.
pub fn of_prosecutor(it: &Attacker, total: Count, limit: Limit, unit: Unit) -> String {
    format!(
        "Someone who knows that a person is in the table finds that person's row with a chance of {} in the worst case: \
         the smallest class has {}. {}",
        chance(it.highest),
        unit.count(it.smallest_class),
        on_average(it, total, limit, unit)
    )
}

/// What the journalist's numbers mean.
pub fn of_journalist(
    it: &Attacker,
    total: Count,
    limit: Limit,
    unit: Unit,
    fitted: Option<Fitted>,
) -> String {
    if it.classes_from == "sample" {
        return "Someone who does not know who is in the table has at most the chance of the prosecutor. The sizes of the \
                classes in the population are not known, so that the table's own stand in; the larger they are there, the \
                smaller the chance."
            .into();
    }
    let (highest, people) = (chance(it.highest), Unit::new(true).count(it.smallest_class));
    let worst = match it.estimated {
        true => format!(
            "an estimated chance of {highest} in the worst case; by the survey weights the smallest class has about {people} \
             in the population."
        ),
        false => format!(
            "a chance of {highest} in the worst case: the smallest class has {people} in the population."
        ),
    };
    format!(
        "Someone who knows the population, but not who of it is in the table, finds a row's person with {worst} {}{}",
        on_average(it, total, limit, unit),
        it.individual_risk
            .zip(fitted)
            .map_or_else(String::new, |(other, fitted)| of_estimator(other, fitted))
    )
}

fn of_estimator(other: IndividualRisk, fitted: Fitted) -> String {
    let how = match fitted {
        Fitted::Well => "The estimate is by a Poisson-gamma model that is fitted to the sizes of all classes",
        Fitted::Corrected => {
            "The estimate is by a Poisson-gamma model that is fitted to the sizes of all classes and, as they do not follow it, \
             corrected to a mixture of sizes that they do not speak against"
        }
        Fitted::Poorly => {
            "There are too few classes, or none of several rows, to fit a Poisson-gamma model well, so that the larger of its \
             chance and the individual risk is told"
        }
    };
    format!(
        " {how}; the individual risk of Benedetti and Franconi, which looks at each class alone, is {} in the worst case \
         and {} on average.",
        chance(other.highest),
        share(other.average)
    )
}

/// What the numbers of households mean.
pub fn of_households(it: &HouseholdRisk) -> String {
    let of = Unit { one: "household", many: "households" };
    let highest = it.highest.map_or_else(String::new, |highest| {
        format!(" {} in the worst case,", chance(Chance::Value(highest)))
    });
    format!(
        "Of {}, at least {} share what members show in every class, the size of the household being known; {} {} alone \
         there. Any member of a household is found with {} of{highest} {} on average.",
        of.count(it.households),
        count(it.k),
        of.count(it.uniques),
        of.verb(it.uniques),
        if it.estimated { "an estimated chance" } else { "a chance" },
        share(it.average)
    )
}

fn on_average(it: &Attacker, total: Count, limit: Limit, unit: Unit) -> String {
    let at_risk = it.records_at_risk;
    let bounds = it.average_interval.map_or_else(String::new, |bounds| {
        let level = share(Share::Value(bounds.level));
        format!(", between {} and {} at a level of {level}", share(bounds.low), share(bounds.high))
    });
    format!(
        "On average the chance is {}{bounds}; {} {} {}.",
        share(it.average),
        unit.part(at_risk, total),
        unit.verb(at_risk.rows),
        limit.describe()
    )
}

/// What the marketer's number means.
pub fn of_marketer(it: &Marketer, total: Count, unit: Unit) -> String {
    let register = match it.classes_from {
        "sample" => "a register of exactly the people in it",
        _ => "a register of the population",
    };
    format!(
        "Someone who links the whole table to {register} can expect to find the right person for {} of {}, {}{}.",
        count(it.expected),
        unit.count(total),
        if it.estimated { "an estimated " } else { "" },
        share(it.success_rate)
    )
}

/// Who is alone.
pub fn of_uniques(population: Option<&PopulationUniques>, unit: Unit) -> String {
    let Some(population) = population else { return String::new() };
    let counted = population
        .counted
        .map(|number| format!(" {} {} alone in the population, too.", unit.count(number), unit.verb(number)));
    let estimate = |name: &str, estimate: Option<Share>| match estimate {
        Some(estimate) => format!("{name} {}", share(estimate)),
        None => format!("{name} has no solution"),
    };
    let estimated = || match (population.dankar, population.chosen) {
        (Some(dankar), Some(chosen)) => format!(
            " With {} of the population in the table, an estimated {} of it are alone there: {chosen}, chosen by Dankar's \
             rule ({}, {}, {}).",
            percent(population.fraction),
            share(dankar),
            estimate("zayatz", population.zayatz),
            estimate("snb", population.snb),
            estimate("pitman", population.pitman)
        ),
        _ => " How many are alone in the population cannot be estimated.".into(),
    };
    counted.unwrap_or_else(estimated)
}

/// How many are alone in the table, and where.
pub fn of_alone(alone: Part, place: &str, total: Count, unit: Unit) -> String {
    format!("Alone {place} {} {}.", unit.verb(alone.rows), unit.part(alone, total))
}

/// How many combinations there are, and which are told.
pub fn of_combinations(all: &CombinationsRisk) -> String {
    let number = all.number.map_or_else(|| "more than 10^19".into(), grouped);
    let combinations = if all.number == Some(1) { "combination" } else { "combinations" };
    match all.number == Some(all.told) {
        true => format!("{number} {combinations} of columns"),
        false => {
            let columns = if all.max_size == 1 { "column" } else { "columns" };
            format!("{number} {combinations}; showing those of up to {} {columns}", all.max_size)
        }
    }
}

/// The id of an estimator.
pub fn estimator(estimator: Estimator) -> &'static str {
    match estimator {
        Estimator::Zayatz => "zayatz",
        Estimator::Snb => "snb",
        Estimator::Pitman => "pitman",
        Estimator::Dankar => "dankar",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(count(Count::Below(11)), "fewer than 11");
        let chances = [0.2, 1.0 / 3.0, 1.0 / 11.0, 1.0].map(|it| chance(Chance::Value(it)));
        assert_eq!(chances, ["20 %", "33.3 %", "9.1 %", "100 %"]);
        assert_eq!(chance(Chance::Above(1.0 / 11.0)), "more than 9.1 %");
    }
}
