//! A table in memory released into memory: the whole call beside the stages it consists of, and beside the same table as a file.
//! Prints seconds, the medians of several runs, and fails where the call takes more than its stages.

use std::{env, error::Error, fs, path::Path, sync::Arc, time::Instant};

use amidst::{
    Answer, Job, Spec,
    arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray},
    io::Batches,
};
use amidst_testkit::generate::adult;

const ROWS: u64 = 1_000_000;
const RUNS: usize = 5;
const BATCH_ROWS: usize = 1 << 16;

/// The call may take this many times as long as its stages.
const AIM: f64 = 1.05;

const ALGORITHMS: [&str; 2] = ["optimal", "mondrian"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut csv = Vec::new();
    adult::write_csv(ROWS, 1, &mut csv)?;
    let csv = String::from_utf8(csv)?;
    let batches = batches(&csv)?;
    let folder = env::temp_dir().join(format!("amidst-bench-memory-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("table.csv"), &csv)?;
    let measured = measure(&batches, &folder);
    fs::remove_dir_all(&folder)?;
    measured
}

fn measure(batches: &[RecordBatch], folder: &Path) -> Result<(), Box<dyn Error>> {
    println!("| algorithm | rows | stages | whole call | whole call / stages | by files, CSV to CSV |");
    println!("|---|---|---|---|---|---|");
    for algorithm in ALGORITHMS {
        let (mut stages, mut wholes, mut files) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let job = Job::new(spec(algorithm)?).with_source(Batches::new(
                "table",
                batches[0].schema(),
                batches.to_vec(),
            )?);
            let begun = Instant::now();
            let answer = job.run_in_memory(&())?;
            wholes.push(begun.elapsed().as_secs_f64());
            let Answer::Released(released) = answer else { return Err("nothing was released".into()) };
            let seconds = &released.summary.seconds;
            stages.push(seconds.read + seconds.search + seconds.write + seconds.verify);
            files.push(by_files(algorithm, folder)?);
        }
        let ratio = median(wholes.iter().zip(&stages).map(|(whole, stages)| whole / stages).collect());
        println!(
            "| {algorithm} | {ROWS} | {:.3} s | {:.3} s | {ratio:.3} | {:.3} s |",
            median(stages),
            median(wholes),
            median(files)
        );
        if ratio > AIM {
            return Err(format!("{algorithm} takes {ratio:.3} times its stages, and {AIM} is the aim").into());
        }
    }
    Ok(())
}

fn by_files(algorithm: &str, folder: &Path) -> Result<f64, Box<dyn Error>> {
    let mut spec = spec(algorithm)?;
    spec.input.path = folder.join("table.csv").display().to_string();
    spec.output.path = Some(folder.join("release.csv").display().to_string());
    let begun = Instant::now();
    Job::new(spec).with_overwrite(true).run(&())?;
    Ok(begun.elapsed().as_secs_f64())
}

fn spec(algorithm: &str) -> Result<Spec, Box<dyn Error>> {
    let head = format!("privacy.k = 5\nsolve = {{ suppression = '5%', algorithm = '{algorithm}' }}\n");
    Ok(Spec::from_toml(&(head + adult::columns_toml()))?)
}

/// The table as batches: whole numbers as such, everything else as text.
fn batches(csv: &str) -> Result<Vec<RecordBatch>, Box<dyn Error>> {
    let lines: Vec<&str> = csv.lines().skip(1).collect();
    let batch = |lines: &[&str]| {
        let columns = adult::HEADER.split(',').enumerate().map(|(at, name)| {
            let cells = lines.iter().map(|line| line.split(',').nth(at).unwrap_or_default());
            (name, column(cells.collect()))
        });
        RecordBatch::try_from_iter(columns)
    };
    Ok(lines.chunks(BATCH_ROWS).map(batch).collect::<Result<_, _>>()?)
}

fn column(cells: Vec<&str>) -> ArrayRef {
    match cells.iter().map(|cell| cell.parse()).collect::<Result<Vec<i32>, _>>() {
        Ok(numbers) => Arc::new(Int32Array::from(numbers)),
        Err(_) => Arc::new(StringArray::from(cells)),
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
