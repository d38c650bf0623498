//! Secret keys of pseudonyms: where they are read from, and whether they are worth the name.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::{
    Error, Result,
    files::is_same,
    roles::Roles,
    spec::{Keep, KeySource},
};

/// The keys of the pseudonymized columns, read now so that a missing key stops the run before it starts. `inputs` are the files
/// that are read for something else, which are no keys.
pub fn keys(roles: &Roles, inputs: &[&Path]) -> Result<Vec<(String, Key)>> {
    roles
        .columns()
        .filter(|(_, column)| column.keep == Some(Keep::Pseudonym))
        .map(|(name, column)| {
            let source = column.key.as_ref().expect("a pseudonym without a key was refused");
            Ok((name.to_owned(), Key::read(name, source, inputs)?))
        })
        .collect()
}

/// The shortest key taken, in bytes.
const SHORTEST_KEY: usize = 16;

/// The longest key taken, in bytes: what is longer is no key, and may have no end.
const LONGEST_KEY: usize = 1 << 16;

/// Variables of the environment that everybody has, and programs tell; `*` stands for any ending.
const WELL_KNOWN: [&str; 42] = [
    "_",
    "APPDATA",
    "CARGO*",
    "COLUMNS",
    "COMPUTERNAME",
    "COMSPEC",
    "DBUS_*",
    "DISPLAY",
    "EDITOR",
    "GROUPS",
    "HOME",
    "HOMEPATH",
    "HOST",
    "HOSTNAME",
    "LANG",
    "LANGUAGE",
    "LC_*",
    "LD_*",
    "LINES",
    "LOGNAME",
    "LS_COLORS",
    "MAIL",
    "MANPATH",
    "OLDPWD",
    "OS",
    "PAGER",
    "PATH",
    "PATHEXT",
    "PROGRAMFILES*",
    "PS1",
    "PWD",
    "RUST*",
    "SHELL",
    "SHLVL",
    "SSH_*",
    "SYSTEMROOT",
    "TEMP",
    "TERM*",
    "TMP*",
    "TZ",
    "USER*",
    "XDG_*",
];

/// A secret key; never printed.
pub struct Key(Vec<u8>);

impl Key {
    /// Reads the key from where the spec says it is; `inputs` are the files that are read for something else. Where nothing
    /// is, what the spec says is not told again: it may be the key itself.
    pub fn read(column: &str, source: &KeySource, inputs: &[&Path]) -> Result<Self> {
        let found = match source {
            KeySource::Env(name) if is_well_known(name) => Err(format!(
                "the environment variable {name:?} is no secret; set one of your own to a long random key"
            )),
            KeySource::Env(name) => match std::env::var_os(name) {
                None => {
                    Err("the environment variable that its key names is not set; set it to a long random key"
                        .into())
                }
                Some(value) => {
                    strong(value.into_encoded_bytes(), &format!("the environment variable {name:?}"))
                }
            },
            KeySource::File(path) if inputs.iter().any(|input| is_same(Path::new(path), input)) => {
                Err("its key is in a file that is read for something else; use a long random key of its own"
                    .into())
            }
            KeySource::File(path) => match bytes_of(path) {
                Err(error) => Err(format!(
                    "the file that its key names cannot be read: {}; check its path",
                    error.kind()
                )),
                Ok(bytes) if inputs.iter().any(|input| is_copy(&bytes, input)) => Err(
                    "its key is a copy of a file that is read for something else; use a long random key of its own"
                        .into(),
                ),
                Ok(bytes) => strong(without_line_break(bytes), &format!("the file {path:?}")),
            },
        };
        found.map(Self).map_err(|problem| Error::Key { column: column.into(), problem })
    }

    /// For what is made with it, never to be told.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

fn is_well_known(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    WELL_KNOWN.iter().any(|known| match known.strip_suffix('*') {
        Some(beginning) => name.starts_with(beginning),
        None => name == **known,
    })
}

/// Whether a file holds just these bytes, but for the line break behind them: who has the file has the key.
fn is_copy(bytes: &[u8], input: &Path) -> bool {
    bytes_of(input).is_ok_and(|own| without_line_break(own) == without_line_break(bytes.to_vec()))
}

/// The bytes of a file, at most one more than a key may have.
fn bytes_of(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST_KEY as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A text without the line break that editors put behind it; other bytes as they are.
fn without_line_break(mut bytes: Vec<u8>) -> Vec<u8> {
    if let Ok(text) = std::str::from_utf8(&bytes) {
        bytes.truncate(text.trim_end_matches(['\n', '\r']).len());
    }
    bytes
}

/// A key that is worth the name, or what is wrong with it.
fn strong(bytes: Vec<u8>, place: &str) -> std::result::Result<Vec<u8>, String> {
    let problem = match bytes.len() {
        0 => format!("{place} is empty"),
        length if length < SHORTEST_KEY => format!("{place} holds fewer than {SHORTEST_KEY} bytes"),
        length if length > LONGEST_KEY => format!("{place} holds more than {LONGEST_KEY} bytes"),
        _ => match period(&bytes) {
            1 => format!("{place} holds one byte again and again"),
            period if period < SHORTEST_KEY => {
                format!("{place} holds the same {period} bytes again and again")
            }
            _ => return Ok(bytes),
        },
    };
    Err(problem + "; use a long random key")
}

/// After how many bytes they begin again; all of them if they do not. What is repeated adds nothing to a key.
fn period(bytes: &[u8]) -> usize {
    (1..bytes.len())
        .take(SHORTEST_KEY)
        .find(|&period| bytes[period..] == bytes[..bytes.len() - period])
        .unwrap_or(bytes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_may_be_any_bytes_but_none_that_can_be_guessed() {
        let random: Vec<u8> = (0..32_u8).map(|at| at.wrapping_mul(37) ^ 0x80).collect();
        assert!(std::str::from_utf8(&random).is_err());
        assert_eq!(strong(without_line_break(random.clone()), "it").as_ref(), Ok(&random));
        assert_eq!(without_line_break([&random[..], b"\n"].concat()), [&random[..], b"\n"].concat());
        assert_eq!(without_line_break(b"a key\r\n".into()), b"a key");
        for weak in [vec![], vec![1; 15], vec![0; 32], vec![b'a'; 64], vec![7; LONGEST_KEY + 1]] {
            assert!(strong(weak, "it").is_err());
        }
    }

    #[test]
    fn a_key_that_repeats_a_few_bytes_is_as_weak_as_these() {
        let counted: Vec<u8> = (0..40).collect();
        let again = |period: usize| counted[..period].iter().copied().cycle().take(50).collect::<Vec<u8>>();
        for period in 2..SHORTEST_KEY {
            let problem = strong(again(period), "it").expect_err("it repeats");
            assert!(problem.starts_with(&format!("it holds the same {period} bytes again and again")));
        }
        assert!(strong(again(SHORTEST_KEY), "it").is_ok());
        assert!(strong(counted, "it").is_ok());
    }

    #[test]
    fn variables_that_everybody_has_are_no_keys() {
        for name in ["PATH", "path", "HOME", "USER", "USERNAME", "LC_ALL", "SSH_AUTH_SOCK", "_"] {
            assert!(is_well_known(name), "{name}");
        }
        for name in ["AMIDST_KEY", "PATHOLOGY_KEY", "MY_HOME", "K"] {
            assert!(!is_well_known(name), "{name}");
        }
    }
}
