//! What a plan says of one column.

use amidst_core::Role;
use serde::{Deserialize, Serialize};

use crate::spec::{ColumnSpec, HierarchySpec, Keep, KeySource, LevelBounds, OnUnmapped, RoleWord};

/// How one column is recoded.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ColumnPlan {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: RoleWord,
    /// What is done with it.
    pub r#do: PlanTransformation,
    /// The level of its hierarchy that is released.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The level of the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
    /// Its hierarchy as a spec writes it, with everything written out that would depend on the data.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hierarchy: Option<String>,
    /// What to do with values that its hierarchy does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_unmapped: Option<OnUnmapped>,
    /// Where the key of the pseudonym is: never the key itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<KeySource>,
    /// Whether it may be released although it looks like a direct identifier.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub not_identifying: bool,
}

/// What is done with a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlanTransformation {
    /// An identifier goes.
    Drop,
    /// An identifier becomes a keyed pseudonym.
    Pseudonymize,
    /// A quasi column is shown at a level of its hierarchy.
    Generalize,
    /// A sensitive or other column stays.
    Keep,
}

impl PlanTransformation {
    fn name(self) -> &'static str {
        match self {
            Self::Drop => "drop",
            Self::Pseudonymize => "pseudonymize",
            Self::Generalize => "generalize",
            Self::Keep => "keep",
        }
    }
}

impl ColumnPlan {
    /// What a spec would say of it, or what is wrong.
    pub(super) fn spec(&self) -> Result<ColumnSpec, String> {
        self.refuse_strays()?;
        let spec = ColumnSpec { not_identifying: self.not_identifying, ..ColumnSpec::new(self.role.0) };
        match (self.r#do, self.role.0) {
            (PlanTransformation::Drop, Role::Identifier) => Ok(spec),
            (PlanTransformation::Keep, Role::Sensitive | Role::Other) => {
                let hierarchy = self.hierarchy.as_deref().map(HierarchySpec::from_toml).transpose();
                Ok(ColumnSpec { hierarchy: hierarchy.map_err(|error| error.to_string())?, ..spec })
            }
            (PlanTransformation::Generalize, Role::Quasi) => self.generalized(spec),
            (PlanTransformation::Pseudonymize, Role::Identifier) => {
                let key = self.key.clone().ok_or_else(|| self.lacks("key"))?;
                Ok(ColumnSpec { keep: Some(Keep::Pseudonym), key: Some(key), ..spec })
            }
            (transformation, role) => {
                Err(format!("do = \"{}\" does not go with the role {role}", transformation.name()))
            }
        }
    }

    fn generalized(&self, spec: ColumnSpec) -> Result<ColumnSpec, String> {
        let level = self.level.ok_or_else(|| self.lacks("level"))?;
        let height = self.height.ok_or_else(|| self.lacks("height"))?;
        if level > height {
            return Err(format!("level {level} is above the root, which stands on level {height}"));
        }
        Ok(ColumnSpec {
            hierarchy: Some(self.hierarchy()?),
            levels: Some(LevelBounds { min: Some(level), max: Some(level) }),
            on_unmapped: self.on_unmapped.ok_or_else(|| self.lacks("on_unmapped"))?,
            ..spec
        })
    }

    /// Refuses a key that says something about another deed, instead of overlooking it.
    fn refuse_strays(&self) -> Result<(), String> {
        let keys = [
            ("level", self.level.is_some(), PlanTransformation::Generalize),
            ("height", self.height.is_some(), PlanTransformation::Generalize),
            ("hierarchy", self.hierarchy.is_some(), PlanTransformation::Generalize),
            ("on_unmapped", self.on_unmapped.is_some(), PlanTransformation::Generalize),
            ("key", self.key.is_some(), PlanTransformation::Pseudonymize),
        ];
        let is_kept = |key: &str| key == "hierarchy" && self.r#do == PlanTransformation::Keep;
        match keys
            .iter()
            .find(|(key, given, transformation)| *given && self.r#do != *transformation && !is_kept(key))
        {
            Some((key, ..)) => Err(format!("{key} does not go with do = \"{}\"", self.r#do.name())),
            None => Ok(()),
        }
    }

    fn lacks(&self, key: &str) -> String {
        format!("do = \"{}\" lacks its {key}", self.r#do.name())
    }

    fn hierarchy(&self) -> Result<HierarchySpec, String> {
        let text = self.hierarchy.as_deref().ok_or_else(|| self.lacks("hierarchy"))?;
        let mut hierarchy = HierarchySpec::from_toml(text).map_err(|error| error.to_string())?;
        if hierarchy.file.is_some() && hierarchy.sha256.is_none() {
            return Err("its hierarchy file lacks its sha256".into());
        }
        // A recipe tells of a comma only; what the next table is laid out like must not matter.
        if hierarchy.interval.is_some() && hierarchy.decimal.is_none() {
            hierarchy.decimal = Some('.');
        }
        Ok(hierarchy)
    }
}
