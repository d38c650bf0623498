//! A sweep as a page: the curves, and every point in a table.

use amidst_render::page;
use maud::{Markup, PreEscaped, html};

use super::{Sweep, SweepPoint};

impl Sweep {
    /// The curves and every point as an HTML page that needs nothing else.
    pub fn to_html(&self) -> String {
        let heading = self.heading();
        let body = html! {
            h1 { (heading) } "\n"
            (PreEscaped(self.to_svg()))
            @if !self.complete {
                p.warn { "The sweep was stopped: points that were not solved are missing." } "\n"
            }
            h2 { "Every point" }
            table {
                thead {
                    tr {
                        th { "algorithm" }
                        @for name in ["suppression", "k", "highest risk", &*self.objective, "gap", "suppressed", "classes"] {
                            th.n { (name) }
                        }
                    }
                }
                "\n"
                @for point in &self.points { (line(point)) "\n" }
            }
        };
        page("en", &heading, &body)
    }
}

fn line(point: &SweepPoint) -> Markup {
    let SweepPoint { algorithm, suppression, k, risk, outcome, result, .. } = point;
    html! {
        tr {
            td { (algorithm) }
            td.n { (suppression) }
            td.n { (k) }
            td.n { (format!("{:.2} %", risk * 100.0)) }
            @if let Some(result) = result {
                td.n { (format!("{:.6}", result.objective.value)) }
                td.n { (format!("{:.1} %", result.gap * 100.0)) }
                td.n { (result.suppressed) }
                td.n { (result.classes) }
            } @else {
                td colspan="4" { (outcome) }
            }
        }
    }
}
