//! The yardstick for whole tables: every record parsed and written again, unchanged, by the `csv` crate on one thread.

use std::path::Path;

use anyhow::Result;
use csv::{ByteRecord, ReaderBuilder, WriterBuilder};

const BUFFER: usize = 1 << 16;

/// Parses one file and writes the other.
pub fn run(input: &Path, output: &Path) -> Result<()> {
    let mut reader = ReaderBuilder::new().buffer_capacity(BUFFER).has_headers(false).from_path(input)?;
    let mut writer = WriterBuilder::new().buffer_capacity(BUFFER).from_path(output)?;
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record)? {
        writer.write_byte_record(&record)?;
    }
    Ok(writer.flush()?)
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use super::*;

    #[test]
    fn the_file_comes_out_as_it_went_in() {
        let path = |name: &str| env::temp_dir().join(format!("amidst-rewrite-{}-{name}.csv", process::id()));
        let (input, output) = (path("in"), path("out"));
        let text = "a,b\n1,\"x, y\"\n2,\n";
        fs::write(&input, text).expect("the temporary folder is writable");
        run(&input, &output).expect("a CSV file");
        assert_eq!(fs::read_to_string(&output).expect("written"), text);
        [input, output].iter().for_each(|path| fs::remove_file(path).expect("was there"));
    }
}
