//! Every column of the table gets what the spec says of it; nothing is guessed and nothing slips through.

use amidst_core::{Error as CoreError, Role, near::in_quotes};
use amidst_io::Want;

use crate::{
    Error, Result, Spec,
    error::Faults,
    scheme::RecodingScheme,
    spec::{ColumnSpec, Keep, LevelBounds, OnUnmapped},
};

/// The table's columns in order, each with its role.
#[derive(Clone, PartialEq)]
pub struct Roles {
    columns: Vec<(String, ColumnSpec)>,
    /// Columns that requirements name, whatever becomes of them.
    model_columns: Vec<String>,
    /// Whether a respondent tells people apart.
    has_respondent: bool,
    /// Columns that come before others, the first of all first.
    first: Vec<String>,
}

impl Roles {
    /// Lays the spec's columns over a header.
    ///
    /// # Errors
    /// All that is wrong with the columns that the spec names.
    pub fn new(spec: &Spec, header: &[String]) -> Result<Self> {
        let mut faults = Faults::default();
        let unknown = |name: &String| Error::from(CoreError::unknown_column(name, header));
        let is_unknown = |name: &&String| !header.contains(name);
        // If it knows none, it is about another table, and one says as much as all.
        if let Some(first) = spec.columns.keys().next()
            && spec.columns.keys().all(|name| is_unknown(&name))
        {
            return Err(unknown(first));
        }
        spec.columns.keys().filter(is_unknown).for_each(|name| faults.add(unknown(name)));
        let unclassified: Vec<&String> =
            header.iter().filter(|name| !spec.columns.contains_key(*name)).collect();
        if !unclassified.is_empty() {
            faults.add(Error::Unclassified { columns: in_quotes(&unclassified) });
        }
        let of_header =
            header.iter().filter_map(|name| Some((name.clone(), spec.columns.get(name)?.clone())));
        let columns: Vec<(String, ColumnSpec)> = of_header.collect();
        let privacy = &spec.privacy;
        let model_columns = privacy.require.iter().filter_map(|it| it.column.as_ref());
        let model_columns = model_columns
            .chain(privacy.respondent.as_ref().map(|respondent| &respondent.column))
            .chain(&privacy.weight)
            .chain(&privacy.population_count)
            .chain(&privacy.household)
            .chain(&spec.solve.target)
            .cloned()
            .collect();
        let first = spec.solve.priority.iter().flatten().chain(&spec.named).cloned().collect();
        let roles = Self { columns, model_columns, has_respondent: privacy.respondent.is_some(), first };
        roles.model_columns.iter().filter(is_unknown).for_each(|name| faults.add(unknown(name)));
        // A column that is misspelt or has no role may be the one.
        if faults.is_empty() && roles.quasi().next().is_none() {
            faults.add(Error::NoQuasi { known: Vec::new() });
        }
        for (name, column) in &roles.columns {
            faults.keep(check_keep(name, column));
            faults.keep(check_recoding(name, column));
        }
        faults.check()?;
        Ok(roles)
    }

    /// What a scheme makes of the quasi columns.
    pub fn under(mut self, scheme: RecodingScheme) -> Self {
        let quasi = self.columns.iter_mut().filter(|(_, column)| column.role.0 == Role::Quasi);
        quasi.for_each(|(_, column)| scheme.column(column));
        self
    }

    /// Lets every quasi column have one level only.
    pub fn fix(&mut self, levels: &[u8]) {
        let quasi = self.columns.iter_mut().filter(|(_, column)| column.role.0 == Role::Quasi);
        for ((_, column), &level) in quasi.zip(levels) {
            column.levels = Some(LevelBounds { min: Some(level), max: Some(level) });
        }
    }

    /// Takes away the highest levels that quasi columns may have, and names those columns. Nothing, if one of them must not be
    /// as fine as it could.
    pub fn take_highest_levels(&mut self) -> Option<Vec<String>> {
        let mut names = Vec::new();
        for (name, column) in self.columns.iter_mut().filter(|(_, column)| column.role.0 == Role::Quasi) {
            if let Some(bounds) = column.levels.take() {
                bounds.min.is_none_or(|level| level == 0).then_some(())?;
                names.push(name.clone());
            }
        }
        Some(names)
    }

