//! Who connects to which server: what the URL says, then variables of the environment as PostgreSQL's own programs know them, then a
//! service file.

use std::{collections::HashMap, env, fs, path::PathBuf, time::Duration};

use amidst_core::ErrorCode;
use postgres::{Client, Config, NoTls, config::SslMode};

use super::told::told;
use crate::{Error, Result};

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Connects.
pub(super) fn connect(url: &str, name: &str) -> Result<Client> {
    let config = config(url, name, &|name| env::var(name).ok().filter(|value| !value.is_empty()))?;
    config.connect(NoTls).map_err(|error| match error.as_db_error() {
        Some(_) => told(name, &error, "connect"),
        None => Error::new(
            name,
            ErrorCode::CannotRead,
            "no server answers there, or none that this user can log into; check host, port, user and password",
        ),
    })
}

/// What a URL says, and the environment where it says nothing.
fn config(url: &str, name: &str, variable: &dyn Fn(&str) -> Option<String>) -> Result<Config> {
    let refused = |words: &str| Error::new(name, ErrorCode::BadParameter, words);
    let (url, service) = without_service(url);
    let service = match service.or_else(|| variable("PGSERVICE")) {
        Some(service) => settings(&service, variable)
            .ok_or_else(|| refused("the service is in no service file; name one with PGSERVICEFILE"))?,
        None => HashMap::new(),
    };
    // The library's words about a URL quote it.
    let mut config: Config =
        url.parse().map_err(|_| refused("the URL is none: write postgres://user@host:port/database"))?;
    if config.get_ssl_mode() == SslMode::Require {
        return Err(refused(
            "sslmode=require: this build has no TLS; connect through a tunnel, or where the server is",
        ));
    }
    config.ssl_mode(SslMode::Disable);
    let said = |key: &str, name: &str| service.get(key).cloned().or_else(|| variable(name));
    if config.get_hosts().is_empty() {
        config.host(&said("host", "PGHOST").unwrap_or_else(|| "localhost".into()));
    }
    if config.get_ports().is_empty()
        && let Some(port) = said("port", "PGPORT").and_then(|port| port.parse().ok())
    {
        config.port(port);
    }
    if config.get_user().is_none()
        && let Some(user) = said("user", "PGUSER").or_else(|| variable("USER"))
    {
        config.user(&user);
    }
    if config.get_password().is_none()
        && let Some(password) = said("password", "PGPASSWORD")
    {
        config.password(password);
    }
    if config.get_dbname().is_none()
        && let Some(database) = said("dbname", "PGDATABASE")
    {
        config.dbname(&database);
    }
    config.application_name("amidst").connect_timeout(PATIENCE);
    Ok(config)
}

/// A URL without `service=`, which the library does not know, and what it names.
fn without_service(url: &str) -> (String, Option<String>) {
    let Some((place, settings)) = url.split_once('?') else { return (url.to_owned(), None) };
    let (named, others): (Vec<&str>, Vec<&str>) =
        settings.split('&').partition(|setting| setting.starts_with("service="));
    let service = named.first().map(|setting| setting["service=".len()..].to_owned());
    let others = if others.is_empty() { String::new() } else { format!("?{}", others.join("&")) };
    (format!("{place}{others}"), service)
}

/// What a service file says of a service.
fn settings(service: &str, variable: &dyn Fn(&str) -> Option<String>) -> Option<HashMap<String, String>> {
    let beside_home = || Some(PathBuf::from(variable("HOME")?).join(".pg_service.conf"));
    let file = variable("PGSERVICEFILE").map(PathBuf::from).or_else(beside_home)?;
    let text = fs::read_to_string(file).ok()?;
    let mut found = None;
    let mut is_meant = false;
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with('#')) {
        if let Some(named) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            is_meant = named == service;
            if is_meant {
                found.get_or_insert_with(HashMap::new);
            }
        } else if let (true, Some((key, value)), Some(found)) = (is_meant, line.split_once('='), &mut found) {
            found.insert(key.trim().to_owned(), value.trim().to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_speaks_before_the_service_and_the_service_before_the_environment() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("services");
        fs::write(&file, "[other]\nhost=wrong\n[clinic]\nhost = db.example\nport=5544\npassword=Zyx\n")
            .expect("a file");
        let variable = |name: &str| match name {
            "PGSERVICEFILE" => Some(file.display().to_string()),
            "PGUSER" => Some("ann".to_owned()),
            "PGPASSWORD" => Some("of the environment".to_owned()),
            _ => None,
        };
        let found = config("postgres:///stays?service=clinic", "a", &variable).expect("settings");
        assert_eq!(found.get_ports(), [5544]);
        assert_eq!((found.get_user(), found.get_dbname()), (Some("ann"), Some("stays")));
        assert_eq!(found.get_password(), Some(&b"Zyx"[..]));
        let found =
            config("postgres://bea:own@here:1/stays?service=clinic", "a", &variable).expect("settings");
        assert_eq!((found.get_user(), found.get_ports()), (Some("bea"), &[1_u16][..]));
        assert_eq!(found.get_password(), Some(&b"own"[..]));
        let error = config("postgres://a?service=nobody", "a", &variable).expect_err("no such service");
        assert!(error.to_string().contains("PGSERVICEFILE"));
    }

    #[test]
    fn what_cannot_be_kept_is_refused() {
        let error =
            config("postgres://a:Zyx@b/c?sslmode=require", "a", &|_| None).expect_err("no TLS").to_string();
        assert!(error.contains("TLS") && !error.contains("Zyx"), "{error}");
        let error = config("postgres://a:Zyx@b:no/c", "a", &|_| None).expect_err("no URL").to_string();
        assert!(!error.contains("Zyx"), "{error}");
    }
}
