//! How nodes are told apart in a drawing: by shape and by colour, each in words for the legend.

use super::{LatticeNode, Solutions};

/// How a node looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Preferred,
    Tied,
    Minimal,
    Satisfies,
    SatisfiesPruned,
    Fails,
    FailsPruned,
    Undecided,
}

impl Style {
    pub const ALL: [Self; 8] = [
        Self::Preferred,
        Self::Tied,
        Self::Minimal,
        Self::Satisfies,
        Self::SatisfiesPruned,
        Self::Fails,
        Self::FailsPruned,
        Self::Undecided,
    ];

    pub fn of(node: &LatticeNode, solutions: &Solutions) -> Self {
        let marks = solutions.marks(&node.levels.levels);
        match (node.satisfying, node.judged) {
            _ if marks.is_preferred => Self::Preferred,
            _ if marks.is_tied => Self::Tied,
            _ if marks.is_minimal => Self::Minimal,
            (Some(true), true) => Self::Satisfies,
            (Some(true), false) => Self::SatisfiesPruned,
            (Some(false), true) => Self::Fails,
            (Some(false), false) => Self::FailsPruned,
            (None, _) => Self::Undecided,
        }
    }

    fn classes(self) -> &'static str {
        match self {
            Self::Preferred => "preferred",
            Self::Tied => "tied",
            Self::Minimal => "minimal",
            Self::Satisfies => "satisfies",
            Self::SatisfiesPruned => "satisfies pruned",
            Self::Fails => "fails",
            Self::FailsPruned => "fails pruned",
            Self::Undecided => "undecided",
        }
    }

    /// For the legend.
    pub fn words(self) -> &'static str {
        match self {
            Self::Preferred => "preferred",
            Self::Tied => "minimal, held as good as the preferred one",
            Self::Minimal => "minimal: it satisfies, and nothing below it does",
            Self::Satisfies => "satisfies, judged",
            Self::SatisfiesPruned => "satisfies, pruned: a node below it does",
            Self::Fails => "does not satisfy, judged",
            Self::FailsPruned => "does not satisfy, pruned: a node above it does not",
            Self::Undecided => "not decided before the search was stopped",
        }
    }

    /// Its mark, around a point. Circles satisfy, squares do not; minimal nodes are diamonds, the preferred one a star.
    pub fn shape(self, x: f64, y: f64) -> String {
        let class = format!("class=\"mark {}\"", self.classes());
        let polygon = |corners: &[(f64, f64)]| {
            let corners = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy));
            format!("<polygon {class} points=\"{}\"/>", corners.collect::<Vec<_>>().join(" "))
        };
        match self {
            Self::Preferred => {
                let corner = |at: i32| {
                    let (angle, radius) =
                        (f64::from(at) * std::f64::consts::PI / 5.0, if at % 2 == 0 { 13.0 } else { 6.0 });
                    (radius * angle.sin(), -radius * angle.cos())
                };
                polygon(&(0..10).map(corner).collect::<Vec<_>>())
            }
            Self::Tied | Self::Minimal => polygon(&[(0.0, -10.0), (10.0, 0.0), (0.0, 10.0), (-10.0, 0.0)]),
            Self::Satisfies | Self::SatisfiesPruned => {
                format!("<circle {class} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"7\"/>")
            }
            Self::Fails | Self::FailsPruned => {
                let (left, top) = (x - 6.0, y - 6.0);
                format!("<rect {class} x=\"{left:.1}\" y=\"{top:.1}\" width=\"12\" height=\"12\"/>")
            }
            Self::Undecided => polygon(&[(0.0, -8.0), (8.0, 7.0), (-8.0, 7.0)]),
        }
    }
}
