//! Paths in files that lie in other folders than the one the program runs in.

use std::path::{Path, absolute};

/// A path as a file in `folder` writes it: relative to the folder if it leads into it, otherwise absolute. `-` stays.
pub fn relative(path: &str, folder: &Path) -> String {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    match (absolute(path), absolute(folder)) {
        (Ok(whole), Ok(folder)) if path != "-" => {
            whole.strip_prefix(&folder).unwrap_or(&whole).to_string_lossy().into_owned()
        }
        _ => path.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_into_the_folder_is_relative_and_any_other_absolute() {
        assert_eq!(relative("plans/zip.csv", Path::new("plans")), "zip.csv");
        assert_eq!(relative("./plans/zip.csv", Path::new("plans")), "zip.csv");
        assert_eq!(relative("zip.csv", Path::new("")), "zip.csv");
        assert_eq!(relative("/data/zip.csv", Path::new("/data/plans")), "/data/zip.csv");
        assert!(Path::new(&relative("zip.csv", Path::new("plans"))).is_absolute());
    }

    #[test]
    fn what_is_no_path_stays() {
        assert_eq!(relative("-", Path::new("plans")), "-");
        assert_eq!(relative("", Path::new("plans")), "");
    }
}
