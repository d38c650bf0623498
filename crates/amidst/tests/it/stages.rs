//! Parts that are read, summed up, merged, solved, recoded, audited and let go one by one, against the table as a whole.

use amidst::{
    Answer, Job, Spec,
    arrow_array::Array,
    audit::{Check, Report},
    explain::{Explanation, Reveal},
    io::{Batches, Source, texts_of},
    solutions::{SolutionsAnswer, SolutionsOptions},
    stages::{BoundJob, Deal, DealKeys, Part, Solution, SolveOutcome, Summary},
    sweep::{Grid, Sweep},
};
use amidst_testkit::generate::SeededRng;

/// A table of ages, places, sexes, who it is, an illness, a weight and a note that differs in most rows.
pub struct Table {
    pub lines: Vec<String>,
}

pub const HEADER: &str = "age,place,sex,who,ill,stands,note";

impl Table {
    pub fn draw(draw: &mut SeededRng, rows: u32) -> Self {
        let line = |row: u32| {
            let (age, place) =
                (20 + draw.below(30), ["10115", "10117", "20095", "80331", ""][draw.below(5) as usize]);
            let (sex, who) = (["f", "m"][draw.below(2) as usize], draw.below(rows.max(2) * 2 / 3));
            let ill = ["flu", "gout", "ulcer", "Flu ", ""][draw.below(5) as usize];
            let note = row / (1 + draw.below(3));
            format!("{age},{place},{sex},p{who},{ill},{},note {note}", 1 + draw.below(4))
        };
        Self { lines: (0..rows).map(line).collect() }
    }

    fn source(&self, rows: impl Iterator<Item = usize>) -> Source {
        let lines = rows.map(|row| self.lines[row].clone());
        let text = std::iter::once(HEADER.to_owned()).chain(lines).collect::<Vec<_>>().join("\n") + "\n";
        Source::from_bytes("part.csv", text)
    }

    fn whole(&self) -> Source {
        self.source(0..self.lines.len())
    }

    /// Dealt to parts, none of which is empty.
    fn parts(&self, draw: &mut SeededRng) -> Vec<Source> {
        let parts = draw.between(1, 4) as usize;
        let mut rows = vec![Vec::new(); parts];
        for row in 0..self.lines.len() {
            let part = if row < parts { row } else { draw.below(parts as u32) as usize };
            rows[part].push(row);
        }
        rows.into_iter().map(|rows| self.source(rows.into_iter())).collect()
    }
}

/// What is asked, and of whom.
pub fn spec(draw: &mut SeededRng) -> Spec {
    let algorithm = [
        "optimal",
        "datafly",
        "samarati",
        "local",
        "mondrian",
        "mondrian-relaxed",
        "k-member",
        "top-down-greedy",
        "local-suppression",
    ];
    let algorithm = algorithm[draw.below(algorithm.len() as u32) as usize];
    let is_by_cells = !["optimal", "datafly", "samarati"].contains(&algorithm);
    let missing = if draw.percent(20) { "wildcard" } else { "own-value" };
    let mut text = format!(
        "privacy.k = {}\nprivacy.missing = {missing:?}\nsolve.algorithm = {algorithm:?}\nsolve.suppression = \"{}%\"\n\
         solve.seed = {}\n",
        draw.between(2, 4),
        draw.between(0, 3) * 10,
        draw.below(9)
    );
    let hierarchy = |draw: &mut SeededRng, words: &str| match draw.percent(60) {
        true => format!(", hierarchy = {words}"),
        false => String::new(),
    };
    let age = hierarchy(draw, "{ interval = [5, 15], from = 0 }");
    let order = if draw.percent(50) { "{ order = \"natural\", fanout = 2 }" } else { "{ prefix = \"all\" }" };
    let place = hierarchy(draw, order);
    text += &format!("[columns]\nage = {{ role = \"quasi\"{age} }}\nplace = {{ role = \"quasi\"{place} }}\n");
    text += "sex = { role = \"quasi\" }\nill = { role = \"sensitive\" }\n";
    text += "stands = { role = \"other\" }\nnote = { role = \"other\", not_identifying = true }\n";
    text += "who = { role = \"identifier\" }\n";
    if draw.percent(30) {
        text += "[privacy.respondent]\ncolumn = \"who\"\n";
    }
    let model = match draw.below(5) {
        0 => "model = \"distinct-l-diversity\"\nl = 2\n",
        1 => "model = \"t-closeness\"\nt = 0.6\n",
        2 if !is_by_cells => "model = \"entropy-l-diversity\"\nl = 1.5\n",
        _ => return Spec::from_toml(&text).expect("a spec"),
    };
    text += &format!("[[privacy.require]]\ncolumn = \"ill\"\n{model}");
    Spec::from_toml(&text).expect("a spec")
}

