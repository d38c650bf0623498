//! What an attacker learns, for people: a headline and few lines for each attack.

use amidst::{
    attack::{
        Alike, AttackOptions, Cells, Disclosure, Downcoding, Expected, Finding, Linking, Matches,
        MinimalColumn, Minimality, Person, Verdict,
    },
    reporting::Count,
};

use crate::{advice::note, format};

/// Of long lists so many entries are told in words; JSON has all.
const TOLD: usize = 20;

/// Everything found.
pub fn all(finding: &Finding, options: &AttackOptions) -> String {
    let linking = finding.linking.as_ref().map(linking);
    let names = options.register.as_ref().map_or(&[][..], |register| &register.reveal);
    let revealed = finding.revealed.as_ref().map(|people| revealed(people, names));
    let head = format!("CLASSES. {} in {}.\n", rows(finding.rows), classes(finding.classes));
    let minimality = finding.minimality.as_ref().map(minimality);
    let downcoding = finding.downcoding.as_ref().map(downcoding);
    let mut parts: Vec<String> = linking.into_iter().chain(revealed).collect();
    parts.push(head + &finding.disclosure.iter().map(disclosure).collect::<String>());
    if finding.disclosure.is_empty() {
        parts
            .last_mut()
            .expect("it was pushed")
            .push_str("No column is sensitive, so nothing more is said; pass --sensitive.\n");
    }
    parts.extend(minimality.into_iter().chain(downcoding));
    let notes: String = finding.notes.iter().map(|words| format!("Note: {}.\n", note(words))).collect();
    let end = match options.reporting.is_external() {
        false => "These attacks were tried and no others: no finding is not safety.\n",
        true => {
            "These attacks were tried and no others: no finding is not safety. Counts are rounded down; small ones are not told.\n"
        }
    };
    parts.push(notes + end);
    parts.join("\n")
}

fn linking(found: &Linking) -> String {
    let columns: Vec<String> = found
        .columns
        .iter()
        .map(|column| match column.release == column.register {
            true => column.release.clone(),
            false => format!("{} = {}", column.release, column.register),
        })
        .collect();
    let head = format!(
        "LINKING with {} on {}: {} {} found.\n",
        persons(found.persons),
        columns.join(", "),
        persons(found.found),
        if found.found == Count::Value(1) { "is" } else { "are" }
    );
    let mut lines = vec![
        ("in exactly one row".to_owned(), count(found.unique)),
        (format!("in fewer than {} rows", found.k), count(found.narrowed)),
        ("in no row".to_owned(), count(found.none)),
    ];
    lines.extend(
        found
            .certain
            .iter()
            .map(|certain| (format!("{} is certain", certain.column), count(certain.persons))),
    );
    lines.push(("found by guessing, in the mean".to_owned(), expected(found.expected)));
    lines.push(("rows that fit one person".to_owned(), count(found.rows_of_one)));
    lines.push(("rows that fit nobody".to_owned(), count(found.rows_of_none)));
    let mut text = head + &aligned(&lines);
    text += "Persons by the number of rows they may be in:\n";
    text += &aligned(
        &found
            .matches
            .iter()
            .filter(|matches| matches.persons != Count::Value(0))
            .map(matching)
            .collect::<Vec<_>>(),
    );
    if found.cannot_compare != Count::Value(0) {
        let unread = found.columns.iter().filter(|column| column.cannot_compare != Count::Value(0));
        let names: Vec<&str> = unread.map(|column| column.release.as_str()).collect();
        text += &format!(
            "{} could not be compared with some rows, which were left to them. What labels of {} mean is not known: \
             pass a --hierarchy, or the --plan of the release.\n",
            persons(found.cannot_compare),
            names.join(", ")
        );
    }
    text
}

fn matching(matches: &Matches) -> (String, String) {
    let range = match matches.to {
        Some(to) if to == matches.from => format::count(to),
        Some(to) => format!("{}-{to}", matches.from),
        None => format!("{} and more", format::count(matches.from)),
    };
    (range, count(matches.persons))
}

/// Words on the left, numbers on the right.
fn aligned(lines: &[(String, String)]) -> String {
    let left = lines.iter().map(|(words, _)| words.chars().count()).max().unwrap_or(0);
    let right = lines.iter().map(|(_, number)| number.chars().count()).max().unwrap_or(0);
    lines.iter().map(|(words, number)| format!("  {words:<left$}  {number:>right$}\n")).collect()
}

fn revealed(people: &[Person], columns: &[String]) -> String {
    let value = |(column, value): (&String, &Option<String>)| {
        format!("{column} = {}", value.as_deref().unwrap_or("(missing)"))
    };
    let line = |person: &Person| {
        let name = |column: &String| person.names[column].as_deref().unwrap_or("(missing)");
        let names: Vec<&str> = columns.iter().map(name).collect();
        let place = match person.row {
            Some(row) => format!("row {}", format::count(row)),
            None => format!("one of {} rows", format::count(person.matches)),
        };
        let values: Vec<String> = person.values.iter().map(value).collect();
        let certain = if values.is_empty() { String::new() } else { format!("; {}", values.join(", ")) };
        format!("  {}: {place}{certain}\n", names.join(", "))
    };
    let mut text = "WHO IS FOUND. Do not pass this on.\n".to_owned();
    text.extend(people.iter().take(TOLD).map(line));
    if let Some(more) = people.len().checked_sub(TOLD).filter(|&more| more > 0) {
        text += &format!("  and {} more: see --json\n", format::count(more as u64));
    }
    text
}

