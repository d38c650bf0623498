//! Which files a lake has, in which order, and what their folders say of their rows.
//!
//! Files come in the order of their paths below the lake's folder, compared name by name. Names that begin with `_` or `.` are
//! those of logs and unfinished files, and are passed over. A folder called `year=2024` is a partition: its rows have 2024 in a
//! column `year`, whether or not the path that was given goes through it.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use glob::{MatchOptions, Pattern};

use crate::{Error, Result, source::ContentDigest};

/// What stands for a missing value in the name of a folder.
const MISSING: &str = "__HIVE_DEFAULT_PARTITION__";

/// Folders that say that not all files beside them count.
const LOGS: [(&str, &str); 2] = [("_delta_log", "a Delta table"), (".hoodie", "a Hudi table")];

/// The files of a lake, in order.
pub(crate) struct Lake {
    /// How messages call it.
    pub name: String,
    /// The columns that folders name, outermost first.
    pub partitions: Vec<String>,
    pub files: Vec<LakeFile>,
}

/// A file of a lake.
pub(crate) struct LakeFile {
    pub path: PathBuf,
    /// Its path below the lake's folder, with `/` between names.
    pub name: String,
    /// What its folders say of its rows, for each partition.
    pub cells: Vec<Option<String>>,
}

impl Lake {
    /// The lake behind a path: a folder, or a pattern such as `lake/*.parquet` that no file has as its name.
    pub(crate) fn find(path: &Path) -> Result<Option<Self>> {
        let name = path.display().to_string();
        let Some(root) = folder_of(path) else { return Ok(None) };
        for (log, found) in LOGS {
            if root.join(log).is_dir() {
                return Err(Error::Unsupported { file: name, found });
            }
        }
        let mut paths = match path.is_dir() {
            true => listed(path)?,
            false => matched(path)?,
        };
        let below = |path: &Path| -> Vec<String> {
            let below = path.strip_prefix(&root).unwrap_or(path).components();
            below.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
        };
        paths.retain(|path| !below(path).iter().any(|part| part.starts_with(['_', '.'])));
        paths.sort_by_cached_key(|path| below(path));
        let mut partitions: Option<Vec<String>> = None;
        let mut files = Vec::with_capacity(paths.len());
        for path in paths {
            let parts = below(&path);
            let folders = parts.split_last().map_or(&[][..], |(_, folders)| folders);
            let (keys, cells): (Vec<String>, Vec<Option<String>>) =
                folders.iter().filter_map(|folder| partition(folder)).unzip();
            if partitions.get_or_insert_with(|| keys.clone()) != &keys {
                return Err(Error::OtherPartitions { file: path.display().to_string() });
            }
            files.push(LakeFile { path, name: parts.join("/"), cells });
        }
        let Some(partitions) = partitions else { return Err(Error::EmptyLake { file: name }) };
        Ok(Some(Self { name, partitions, files }))
    }

    /// The hash of a lake, given those of its files: of what `sha256sum` prints of them in its folder.
    pub(crate) fn sha256(&self, of_file: impl Fn(&Path) -> Result<String>) -> Result<String> {
        let mut list = ContentDigest::default();
        for file in &self.files {
            list.update(file.listed(&of_file(&file.path)?).as_bytes());
        }
        Ok(list.finish().0)
    }

    /// Where the files are.
    pub(crate) fn paths(self) -> Vec<PathBuf> {
        self.files.into_iter().map(|file| file.path).collect()
    }
}

impl LakeFile {
    /// Its line in the list that the hash of a lake is of.
    pub(crate) fn listed(&self, sha256: &str) -> String {
        format!("{sha256}  {}\n", self.name)
    }
}

/// The folder that a lake lies in, above its partitions; nothing if the path leads to no lake.
pub(super) fn folder_of(path: &Path) -> Option<PathBuf> {
    let is_pattern = !path.is_dir() && !path.exists() && has_wildcard(path);
    let folder = match path.is_dir() {
        true => path,
        false if is_pattern => literal_folder(path),
        false => return None,
    };
    let is_partition = |folder: &Path| {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        name.is_some_and(|name| partition(&name).is_some())
    };
    let folder = folder.ancestors().find(|folder| !is_partition(folder));
    Some(folder.filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")).to_owned())
}

fn has_wildcard(path: &Path) -> bool {
    path.to_string_lossy().contains(['*', '?', '['])
}

/// The last folder before a pattern begins.
fn literal_folder(path: &Path) -> &Path {
    let folder = path.ancestors().skip(1).find(|folder| folder.is_dir() || !has_wildcard(folder));
    folder.unwrap_or(Path::new(""))
}

/// All files in a folder and the folders below.
fn listed(folder: &Path) -> Result<Vec<PathBuf>> {
    let failed = |error| Error::read(&folder.display().to_string(), error);
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        // A link to a folder may lead in a circle.
        match entry.file_type().map_err(failed)?.is_dir() {
            true => files.extend(listed(&entry.path())?),
            false if entry.path().is_file() => files.push(entry.path()),
            false => {}
        }
    }
    Ok(files)
}

