//! Attacks: who is found through a register, and what classes tell about a sensitive column. Asked of the door.

use std::{fs, path::Path};

use amidst::{
    attack::{AttackOptions, Disclosure, Register, attack},
    reporting::Count,
    spec::Input,
};
use serde::Deserialize;

use super::{Expectation, agree, format::Grid, subject::Subject};

/// Who is found in exactly one row through a register.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identify {
    /// The register; the last column names people.
    register: Grid,
    /// Columns that belong together, the release's first.
    on: Vec<[String; 2]>,
    sensitive: String,
    /// Name, row counted from 1, and sensitive value of each.
    found: Vec<(String, u64, String)>,
}

impl Expectation for Identify {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let name = self.register.0.first().and_then(|header| header.last()).ok_or("the register is empty")?;
        let register = Register {
            input: write(folder.path(), "register.csv", &self.register),
            on: self.on.iter().map(|[release, register]| (release.clone(), register.clone())).collect(),
            same: Vec::new(),
            reveal: vec![name.clone()],
        };
        let options = AttackOptions {
            register: Some(register),
            sensitive: vec![self.sensitive.clone()],
            ..AttackOptions::new(table(subject, folder.path()))
        };
        let finding = attack(&options, &()).map_err(|error| error.to_string())?;
        let linking = finding.linking.ok_or("nothing is linked")?;
        agree("persons who are unique", &linking.unique, &Count::Value(self.found.len() as u64))?;
        let people = finding.revealed.ok_or("nobody is revealed")?;
        let told = people.iter().filter_map(|person| {
            let (name, value) = (person.names[name].clone()?, person.values.get(&self.sensitive)?.clone()?);
            Some((name, person.row?, value))
        });
        agree("who is found", &told.collect::<Vec<_>>(), &self.found)
    }
}

/// What the classes over the quasi columns tell about a sensitive column. Pairs are classes and rows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Disclose {
    sensitive: String,
    /// A table whose shares are those overall; those of the release if left out.
    overall: Option<Grid>,
    homogeneous: [u64; 2],
    /// Once one value is ruled out.
    one_out: [u64; 2],
    /// Once two are.
    two_out: [u64; 2],
    /// How many hundredths a value is likelier in some class than overall.
    gain_percent: u64,
    /// Several values that are alike; left out where nothing says so.
    similar: Option<[u64; 2]>,
}

impl Expectation for Disclose {
    fn check(&self, subject: &Subject) -> Result<(), String> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let hierarchy = subject.write_hierarchy(folder.path(), &self.sensitive);
        let hierarchies = hierarchy.map(|file| vec![(self.sensitive.clone(), file.into())]);
        let options = AttackOptions {
            quasi: subject.quasi.clone(),
            sensitive: vec![self.sensitive.clone()],
            hierarchies: hierarchies.unwrap_or_default(),
            original: self.overall.as_ref().map(|grid| write(folder.path(), "overall.csv", grid)),
            ..AttackOptions::new(table(subject, folder.path()))
        };
        let finding = attack(&options, &()).map_err(|error| error.to_string())?;
        let [Disclosure { homogeneity, background, skewness, similarity, .. }] =
            finding.disclosure.as_slice()
        else {
            return Err("one column is sensitive".into());
        };
        let pair = |part: &amidst::attack::Part| [part.classes, part.rows];
        let told = |numbers: [u64; 2]| numbers.map(Count::Value);
        agree("homogeneous", &pair(homogeneity), &told(self.homogeneous))?;
        agree("once one is ruled out", &pair(&background[0].part), &told(self.one_out))?;
        agree("once two are ruled out", &pair(&background[1].part), &told(self.two_out))?;
        agree("gain", &((100.0 * skewness.largest_gain.unwrap_or(0.0)).round() as u64), &self.gain_percent)?;
        let similar = similarity.as_ref().map(|similarity| pair(&similarity.part));
        agree("similar", &similar, &self.similar.map(told))
    }
}

fn table(subject: &Subject, folder: &Path) -> Input {
    Input { path: subject.write_table(folder, &[]), ..Input::default() }
}

fn write(folder: &Path, name: &str, grid: &Grid) -> Input {
    let path = folder.join(name);
    let text: String = grid.0.iter().map(|cells| cells.join(",") + "\n").collect();
    fs::write(&path, text).expect("a temporary file can be written");
    Input { path: path.display().to_string(), ..Input::default() }
}
