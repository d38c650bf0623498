//! Anatomy: groups that are diverse, as many as there can be, and a refusal only where there are none.

use amidst_cells::{
    Anatomy, Axis, Conditions, Diversity, Labels, Objective, Partition, PartitionResult, Points, Problem,
    Split,
};
use amidst_core::{Codes, Model, Observer, Requirement, Signal, Solver};
use amidst_kernel::{AuxColumn, UNCOUNTED};
use amidst_models::EntropyL;
use amidst_testkit::generate::SeededRng;

/// Rows: a place on one axis, and the values of sensitive columns.
struct Rows {
    axis: Axis,
    points: Points,
    point_of_row: Vec<u32>,
    sensitive: Vec<Vec<u32>>,
}

impl Rows {
    fn new(places: &[u32], sensitive: &[Vec<u32>]) -> Self {
        let values = places.iter().max().map_or(0, |&last| last + 1);
        let texts = (0..values).map(|code| Some(format!("{code:03}").into())).collect();
        let width = |codes: &[u32]| {
            codes.iter().filter(|&&code| code != UNCOUNTED).max().map_or(0, |&last| last as usize + 1)
        };
        let aux_column = |codes: &Vec<u32>| AuxColumn { width: width(codes), codes: codes.clone() };
        let aux_columns: Vec<AuxColumn> = sensitive.iter().map(aux_column).collect();
        let (points, point_of_row) =
            Points::collapse(&[(Codes::U32(places.to_vec()), values)], &aux_columns).unwrap();
        Self { axis: Axis::sets("place", texts), points, point_of_row, sensitive: sensitive.to_vec() }
    }

    fn draw(draw: &mut SeededRng, rows: u32, columns: u32) -> Self {
        let rows = draw.between(1, rows);
        let places: Vec<u32> = (0..rows).map(|_| draw.below(rows)).collect();
        let column = |draw: &mut SeededRng| {
            let last = draw.below(7);
            (0..rows).map(|_| draw.low_between(0, last)).collect()
        };
        let sensitive: Vec<Vec<u32>> = (0..columns).map(|_| column(draw)).collect();
        Self::new(&places, &sensitive)
    }

    fn problem(&self, k: u64, requirements: Vec<Requirement>) -> Problem<'_> {
        Problem {
            axes: std::slice::from_ref(&self.axis),
            points: &self.points,
            conditions: Conditions::new(k, requirements),
            objective: Objective::Loss,
            split: Split::default(),
            labels: Labels::default(),
            seed: 0,
        }
    }

    fn found(&self, l: u64, diversity: Diversity, k: u64) -> amidst_core::Result<PartitionResult> {
        let sensitive = (0..self.sensitive.len()).collect();
        Anatomy::new(l, diversity, sensitive)?.solve(&self.problem(k, Vec::new()), &())
    }

    /// The rows of each group.
    fn groups(&self, partition: &Partition) -> Vec<Vec<usize>> {
        let mut groups = vec![Vec::new(); partition.len()];
        let of_row = partition.class_of_row(&self.points, &self.point_of_row, &()).unwrap();
        of_row.iter().enumerate().for_each(|(row, &group)| groups[group as usize].push(row));
        groups
    }

    fn holds(&self, group: &[usize], l: u64, diversity: Diversity, k: u64) -> bool {
        group.len() as u64 >= k
            && self.sensitive.iter().all(|column| {
                let mut values: Vec<u32> =
                    group.iter().map(|&row| column[row]).filter(|&value| value != UNCOUNTED).collect();
                values.sort_unstable();
                let runs = || values.chunk_by(PartialEq::eq).map(|run| run.len() as u64);
                match diversity {
                    Diversity::Distinct => runs().count() as u64 >= l,
                    Diversity::Share => runs().max().is_some_and(|most| most * l <= values.len() as u64),
                }
            })
    }
}

