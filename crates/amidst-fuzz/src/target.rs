//! What is tried: every door of the house, by its name.

use std::str::FromStr;

/// Something that reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Delimited text.
    Csv,
    /// JSON Lines.
    Jsonl,
    /// Parquet.
    Parquet,
    /// Arrow files.
    Arrow,
    /// Arrow streams.
    Stream,
    /// Text wrapped in gzip.
    Gzip,
    /// Text wrapped in zstd.
    Zstd,
    /// The audit's own reading of releases, in all formats.
    Audit,
    /// Specs.
    Spec,
    /// Hierarchy files.
    Hierarchy,
    /// Recipes of hierarchies, and what they build.
    Recipe,
    /// Plans.
    Plan,
    /// Labels that are read back: ranges, masks, sets, numbers.
    Label,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Csv,
        Self::Jsonl,
        Self::Parquet,
        Self::Arrow,
        Self::Stream,
        Self::Gzip,
        Self::Zstd,
        Self::Audit,
        Self::Spec,
        Self::Hierarchy,
        Self::Recipe,
        Self::Plan,
        Self::Label,
    ];

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
            Self::Arrow => "arrow",
            Self::Stream => "stream",
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Audit => "audit",
            Self::Spec => "spec",
            Self::Hierarchy => "hierarchy",
            Self::Recipe => "recipe",
            Self::Plan => "plan",
            Self::Label => "label",
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let names = || Self::ALL.map(Self::name).join(", ");
        let found = Self::ALL.into_iter().find(|target| target.name() == name);
        found.ok_or_else(|| format!("there is no target {name:?}; targets are {}", names()))
    }
}
