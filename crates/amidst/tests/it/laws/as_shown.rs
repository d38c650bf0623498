//! Whatever recodes cell by cell, and whatever is asked of rows or of people: a release holds as the file shows it, or it is out
//! of reach in words. The audit, which sees only the file, never finds less than was promised.

use amidst::{
    Answer, Job,
    spec::{Generalize, Respondent, Semantics, Suppress},
};
use amidst_testkit::generate::SeededRng;
use tempfile::TempDir;

use super::requirements::draw;

/// How many tables are tried, unless the environment says otherwise.
const TABLES: u64 = 400;

const ALGORITHMS: [&str; 11] = [
    "local",
    "local-suppression",
    "mondrian",
    "mondrian-relaxed",
    "mondrian-hybrid",
    "k-member",
    "oka",
    "top-down-greedy",
    "mdav",
    "v-mdav",
    "microaggregation",
];

#[test]
fn no_release_recoded_cell_by_cell_fails_its_audit() {
    let tables = std::env::var("AMIDST_SHOWN_TABLES").ok().and_then(|tables| tables.parse().ok());
    let tables = tables.unwrap_or(TABLES);
    let (mut released, mut refused) = (0, 0);
    for seed in 0..tables {
        let folder = TempDir::new().expect("a folder");
        let mut draw_more = SeededRng::new(31_000 + seed);
        let mut spec = draw(seed, folder.path());
        let algorithm = ALGORITHMS[draw_more.below(ALGORITHMS.len() as u32) as usize];
        spec.solve.algorithm = Some(algorithm.into());
        spec.solve.objective = None;
        spec.privacy.respondent = draw_more.percent(60).then(|| Respondent::of("who"));
        if let Some(respondent) = spec.privacy.respondent.as_mut().filter(|_| draw_more.percent(30)) {
            respondent.semantics = Semantics::Profile;
        }
        if draw_more.percent(50) {
            spec.columns.iter_mut().filter(|(name, _)| name.starts_with('q')).for_each(|(_, column)| {
                column.hierarchy = None;
            });
        }
        if algorithm == "local-suppression" {
            spec.solve.suppression = None;
            spec.solve.generalize = Some(Generalize::None);
            spec.solve.suppress = Some(Suppress::Cell);
        }
        let words = format!("seed {seed}: {algorithm}, {:?}", spec.privacy);
        match Job::new(spec).run(&()) {
            Ok(Answer::Released(release)) => {
                released += 1;
                assert!(release.summary.privacy.models.iter().all(|model| model.holds), "{words}");
            }
            Ok(Answer::Infeasible(_)) => {}
            Err(error) => {
                let message = error.to_string();
                assert!(!message.contains("internal"), "{words}: {message}");
                refused += 1;
            }
        }
    }
    assert!(released * 3 > tables, "{released} released, {refused} refused of {tables}");
}
