//! A sweep as a page: the curves, and every point in a table.

use std::fmt::{self, Write};

use amidst_render::{STYLE, escaped};

use super::{Sweep, SweepPoint};

impl Sweep {
    /// The curves and every point as an HTML page that needs nothing else.
    pub fn to_html(&self) -> String {
        let mut page = String::new();
        write_page(&mut page, self).expect("writing to a string succeeds");
        page
    }
}

fn write_page(page: &mut String, sweep: &Sweep) -> fmt::Result {
    let heading = escaped(&sweep.heading());
    write!(
        page,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{heading}</title><style>{STYLE}</style></head>\
         <body><h1>{heading}</h1>\n{}",
        sweep.to_svg()
    )?;
    if !sweep.complete {
        page.push_str(
            "<p class=\"warn\">The sweep was stopped: points that were not solved are missing.</p>\n",
        );
    }
    let objective = escaped(&sweep.objective);
    writeln!(
        page,
        "<h2>Every point</h2><table><tr><th>algorithm</th><th class=\"n\">suppression</th><th class=\"n\">k</th>\
         <th class=\"n\">highest risk</th><th class=\"n\">{objective}</th><th class=\"n\">gap</th><th class=\"n\">suppressed</th>\
         <th class=\"n\">classes</th></tr>"
    )?;
    sweep.points.iter().try_for_each(|point| write_point(page, point))?;
    page.push_str("</table></body></html>\n");
    Ok(())
}

fn write_point(page: &mut String, point: &SweepPoint) -> fmt::Result {
    let SweepPoint { algorithm, suppression, k, risk, outcome, result, .. } = point;
    write!(
        page,
        "<tr><td>{}</td><td class=\"n\">{suppression}</td><td class=\"n\">{k}</td><td class=\"n\">{:.2} %</td>",
        escaped(algorithm),
        risk * 100.0
    )?;
    match result {
        Some(result) => write!(
            page,
            "<td class=\"n\">{:.6}</td><td class=\"n\">{:.1} %</td><td class=\"n\">{}</td><td class=\"n\">{}</td>",
            result.objective.value,
            result.gap * 100.0,
            result.suppressed,
            result.classes
        )?,
        None => write!(page, "<td colspan=\"4\">{outcome}</td>")?,
    }
    page.push_str("</tr>\n");
    Ok(())
}
