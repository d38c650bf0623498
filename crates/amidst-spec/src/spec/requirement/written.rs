//! A requirement as a spec writes it: the parameters of our models beside `model`, those of a user's model in `parameters`.

use std::{collections::BTreeMap, fmt};

use amidst_core::parameter::{ParamInfo, ParamKind, ParamValue};
use amidst_models::find;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, DeserializeSeed, MapAccess, Visitor},
    ser::SerializeMap,
};

use super::Requirement;

/// Keys that say where a model looks.
const PLACES: [&str; 5] = ["model", "column", "joint", "population", "parameters"];

/// Every parameter of our models by its name, each name once.
pub(crate) fn described() -> Vec<ParamInfo> {
    let mut all: Vec<ParamInfo> = Vec::new();
    for info in amidst_models::ALL.iter().flat_map(|entry| entry.info.parameters) {
        if !all.iter().any(|known| known.name == info.name) {
            all.push(*info);
        }
    }
    all
}

impl Serialize for Requirement {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("model", &self.model)?;
        if let Some(column) = &self.column {
            map.serialize_entry("column", column)?;
        }
        match find(&self.model) {
            None if self.parameters.is_empty() => {}
            None => {
                let written: BTreeMap<&String, Written> =
                    self.parameters.iter().map(|(name, value)| (name, Written(value, None))).collect();
                map.serialize_entry("parameters", &written)?;
            }
            Some(entry) => {
                let place = |name: &str| entry.info.parameters.iter().position(|info| info.name == name);
                let mut said: Vec<(&String, &ParamValue)> = self.parameters.iter().collect();
                said.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
                for (name, value) in said {
                    let kind = place(name).map(|at| entry.info.parameters[at].kind);
                    map.serialize_entry(name, &Written(value, kind))?;
                }
            }
        }
        if let Some(population) = &self.population {
            map.serialize_entry("population", population)?;
        }
        if self.joint {
            map.serialize_entry("joint", &true)?;
        }
        map.end()
    }
}

/// A value as a spec writes it.
struct Written<'a>(&'a ParamValue, Option<ParamKind>);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match (self.0, self.1) {
            (ParamValue::Number(number), Some(ParamKind::Whole { .. })) if number.fract() == 0.0 => {
                serializer.serialize_i64(*number as i64)
            }
            (ParamValue::Number(number), _) => serializer.serialize_f64(*number),
            (ParamValue::Text(text), _) => serializer.serialize_str(text),
            (ParamValue::Texts(texts), _) => texts.serialize(serializer),
        }
    }
}

/// A value as it is read.
#[derive(Deserialize)]
#[serde(untagged, expecting = "write a number, a text or a list of texts")]
enum Read {
    Number(f64),
    Text(String),
    Texts(Vec<String>),
}

impl From<Read> for ParamValue {
    fn from(read: Read) -> Self {
        match read {
            Read::Number(number) => Self::Number(number),
            Read::Text(text) => Self::Text(text),
            Read::Texts(texts) => Self::Texts(texts),
        }
    }
}

impl<'de> Deserialize<'de> for Requirement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

/// Reads the fields of a requirement.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Requirement;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a requirement, such as { model = \"t-closeness\", t = 0.2 }")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Requirement, A::Error> {
        let (mut requirement, mut model) = (Requirement::default(), None::<String>);
        let mut own: BTreeMap<String, Read> = BTreeMap::new();
        let known = described();
        while let Some(key) = map.next_key_seed(Keys(&known))? {
            match key.as_str() {
                "model" => model = Some(map.next_value()?),
                "column" => requirement.column = map.next_value()?,
                "joint" => requirement.joint = map.next_value()?,
                "population" => requirement.population = map.next_value()?,
                "parameters" => own = map.next_value()?,
                name => {
                    let name = if name == FORMER_RISK { "risk" } else { name };
                    let value: Read = map.next_value()?;
                    requirement.parameters.insert(name.into(), value.into());
                }
            }
        }
        requirement.model = model.ok_or_else(|| de::Error::missing_field("model"))?;
        // Ours stand beside the model; that others stand apart is told when the model is checked.
        match find(&requirement.model) {
            Some(_) if !own.is_empty() => {
                let names = own.into_keys().collect();
                requirement.parameters.insert("parameters".into(), ParamValue::Texts(names));
            }
            _ => requirement.parameters.extend(own.into_iter().map(|(name, value)| (name, value.into()))),
        }
        Ok(requirement)
    }
}

/// What was called a threshold once is a risk.
const FORMER_RISK: &str = "threshold";

/// Reads a key that a requirement can have. An error here has the place of the key.
struct Keys<'a>(&'a [ParamInfo]);

impl<'de> DeserializeSeed<'de> for Keys<'_> {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> std::result::Result<String, D::Error> {
        let key = String::deserialize(deserializer)?;
        let is_parameter = self.0.iter().any(|info| info.name == key) || key == FORMER_RISK;
        match is_parameter || PLACES.contains(&key.as_str()) {
            true => Ok(key),
            false => Err(de::Error::custom(unknown(&key, self.0))),
        }
    }
}

/// As serde says it of a field that is not known.
fn unknown(name: &str, known: &[ParamInfo]) -> String {
    let parameters = known.iter().map(|info| info.name);
    let keys: Vec<String> = PLACES.into_iter().chain(parameters).map(|key| format!("`{key}`")).collect();
    format!("unknown field `{name}`, expected one of {}", keys.join(", "))
}
