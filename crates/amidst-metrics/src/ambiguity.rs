//! Ambiguity: how many tuples each row may have been.

use amidst_core::{Attribute, Metric, Needs, NodeFacts, Score, metric::MeasureInfo};

use crate::entry::Entry;

/// Each released row costs the product of the leaves below its labels, each suppressed row that of all domains.
#[derive(Clone, Debug)]
pub struct Ambiguity {
    /// The tuples there could be.
    tuples: u128,
}

impl Ambiguity {
    /// Its id.
    pub const NAME: &str = "ambiguity";
    /// What it is.
    pub const INFO: MeasureInfo = MeasureInfo::new(Self::NAME, "how many tuples the rows may have been");
    /// How specs ask for it.
    pub(crate) const ENTRY: Entry =
        Entry { info: Self::INFO, build: |attributes, _| Box::new(Self::new(attributes)) };

    /// Reads the domains.
    pub fn new(attributes: &[Attribute]) -> Self {
        let leaves = attributes.iter().map(|attribute| u128::from(attribute.leaves));
        Self { tuples: leaves.fold(1, u128::saturating_mul) }
    }

    fn with_suppressed(&self, released: u128, suppressed: u64) -> Score {
        let suppressed = self.tuples.saturating_mul(suppressed.into());
        Score::new(released.saturating_add(suppressed) as f64)
    }
}

impl Metric for Ambiguity {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn needs(&self) -> Needs {
        Needs::AREAS
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn score(&self, node: &NodeFacts) -> Score {
        self.with_suppressed(node.areas.map_or(0, |areas| areas.released), node.suppressed)
    }

    /// A row's labels only widen upwards, and nothing is wider than what a suppressed row costs.
    fn bound_above(&self, node: &NodeFacts) -> Score {
        Score::new(node.areas.map_or(0, |areas| areas.all) as f64)
    }

    /// Suppressed rows stay suppressed, each of the others is one tuple at least.
    fn bound_below(&self, _levels: &[u8], node: &NodeFacts) -> Score {
        self.with_suppressed((node.rows - node.suppressed).into(), node.suppressed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{attributes, check};

    #[test]
    fn a_row_costs_the_tuples_it_may_have_been() {
        // Six rows show two letters and one flag; two rows may be any of four letters and two flags.
        check(&Ambiguity::new(&attributes()), 6.0 * 2.0 + 2.0 * 8.0);
    }

    #[test]
    fn what_is_too_large_to_count_is_as_large_as_can_be() {
        let wide = Attribute { weight: 1.0, height: 1, leaves: 1 << 40, levels: vec![] };
        let ambiguity = Ambiguity::new(&vec![wide; 4]);
        let node = |suppressed| NodeFacts { rows: 10, suppressed, ..NodeFacts::default() };
        assert_eq!(ambiguity.score(&node(1)), Score::new(u128::MAX as f64));
        assert_eq!(ambiguity.score(&node(1)), ambiguity.score(&node(10)));
    }
}
