//! Why patients came, when, for how long and at what cost.

use amidst_spec::rng::SeededRng;
use jiff::{
    Span,
    civil::{Date, Weekday, date},
};

use super::person::{Person, Sex};

/// One admission.
pub(super) struct Stay {
    pub(super) admission: Date,
    pub(super) birth: Date,
    pub(super) diagnosis: &'static str,
    pub(super) days: u32,
    pub(super) cost_cents: u32,
}

/// A reason for admission. Weights by age: below 1, 1-14, 15-44, 45-64, 65-79, 80 and above.
struct Diagnosis {
    name: &'static str,
    ages: [u32; 6],
    only: Option<Sex>,
    days: (u32, u32),
    /// The operation or the like, in whole euros, on top of the days.
    fixed_cost: u32,
}

const fn any(name: &'static str, ages: [u32; 6], days: (u32, u32), fixed_cost: u32) -> Diagnosis {
    Diagnosis { name, ages, only: None, days, fixed_cost }
}

const fn only(sex: Sex, name: &'static str, ages: [u32; 6], days: (u32, u32), fixed_cost: u32) -> Diagnosis {
    Diagnosis { name, ages, only: Some(sex), days, fixed_cost }
}

const DIAGNOSES: &[Diagnosis] = &[
    any("newborn care", [700, 0, 0, 0, 0, 0], (1, 5), 300),
    any("respiratory infection", [160, 120, 14, 16, 24, 40], (2, 8), 200),
    any("tonsillitis", [4, 130, 22, 2, 0, 0], (2, 6), 900),
    any("asthma", [6, 70, 16, 12, 8, 4], (2, 7), 150),
    any("appendicitis", [2, 120, 48, 16, 6, 2], (2, 7), 1900),
    any("broken arm", [2, 110, 26, 22, 24, 28], (1, 5), 1700),
    any("concussion", [10, 110, 34, 14, 12, 20], (1, 3), 250),
    any("epilepsy", [12, 40, 18, 14, 12, 8], (2, 9), 350),
    only(Sex::Female, "childbirth", [0, 0, 330, 0, 0, 0], (2, 6), 1600),
    any("depression", [0, 10, 60, 60, 26, 12], (8, 45), 100),
    any("alcohol dependence", [0, 0, 38, 52, 18, 2], (5, 28), 100),
    any("drug overdose", [0, 4, 20, 8, 2, 1], (1, 6), 600),
    any("HIV disease", [0, 0, 6, 6, 2, 0], (3, 12), 400),
    any("kidney stone", [0, 1, 28, 36, 24, 10], (1, 4), 1300),
    any("gallstones", [0, 1, 26, 44, 36, 22], (2, 6), 2300),
    any("hernia", [6, 12, 20, 40, 44, 22], (1, 4), 1800),
    any("slipped disc", [0, 1, 30, 60, 32, 10], (3, 10), 3100),
    any("diabetes", [1, 20, 14, 34, 44, 34], (3, 11), 200),
    any("heart attack", [0, 0, 4, 52, 66, 52], (4, 12), 4200),
    any("heart failure", [1, 1, 2, 22, 72, 110], (5, 16), 700),
    any("stroke", [0, 1, 4, 32, 70, 92], (6, 21), 1900),
    any("chronic lung disease", [0, 0, 2, 34, 60, 46], (4, 13), 300),
    any("pneumonia", [20, 30, 8, 20, 44, 74], (4, 14), 300),
    any("hip fracture", [0, 1, 2, 8, 34, 88], (7, 20), 5200),
    any("knee arthrosis", [0, 0, 2, 40, 76, 34], (5, 12), 5900),
    any("cataract", [0, 0, 1, 12, 40, 44], (1, 2), 1200),
    any("dementia", [0, 0, 0, 2, 22, 64], (6, 24), 100),
    only(Sex::Female, "breast cancer", [0, 0, 10, 50, 44, 26], (3, 10), 4300),
    only(Sex::Male, "prostate cancer", [0, 0, 0, 40, 64, 34], (4, 10), 5100),
    any("bowel cancer", [0, 0, 3, 30, 46, 38], (7, 18), 6400),
    any("lung cancer", [0, 0, 2, 34, 44, 22], (5, 16), 4700),
    any("leukaemia", [1, 10, 4, 10, 14, 10], (9, 40), 7800),
];

