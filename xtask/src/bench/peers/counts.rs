//! Counts of a sensitive column class by class, as the definitions need them: neither program's own.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use anyhow::{Context, Result};

/// A table as texts.
pub struct Texts {
    columns: Vec<String>,
    rows: Vec<csv::StringRecord>,
}

impl Texts {
    pub fn read(path: &Path) -> Result<Self> {
        let mut reader = csv::ReaderBuilder::new().delimiter(b';').from_path(path)?;
        let columns = reader.headers()?.iter().map(str::to_owned).collect();
        Ok(Self { columns, rows: reader.records().collect::<Result<_, _>>()? })
    }

    fn place(&self, name: &str) -> Result<usize> {
        self.columns.iter().position(|column| column == name).with_context(|| format!("no column {name:?}"))
    }
}

/// The rows of each value of a column: in every class, and in the whole table.
pub struct Counts {
    classes: Vec<Vec<(usize, u64)>>,
    whole: Vec<u64>,
    rows: u64,
}

impl Counts {
    /// Counts a column in the classes that other columns form.
    pub fn of(texts: &Texts, class: &[&str], column: &str) -> Result<Self> {
        let places: Vec<usize> = class.iter().map(|name| texts.place(name)).collect::<Result<_>>()?;
        let own = texts.place(column)?;
        let values: BTreeSet<&str> = texts.rows.iter().map(|row| &row[own]).collect();
        let numbers: BTreeMap<&str, usize> = values.into_iter().zip(0..).collect();
        let mut whole = vec![0; numbers.len()];
        let mut classes: BTreeMap<Vec<&str>, BTreeMap<usize, u64>> = BTreeMap::new();
        for row in &texts.rows {
            let value = numbers[&row[own]];
            whole[value] += 1;
            let key = places.iter().map(|&place| &row[place]).collect();
            *classes.entry(key).or_default().entry(value).or_default() += 1;
        }
        let classes = classes.into_values().map(|class| class.into_iter().collect()).collect();
        Ok(Self { classes, whole, rows: texts.rows.len() as u64 })
    }

    /// Values in the whole table.
    pub fn values(&self) -> usize {
        self.whole.len()
    }

    /// −ln of the share of the rarest value.
    pub fn rarest(&self) -> f64 {
        (0..self.values()).map(|value| -self.share(value).ln()).fold(0.0, f64::max)
    }

    /// The share of a value in the whole table.
    fn share(&self, value: usize) -> f64 {
        self.whole[value] as f64 / self.rows as f64
    }

    /// Values of the class that has the fewest.
    pub fn least_values(&self) -> usize {
        self.classes.iter().map(Vec::len).min().unwrap_or(0)
    }

    /// The largest r₁ / (r_l + … + r_m), counts from frequent to rare; `None` if some class has fewer than l values.
    pub fn recursive(&self, l: usize) -> Option<f64> {
        let of_class = |class: &Vec<(usize, u64)>| {
            let mut counts: Vec<u64> = class.iter().map(|&(_, rows)| rows).collect();
            counts.sort_unstable_by_key(|&rows| std::cmp::Reverse(rows));
            counts[0] as f64 / counts.iter().skip(l - 1).sum::<u64>() as f64
        };
        (self.least_values() >= l).then(|| self.classes.iter().map(of_class).fold(0.0, f64::max))
    }

    /// Whether some class has exactly so many values, all of them as often.
    pub fn has_even_class(&self, values: usize) -> bool {
        let is_even = |class: &Vec<(usize, u64)>| class.iter().all(|&(_, rows)| rows == class[0].1);
        self.classes.iter().any(|class| class.len() == values && is_even(class))
    }

    /// Whether the share of some value grows in a class by more than −ln q, which enhanced likeness never allows.
    pub fn forbids_every_beta(&self) -> bool {
        self.classes.iter().any(|class| {
            let size: u64 = class.iter().map(|&(_, rows)| rows).sum();
            class.iter().any(|&(value, rows)| {
                let whole = self.share(value);
                (rows as f64 / size as f64 - whole) / whole > 1e-12 - whole.ln()
            })
        })
    }
}

#[cfg(test)]
impl Counts {
    /// From the values of each class.
    pub fn from_classes(classes: &[&str]) -> Self {
        let row = |class: usize, value: char| [class.to_string(), value.to_string()].to_vec().into();
        let rows = classes
            .iter()
            .enumerate()
            .flat_map(|(at, values)| values.chars().map(move |value| row(at, value)))
            .collect();
        let texts = Texts { columns: vec!["q".into(), "s".into()], rows };
        Self::of(&texts, &["q"], "s").expect("both columns are there")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_counted() {
        let counts = Counts::from_classes(&["aab", "bbbc"]);
        assert_eq!(counts.values(), 3);
        assert_eq!(counts.least_values(), 2);
        assert_eq!((counts.recursive(2), counts.recursive(3)), (Some(3.0), None));
        assert!((counts.rarest() - 7f64.ln()).abs() < 1e-12);
        assert!(!counts.has_even_class(2));
        assert!(Counts::from_classes(&["aabb", "abc"]).has_even_class(2));
    }

    #[test]
    fn a_frequent_value_may_gain_little() {
        assert!(Counts::from_classes(&["aaa", "aab"]).forbids_every_beta());
        assert!(!Counts::from_classes(&["abc", "abc"]).forbids_every_beta());
    }
}
