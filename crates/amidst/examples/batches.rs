//! Record batches in, audited record batches out; no file is touched.

use std::sync::Arc;

use amidst::{
    Answer, Job, Spec,
    arrow_array::{ArrayRef, Int32Array, RecordBatch, StringArray},
    io::Batches,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let age: ArrayRef = Arc::new(Int32Array::from(vec![34, 36, 35, 51, 58, 52]));
    let ill: ArrayRef = Arc::new(StringArray::from(vec!["flu", "ulcer", "flu", "flu", "gout", "ulcer"]));
    let batch = RecordBatch::try_from_iter([("age", age), ("ill", ill)])?;

    let spec = Spec::from_toml("privacy.k = 3\ncolumns = { age.role = 'quasi', ill.role = 'sensitive' }")?;
    let people = Batches::new("people", batch.schema(), [batch])?;
    match Job::new(spec).with_source(people).run_in_memory(&())? {
        Answer::Released(released) => println!("{:?}", released.tables[0].batches()),
        Answer::Infeasible(answer) => println!("{}", answer.message),
    }
    Ok(())
}
