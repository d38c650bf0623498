//! Every method on a table, at every k.

use anyhow::Result;
use serde_json::Value;

use super::{
    super::{Bench, number},
    grouped,
    instance::{Columns, Instance},
    selection::Selection,
    unless,
};

pub const KS: [u64; 6] = [2, 5, 10, 25, 50, 100];
/// Those of tables of which only the order of methods is asked, unless others are named.
const FEW: [u64; 2] = [5, 50];
/// What takes longer is left out.
pub const LIMIT: &str = "300s";
const LOCAL: &str = "local";

/// What is said of the columns, and what is asked of `local` on Adult.
pub struct Setup {
    /// Its word on the command line.
    pub name: &'static str,
    /// Which columns are quasi columns.
    pub columns: Columns,
    title: &'static str,
    /// The most that it may lose, and its highest GCP, at every k; nothing where only the order of methods is asked.
    aims: Option<[(f64, f64); KS.len()]>,
}

impl Setup {
    /// With hierarchies and without.
    pub const ALL: [Self; 2] = [
        Self {
            name: "a",
            columns: Columns::WithHierarchies,
            title: "nine quasi columns with hierarchies",
            aims: Some([
                (0.0193, 0.0218),
                (0.0483, 0.0543),
                (0.0713, 0.0834),
                (0.1057, 0.1306),
                (0.1375, 0.1780),
                (0.1748, 0.2444),
            ]),
        },
        Self {
            name: "b",
            columns: Columns::Bare,
            title: "eight quasi columns without hierarchies",
            aims: Some([
                (0.0041, 0.0060),
                (0.0154, 0.0202),
                (0.0302, 0.0377),
                (0.0607, 0.0723),
                (0.0947, 0.1110),
                (0.1439, 0.1659),
            ]),
        },
    ];

    /// Tables unlike Adult: nothing is asked but that `local` is the best.
    pub const UNLIKE: Self =
        Self { name: "c", columns: Columns::Bare, title: "every column quasi", aims: None };

    /// The most that `local` may lose on Adult at a k.
    pub fn most(&self, k: u64) -> Option<f64> {
        let aims = KS.iter().zip(self.aims?).find(|(one, _)| **one == k);
        aims.map(|(_, (loss, _))| loss)
    }

    /// What figures of `local` are above what is asked at a k, to the four digits that are printed.
    fn above(&self, k: u64, local: &Figures) -> Vec<String> {
        let aims = self.aims.and_then(|aims| KS.into_iter().zip(aims).find(|(one, _)| *one == k));
        let Some((_, (loss, gcp))) = aims else { return Vec::new() };
        let above = |(name, is, most): (&str, f64, f64)| {
            unless(is < most + 0.000_05, || format!("{name} {is:.4}, above {most:.4}"))
        };
        [("loss", local.loss, loss), ("GCP", local.gcp, gcp)].into_iter().filter_map(above).collect()
    }
}

/// A way to recode.
struct Method {
    name: &'static str,
    flags: &'static [&'static str],
    /// Whether it is run for each objective. If not, it is too slow for that, and runs for GCP.
    is_run_for_both: bool,
    needs_hierarchies: bool,
}

