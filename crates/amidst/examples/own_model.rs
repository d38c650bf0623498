//! A privacy model of one's own: named in a spec, searched for, audited, and told of as self-judged.
//!
//! Run it with `cargo run --example own_model`.

use std::sync::Arc;

use amidst::{
    Answer, Job, Spec,
    arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray},
    io::Batches,
    model::{ClassModel, ClassSummary, Looks, Model, ModelFactory, ModelInfo, Scale, Values},
    parameter::{ParamInfo, Parameters},
};

/// What a spec may ask for.
const INFO: ModelInfo = ModelInfo::of_values(
    "largest-share",
    "no value has more than a share of the rows of a class",
    &[ParamInfo::share("share", "the largest share of a value")],
);

/// No value has more than a share of the rows of a class.
#[derive(Debug)]
struct LargestShare(f64);

impl ClassModel for LargestShare {
    fn name(&self) -> &'static str {
        INFO.id
    }

    fn threshold(&self) -> f64 {
        self.0
    }

    fn attained(&self, class: &ClassSummary<'_>) -> f64 {
        f64::from(class.counts.iter().copied().max().unwrap_or(0)) / class.rows as f64
    }

    fn holds(&self, class: &ClassSummary<'_>) -> bool {
        self.attained(class) <= self.0
    }

    fn scale(&self) -> Scale {
        Scale::AtMost
    }

    fn looks(&self) -> Looks {
        Looks::Values
    }
}

/// Makes it from what a spec says.
#[derive(Debug)]
struct LargestShares;

impl ModelFactory for LargestShares {
    fn info(&self) -> ModelInfo {
        INFO
    }

    fn build(&self, parameters: &Parameters, _: &Values) -> amidst::model::Result<Model> {
        Ok(Model::Class(Box::new(LargestShare(parameters.number("share")))))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = Spec::from_toml(
        r#"
        columns.age.role = "quasi"
        columns.ill.role = "sensitive"
        privacy.k = 2
        privacy.require = [{ model = "largest-share", column = "ill", parameters = { share = 0.5 } }]
        "#,
    )?;
    let job = Job::new(spec).with_source(patients()?).with_model(Arc::new(LargestShares))?;
    match job.run_in_memory(&())? {
        Answer::Released(released) => {
            for model in &released.summary.privacy.models {
                println!("{}", model.describe());
            }
            println!("{}", released.summary.warnings.join("\n"));
        }
        Answer::Infeasible(answer) => println!("{}", answer.message),
    }
    Ok(())
}

/// Eight people.
fn patients() -> Result<Batches, Box<dyn std::error::Error>> {
    let age: ArrayRef = Arc::new(Int32Array::from(vec![31, 32, 33, 34, 61, 62, 63, 64]));
    let ill: ArrayRef =
        Arc::new(StringArray::from(vec!["flu", "cold", "flu", "cold", "flu", "gout", "flu", "gout"]));
    let batch = RecordBatch::try_from_iter([("age", age), ("ill", ill)])?;
    Ok(Batches::new("patients", batch.schema(), [batch])?)
}
