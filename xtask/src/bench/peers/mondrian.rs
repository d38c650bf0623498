//! Mondrian beside Mondrian in Python: the core alone, the rows being in memory.

use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{
    super::{Bench, measure::measure, number},
    Package, Peer,
};

const ANONYPY: Package =
    Package { name: "anonypy", version: "0.2.1", needs: &["pandas==3.1.1"], script: "mondrian_peer.py" };

const COLUMNS: &str = "age,sex,race,marital-status,education,native-country,workclass,occupation";
const K: &str = "5";
/// Times less processor time than the fastest in Python.
const AIM: f64 = 50.0;

/// Prints what each costs; plain Python, which makes the same cuts, must find as many classes.
pub fn run(bench: &Bench) -> Result<()> {
    println!("\n## Mondrian: Adult, 30,162 rows, eight quasi columns without hierarchies, k = {K}\n");
    let table = bench.root.join("../shared/data/adult/adult.csv").display().to_string();
    if !std::path::Path::new(&table).is_file() {
        println!("Left out: shared/data/adult is not beside the repository.");
        return Ok(());
    }
    let peer = Peer::install(bench, ANONYPY)?;
    let ours = ours(&table)?;
    let plain = peer.ask(&["plain", &table, COLUMNS, K])?;
    let anonypy = peer.ask(&["anonypy", &table, COLUMNS, K])?;
    ensure!(ours["classes"] == plain["classes"], "{ours}, but plain Python finds {plain}");
    println!(
        "The core alone, processor time; amidst is aimed to take {AIM:.0} times less than plain Python.\n"
    );
    println!("| who | classes | processor time | amidst: times less |");
    println!("|---|---|---|---|");
    let own = number(&ours, "/processor_seconds")?;
    let row = |who: &str, said: &Value| -> Result<()> {
        let (classes, seconds) = (number(said, "/classes")?, number(said, "/processor_seconds")?);
        println!("| {who} | {classes} | {:.1} ms | {:.0} |", 1e3 * seconds, seconds / own);
        Ok(())
    };
    row("amidst, `mondrian`", &ours)?;
    row("plain Python, written for this benchmark: the same cuts", &plain)?;
    row(&format!("anonypy {}: medians and halves of value lists only", ANONYPY.version), &anonypy)?;
    println!("\nOn all cores amidst takes {:.1} ms.", 1e3 * number(&ours, "/seconds")?);
    Ok(())
}

/// What benches/mondrian.rs prints.
fn ours(table: &str) -> Result<Value> {
    let bench = ["bench", "--locked", "--quiet", "-p", "amidst-cells", "--bench", "mondrian", "--"];
    let cost = measure(Command::new(crate::cargo::program()).args(bench).args([table, COLUMNS, K]))?;
    serde_json::from_str(&cost.output).context("the benchmark prints JSON")
}
