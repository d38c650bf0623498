//! From sums of all parts to the report: every tuple that was counted is a row that stands for as many.

use std::collections::BTreeSet;

use amidst_core::{Coded, Codes, Dictionary, Kind, Observer};
use amidst_table::{Column, Data, Table};
use arrow_schema::DataType;

use super::{
    PartAudit,
    shape::{self, Seen, Shape},
    side::{Cell, Side},
};
use crate::{
    AuditError, Check, CheckResult, Claim, ColumnClaim, ColumnContent, FileReport, Format, NeighboursClaim,
    RecodedContent, Report,
    audit::{
        combinations::Combinations,
        conclusion::Findings,
        covering::Wrong,
        image::Image,
        judge::PageTotals,
        ledger::Ledger,
        model_column::ModelColumn,
        neighbours::misnamed_in,
        people::{self, counted},
        requirements::{self, Requirements},
        source::Expected,
        verdict,
    },
    models::Parts,
    text::Missing,
};

const APART: AuditError = AuditError::Parts("their sums do not belong together");

/// Judges the sums.
pub(super) fn verdict(
    part: &PartAudit,
    claim: &Claim,
    observer: &dyn Observer,
) -> Result<Report, AuditError> {
    let shape = Shape::new(claim)?;
    let is_of_claim = shape.key(claim, &part.canons) == part.key
        && shape.source_looks == part.source.looks
        && shape.file_looks == part.file.looks;
    if !is_of_claim {
        return Err(AuditError::Parts("they are of another claim"));
    }
    if part.files.is_empty() {
        return Err(AuditError::Parts("no file is among them"));
    }
    let checks = vec![columns(part, claim)?];
    let width = shape.quasi.len();
    let classes = &part.source.tallies[0];
    let codes: Vec<Codes> = (0..width).map(|at| Codes::U32(classes.column(at, width))).collect();
    let images: Vec<Image> = shape
        .quasi
        .iter()
        .zip(&codes)
        .zip(&part.source.dictionaries)
        .map(|((&place, codes), shown)| Image::of_shown(place, codes, shown))
        .collect();
    let wrong = Wrong { cells: part.uncovered, classes: 0 };
    let expected = Expected::of_parts(images, Vec::new(), wrong, Missing::new(claim.missing));
    let ledger = Ledger::weighted(&expected.images, &classes.rows, observer)?;
    let judging = Judging { part, claim, shape: &shape, expected: &expected, ledger: &ledger, observer };
    judging.fill()?;
    observer.go_on()?;
    let combinations = Combinations::new(claim, &expected, &ledger)?;
    let totals = judging.totals();
    let is_carried =
        |content: &ColumnContent| matches!(content, ColumnContent::Sensitive | ColumnContent::Other);
    let findings = Findings {
        claim,
        expected: &expected,
        ledger: &ledger,
        combinations,
        checks,
        people: judging.people()?,
        requirements: judging.requirements()?,
        households: None,
        misnamed: judging.misnamed()?,
        source_rows: part.source_rows(),
        rows: totals.rows,
        carried: claim.columns.iter().filter(|column| is_carried(&column.content)).count(),
        descents: totals.descents,
        compared: part.canons.order.len(),
        residue: part.files.values().map(|file| file.residue.clone()).collect(),
        files: part.files.values().map(|file| file.report.clone()).collect::<Vec<FileReport>>(),
    };
    findings.report(observer)
}

/// The columns of all files; an error if any has others.
fn columns(part: &PartAudit, claim: &Claim) -> Result<CheckResult, AuditError> {
    let wrong: BTreeSet<&str> = part.files.values().filter_map(|file| file.columns.as_deref()).collect();
    if !wrong.is_empty() {
        let words = wrong.into_iter().collect::<Vec<_>>().join(", ");
        return Err(AuditError::Failed(vec![CheckResult { name: Check::Columns, holds: false, words }]));
    }
    Ok(match claim.layout.format {
        Format::JsonLines => verdict::names(claim, part.files.values().map(|file| file.strange).sum()),
        _ => verdict::columns(claim, Vec::new()),
    })
}

struct Judging<'a> {
    part: &'a PartAudit,
    claim: &'a Claim<'a>,
    shape: &'a Shape<'a>,
    expected: &'a Expected<'a>,
    ledger: &'a Ledger,
    observer: &'a dyn Observer,
}

