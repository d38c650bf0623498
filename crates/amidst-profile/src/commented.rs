//! The spec that `amidst init` writes: a proposal a person can read, correct and run. It holds no value of the data.

use std::{collections::BTreeMap, fmt::Write, path::Path};

use amidst_core::{Role, hierarchy::builders::has_short_years};
use amidst_spec::{
    reporting::{counted, grouped},
    spec::{HierarchySpec, Input},
    value::{describe_cells, describe_short_years},
};
use serde_json::Value;

use super::{ColumnProfile, detection::percent, direct::SURE, repeated};

/// With more quasi columns than this little would be left of the data, so that unknown columns are not made quasi
/// without asking.
const MANY_QUASI: usize = 15;

/// Writes a spec with a comment on every column. It reads back with [`amidst_spec::Spec::from_toml`]. `codes` are words that were
/// taken for missing, with their cells.
pub fn commented_spec(
    input: &Input,
    profiles: &[ColumnProfile],
    rows: usize,
    codes: &BTreeMap<String, u64>,
) -> String {
    let quasi = profiles.iter().filter(|profile| profile.role == Role::Quasi).count();
    let mut text = String::from(HEAD);
    text.push_str(&input_section(input, codes));
    text.push_str(&overview(profiles, rows));
    let many = quasi > MANY_QUASI;
    if many && profiles.iter().any(|profile| !profile.decided) {
        text.push_str(TOO_MANY);
    }
    for profile in profiles {
        text.push_str(&column(profile, many));
    }
    text.push_str(PRIVACY);
    text.push_str(&respondent(profiles));
    text.push_str(SOLVE);
    text.push_str(&output_section(input));
    text
}

const HEAD: &str = "\
# A release, described. Written by `amidst init`; it holds no data.
# Read what is proposed for each column, correct it, then run: amidst anonymize THIS-FILE
#
#   identifier  names a person or points at a record: dropped
#   quasi       an outsider could know it: generalized until every combination fits at least k rows
#   sensitive   nobody should learn it of a person: kept, protected by the classes
#   other       neither: kept as it is
#
# Beside each column stand its type, its distinct values, and the share of rows that are missing or unique in it.
version = 1

";

const PRIVACY: &str = "\
[privacy]
k = 5                      # every combination of quasi values in at least 5 rows
missing = \"own-value\"      # a missing cell is a value like any other: the strict reading
";

const SOLVE: &str = "
[solve]
suppression = \"5%\"         # so many rows may be left out for the sake of the others
time_limit = \"60s\"         # then the best so far, with its gap
# Columns are recoded as a whole: every value of a column stands at one level, which is easy to read and gives a plan for
# the next batch. algorithm = \"local\" recodes cell by cell, which keeps more, but leaves ranges of every width and no plan.

";

const TOO_MANY: &str = "\
# So many columns cannot all be quasi without losing most of the data. Those of which nothing is known have
# no role yet, and nothing runs until they have one.

";

const DECIDE: &str = "\
# decide: quasi if an outsider could know it of a person, sensitive if nobody should learn it,
#         other if neither";

/// Who the people are, if some have several rows: then k counts people.
fn respondent(profiles: &[ColumnProfile]) -> String {
    let Some(it) = repeated(profiles) else { return String::new() };
    let (distinct, known) = (grouped(it.distinct as u64), grouped(it.rows - it.missing));
    format!(
        "# {name} repeats: {distinct} values in {known} rows. If it tells people apart, k and risks count people by it;\n\
         # if it does not, take the next line away.\n\
         respondent = {}\n",
        match it.missing {
            0 => quoted(&it.name),
            _ => format!("{{ column = {}, missing = \"suppress\" }}", quoted(&it.name)),
        },
        name = key(&it.name),
    )
}