/// Cells, row by row.
pub type Rows = Vec<Vec<Option<String>>>;

/// The cells of released rows, sorted.
pub fn rows(tables: &[Batches]) -> Rows {
    let mut rows = Vec::new();
    for batch in tables.iter().flat_map(Batches::batches) {
        let columns: Vec<_> = batch.columns().iter().map(|column| texts_of(column)).collect();
        let cell = |column: &amidst::arrow_array::StringArray, row| {
            column.is_valid(row).then(|| column.value(row).to_owned())
        };
        rows.extend((0..batch.num_rows()).map(|row| columns.iter().map(|it| cell(it, row)).collect()));
    }
    rows.sort_unstable();
    rows
}

/// What became of the table as a whole: its rows and the report, or why nothing was released.
fn whole(spec: &Spec, table: &Table) -> Result<(Rows, String), String> {
    match Job::new(spec.clone()).with_source(table.whole()).run_in_memory(&()) {
        Ok(Answer::Released(released)) => Ok((rows(&released.tables), figures(&released.audit))),
        Ok(Answer::Infeasible(answer)) => Err(answer.message.clone()),
        Err(error) => Err(error.to_string()),
    }
}

/// What an audit found, but for what it says of how many files there are and of their order; the others must hold as well.
fn figures(report: &Report) -> String {
    let checks = report.checks.iter().filter(|check| !matches!(check.name, Check::Order | Check::Residue));
    let checks: Vec<String> =
        checks.map(|check| format!("{:?} {} {}", check.name, check.holds, check.words)).collect();
    format!(
        "{checks:?} {} {} {} {} {:?} {:?} {:?}",
        report.rows,
        report.classes,
        report.k,
        report.k_wildcard,
        report.people,
        report.requirements,
        report.informational
    )
}

/// The same in parts.
fn in_parts(spec: &Spec, table: &Table, draw: &mut SeededRng) -> Result<(Rows, String), String> {
    let told = |error: amidst::Error| error.to_string();
    let job = Job::new(spec.clone()).with_source(table.whole());
    let job = BoundJob::new(job, &()).map_err(told)?;
    let parts: Vec<Part> = table
        .parts(draw)
        .into_iter()
        .map(|part| job.read(part, &()))
        .collect::<Result<_, _>>()
        .map_err(told)?;
    let mut summaries: Vec<Summary> =
        parts.iter().map(|part| written(&job.summarize(part, &()).expect("a summary"))).collect();
    while summaries.len() > 1 {
        let one = summaries.remove(draw.below(summaries.len() as u32) as usize);
        let other = summaries.remove(draw.below(summaries.len() as u32) as usize);
        summaries.push(one.merge(other).expect("parts of one table"));
    }
    let summary = summaries.remove(0);
    let at_once = job.summarize(&job.read(table.whole(), &()).map_err(told)?, &()).expect("a summary");
    assert_eq!(summary, at_once, "parts merge to the whole");
    assert_eq!(summary.to_bytes(), at_once.to_bytes());
    let solution = match job.solve(&summary, &()).map_err(told)? {
        SolveOutcome::Found(solution) => solution,
        SolveOutcome::Infeasible(answer) => return Err(answer.message.clone()),
    };
    let solution = Solution::from_bytes(&solution.to_bytes()).expect("the same solution");
    let keys: Vec<DealKeys> =
        parts.iter().map(|part| job.deal_keys(part, &solution, &()).expect("keys")).collect();
    let deals = Deal::of(&solution, &keys).expect("a deal");
    let recoded: Vec<_> = parts
        .iter()
        .zip((0..).zip(&deals))
        .map(|(part, deal)| job.recode(part, &solution, deal, &()).expect("a recoded part"))
        .collect();
    let audits = recoded.iter().map(|part| part.audit(&()).expect("an audit"));
    let audit = audits.reduce(|a, b| b.merge(a).expect("audits of parts")).expect("a part");
    let verdict = job.judge(&audit, &recoded[0], &()).map_err(told)?;
    let figures = figures(verdict.report());
    let tables: Vec<Batches> =
        recoded.into_iter().map(|part| part.release(&verdict).expect("it was judged")).collect();
    Ok((rows(&tables), figures))
}

