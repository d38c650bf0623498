//! Who is in the register: age, sex and marital status, as they go together among people in hospital.

use amidst_spec::rng::SeededRng;

/// As the register records it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sex {
    Female,
    Male,
}

impl Sex {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Female => "female",
            Self::Male => "male",
        }
    }
}

/// One person, on the day of admission.
#[derive(Clone, Copy, Debug)]
pub(super) struct Person {
    pub(super) age: u32,
    pub(super) sex: Sex,
    pub(super) marital: &'static str,
}

/// First age, last age, how many of 1,000 patients. The old are in hospital more often than there are of them.
const AGES: &[(u32, u32, u32)] = &[
    (0, 0, 40),
    (1, 4, 28),
    (5, 14, 42),
    (15, 24, 72),
    (25, 34, 108),
    (35, 44, 105),
    (45, 54, 120),
    (55, 64, 160),
    (65, 74, 165),
    (75, 84, 115),
    (85, 99, 45),
];

/// The words of the register, in the order of the columns of [`marital_weights`].
const MARITAL: [&str; 6] =
    ["single", "married", "registered partnership", "separated", "divorced", "widowed"];

pub(super) fn person(draw: &mut SeededRng) -> Person {
    let &(first, last, _) = draw.weighted(AGES, |&(.., weight)| weight);
    let age = if first == 85 { draw.low_between(first, last) } else { draw.between(first, last) };
    let sex = if draw.percent(female_percent(age)) { Sex::Female } else { Sex::Male };
    let weights = marital_weights(age, sex);
    let at = *draw.weighted(&[0, 1, 2, 3, 4, 5], |&at: &usize| weights[at]);
    Person { age, sex, marital: MARITAL[at] }
}

fn female_percent(age: u32) -> u32 {
    match age {
        15..=44 => 58,
        75..=84 => 56,
        85.. => 66,
        _ => 49,
    }
}

fn marital_weights(age: u32, sex: Sex) -> [u32; 6] {
    match (age, sex) {
        (0..=17, _) => [100, 0, 0, 0, 0, 0],
        (18..=24, _) => [94, 5, 0, 0, 1, 0],
        (25..=34, _) => [58, 35, 2, 1, 4, 0],
        (35..=49, _) => [27, 55, 2, 3, 12, 1],
        (50..=64, _) => [14, 60, 1, 3, 18, 4],
        (65..=79, Sex::Male) => [8, 70, 1, 1, 12, 8],
        (65..=79, Sex::Female) => [7, 52, 1, 1, 14, 25],
        (_, Sex::Male) => [5, 62, 0, 1, 6, 26],
        (_, Sex::Female) => [6, 20, 0, 0, 7, 67],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn people(count: usize) -> Vec<Person> {
        let mut draw = SeededRng::new(7);
        (0..count).map(|_| person(&mut draw)).collect()
    }

    #[test]
    fn children_are_not_married() {
        assert!(
            people(5000).iter().filter(|person| person.age < 18).all(|person| person.marital == "single")
        );
    }

    #[test]
    fn widows_are_older_than_the_single() {
        let people = people(5000);
        let mean_age = |marital: &str| {
            let ages: Vec<u32> =
                people.iter().filter(|person| person.marital == marital).map(|person| person.age).collect();
            ages.iter().sum::<u32>() / ages.len() as u32
        };
        assert!(mean_age("widowed") > mean_age("single") + 30);
    }
}