fn input_section(input: &Input, codes: &BTreeMap<String, u64>) -> String {
    let mut text = String::from("[input]\n");
    let missing = |words: &Vec<String>| words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ");
    let lines = [
        ("path", Some(quoted(&input.named()))),
        ("table", input.table.as_deref().map(quoted)),
        ("query", input.query.as_deref().map(quoted)),
        ("sheet", input.sheet.as_deref().map(quoted)),
        ("format", input.format.as_deref().map(quoted)),
        ("compression", input.compression.as_deref().map(quoted)),
        ("encoding", input.encoding.as_deref().map(quoted)),
        ("delimiter", input.delimiter.map(|delimiter| quoted(&delimiter.to_string()))),
        ("decimal", input.decimal.map(|decimal| quoted(&decimal.to_string()))),
        ("header", input.header.map(|header| header.to_string())),
        ("missing", input.missing.as_ref().map(|words| format!("[{}]", missing(words)))),
    ];
    let told = codes.iter().map(|(code, cells)| format!("{} in {}", quoted(code), describe_cells(*cells)));
    let told = told.collect::<Vec<_>>().join(", ");
    for (key, value) in lines.into_iter().filter_map(|(key, value)| Some((key, value?))) {
        if key == "missing" && !told.is_empty() {
            let of_words = "# Words that hardly ever are values are taken for missing cells";
            writeln!(text, "{of_words}: {told}.\n# Take out what is a value here.")
                .expect("writing to a string");
        }
        writeln!(text, "{key} = {value}").expect("writing to a string");
    }
    if input.missing.is_none() {
        text.push_str(
            "# missing = [\"\", \"NA\", \"?\"]     # what counts as missing; the empty cell if not said\n",
        );
    }
    text.push('\n');
    text
}

fn overview(profiles: &[ColumnProfile], rows: usize) -> String {
    let count = |role: Role| profiles.iter().filter(|profile| profile.role == role).count();
    let roles: Vec<String> = Role::ALL.iter().map(|&role| format!("{} {role}", count(role))).collect();
    let open = profiles.iter().filter(|profile| !profile.decided).count();
    let mut text = format!(
        "# {}, {}: {}.",
        counted(rows as u64, "row", "rows"),
        counted(profiles.len() as u64, "column", "columns"),
        roles.join(", ")
    );
    if open > 0 {
        write!(text, " {open} to decide: look for \"decide\".").expect("writing to a string");
    }
    if count(Role::Quasi) == 0 {
        text.push_str("\n# No column is quasi yet. Say which of them an outsider could know.");
    }
    text + "\n\n"
}

fn column(profile: &ColumnProfile, many: bool) -> String {
    let mut text = format!("# {}\n# {}\n", facts(profile), profile.reason);
    text.push_str(&notes(profile));
    let sure = profile.detections.iter().filter(|detection| detection.confidence >= SURE);
    for (at, detection) in sure.enumerate() {
        let also =
            if at == 0 { String::new() } else { format!("also looks like {}: ", detection.what.words()) };
        writeln!(text, "#   {also}{}", detection.evidence).expect("writing to a string");
    }
    let mut lines = vec![format!("[columns.{}]", key(&profile.name)), format!("role = \"{}\"", profile.role)];
    lines.extend(profile.hierarchy.as_ref().map(|hierarchy| format!("hierarchy = {}", inline(hierarchy))));
    let off = !profile.decided && many;
    if !profile.decided {
        text.push_str(DECIDE);
        text.push_str(if off { "; then take the # off the lines below\n" } else { "\n" });
    }
    for line in lines {
        writeln!(text, "{}{line}", if off { "# " } else { "" }).expect("writing to a string");
    }
    text + "\n"
}

/// What deserves a word about its values.
fn notes(profile: &ColumnProfile) -> String {
    let mut notes = Vec::new();
    for (code, cells) in &profile.notice.codes {
        let (code, cells) = (quoted(&code.text), describe_cells(*cells));
        notes.push(format!(
            "{code} in {cells} may mean that nothing is known; if so, add it to missing above"
        ));
    }
    if profile.contacts > 0 && profile.role != Role::Identifier {
        notes.push(format!(
            "what looks like a telephone number or an e-mail address stands in {}: drop it (role = \"identifier\") or take it out",
            describe_cells(profile.contacts)
        ));
    }
    if let Some(spellings) = profile.notice.describe_spellings() {
        notes.push(match profile.role {
            Role::Quasi => {
                format!("{spellings}: different values to the classes; make them one to keep more")
            }
            _ => format!("{spellings}: where values are counted, each counts once"),
        });
    }
    if profile.is_ambiguous {
        notes.push(
            "its dates can be read with the day or with the month first: only years are used; say which in format".into(),
        );
    }
    let format = profile.hierarchy.as_ref().and_then(|hierarchy| hierarchy.format.as_deref());
    if format.is_some_and(has_short_years) {
        notes.push(describe_short_years());
    }
    notes.into_iter().map(|note| format!("#   {note}\n")).collect()
}