/// Tuples of a tally of the source, as rows of a table.
struct Look {
    table: Table,
    class_of_row: Vec<u32>,
    rows: Vec<u64>,
}

/// Tuples of a tally of the file.
struct FileLook {
    class_of_row: Vec<u32>,
    rows: Vec<u64>,
    /// The places of its columns among those that are counted in the file.
    columns: Vec<usize>,
    /// The codes of each.
    cells: Vec<Vec<u32>>,
}

impl<'a> Judging<'a> {
    /// Enters the classes of both sides.
    fn fill(&self) -> Result<(), AuditError> {
        let (source, file) = (&self.part.source.tallies[0], &self.part.file.tallies[0]);
        for (class, &fingerprint) in self.source_classes(0)?.into_iter().zip(&source.fingerprints) {
            self.ledger.add_source(class, fingerprint);
        }
        let sums = file.rows.iter().zip(&file.fingerprints);
        for ((entry, class), (&rows, &fingerprint)) in (0..).zip(self.file_classes(0)).zip(sums) {
            match class {
                Some(class) => self.ledger.add_released(class, rows, fingerprint),
                None => self.ledger.add_strangers(entry, rows),
            }
        }
        Ok(())
    }

    /// The class of every tuple of a tally of the source.
    fn source_classes(&self, tally: usize) -> Result<Vec<u32>, AuditError> {
        let side = &self.part.source;
        let mut images = vec![0; self.expected.images.len()];
        let class = |tuple: &[u32]| {
            for ((code, image), &own) in images.iter_mut().zip(&self.expected.images).zip(tuple) {
                *code = image.of_code(own);
            }
            self.ledger.find(&images).ok_or(APART)
        };
        side.tallies[tally].tuples(side.looks[tally].len()).map(class).collect()
    }

    /// The class of every tuple of a tally of the file, if a row of the source generalizes to it.
    fn file_classes(&self, tally: usize) -> Vec<Option<u32>> {
        let side = &self.part.file;
        let image = |(image, cells): (&Image, &Vec<Cell>)| -> Vec<Option<u32>> {
            cells.iter().map(|cell| image.of_spelled(cell.as_ref()?.as_deref())).collect()
        };
        let images: Vec<Vec<Option<u32>>> =
            self.expected.images.iter().zip(&side.dictionaries).map(image).collect();
        let class = |tuple: &[u32]| {
            let codes: Option<Vec<u32>> =
                images.iter().zip(tuple).map(|(images, &code)| images[code as usize]).collect();
            self.ledger.find(&codes?)
        };
        side.tallies[tally].tuples(side.looks[tally].len()).map(class).collect()
    }

    /// What all files add up to, in their order.
    fn totals(&self) -> PageTotals {
        let mut totals = PageTotals::new();
        for file in self.part.files.values() {
            let (rows, strange, descents) = (file.rows, file.strange, file.descents);
            totals.add(PageTotals { rows, strange, descents, ends: file.ends.clone(), ..PageTotals::new() });
        }
        totals
    }

    /// The tuples that tell what is seen.
    fn look(&self, seen: &[Seen]) -> Result<Look, AuditError> {
        let tally = self.shape.of(seen).ok_or(APART)?;
        let side = &self.part.source;
        let column = |(at, &seen): (usize, &Seen)| match seen {
            Seen::Label(_) => None,
            Seen::Text(name) => Some(self.coded(side, tally, at).map(|coded| Column {
                name: name.into(),
                kind: Kind::Text,
                source_type: DataType::Utf8,
                data: Data::Coded(coded),
            })),
        };
        Ok(Look {
            table: Table::new(seen.iter().enumerate().filter_map(column).collect::<Result<_, _>>()?),
            class_of_row: self.source_classes(tally)?,
            rows: side.tallies[tally].rows.clone(),
        })
    }

