//! Curves over two axes: a colour for what they are of, a dash for under which condition, and a legend below.

use maud::{Markup, PreEscaped, html};

use super::{Words, units};
use crate::legible;

/// The frame of the curves within the drawing.
const WIDTH: f64 = 720.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 700.0;
const TOP: f64 = 56.0;
const BOTTOM: f64 = 380.0;
const LINE: f64 = 22.0;
/// Curves with more points have no room for marks.
const MOST_MARKED: usize = 40;

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#1b2430}.title{font-size:14px;font-weight:600}\
.middle{text-anchor:middle}.end{text-anchor:end}.axis{stroke:#4a5568}.guide{stroke:#e2e8f0}\
.curve{fill:none;stroke-width:2}";

/// Colours that are told apart by those who see fewer of them, too.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#1b2430"];
const DASHES: [&str; 5] = ["none", "7 4", "2 3", "10 3 2 3", "4 2"];

/// Both axes. Places are shares of the frame, from the left and from below.
#[derive(Clone, Debug)]
pub struct Axes {
    /// What the one to the right is of.
    pub across: String,
    /// What the upright one is of.
    pub up: String,
    /// Marks to the right: where, and what stands there in one line or two.
    pub marks_across: Vec<(f64, Vec<String>)>,
    /// Marks upwards.
    pub marks_up: Vec<(f64, String)>,
}

/// A curve. Its points have places as the marks of axes have, and what each says.
#[derive(Clone, Debug)]
pub struct Curve {
    /// What it is of.
    pub name: String,
    /// All of it in words.
    pub words: String,
    /// Which colour; they repeat.
    pub colour: usize,
    /// Which dash; they repeat.
    pub dash: usize,
    /// Its points, from left to right.
    pub points: Vec<((f64, f64), String)>,
}

impl Curve {
    fn colour(&self) -> &'static str {
        COLOURS[self.colour % COLOURS.len()]
    }

    fn dash(&self) -> &'static str {
        DASHES[self.dash % DASHES.len()]
    }
}

/// Draws curves; a drawing of its own, or part of a page.
pub fn curves(words: &Words, axes: &Axes, all: &[Curve]) -> Markup {
    let legend = BOTTOM + 3.0 * LINE;
    let height = legend + LINE * all.len() as f64;
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {height:.0}")) width=(WIDTH) height=(height) role="img" {
            (words.elements())
            style { (PreEscaped(STYLE)) }
            rect width="100%" height="100%" fill="#fff" {}
            text.title x=(LEFT) y="24" { (legible(&words.title)) }
            (frame(axes))
            @for (at, curve) in all.iter().enumerate() {
                (line(curve))
                (entry(curve, legend + LINE * at as f64))
            }
        }
    }
}

fn x(share: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * share
}

fn y(share: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * share
}

fn frame(axes: &Axes) -> Markup {
    html! {
        @for (share, words) in &axes.marks_up {
            line.guide x1=(LEFT) y1=(units(y(*share))) x2=(RIGHT) y2=(units(y(*share))) {}
            text.end x=(units(LEFT - 6.0)) y=(units(y(*share) + 4.0)) { (words) }
        }
        @for (share, words) in &axes.marks_across {
            line.axis x1=(units(x(*share))) y1=(BOTTOM) x2=(units(x(*share))) y2=(units(BOTTOM + 5.0)) {}
            @for (at, words) in words.iter().enumerate() {
                text.middle x=(units(x(*share))) y=(units(BOTTOM + 18.0 + 15.0 * at as f64)) { (words) }
            }
        }
        line.axis x1=(LEFT) y1=(BOTTOM) x2=(RIGHT) y2=(BOTTOM) {}
        line.axis x1=(LEFT) y1=(TOP) x2=(LEFT) y2=(BOTTOM) {}
        text x=(LEFT) y=(units(TOP - 12.0)) { (legible(&axes.up)) }
        text.end x=(RIGHT) y=(units(BOTTOM + 49.0)) { (legible(&axes.across)) }
    }
}

fn line(curve: &Curve) -> Markup {
    let points: Vec<String> =
        curve.points.iter().map(|((across, up), _)| format!("{:.1},{:.1}", x(*across), y(*up))).collect();
    html! {
        g {
            title { (legible(&curve.words)) }
            polyline.curve stroke=(curve.colour()) stroke-dasharray=(curve.dash()) points=(points.join(" ")) {}
            @if curve.points.len() <= MOST_MARKED {
                @for ((across, up), words) in &curve.points {
                    circle cx=(units(x(*across))) cy=(units(y(*up))) r="3" fill=(curve.colour()) { title { (words) } }
                }
            }
        }
    }
}

/// A line of the legend.
fn entry(curve: &Curve, at: f64) -> Markup {
    html! {
        g {
            line.curve stroke=(curve.colour()) stroke-dasharray=(curve.dash()) x1=(LEFT) y1=(units(at)) x2=(units(LEFT + 40.0)) y2=(units(at)) {}
            text x=(units(LEFT + 50.0)) y=(units(at + 4.0)) { (legible(&curve.name)) }
        }
    }
}
