//! Numbers of sensitive columns, side by side.

use amidst::check::SensitiveFinding;

/// A heading, and the cell of each column under it.
type Heading = (&'static str, fn(&SensitiveFinding) -> String);

/// ℓ and t.
pub fn short(found: &[SensitiveFinding]) -> String {
    let mut headings: Vec<Heading> =
        vec![("l", |one| one.reached.l.to_string()), ("t", |one| one.reached.t.to_string())];
    if found.iter().any(|one| one.reached.t_ordered.is_some()) {
        headings.push(("t by rank", by_rank));
    }
    table(found, &headings)
}

/// The numbers of all models.
pub fn all(found: &[SensitiveFinding]) -> String {
    let headings: [Heading; 9] = [
        ("l", |one| one.reached.l.to_string()),
        ("entropy l", |one| one.reached.entropy_l.to_string()),
        ("recursive c", |one| one.reached.recursive_c.to_string()),
        ("alpha", |one| one.reached.alpha.to_string()),
        ("t", |one| one.reached.t.to_string()),
        ("t by rank", by_rank),
        ("beta", |one| one.reached.beta.to_string()),
        ("enhanced beta", |one| one.reached.enhanced_beta.to_string()),
        ("delta", |one| one.reached.delta.to_string()),
    ];
    table(found, &headings)
}

/// Only numbers and days have an order by themselves.
fn by_rank(one: &SensitiveFinding) -> String {
    one.reached.t_ordered.map_or_else(|| "-".to_owned(), |t| t.to_string())
}

fn table(found: &[SensitiveFinding], headings: &[Heading]) -> String {
    let names = found.iter().map(|one| one.column.as_str());
    let width = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let first = width(&mut names.clone().chain(["column"]).map(|name| name.chars().count()));
    let widths: Vec<usize> = headings
        .iter()
        .map(|(heading, cell)| {
            width(&mut found.iter().map(|one| cell(one).chars().count()).chain([heading.len()]))
        })
        .collect();
    let line = |name: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: String = cells.zip(&widths).map(|(cell, width)| format!("  {cell:>width$}")).collect();
        format!("  {name:first$}{cells}\n")
    };
    let mut text = line("column", &mut headings.iter().map(|(heading, _)| (*heading).to_owned()));
    for one in found {
        text += &line(&one.column, &mut headings.iter().map(|(_, cell)| cell(one)));
    }
    text
}
