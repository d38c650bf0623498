//! Bars, one below the other, each with a label before it and words behind it.

use maud::{Markup, html};

use super::{Words, units, width_of};
use crate::legible;

const WIDTH: f64 = 760.0;
const LINE: f64 = 26.0;
/// Between labels, bars and words.
const GAP: f64 = 8.0;
/// The room that the longest bar has at least.
const LEAST: f64 = 160.0;
/// Labels beyond these many characters are cut; their whole text is told when they are pointed at.
const LONGEST_LABEL: usize = 32;

/// What a bar stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The source.
    Before,
    /// The release.
    After,
    /// Neither.
    Plain,
}

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it is of; empty for the second of a pair.
    pub label: String,
    /// Its length, as a share of the longest possible bar.
    pub share: f64,
    /// What it says.
    pub words: String,
    /// What it stands for.
    pub look: Look,
}

impl Look {
    fn class(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::After => "after",
            Self::Plain => "plain",
        }
    }
}

/// Draws bars.
pub fn bars(words: &Words, bars: &[Bar]) -> Markup {
    let widest = |texts: &mut dyn Iterator<Item = &str>| texts.map(width_of).fold(0.0, f64::max);
    let labels: Vec<String> = bars.iter().map(|bar| cut(&legible(&bar.label))).collect();
    let left = widest(&mut labels.iter().map(String::as_str)) + GAP;
    let right = widest(&mut bars.iter().map(|bar| bar.words.as_str())) + 2.0 * GAP;
    let longest = (WIDTH - left - right).max(LEAST);
    let width = left + longest + right;
    let height = LINE * bars.len() as f64 + GAP;
    html! {
        svg viewBox=(format!("0 0 {width:.0} {height:.0}")) role="img" font-size="13" {
            (words.elements())
            @for (at, (bar, label)) in bars.iter().zip(&labels).enumerate() {
                @let top = 4.0 + LINE * at as f64;
                @let long = longest * bar.share.clamp(0.0, 1.0);
                text x="0" y=(units(top + 14.0)) {
                    @if *label != bar.label { title { (legible(&bar.label)) } }
                    (label)
                }
                rect class=(bar.look.class()) x=(units(left)) y=(units(top)) width=(units(long)) height="18" {}
                text x=(units(left + long + GAP)) y=(units(top + 14.0)) { (legible(&bar.words)) }
            }
        }
    }
}

fn cut(label: &str) -> String {
    if label.chars().count() <= LONGEST_LABEL {
        return label.to_owned();
    }
    label.chars().take(LONGEST_LABEL - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_say_what_they_show_and_fit_their_frame() {
        let words = Words { title: "risk".into(), description: "a: 50 %".into() };
        let long = "a name of a column that is much longer than anybody would have it";
        let bar = |label: &str, share| Bar {
            label: label.into(),
            share,
            words: "50 % <of all>".into(),
            look: Look::Before,
        };
        let drawn = bars(&words, &[bar("a", 0.5), bar(long, 7.0)]).into_string();
        assert!(drawn.contains("role=\"img\"") && drawn.contains("<title>risk</title><desc>a: 50 %</desc>"));
        assert!(drawn.contains("50 % &lt;of all&gt;"));
        assert!(drawn.contains(&format!("<title>{long}</title>")), "what is cut is told in full");
        let number = |after: &str| -> f64 {
            let rest = drawn.rsplit(after).next().expect("there");
            rest.split('"').next().expect("a number").parse().expect("a number")
        };
        let width: f64 = drawn
            .split("viewBox=\"0 0 ")
            .nth(1)
            .expect("a frame")
            .split(' ')
            .next()
            .expect("a number")
            .parse()
            .expect("a number");
        assert!(number("<text x=\"") + width_of("50 % <of all>") <= width + 1.0);
    }
}