/// Every way to group so many rows: the group of each.
fn groupings(rows: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..rows {
        let longer = |grouping: Vec<usize>| {
            let groups = grouping.iter().max().map_or(0, |last| last + 1);
            (0..=groups).map(move |group| [grouping.clone(), vec![group]].concat())
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}

/// The most groups that hold, if any do.
fn most_groups(rows: &Rows, l: u64, diversity: Diversity, k: u64) -> Option<usize> {
    let number = rows.point_of_row.len();
    let holding = groupings(number).into_iter().filter_map(|of_row| {
        let groups = of_row.iter().max().map_or(0, |last| last + 1);
        let members = |group| (0..number).filter(|&row| of_row[row] == group).collect::<Vec<_>>();
        (0..groups).all(|group| rows.holds(&members(group), l, diversity, k)).then_some(groups)
    });
    holding.max()
}

#[test]
fn it_refuses_only_what_is_impossible_and_finds_the_most_groups() {
    let mut draw = SeededRng::new(1);
    for seed in 0..300 {
        let rows = Rows::draw(&mut draw, 7, 1);
        let (l, k) = (u64::from(draw.between(1, 4)), u64::from(draw.between(1, 4)));
        if k > rows.points.rows() {
            continue;
        }
        for diversity in [Diversity::Distinct, Diversity::Share] {
            let most = most_groups(&rows, l, diversity, k);
            let found = rows.found(l, diversity, k).ok().map(|found| found.partition.len());
            assert_eq!(found.is_some(), most.is_some(), "seed {seed}, l = {l}, k = {k}, {diversity:?}");
            if diversity == Diversity::Distinct || k <= l {
                assert_eq!(found, most, "seed {seed}, l = {l}, k = {k}, {diversity:?}");
            }
        }
    }
}

#[test]
fn every_group_holds_and_every_row_is_in_one() {
    let mut draw = SeededRng::new(2);
    for seed in 0..600 {
        let columns = draw.between(1, 3);
        let rows = Rows::draw(&mut draw, 120, columns);
        let (l, k) = (u64::from(draw.between(1, 5)), u64::from(draw.between(1, 12)));
        for diversity in [Diversity::Distinct, Diversity::Share] {
            let anatomy = Anatomy::new(l, diversity, (0..columns as usize).collect()).unwrap();
            let problem = rows.problem(k, Vec::new());
            let largest = anatomy.largest(&problem);
            if k > rows.points.rows() {
                continue;
            }
            match anatomy.solve(&problem, &()) {
                Err(_) => assert!(l > largest, "seed {seed}"),
                Ok(PartitionResult { partition, is_finished, .. }) => {
                    assert!(is_finished && l <= largest, "seed {seed}");
                    let groups = rows.groups(&partition);
                    assert_eq!(groups.iter().map(Vec::len).sum::<usize>() as u64, rows.points.rows());
                    let holds = |group: &Vec<usize>| rows.holds(group, l, diversity, k);
                    assert!(groups.iter().all(holds), "seed {seed}, l = {l}, k = {k}, {diversity:?}");
                    assert_eq!(anatomy.solve(&problem, &()).unwrap().partition, partition);
                }
            }
        }
    }
}

#[test]
fn values_are_spread_evenly() {
    let mut draw = SeededRng::new(3);
    for seed in 0..200 {
        let rows = Rows::draw(&mut draw, 200, 1);
        let Ok(PartitionResult { partition, .. }) = rows.found(2, Diversity::Distinct, 6) else { continue };
        let groups = rows.groups(&partition);
        for value in 0..7 {
            let of =
                |group: &Vec<usize>| group.iter().filter(|&&row| rows.sensitive[0][row] == value).count();
            let (least, most) = (groups.iter().map(of).min(), groups.iter().map(of).max());
            assert!(most <= least.map(|least| least + 1), "seed {seed}");
        }
    }
}

#[test]
fn rows_without_a_value_count_as_rows_only() {
    let places: Vec<u32> = (0..9).collect();
    let missing = UNCOUNTED;
    let rows = Rows::new(&places, &[vec![0, 1, missing, 0, 1, missing, 0, 1, missing]]);
    let PartitionResult { partition, .. } = rows.found(2, Diversity::Share, 2).unwrap();
    let groups = rows.groups(&partition);
    assert_eq!(groups.len(), 3);
    assert!(groups.iter().all(|group| rows.holds(group, 2, Diversity::Share, 3)));
    assert!(rows.found(3, Diversity::Distinct, 2).is_err());
    assert!(Rows::new(&[0, 0], &[vec![missing, missing]]).found(1, Diversity::Distinct, 1).is_err());
}

#[test]
fn a_refusal_says_what_can_be_had() {
    let rows = Rows::new(&[0, 1, 2, 3, 4], &[vec![0, 0, 1, 2, 3]]);
    let refusal = |l, diversity| rows.found(l, diversity, 1).unwrap_err().to_string();
    assert_eq!(
        refusal(5, Diversity::Distinct),
        "l = 5: at most 4 can be had here, a sensitive column has no more values; ask for less"
    );
    assert_eq!(
        refusal(3, Diversity::Share),
        "l = 3: at most 2 can be had here, a sensitive value would have more than its share of every group; ask for less"
    );
    assert_eq!(
        Anatomy::new(0, Diversity::Distinct, vec![0]).unwrap_err().to_string(),
        "l = 0: it must be at least 1"
    );
    assert_eq!(
        Anatomy::new(2, Diversity::Distinct, vec![]).unwrap_err().to_string(),
        "algorithm = anatomy: it needs a sensitive column"
    );
}

#[test]
fn further_requirements_are_met_by_merging() {
    let mut draw = SeededRng::new(4);
    for seed in 0..100 {
        let rows = Rows::draw(&mut draw, 60, 1);
        let model = Model::Class(Box::new(EntropyL::new(2.5).unwrap()));
        let entropy = Requirement { aux_column: Some(0), ..Requirement::new(model) };
        let problem = rows.problem(2, vec![entropy]);
        let anatomy = Anatomy::new(2, Diversity::Distinct, vec![0]).unwrap();
        if !problem.is_feasible() || anatomy.largest(&problem) < 2 {
            continue;
        }
        let PartitionResult { partition, .. } = anatomy.solve(&problem, &()).unwrap();
        for group in rows.groups(&partition) {
            let mut counts = [0_u32; 7];
            group.iter().for_each(|&row| counts[rows.sensitive[0][row] as usize] += 1);
            let share = |count: &u32| f64::from(*count) / group.len() as f64;
            let entropy: f64 = counts.iter().map(share).filter(|p| *p > 0.0).map(|p| -p * p.ln()).sum();
            assert!(entropy >= 2.5_f64.ln() - 1e-9, "seed {seed}");
        }
    }
}

/// Stops after so many questions.
struct Impatient(std::sync::atomic::AtomicU32);

impl Observer for Impatient {
    fn signal(&self) -> Signal {
        Signal::finish_if(self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) == 0)
    }
}

#[test]
fn what_was_dealt_when_stopped_holds() {
    let number = 30_000;
    let places: Vec<u32> = (0..number).map(|row| row % 1_000).collect();
    let rows = Rows::new(&places, &[(0..number).map(|row| row * 7 % 5).collect()]);
    for diversity in [Diversity::Distinct, Diversity::Share] {
        let anatomy = Anatomy::new(3, diversity, vec![0]).unwrap();
        let observer = Impatient(1.into());
        let PartitionResult { partition, is_finished, .. } =
            anatomy.solve(&rows.problem(3, Vec::new()), &observer).unwrap();
        assert!(!is_finished && partition.len() > 4_000);
        let groups = rows.groups(&partition);
        assert!(groups.iter().all(|group| rows.holds(group, 3, diversity, 3)));
    }
}

#[test]
fn neighbours_share_a_group_where_values_allow() {
    let places: Vec<u32> = (0..12).collect();
    let rows = Rows::new(&places, &[vec![0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]]);
    let PartitionResult { partition, .. } = rows.found(3, Diversity::Share, 3).unwrap();
    assert_eq!(rows.groups(&partition), [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]);
}

/// The survey's table: disease of the first nine people; the tenth is suppressed.
#[test]
fn the_example_of_the_survey_is_met() {
    let disease = vec![0, 1, 2, 1, 3, 4, 5, 6, 1];
    let places = vec![1, 3, 0, 4, 6, 2, 7, 8, 5];
    let rows = Rows::new(&places, std::slice::from_ref(&disease));
    for example in [[0, 2, 5], [1, 4, 7], [3, 6, 8]] {
        assert!(rows.holds(&example, 2, Diversity::Distinct, 3));
    }
    for diversity in [Diversity::Distinct, Diversity::Share] {
        let PartitionResult { partition, .. } = rows.found(2, diversity, 3).unwrap();
        let groups = rows.groups(&partition);
        assert_eq!(groups.len(), 3);
        assert!(groups.iter().all(|group| rows.holds(group, 2, diversity, 3)));
    }
    // Nobody has to be suppressed for it.
    let all = Rows::new(&[places, vec![9]].concat(), &[[disease, vec![7]].concat()]);
    assert_eq!(all.found(2, Diversity::Distinct, 3).unwrap().partition.len(), 3);
}
