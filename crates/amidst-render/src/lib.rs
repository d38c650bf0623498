//! Pages as the reports of amidst look.

use std::fmt::{self, Display, Write};

/// How our pages look.
pub const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1b2430}\
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-top:2rem}table{border-collapse:collapse;width:100%}\
th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #dde3ea;vertical-align:top}\
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}.claim{background:#eef6f1;padding:1rem;border-left:4px solid #2f855a}\
.warn{color:#9b2c2c;font-weight:600}code{font-size:.85em;overflow-wrap:anywhere}svg{max-width:100%}";

/// A name and what goes with it, as a row of a table.
pub fn row(page: &mut String, name: &str, value: impl Display) -> fmt::Result {
    write!(page, "<tr><td>{name}</td><td>{value}</td></tr>")
}

/// Text as it stands in a page.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text within XML, such as a drawing: markup escaped, and characters that XML cannot hold replaced.
pub fn xml(text: &str) -> String {
    let allowed = |sign: char| match sign {
        '\t' | '\n' | '\r' => sign,
        '\u{fffe}' | '\u{ffff}' => char::REPLACEMENT_CHARACTER,
        sign if sign < ' ' => char::REPLACEMENT_CHARACTER,
        sign => sign,
    };
    escaped(&text.chars().map(allowed).collect::<String>())
}
