//! Tables that are in memory already: Arrow record batches, in and out without a file.

use std::{fmt, io, sync::Arc};

use amidst_core::Observer;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_buffer::Buffer;
use arrow_ipc::{
    Block,
    convert::try_fb_to_schema,
    reader::{FileDecoder, read_footer_length},
    root_as_footer,
    writer::{FileWriter, StreamWriter},
};
use arrow_schema::{ArrowError, SchemaRef};
use bytes::Bytes;

use crate::{Error, Result, guard::guarded};

/// Why batches are not written.
const UNWRITABLE: &str = "a column has a type that Arrow cannot write";

/// Record batches of one schema, with a name for messages. Clones share the cells.
#[derive(Clone, PartialEq)]
pub struct Batches {
    name: String,
    schema: SchemaRef,
    batches: Arc<[RecordBatch]>,
}

impl fmt::Debug for Batches {
    /// Without cells.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches")
            .field("name", &self.name)
            .field("rows", &self.rows())
            .finish_non_exhaustive()
    }
}

impl Batches {
    /// Batches that all have this schema; metadata does not count.
    pub fn new(
        name: impl Into<String>,
        schema: SchemaRef,
        batches: impl Into<Arc<[RecordBatch]>>,
    ) -> Result<Self> {
        let (name, batches) = (name.into(), batches.into());
        let types = |schema: &SchemaRef| -> Vec<_> {
            schema.fields().iter().map(|field| (field.name().clone(), field.data_type().clone())).collect()
        };
        let expected = types(&schema);
        match batches.iter().position(|batch| types(&batch.schema()) != expected) {
            Some(at) => Err(Error::damaged(
                &name,
                "a table in memory",
                format!("batch {} has other columns than the schema says", at + 1),
            )),
            None => Ok(Self { name, schema, batches }),
        }
    }

    /// All batches of a reader.
    pub fn from_reader(name: impl Into<String>, reader: impl RecordBatchReader) -> Result<Self> {
        let (name, schema) = (name.into(), reader.schema());
        // What went wrong may be told in words that quote cells.
        let batches = reader.collect::<std::result::Result<Vec<_>, ArrowError>>().map_err(|_| {
            Error::damaged(&name, "a table in memory", "its reader failed before it reached the end")
        })?;
        Self::new(name, schema, batches)
    }

