//! Privacy models that are not ours: asked for in a spec, searched for, audited, and told of as self-judged.

use std::{
    fs,
    ops::Bound,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use amidst::{
    Answer, Job, Released, Spec,
    model::{ClassModel, ClassSummary, Looks, Model, ModelFactory, ModelInfo, Values},
    parameter::{ParamDefault, ParamInfo, Parameters},
};
use amidst_testkit::generate::SeededRng;

/// So many distinct values in a class, as ours has it too.
#[derive(Debug)]
struct Variety(f64);

impl ClassModel for Variety {
    fn name(&self) -> &'static str {
        "variety"
    }

    fn threshold(&self) -> f64 {
        self.0
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        class.values.len() as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        self.attained(class) >= self.0
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }
}

/// Makes it; from some time on, one that asks for more than was told.
#[derive(Debug)]
struct Varieties {
    honest: u32,
    built: AtomicU32,
}

impl Varieties {
    fn honest() -> Arc<Self> {
        Arc::new(Self { honest: u32::MAX, built: AtomicU32::new(0) })
    }
}

impl ModelFactory for Varieties {
    fn info(&self) -> ModelInfo {
        const VALUES: ParamInfo =
            ParamInfo::number("values", Bound::Included(1.0), Bound::Included(100.0), "how many")
                .or(ParamDefault::Number(2.0));
        const INFO: ModelInfo = ModelInfo::of_values("variety", "so many values in every class", &[VALUES]);
        INFO
    }

    fn build(&self, parameters: &Parameters, _: &Values) -> amidst_core::Result<Model> {
        let is_honest = self.built.fetch_add(1, Ordering::Relaxed) < self.honest;
        let values = if is_honest { parameters.number("values") } else { 1000.0 };
        Ok(Model::Class(Box::new(Variety(values))))
    }
}

fn spec(folder: &std::path::Path, require: &str) -> Spec {
    let path = |name: &str| folder.join(name).display().to_string();
    Spec::from_toml(&format!(
        "input.path = {:?}\noutput.path = {:?}\noutput.certificate = {:?}\noutput.report = {:?}\n\
         columns.age = {{ role = \"quasi\", hierarchy = {{ interval = [5, 20] }} }}\ncolumns.sex.role = \"quasi\"\n\
         columns.ill.role = \"sensitive\"\nprivacy.k = 2\nsolve.suppression = \"20%\"\nprivacy.require = [{require}]\n",
        path("people.csv"),
        path("release.csv"),
        path("certificate.json"),
        path("report.html"),
    ))
    .expect("a spec")
}

fn table(seed: u64) -> String {
    let mut draw = SeededRng::new(seed);
    let row =
        |_| format!("{},{},{}\n", 20 + draw.below(40), ["f", "m"][draw.below(2) as usize], draw.below(4));
    "age,sex,ill\n".to_owned() + &(0..60).map(row).collect::<String>()
}

fn released(job: Job) -> Option<Released> {
    match job.with_overwrite(true).run(&()).expect("a job") {
        Answer::Released(released) => Some(*released),
        Answer::Infeasible(_) => None,
    }
}

#[test]
fn the_same_model_brought_from_outside_finds_the_same_release() {
    let folder = tempfile::tempdir().unwrap();
    let mut found = 0;
    for seed in 0..30 {
        fs::write(folder.path().join("people.csv"), table(seed)).unwrap();
        let ours = "{ model = \"distinct-l-diversity\", l = 3 }";
        let theirs = "{ model = \"variety\", parameters = { values = 3 } }";
        let ours = released(Job::new(spec(folder.path(), ours)));
        let bytes = fs::read(folder.path().join("release.csv")).ok();
        let job = Job::new(spec(folder.path(), theirs)).with_model(Varieties::honest()).unwrap();
        let theirs = released(job);
        assert_eq!(ours.is_some(), theirs.is_some());
        if let (Some(ours), Some(theirs)) = (ours, theirs) {
            assert_eq!(fs::read(folder.path().join("release.csv")).ok(), bytes);
            assert_eq!(ours.summary.levels, theirs.summary.levels);
            let [own] = theirs.summary.privacy.models.as_slice() else { panic!("one model") };
            assert!(own.self_judged && own.holds && own.reached >= Some(amidst::audit::Number(3.0)));
            assert!(!ours.summary.privacy.models[0].self_judged);
            found += 1;
        }
    }
    assert!(found > 10, "{found} releases: too few to compare");
}

#[test]
fn papers_say_that_nothing_else_could_check_it() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), table(1)).unwrap();
    let job = Job::new(spec(folder.path(), "{ model = \"variety\" }")).with_model(Varieties::honest());
    released(job.unwrap()).expect("a release");
    let certificate = fs::read_to_string(folder.path().join("certificate.json")).unwrap();
    let certificate: serde_json::Value = serde_json::from_str(&certificate).unwrap();
    assert_eq!(certificate["asked"]["privacy"][1]["self_judged"], true);
    assert_eq!(certificate["asked"]["privacy"][1]["parameters"]["values"], 2);
    assert!(certificate["claim"].as_str().unwrap().contains("(self-judged)"));
    assert!(certificate["warnings"].to_string().contains("variety is no model of this program"));
    assert!(fs::read_to_string(folder.path().join("report.html")).unwrap().contains("(self-judged)"));
}

#[test]
fn the_audit_asks_the_model_anew() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("people.csv"), table(1)).unwrap();
    let run = |honest: u32| {
        let factory = Arc::new(Varieties { honest, built: AtomicU32::new(0) });
        let job =
            Job::new(spec(folder.path(), "{ model = \"variety\" }")).with_model(factory.clone()).unwrap();
        (job.with_overwrite(true).run(&()), factory.built.load(Ordering::Relaxed))
    };
    let (answer, built) = run(u32::MAX);
    assert!(matches!(answer, Ok(Answer::Released(_))));
    fs::remove_file(folder.path().join("release.csv")).unwrap();
    // The last models that are made are the audit's, one for the file and one for classes that were suppressed.
    let refusals = (built - 2..built).filter_map(|honest| run(honest).0.err());
    let refusals: Vec<String> = refusals.map(|error| error.to_string()).collect();
    assert!(refusals.iter().any(|refusal| refusal.contains("variety")), "{refusals:?}");
}

#[test]
fn parameters_are_checked_by_what_the_factory_says_of_them() {
    #[track_caller]
    fn check(require: &str, expected: &str) {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("people.csv"), table(1)).unwrap();
        let job = Job::new(spec(folder.path(), require)).with_model(Varieties::honest()).unwrap();
        let error = job.run(&()).err().expect("a refusal").to_string();
        assert!(error.contains(expected), "{error}");
    }
    check(
        "{ model = \"variety\", parameters = { values = 0 } }",
        "values = 0: a number of at least 1 and at most 100 (how many)",
    );
    check("{ model = \"variety\", parameters = { valeus = 3 } }", "did you mean \"values\"");
    check("{ model = \"variety\", l = 3 }", "l is a parameter of our models");
    check("{ model = \"varieties\" }", "choose one of");
    check("{ model = \"t-closeness\", t = 0.1, parameters = { t = 0.1 } }", "it has no parameters");
}

#[test]
fn two_models_of_one_id_are_refused() {
    let job = || Job::new(spec(std::path::Path::new("x"), "")).with_model(Varieties::honest()).unwrap();
    assert!(job().with_model(Varieties::honest()).is_err());
}
