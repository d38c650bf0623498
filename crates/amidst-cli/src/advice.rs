//! Which flags do what messages of the library advise. The library speaks of keys of a spec, because not everybody who calls it has
//! a command line; whoever has one is told the flag, beside the key or instead of it.

use std::borrow::Cow;

use amidst::{Error, ErrorCode};

/// What the library says in errors of a code, and what is said here. `{column}` is the column that the error is about.
const ERRORS: &[(ErrorCode, &str, &str)] = &[
    (ErrorCode::BadSpec, "write the spec anew", "write the spec anew with `amidst init`"),
    (ErrorCode::BadPlan, "make the plan anew", "make the plan anew with `amidst anonymize --plan`"),
    (ErrorCode::BadPlan, "as plans are", "as `amidst anonymize --plan` writes one"),
    (ErrorCode::BadCertificate, "as releases have one", "as `amidst anonymize --certificate` writes one"),
    (
        ErrorCode::UnclassifiedColumns,
        "an identifier, quasi, sensitive or other",
        "an identifier, quasi, sensitive or other, in the spec or with --identifier, --quasi, --sensitive, --other",
    ),
    (ErrorCode::NoQuasiColumn, ". The columns are", " with --quasi. The columns are"),
    (
        ErrorCode::NoQuasiColumn,
        "name those an outsider could know",
        "name those an outsider could know, in the spec or with --quasi",
    ),
    (
        ErrorCode::NothingAsked,
        "set k in [privacy] of the spec",
        "set k in [privacy] of the spec, or pass -k 5",
    ),
    (
        ErrorCode::MissingSetting,
        "ask for k, l, t or another requirement",
        "pass -k 5, --l 2, --t 0.2 or --require, or --all to see what the table has",
    ),
    (ErrorCode::MissingSetting, "ask for k", "pass -k 5"),
    (ErrorCode::MissingSetting, "add k = 5 to [privacy]", "add k = 5 to [privacy], or pass -k 5"),
    (ErrorCode::MissingSetting, "and l = 2", "and l = 2, or pass --l 2"),
    (
        ErrorCode::MissingSetting,
        "add target = \"income\" to [solve]",
        "add target = \"income\" to [solve], or pass --target income",
    ),
    (
        ErrorCode::MissingSetting,
        "add priority = [\"sex\", \"age\"] to [solve]",
        "add priority = [\"sex\", \"age\"] to [solve], or pass --priority sex,age",
    ),
    (ErrorCode::MissingSetting, "add path to [output]", "give a path with -o"),
    (
        ErrorCode::MissingSetting,
        "name one, or add column = \"disease\"",
        "name one with --sensitive, or add column=disease",
    ),
    (
        ErrorCode::MissingSetting,
        "give a table of it with the same quasi columns, a column that says how many people each row stands for, or for an \
         estimate of k-map a column of survey weights, or a fraction",
        "add --population people.csv with the same quasi columns, --population-count with a column that says how many people \
         each row stands for, or for an estimate of k-map --weight with a column of survey weights, or fraction=0.01",
    ),
    (ErrorCode::MissingSetting, "give the original, which has", "add --original TABLE, which has"),
    (ErrorCode::MissingSetting, "give its hierarchy", "add --hierarchy {column}=FILE"),
    (ErrorCode::ConflictingSettings, "ask for k-k-anonymity", "add --require k-k-anonymity"),
    (ErrorCode::ConflictingSettings, "ask for k-map or", "add --require \"k-map k=5\" or"),
    (
        ErrorCode::ConflictingSettings,
        "take records or the audience away",
        "take --records or --external away",
    ),
    (ErrorCode::TooLarge, "list them, or", "list them with --csv or --json, or"),
    (ErrorCode::BadParameter, "not_identifying ", "--not-identifying "),
    (ErrorCode::BadParameter, "standard input: an earlier", "--with -: an earlier"),
    (ErrorCode::DuplicateColumn, "set header = false", "pass --no-header or set header = false"),
    (
        ErrorCode::NoHeader,
        "there is none with header = false, or that this is one with header = true",
        "there is none with --no-header or header = false, or that this is one with --header or header = true",
    ),
    (ErrorCode::NoHeader, HEADER, HEADER_FLAGS),
    (ErrorCode::UnknownColumn, HEADER, HEADER_FLAGS),
    (
        ErrorCode::LooksIdentifying,
        "not_identifying = true in the spec",
        "not_identifying = true in the spec or --not-identifying \"{column}\"",
    ),
    (
        ErrorCode::UnfitColumn,
        "missing = \"suppress\" }",
        "missing = \"suppress\" } or --missing-respondent suppress",
    ),
    (ErrorCode::NobodyToCount, "judge rows instead", "judge rows instead with --rows"),
    (
        ErrorCode::NoCommonColumn,
        "say which belong together",
        "say which belong together with --on {column}=COLUMN",
    ),
    (ErrorCode::TableDoesNotFitPlan, NEW_PLAN, NEW_PLAN_FLAG),
    (
        ErrorCode::UnseenValues,
        "set on_unmapped to suppress or root, or make a new plan",
        "pass --on-unmapped suppress or root, or make a new plan with `amidst anonymize --plan`",
    ),
    (ErrorCode::MemoryLimit, "raise the limit, or give it", "raise --memory-limit, or give it"),
    (
        ErrorCode::FileExists,
        "choose another path, or overwrite it",
        "pass --force to overwrite it, or choose another path",
    ),
    (
        ErrorCode::FileExists,
        "choose another one, or replace it",
        "pass --force to replace it, or choose another one with --output-table",
    ),
    (
        ErrorCode::FileEdited,
        "choose another folder, or overwrite it",
        "pass --force to overwrite it, or choose another folder with -o",
    ),
];

