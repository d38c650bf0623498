//! Measures of loss that are not ours: named in a spec, minimized, and told of beside ours.

use std::sync::Arc;

use amidst::{
    Answer, Job, Released, Spec,
    arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray},
    io::Batches,
    metric::{Attribute, MeasureInfo, Metric, MetricFactory, NodeFacts, Score},
};

/// What ours is too: the levels of all columns.
#[derive(Debug)]
struct Climb;

const INFO: MeasureInfo = MeasureInfo::new("climb", "the levels of all columns");

impl Metric for Climb {
    fn name(&self) -> &'static str {
        INFO.id
    }

    fn score(&self, node: &NodeFacts) -> Score {
        Score::new(node.levels.iter().map(|&level| f64::from(level)).sum())
    }
}

impl MetricFactory for Climb {
    fn info(&self) -> MeasureInfo {
        INFO
    }

    fn build(&self, _: &[Attribute]) -> Box<dyn Metric> {
        Box::new(Self)
    }
}

fn job(solve: &str) -> Job {
    let spec = Spec::from_toml(&format!(
        "columns.age = {{ role = \"quasi\", hierarchy = {{ interval = [5, 20] }} }}\ncolumns.sex.role = \"quasi\"\n\
         privacy.k = 2\n{solve}\n"
    ));
    let age: ArrayRef = Arc::new(Int32Array::from(vec![20, 21, 22, 31, 33, 38, 52, 58, 59]));
    let sex: ArrayRef = Arc::new(StringArray::from(vec!["f", "m", "f", "m", "f", "m", "m", "f", "m"]));
    let batch = RecordBatch::try_from_iter([("age", age), ("sex", sex)]).expect("a batch");
    Job::new(spec.expect("a spec"))
        .with_source(Batches::new("people", batch.schema(), [batch]).expect("a table"))
}

fn released(job: Job) -> Released {
    match job.run_in_memory(&()).expect("a job") {
        Answer::Released(released) => *released,
        Answer::Infeasible(_) => panic!("the top is feasible"),
    }
}

#[test]
fn the_same_measure_brought_from_outside_finds_the_same_node() {
    for solve in ["solve.objective = \"height\"", "solve.prefer = \"height\""] {
        let ours = released(job(solve));
        let theirs = job(&solve.replace("height", "climb")).with_measure(Arc::new(Climb)).expect("a new id");
        let theirs = released(theirs);
        assert_eq!(ours.summary.levels, theirs.summary.levels, "{solve}");
        let told =
            |name: &str| theirs.summary.loss.iter().find(|(known, _)| known == name).map(|(_, it)| *it);
        assert_eq!(told("climb"), told("height"));
        assert!(told("climb").is_some());
    }
}

#[test]
fn a_measure_that_nobody_brought_is_refused() {
    let refused = job("solve.objective = \"climb\"").run_in_memory(&()).err().expect("a refusal").to_string();
    assert!(refused.contains("choose one of loss, precision"), "{refused}");
}

/// A bound of 0 stands under every search: what falls below it would be proved to be the least.
#[test]
fn a_measure_below_0_proves_nothing() {
    #[derive(Debug)]
    struct Fall;
    impl Metric for Fall {
        fn name(&self) -> &'static str {
            "fall"
        }

        fn score(&self, node: &NodeFacts) -> Score {
            Score::new(-1.0 - node.levels.iter().map(|&level| f64::from(level)).sum::<f64>())
        }
    }
    impl MetricFactory for Fall {
        fn info(&self) -> MeasureInfo {
            MeasureInfo { id: "fall", ..INFO }
        }

        fn build(&self, _: &[Attribute]) -> Box<dyn Metric> {
            Box::new(Self)
        }
    }
    let job = job("solve.objective = \"fall\"").with_measure(Arc::new(Fall)).expect("a new id");
    let refused = job.run_in_memory(&()).err().expect("a refusal").to_string();
    assert!(refused.contains("a number from 0 on"), "{refused}");
}

#[test]
fn an_id_that_is_taken_is_refused_and_so_is_an_aggregate_of_what_has_none() {
    #[derive(Debug)]
    struct Taken;
    impl MetricFactory for Taken {
        fn info(&self) -> MeasureInfo {
            MeasureInfo { id: "loss", ..INFO }
        }

        fn build(&self, _: &[Attribute]) -> Box<dyn Metric> {
            Box::new(Climb)
        }
    }
    assert!(job("").with_measure(Arc::new(Taken)).is_err());
    let job =
        job("solve.objective = \"climb\"\nsolve.aggregate = \"sum\"").with_measure(Arc::new(Climb)).unwrap();
    let refused = job.run_in_memory(&()).err().expect("a refusal").to_string();
    assert!(refused.contains("take aggregate away"), "{refused}");
}
