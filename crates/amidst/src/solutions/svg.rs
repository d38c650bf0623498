//! The lattice as a Hasse diagram in SVG: the bottom at the bottom, one mark per node, shapes and colours in a legend.

use std::{
    collections::HashMap,
    fmt::{self, Write},
};

use amidst_core::{Lattice, lattice::steps_above};
use amidst_render::xml;

use super::{LatticeNode, Solutions, style::Style};

/// Nodes that can be told apart in a drawing.
pub const MOST_DRAWN: u128 = 200;

/// Between heights, and from the edge of the drawing.
const ROW: f64 = 78.0;
const MARGIN: f64 = 40.0;
/// Of a character of a label.
const CHARACTER: f64 = 6.5;
const LINE: f64 = 22.0;
/// The legend needs this much.
const LEAST_WIDTH: f64 = 560.0;

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#1b2430}.label{text-anchor:middle;font-size:11px}\
.edge{stroke:#cbd5e0;stroke-width:1}\
.satisfies{fill:#2f855a;stroke:#22543d}.fails{fill:#c05621;stroke:#7b341e}.undecided{fill:#fff;stroke:#4a5568}\
.minimal{fill:#2b6cb0;stroke:#1a365d}.tied{fill:#ecc94b;stroke:#1a365d}.preferred{fill:#ecc94b;stroke:#1b2430}\
.pruned{fill:#fff;stroke-dasharray:3 2}.mark{stroke-width:1.5}.ring{fill:none;stroke:#1b2430;stroke-width:1.5}";

/// Draws a lattice; every node of it must be given, by height.
pub(super) fn draw(solutions: &Solutions, lattice: &Lattice, nodes: &[LatticeNode]) -> String {
    let mut svg = String::new();
    write_drawing(&mut svg, solutions, lattice, nodes).expect("writing to a string succeeds");
    svg
}

fn write_drawing(
    svg: &mut String,
    solutions: &Solutions,
    lattice: &Lattice,
    nodes: &[LatticeNode],
) -> fmt::Result {
    let heading = heading(solutions);
    let heading_lines: Vec<String> = heading.iter().flat_map(|text| wrapped(text)).collect();
    let above = MARGIN + LINE * heading_lines.len() as f64;
    let Plan { places, width, bottom } = Plan::new(nodes, above);
    let legend = bottom + ROW / 2.0 + LINE;
    let lines = Style::ALL.len() + 2 + solutions.columns.len();
    let height = legend + LINE * lines as f64 + MARGIN / 2.0;
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\"><title>{}</title><style>{STYLE}</style>\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>",
        xml(&heading[0])
    )?;
    for (at, line) in heading_lines.iter().enumerate() {
        let y = MARGIN / 2.0 + LINE * (at as f64 + 0.5);
        writeln!(svg, "<text x=\"{:.0}\" y=\"{y:.0}\">{}</text>", MARGIN / 2.0, xml(line))?;
    }
    edges(svg, lattice, nodes, &places)?;
    for node in nodes {
        write_node(svg, solutions, node, places[node.levels.levels.as_slice()])?;
    }
    write_legend(svg, solutions, lattice, legend)?;
    svg.push_str("</svg>\n");
    Ok(())
}

/// What the drawing shows, in words; the first text is its title.
fn heading(solutions: &Solutions) -> Vec<String> {
    let asked = &solutions.asked;
    let satisfying =
        solutions.satisfying.map_or_else(|| "an unknown number".into(), |count| count.to_string());
    let mut lines = vec![format!(
        "{} nodes: {satisfying} satisfy {} with at most {} of {} rows suppressed, {} are minimal",
        solutions.lattice,
        asked.k,
        asked.max_suppressed,
        asked.rows,
        solutions.minimal.len()
    )];
    lines.push(format!("Preferred under {}: {}", asked.policy, solutions.preferred.levels));
    lines.extend(solutions.warnings.iter().map(|warning| format!("Warning: {warning}")));
    lines
}

/// A text in lines that fit the least width.
fn wrapped(text: &str) -> Vec<String> {
    let most = ((LEAST_WIDTH - MARGIN) / CHARACTER) as usize;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if last.is_empty() {
            *last = word.into();
        } else if last.chars().count() + 1 + word.chars().count() <= most {
            *last += &format!(" {word}");
        } else {
            lines.push(word.into());
        }
    }
    lines
}

/// Where everything stands.
struct Plan<'a> {
    places: HashMap<&'a [u8], (f64, f64)>,
    width: f64,
    /// Of the row of the bottom node.
    bottom: f64,
}

impl<'a> Plan<'a> {
    fn new(nodes: &'a [LatticeNode], above: f64) -> Self {
        let rows: Vec<&[LatticeNode]> = nodes.chunk_by(|a, b| a.height == b.height).collect();
        let longest = nodes.iter().map(|node| label(&node.levels.levels).len()).max().unwrap_or(0);
        let step = (longest as f64 * CHARACTER + 14.0).max(44.0);
        let widest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let width = (widest as f64 * step + 2.0 * MARGIN).max(LEAST_WIDTH);
        let bottom = above + MARGIN + ROW * rows.len().saturating_sub(1) as f64;
        let mut places = HashMap::new();
        for (at, row) in rows.iter().enumerate() {
            let y = bottom - ROW * at as f64;
            let left = width / 2.0 - step * (row.len() as f64 - 1.0) / 2.0;
            for (column, node) in row.iter().enumerate() {
                places.insert(node.levels.levels.as_slice(), (left + step * column as f64, y));
            }
        }
        Self { places, width, bottom }
    }
}

/// A line from each node to those one step above.
fn edges(
    svg: &mut String,
    lattice: &Lattice,
    nodes: &[LatticeNode],
    places: &HashMap<&[u8], (f64, f64)>,
) -> fmt::Result {
    for node in nodes {
        let levels = &node.levels.levels;
        let (x, y) = places[levels.as_slice()];
        for above in steps_above(levels, lattice.top()) {
            let (to_x, to_y) = places[above.as_slice()];
            writeln!(
                svg,
                "<line class=\"edge\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{to_x:.1}\" y2=\"{to_y:.1}\"/>"
            )?;
        }
    }
    Ok(())
}

fn write_node(
    svg: &mut String,
    solutions: &Solutions,
    node: &LatticeNode,
    (x, y): (f64, f64),
) -> fmt::Result {
    let (look, levels) = (Style::of(node, solutions), &node.levels.levels);
    let counts = node.suppressed.zip(node.classes).map_or_else(String::new, |(suppressed, classes)| {
        format!("; rows suppressed: {suppressed}; classes: {classes}")
    });
    let title = format!("{}: {}{counts}", node.levels, look.words());
    write!(svg, "<g class=\"node\"><title>{}</title>", xml(&title))?;
    if solutions.marks(levels).is_best {
        ring(svg, x, y, 16.0)?;
    }
    let below = y + 27.0;
    writeln!(
        svg,
        "{}<text class=\"label\" x=\"{x:.1}\" y=\"{below:.1}\">{}</text></g>",
        look.shape(x, y),
        label(levels)
    )
}

/// Around the best of all nodes.
fn ring(svg: &mut String, x: f64, y: f64, radius: f64) -> fmt::Result {
    write!(svg, "<circle class=\"ring\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>")
}

fn label(levels: &[u8]) -> String {
    levels.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

fn write_legend(svg: &mut String, solutions: &Solutions, lattice: &Lattice, top: f64) -> fmt::Result {
    let best = format!("the best of all nodes under {}", solutions.asked.objective);
    let looks = Style::ALL.into_iter().map(|look| (Some(look), look.words().to_owned()));
    let levels = solutions.columns.iter().zip(lattice.bottom().iter().zip(lattice.top()));
    let levels = levels.map(|(column, (low, high))| (None, format!("{column}: {low} to {high}")));
    let title = (None, "Levels of a node, from left to right:".to_owned());
    for (at, (look, words)) in looks.chain([(None, best), title]).chain(levels).enumerate() {
        let y = top + LINE * at as f64;
        svg.push_str("<g class=\"legend\">");
        match look {
            Some(look) => svg.push_str(&look.shape(MARGIN, y)),
            None if at == Style::ALL.len() => ring(svg, MARGIN, y, 9.0)?,
            None => {}
        }
        writeln!(svg, "<text x=\"{:.0}\" y=\"{:.1}\">{}</text></g>", MARGIN + 24.0, y + 4.0, xml(&words))?;
    }
    Ok(())
}