/// What was written and read.
fn written(summary: &Summary) -> Summary {
    Summary::from_bytes(&summary.to_bytes()).expect("the bytes of a summary")
}

#[test]
fn parts_are_released_like_the_whole() {
    let (mut released, mut refused) = (0, 0);
    for seed in 0..400 {
        let mut draw = SeededRng::new(seed);
        let (size, spec) = (draw.between(6, 60), spec(&mut draw));
        let table = Table::draw(&mut draw, size);
        let (expected, found) = (whole(&spec, &table), in_parts(&spec, &table, &mut draw));
        assert_eq!(found, expected, "seed {seed}: {}", spec.to_toml());
        released += u32::from(found.is_ok());
        refused += u32::from(found.is_err());
    }
    assert!(released > 200 && refused > 5, "{released} {refused}");
}

#[test]
fn a_part_is_not_let_go_by_a_verdict_on_others() {
    let mut draw = SeededRng::new(1);
    let tables = [Table::draw(&mut draw, 40), Table::draw(&mut draw, 40)];
    let spec = Spec::from_toml(
        "privacy.k = 2\nsolve.suppression = \"50%\"\n[columns]\nage.role = \"quasi\"\nplace.role = \"quasi\"\nsex.role = \
         \"quasi\"\nwho.role = \"identifier\"\nill.role = \"sensitive\"\nstands.role = \"other\"\nnote = { role = \"other\", \
         not_identifying = true }",
    )
    .expect("a spec");
    let job = BoundJob::new(Job::new(spec).with_source(tables[0].whole()), &()).expect("a job");
    let parts = tables.each_ref().map(|table| job.read(table.whole(), &()).expect("a part"));
    let recoded = parts.each_ref().map(|part| {
        let SolveOutcome::Found(solution) = job.solve(&job.summarize(part, &()).unwrap(), &()).unwrap()
        else {
            panic!("k = 2 can be met")
        };
        job.recode(part, &solution, (0, &Deal::default()), &()).expect("whole columns are not dealt")
    });
    let verdicts = recoded.each_ref().map(|part| job.judge(&part.audit(&()).unwrap(), part, &()).unwrap());
    let [one, other] = recoded;
    assert!(one.release(&verdicts[1]).is_err());
    assert!(other.release(&verdicts[1]).is_ok());
}

/// A job that lets a column pass as it is must not read for one that drops it.
#[test]
fn a_part_that_another_job_read_is_refused() {
    let table = Table::draw(&mut SeededRng::new(1), 40);
    let bound = |who: &str| {
        let text = format!(
            "privacy.k = 2\nsolve.suppression = \"50%\"\n[columns]\nage.role = \"quasi\"\nplace.role = \"quasi\"\nsex.role = \
             \"quasi\"\nwho = {who}\nill.role = \"sensitive\"\nstands.role = \"other\"\nnote = {{ role = \"other\", \
             not_identifying = true }}",
        );
        let job = Job::new(Spec::from_toml(&text).expect("a spec")).with_source(table.whole());
        BoundJob::new(job, &()).expect("a job")
    };
    let job = bound("{ role = \"identifier\" }");
    let other = bound("{ role = \"other\", not_identifying = true }");
    let part = other.read(table.whole(), &()).expect("a part");
    assert!(job.summarize(&part, &()).is_err());
    let own = job.read(table.whole(), &()).expect("a part");
    let SolveOutcome::Found(solution) = job.solve(&job.summarize(&own, &()).unwrap(), &()).unwrap() else {
        panic!("k = 2 can be met")
    };
    assert!(job.recode(&part, &solution, (0, &Deal::default()), &()).is_err());
    assert!(job.recode(&own, &solution, (0, &Deal::default()), &()).is_ok());
}

