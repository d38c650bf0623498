//! A folder with files, the program run in it, and what came out.

use std::{fs, path::PathBuf, time::Duration};

use assert_cmd::{Command, cargo::cargo_bin};
use serde_json::Value;
use tempfile::TempDir;

/// A cell that must never be seen outside a table.
pub const SECRET: &str = "Zyx-Secret-Value";

/// The part of [`SECRET`] that also generalized values would show.
const TELLTALE: &str = "Zyx";

/// Six people. Postcodes begin with zeros, and one cell is the secret.
pub const PEOPLE: &str = "zip,age,ill\n\
    01234,34,Zyx-Secret-Value\n\
    01234,34,flu\n\
    01235,35,cold\n\
    01235,36,cough\n\
    01299,71,flu\n\
    01299,78,cold\n";

/// The roles of [`PEOPLE`], and a k that they reach.
pub const ROLES: &str = "--quasi zip,age --sensitive ill -k 2";

/// A spec for [`PEOPLE`]. What is added at the end speaks of the column zip, up to the next table.
pub const SPEC: &str = "\
[input]
path = 'people.csv'
[output]
path = 'release.csv'
[columns.age]
role = 'quasi'
[columns.ill]
role = 'sensitive'
[columns.zip]
role = 'quasi'
";

/// A folder of its own, in which the program runs. Paths in arguments and messages are relative to it.
pub struct Folder(TempDir);

/// What a run left behind.
pub struct Run {
    pub code: Option<i32>,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a place for tests"))
    }

    /// A folder with one file.
    pub fn with(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        Self::new().and(name, bytes)
    }

    /// A folder that holds [`PEOPLE`] as `people.csv`.
    pub fn with_people() -> Self {
        Self::with("people.csv", PEOPLE)
    }

    /// Adds a file.
    pub fn and(self, name: &str, bytes: impl AsRef<[u8]>) -> Self {
        fs::write(self.path(name), bytes).expect("a writable folder");
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// A file's bytes.
    pub fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// A file's text.
    pub fn text(&self, name: &str) -> String {
        String::from_utf8(self.bytes(name)).expect("UTF-8")
    }

    /// A file's JSON.
    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// The names of all files, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("it exists");
        let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("readable").file_name();
        let mut names: Vec<String> = entries.map(|entry| name(entry).into_string().expect("UTF-8")).collect();
        names.sort();
        names
    }

    /// The program, about to run here; its temporary files would be here too.
    pub fn command(&self) -> Command {
        let mut command = Command::new(cargo_bin!("amidst"));
        command.current_dir(self.0.path()).env("TMPDIR", self.0.path()).timeout(Duration::from_secs(120));
        command
    }

    /// Runs the program with arguments that stand between spaces.
    pub fn run(&self, args: &str) -> Run {
        self.run_with(&args.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs the program with arguments that may hold spaces.
    pub fn run_with(&self, args: &[&str]) -> Run {
        Run::of(self.command().args(args))
    }

    /// Runs the program and expects it to succeed.
    #[track_caller]
    pub fn succeed(&self, args: &str) -> Run {
        let run = self.run(args);
        assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{args}");
        run
    }

    /// Expects exit code 2, this one message, and nothing else, anywhere.
    #[track_caller]
    pub fn refuses(&self, args: &str, message: &str) {
        self.ends(&args.split_whitespace().collect::<Vec<_>>(), 2, &format!("amidst: {message}\n"));
    }

    /// The same with arguments that may hold spaces.
    #[track_caller]
    pub fn refuses_with(&self, args: &[&str], message: &str) {
        self.ends(args, 2, &format!("amidst: {message}\n"));
    }

    /// Expects exit code 1 and why the target is not met.
    #[track_caller]
    pub fn falls_short(&self, args: &str, message: &str) {
        self.ends(&args.split_whitespace().collect::<Vec<_>>(), 1, &format!("amidst: {message}\n"));
    }

    /// Expects an exit code and all of standard error, nothing on standard output (with `--json` the error), and no file
    /// more or less.
    #[track_caller]
    pub fn ends(&self, args: &[&str], code: i32, stderr: &str) {
        let before = self.names();
        let run = self.run_with(args);
        assert_eq!(run.stderr, stderr);
        assert_eq!(run.code, Some(code));
        match args.contains(&"--json") && code == 2 {
            true => {
                assert_eq!(run.json()["error"]["message"], stderr.trim_start_matches("amidst: ").trim_end())
            }
            false => assert_eq!(run.text(), ""),
        }
        assert_eq!(self.names(), before, "files came or went");
        assert!(
            !run.stderr.contains(TELLTALE)
                && !run.text().contains(TELLTALE)
                && !run.stderr.contains("panicked")
        );
    }
}

impl Run {
    pub fn of(command: &mut Command) -> Self {
        let output = command.output().expect("the program starts");
        let stderr = String::from_utf8(output.stderr).expect("UTF-8");
        Self { code: output.status.code(), stdout: output.stdout, stderr }
    }

    /// Standard output as text.
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("UTF-8")
    }

    /// Standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.stdout).expect("JSON")
    }
}

/// Whether a text shows the secret, or what a generalization leaves of it.
pub fn tells(text: &str) -> bool {
    text.contains(TELLTALE)
}

/// The keys of an object, in their order.
pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// Samarati's Figure 8, for the examples around it.
pub const FIGURE_8: &str = "Race,ZIP\n\
    asian,94138\n\
    asian,94138\n\
    asian,94142\n\
    asian,94142\n\
    black,94138\n\
    black,94141\n\
    black,94142\n\
    white,94138\n";

/// The columns and hierarchies of [`FIGURE_8`].
pub const FIGURE_8_ROLES: &str =
    "figure8.csv --quasi Race,ZIP --hierarchy Race=race.csv --hierarchy ZIP=zip.csv -k 2";

impl Folder {
    /// A folder that holds [`FIGURE_8`] and its hierarchies.
    pub fn with_figure_8() -> Self {
        Self::with("figure8.csv", FIGURE_8)
            .and("race.csv", "asian,person\nblack,person\nwhite,person\n")
            .and("zip.csv", "94138,9413*,941**\n94139,9413*,941**\n94141,9414*,941**\n94142,9414*,941**\n")
    }
}

/// The lines below the header of a text.
pub fn rows(text: &str) -> Vec<&str> {
    text.lines().skip(1).collect()
}

/// A table of so many rows whose classes are large and whose file is too: for disks that fill up and runs that are killed.
pub fn many_people(rows: u32) -> String {
    let mut csv = String::from("zip,age,ill,note\n");
    for row in 0..rows {
        let (zip, age, ill) = (row * 7 % 40, 20 + row * 13 % 50, row % 11);
        csv += &format!("{zip:05},{age},ill {ill},{:037}\n", row % 5_000);
    }
    csv
}

/// The roles of [`many_people`].
pub const MANY_ROLES: &str = "--quasi zip,age --sensitive ill --other note --not-identifying note -k 2";
