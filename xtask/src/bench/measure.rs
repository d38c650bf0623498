//! What one process costs: time, processor time, memory.
//!
//! Linux tells all of it under /proc, without a dependency; elsewhere only time is known.

use std::{
    fs,
    io::Read,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail};

/// How often a process is looked at.
const POLL: Duration = Duration::from_millis(2);

/// Processor time under /proc is counted in hundredths of a second, whatever the kernel's own clock.
const TICKS_PER_SECOND: f64 = 100.0;

/// The cost of a process that ended well.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// From start to end.
    pub seconds: f64,
    /// On all cores, user and system; to a hundredth of a second.
    pub cpu_seconds: Option<f64>,
    /// Resident at its highest.
    pub peak_bytes: Option<u64>,
    /// What it wrote to standard output.
    pub output: String,
}

/// Runs a command to its end.
pub fn measure(command: &mut Command) -> Result<Cost> {
    let start = Instant::now();
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().context("the program does not start")?;
    let mut stdout = child.stdout.take().context("standard output is piped")?;
    // Standard output closes when the process ends: sharper than the poll.
    let reader = thread::spawn(move || {
        let mut output = String::new();
        stdout.read_to_string(&mut output).map(|_| (output, start.elapsed().as_secs_f64()))
    });
    let (cpu_seconds, peak_bytes) = watch(&child);
    let status = child.wait()?;
    let (output, seconds) = reader.join().ok().context("the reader ends")??;
    if !status.success() {
        bail!("{command:?} ended with {status}");
    }
    Ok(Cost { seconds, cpu_seconds, peak_bytes, output })
}

/// Looks at a process until it is over. Its accounts stay readable until somebody waits for it.
fn watch(child: &Child) -> (Option<f64>, Option<u64>) {
    let mut peak = None;
    loop {
        let Ok(stat) = fs::read_to_string(format!("/proc/{}/stat", child.id())) else { return (None, None) };
        if let Some(seconds) = cpu_seconds_if_over(&stat) {
            return (Some(seconds), peak);
        }
        peak = fs::read_to_string(format!("/proc/{}/status", child.id()))
            .ok()
            .and_then(|status| peak_bytes(&status))
            .max(peak);
        thread::sleep(POLL);
    }
}

/// User and system time of a process that has ended, from its line of accounts; `None` while it runs.
fn cpu_seconds_if_over(stat: &str) -> Option<f64> {
    // The name, in parentheses, may hold anything; fields are counted from behind it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |at: usize| fields.get(at)?.parse::<f64>().ok();
    matches!(*fields.first()?, "Z" | "X")
        .then(|| Some((ticks(11)? + ticks(12)?) / TICKS_PER_SECOND))
        .flatten()
}

fn peak_bytes(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accounts_are_read_once_the_process_is_over() {
        let line = |state: &str| format!("7 (a) b) {state} 1 2 3 4 5 6 7 8 9 10 150 25 0 0");
        assert_eq!(cpu_seconds_if_over(&line("R")), None);
        assert_eq!(cpu_seconds_if_over(&line("Z")), Some(1.75));
    }

    #[test]
    fn the_high_water_mark_is_in_bytes() {
        assert_eq!(peak_bytes("Name:\ta\nVmPeak:\t  9 kB\nVmHWM:\t    12 kB\n"), Some(12 * 1024));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_is_measured() {
        let cost = measure(Command::new("sh").args(["-c", "sleep 0.05; echo done"])).expect("runs");
        assert_eq!(cost.output, "done\n");
        assert!(cost.seconds >= 0.05 && cost.cpu_seconds.is_some() && cost.peak_bytes.is_some());
    }

    #[test]
    fn a_failure_is_not_a_measurement() {
        assert!(measure(Command::new("cargo").arg("no-such-command").stderr(Stdio::null())).is_err());
    }
}
