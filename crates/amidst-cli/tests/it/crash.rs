//! Killed in the middle: under its name a file is whole, or not there, or the one that was there before.

use std::{
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use assert_cmd::cargo::cargo_bin;

use crate::support::{Folder, MANY_ROLES, many_people};

const OUTPUTS: [&str; 3] = ["release.csv", "certificate.json", "plan.json"];

fn command(folder: &Folder) -> Command {
    let mut command = Command::new(cargo_bin!("amidst"));
    command
        .current_dir(folder.path(""))
        .env("TMPDIR", folder.path(""))
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.args(["anonymize", "people.csv", "-o", "release.csv", "--force", "--threads", "1"]);
    command.args(["--certificate", "certificate.json", "--plan", "plan.json"]).args(MANY_ROLES.split(' '));
    command
}

/// How long a whole run takes, and the release it makes.
fn whole_run(folder: &Folder) -> (Duration, Vec<u8>) {
    let begun = Instant::now();
    assert!(command(folder).status().expect("the program starts").success());
    (begun.elapsed(), folder.bytes("release.csv"))
}

/// Kills runs at moments spread over their time, and looks at what is left each time.
fn kill_often(folder: &Folder, takes: Duration, look: impl Fn()) {
    const MOMENTS: u32 = 24;
    for moment in 0..MOMENTS {
        let mut run = command(folder).spawn().expect("the program starts");
        sleep(takes * moment / MOMENTS);
        run.kill().expect("it can be killed, or has ended");
        run.wait().expect("it has ended");
        look();
    }
}

/// Temporary files without a name vanish with the program; where the system has none of those, they stay under a hidden
/// name of their own.
fn assert_only_hidden_files_beside(folder: &Folder, known: &[&str]) {
    let names = folder.names();
    let strange = names.iter().filter(|name| !known.contains(&name.as_str()));
    strange.for_each(|name| assert!(name.starts_with('.') && name.contains(".amidst-"), "{name}"));
}

#[test]
fn a_run_that_is_killed_leaves_a_whole_release_or_none() {
    let folder = Folder::with("people.csv", many_people(60_000));
    let (takes, expected) = whole_run(&folder);
    OUTPUTS.iter().for_each(|name| std::fs::remove_file(folder.path(name)).expect("it is there"));
    kill_often(&folder, takes, || {
        assert_only_hidden_files_beside(&folder, &["people.csv", OUTPUTS[0], OUTPUTS[1], OUTPUTS[2]]);
        if folder.path("release.csv").exists() {
            assert!(folder.bytes("release.csv") == expected, "the release is not whole");
        }
        for name in OUTPUTS {
            if folder.path(name).exists() {
                assert!(folder.text(name).ends_with('\n'), "{name} is not whole");
                std::fs::remove_file(folder.path(name)).expect("it is there");
            }
        }
    });
}

#[test]
fn a_run_that_is_killed_leaves_the_old_release_or_the_new_one() {
    let folder = Folder::with("people.csv", many_people(60_000));
    let (takes, expected) = whole_run(&folder);
    kill_often(&folder, takes, || {
        let found = folder.bytes("release.csv");
        assert!(found == b"old" || found == expected, "the release is neither the old nor the new one");
        std::fs::write(folder.path("release.csv"), "old").expect("writable");
    });
}
