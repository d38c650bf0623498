//! What was found, in words: one headline per attacker, then what drives it.

use amidst::risk::{
    CombinationRisk, Risk,
    describe::{Unit, chance, classes, count, measure, of_combinations, share},
};

use crate::{
    advice::note,
    check::of_people,
    explain::layout::{Align, row, table},
};

/// Of long lists so many entries are told in words; JSON has all.
const TOLD: usize = 10;

/// The width of a line.
const WIDTH: usize = 110;

/// All of it.
pub fn describe(risk: &Risk) -> String {
    let unit = Unit::new(risk.counted == "people");
    heading(risk, unit)
        + &attackers(risk)
        + &limit(risk)
        + &columns(risk, unit)
        + &combinations(risk)
        + &sensitive(risk)
        + &end(risk)
}

fn heading(risk: &Risk, unit: Unit) -> String {
    let people = match risk.counted {
        "people" => format!(" of {}", unit.count(risk.total)),
        _ => String::new(),
    };
    let k = match risk.semantics {
        Some(_) => format!("by all rows of a person together k is {}", count(risk.k)),
        None => format!(
            "k is {} if a missing cell is a value of its own, {} if it matches everything",
            count(risk.k),
            count(risk.k_wildcard)
        ),
    };
    format!(
        "{}{people}, {} over {}; {k}.\n{}\n",
        Unit::new(false).count(risk.rows),
        classes(risk.classes),
        risk.quasi.join(", "),
        risk.people.as_ref().map_or_else(String::new, of_people),
    )
}

fn attackers(risk: &Risk) -> String {
    let all = &risk.attackers;
    let (prosecutor, journalist, marketer) = (&all.prosecutor, &all.journalist, &all.marketer);
    let headlines = [
        ("PROSECUTOR", chance(prosecutor.highest), &prosecutor.reading),
        ("JOURNALIST", chance(journalist.highest), &journalist.reading),
        ("MARKETER", share(marketer.success_rate), &marketer.reading),
        ("ALONE", share(risk.uniques.sample.share), &risk.uniques.reading),
    ];
    let households = risk.households.as_ref().map(|it| ("HOUSEHOLDS", share(it.average), &it.reading));
    headlines
        .iter()
        .chain(&households)
        .map(|(who, headline, reading)| wrapped(&format!("{who}: {headline}. {reading}")))
        .collect()
}

/// Words in lines that fit a terminal, the later ones indented.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is a first line");
        match line.chars().count() + 1 + word.chars().count() > WIDTH {
            true => lines.push(format!("  {word}")),
            false if line.is_empty() => line.push_str(word),
            false => line.extend([" ", word]),
        }
    }
    lines.join("\n") + "\n"
}

/// The cell size that was asked for, with both of its numbers.
fn limit(risk: &Risk) -> String {
    let Some(size) = risk.limit.cell_size else { return "\n".into() };
    let mut text = format!("CELL SIZE {size}: a risk of {}", risk.limit.risk);
    if let Some(guidance) = risk.limit.guidance {
        text += &format!("; {guidance}");
    }
    text += ".";
    if let Some(trap) = risk.limit.trap {
        text += &format!(" Mind that {trap}. The cell size decides here.");
    }
    wrapped(&text) + "\n"
}

fn columns(risk: &Risk, unit: Unit) -> String {
    let sets = &risk.minimal_unique_sets;
    let columns =
        if sets.max_size == 1 { "1 column".into() } else { format!("{} columns or fewer", sets.max_size) };
    let mut text = format!(
        "COLUMNS THAT DRIVE IT. By {columns}, {} can be singled out.\n",
        unit.part(sets.rows, risk.total)
    );
    let mut rows = vec![row(["column", "share of score", "of unique sets", "distinction", "separation"])];
    for it in risk.columns.iter().take(TOLD) {
        rows.push(row([
            &it.column,
            &share(it.share_of_score),
            &share(it.share_of_sets),
            &share(it.distinction),
            &share(it.separation),
        ]));
    }
    text += &table(&[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right], &rows);
    text + &more(risk.columns.len()) + "\n"
}

fn combinations(risk: &Risk) -> String {
    let all = &risk.combinations;
    let mut text = format!("COMBINATIONS THAT DRIVE IT. {}.\n", of_combinations(all));
    let mut rows = vec![row(["columns", "alone by no fewer", "alone", "k", "distinction", "separation"])];
    for it in all.list.iter().take(TOLD) {
        let CombinationRisk { columns, k, uniques, minimal, distinction, separation } = it;
        rows.push(row([
            &columns.join(" + "),
            &count(*minimal),
            &count(*uniques),
            &count(*k),
            &share(*distinction),
            &share(*separation),
        ]));
    }
    let right = [Align::Right; 5];
    text += &table(&[&[Align::Left][..], &right].concat(), &rows);
    text + &more(all.list.len()) + "\n"
}

fn sensitive(risk: &Risk) -> String {
    if risk.sensitive.is_empty() {
        return String::new();
    }
    let given_away = format!("{} that give it away", risk.counted);
    let mut rows = vec![row(["column", "l", "entropy l", "t", "t by rank", &given_away])];
    for it in &risk.sensitive {
        rows.push(row([
            &it.column,
            &count(it.l),
            &measure(it.entropy_l),
            &measure(it.t),
            &measure(it.t_ordered),
            &format!("{} ({})", count(it.homogeneous.rows), share(it.homogeneous.share)),
        ]));
    }
    let right = [Align::Right; 5];
    let table = table(&[&[Align::Left][..], &right].concat(), &rows);
    let by = if risk.semantics.is_some() { ", by single rows only" } else { "" };
    format!("WHAT CLASSES GIVE AWAY of sensitive columns, without anyone being found{by}.\n{table}\n")
}

fn more(all: usize) -> String {
    match all.checked_sub(TOLD).filter(|&more| more > 0) {
        Some(more) => format!("  and {more} more: see --json\n"),
        None => String::new(),
    }
}

fn end(risk: &Risk) -> String {
    let mut text: String =
        risk.warnings.iter().map(|warning| wrapped(&format!("Warning: {}.", note(warning)))).collect();
    if let Some(least) = risk.least_told {
        text +=
            &format!("Counts below {least} are not told, all others are rounded down to multiples of it.\n");
    }
    let quasi = risk.quasi.join(", ");
    text + &wrapped(&format!(
        "All this holds against someone who knows {quasi} of a person, and nothing else."
    ))
}