    /// A column of a tally, behind the labels, as text.
    fn coded(&self, side: &Side, tally: usize, at: usize) -> Result<Coded, AuditError> {
        let (look, at) = (&side.looks[tally], self.shape.quasi.len() + at);
        let text = |cell: &'a Cell| match cell {
            Some(Some(text)) => std::str::from_utf8(text).map(Some).map_err(|_| APART),
            Some(None) => Ok(None),
            None => Err(APART),
        };
        let part: &'a PartAudit = self.part;
        let cells = &part.source.dictionaries[look[at]];
        let dictionary: Dictionary = cells.iter().map(text).collect::<Result<_, _>>()?;
        let codes = side.tallies[tally].column(at, look.len());
        Ok(Coded::narrow(dictionary, codes))
    }

    /// The people of classes, if people are counted.
    fn people(&self) -> Result<Option<people::Ground>, AuditError> {
        let Some(seen) = shape::people(self.claim) else { return Ok(None) };
        let look = self.look(&seen)?;
        let person_of_row = over(self.claim, &look.table, Vec::new()).person_of_row()?.ok_or(APART)?;
        Ok(Some(people::Ground::of(&self.parts(&look), &person_of_row, self.ledger)))
    }

    fn parts(&self, look: &Look) -> Parts {
        let sizes = self.ledger.classes().map(|class| class.source).collect();
        Parts::new(look.class_of_row.clone(), sizes).weighted(look.rows.clone())
    }

    /// Every requirement, judged on the tuples that tell what it looks at.
    fn requirements(&self) -> Result<Requirements, AuditError> {
        let mut kinds: Vec<(Vec<Seen>, Option<usize>)> = Vec::new();
        for one in self.claim.judged() {
            let kind = (shape::shape_of(self.claim, one), self.shape.in_file(self.claim, one));
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        let looks: Vec<Look> = kinds.iter().map(|(seen, _)| self.look(seen)).collect::<Result<_, _>>()?;
        let files: Vec<FileLook> = kinds.iter().map(|(_, tally)| self.file_look(*tally)).collect();
        let claims: Vec<Claim> = looks.iter().map(|look| over(self.claim, &look.table, Vec::new())).collect();
        let expected: Vec<Expected> = claims
            .iter()
            .zip(&files)
            .map(|(claim, file)| {
                let columns = file.columns.iter().map(|&at| self.model_column(claim, at));
                let columns = columns.collect::<Result<_, AuditError>>()?;
                Ok(Expected::of_parts(Vec::new(), columns, Wrong::default(), Missing::new(claim.missing)))
            })
            .collect::<Result<_, AuditError>>()?;
        let grounds: Vec<requirements::Ground> = (0..kinds.len())
            .map(|at| self.ground(&looks[at], &files[at], &claims[at], &expected[at]))
            .collect::<Result<_, _>>()?;
        Requirements::judged(self.claim, self.ledger, self.observer, |one| {
            let kind = (shape::shape_of(self.claim, one), self.shape.in_file(self.claim, one));
            let at = kinds.iter().position(|known| *known == kind).expect("every requirement has its kind");
            &grounds[at]
        })
    }

    fn ground<'g>(
        &'g self,
        look: &Look,
        file: &FileLook,
        claim: &'g Claim<'g>,
        expected: &'g Expected<'g>,
    ) -> Result<requirements::Ground<'g>, AuditError> {
        let released: Vec<u64> = self.ledger.classes().map(|class| class.released).collect();
        let source = counted(self.parts(look), claim.person_of_row()?);
        let cells = expected.model_columns.iter().zip(&file.cells).zip(&file.columns);
        let cells = cells.map(|((column, codes), &at)| {
            let dictionary = &self.part.file.dictionaries[self.shape.quasi.len() + at];
            let value = |cell: &Cell| column.of_spelled(cell.as_ref().and_then(Option::as_deref));
            let values: Vec<u32> = dictionary.iter().map(value).collect();
            Codes::U32(codes.iter().map(|&code| values[code as usize]).collect())
        });
        Ok(requirements::Ground {
            claim,
            expected,
            ledger: self.ledger,
            observer: self.observer,
            released: source.only(released.clone()),
            source,
            cells: cells.collect(),
            file: Parts::new(file.class_of_row.clone(), released).weighted(file.rows.clone()),
        })
    }

    fn model_column<'c>(&self, claim: &Claim<'c>, at: usize) -> Result<ModelColumn<'c>, AuditError> {
        let place = self.shape.file[at];
        let column = claim.source.column(&self.claim.columns[place].name).ok_or(APART)?;
        let coded = column.coded().ok_or(APART)?;
        let canon = self.part.canons.of[place];
        Ok(ModelColumn::new((place, &column.name), coded, canon, &self.expected.missing))
    }

    /// The tuples of the file that are of classes of the source; none if the file does not show what is looked at.
    fn file_look(&self, tally: Option<usize>) -> FileLook {
        let side = &self.part.file;
        let width = self.shape.quasi.len();
        let Some(tally) = tally else {
            return FileLook {
                class_of_row: Vec::new(),
                rows: Vec::new(),
                columns: Vec::new(),
                cells: Vec::new(),
            };
        };
        let columns: Vec<usize> = side.looks[tally][width..].iter().map(|column| column - width).collect();
        let mut cells = vec![Vec::new(); columns.len()];
        let (mut class_of_row, mut rows) = (Vec::new(), Vec::new());
        let tuples = side.tallies[tally].tuples(side.looks[tally].len()).zip(&side.tallies[tally].rows);
        for (class, (tuple, &count)) in self.file_classes(tally).into_iter().zip(tuples) {
            let Some(class) = class else { continue };
            class_of_row.push(class);
            rows.push(count);
            cells.iter_mut().zip(&tuple[width..]).for_each(|(cells, &code)| cells.push(code));
        }
        FileLook { class_of_row, rows, columns, cells }
    }

    /// Labels that name other values than those released under them.
    fn misnamed(&self) -> Result<u64, AuditError> {
        self.claim.neighbours.iter().map(|one| self.misnamed_in(one)).sum()
    }

    fn misnamed_in(&self, one: &NeighboursClaim) -> Result<u64, AuditError> {
        let seen = shape::named(self.claim, &one.column);
        let look = self.look(&seen)?;
        let is_released: Vec<bool> = self.ledger.classes().map(|class| class.released > 0).collect();
        let rows: Vec<u32> = (0..)
            .zip(&look.class_of_row)
            .filter(|(_, class)| is_released[**class as usize])
            .map(|(row, _)| row)
            .collect();
        let column = self.claim.columns.iter().find(|column| column.name == one.column);
        let content = column.map(|column| column.content);
        let shown = match content {
            Some(ColumnContent::Cells(_)) => Some(self.shown(&seen)?),
            _ => None,
        };
        let content = content.map(|content| match (content, &shown) {
            (ColumnContent::Cells(RecodedContent { covering, .. }), Some((classes, of_class, labels))) => {
                ColumnContent::Cells(RecodedContent { classes, of_class, labels, covering })
            }
            (content, _) => content,
        });
        let columns = content.map(|content| ColumnClaim { name: one.column.clone(), content });
        let claim = over(self.claim, &look.table, columns.into_iter().collect());
        misnamed_in(one, &claim, (&rows, self.observer))
    }

    /// What every tuple shows of a column that is recoded class by class: each label is a class.
    fn shown(&self, seen: &[Seen]) -> Result<(Codes, Vec<u32>, Dictionary), AuditError> {
        let tally = self.shape.of(seen).ok_or(APART)?;
        let (side, at) = (&self.part.source, self.shape.quasi.len() + 1);
        let look = &side.looks[tally];
        let (mut labels, mut of_class) = (Dictionary::default(), Vec::new());
        for cell in &side.dictionaries[look[at]] {
            of_class.push(match cell {
                None => RecodedContent::SUPPRESSED,
                Some(label) => {
                    let label = label.as_deref().map(std::str::from_utf8).transpose().map_err(|_| APART)?;
                    labels.intern(label)
                }
            });
        }
        Ok((Codes::U32(side.tallies[tally].column(at, look.len())), of_class, labels))
    }
}

/// The same claim over another table.
fn over<'c>(claim: &Claim<'c>, source: &'c Table, columns: Vec<ColumnClaim<'c>>) -> Claim<'c> {
    Claim {
        source,
        model_columns: &[],
        columns,
        gone: Vec::new(),
        missing: claim.missing,
        k: claim.k,
        respondent: claim.respondent.clone(),
        household: None,
        combinations: Vec::new(),
        neighbours: Vec::new(),
        requirements: Vec::new(),
        informational: Vec::new(),
        policy: claim.policy,
        reading: claim.reading,
        rows_in: claim.rows_in,
        rows_out: claim.rows_out,
        suppressed: claim.suppressed,
        suppression_limit: claim.suppression_limit,
        order: claim.order,
        layout: claim.layout.clone(),
    }
}