const FIRST_DAY: Date = date(2025, 1, 1);

pub(super) fn stay(draw: &mut SeededRng, person: Person) -> Stay {
    let diagnosis = draw.weighted(DIAGNOSES, |diagnosis| weight(diagnosis, person));
    let admission = admission(draw);
    let days = days(draw, diagnosis, person.age);
    let birth = birth(draw, admission, person.age, diagnosis.name);
    Stay { admission, birth, diagnosis: diagnosis.name, days, cost_cents: cost_cents(draw, diagnosis, days) }
}

fn weight(diagnosis: &Diagnosis, person: Person) -> u32 {
    let fits = diagnosis.only.is_none_or(|sex| sex == person.sex);
    let band = match person.age {
        0 => 0,
        1..=14 => 1,
        15..=44 => 2,
        45..=64 => 3,
        65..=79 => 4,
        _ => 5,
    };
    if fits { diagnosis.ages[band] } else { 0 }
}

/// A day of 2025. Half of those who would come on a weekend wait for Monday or Tuesday.
fn admission(draw: &mut SeededRng) -> Date {
    let day = FIRST_DAY + days_long(draw.below(365));
    let weekend = matches!(day.weekday(), Weekday::Saturday | Weekday::Sunday);
    if weekend && draw.percent(50) { day + days_long(2) } else { day }
}

fn days_long(days: u32) -> Span {
    Span::new().days(days)
}

fn birth(draw: &mut SeededRng, admission: Date, age: u32, diagnosis: &str) -> Date {
    match (age, diagnosis) {
        (0, "newborn care") => admission - days_long(draw.below(3)),
        (0, _) => admission - days_long(draw.between(3, 364)),
        _ => admission - days_long(draw.below(365)).years(age),
    }
}

/// Short stays are common; the old stay longer; one in twenty meets complications.
fn days(draw: &mut SeededRng, diagnosis: &Diagnosis, age: u32) -> u32 {
    let (shortest, usual) = diagnosis.days;
    let plain = draw.low_between(shortest, usual) + if age >= 75 { draw.below(3) } else { 0 };
    if draw.percent(5) { plain * 2 + draw.below(5) } else { plain }
}

/// What the days and the treatment cost, give or take a tenth.
fn cost_cents(draw: &mut SeededRng, diagnosis: &Diagnosis, days: u32) -> u32 {
    let euros = diagnosis.fixed_cost + days * 480;
    euros * draw.between(90, 110) + draw.below(100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::person::person;

    fn stays(count: usize) -> Vec<(Person, Stay)> {
        let mut draw = SeededRng::new(11);
        (0..count)
            .map(|_| {
                let person = person(&mut draw);
                (person, stay(&mut draw, person))
            })
            .collect()
    }

    #[test]
    fn nobody_is_admitted_before_birth_or_outside_the_year() {
        assert!(
            stays(5000).iter().all(|(_, stay)| stay.birth <= stay.admission && stay.admission.year() == 2025)
        );
    }

    #[test]
    fn the_birth_date_tells_the_age() {
        for (person, stay) in stays(5000) {
            let years =
                stay.birth.until((jiff::Unit::Year, stay.admission)).expect("both are days").get_years();
            assert_eq!(years as u32, person.age);
        }
    }

    #[test]
    fn only_women_give_birth_and_only_men_have_a_prostate() {
        for (person, stay) in stays(5000) {
            match stay.diagnosis {
                "childbirth" => assert_eq!((person.sex, (15..45).contains(&person.age)), (Sex::Female, true)),
                "prostate cancer" => assert_eq!(person.sex, Sex::Male),
                _ => {}
            }
        }
    }

    #[test]
    fn longer_stays_cost_more() {
        let stays = stays(5000);
        let mean_cost = |long: bool| {
            let costs: Vec<u64> = stays
                .iter()
                .filter(|(_, stay)| (stay.days > 10) == long)
                .map(|(_, stay)| u64::from(stay.cost_cents))
                .collect();
            costs.iter().sum::<u64>() / costs.len() as u64
        };
        assert!(mean_cost(true) > 2 * mean_cost(false));
    }
}
