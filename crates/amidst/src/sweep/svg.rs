//! The curves of a sweep: a colour for each algorithm, a dash for each limit, and words for whoever cannot see them.

use amidst_render::charts::{self, Axes, Words};

use super::{
    Sweep,
    chart::{Chart, Curve, curves},
};

impl Sweep {
    /// The curves of risk and loss as a drawing.
    pub fn to_svg(&self) -> String {
        let chart = Chart::of(self);
        let drawn: Vec<charts::Curve> = curves(self).iter().map(|curve| drawn(&chart, curve)).collect();
        let words = Words { title: self.heading(), description: self.describe_curves() };
        charts::curves(&words, &axes(self, &chart), &drawn).into_string() + "\n"
    }

    /// What the curves show, in words.
    pub fn heading(&self) -> String {
        format!("Risk and {} of {} rows, as k grows", self.objective, self.rows)
    }

    /// Every curve by where it begins and ends, in words.
    pub fn describe_curves(&self) -> String {
        let words: Vec<String> = curves(self).iter().map(describe).collect();
        words.join(". ") + "."
    }
}

/// A curve in words.
fn describe(curve: &Curve<'_>) -> String {
    match (curve.points.first(), curve.points.last()) {
        (Some((first, low)), Some((last, high))) => {
            format!("{}: {low:.4} at k = {} to {high:.4} at k = {}", curve.name, first.k, last.k)
        }
        _ => format!("{}: no solution", curve.name),
    }
}

fn axes(sweep: &Sweep, chart: &Chart) -> Axes {
    let loss = |loss: f64| (chart.up(loss), ((loss * 1e6).round() / 1e6).to_string());
    let k = |k: u64| {
        let risk = format!("{} %", (1e4 / k as f64).round() / 100.0);
        (chart.across(k), vec![k.to_string(), risk])
    };
    Axes {
        across: "k, and the highest risk that it allows".into(),
        up: sweep.objective.clone(),
        marks_across: chart.ks().map(k).collect(),
        marks_up: chart.losses().map(loss).collect(),
    }
}

fn drawn(chart: &Chart, curve: &Curve<'_>) -> charts::Curve {
    let points = curve.points.iter();
    charts::Curve {
        name: curve.name.clone(),
        words: describe(curve),
        colour: curve.algorithm,
        dash: curve.limit,
        points: points
            .map(|(point, loss)| {
                ((chart.across(point.k), chart.up(*loss)), format!("k = {}: {loss:.6}", point.k))
            })
            .collect(),
    }
}
