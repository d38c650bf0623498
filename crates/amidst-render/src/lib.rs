//! Pages as the reports of amidst look, and the drawings on them: one style and one set of charts for reports of releases, of risk,
//! of comparisons and of sweeps. Templates are checked when they are compiled; every text in them is escaped.

pub mod charts;
mod style;

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page of its own: no script, nothing fetched.
pub fn page(language: &str, title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width";
                style { (PreEscaped(style::STYLE)) }
            }
            body { (body) "\n" }
        }
    };
    page.into_string() + "\n"
}

/// A name and what goes with it, as a row of a table.
pub fn row(name: &str, value: &str) -> Markup {
    html! { tr { td { (name) } td { (value) } } }
}

/// A name and a number, as a row of a table.
pub fn number_row(name: &str, number: &str) -> Markup {
    html! { tr { td { (name) } td.n { (number) } } }
}

/// A text within XML, such as a drawing: markup escaped, and characters that XML cannot hold replaced.
pub fn xml(text: &str) -> String {
    legible(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text without characters that XML cannot hold.
fn legible(text: &str) -> String {
    let allowed = |sign: char| match sign {
        '\t' | '\n' | '\r' => sign,
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        sign if sign < ' ' => char::REPLACEMENT_CHARACTER,
        sign => sign,
    };
    text.chars().map(allowed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_stands_by_itself_and_escapes_what_it_shows() {
        let page = page("de", "<b>", &row("a & b", "\"c\"").clone());
        assert!(page.starts_with("<!DOCTYPE html><html lang=\"de\">"));
        assert!(page.contains("<title>&lt;b&gt;</title>"));
        assert!(page.contains("<tr><td>a &amp; b</td><td>&quot;c&quot;</td></tr>"));
        assert!(!page.contains("<script") && !page.contains("http"));
    }

    #[test]
    fn what_xml_cannot_hold_is_replaced() {
        assert_eq!(xml("a\u{1}<b>\u{ffff}\n"), "a\u{fffd}&lt;b&gt;\u{fffd}\n");
    }
}
