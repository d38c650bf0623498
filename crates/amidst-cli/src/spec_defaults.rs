//! What a spec says of a table that is judged as it stands; flags speak over it.

use std::path::{Path, PathBuf};

use amidst::{
    Role, Spec,
    spec::{Input, Privacy},
};

use crate::args::{LayoutArgs, Names};

/// What a spec says; nothing without one.
pub struct SpecDefaults(Option<Spec>);

impl SpecDefaults {
    /// Reads the spec, if there is one.
    pub fn read(spec: Option<&Path>) -> anyhow::Result<Self> {
        Ok(Self(spec.map(Spec::read).transpose()?))
    }

    /// The spec itself.
    pub fn spec(&self) -> Option<&Spec> {
        self.0.as_ref()
    }

    /// The table: that of the spec unless another is named, of which the spec only says what counts as missing.
    pub fn input(&self, table: Option<&str>, layout: &LayoutArgs) -> Input {
        let mut input = match (table, &self.0) {
            (None, Some(spec)) => spec.input.clone(),
            (table, spec) => Input {
                path: table.unwrap_or("-").into(),
                missing: spec.as_ref().and_then(|spec| spec.input.missing.clone()),
                ..Input::default()
            },
        };
        layout.apply(&mut input);
        input
    }

    /// The columns of a role: those that are named, or those of the spec. Each once.
    pub fn columns(&self, role: Role, named: &[Names]) -> Vec<String> {
        let of_spec = self.0.iter().flat_map(|spec| &spec.columns);
        let of_role = of_spec.filter(|(_, column)| column.role.0 == role).map(|(name, _)| name.clone());
        let all = if named.is_empty() { of_role.collect() } else { Names::all(named) };
        let mut seen: Vec<String> = Vec::new();
        for name in all {
            if !seen.contains(&name) {
                seen.push(name);
            }
        }
        seen
    }

    /// What is asked.
    pub fn privacy(&self) -> Privacy {
        self.0.as_ref().map_or_else(Privacy::default, |spec| spec.privacy.clone())
    }

    /// The files of hierarchies of sensitive columns.
    pub fn hierarchies(&self) -> Vec<(String, PathBuf)> {
        let columns = self.0.iter().flat_map(|spec| &spec.columns);
        let sensitive = columns.filter(|(_, column)| column.role.0 == Role::Sensitive);
        let file = |(name, column): (&String, &amidst::spec::ColumnSpec)| {
            Some((name.clone(), column.hierarchy.as_ref()?.file.as_ref()?.into()))
        };
        sensitive.filter_map(file).collect()
    }
}
