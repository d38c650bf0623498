//! How many people of the population show what the classes of a table show.

use std::{collections::HashMap, sync::Arc};

use crate::{ClassTable, Kernel, MILLIONTHS, Tuples};

impl Kernel<'_> {
    /// For each class of a table, which was made here, the people of the population in it, in millionths: those of the
    /// population's own table, or else those that its rows stand for, or else its rows.
    pub fn people(&mut self, table: &ClassTable) -> Vec<u64> {
        let tuples = self.tuples();
        if let Some(population) = &tuples.population {
            let others = Kernel::new(population, 0).table(table.levels());
            return people_in(tuples, table, population, &others);
        }
        let Some(weights) = &tuples.weights else {
            return table.counts().iter().map(|&rows| u64::from(rows) * MILLIONTHS).collect();
        };
        let mut people = vec![0; table.len()];
        for (class, weight) in self.locate_bottom(table).into_iter().zip(weights) {
            people[class as usize] += weight;
        }
        people
    }
}

/// Counts the rows of a population's classes that show the same labels.
fn people_in(tuples: &Tuples, table: &ClassTable, population: &Tuples, others: &Arc<ClassTable>) -> Vec<u64> {
    let mut number_of: HashMap<(u32, u32), u32> = HashMap::new();
    let mut numbers = vec![0_u32; table.len()];
    let mut other_numbers = vec![0_u32; others.len()];
    for (column, &level) in table.levels().iter().enumerate() {
        number_of.clear();
        let names = tuples.hierarchy_labels(column, level);
        for (number, label) in numbers.iter_mut().zip(tuples.labels(table, column)) {
            let next = number_of.len() as u32;
            *number = *number_of.entry((*number, names[label as usize])).or_insert(next);
        }
        let names = population.hierarchy_labels(column, level);
        for (number, label) in other_numbers.iter_mut().zip(population.labels(others, column)) {
            let known = number_of.get(&(*number, names[label as usize]));
            *number = known.copied().unwrap_or(NOBODY);
        }
    }
    let mut people: HashMap<u32, u64> = HashMap::new();
    for (&number, &rows) in other_numbers.iter().zip(others.counts()) {
        *people.entry(number).or_default() += u64::from(rows) * MILLIONTHS;
    }
    numbers.iter().map(|number| people.get(number).copied().unwrap_or(0)).collect()
}

/// The number of a class of the population that shows what no class of the table shows.
const NOBODY: u32 = u32::MAX;
