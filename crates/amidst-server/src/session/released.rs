//! What `amidst::Job` released: the only files that can be downloaded.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use amidst::{Spec, spec::Input};
use amidst_table::Table;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use super::{FileName, tables};
use crate::error::{Refused, Result};

/// A release that passed its audit, and the papers beside it. Its folder is removed with it.
pub struct Released {
    folder: PathBuf,
    /// The spec that ran, its paths as the program sees them.
    pub spec: Spec,
    /// What was released, in codes.
    pub table: Arc<Table>,
    files: Vec<ReleasedFile>,
    summary: Value,
}

/// A file that can be downloaded.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ReleasedFile {
    /// Its name.
    pub name: String,
    /// What it is: `release`, `report`, `certificate`, `plan` or `column`.
    pub what: &'static str,
    /// Its size in bytes.
    pub bytes: u64,
}

impl Released {
    /// Takes up what a job released into a folder.
    pub fn new(folder: PathBuf, released: &amidst::Released) -> Result<Self> {
        let spec = released.spec.clone();
        let output = &spec.output;
        let papers = [
            ("report", output.report.as_ref()),
            ("certificate", output.certificate.as_ref()),
            ("certificate", output.internal_certificate.as_ref()),
            ("plan", output.plan.as_ref()),
        ];
        let papers = papers.into_iter().filter_map(|(what, path)| Some((what, path?)));
        let papers = papers.filter(|(_, path)| released.beside.contains(path));
        let apart = released.summary.side_tables().map(|side| ("column", &side.path));
        let files = [("release", &released.summary.output.path)].into_iter().chain(apart).chain(papers);
        let files = files.map(|(what, path)| {
            let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
            Ok(ReleasedFile { bytes: fs::metadata(path)?.len(), name, what })
        });
        let files = files.collect::<Result<Vec<_>>>()?;
        let mut summary = serde_json::to_value(&released.summary).expect("its keys are texts");
        summary["output"]["path"] = json!(files[0].name);
        summary["transformations"] = released
            .columns
            .iter()
            .map(|it| json!({ "column": it.name, "role": it.role.name(), "became": it.transformation.to_string() }))
            .collect();
        let table = Arc::new(tables::read(&input(&spec, &released.summary.output.path), &())?);
        Ok(Self { folder, spec, table, files, summary })
    }

    /// What can be downloaded.
    pub fn files(&self) -> &[ReleasedFile] {
        &self.files
    }

    /// What the job found, in numbers.
    pub fn summary(&self) -> &Value {
        &self.summary
    }

    /// The release as a table that can be judged.
    pub fn input(&self) -> Input {
        input(&self.spec, &self.folder.join(&self.files[0].name).display().to_string())
    }

    /// Where a file lies that can be downloaded; no other is found.
    pub fn path(&self, name: &FileName) -> Result<PathBuf> {
        match self.files.iter().any(|file| file.name == name.as_str()) {
            true => Ok(self.folder.join(name.as_str())),
            false => Err(Refused::not_found("no file of this name was released")),
        }
    }
}

impl Drop for Released {
    fn drop(&mut self) {
        // It goes with the private folder at the latest.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn input(spec: &Spec, path: &str) -> Input {
    Input { path: path.to_owned(), missing: spec.input.missing.clone(), ..Input::default() }
}
