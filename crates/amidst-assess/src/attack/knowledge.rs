//! What the attacker knows of how the release was made: hierarchies, levels, k, the limit on suppression.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use amidst_core::{
    Dictionary, Error as CoreError, Hierarchy, Role,
    hierarchy::{Recipe, builders::DecimalMark},
};
use amidst_spec::{
    Error, Plan, Result, Spec, hierarchies,
    spec::{ColumnSpec, HierarchySpec, Limit, Origin, Requirement},
};

/// Where the attacker's knowledge comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// The spec of the release.
    Spec(PathBuf),
    /// Its plan, which also tells the levels.
    Plan(PathBuf),
    /// Either, read already: a plan becomes a spec whose levels are fixed.
    Known(Box<Spec>),
}

/// How the values of a column became labels.
pub(crate) enum Ladder {
    /// By a hierarchy whose leaves are listed.
    Listed(Hierarchy),
    /// By a rule that gives any value its labels.
    Rule(Recipe),
}

/// All that is known.
#[derive(Default)]
pub(crate) struct Knowledge {
    ladders: BTreeMap<String, Ladder>,
    levels: BTreeMap<String, u8>,
    roles: Vec<(String, Role)>,
    pub k: Option<u64>,
    pub suppression: Option<Limit>,
    /// Whether more or less was asked for than k over all quasi columns.
    pub is_not_only_k: bool,
    /// What could not be made use of, in words.
    pub notes: Vec<String>,
}

impl Knowledge {
    /// Reads what there is; hierarchy files given by themselves speak last.
    pub fn read(
        source: Option<&Source>,
        files: &[(String, PathBuf)],
        columns: &[String],
        decimal: DecimalMark,
    ) -> Result<Self> {
        let spec = source.map(read_spec).transpose()?;
        let mut known = Self::default();
        if let Some(spec) = &spec {
            known.k = spec.privacy.k.or_else(|| spec.privacy.require.iter().filter_map(Requirement::k).max());
            let is_k = |one: &Requirement| one.model == amidst_models::KAnonymity::NAME;
            known.is_not_only_k = spec.privacy.combinations.is_some()
                || spec.privacy.household.is_some()
                || !spec.privacy.requirements().iter().all(is_k);
            known.suppression = Some(spec.solve.suppression.unwrap_or(Limit::NONE));
            for (name, column) in &spec.columns {
                known.add(name, column, decimal)?;
            }
        }
        for (name, file) in files {
            if !columns.contains(name) {
                return Err(CoreError::unknown_column(name, columns).into());
            }
            known.ladders.insert(name.clone(), Ladder::Listed(listed(name, file)?));
        }
        Ok(known)
    }

    fn add(&mut self, name: &str, column: &ColumnSpec, decimal: DecimalMark) -> Result<()> {
        self.roles.push((name.to_owned(), column.role.0));
        let bounds = column.levels.unwrap_or_default();
        if let (Some(min), Some(max)) = (bounds.min, bounds.max)
            && min == max
        {
            self.levels.insert(name.to_owned(), min);
        }
        match column.hierarchy.as_ref().map(|hierarchy| ladder(name, hierarchy, decimal)).transpose()? {
            None => {}
            Some(LadderSource::Ladder(ladder)) => drop(self.ladders.insert(name.to_owned(), ladder)),
            Some(LadderSource::ByDates) => {}
            Some(LadderSource::FromData) => self.notes.push(format!(
                "column {name:?}: its hierarchy follows from the data, so the attack reads its labels only; the plan of the \
                 release tells more"
            )),
        }
        Ok(())
    }

    /// How a column's values became labels, if that is known.
    pub fn ladder(&self, column: &str) -> Option<&Ladder> {
        self.ladders.get(column)
    }

    /// The listed hierarchy of a column.
    pub fn hierarchy(&self, column: &str) -> Option<&Hierarchy> {
        match self.ladders.get(column)? {
            Ladder::Listed(hierarchy) => Some(hierarchy),
            Ladder::Rule(_) => None,
        }
    }

    /// The level a column is released at, if that is known.
    pub fn level(&self, column: &str) -> Option<u8> {
        self.levels.get(column).copied()
    }

    /// The columns of a role, those only that the release has.
    pub fn columns(&self, role: Role, released: &[String]) -> Vec<String> {
        let wanted = |(name, known): &&(String, Role)| *known == role && released.contains(name);
        self.roles.iter().filter(wanted).map(|(name, _)| name.clone()).collect()
    }
}

fn read_spec(source: &Source) -> Result<Spec> {
    match source {
        Source::Plan(path) => Plan::read(path)?.spec(path),
        Source::Spec(path) => Spec::read(path),
        Source::Known(spec) => Ok((**spec).clone()),
    }
}

enum LadderSource {
    Ladder(Ladder),
    /// Dates are read in any spelling, without a hierarchy.
    ByDates,
    FromData,
}

fn ladder(name: &str, spec: &HierarchySpec, decimal: DecimalMark) -> Result<LadderSource> {
    let wrong = |problem| CoreError::Hierarchy { column: name.to_owned(), problem };
    Ok(match spec.origin(decimal).map_err(wrong)? {
        Origin::File { path, sha256 } => {
            let is_other = |found: String| sha256.is_some_and(|noted| !noted.eq_ignore_ascii_case(&found));
            if is_other(amidst_io::sha256_of(&path)?) {
                return Err(Error::HierarchyChanged { column: name.to_owned(), path: path.into() });
            }
            LadderSource::Ladder(Ladder::Listed(listed(name, Path::new(&path))?))
        }
        Origin::Recipe(Recipe::Date(_)) => LadderSource::ByDates,
        Origin::Recipe(Recipe::Order(_) | Recipe::Frequency(_)) => LadderSource::FromData,
        Origin::Recipe(Recipe::Tree(tree)) => {
            let hierarchy = Recipe::Tree(tree).build(&Dictionary::default(), &[]).map_err(wrong)?;
            LadderSource::Ladder(Ladder::Listed(hierarchy))
        }
        Origin::Recipe(recipe) => LadderSource::Ladder(Ladder::Rule(recipe)),
    })
}

fn listed(column: &str, file: &Path) -> Result<Hierarchy> {
    match hierarchies::read(file) {
        Ok((hierarchy, _)) => Ok(hierarchy),
        Err(Error::HierarchyFile { path, problem, .. }) => {
            Err(Error::HierarchyFile { column: Some(column.to_owned()), path, problem })
        }
        Err(error) => Err(error),
    }
}