#[test]
fn a_summary_of_which_any_byte_was_changed_is_refused() {
    let spec = spec(&mut SeededRng::new(2));
    let table = Table::draw(&mut SeededRng::new(2), 20);
    let job = BoundJob::new(Job::new(spec).with_source(table.whole()), &()).expect("a job");
    let bytes = job.summarize(&job.read(table.whole(), &()).expect("a part"), &()).unwrap().to_bytes();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[at] ^= 1;
        assert!(Summary::from_bytes(&changed).is_err(), "byte {at}");
    }
}

/// Classes by levels and cell by cell, with rows of one tuple in several of them.
#[test]
fn a_solution_that_was_changed_or_is_of_another_table_is_refused() {
    let table = Table::draw(&mut SeededRng::new(4), 40);
    let bound = |algorithm: &str, sex: &str| {
        let text = format!(
            "privacy.k = 3\nsolve.suppression = \"50%\"\nsolve.algorithm = \"{algorithm}\"\n[columns]\nage.role = \"quasi\"\n\
             place.role = \"quasi\"\nsex.role = \"{sex}\"\nwho.role = \"identifier\"\nill.role = \"sensitive\"\n\
             stands.role = \"other\"\nnote = {{ role = \"other\", not_identifying = true }}",
        );
        let job = Job::new(Spec::from_toml(&text).expect("a spec")).with_source(table.whole());
        BoundJob::new(job, &()).expect("a job")
    };
    for algorithm in ["optimal", "local"] {
        let (job, other) = (bound(algorithm, "quasi"), bound(algorithm, "other"));
        let part = job.read(table.whole(), &()).expect("a part");
        let SolveOutcome::Found(solution) = job.solve(&job.summarize(&part, &()).unwrap(), &()).unwrap()
        else {
            panic!("k = 3 can be met")
        };
        let bytes = solution.to_bytes();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert!(Solution::from_bytes(&changed).is_err(), "byte {at}");
        }
        let theirs = other.read(table.whole(), &()).expect("a part");
        assert!(other.deal_keys(&theirs, &solution, &()).is_err());
        assert!(other.recode(&theirs, &solution, (0, &Deal::default()), &()).is_err());
        // Keys and deals travel by themselves.
        let keys = |text: &str| serde_json::from_str::<DealKeys>(text).expect("keys");
        assert!(Deal::of(&solution, &[keys("[[4000000000, 1]]")]).is_err());
        let deal: Deal = serde_json::from_str("[4000000000]").expect("a deal");
        assert!(job.recode(&part, &solution, (0, &deal), &()).is_err());
    }
}

#[test]
fn what_is_said_of_a_whole_only_is_refused_before_anything_is_read() {
    let check = |privacy: &str, words: &str, expected: &str| {
        let text = format!(
            "privacy.k = 2\n{privacy}\n[columns]\na.role = \"quasi\"\nb.role = \"sensitive\"\nc.role = \"identifier\"\n\
             w.role = \"other\"\n{words}"
        );
        let source = Source::from_bytes("a.csv", "a,b,c,w\n1,x,1,9\n2,y,2,9\n");
        let job = Job::new(Spec::from_toml(&text).expect("a spec")).with_source(source);
        let error = BoundJob::new(job, &()).err().expect("a refusal").to_string();
        assert!(error.contains(expected), "{error}");
    };
    check("", "[solve]\nalgorithm = \"mdav\"", "averages");
    check("", "[privacy.respondent]\ncolumn = \"c\"\nsemantics = \"profile\"", "all rows of a person");
    let by_weights = "privacy.weight = \"w\"\nprivacy.require = [{ model = \"k-map\", k = 2 }]";
    check(by_weights, "", "the people behind a class");
}

