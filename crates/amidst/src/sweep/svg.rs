//! The curves of a sweep as SVG: a colour for each algorithm, a dash for each limit, and words for whoever cannot see them.

use std::fmt::{self, Write};

use amidst_render::xml;

use super::{
    Sweep,
    chart::{BOTTOM, Chart, Curve, LEFT, RIGHT, TOP, WIDTH, curves},
};

const LINE: f64 = 22.0;
/// Curves with more points have no room for marks.
const MOST_MARKED: usize = 40;

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#1b2430}.title{font-size:14px;font-weight:600}\
.middle{text-anchor:middle}.end{text-anchor:end}.axis{stroke:#4a5568}.guide{stroke:#e2e8f0}\
.curve{fill:none;stroke-width:2}";

/// Colours that are told apart by those who see fewer of them, too.
const COLOURS: [&str; 7] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#1b2430"];
const DASHES: [&str; 5] = ["none", "7 4", "2 3", "10 3 2 3", "4 2"];

impl Sweep {
    /// The curves of risk and loss as a drawing.
    pub fn to_svg(&self) -> String {
        let mut svg = String::new();
        write_drawing(&mut svg, self).expect("writing to a string succeeds");
        svg
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

fn write_drawing(svg: &mut String, sweep: &Sweep) -> fmt::Result {
    let (chart, curves) = (Chart::of(sweep), curves(sweep));
    let legend = BOTTOM + 3.0 * LINE;
    let height = legend + LINE * curves.len() as f64;
    let heading = xml(&sweep.heading());
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" height=\"{height:.0}\" \
         role=\"img\"><title>{heading}</title><desc>{}</desc><style>{STYLE}</style>\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/><text class=\"title\" x=\"{LEFT}\" y=\"24\">{heading}</text>",
        xml(&sweep.describe_curves())
    )?;
    write_axes(svg, sweep, &chart)?;
    for (at, curve) in curves.iter().enumerate() {
        write_curve(svg, &chart, curve)?;
        let y = legend + LINE * at as f64;
        writeln!(
            svg,
            "<g><line class=\"curve\" {} x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
            look(curve),
            LEFT + 40.0,
            LEFT + 50.0,
            y + 4.0,
            xml(&curve.name)
        )?;
    }
    svg.push_str("</svg>\n");
    Ok(())
}

fn write_axes(svg: &mut String, sweep: &Sweep, chart: &Chart) -> fmt::Result {
    for loss in chart.losses() {
        let y = chart.y(loss);
        writeln!(
            svg,
            "<line class=\"guide\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{RIGHT}\" y2=\"{y:.1}\"/>\
             <text class=\"end\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            (loss * 1e6).round() / 1e6
        )?;
    }
    for k in chart.ks() {
        let x = chart.x(k);
        writeln!(
            svg,
            "<line class=\"axis\" x1=\"{x:.1}\" y1=\"{BOTTOM}\" x2=\"{x:.1}\" y2=\"{:.1}\"/>\
             <text class=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{k}</text>\
             <text class=\"middle\" x=\"{x:.1}\" y=\"{:.1}\">{} %</text>",
            BOTTOM + 5.0,
            BOTTOM + 18.0,
            BOTTOM + 33.0,
            (1e4 / k as f64).round() / 100.0
        )?;
    }
    writeln!(
        svg,
        "<line class=\"axis\" x1=\"{LEFT}\" y1=\"{BOTTOM}\" x2=\"{RIGHT}\" y2=\"{BOTTOM}\"/>\
         <line class=\"axis\" x1=\"{LEFT}\" y1=\"{TOP}\" x2=\"{LEFT}\" y2=\"{BOTTOM}\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\">{}</text>\
         <text class=\"end\" x=\"{RIGHT}\" y=\"{:.1}\">k, and the highest risk that it allows</text>",
        LEFT,
        TOP - 12.0,
        xml(&sweep.objective),
        BOTTOM + 49.0
    )
}

fn write_curve(svg: &mut String, chart: &Chart, curve: &Curve<'_>) -> fmt::Result {
    let places = curve.points.iter().map(|(point, loss)| (chart.x(point.k), chart.y(*loss)));
    let path: Vec<String> = places.map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    writeln!(
        svg,
        "<g><title>{}</title><polyline class=\"curve\" {} points=\"{}\"/>",
        xml(&describe(curve)),
        look(curve),
        path.join(" ")
    )?;
    if curve.points.len() <= MOST_MARKED {
        for (point, loss) in &curve.points {
            writeln!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{}\"><title>k = {}: {loss:.6}</title></circle>",
                chart.x(point.k),
                chart.y(*loss),
                colour(curve),
                point.k
            )?;
        }
    }
    svg.push_str("</g>\n");
    Ok(())
}

fn colour(curve: &Curve<'_>) -> &'static str {
    COLOURS[curve.algorithm % COLOURS.len()]
}

fn look(curve: &Curve<'_>) -> String {
    format!("stroke=\"{}\" stroke-dasharray=\"{}\"", colour(curve), DASHES[curve.limit % DASHES.len()])
}
