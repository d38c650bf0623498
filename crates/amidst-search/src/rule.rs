//! Which classes are outliers, asked as quickly as the requirements allow.
//!
//! Some requirements keep their promise when classes are suppressed: whatever they suppress at a node, they suppress at
//! every node below. They are the *sure* part of the rule. A node whose sure part suppresses too much rules out everything
//! below it, whatever the other requirements do, and these are not even asked. What these say of the nodes below is in
//! [`crate::below`].

use std::sync::Arc;

use amidst_core::{Model, Monotonicity, TableModel};
use amidst_kernel::{ClassHistograms, ClassTable, Kernel, Tuples};

use crate::{Class, Combination, Requirement, combination::core, smallest};

/// All requirements of a problem as one question.
#[derive(Debug)]
pub(crate) struct Rule {
    requirements: Vec<Arc<Requirement>>,
    combinations: Vec<Combination>,
    /// No class of fewer rows is released.
    least: u64,
    /// Whether every class of that many rows is, as far as models go.
    only_rows: bool,
    monotonicity: Monotonicity,
}

/// Which classes of a table are released.
#[derive(Clone)]
pub(crate) enum Released {
    /// Those of so many rows.
    FromRows(u32),
    /// Those that are marked.
    Marked(Vec<bool>),
}

impl Released {
    fn nothing(table: &ClassTable) -> Self {
        Self::Marked(vec![false; table.len()])
    }

    pub fn contains(&self, table: &ClassTable, class: usize) -> bool {
        match self {
            Self::FromRows(least) => table.counts()[class] >= *least,
            Self::Marked(marks) => marks[class],
        }
    }

    /// The rows of a class that are suppressed: all or none.
    pub fn suppressed_of(&self, table: &ClassTable, class: usize) -> u32 {
        if self.contains(table, class) { 0 } else { table.counts()[class] }
    }

    fn suppressed(&self, table: &ClassTable) -> u64 {
        (0..table.len()).map(|class| u64::from(self.suppressed_of(table, class))).sum()
    }
}

/// Rows that every node below suppresses.
pub(crate) struct Lost {
    /// All of them.
    pub rows: u64,
    /// So many of each class of the node.
    pub of_class: Vec<u32>,
}

/// What the rest of a rule says of the classes of a node that its sure part keeps.
pub(crate) struct Rest {
    /// The classes that hold.
    pub holds: Vec<bool>,
    pub lost: Lost,
}

/// What a rule says of a node.
pub(crate) struct Evaluation {
    /// The classes released.
    pub released: Released,
    /// Those that the sure part releases, if it is not all there is.
    pub sure: Option<Released>,
    /// What every node below suppresses, if that is more than the sure part says.
    pub below: Option<Lost>,
    /// Whether the node and everything below it are known to suppress too much before everything was asked. What is
    /// released is then too much, and nothing but that is known, and how much is suppressed at least.
    pub is_hopeless: bool,
}

impl Evaluation {
    /// All that is suppressed is suppressed below.
    fn new(released: Released) -> Self {
        Self { released, sure: None, below: None, is_hopeless: false }
    }

    /// What is released is too much already.
    fn hopeless(released: Released) -> Self {
        Self { is_hopeless: true, ..Self::new(released) }
    }
}

impl Rule {
    pub fn new(requirements: Vec<Requirement>) -> Self {
        Self::of(requirements.into_iter().map(Arc::new).collect(), Vec::new())
    }

    fn of(requirements: Vec<Arc<Requirement>>, combinations: Vec<Combination>) -> Self {
        let models = || requirements.iter().filter_map(|it| it.class_model());
        let least = models().map(|model| model.least_rows()).max().unwrap_or(1).max(1);
        let only_rows = requirements.iter().all(|it| it.rows_suffice());
        let weakest = requirements.iter().map(|it| it.monotonicity()).min();
        let monotonicity = weakest.unwrap_or(Monotonicity::Suppression);
        Self { requirements, combinations, least, only_rows, monotonicity }
    }

    pub fn with_combinations(self, combinations: Vec<Combination>) -> Self {
        Self { combinations, ..self }
    }