fn facts(profile: &ColumnProfile) -> String {
    let (name, kind, distinct) = (key(&profile.name), profile.kind, grouped(profile.distinct as u64));
    let (missing, unique) = (percent(profile.missing_share()), percent(profile.unique_share));
    format!("{name}: {kind}, {distinct} distinct, {missing} missing, {unique} unique")
}

fn output_section(input: &Input) -> String {
    let (stem, extension) = stem_and_extension(input);
    let named = |rest: &str| quoted(&format!("{stem}.{rest}"));
    let mut text = format!("[output]\npath = {}\n", named(&format!("release.{extension}")));
    text.push_str(
        "# order = \"sorted\"         # by what is released: tells nothing; or \"shuffle\", or \"input\"\n",
    );
    for (key, file) in [("certificate", "certificate.json"), ("plan", "plan.json")] {
        writeln!(text, "{key} = {}", named(file)).expect("writing to a string");
    }
    text
}

/// The input's file name without its extensions, and the extension of the release: the same format, compressed alike.
fn stem_and_extension(input: &Input) -> (String, String) {
    let name = Path::new(&input.path).file_name().and_then(|name| name.to_str()).unwrap_or("table");
    let name = if name == "-" { "table" } else { name };
    let (plain, compression) = [".gz", ".gzip", ".zst", ".zstd"]
        .into_iter()
        .find_map(|end| name.strip_suffix(end).map(|plain| (plain, end)))
        .unwrap_or((name, ""));
    let known = |word: &str| ["csv", "tsv", "jsonl", "ndjson", "parquet", "arrow", "feather"].contains(&word);
    let (stem, extension) =
        plain.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).unwrap_or((plain, ""));
    let format = input.format.as_deref().filter(|format| known(format)).unwrap_or("csv");
    let extension = if known(extension) { extension } else { format };
    (stem.into(), format!("{extension}{compression}"))
}

/// A hierarchy as an inline table, its fields in the order of the format.
fn inline(hierarchy: &HierarchySpec) -> String {
    let value = serde_json::to_value(hierarchy).expect("a hierarchy's spec has words for keys");
    toml_of(&value)
}

fn toml_of(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| format!("{} = {}", key(name), toml_of(value));
            format!("{{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(toml_of).collect::<Vec<_>>().join(", ")),
        Value::String(text) => quoted(text),
        Value::Number(number) => match number.as_f64() {
            Some(whole) if whole.fract() == 0.0 && whole.abs() < 1e15 => format!("{whole:.0}"),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}

/// A TOML key: bare if it may be.
fn key(name: &str) -> String {
    let bare = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    if !name.is_empty() && name.bytes().all(bare) { name.into() } else { quoted(name) }
}

/// A TOML basic string on one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for symbol in text.chars() {
        match symbol {
            '"' | '\\' => quoted.extend(['\\', symbol]),
            '\t' => quoted.push_str("\\t"),
            '\n' => quoted.push_str("\\n"),
            observer if observer.is_control() => {
                write!(quoted, "\\u{:04X}", u32::from(observer)).expect("writing to a string");
            }
            other => quoted.push(other),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_output(path: &str, format: Option<&str>, expected: (&str, &str)) {
        let input = Input { path: path.into(), format: format.map(String::from), ..Input::default() };
        assert_eq!(stem_and_extension(&input), (expected.0.into(), expected.1.into()), "{path}");
    }

    #[test]
    fn the_release_is_named_after_the_table() {
        check_output("data/patients.csv", None, ("patients", "csv"));
        check_output("patients.v2.csv.gz", None, ("patients.v2", "csv.gz"));
        check_output("patients.parquet", None, ("patients", "parquet"));
        check_output("patients.txt", Some("tsv"), ("patients", "tsv"));
        check_output("patients", None, ("patients", "csv"));
        check_output("-", Some("jsonl"), ("table", "jsonl"));
    }

    #[test]
    fn names_are_quoted_only_where_toml_asks_for_it() {
        for (name, expected) in [
            ("zip", "zip"),
            ("marital-status", "marital-status"),
            ("a.b", "\"a.b\""),
            ("", "\"\""),
            ("größe", "\"größe\""),
            ("a \"b\"\n\\", "\"a \\\"b\\\"\\n\\\\\""),
            ("\u{7f}", "\"\\u007F\""),
        ] {
            assert_eq!(key(name), expected);
        }
    }
}
