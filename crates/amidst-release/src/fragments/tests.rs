//! From groups to files that pass their audit.

use amidst_audit::{
    AuditError, ColumnClaim, ColumnContent, FragmentFiles, Order, Policy, Report, RequirementClaim,
    audit_fragments,
};
use amidst_cells::{Anatomy, Axis, Conditions, Diversity, Labels, Member, Objective, Problem, Split};
use amidst_core::{ModelParams, Solver};
use amidst_io::{Layout, WriteOptions, write_to};
use amidst_kernel::{AuxColumn, UNCOUNTED};
use amidst_spec::source::audit_layout;
use amidst_testkit::generate::SeededRng;

use super::*;

/// A table: place, note and the sensitive columns, in small numbers.
#[derive(Clone)]
struct Rows {
    places: Vec<u32>,
    notes: Vec<u32>,
    sensitive: [Vec<u32>; 2],
}

impl Rows {
    fn draw(draw: &mut SeededRng) -> Self {
        let rows = draw.between(4, 60);
        let mut column = |values: u32| (0..rows).map(|_| draw.low_between(0, values)).collect::<Vec<u32>>();
        Self { places: column(12), notes: column(3), sensitive: [column(4), column(3)] }
    }

    /// The same rows in another order.
    fn permuted(&self, order: &[usize]) -> Self {
        let column = |cells: &[u32]| order.iter().map(|&row| cells[row]).collect();
        Self {
            places: column(&self.places),
            notes: column(&self.notes),
            sensitive: [column(&self.sensitive[0]), column(&self.sensitive[1])],
        }
    }

    fn table(&self) -> Table {
        let column = |name: &str, cells: &[u32]| {
            let texts: Vec<Option<String>> =
                cells.iter().map(|cell| (*cell > 0).then(|| format!("v{cell}"))).collect();
            Column::from_texts(name, texts.iter().map(Option::as_deref))
        };
        Table::new(vec![
            column("place", &self.places),
            column("group", &self.notes),
            column("illness", &self.sensitive[0]),
            column("income", &self.sensitive[1]),
        ])
    }

    /// Groups of at least k rows and l values; nothing if there are none.
    fn fragments(&self, l: u64, k: u64) -> Option<(Table, Fragments)> {
        let values = self.places.iter().max().map_or(0, |&last| last + 1);
        // A missing cell is no value.
        let counted = |&code: &u32| if code == 0 { UNCOUNTED } else { code };
        let aux_column =
            |codes: &Vec<u32>| AuxColumn { codes: codes.iter().map(counted).collect(), width: 8 };
        let aux_columns: Vec<AuxColumn> = self.sensitive.iter().map(aux_column).collect();
        let axes = [(Codes::U32(self.places.clone()), values)];
        let (points, point_of_row) = Points::collapse(&axes, &aux_columns).unwrap();
        let axes = [Axis::sets("place", (0..values).map(|code| Some(code.to_string().into())).collect())];
        let problem = Problem {
            axes: &axes,
            points: &points,
            conditions: Conditions::new(k, Vec::new()),
            objective: Objective::Loss,
            split: Split::default(),
            labels: Labels::default(),
            seed: 0,
        };
        let anatomy = Anatomy::new(l, Diversity::Distinct, vec![0, 1]).unwrap();
        let partition = anatomy.solve(&problem, &()).ok()?.partition;
        let table = self.table();
        let groups = GroupAssignment {
            partition: &partition,
            points: &points,
            point_of_row: &point_of_row,
            placed: None,
        };
        let columns = table.columns()[..2].to_vec();
        let sensitive = [&table.columns()[2], &table.columns()[3]];
        let fragments = Fragments::new(columns, &sensitive, &groups, Some(""), &()).expect("nobody aborts");
        Some((table, fragments))
    }
}

fn bytes(release: &Release) -> Vec<u8> {
    let options = WriteOptions { file: "test".into(), layout: Layout::default(), missing: String::new() };
    let mut bytes = Vec::new();
    write_to(&release.table, &release.order, &options, &mut bytes, &()).unwrap();
    bytes
}

fn texts(fragments: &Fragments) -> Vec<String> {
    let all = std::iter::once(&fragments.quasi).chain(&fragments.sensitive);
    all.map(|release| String::from_utf8(bytes(release)).unwrap()).collect()
}

fn audited(table: &Table, fragments: &Fragments, l: u64, k: u64) -> Result<Report, AuditError> {
    let folder = tempfile::tempdir().unwrap();
    let paths: Vec<_> =
        (0..=fragments.sensitive.len()).map(|at| folder.path().join(at.to_string())).collect();
    for (path, text) in paths.iter().zip(texts(fragments)) {
        std::fs::write(path, text).unwrap();
    }
    let sensitive: Vec<String> =
        fragments.sensitive.iter().map(|release| release.table.columns()[1].name.clone()).collect();
    let released = table.columns().iter().filter(|column| !sensitive.contains(&column.name));
    let gone = fragments.group_of_row.iter().filter(|&&group| group == 0).count() as u64;
    let diverse = |name: &String| RequirementClaim {
        params: ModelParams::DistinctL { l },
        column: Some(name.clone()),
        within: Vec::new(),
        hierarchy: None,
        population: None,
    };
    let claim = FragmentClaim {
        source: table,
        model_columns: &[],
        group_of_row: &fragments.group_of_row,
        group: fragments.group.clone(),
        count: fragments.count.clone(),
        columns: released
            .map(|column| ColumnClaim { name: column.name.clone(), content: ColumnContent::Other })
            .collect(),
        requirements: sensitive.iter().map(diverse).collect(),
        sensitive,
        gone: Vec::new(),
        missing: &[String::new()],
        k,
        informational: Vec::new(),
        policy: Policy::OwnValue,
        // The groups were dealt with missing as a value of its own.
        reading: amidst_audit::Reading { counts_missing: true, has_comma: false },
        rows_in: table.rows() as u64,
        rows_out: table.rows() as u64 - gone,
        suppressed: gone,
        suppression_limit: u64::MAX,
        order: Order::Sorted,
        layout: audit_layout(&Layout::default()),
    };
    let sensitive = paths[1..].iter().map(|path| path.as_path().into()).collect();
    audit_fragments(&FragmentFiles { quasi: paths[0].as_path().into(), sensitive }, &claim, &())
}

