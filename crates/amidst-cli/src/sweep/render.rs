//! A sweep for people: a line of words, and a table with one line for each point.

use amidst::sweep::{Sweep, SweepPoint};

use crate::{
    explain::layout::{self, Align, row},
    format,
};

/// All of it in words.
pub fn describe(sweep: &Sweep) -> String {
    let points = sweep.points.len() as u64;
    let mut text = format!(
        "{} {} over {} rows; nothing is released. The highest risk that k allows is one over k.\n",
        format::count(points),
        format::plural(points, "point", "points"),
        format::count(sweep.rows)
    );
    if !sweep.complete {
        text += "Stopped: points that were not solved are missing.\n";
    }
    text.push('\n');
    text + &table(sweep)
}

fn table(sweep: &Sweep) -> String {
    let header = ["algorithm", "suppression", "k", "risk", &sweep.objective, "gap", "suppressed", "classes"];
    let rows: Vec<Vec<String>> = std::iter::once(row(header)).chain(sweep.points.iter().map(cells)).collect();
    // Names to the left, numbers to the right.
    let align: Vec<Align> =
        (0..header.len()).map(|at| if at == 0 { Align::Left } else { Align::Right }).collect();
    layout::table(&align, &rows)
}

fn cells(point: &SweepPoint) -> Vec<String> {
    let SweepPoint { algorithm, suppression, k, risk, outcome, result, .. } = point;
    let [suppression, k, risk] = [suppression.to_string(), k.to_string(), format::percent(*risk)];
    let asked = [algorithm, &suppression, &k, &risk].map(String::as_str);
    let found = match result {
        Some(result) => [
            format!("{:.6}", result.objective.value),
            if result.optimal { "proved".into() } else { format::percent(result.gap) },
            format::count(result.suppressed),
            format::count(result.classes),
        ],
        None => [(*outcome).to_owned(), String::new(), String::new(), String::new()],
    };
    row(asked).into_iter().chain(found).collect()
}