fn disclosure(found: &Disclosure) -> String {
    let name = &found.column;
    let part = |part: &amidst::attack::Part| format!("{}, {}", classes(part.classes), rows(part.rows));
    let (one, two) = (&found.background[0].part, &found.background[1].part);
    let skewness = &found.skewness;
    let above: Vec<String> = skewness
        .above
        .iter()
        .filter(|above| above.rows != Count::Value(0))
        .map(|above| format!("{} by more than {}", rows(above.rows), above.factor))
        .collect();
    let above = if above.is_empty() { "no row by more than 2".to_owned() } else { above.join(", ") };
    let skewness = match (skewness.largest_gain, skewness.largest_difference) {
        (Some(gain), Some(difference)) => {
            format!("up to {gain:.1} times likelier in a class than overall (+{difference:.2}); {above}")
        }
        _ => format!("likelier in a class than overall: {above}"),
    };
    let similarity = match &found.similarity {
        None => format!("not looked at: nothing says what is alike; pass --hierarchy {name}=FILE"),
        Some(found) => {
            let by = match found.by {
                Alike::Hierarchy => "several values below one label".to_owned(),
                Alike::Within(share) => {
                    format!("several numbers within {} of their range", format::percent(share))
                }
            };
            format!("{by} in {}", part(&found.part))
        }
    };
    format!(
        "{name}\n  homogeneity  one value, so certain, in {}\n  background   certain once one value is ruled out in {}; two in {}\n  \
         skewness     {skewness}\n  similarity   {similarity}\n",
        part(&found.homogeneity),
        part(one),
        part(two),
    )
}

fn minimality(found: &Minimality) -> String {
    let mut text = format!(
        "MINIMALITY. If the levels are minimal for k = {}, then with any one column one level lower at least {} would have been in \
         classes of fewer than {}.\n",
        found.k,
        rows(found.rows_at_least),
        found.k
    );
    let width = found.columns.iter().map(|column| column.column.chars().count()).max().unwrap_or(0);
    let line = |column: &MinimalColumn| {
        let said = match (column.verdict, column.level) {
            (Verdict::Splits, Some(level)) => {
                let certain = match column.must_split {
                    Count::Value(0) => "which did is not known".to_owned(),
                    number => format!("{} certainly did, with at least {}", count(number), rows(column.rows)),
                };
                format!("level {level}: {} can have split so; {certain}", classes(column.can_split))
            }
            (Verdict::NotMinimal, Some(level)) => {
                format!("level {level}: no class can have split so; it is not minimal, and nothing follows")
            }
            (Verdict::AsItIs, _) => "level 0: as it is".to_owned(),
            _ => "its level is not known".to_owned(),
        };
        format!("  {:<width$}  {said}\n", column.column)
    };
    text.extend(found.columns.iter().map(line));
    text
}

fn downcoding(found: &Downcoding) -> String {
    let certain = match found.certain.tested {
        Count::Value(0) => "By the listed hierarchies alone no cell can be looked at.\n".to_owned(),
        _ => format!(
            "By the listed hierarchies alone {} certain one level lower{}",
            some(&found.certain, "is", "are"),
            rest(&found.certain)
        ),
    };
    let original = found.original.as_ref().map(|original| {
        let shared = format!(
            "In the original {} shared by the whole class one level lower{}",
            some(&original.cells, "is", "are"),
            rest(&original.cells)
        );
        match original.not_tested {
            Count::Value(0) => shared,
            not_tested => format!(
                "{shared}Not looked at: {} of classes that the original does not tell apart.\n",
                rows(not_tested)
            ),
        }
    });
    format!("DOWNCODING. {certain}{}", original.unwrap_or_default())
}

fn some(cells: &Cells, one: &str, many: &str) -> String {
    let verb = if cells.finer == Count::Value(1) { one } else { many };
    format!(
        "{} of {} {verb}",
        count(cells.finer),
        counted(cells.tested, "generalized cell", "generalized cells")
    )
}

fn rest(cells: &Cells) -> String {
    format!(
        ", {} down to the value; {}.\n",
        count(cells.exact),
        counted(cells.rows, "row has one", "rows have one")
    )
}

fn count(count: Count) -> String {
    match count {
        Count::Value(number) => format::count(number),
        Count::Below(_) => count.to_string(),
    }
}

fn counted(number: Count, one: &str, many: &str) -> String {
    let word = if number == Count::Value(1) { one } else { many };
    format!("{} {word}", count(number))
}

fn rows(number: Count) -> String {
    counted(number, "row", "rows")
}

fn classes(number: Count) -> String {
    counted(number, "class", "classes")
}

fn persons(number: Count) -> String {
    counted(number, "person", "persons")
}

fn expected(number: Expected) -> String {
    match number {
        Expected::Exact(number) if number >= 1000.0 => format::count(number.round() as u64),
        Expected::Exact(number) => format!("{number:.1}"),
        Expected::Count(told) => count(told),
    }
}
