//! Distinct quasi tuples with counts: all that a search needs to know about the rows.

use std::sync::{Arc, OnceLock};

use amidst_core::{Aborted, Attribute, Lattice, MILLIONTHS, Observer};

use crate::{
    ClassHistograms, Marginals,
    domain::Domain,
    layout::{Arranged, Layout, arrange},
    packed::Packed,
    table::ClassTable,
};

/// The distinct quasi tuples of a table, with counts.
pub struct Tuples {
    pub(crate) domains: Arc<[Domain]>,
    pub(crate) layout: Layout,
    /// The tuples as classes of the node at which they were collapsed.
    pub(crate) bottom: Arc<ClassTable>,
    pub(crate) rows: u64,
    pub(crate) attributes: Arc<[Attribute]>,
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
    /// Columns by how many bits their values tell, most first.
    pub(crate) ranking: Arc<[usize]>,
    /// The rows that share each tuple of values, once they were counted, where tuples are of coarser labels.
    pub(crate) value_counts: OnceLock<Vec<u32>>,
}

impl Tuples {
    /// Distinct tuples of labels that occur at a node, bound to hierarchies.
    pub(crate) fn assemble(
        marginals: &Marginals,
        base: &[u8],
        packed: &Packed,
        counts: &[u32],
        observer: &dyn Observer,
    ) -> Result<Self, Aborted> {
        let Marginals { domains, attributes, lattice, ranking } = marginals.clone();
        let Arranged { layout, bottom } = arrange(&domains, &lattice, base, packed, counts, observer)?;
        Ok(Self {
            places: places(&layout, base.len()),
            attributes,
            domains,
            layout,
            bottom: Arc::new(bottom),
            rows: counts.iter().map(|&rows| u64::from(rows)).sum(),
            lattice,
            tallies: Vec::new(),
            weights: None,
            population: None,
            outside: 0,
            ranking,
            value_counts: OnceLock::new(),
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
        self.ranking.to_vec()
    }

    /// The rows that share each tuple of values, if they were counted: [`Tuples::count_values`].
    pub fn value_counts(&self) -> Option<&[u32]> {
        let is_of_values = self.bottom.levels.iter().all(|&level| level == 0);
        is_of_values.then(|| self.bottom.counts()).or_else(|| self.value_counts.get().map(Vec::as_slice))
    }

    /// The class table of the node at which rows were collapsed, where nothing is generalized unless it was another.
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