    /// How a reader should keep a column.
    pub fn want(&self, name: &str) -> Want {
        let column = self.columns.iter().find(|column| column.0 == name).map(|column| &column.1);
        match column {
            None => Want::Drop,
            Some(column) => match column.role.0 {
                // Without a respondent they are looked at: who repeats has several rows.
                Role::Identifier
                    if column.keep.is_none() && self.has_respondent && !self.is_model_column(name) =>
                {
                    Want::Drop
                }
                Role::Identifier | Role::Quasi => Want::Code,
                Role::Sensitive | Role::Other => Want::Carry,
            },
        }
    }

    /// Whether requirements or reports look at the values of a column: those named, and every sensitive one.
    pub fn is_model_column(&self, name: &str) -> bool {
        self.model_columns.iter().any(|it| it == name) || self.role(name) == Role::Sensitive
    }

    /// Whether a column of the table is in the release.
    pub fn is_released(&self, name: &str) -> bool {
        !self.dropped().any(|dropped| dropped == name)
    }

    /// The role of a column of the table.
    pub fn role(&self, name: &str) -> Role {
        self.spec(name).role.0
    }

    /// What the spec says of a column of the table.
    pub fn spec(&self, name: &str) -> &ColumnSpec {
        let column = self.columns.iter().find(|column| column.0 == name);
        column.map(|column| &column.1).expect("every column of the table has a role")
    }

    /// All columns in the order of the table.
    pub fn columns(&self) -> impl Iterator<Item = (&str, &ColumnSpec)> {
        self.columns.iter().map(|(name, column)| (name.as_str(), column))
    }

    /// The quasi columns in the order of the table.
    pub fn quasi(&self) -> impl Iterator<Item = (&str, &ColumnSpec)> {
        self.columns().filter(|(_, column)| column.role.0 == Role::Quasi)
    }

    /// The place of a column among those that are as good as it is: by `priority`, then as the spec or whoever calls named
    /// them; those that nobody named come last, in the order of the table.
    pub fn rank(&self, name: &str) -> u32 {
        let place = self.first.iter().position(|known| known == name);
        place.unwrap_or(self.first.len()) as u32
    }

    /// The identifiers that are dropped.
    pub fn dropped(&self) -> impl Iterator<Item = &str> {
        self.columns()
            .filter(|(_, column)| column.role.0 == Role::Identifier && column.keep.is_none())
            .map(|(name, _)| name)
    }
}

/// `keep` and `key` are for identifiers and come together.
fn check_keep(name: &str, column: &ColumnSpec) -> Result<()> {
    let problem = match (column.role.0, column.keep, &column.key) {
        (_, None, None) | (Role::Identifier, Some(Keep::Pseudonym), Some(_)) => return Ok(()),
        (Role::Identifier, Some(Keep::Pseudonym), None) => {
            "a pseudonym needs a key; add key = { env = \"NAME\" } or key = { file = \"PATH\" }"
        }
        (Role::Identifier, None, Some(_)) => {
            "it has a key but no keep = \"pseudonym\"; add it, or take the key away"
        }
        _ => {
            "only an identifier can be kept as a pseudonym; give it the role identifier, or take keep and key away"
        }
    };
    Err(Error::Key { column: name.into(), problem: problem.into() })
}

/// Refuses what would be overlooked: only quasi columns are recoded.
fn check_recoding(name: &str, column: &ColumnSpec) -> Result<()> {
    let role = column.role.0;
    let given = [
        ("weight", column.weight.is_some()),
        ("levels", column.levels.is_some()),
        ("aggregate", column.aggregate.is_some()),
        ("confidential", column.confidential),
        ("on_unmapped", column.on_unmapped != OnUnmapped::Error),
    ];
    match given.iter().find(|(_, given)| *given && role != Role::Quasi) {
        None => Ok(()),
        Some((key, _)) => Err(Error::Stray { column: name.into(), key, role }),
    }
}
