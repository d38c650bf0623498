//! A file in, an audited file out, and what it cost.

use amidst::{Answer, Job, Role, Spec, spec::ColumnSpec};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let (input, output) = (folder.path().join("patients.csv"), folder.path().join("release.csv"));
    std::fs::write(&input, "age,ill\n34,flu\n36,ulcer\n35,flu\n51,flu\n58,gout\n52,ulcer\n")?;

    let mut spec = Spec::of_table(&input.to_string_lossy());
    spec.columns.insert("age".into(), ColumnSpec::new(Role::Quasi));
    spec.columns.insert("ill".into(), ColumnSpec::new(Role::Sensitive));
    spec.privacy.k = Some(3);
    spec.output.path = Some(output.to_string_lossy().into_owned());
    match Job::new(spec).run(&())? {
        Answer::Released(released) => {
            println!("k = {} of {} rows", released.audit.k, released.summary.rows.out);
            print!("{}", std::fs::read_to_string(output)?);
        }
        Answer::Infeasible(answer) => println!("{}", answer.message),
    }
    Ok(())
}
