//! A part of the source, summed up.

use amidst_core::{Codes, Observer, observer::blocks};

use super::{
    shape::{Seen, Shape},
    side::{Cell, CellRef, Side, SideBuilder},
};
use crate::{
    AuditError, Claim, ColumnContent, RecodedContent,
    audit::{fingerprint::Fingerprint, source::Expected},
    classes::{Field, Tuples},
};

/// A column of the source: codes, and what each stands for.
struct Column<'a> {
    codes: &'a Codes,
    /// What each code counts as; `None`: itself.
    image: Option<Vec<u32>>,
    cells: Vec<CellRef<'a>>,
}

impl<'a> Column<'a> {
    fn new(seen: Seen, claim: &Claim<'a>) -> Result<Self, AuditError> {
        match seen {
            Seen::Text(name) => Self::text(name, claim),
            Seen::Label(name) => Self::label(name, claim),
        }
    }

    fn text(name: &str, claim: &Claim<'a>) -> Result<Self, AuditError> {
        let coded = claim
            .coded(name)
            .ok_or_else(|| AuditError::Claim(format!("the source has no coded column {name:?}")))?;
        let cells = coded.dictionary.iter().map(|text| Some(text.map(str::as_bytes))).collect();
        Ok(Self { codes: &coded.codes, image: None, cells })
    }

    fn label(name: &str, claim: &Claim<'a>) -> Result<Self, AuditError> {
        let content = claim.columns.iter().find(|column| column.name == name).map(|column| column.content);
        let Some(ColumnContent::Cells(RecodedContent { classes, of_class, labels, .. })) = content else {
            return Err(AuditError::Claim(format!("{name:?} is not recoded class by class")));
        };
        let gone = labels.len() as u32;
        let image = |&label: &u32| if label == RecodedContent::SUPPRESSED { gone } else { label };
        let cells = labels.iter().map(|label| Some(label.map(str::as_bytes))).chain([None]).collect();
        Ok(Self { codes: classes, image: Some(of_class.iter().map(image).collect()), cells })
    }

    fn field(&self) -> Field<'_> {
        Field { codes: self.codes, image: self.image.as_deref(), width: self.cells.len() }
    }
}

/// Sums up the rows of a part.
pub(super) fn summed_up(
    claim: &Claim,
    shape: &Shape,
    expected: &Expected,
    observer: &dyn Observer,
) -> Result<Side, AuditError> {
    let ledger = expected.ledger(observer)?;
    expected.add_source(&ledger, observer)?;
    let labels: Vec<Vec<Cell>> = expected.images.iter().map(|image| image.cells()).collect();
    let columns: Vec<Column> =
        shape.source.iter().map(|&seen| Column::new(seen, claim)).collect::<Result<_, _>>()?;
    let of_labels =
        labels.iter().map(|cells| cells.iter().map(|cell| cell.as_ref().map(Option::as_deref)).collect());
    let cells: Vec<Vec<CellRef>> =
        of_labels.chain(columns.iter().map(|column| column.cells.clone())).collect();
    let fields: Vec<Field> =
        expected.images.iter().map(|image| image.field()).chain(columns.iter().map(Column::field)).collect();
    let mut numbered = Numbered::new(SideBuilder::new(shape.source_columns(), &shape.source_looks), &cells);
    let mut codes = vec![0; expected.images.len()];
    for class in ledger.classes() {
        ledger.images(class.place, &mut codes);
        numbered.add(0, &shape.source_looks[0], &mut codes, (class.source, class.difference));
    }
    for (tally, look) in shape.source_looks.iter().enumerate().skip(1) {
        let fields: Vec<Field> = look.iter().map(|&column| fields[column]).collect();
        let tuples = Tuples::observed(&fields, claim.source.rows(), observer)?;
        let mut codes = vec![0; fields.len()];
        for block in blocks(tuples.len(), observer) {
            for tuple in block? {
                tuples.unpack(tuple, &mut codes);
                numbered.add(tally, look, &mut codes, (tuples.counts()[tuple], Fingerprint::default()));
            }
        }
    }
    Ok(numbered.builder.finish())
}

/// A builder to which codes of columns are added; only those that occur get a number.
struct Numbered<'s, 'c> {
    builder: SideBuilder<'s>,
    cells: &'c [Vec<CellRef<'c>>],
    numbers: Vec<Vec<Option<u32>>>,
}

impl<'s, 'c> Numbered<'s, 'c> {
    fn new(builder: SideBuilder<'s>, cells: &'c [Vec<CellRef<'c>>]) -> Self {
        Self { builder, cells, numbers: cells.iter().map(|cells| vec![None; cells.len()]).collect() }
    }

    fn add(
        &mut self,
        tally: usize,
        look: &[usize],
        codes: &mut [u32],
        (rows, fingerprint): (u64, Fingerprint),
    ) {
        for (code, &column) in codes.iter_mut().zip(look) {
            let number = &mut self.numbers[column][*code as usize];
            *code =
                *number.get_or_insert_with(|| self.builder.code(column, self.cells[column][*code as usize]));
        }
        self.builder.add(tally, codes, rows, fingerprint);
    }
}