const fn cells(name: &'static str, flags: &'static [&'static str]) -> Method {
    Method { name, flags, is_run_for_both: true, needs_hierarchies: false }
}

const fn slow(name: &'static str, flags: &'static [&'static str]) -> Method {
    Method { name, flags, is_run_for_both: false, needs_hierarchies: false }
}

const fn levels(name: &'static str, flags: &'static [&'static str]) -> Method {
    Method { name, flags, is_run_for_both: true, needs_hierarchies: true }
}

const METHODS: [Method; 12] = [
    cells(LOCAL, &["--algorithm", "local"]),
    cells("mondrian", &["--algorithm", "mondrian"]),
    cells("mondrian, by loss", &["--algorithm", "mondrian", "--split", "loss"]),
    cells("mondrian-relaxed", &["--algorithm", "mondrian-relaxed"]),
    cells("mondrian-relaxed, by loss", &["--algorithm", "mondrian-relaxed", "--split", "loss"]),
    cells("mondrian-hybrid", &["--algorithm", "mondrian-hybrid"]),
    cells("mondrian-hybrid, by loss", &["--algorithm", "mondrian-hybrid", "--split", "loss"]),
    cells("top-down-greedy", &["--algorithm", "top-down-greedy"]),
    slow("k-member", &["--algorithm", "k-member"]),
    slow("oka", &["--algorithm", "oka"]),
    levels("whole columns, 5 % of rows suppressed", &["--algorithm", "optimal", "--suppression", "5%"]),
    levels("whole columns, no row suppressed", &["--algorithm", "optimal", "--suppression", "0%"]),
];

impl Method {
    fn algorithm(&self) -> &'static str {
        self.flags[1]
    }

    /// What it keeps, or nothing if it takes too long.
    fn figures(&self, bench: &Bench, instance: &Instance, k: u64) -> Result<Option<Figures>> {
        let run = |objective: &str| {
            let flags = [self.flags, &["--objective", objective, "--time-limit", LIMIT]].concat();
            Ok::<Value, anyhow::Error>(instance.anonymize(bench, k, &flags)?.1)
        };
        let gcp = run("gcp")?;
        let loss = if self.is_run_for_both { run("loss")? } else { gcp.clone() };
        if [&gcp, &loss].iter().any(|report| report["outcome"] == "stopped") {
            return Ok(None);
        }
        let seconds = |report: &Value| number(report, "/seconds/search");
        Ok(Some(Figures {
            loss: number(&loss, "/loss/loss")?,
            gcp: number(&gcp, "/loss/gcp")?,
            discernibility: number(&gcp, "/loss/discernibility")?,
            classes: number(&gcp, "/classes")?,
            seconds: seconds(&gcp)?.max(seconds(&loss)?),
        }))
    }
}

/// What a method keeps. All but the loss are those of the run for GCP.
struct Figures {
    loss: f64,
    gcp: f64,
    discernibility: f64,
    classes: f64,
    /// The longer of the two runs.
    seconds: f64,
}

/// Prints the table; gives what falls behind.
pub fn run(
    bench: &Bench,
    asked: &Selection<'_>,
    setup: &Setup,
    instance: &Instance,
    is_aimed: bool,
) -> Result<Vec<String>> {
    println!("\n## {}: {}\n", instance.name, setup.title);
    println!("| k | method | loss | GCP | discernibility | classes | seconds |");
    println!("|---|---|---|---|---|---|---|");
    let mut behind = Vec::new();
    let is_few = !is_aimed && !asked.restricts("k");
    let ks = KS.into_iter().filter(|k| !is_few || FEW.contains(k));
    for k in ks.filter(|k| asked.is("k", &k.to_string())) {
        let mut known = Vec::new();
        let is_asked = |method: &&Method| {
            asked.is("method", method.algorithm())
                && (setup.columns == Columns::WithHierarchies || !method.needs_hierarchies)
        };
        for method in METHODS.iter().filter(is_asked) {
            let figures = method.figures(bench, instance, k)?;
            print(k, method, figures.as_ref());
            let is_late = method.name == LOCAL && figures.is_none();
            behind
                .extend(unless(!is_late, || format!("{}, k = {k}: local takes over {LIMIT}", instance.name)));
            known.extend(figures.map(|figures| (method.name, figures)));
        }
        let place = format!("{}, {}, k = {k}", instance.name, setup.title);
        let found = compare(&known, |local| if is_aimed { setup.above(k, local) } else { Vec::new() });
        behind.extend(found.into_iter().map(|words| format!("{place}: {words}")));
    }
    Ok(behind)
}

/// What `local` falls behind: no other method, and what is asked of it besides.
fn compare(known: &[(&str, Figures)], above: impl Fn(&Figures) -> Vec<String>) -> Vec<String> {
    let Some((_, local)) = known.iter().find(|(name, _)| *name == LOCAL) else { return Vec::new() };
    let worse = |(name, other): &(&str, Figures)| {
        let figures = [("GCP", local.gcp, other.gcp), ("loss", local.loss, other.loss)];
        let words = |(figure, own, other): (&str, f64, f64)| {
            unless(own <= other, || format!("{figure} {own:.6} of local, {other:.6} of {name}"))
        };
        figures.into_iter().filter_map(words).collect::<Vec<_>>()
    };
    known.iter().flat_map(worse).chain(above(local)).collect()
}

fn print(k: u64, method: &Method, figures: Option<&Figures>) {
    let name = method.name;
    match figures {
        None => println!("| {k} | {name} | – | – | – | – | over {LIMIT} |"),
        Some(Figures { loss, gcp, discernibility, classes, seconds }) => {
            let (discernibility, classes) = (grouped(*discernibility), grouped(*classes));
            println!("| {k} | {name} | {loss:.4} | {gcp:.4} | {discernibility} | {classes} | {seconds:.2} |");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_must_not_be_behind() {
        let figures = |gcp| Figures { loss: 0.01, gcp, discernibility: 1.0, classes: 1.0, seconds: 1.0 };
        let known = |other| [(LOCAL, figures(0.02)), ("oka", figures(other))];
        let aim = |local: &Figures| Setup::ALL[1].above(5, local);
        assert!(compare(&known(0.02), aim).is_empty());
        assert_eq!(compare(&known(0.01), aim), ["GCP 0.020000 of local, 0.010000 of oka"]);
        assert_eq!(compare(&[(LOCAL, figures(0.04))], aim), ["GCP 0.0400, above 0.0202"]);
    }
}
