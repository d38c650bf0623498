//! Where a job writes: checked before it starts, so that a long search does not end at a closed door.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use amidst_io::{AtomicFile, Format, Layout};

use super::{Ask, Released};
use crate::{Error, Result, Spec, certificate::certificate, plan::Plan, report::html, reporting::Reporting};

/// The files of a job.
pub struct Outputs {
    /// The release; `None` is standard output.
    pub release: Option<PathBuf>,
    /// The files beside it that keep a column apart, and which.
    pub apart: Vec<(String, PathBuf)>,
    format: Option<Format>,
    /// `tsv` is CSV with this delimiter.
    delimiter: Option<u8>,
    report: Option<PathBuf>,
    certificate: Option<PathBuf>,
    plan: Option<PathBuf>,
    /// How counts are told.
    pub reporting: Reporting,
}

impl Outputs {
    /// Whether a plan is written.
    pub fn writes_plan(&self) -> bool {
        self.plan.is_some()
    }

    /// Checks that no output is an input or another output, that none is in the way, and that every folder is there.
    /// `further` are files that are read besides those of the spec.
    pub fn check(spec: &Spec, ask: &Ask, further: &[&Path], overwrite: bool) -> Result<Self> {
        let path = |path: &Option<String>| path.as_ref().map(PathBuf::from);
        let release = match spec.output.path.as_deref() {
            _ if spec.releases_to_stdout() => None,
            Some(path) => Some(PathBuf::from(path)),
            None => Some(beside(Path::new(&spec.input.path))),
        };
        let format = spec.output.format.as_deref().map(str::parse).transpose().map_err(Error::Setting)?;
        let apart = |column: &String| Some((column.clone(), apart(release.as_deref()?, column)));
        let outputs = Self {
            apart: ask.apart.iter().filter_map(apart).collect(),
            release,
            format,
            delimiter: (spec.output.format.as_deref() == Some("tsv")).then_some(b'\t'),
            report: path(&spec.output.report),
            certificate: path(&spec.output.certificate),
            plan: path(&spec.output.plan),
            reporting: spec.output.reporting()?,
        };
        let inputs: Vec<&Path> = spec.inputs().into_iter().chain(further.iter().copied()).collect();
        check_paths(outputs.paths(), &inputs, overwrite)?;
        Ok(outputs)
    }

    /// How the release is laid out: what its name says, or the spec, and for the rest as the source.
    pub fn layout(&self, source: &Layout) -> Result<Layout> {
        let mut layout = source.for_output(self.release.as_deref());
        if let Some(format) = self.format {
            layout.format = format;
        }
        layout.delimiter = self.delimiter.unwrap_or(layout.delimiter);
        if let Some(path) = &self.release {
            refuse_ending(path, &layout)?;
        }
        match layout.format {
            Format::ArrowStream => {
                Err(Error::Setting("a release is written as an Arrow file, not as a stream".into()))
            }
            _ => Ok(layout),
        }
    }

    /// Writes what stands beside the release, down to the disk but not yet under its name: a disk that is full now is
    /// full before anything is released.
    pub fn stage_beside(&self, released: &Released) -> Result<Vec<StagedText>> {
        let texts: [(&Option<PathBuf>, &dyn Fn() -> String); 3] = [
            (&self.report, &|| html(released)),
            (&self.certificate, &|| format!("{:#}\n", certificate(released))),
            (&self.plan, &|| Plan::of(released, self.folder_of_plan()).to_string()),
        ];
        let wanted = texts.into_iter().filter_map(|(path, text)| Some((path.as_ref()?, text)));
        wanted.map(|(path, text)| StagedText::write(path, &text())).collect()
    }

    fn folder_of_plan(&self) -> &Path {
        self.plan.as_deref().and_then(Path::parent).unwrap_or(Path::new(""))
    }

    /// Every output that is a file, and what it is called.
    fn paths(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        let all = [
            ("release", &self.release),
            ("report", &self.report),
            ("certificate", &self.certificate),
            ("plan", &self.plan),
        ];
        let apart = self.apart.iter().map(|(_, path)| ("release", path.as_path()));
        all.into_iter().filter_map(|(what, path)| Some((what, path.as_deref()?))).chain(apart)
    }

    /// The name of the file that keeps a column apart, if one does.
    pub fn file_of(&self, column: &str) -> Option<String> {
        let (_, path) = self.apart.iter().find(|(name, _)| name == column)?;
        path.file_name().map(|name| name.to_string_lossy().into_owned())
    }
}

/// Checks that no output is an input or another output, that none is in the way, and that every folder is there.
pub(crate) fn check_paths<'a>(
    paths: impl Iterator<Item = (&'static str, &'a Path)>,
    inputs: &[&Path],
    overwrite: bool,
) -> Result<()> {
    let mut seen: Vec<PathBuf> = Vec::new();
    for (what, path) in paths {
        match path.to_str() {
            Some("-") => return Err(Error::NotToStdout { what }),
            Some("") => return Err(Error::EmptyPath { what }),
            _ => {}
        }
        if inputs.iter().any(|input| is_same(path, input)) {
            return Err(Error::OutputIsInput { path: path.into() });
        }
        if seen.contains(&resolved(path)) {
            return Err(Error::OutputTwice { path: path.into() });
        }
        drop(AtomicFile::create(path)?);
        if !overwrite && path.exists() {
            return Err(Error::Exists { path: path.into() });
        }
        seen.push(resolved(path));
    }
    Ok(())
}

