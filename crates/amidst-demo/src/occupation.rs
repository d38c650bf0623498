//! What patients do for a living, if anything. The spec of the demo holds the tree over these words.

use amidst_spec::rng::SeededRng;

use super::person::{Person, Sex};

/// An occupation, how common it is, and how many of 100 who have it are women.
struct Work(&'static str, u32, u32);

const WORK: &[Work] = &[
    Work("nurse", 34, 84),
    Work("care assistant", 28, 82),
    Work("physician", 12, 48),
    Work("physiotherapist", 9, 73),
    Work("teacher", 30, 72),
    Work("nursery teacher", 19, 92),
    Work("researcher", 8, 42),
    Work("clerk", 62, 70),
    Work("accountant", 20, 60),
    Work("civil servant", 24, 50),
    Work("lawyer", 6, 46),
    Work("shop assistant", 45, 76),
    Work("cook", 17, 48),
    Work("waiter", 13, 62),
    Work("hairdresser", 9, 86),
    Work("cleaner", 29, 80),
    Work("engineer", 34, 19),
    Work("software developer", 24, 18),
    Work("electrician", 22, 4),
    Work("mechanic", 30, 5),
    Work("bricklayer", 14, 2),
    Work("carpenter", 14, 4),
    Work("painter", 9, 13),
    Work("machine operator", 42, 22),
    Work("driver", 34, 8),
    Work("warehouse worker", 38, 28),
    Work("police officer", 11, 30),
    Work("firefighter", 4, 5),
    Work("farmer", 11, 30),
    Work("gardener", 10, 35),
    Work("forester", 3, 16),
];

/// The word in the register; empty where nobody asked.
pub(super) fn occupation(draw: &mut SeededRng, person: Person) -> &'static str {
    match person.age {
        _ if draw.below(1000) < 3 => "",
        0..=5 => "child",
        6..=17 => "pupil",
        18..=25 if draw.percent(45) => "student",
        18..=22 if draw.percent(40) => "apprentice",
        60..=66 if draw.percent(35) => "retired",
        67.. if draw.percent(96) => "retired",
        _ => adult(draw, person.sex),
    }
}

fn adult(draw: &mut SeededRng, sex: Sex) -> &'static str {
    let at_home = if sex == Sex::Female { 9 } else { 1 };
    match draw.below(100) {
        0..6 => "unemployed",
        6..10 => "unable to work",
        at if at < 10 + at_home => "homemaker",
        _ => {
            let weight = |&Work(_, common, women): &Work| {
                common * if sex == Sex::Female { women } else { 100 - women }
            };
            draw.weighted(WORK, weight).0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_age(age: u32) -> Vec<&'static str> {
        let mut draw = SeededRng::new(5);
        (0..300).map(|_| occupation(&mut draw, Person { age, sex: Sex::Female, marital: "single" })).collect()
    }

    #[test]
    fn pupils_are_pupils() {
        assert!(of_age(10).iter().all(|&word| word == "pupil" || word.is_empty()));
    }

    #[test]
    fn most_of_the_old_are_retired() {
        assert!(of_age(75).iter().filter(|&&word| word == "retired").count() > 250);
    }

    #[test]
    fn adults_do_many_things() {
        let mut words = of_age(40);
        words.sort_unstable();
        words.dedup();
        assert!(words.len() > 15);
    }
}