#[test]
fn summaries_are_explained_like_the_table() {
    let mut told = 0;
    for seed in 0..60 {
        let mut draw = SeededRng::new(1000 + seed);
        let mut spec = spec(&mut draw);
        spec.solve.algorithm = Some("optimal".into());
        let table = Table::draw(&mut draw, 40);
        let bound = BoundJob::new(Job::new(spec.clone()).with_source(table.whole()), &()).expect("a job");
        let parts = table.parts(&mut draw).into_iter().map(|part| bound.read(part, &()).expect("a part"));
        let summaries = parts.map(|part| bound.summarize(&part, &()).expect("a summary"));
        let summary = summaries.reduce(|a, b| a.merge(b).expect("parts of one table")).expect("a part");
        let job = Job::new(spec).with_source(table.whole());
        let explained =
            |it: amidst::Result<_>| serde_json::to_value::<Explanation>(it.expect("it runs")).unwrap();
        let reveal = Reveal::default();
        assert_eq!(
            explained(bound.explain(&summary, reveal, &())),
            explained(amidst::explain::explain(&job, reveal, &())),
            "seed {seed}"
        );
        let solved = |it: amidst::Result<_>| match it {
            Ok(SolutionsAnswer::Found(solutions)) => serde_json::to_value(&solutions).unwrap(),
            Ok(SolutionsAnswer::Infeasible(answer)) => serde_json::to_value(&answer).unwrap(),
            Err(error) => error.to_string().into(),
        };
        let wanted = SolutionsOptions { nodes: true, ..SolutionsOptions::default() };
        let found = solved(bound.solutions(&summary, wanted.clone(), &()));
        assert_eq!(found, solved(job.solutions(wanted.clone(), &())), "seed {seed}");
        told += u32::from(found.get("minimal").is_some());
        let grid = Grid {
            k: vec![2, 3, 4],
            suppression: vec![],
            algorithms: vec!["optimal".into(), "mondrian".into()],
        };
        let swept = |it: amidst::Result<Sweep>| it.map_err(|error| error.to_string());
        assert_eq!(swept(bound.sweep(&summary, &grid, &())), swept(job.sweep(&grid, &())), "seed {seed}");
    }
    assert!(told > 20, "{told}");
}

#[test]
fn a_lake_that_is_read_in_turn_is_summed_up_like_the_table() {
    let mut summed_up = 0;
    for seed in 0..60 {
        let mut draw = SeededRng::new(seed);
        let rows = draw.between(2, 40);
        let (table, spec) = (Table::draw(&mut draw, rows), spec(&mut draw));
        let lake = tempfile::tempdir().expect("a place for tests");
        let parts = table.parts(&mut draw);
        for (at, part) in parts.iter().enumerate() {
            let Source::Bytes { bytes, .. } = part else { panic!("parts are bytes") };
            std::fs::write(lake.path().join(format!("{at}.csv")), bytes).expect("a file");
        }
        let job = Job::new(spec.clone()).with_source(Source::Path(lake.path().into()));
        let whole = BoundJob::with_table(Job::new(spec).with_source(table.whole()), &());
        match (BoundJob::summed_up(job, &()), whole) {
            (Ok((_, summary, count)), Ok((bound, whole))) => {
                let whole = bound.summarize(&whole, &()).expect("a summary");
                // Where rows are fewer than parts, some parts are without any.
                assert_eq!(count, parts.len().min(rows as usize), "seed {seed}");
                assert!(summary.to_bytes() == whole.to_bytes(), "seed {seed}");
                summed_up += 1;
            }
            (Err(found), Err(whole)) => assert_eq!(found.code(), whole.code(), "seed {seed}"),
            (found, whole) => panic!("seed {seed}: {:?}, {:?}", found.err(), whole.err()),
        }
    }
    assert!(summed_up > 30, "{summed_up}");
}
