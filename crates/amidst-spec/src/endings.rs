//! Endings of files that are written: a name must not say that a file is what it is not.

use std::path::Path;

use amidst_io::{Format, Layout};

use crate::{Error, Result};

/// Refuses an ending of no format, unless the source has it too: whoever writes `release.docx` expects no CSV.
pub fn refuse_unknown_ending(path: &Path, source: &Path) -> Result<()> {
    const PLAIN: [&str; 5] = ["txt", "text", "dat", "asc", "psv"];
    let Some(ending) = inner_ending(path) else { return Ok(()) };
    let is_known = Format::of_name(path).is_some() || PLAIN.contains(&ending.as_str());
    match is_known || inner_ending(source).is_some_and(|of_source| of_source == ending) {
        true => Ok(()),
        false => Err(Error::Ending { path: path.into(), advice: ENDINGS }),
    }
}

/// The ending below that of a compression.
fn inner_ending(path: &Path) -> Option<String> {
    let ending = |path: &Path| Some(path.extension()?.to_string_lossy().to_ascii_lowercase());
    match ending(path)?.as_str() {
        "gz" | "gzip" | "zst" | "zstd" => ending(Path::new(path.file_stem()?)),
        _ => ending(path),
    }
}

/// The endings to choose from.
const ENDINGS: &str = "choose .csv, .tsv, .jsonl, .parquet or .arrow";

/// Refuses a name that says the file is what it would not be.
pub fn refuse_ending(path: &Path, layout: &Layout) -> Result<()> {
    const FOREIGN: [&str; 9] = ["xlsx", "xls", "ods", "sav", "dta", "sas7bdat", "xml", "zip", "bz2"];
    let ending =
        path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let is_wrapped = matches!(ending.as_str(), "gz" | "gzip" | "zst" | "zstd");
    if FOREIGN.contains(&ending.as_str()) {
        return Err(Error::Ending { path: path.into(), advice: ENDINGS });
    }
    if is_wrapped && !matches!(layout.format, Format::Csv | Format::Jsonl) {
        return Err(Error::Ending { path: path.into(), advice: "Parquet and Arrow compress by themselves" });
    }
    Ok(())
}