/// All files that a pattern fits. Folders that are there count as they are called, whatever signs they hold.
fn matched(path: &Path) -> Result<Vec<PathBuf>> {
    let failed = |error: &dyn std::error::Error| Error::BadPattern {
        file: path.display().to_string(),
        problem: error.to_string(),
    };
    let folder = literal_folder(path);
    let rest = path.strip_prefix(folder).unwrap_or(path);
    let base = match folder.as_os_str().is_empty() {
        true => String::new(),
        false => Pattern::escape(&folder.to_string_lossy()) + "/",
    };
    let rest: Vec<String> = rest
        .components()
        .filter(|part| !matches!(part, Component::CurDir))
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    let options = MatchOptions {
        case_sensitive: true,
        require_literal_separator: true,
        require_literal_leading_dot: true,
    };
    let found = glob::glob_with(&(base + &rest.join("/")), options).map_err(|error| failed(&error))?;
    let mut files = Vec::new();
    for path in found {
        let path = path.map_err(|error| Error::read(&error.path().display().to_string(), error.into()))?;
        if path.is_file() {
            files.push(path);
        }
    }
    Ok(files)
}

/// What a folder such as `year=2024` says. Signs that paths cannot hold are written as `%2F`.
fn partition(folder: &str) -> Option<(String, Option<String>)> {
    let (name, value) = folder.split_once('=')?;
    if name.is_empty() || has_wildcard(Path::new(folder)) {
        return None;
    }
    Some((unescaped(name), (value != MISSING).then(|| unescaped(value))))
}

/// A text whose `%2F` are what they stand for.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digits = after.split_at_checked(2).filter(|_| *first == b'%');
        let digits = digits.filter(|(digits, _)| digits.iter().all(u8::is_ascii_hexdigit));
        let escaped = digits.and_then(|(digits, after)| {
            Some((u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?, after))
        });
        let (byte, after) = escaped.unwrap_or((*first, after));
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lake(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
            fs::write(path, "").expect("a file");
        }
        folder
    }

    fn names(path: &Path) -> Vec<String> {
        let lake = Lake::find(path).expect("it can be listed").expect("a lake");
        lake.files.into_iter().map(|file| file.name).collect()
    }

    const FILES: [&str; 6] = ["b/2.csv", "b/10.csv", "a.csv", "_SUCCESS", ".hidden/x.csv", "b/.part.crc"];

    #[test]
    fn files_come_in_the_order_of_their_paths() {
        let folder = lake(&FILES);
        assert_eq!(names(folder.path()), ["a.csv", "b/10.csv", "b/2.csv"]);
        assert_eq!(names(&folder.path().join("*.csv")), ["a.csv"]);
        assert_eq!(names(&folder.path().join("b/?.csv")), ["2.csv"]);
        assert_eq!(names(&folder.path().join("**/*.csv")), ["a.csv", "b/10.csv", "b/2.csv"]);
        assert!(Lake::find(&folder.path().join("a.csv")).expect("a file").is_none());
        assert!(matches!(Lake::find(&folder.path().join("*.parquet")), Err(Error::EmptyLake { .. })));
    }

    #[test]
    fn a_folder_that_is_there_is_no_pattern() {
        let folder = lake(&["[1]/a.csv", "1/b.csv"]);
        assert_eq!(names(&folder.path().join("[1]/*.csv")), ["a.csv"]);
        assert_eq!(names(&folder.path().join("[1]")), ["a.csv"]);
        assert_eq!(names(&folder.path().join("[12]/*.csv")), ["1/b.csv"]);
    }

    #[test]
    fn folders_name_columns_wherever_the_path_begins() {
        let folder = lake(&["y=1/r=a%2Fb/x.csv", "y=1/r=__HIVE_DEFAULT_PARTITION__/x.csv", "y=2/r=/x.csv"]);
        let found = |path: &str| {
            let lake = Lake::find(&folder.path().join(path)).expect("it can be listed").expect("a lake");
            let cells: Vec<Vec<Option<String>>> = lake.files.into_iter().map(|file| file.cells).collect();
            (lake.partitions, cells)
        };
        let text = |text: &str| Some(text.to_owned());
        let keys = vec!["y".to_owned(), "r".to_owned()];
        let first = [vec![text("1"), None], vec![text("1"), text("a/b")]];
        assert_eq!(found("y=1"), (keys.clone(), first.to_vec()));
        assert_eq!(found("y=1/*/*.csv"), (keys.clone(), first.to_vec()));
        let all = [&first[..], &[vec![text("2"), text("")]]].concat();
        assert_eq!(found(""), (keys, all));
    }

    #[test]
    fn files_in_other_partitions_and_tables_with_a_log_are_refused() {
        let folder = lake(&["y=1/x.csv", "z=1/x.csv"]);
        assert!(matches!(Lake::find(folder.path()), Err(Error::OtherPartitions { .. })));
        let folder = lake(&["x.parquet", "_delta_log/0.json"]);
        let error = Lake::find(folder.path()).err().expect("refused").to_string();
        assert!(error.contains("a Delta table is not supported"), "{error}");
    }
}