    /// How messages call them.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The batches, in order.
    pub fn batches(&self) -> &[RecordBatch] {
        &self.batches
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Writes them as an Arrow stream.
    pub(crate) fn write(&self, sink: &mut dyn io::Write) -> Result<()> {
        let all: Vec<usize> = (0..self.schema.fields().len()).collect();
        self.write_projected(&all, sink, &())
    }

    /// Writes every column as an Arrow stream of its own, one after the other, which is what their hash is of: whoever writes a batch
    /// holds all of its bytes, and a table may be one batch. The observer is asked before each batch.
    pub(crate) fn write_columns(&self, sink: &mut dyn io::Write, observer: &dyn Observer) -> Result<()> {
        (0..self.schema.fields().len()).try_for_each(|column| self.write_projected(&[column], sink, observer))
    }

    fn write_projected(
        &self,
        columns: &[usize],
        sink: &mut dyn io::Write,
        observer: &dyn Observer,
    ) -> Result<()> {
        let damaged = |_: ArrowError| Error::damaged(&self.name, "a table in memory", UNWRITABLE);
        let schema = self.schema.project(columns).map_err(damaged)?;
        let mut writer = StreamWriter::try_new(sink, &schema).map_err(damaged)?;
        for batch in self.batches.iter() {
            observer.go_on()?;
            writer.write(&batch.project(columns).map_err(damaged)?).map_err(damaged)?;
        }
        writer.finish().map_err(damaged)
    }

    /// Pieces of at most so many rows, in order. They share the cells.
    pub(crate) fn pieces(&self, rows: usize) -> impl Iterator<Item = RecordBatch> + use<> {
        let batches = Arc::clone(&self.batches);
        (0..batches.len()).flat_map(move |at| {
            let batch = batches[at].clone();
            // One without rows has columns all the same.
            let pieces = batch.num_rows().div_ceil(rows).max(1);
            (0..pieces).map(move |piece| batch.slice(piece * rows, rows.min(batch.num_rows() - piece * rows)))
        })
    }

    /// The bytes of an Arrow file that holds them.
    ///
    /// # Errors
    /// If a column has a type that Arrow cannot write.
    pub fn to_ipc(&self) -> Result<Bytes> {
        let damaged = |_: ArrowError| Error::damaged(&self.name, "a table in memory", UNWRITABLE);
        let mut writer = FileWriter::try_new(Vec::new(), &self.schema).map_err(damaged)?;
        self.batches.iter().try_for_each(|batch| writer.write(batch)).map_err(damaged)?;
        writer.into_inner().map(Bytes::from).map_err(damaged)
    }

    /// The batches that the bytes of an Arrow file hold. They share the bytes.
    pub fn from_ipc(name: impl Into<String>, bytes: Bytes) -> Result<Self> {
        let name = name.into();
        let decoded = guarded(|| decoded(&Buffer::from(bytes))).and_then(Result::ok);
        let (schema, batches) =
            decoded.ok_or_else(|| Error::damaged(&name, "arrow", "its parts contradict one another"))?;
        Self::new(name, schema, batches)
    }
}

fn decoded(bytes: &Buffer) -> std::result::Result<(SchemaRef, Vec<RecordBatch>), ArrowError> {
    const END: usize = 10;
    let damaged = || ArrowError::IpcError("not an Arrow file".into());
    let end = bytes.len().checked_sub(END).ok_or_else(damaged)?;
    let trailer = bytes[end..].try_into().map_err(|_| damaged())?;
    let start = end.checked_sub(read_footer_length(trailer)?).ok_or_else(damaged)?;
    let footer = root_as_footer(&bytes[start..end]).map_err(|_| damaged())?;
    let schema = Arc::new(try_fb_to_schema(footer.schema().ok_or_else(damaged)?)?);
    let mut decoder = FileDecoder::new(Arc::clone(&schema), footer.version());
    let block = |block: &Block| {
        let (start, length) =
            (block.offset() as usize, block.metaDataLength() as usize + block.bodyLength() as usize);
        (start.checked_add(length).is_some_and(|end| end <= bytes.len()))
            .then(|| bytes.slice_with_length(start, length))
            .ok_or_else(damaged)
    };
    for dictionary in footer.dictionaries().into_iter().flatten() {
        decoder.read_dictionary(dictionary, &block(dictionary)?)?;
    }
    let batches = footer.recordBatches().into_iter().flatten();
    let batches = batches.map(|batch| decoder.read_record_batch(batch, &block(batch)?)?.ok_or_else(damaged));
    Ok((schema, batches.collect::<std::result::Result<_, _>>()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{Int32Array, StringArray};
    use arrow_ipc::writer::FileWriter;
    use arrow_schema::{DataType, Field, Schema};

    fn table() -> (SchemaRef, Vec<RecordBatch>) {
        let fields = vec![Field::new("age", DataType::Int32, true), Field::new("zip", DataType::Utf8, true)];
        let schema = Arc::new(Schema::new(fields));
        let batch = |ages: Vec<i32>, zips: Vec<&str>| {
            let columns: Vec<arrow_array::ArrayRef> =
                vec![Arc::new(Int32Array::from(ages)), Arc::new(StringArray::from(zips))];
            RecordBatch::try_new(Arc::clone(&schema), columns).expect("as the schema says")
        };
        let batches = vec![batch(vec![1, 2], vec!["a", "b"]), batch(vec![3], vec!["c"])];
        (schema, batches)
    }

    #[test]
    fn an_arrow_file_in_memory_reads_back_as_its_batches() {
        let (schema, batches) = table();
        let mut writer = FileWriter::try_new(Vec::new(), &schema).expect("a schema");
        batches.iter().try_for_each(|batch| writer.write(batch)).expect("batches");
        let bytes = writer.into_inner().expect("an end");
        let read = Batches::from_ipc("memory", bytes.clone().into()).expect("it is whole");
        assert_eq!((read.schema(), read.batches()), (&schema, batches.as_slice()));
        for length in 0..bytes.len() {
            assert!(Batches::from_ipc("memory", bytes[..length].to_vec().into()).is_err());
        }
    }

    #[test]
    fn pieces_are_small_and_hold_all_rows() {
        let (schema, batches) = table();
        let (whole, empty) =
            (Batches::new("people", Arc::clone(&schema), batches), RecordBatch::new_empty(schema));
        let rows: Vec<usize> = whole.expect("one schema").pieces(1).map(|piece| piece.num_rows()).collect();
        assert_eq!(rows, [1, 1, 1]);
        let empty = Batches::new("nobody", empty.schema(), [empty]).expect("one schema");
        assert_eq!(empty.pieces(1).map(|piece| piece.num_columns()).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn the_hash_is_of_every_column() {
        let bytes = |batches: &[RecordBatch]| {
            let mut bytes = Vec::new();
            let batches = Batches::new("people", table().0, batches).expect("one schema");
            batches.write_columns(&mut bytes, &()).expect("a vector takes everything");
            bytes
        };
        let (schema, batches) = table();
        let ages: arrow_array::ArrayRef = Arc::new(Int32Array::from(vec![4]));
        let other = RecordBatch::try_new(schema, vec![ages, Arc::clone(batches[1].column(1))]);
        let other = other.expect("as the schema says");
        assert_eq!(bytes(&batches), bytes(&batches));
        assert_ne!(bytes(&batches), bytes(&[batches[0].clone(), other]));
    }

    #[test]
    fn batches_of_another_schema_are_refused() {
        let (_, batches) = table();
        let other = Arc::new(Schema::new(vec![Field::new("age", DataType::Int64, true)]));
        let error = Batches::new("people", other, batches).unwrap_err().to_string();
        assert!(error.contains("people") && error.contains("batch 1 has other columns"), "{error}");
    }
}
