//! One person of the made-up census, drawn column after column, each in the light of those before.

use std::io::{self, Write};

use super::{super::SeededRng, words};

/// First age, last age, weight.
const AGES: [(u32, u32, u32); 8] = [
    (17, 19, 45),
    (20, 24, 118),
    (25, 34, 275),
    (35, 44, 252),
    (45, 54, 180),
    (55, 64, 93),
    (65, 74, 29),
    (75, 90, 8),
];

/// The cells of a row.
pub(super) struct Row {
    age: u32,
    workclass: &'static str,
    weight: u32,
    education: (&'static str, u32),
    marital: &'static str,
    occupation: &'static str,
    race: &'static str,
    male: bool,
    gain: u32,
    loss: u32,
    hours: u32,
    country: &'static str,
    rich: bool,
}

impl Row {
    pub(super) fn draw(draw: &mut SeededRng) -> Self {
        let (first, last, _) = AGES[draw.index(AGES.iter().map(|&(.., weight)| weight))];
        let age = draw.between(first, last);
        let male = draw.below(1000) < 676;
        let race = draw.weighted(words::RACE);
        let education = education(draw, age);
        let marital = marital(draw, age, male);
        let occupation = occupation(draw, education.1, male);
        let rich = rich(draw, age, education.1, marital, occupation);
        Self {
            age,
            workclass: workclass(draw, occupation),
            weight: 12_285 + draw.low_between(0, 350_000) + draw.low_between(0, 250_000),
            education,
            marital,
            occupation,
            race,
            male,
            gain: if draw.percent(if rich { 22 } else { 4 }) { any(draw, words::GAINS) } else { 0 },
            loss: if draw.percent(if rich { 10 } else { 3 }) { any(draw, words::LOSSES) } else { 0 },
            hours: hours(draw, age, rich),
            country: country(draw, race),
            rich,
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { age, workclass, weight, marital, occupation, race, gain, loss, hours, country, .. } = self;
        let (education, number) = self.education;
        let sex = if self.male { "Male" } else { "Female" };
        let salary = if self.rich { ">50K" } else { "<=50K" };
        write!(out, "{age},{workclass},{weight},{education},{number},{marital},{occupation},{race},{sex},")?;
        writeln!(out, "{gain},{loss},{hours},{country},{salary}")
    }
}

fn any(draw: &mut SeededRng, amounts: &[u32]) -> u32 {
    amounts[draw.below(amounts.len() as u32) as usize]
}

/// The young have not finished yet; the old left school earlier.
fn education(draw: &mut SeededRng, age: u32) -> (&'static str, u32) {
    let weight = move |&(_, number, weight): &(&str, u32, u32)| match (age, number) {
        (..=18, 10..) => 0,
        (..=18, 6..=8) => weight * 6,
        (19..=21, 11..) => weight / 10,
        (19..=21, 10) => weight * 2,
        (22..=24, 14..) => weight / 5,
        (55.., ..=6) => weight * 3,
        _ => weight,
    };
    let (name, number, _) = words::EDUCATION[draw.index(words::EDUCATION.iter().map(weight))];
    (name, number)
}

fn marital(draw: &mut SeededRng, age: u32, male: bool) -> &'static str {
    let [never, married, divorced, separated, widowed] = match (age, male) {
        (..=19, _) => [970, 20, 5, 5, 0],
        (20..=24, _) => [800, 145, 30, 23, 2],
        (25..=34, true) => [410, 470, 90, 28, 2],
        (25..=34, false) => [440, 270, 200, 80, 10],
        (35..=54, true) => [130, 700, 140, 25, 5],
        (35..=54, false) => [200, 310, 360, 80, 50],
        (_, true) => [50, 790, 100, 20, 40],
        (_, false) => [90, 270, 270, 40, 330],
    };
    draw.weighted(&[
        ("Never-married", never),
        ("Married-civ-spouse", married),
        ("Divorced", divorced),
        ("Separated", separated),
        ("Widowed", widowed),
        ("Married-spouse-absent", 12),
        ("Married-AF-spouse", 1),
    ])
}

/// Those who studied do other work than those who did not.
fn occupation(draw: &mut SeededRng, education: u32, male: bool) -> &'static str {
    let weight = move |&(_, women, men, studied): &(&str, u32, u32, u32)| {
        let common = if male { men } else { women };
        common * if education >= 13 { studied } else { (100 - studied) / 3 + 1 }
    };
    words::OCCUPATION[draw.index(words::OCCUPATION.iter().map(weight))].0
}

fn workclass(draw: &mut SeededRng, occupation: &str) -> &'static str {
    match occupation {
        "Armed-Forces" => "Federal-gov",
        "Priv-house-serv" => "Private",
        "Prof-specialty" | "Protective-serv" => draw.weighted(words::WORKCLASS_PUBLIC),
        "Farming-fishing" => draw.weighted(words::WORKCLASS_OWN),
        _ => draw.weighted(words::WORKCLASS),
    }
}

fn country(draw: &mut SeededRng, race: &str) -> &'static str {
    draw.weighted(match race {
        "Black" => words::COUNTRY_BLACK,
        "Asian-Pac-Islander" => words::COUNTRY_ASIAN,
        _ => words::COUNTRY,
    })
}

/// Salary above 50,000: rare for the young and those alone, common for the married who studied.
fn rich(draw: &mut SeededRng, age: u32, education: u32, marital: &str, occupation: &str) -> bool {
    let schooling = match education {
        ..=8 => 8,
        9..=12 => 22,
        13 => 40,
        _ => 52,
    };
    let position = if matches!(occupation, "Exec-managerial" | "Prof-specialty") { 14 } else { 0 };
    draw.percent(match age {
        ..=23 => 1,
        _ if marital.ends_with("-spouse") => (schooling * 7 / 4 + position).min(92),
        _ => schooling / 3,
    })
}

fn hours(draw: &mut SeededRng, age: u32, rich: bool) -> u32 {
    match draw.below(100) {
        0..47 => 40,
        47..70 if rich => draw.between(45, 70),
        47..60 if age < 22 => draw.between(10, 30),
        47..56 => 50,
        56..62 => 45,
        _ => draw.between(8, 72),
    }
}
