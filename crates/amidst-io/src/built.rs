//! What this build reads and writes. Parquet and compression are features of cargo: whoever does not need them need not build
//! them, and a file that does is refused by the name of its feature.

use crate::{Compression, Error, Format, Result};

/// Refuses a format that this build lacks.
pub(crate) fn check_format(format: Format, file: &str) -> Result<()> {
    let is_built = format != Format::Parquet || cfg!(feature = "parquet");
    if is_built { Ok(()) } else { Err(left_out("parquet", file)) }
}

/// Refuses a compression that this build lacks.
pub(crate) fn check_compression(compression: Compression, file: &str) -> Result<()> {
    let is_built = compression == Compression::None || cfg!(feature = "compression");
    if is_built { Ok(()) } else { Err(left_out("compression", file)) }
}

/// Refuses workbooks if this build lacks them.
pub(crate) fn check_workbook(file: &str) -> Result<()> {
    if cfg!(feature = "excel") { Ok(()) } else { Err(left_out("excel", file)) }
}

fn left_out(feature: &'static str, file: &str) -> Error {
    Error::LeftOut { file: file.to_owned(), feature }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Hints, Source, sniff};

    #[track_caller]
    fn check(name: &str, bytes: &'static [u8], feature: &'static str, is_built: bool) {
        let found = sniff(&Source::from_bytes(name, bytes), &Hints::default());
        let refused = matches!(found, Err(Error::LeftOut { feature: lacking, .. }) if lacking == feature);
        assert_eq!(refused, !is_built);
    }

    #[test]
    fn what_a_build_lacks_is_refused_by_the_name_of_its_feature() {
        check("a.parquet", b"PAR1....", "parquet", cfg!(feature = "parquet"));
        if cfg!(not(feature = "excel")) {
            check("a.xlsx", b"PK\x03\x04....", "excel", false);
        }
        for magic in [&b"\x1f\x8b\x08\0...."[..], b"\x28\xb5\x2f\xfd...."] {
            check("a.csv.gz", magic, "compression", cfg!(feature = "compression"));
        }
        assert_eq!(
            left_out("parquet", "a.parquet").to_string(),
            "a.parquet: this build of amidst was made without parquet; build it with the feature `parquet`, or convert the file"
        );
    }
}
