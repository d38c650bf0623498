//! Writes a table like Adult, for benchmarks: `adult_like ROWS SEED [timed]` to standard output, or `adult_like
//! columns` for the roles and hierarchies of its spec.

use std::{
    env,
    io::{self, BufWriter, Write},
};

use amidst_testkit::generate::adult;

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["columns"] => out.write_all(adult::columns_toml().as_bytes())?,
        [rows, seed] => adult::write_csv(number(rows)?, number(seed)?, &mut out)?,
        [rows, seed, "timed"] => adult::write_timed_csv(number(rows)?, number(seed)?, &mut out)?,
        _ => return Err(io::Error::other("usage: adult_like ROWS SEED [timed] | adult_like columns")),
    }
    out.flush()
}

fn number(text: &str) -> io::Result<u64> {
    text.parse().map_err(|_| io::Error::other(format!("{text:?} is not a whole number")))
}
