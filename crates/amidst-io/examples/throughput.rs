//! How fast a table is read and written: `cargo run --release -p amidst-io --example throughput -- TABLE [CODED] [OUT]`.
//!
//! `CODED` is the number of leading columns that become codes; the others are carried. All columns are coded if it is
//! left out.

use std::{env, error::Error, io, time::Instant};

use amidst_io::{Hints, Reader, Source, Want, WriteOptions, write_to};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let source = Source::from_argument(arguments.next().ok_or("name a table")?);
    let coded: usize = arguments.next().map_or(Ok(usize::MAX), |count| count.parse())?;
    let out = arguments.next();

    let start = Instant::now();
    let reader = Reader::open(&source, &Hints::default(), &[String::new()])?;
    let layout = reader.layout().for_output(out.as_deref().map(std::path::Path::new));
    let mut seen = 0;
    let read = reader.read(|_| {
        seen += 1;
        if seen <= coded { Want::Code } else { Want::Carry }
    })?;
    report("read", read.bytes, start);

    let order: Vec<u32> = (0..read.table.rows() as u32).collect();
    let options =
        WriteOptions { file: "sink".into(), layout, missing: String::new(), metadata: read.metadata };
    let start = Instant::now();
    let written = match out {
        None => write_to(&read.table, &order, &options, &mut io::sink())?,
        Some(path) => {
            let mut file = amidst_io::AtomicFile::create(path)?;
            let written = write_to(&read.table, &order, &options, &mut file)?;
            file.commit()?;
            written
        }
    };
    report("write", written.bytes, start);
    let start = Instant::now();
    let scattered: Vec<u32> =
        order.iter().map(|row| (u64::from(*row) * 7_368_787 % order.len() as u64) as u32).collect();
    let elsewhere = write_to(&read.table, &scattered, &options, &mut io::sink())?;
    report("write in scattered order", elsewhere.bytes, start);
    println!("{} rows; same bytes: {}", order.len(), written.sha256 == read.sha256);
    Ok(())
}

fn report(what: &str, bytes: u64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let megabytes = bytes as f64 / 1e6;
    println!("{what}: {megabytes:.0} MB in {seconds:.2} s, {:.0} MB/s", megabytes / seconds);
}