/// The same of warnings, and of why a target is out of reach.
const NOTES: &[(&str, &str)] = &[
    (NEW_PLAN, NEW_PLAN_FLAG),
    (
        "add internal_certificate to [output]",
        "add internal_certificate to [output], or pass --internal-certificate",
    ),
    ("set spreadsheet = true in [output]", "set spreadsheet = true in [output], or pass --spreadsheet,"),
    ("to [privacy], so that people", "to [privacy], or name it with --respondent, so that people"),
    ("add it to missing in [input]", "add it to missing in [input] or --missing"),
    ("give the k of the release", "pass -k"),
    ("ask for l = 2 or more", "ask for --l 2 or more"),
    ("write audience = \"internal\" to", "run without --external to"),
    ("give the plan and the report to", "add --plan and --report to"),
    ("such as time_limit = \"10s\"", "such as time_limit = \"10s\" or --time-limit 10s"),
    ("Look at each earlier release by itself", "Look at each earlier release with `amidst check`"),
];

const NEW_PLAN: &str = "make a new plan";
const NEW_PLAN_FLAG: &str = "make a new plan with `amidst anonymize --plan`";
const HEADER: &str = "it is a header with header = true, or that there is none with header = false";
const HEADER_FLAGS: &str =
    "it is a header with --header or header = true, or that there is none with --no-header or header = false";

/// An error in words, with the flags that help.
pub fn describe(error: &Error) -> String {
    let words = error.to_string();
    let code = error.code();
    let found = ERRORS.iter().find(|(of, key, _)| *of == code && words.contains(key));
    let Some((_, key, flag)) = found else { return words };
    words.replacen(key, &flag.replace("{column}", error.place().column.as_deref().unwrap_or("COLUMN")), 1)
}

/// A note of the library, with the flags that help.
pub fn note(words: &str) -> Cow<'_, str> {
    NOTES.iter().fold(Cow::Borrowed(words), |words, (key, flag)| match words.contains(key) {
        true => Cow::Owned(words.replacen(key, flag, 1)),
        false => words,
    })
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;

    /// The text of every file below a folder, with strings of several lines in one and without escapes.
    fn texts(folder: &Path) -> String {
        let mut all = String::new();
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                all += &texts(&path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = fs::read_to_string(&path).expect("Rust");
                for (at, part) in text.split("\\\n").enumerate() {
                    all += if at == 0 { part } else { part.trim_start() };
                }
            }
        }
        all.replace("\\\"", "\"").replace("{{", "{").replace("}}", "}")
    }

    #[test]
    fn what_is_said_otherwise_here_is_said_by_the_library() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let libraries = [
            "amidst",
            "amidst-assess",
            "amidst-database",
            "amidst-io",
            "amidst-report",
            "amidst-spec",
            "amidst-verify",
        ];
        let text: String = libraries.iter().map(|name| texts(&crates.join(name).join("src"))).collect();
        let errors = ERRORS.iter().map(|(_, key, flag)| (key, flag));
        for (key, flag) in errors.chain(NOTES.iter().map(|(key, flag)| (key, flag))) {
            assert!(text.contains(key), "nobody says {key:?}");
            assert!(flag.contains("-") || flag.contains("`amidst "), "{flag:?} names no flag");
        }
    }

    #[test]
    fn the_first_that_fits_is_said() {
        let error = Error::missing("k", "by profiles k is judged, but k is not asked; ask for k");
        assert_eq!(describe(&error), "by profiles k is judged, but k is not asked; pass -k 5");
        let error = Error::conflict("original", "require", "ask for k");
        assert_eq!(describe(&error), "ask for k", "another code");
    }
}
