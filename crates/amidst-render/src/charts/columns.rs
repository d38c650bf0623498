//! Pairs of upright columns, before and after, without a label of their own: groups of values are not named.

use maud::{Markup, html};

use super::{Words, units};

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 64.0;

/// Draws a pair for each group.
pub fn column_pairs(words: &Words, before: &[f64], after: &[f64]) -> Markup {
    let tallest = before.iter().chain(after).fold(f64::EPSILON, |most, part| most.max(*part));
    let step = WIDTH / before.len().max(1) as f64;
    let column = |class: &str, left: f64, part: f64| {
        let height = HEIGHT * part / tallest;
        html! {
            rect class=(class) x=(units(left)) y=(units(HEIGHT - height)) width=(units(0.42 * step)) height=(units(height)) {}
        }
    };
    html! {
        svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) width=(WIDTH) height=(HEIGHT) role="img" {
            (words.elements())
            @for (at, (before, after)) in before.iter().zip(after).enumerate() {
                (column("before", step * (at as f64 + 0.05), *before))
                (column("after", step * (at as f64 + 0.5), *after))
            }
        }
    }
}