    /// The rule without what breaks when classes merge: whatever it suppresses at a node, it suppresses below.
    pub fn sure_part(&self) -> Self {
        let requirements = self.requirements.iter().filter(|it| is_sure(it)).cloned().collect();
        Self::of(requirements, self.combinations.clone())
    }

    pub fn requirements(&self) -> &[Arc<Requirement>] {
        &self.requirements
    }

    pub fn combinations(&self) -> &[Combination] {
        &self.combinations
    }

    pub fn least(&self) -> u64 {
        self.least
    }

    /// `Some(rows)` if exactly the classes of at least so many rows are released.
    pub fn rows_needed(&self) -> Option<u64> {
        (self.only_rows && self.combinations.is_empty()).then_some(self.least)
    }

    /// What the models promise. Combinations promise as much as any model can: see [`core`].
    pub fn monotonicity(&self) -> Monotonicity {
        self.monotonicity
    }

    /// The classes of a node that are released.
    pub fn released(&self, kernel: &mut Kernel<'_>, table: &ClassTable) -> Released {
        self.rule(kernel, table, u64::MAX).released
    }

    /// What the rule says of a node of which at most so many rows may be suppressed.
    pub fn rule(&self, kernel: &mut Kernel<'_>, table: &ClassTable, limit: u64) -> Evaluation {
        // Beyond `u32` no class has so many rows.
        let from_rows = Released::FromRows(u32::try_from(self.least).unwrap_or(u32::MAX));
        if self.rows_needed().is_some() {
            return Evaluation::new(from_rows);
        }
        // Too few rows: most nodes end here, before any value is looked at.
        if limit < u64::MAX && from_rows.suppressed(table) > limit {
            return Evaluation::hopeless(from_rows);
        }
        let view = ClassView::new(self, kernel, table);
        let mut marks: Vec<bool> = (0..table.len()).map(|class| from_rows.contains(table, class)).collect();
        view.unmark(&mut marks, is_sure);
        let marks = core(kernel.tuples(), table, &self.combinations, marks);
        let sure = Released::Marked(self.meet(kernel.tuples(), table, marks.clone(), is_sure));
        if self.monotonicity == Monotonicity::Suppression {
            return Evaluation::new(sure);
        }
        if limit < u64::MAX && sure.suppressed(table) > limit {
            return Evaluation::hopeless(sure);
        }
        // Whom the sure part leaves out at a node, it leaves out at every node below.
        if view.leaves_out_somebody(&sure) {
            let is_hopeless = limit < kernel.tuples().rows();
            return Evaluation { is_hopeless, sure: Some(sure), ..Evaluation::new(Released::nothing(table)) };
        }
        let Rest { holds, lost } = self.rest(&view, &marks);
        if holds == marks && self.requirements.iter().all(|it| it.class_model().is_some()) {
            return Evaluation::new(sure);
        }
        let below = Some(lost).filter(|lost| lost.rows > sure.suppressed(table));
        if below.as_ref().is_some_and(|lost| lost.rows > limit) {
            return Evaluation { below, sure: Some(sure.clone()), ..Evaluation::hopeless(sure) };
        }
        let marks = core(kernel.tuples(), table, &self.combinations, holds);
        let mut released = Released::Marked(self.meet(kernel.tuples(), table, marks, |_| true));
        if view.leaves_out_somebody(&released) {
            released = Released::nothing(table);
        }
        Evaluation { released, sure: Some(sure), below, is_hopeless: false }
    }

    /// Takes marks away until the rest meet together what some requirements ask of all classes.
    fn meet(
        &self,
        tuples: &Tuples,
        table: &ClassTable,
        mut marks: Vec<bool>,
        is_asked: impl Fn(&Requirement) -> bool,
    ) -> Vec<bool> {
        let models: Vec<&dyn TableModel> = self
            .requirements
            .iter()
            .filter(|it| is_asked(it))
            .filter_map(|it| match &it.model {
                Model::Table(model) => Some(&**model),
                Model::Class(_) => None,
            })
            .collect();
        if !models.is_empty() {
            smallest::unmark(tuples, table, &models, &mut marks);
        }
        marks
    }

