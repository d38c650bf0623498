//! The drawings of reports, as SVG: bars, pairs of columns, curves. Each says in words what it shows, for whoever cannot see it.

mod bars;
mod columns;
mod curves;

use maud::{Markup, html};

use crate::legible;

pub use bars::{Bar, Look, bars};
pub use columns::column_pairs;
pub use curves::{Axes, Curve, curves};

/// What a drawing shows, in words.
#[derive(Clone, Debug)]
pub struct Words {
    /// In a few.
    pub title: String,
    /// All that it shows.
    pub description: String,
}

impl Words {
    /// Both, as the first elements of a drawing.
    fn elements(&self) -> Markup {
        html! { title { (legible(&self.title)) } desc { (legible(&self.description)) } }
    }
}

/// A place or a length with one digit behind the point.
fn units(number: f64) -> String {
    format!("{number:.1}")
}

/// How wide a text is at most, in units of a drawing.
fn width_of(text: &str) -> f64 {
    const CHARACTER: f64 = 8.2;
    CHARACTER * text.chars().count() as f64
}
