//! Rows of one point that are together somewhere.

/// Some rows of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Member {
    /// The point.
    pub point: u32,
    /// How many of its rows.
    pub rows: u32,
}

/// Members of one point become one member.
pub(crate) fn tidy(mut class: Vec<Member>) -> Vec<Member> {
    class.sort_unstable();
    class.dedup_by(|next, kept| {
        let is_same = next.point == kept.point;
        kept.rows += if is_same { next.rows } else { 0 };
        is_same
    });
    class
}
