//! What classes show, what that costs, and the solution it makes.

use amidst_audit::NamingValues;
use amidst_cells::{Axis, ColumnLoss, Measured, Partition};
use amidst_core::{Observer, Stage};
use amidst_metrics::{Aggregate, AverageClassSize, Discernibility, Gcp, LevelSum, Loss, Precision};
use amidst_microaggregation::Summary;
use amidst_release::{Quotas, RecodedColumn, RowsInClasses};
use amidst_spec::{Result, scheme::RecodingScheme, validated::ValidatedSpec};

use super::{
    CellInstance, CellSolution, blanks, caveats, column::AxisColumn, named as names, shown::Classes,
};
use crate::{
    job::{
        Dataset,
        solution::{Cellwise, LabelForm, RecodingKind, RecodingSolution, named},
    },
    summary::{self, Rows, SearchOutcome},
};

/// What classes show, and what that costs.
struct PartitionSummary {
    classes: Classes,
    shown: Vec<LabelForm>,
    counts: Vec<summary::Cells>,
    losses: Vec<(&'static str, f64)>,
    column_loss: Vec<f64>,
    objective: summary::Objective,
}

/// The measure that is minimized.
fn objective(losses: &[(&str, f64)], validated: &ValidatedSpec) -> f64 {
    losses.iter().find(|(name, _)| *name == validated.objective).map_or(0.0, |(_, value)| *value)
}

/// The share of the variance that is lost within classes, in percent.
const INFORMATION_LOSS: &str = "information-loss";

impl CellInstance {
    /// The solution that an answer makes.
    pub(super) fn solved(
        &self,
        answer: CellSolution,
        read: &Dataset,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<RecodingSolution> {
        observer.progress(Stage::Recoding, 0, None);
        let CellSolution { algorithm, found, bound, search } = answer;
        let partition = &found.partition;
        let partition_summary = match validated.recoding {
            RecodingScheme::Averages => self.averages(partition, validated)?,
            _ => self.covers(partition, validated, observer)?,
        };
        let PartitionSummary { classes, mut shown, counts, losses, column_loss, objective } =
            partition_summary;
        observer.go_on()?;
        let quotas = Quotas::new(partition, &self.points, classes.of_parts());
        observer.go_on()?;
        let class_of_row = self.class_of_row(read, &quotas, validated.seed, observer)?;
        let rows = Rows::new(self.read(), self.unmapped() + partition.rows_left_out());
        let objective = match validated.recoding {
            RecodingScheme::Cuts => self.cut_objective(partition, sizes(&classes, rows), objective),
            _ => objective,
        };
        let odd =
            self.columns.iter().filter_map(AxisColumn::warning).chain(blanks::reading(&classes, validated));
        observer.go_on()?;
        let (codes, of_class) = classes.witness(&class_of_row);
        observer.go_on()?;
        let mut recoded = classes.recoded(&self.columns);
        observer.go_on()?;
        let in_classes = self.in_classes(&class_of_row, &quotas, read);
        self.rename(&mut recoded, &mut shown, read, (&in_classes, named(validated)), observer)?;
        Ok(RecodingSolution {
            caveats: caveats::of(validated).into_iter().chain(caveats::wild(validated)).collect(),
            recoded,
            kind: RecodingKind::Cells(Cellwise {
                classes: codes,
                of_class,
                shown,
                counts,
                is_by_cuts: validated.recoding == RecodingScheme::Cuts,
            }),
            points: read.counts().is_some().then(|| self.point_classes(quotas)),
            class_of_row,
            model_paths: self.aux_columns.paths.clone(),
            is_optimal: found.is_optimal || bound >= objective.value,
            gap: if found.is_optimal || bound >= objective.value {
                0.0
            } else {
                1.0 - bound / objective.value
            },
            algorithm: algorithm.into(),
            outcome: SearchOutcome::new(found.is_finished),
            rows,
            loss: losses
                .into_iter()
                .chain(sizes(&classes, rows))
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
            column_loss,
            objective,
            prefer: None,
            search,
            approximation: found
                .approximation
                .map(|proved| summary::Approximation { bound: proved.bound, ratio: proved.ratio }),
            warnings: odd.chain(caveats::of(validated)).collect(),
        })
    }

    /// Names groups of neighbours after what is shown under them.
    fn rename(
        &self,
        recoded: &mut [RecodedColumn],
        shown: &mut [LabelForm],
        read: &Dataset,
        (in_classes, by): (&RowsInClasses<'_>, NamingValues),
        observer: &dyn Observer,
    ) -> Result<()> {
        for ((column, recoded), shown) in self.columns.iter().zip(recoded).zip(shown) {
            if let (Some(mapped), LabelForm::Labels { paths, neighbours: Some(neighbours), .. }) =
                (column.mapped(), shown)
            {
                let coded = read.model_column(&column.name).coded().expect("quasi columns are coded");
                let rows = (in_classes, by, observer);
                names::rename(recoded, paths, *neighbours, &mapped.hierarchy, coded, rows)?;
            }
        }
        Ok(())
    }

    /// What classes lose that show what covers their rows, by the objective.
    pub(super) fn loss(&self, partition: &Partition, validated: &ValidatedSpec) -> f64 {
        objective(&losses(&Measured::new(&self.axes, &self.points, partition), &self.axes), validated)
    }

    /// Classes that show what covers their rows.
    fn covers(
        &self,
        partition: &Partition,
        validated: &ValidatedSpec,
        observer: &dyn Observer,
    ) -> Result<PartitionSummary> {
        let measured = Measured::new(&self.axes, &self.points, partition);
        observer.go_on()?;
        let losses = losses(&measured, &self.axes);
        let value = objective(&losses, validated);
        observer.go_on()?;
        let classes = Classes::of_covers(&self.axes, &self.points, partition);
        observer.go_on()?;
        let cells =
            |column: &ColumnLoss| summary::Cells { changed: column.changed, suppressed: column.suppressed };
        let mut counts: Vec<summary::Cells> = measured.columns.iter().map(cells).collect();
        if validated.recoding.blanks() {
            // A cell that was missing before was not blanked.
            let blanked = classes.changed(&self.axes, &self.points, partition);
            for (cells, blanked) in counts.iter_mut().zip(blanked) {
                let changed = cells.changed - (cells.suppressed - blanked);
                *cells = summary::Cells { changed, suppressed: blanked };
            }
        }
        Ok(PartitionSummary {
            classes,
            shown: self.columns.iter().map(AxisColumn::shown).collect(),
            counts,
            losses,
            column_loss: measured.columns.iter().map(|column| column.loss).collect(),
            objective: summary::Objective { name: validated.objective.clone(), value },
        })
    }

    /// What averages the rows of every class.
    pub(super) fn averaged(&self, partition: &Partition) -> Result<Classes> {
        let columns = self.axes.iter().zip(&*self.columns);
        let summaries: Vec<Summary<'_>> = columns
            .map(|(axis, column)| {
                let summary = Summary::new(axis, column.aggregate, column.kind)?;
                Ok(if column.has_comma { summary.with_comma() } else { summary })
            })
            .collect::<amidst_core::Result<_>>()?;
        Ok(Classes::of_averages(&summaries, &self.points, partition))
    }

    /// Classes that show averages of their rows.
    fn averages(&self, partition: &Partition, validated: &ValidatedSpec) -> Result<PartitionSummary> {
        let classes = self.averaged(partition)?;
        let changed = classes.changed(&self.axes, &self.points, partition);
        let value =
            amidst_microaggregation::information_loss(&self.problem(validated, validated.k)?, partition);
        Ok(PartitionSummary {
            shown: self.columns.iter().map(|column| LabelForm::Average(column.aggregate)).collect(),
            counts: changed.into_iter().map(|changed| summary::Cells { changed, suppressed: 0 }).collect(),
            losses: vec![(INFORMATION_LOSS, value)],
            column_loss: Vec::new(),
            objective: summary::Objective { name: INFORMATION_LOSS.into(), value },
            classes,
        })
    }
}

/// Every measure of cells that has a meaning without levels.
fn losses(measured: &Measured, axes: &[Axis]) -> Vec<(&'static str, f64)> {
    let weights: Vec<f64> = axes.iter().map(|axis| axis.weight).collect();
    let of = |aggregate: Aggregate, value: fn(&ColumnLoss) -> f64| {
        aggregate.mean(&measured.columns.iter().map(value).collect::<Vec<_>>(), &weights)
    };
    vec![
        (Loss::NAME, of(Loss::AGGREGATE, |column| column.loss)),
        (Precision::NAME, of(Precision::AGGREGATE, |column| column.precision)),
        (LevelSum::NAME, of(LevelSum::AGGREGATE, |column| column.levels)),
        (Gcp::NAME, of(Gcp::AGGREGATE, |column| column.gcp)),
    ]
}

/// Every measure of the sizes of classes. As for full-domain recoding, a suppressed row is taken for any row, and all of
/// them are one more class.
fn sizes(classes: &Classes, rows: Rows) -> Vec<(&'static str, f64)> {
    let squares: f64 = classes.sizes().map(|size| (size * size) as f64).sum();
    let suppressed = rows.suppressed as f64;
    let all = classes.len() as u64 + u64::from(rows.suppressed > 0);
    vec![
        (Discernibility::NAME, squares + suppressed * rows.r#in as f64),
        (AverageClassSize::NAME, rows.r#in as f64 / all.max(1) as f64),
        ("suppression", suppressed / rows.r#in as f64),
    ]
}
