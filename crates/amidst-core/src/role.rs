//! What a column is to the people in the table.

use std::{fmt, str::FromStr};

use crate::near::did_you_mean;

/// The role of a column. Every column has one before anything is released.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Names a person by itself: dropped, or replaced by a keyed pseudonym.
    Identifier,
    /// Could be known to an outsider; quasi columns together may single a person out.
    Quasi,
    /// What must not be learnt about a person; kept as it is, protected by the classes.
    Sensitive,
    /// Neither: carried through untouched.
    Other,
}

impl Role {
    /// Every role, in the order they are explained to people.
    pub const ALL: [Self; 4] = [Self::Identifier, Self::Quasi, Self::Sensitive, Self::Other];

    /// The one word amidst prints.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identifier => "identifier",
            Self::Quasi => "quasi",
            Self::Sensitive => "sensitive",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Role {
    type Err = String;

    /// Accepts our word and those of other tools.
    fn from_str(text: &str) -> Result<Self, String> {
        let word = text.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        Ok(match word.as_str() {
            "identifier" | "identifying" | "id" | "direct-identifier" => Self::Identifier,
            "quasi" | "quasi-identifying" | "quasi-identifier" | "qi" | "key" | "quasi-id" => Self::Quasi,
            "sensitive" | "sa" | "sensible" | "confidential" => Self::Sensitive,
            "other" | "insensitive" | "non-sensitive" | "none" => Self::Other,
            _ => {
                let names = Self::ALL.map(Self::name);
                let meant = did_you_mean(text, &names);
                return Err(format!("unknown role {text:?}{meant}; roles are {}", names.join(", ")));
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_tools_are_understood() {
        assert_eq!("Quasi-Identifying".parse(), Ok(Role::Quasi));
        assert_eq!("QI".parse(), Ok(Role::Quasi));
        assert_eq!("key".parse(), Ok(Role::Quasi));
        assert_eq!("INSENSITIVE".parse(), Ok(Role::Other));
        assert_eq!("SA".parse(), Ok(Role::Sensitive));
        assert!("ghost".parse::<Role>().is_err());
    }

    #[test]
    fn every_name_reads_back_as_its_role() {
        for role in Role::ALL {
            assert_eq!(role.name().parse(), Ok(role));
        }
    }
}