#[test]
fn what_is_written_passes_the_audit() {
    let mut draw = SeededRng::new(1);
    let mut found = 0;
    for seed in 0..150 {
        let rows = Rows::draw(&mut draw);
        let (l, k) = (u64::from(draw.between(1, 4)), u64::from(draw.between(1, 6)));
        let Some((table, fragments)) = rows.fragments(l, k) else { continue };
        let report = audited(&table, &fragments, l, k).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert!(report.k >= k);
        assert_eq!((fragments.group.as_str(), fragments.count.as_str()), ("group_2", "count"));
        found += 1;
    }
    assert!(found > 50, "{found}");
}

#[test]
fn the_order_of_the_source_leaves_no_trace() {
    let mut draw = SeededRng::new(2);
    for seed in 0..100 {
        let rows = Rows::draw(&mut draw);
        let Some((_, straight)) = rows.fragments(2, 3) else { continue };
        let mut order: Vec<usize> = (0..rows.places.len()).collect();
        draw.shuffle(&mut order);
        let (_, permuted) = rows.permuted(&order).fragments(2, 3).unwrap();
        assert_eq!(texts(&straight), texts(&permuted), "seed {seed}");
    }
}

#[test]
fn a_claim_of_more_is_caught() {
    let rows =
        Rows { places: vec![1, 2, 3, 4], notes: vec![1; 4], sensitive: [vec![1, 2, 1, 2], vec![1, 1, 2, 2]] };
    let (table, fragments) = rows.fragments(2, 2).unwrap();
    assert!(audited(&table, &fragments, 2, 2).is_ok());
    assert!(matches!(audited(&table, &fragments, 3, 2), Err(AuditError::Failed(_))));
    assert!(matches!(audited(&table, &fragments, 2, 5), Err(AuditError::Failed(_))));
}

/// The survey's Figure 8: its groups give its tables, and its numbers. The tenth row is suppressed.
#[test]
fn the_figure_of_the_survey_is_written_as_printed() {
    let source = [
        ["1940/08/10", "F", "98512", "Heart attack"],
        ["1950/02/12", "M", "99413", "COVID-19"],
        ["1940/08/04", "F", "98578", "Cardiomyopathy"],
        ["1950/02/13", "M", "99356", "COVID-19"],
        ["1950/07/12", "M", "99423", "Dermatitis"],
        ["1940/08/11", "F", "98545", "Pericarditis"],
        ["1950/07/25", "M", "99334", "Short breath"],
        ["1950/07/30", "M", "99490", "Cough"],
        ["1950/02/20", "M", "99301", "COVID-19"],
        ["1945/12/01", "M", "98321", "Astrocytoma"],
    ];
    let table = Table::from_rows(&["DoB", "Sex", "ZIP", "Disease"], &source);
    // Every row is a point of its own.
    let (points, point_of_row) = Points::collapse(&[(Codes::U8((0..9).collect()), 9)], &[]).unwrap();
    let group = |rows: [u32; 3]| rows.map(|row| Member { point: row - 1, rows: 1 }).to_vec();
    let partition = Partition::new([[4, 7, 9], [1, 3, 6], [2, 5, 8]].map(group));
    let placed: Vec<u32> = (0..9).collect();
    let groups = GroupAssignment {
        partition: &partition,
        points: &points,
        point_of_row: &point_of_row,
        placed: Some(&placed),
    };
    let columns = table.columns()[..3].to_vec();
    let fragments =
        Fragments::new(columns, &[&table.columns()[3]], &groups, Some(""), &()).expect("nobody aborts");
    assert_eq!(
        texts(&fragments),
        [
            "group,DoB,Sex,ZIP\n1,1940/08/04,F,98578\n1,1940/08/10,F,98512\n1,1940/08/11,F,98545\n\
             2,1950/02/12,M,99413\n2,1950/07/12,M,99423\n2,1950/07/30,M,99490\n\
             3,1950/02/13,M,99356\n3,1950/02/20,M,99301\n3,1950/07/25,M,99334\n",
            "group,Disease,count\n1,Cardiomyopathy,1\n1,Heart attack,1\n1,Pericarditis,1\n\
             2,COVID-19,1\n2,Cough,1\n2,Dermatitis,1\n3,COVID-19,2\n3,Short breath,1\n",
        ]
    );
    assert_eq!(audited(&table, &fragments, 2, 3).unwrap().classes, 3);
    assert!(matches!(audited(&table, &fragments, 3, 3), Err(AuditError::Failed(_))));
}
