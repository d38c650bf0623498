//! Where a database is, as users write it: `sqlite:FILE` or `postgres://…`.

use std::{borrow::Cow, path::PathBuf};

use amidst_core::ErrorCode;

use crate::Error;

/// Where a database is.
#[derive(Clone, PartialEq, Eq)]
pub enum Address {
    /// A file of SQLite.
    Sqlite(PathBuf),
    /// A server of PostgreSQL, by its URL.
    Postgres(String),
}

const SQLITE: &str = "sqlite:";
const POSTGRES: [&str; 2] = ["postgres://", "postgresql://"];

impl Address {
    /// The database that a path names, if it names one.
    pub fn of(path: &str) -> Option<Self> {
        if let Some(file) = path.strip_prefix(SQLITE) {
            return Some(Self::Sqlite(file.into()));
        }
        POSTGRES.iter().any(|scheme| path.starts_with(scheme)).then(|| Self::Postgres(path.to_owned()))
    }

    /// How messages call it: without who connects, and how.
    pub fn name(&self) -> String {
        match self {
            Self::Sqlite(path) => format!("{SQLITE}{}", path.display()),
            Self::Postgres(url) => {
                let (_, rest) = url.split_once("://").expect("an address has a scheme");
                let rest = rest.split(['?', '#']).next().unwrap_or_default();
                // Passwords may hold signs that ought to have been escaped.
                let place = rest.rsplit('@').next().unwrap_or_default();
                format!("postgres://{place}")
            }
        }
    }

    /// That this build lacks it.
    pub(crate) fn left_out(&self) -> Error {
        let feature = match self {
            Self::Sqlite(_) => "sqlite",
            Self::Postgres(_) => "postgres",
        };
        let words = format!(
            "this build of amidst was made without {feature}; build it with the feature `{feature}`, or export the table"
        );
        Error::new(self.name(), ErrorCode::UnsupportedFormat, words)
    }
}

impl std::fmt::Debug for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Address({:?})", self.name())
    }
}

/// A path as it may be written into files: the URL of a server without the password.
pub fn without_password(path: &str) -> Cow<'_, str> {
    let Some(Address::Postgres(url)) = Address::of(path) else { return path.into() };
    let (scheme, rest) = url.split_once("://").expect("an address has a scheme");
    let (place, settings) =
        rest.split_once('?').map_or((rest, None), |(place, settings)| (place, Some(settings)));
    let place = match place.rsplit_once('@') {
        Some((who, place)) => format!("{}@{place}", who.split(':').next().unwrap_or_default()),
        None => place.to_owned(),
    };
    let is_harmless = |setting: &&str| !setting.to_ascii_lowercase().contains("pass");
    let settings: Vec<&str> = settings.into_iter().flat_map(|it| it.split('&')).filter(is_harmless).collect();
    let settings = if settings.is_empty() { String::new() } else { format!("?{}", settings.join("&")) };
    format!("{scheme}://{place}{settings}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_paths() {
        assert_eq!(Address::of("sqlite:a/b.db"), Some(Address::Sqlite("a/b.db".into())));
        assert!(matches!(Address::of("postgresql://host/db"), Some(Address::Postgres(_))));
        assert_eq!(Address::of("people.csv"), None);
        assert_eq!(Address::of("-"), None);
    }

    #[test]
    fn no_password_is_told_or_written() {
        let urls = [
            "postgres://ann:Zyx@host:5433/db",
            "postgres://ann:Zyx@y@host:5433/db",
            "postgres://ann@host:5433/db?password=Zyx&application_name=a",
            "postgres://ann:Zyx@host:5433/db?sslpassword=Zyx#Zyx",
        ];
        for url in urls {
            let address = Address::of(url).expect("an address");
            assert_eq!(address.name(), "postgres://host:5433/db");
            assert!(!format!("{address:?}").contains("Zyx"));
            let written = without_password(url);
            assert!(written.starts_with("postgres://ann@host:5433/db"), "{written}");
            assert!(!written.contains("Zyx"), "{written}");
        }
        assert_eq!(without_password("a:b@c.csv"), "a:b@c.csv");
    }
}
