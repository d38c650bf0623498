//! Distinct quasi tuples with counts: all that a search needs to know about the rows.

use std::sync::Arc;

use amidst_core::{Aborted, Attribute, Label, Lattice, MILLIONTHS, Observer};

use crate::{
    ClassHistograms,
    column::Terms,
    domain::Domain,
    layout::{Arranged, Layout, arrange},
    packed::Packed,
    table::ClassTable,
};

/// The distinct quasi tuples of a table, with counts.
pub struct Tuples {
    pub(crate) domains: Vec<Domain>,
    pub(crate) layout: Layout,
    /// The tuples as classes of the node where nothing is generalized.
    pub(crate) bottom: Arc<ClassTable>,
    pub(crate) rows: u64,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) lattice: Lattice,
    /// For each column its block, 0 for the lead, and its position in the block.
    pub(crate) places: Vec<(usize, usize)>,
    /// The values of companion columns, by tuple.
    pub(crate) tallies: Vec<ClassHistograms>,
    /// People of the population that the rows of each tuple stand for, in millionths.
    pub(crate) weights: Option<Vec<u64>>,
    /// The distinct tuples of the population.
    pub(crate) population: Option<Box<Tuples>>,
    /// People of the population whose values have no place in a hierarchy, in millionths.
    pub(crate) outside: u64,
}

impl Tuples {
    /// Distinct tuples of dense leaves, bound to hierarchies.
    pub(crate) fn assemble(
        terms: &[Terms<'_>],
        domains: Vec<Domain>,
        packed: &Packed,
        counts: &[u32],
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let lattice = Lattice::new(
            terms.iter().map(|terms| terms.min_level).collect(),
            terms.iter().map(|terms| terms.max_level).collect(),
        );
        let Arranged { layout, bottom } = arrange(&domains, &lattice, packed, counts, observer)?;
        let attribute =
            |(terms, domain): (&Terms<'_>, &Domain)| domain.attribute(terms.hierarchy, terms.weight);
        Ok(Self {
            attributes: terms.iter().zip(&domains).map(attribute).collect(),
            places: places(&layout, terms.len()),
            domains,
            layout,
            bottom: Arc::new(bottom),
            rows: counts.iter().map(|&rows| u64::from(rows)).sum(),
            lattice,
            tallies: Vec::new(),
            weights: None,
            population: None,
            outside: 0,
        })
    }

    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The number of distinct tuples.
    pub fn len(&self) -> usize {
        self.bottom.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.bottom.is_empty()
    }

    /// What metrics may know about each column.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// For each label that occurs in a column at a level, in the order of its [`Attribute`], its index on that level of the
    /// hierarchy.
    pub fn hierarchy_labels(&self, column: usize, level: u8) -> &[u32] {
        &self.domains[column].levels[usize::from(level)].labels
    }

    /// Counts people of the population instead of rows that stand for them: its tuples, under the same hierarchies.
    pub fn with_population(mut self, population: Tuples) -> Self {
        self.population = Some(Box::new(population));
        self
    }

    /// Counts people of the population, in millionths, who are in no class of any node, because their values have no place
    /// in a hierarchy.
    pub fn with_people_outside(mut self, people: u64) -> Self {
        self.outside = people;
        self
    }

    /// Everybody in the population, in millionths.
    pub fn everyone(&self) -> u64 {
        let inside = match (&self.population, &self.weights) {
            (Some(population), _) => population.rows * MILLIONTHS,
            (None, Some(weights)) => weights.iter().sum(),
            (None, None) => self.rows * MILLIONTHS,
        };
        inside + self.outside
    }

    /// The values of a companion, by tuple: the classes of the bottom.
    pub fn tally(&self, aux_column: usize) -> &ClassHistograms {
        &self.tallies[aux_column]
    }

    /// How many people the rows of each tuple stand for, in millionths, if that is known.
    pub fn weights(&self) -> Option<&[u64]> {
        self.weights.as_deref()
    }

    /// The tuples of the population, if they are known.
    pub fn population(&self) -> Option<&Tuples> {
        self.population.as_deref()
    }

    /// All nodes within the level bounds of the columns.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// Columns by how many bits their values tell, most first.
    pub fn ranking(&self) -> Vec<usize> {
        let rows = self.rows as f64;
        let bits = |labels: &[Label]| -> f64 {
            labels.iter().map(|label| label.rows as f64 * (rows / label.rows as f64).log2()).sum()
        };
        let bits: Vec<f64> = self.attributes.iter().map(|attribute| bits(&attribute.levels[0])).collect();
        let mut ranking: Vec<usize> = (0..bits.len()).collect();
        ranking.sort_by(|&a, &b| bits[b].total_cmp(&bits[a]));
        ranking
    }

    /// The class table of the node where nothing is generalized.
    pub fn bottom(&self) -> &Arc<ClassTable> {
        &self.bottom
    }

    /// The label of a class in a column: an index into the node's level of its [`Attribute`].
    pub fn label(&self, table: &ClassTable, class: usize, column: usize) -> u32 {
        let (block, position) = self.places[column];
        let leaf = match block.checked_sub(1) {
            None => self.layout.lead.leaf(table.run_of(class).lead, position),
            Some(at) => {
                let (block, field) = &self.layout.rest[at];
                let words = self.layout.words;
                block.leaf(field.read(&table.keys[class * words..][..words]) as u32, position)
            }
        };
        self.domains[column].levels[usize::from(table.levels[column])].of_leaf[leaf as usize]
    }
}

/// For each column its block, 0 for the lead, and its position in the block.
fn places(layout: &Layout, columns: usize) -> Vec<(usize, usize)> {
    let mut places = vec![(0, 0); columns];
    let blocks = std::iter::once(&layout.lead).chain(layout.rest.iter().map(|(block, _)| block));
    for (at, block) in blocks.enumerate() {
        for (position, &column) in block.columns.iter().enumerate() {
            places[column] = (at, position);
        }
    }
    places
}