/// A text on disk, not yet under its name.
pub(crate) struct StagedText {
    file: AtomicFile,
    path: String,
}

impl StagedText {
    /// Writes it, down to the disk.
    pub fn write(path: &Path, text: &str) -> Result<Self> {
        let mut file = AtomicFile::create(path)?;
        let path = path.display().to_string();
        file.write_all(text.as_bytes())
            .map_err(|source| amidst_io::Error::Write { file: path.clone(), source })?;
        file.finish_unnamed()?;
        Ok(Self { file, path })
    }

    /// Gives it its name, and says which.
    pub fn commit(self) -> Result<String> {
        self.file.commit()?;
        Ok(self.path)
    }
}

/// Refuses a name that says the file is what it would not be.
fn refuse_ending(path: &Path, layout: &Layout) -> Result<()> {
    const FOREIGN: [&str; 9] = ["xlsx", "xls", "ods", "sav", "dta", "sas7bdat", "xml", "zip", "bz2"];
    let ending =
        path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    let is_wrapped = matches!(ending.as_str(), "gz" | "gzip" | "zst" | "zstd");
    if FOREIGN.contains(&ending.as_str()) {
        return Err(Error::Ending {
            path: path.into(),
            advice: "choose .csv, .tsv, .jsonl, .parquet or .arrow",
        });
    }
    if is_wrapped && !matches!(layout.format, Format::Csv | Format::Jsonl) {
        return Err(Error::Ending { path: path.into(), advice: "Parquet and Arrow compress by themselves" });
    }
    Ok(())
}

/// `patients.csv.gz` becomes `patients.release.csv.gz`.
fn beside(input: &Path) -> PathBuf {
    let name = input.file_name().map_or_else(|| "table".into(), |name| name.to_string_lossy().into_owned());
    let (stem, extensions) = name
        .split_once('.')
        .map_or((name.as_str(), String::new()), |(stem, rest)| (stem, format!(".{rest}")));
    input.with_file_name(format!("{stem}.release{extensions}"))
}

/// `release.csv.gz` becomes `release.disease.csv.gz` for the column disease.
fn apart(release: &Path, column: &str) -> PathBuf {
    let ending = |path: &Path| {
        path.extension().map_or_else(String::new, |ending| format!(".{}", ending.to_string_lossy()))
    };
    let is_wrapped = matches!(&*ending(release), ".gz" | ".gzip" | ".zst" | ".zstd");
    let wrapping = if is_wrapped { ending(release) } else { String::new() };
    let inner = if is_wrapped { release.with_extension("") } else { release.to_owned() };
    let stem = inner.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |letter: char| if letter.is_alphanumeric() || letter == '-' { letter } else { '_' };
    let word: String = column.chars().map(plain).collect();
    release.with_file_name(format!("{stem}.{word}{}{wrapping}", ending(&inner)))
}

/// Whether two paths lead to one file, through links of either kind too.
fn is_same(a: &Path, b: &Path) -> bool {
    resolved(a) == resolved(b) || is_hard_link(a, b)
}

#[cfg(unix)]
fn is_hard_link(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let place = |path: &Path| path.metadata().ok().map(|found| (found.dev(), found.ino()));
    place(a).is_some_and(|a| Some(a) == place(b))
}

#[cfg(not(unix))]
fn is_hard_link(_: &Path, _: &Path) -> bool {
    false
}

/// The path without links and detours, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    path.canonicalize()
        .or_else(|_| {
            let name = path.file_name().unwrap_or_default();
            folder.canonicalize().map(|folder| folder.join(name))
        })
        .unwrap_or_else(|_| path.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_without_a_name_stands_beside_its_source() {
        assert_eq!(beside(Path::new("a/patients.csv")), Path::new("a/patients.release.csv"));
        assert_eq!(beside(Path::new("patients.csv.gz")), Path::new("patients.release.csv.gz"));
        assert_eq!(beside(Path::new("patients")), Path::new("patients.release"));
    }

    #[test]
    fn a_column_apart_stands_beside_its_release() {
        assert_eq!(apart(Path::new("a/release.csv"), "ill"), Path::new("a/release.ill.csv"));
        assert_eq!(apart(Path::new("a.release.csv.gz"), "ill"), Path::new("a.release.ill.csv.gz"));
        assert_eq!(apart(Path::new("release"), "../a b"), Path::new("release.___a_b"));
    }

    #[test]
    fn detours_lead_to_the_same_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.csv");
        std::fs::write(&file, "").expect("a file");
        assert!(is_same(&file, &folder.path().join("./a.csv")));
        assert!(!is_same(&file, &folder.path().join("b.csv")));
        std::fs::hard_link(&file, folder.path().join("b.csv")).expect("a second name");
        assert!(is_same(&file, &folder.path().join("b.csv")) || cfg!(not(unix)));
    }
}
