//! A table in memory, released as a spec says: what the Python package does, in Rust alone. Tells how long it took, and the numbers of
//! the release, as JSON.
//!
//! ```sh
//! cargo run --release --example frame -- release.toml people.arrow
//! ```

use std::{fs, time::Instant};

use amidst::{Answer, Job, Spec, io::Batches};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (spec, table) = (args.next().ok_or("name a spec")?, args.next().ok_or("name an Arrow file")?);
    let spec = Spec::read(spec.as_ref())?;
    let reporting = spec.output.reporting()?;
    let people = Batches::from_ipc("people", fs::read(table)?.into())?;
    let begun = Instant::now();
    let answer = Job::new(spec).with_source(people).run_in_memory(&())?;
    let seconds = begun.elapsed().as_secs_f64();
    let told = match &answer {
        Answer::Released(released) => released.to_json(),
        Answer::Infeasible(answer) => answer.to_json(reporting),
    };
    println!("{{\"seconds\":{seconds},\"answer\":{told}}}");
    Ok(())
}