    /// What is counted of each class: its rows, or its people.
    pub fn sizes(&self, kernel: &mut Kernel<'_>, table: &ClassTable) -> Vec<u64> {
        let Some(people) = self.requirements.iter().find_map(|it| it.people) else {
            return table.counts().iter().map(|&rows| u64::from(rows)).collect();
        };
        let tallies = kernel.tallies(table);
        (0..table.len()).map(|class| tallies[people].class(class).0.len() as u64).collect()
    }

    /// What each requirement reaches on the classes that are released.
    pub fn reached(
        &self,
        kernel: &mut Kernel<'_>,
        table: &ClassTable,
        released: &Released,
    ) -> Vec<Option<f64>> {
        let view = ClassView::new(self, kernel, table);
        let classes = || (0..table.len()).filter(|&class| released.contains(table, class));
        let sizes = || classes().map(|class| u64::from(table.counts()[class])).collect();
        let reached = |it: &Arc<Requirement>| match &it.model {
            Model::Class(_) => it.reached(classes().map(|class| view.class(it, class))),
            Model::Table(model) => classes().next().map(|_| model.attained(&sizes())),
        };
        self.requirements.iter().map(reached).collect()
    }
}

/// Whether what a requirement suppresses at a node is suppressed at every node below.
fn is_sure(requirement: &Requirement) -> bool {
    requirement.monotonicity() == Monotonicity::Suppression
}

/// The classes of a table, with whatever requirements look at.
pub(crate) struct ClassView<'a> {
    requirements: &'a [Arc<Requirement>],
    pub table: &'a ClassTable,
    tallies: Option<Arc<[ClassHistograms]>>,
    people: Option<Vec<u64>>,
    people_per_row: f64,
    /// Everybody in the population, if a requirement speaks of them all.
    everyone: Option<u64>,
}

impl<'a> ClassView<'a> {
    fn new(rule: &'a Rule, kernel: &mut Kernel<'_>, table: &'a ClassTable) -> Self {
        let requirements = &rule.requirements;
        let looks_at_values = requirements.iter().any(|it| it.aux_columns().next().is_some());
        let looks_at_people = requirements.iter().any(|it| it.looks_at_people());
        let tallies = looks_at_values.then(|| kernel.tallies(table));
        let people = looks_at_people.then(|| kernel.people(table));
        // Only what breaks when classes merge asks what parts of them have.
        let asks_for_parts = requirements.iter().any(|it| it.looks_at_people() && !is_sure(it));
        let people_per_row = if asks_for_parts { kernel.people_per_row() } else { 0.0 };
        let counts_everyone = requirements.iter().any(|it| it.counts_everyone());
        let everyone = counts_everyone.then(|| kernel.tuples().everyone());
        Self { requirements, table, tallies, people, people_per_row, everyone }
    }

    /// Whether a requirement speaks of everybody in the population, and somebody is in no released class.
    fn leaves_out_somebody(&self, released: &Released) -> bool {
        let (Some(everyone), Some(people)) = (self.everyone, &self.people) else { return false };
        let people = people.iter().enumerate();
        let inside = people.filter(|(class, _)| released.contains(self.table, *class));
        inside.map(|(_, people)| people).sum::<u64>() < everyone
    }

    pub fn class(&self, requirement: &Requirement, class: usize) -> Class<'_> {
        let tally = |aux_column: Option<usize>| {
            let tallies = self.tallies.as_ref().zip(aux_column);
            tallies.map(|(tallies, aux_column)| tallies[aux_column].class(class))
        };
        let people = tally(requirement.people).map(|(people, _)| people.len() as u64);
        Class {
            rows: people.unwrap_or_else(|| u64::from(self.table.counts()[class])),
            tally: tally(requirement.aux_column).unwrap_or((&[], &[])),
            people: self.people.as_ref().map_or(0, |people| people[class]),
            people_per_row: self.people_per_row,
        }
    }

    /// Takes the marks of classes away that fail some of the requirements.
    fn unmark(&self, marks: &mut [bool], is_asked: impl Fn(&Requirement) -> bool) {
        for requirement in self.requirements.iter().filter(|it| is_asked(it)) {
            // Those of enough rows are marked already.
            if requirement.class_model().is_none() || requirement.rows_suffice() {
                continue;
            }
            for (class, mark) in marks.iter_mut().enumerate().filter(|(_, mark)| **mark) {
                *mark = requirement.holds(&self.class(requirement, class));
            }
        }
    }
}
