//! The parts of a solution as bytes that know nothing of bytes themselves.

use amidst_core::Codes;

/// The codes of no row.
pub fn no_codes() -> Codes {
    Codes::U8(Vec::new())
}

/// An order by which labels are named, as a word.
pub mod neighbours {
    use amidst_core::hierarchy::builders::{Collation, Neighbours};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Word {
        Natural,
        Lexicographic,
    }

    pub fn serialize<S: Serializer>(neighbours: &Option<Neighbours>, to: S) -> Result<S::Ok, S::Error> {
        let word = |neighbours: &Neighbours| match neighbours.collation() {
            Collation::Natural => Word::Natural,
            Collation::Lexicographic => Word::Lexicographic,
        };
        neighbours.as_ref().map(word).serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Neighbours>, D::Error> {
        let word = Option::<Word>::deserialize(from)?;
        Ok(word.map(|word| match word {
            Word::Natural => Collation::Natural.into(),
            Word::Lexicographic => Collation::Lexicographic.into(),
        }))
    }
}

/// How values are averaged, as a word.
pub mod aggregate {
    use amidst_microaggregation::Aggregate;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    const ALL: [Aggregate; 4] = [Aggregate::Mean, Aggregate::Median, Aggregate::Mode, Aggregate::Interval];

    pub fn serialize<S: Serializer>(aggregate: &Aggregate, to: S) -> Result<S::Ok, S::Error> {
        aggregate.name().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Aggregate, D::Error> {
        let word = String::deserialize(from)?;
        let known = ALL.into_iter().find(|aggregate| aggregate.name() == word);
        known.ok_or_else(|| D::Error::custom("no average has this name"))
    }
}

/// Where a hierarchy comes from, as a spec writes it.
pub mod origin {
    use amidst_core::hierarchy::builders::DecimalMark;
    use amidst_spec::spec::{HierarchySpec, Origin};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(origin: &Origin, to: S) -> Result<S::Ok, S::Error> {
        origin.to_string().serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Origin, D::Error> {
        // What is wrong with it may be told in words that quote values.
        let unread = || D::Error::custom("where a hierarchy comes from cannot be read");
        let spec = HierarchySpec::from_toml(&String::deserialize(from)?).map_err(|_| unread())?;
        spec.origin(DecimalMark::Point).map_err(|_| unread())
    }
}
