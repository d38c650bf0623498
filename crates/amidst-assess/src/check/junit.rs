//! JUnit's XML, which servers for continuous integration read: a test case for each model.

use amidst_render::xml;

use super::verdicts::Verdicts;

/// The file.
pub(super) fn text(verdicts: &Verdicts<'_>) -> String {
    let failing = verdicts.models.iter().filter(|model| !model.holds).count();
    let counts = format!("tests=\"{}\" failures=\"{failing}\" errors=\"0\"", verdicts.models.len());
    let cases: String = verdicts
        .models
        .iter()
        .map(|model| {
            let (name, found) = (xml(&verdicts.asked(model)), xml(&verdicts.found(model)));
            let case = format!("    <testcase classname=\"amidst.check\" name=\"{name}\"");
            match model.holds {
                true => format!("{case}/>\n"),
                false => format!(
                    "{case}>\n      <failure type=\"{}\" message=\"{found}\"/>\n    </testcase>\n",
                    model.model
                ),
            }
        })
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"amidst check\" {counts}>\n  \
         <testsuite name=\"{}\" {counts} skipped=\"0\">\n{cases}  </testsuite>\n</testsuites>\n",
        xml(verdicts.table())
    )
}
