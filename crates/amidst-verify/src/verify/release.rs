//! A release that is the one a certificate names, judged anew.

use std::{fs, path::Path};

use amidst_audit::{AuditError, audit_residue};
use amidst_core::{Observer, Stage};

use amidst_spec::{
    Result, Spec,
    registry::Registry,
    requirements::BoundRequirement,
    source::{audit_layout, open_observed},
    spec::{Counted, Input, MissingSensitive, PROFILE, Respondent},
    validated::ValidatedSpec,
};

use super::{
    Claimed,
    certificate::{Certificate, SideTable},
    claim,
    ground::{Columns, Ground, beside},
    ledger::Ledger,
    requirement::{Judge, Stated, Unjudged},
    stated::{self, Numbers},
};

/// A release, and what is needed to judge it.
pub struct Verifier<'a> {
    certificate: &'a Certificate,
    release: Input,
    /// What the spec asks for, if it is in the certificate.
    validated: Option<ValidatedSpec>,
    /// Whether the spec is there and gives no column a weight, nor columns together another measure than their sum.
    columns_weigh_alike: bool,
    missing: MissingSensitive,
    quasi: Vec<String>,
    observer: &'a dyn Observer,
}

/// What a file holds besides its cells: it can be right in every cell and carry others that no row shows.
fn residue(what: &str, file: &Input, observer: &dyn Observer) -> Result<Claimed> {
    let layout = audit_layout(open_observed(None, file, observer)?.layout());
    let (holds, words) = match audit_residue(Path::new(&file.path), &layout, observer) {
        Ok(found) => (found.holds, found.words),
        Err(AuditError::Aborted(aborted)) => return Err(aborted.into()),
        Err(error) => (false, error.to_string()),
    };
    Ok(Claimed { name: "residue".into(), holds: Some(holds), words: format!("{what}: {words}") })
}

impl<'a> Verifier<'a> {
    pub fn new(certificate: &'a Certificate, release: &Input, observer: &'a dyn Observer) -> Result<Self> {
        let spec = certificate.own_spec().map(Spec::from_toml).transpose()?;
        let missing = release.missing.clone().or(spec.as_ref().and_then(|spec| spec.input.missing.clone()));
        let validated =
            spec.as_ref().map(|spec| ValidatedSpec::new(spec, &Registry::default())).transpose()?;
        let weigh_alike = |spec: &Spec| {
            spec.solve.aggregate.is_none() && spec.columns.values().all(|column| column.weight.is_none())
        };
        Ok(Self {
            certificate,
            columns_weigh_alike: spec.as_ref().is_some_and(weigh_alike),
            release: Input { missing, ..release.clone() },
            missing: validated.as_ref().map(|validated| validated.missing_sensitive).unwrap_or_default(),
            quasi: certificate.columns("quasi"),
            observer,
            validated,
        })
    }

    /// Compares every figure that can be found, and judges every requirement.
    pub fn judge(&self, ledger: &mut Ledger<'_>) -> Result<Vec<Claimed>> {
        self.compare_papers(ledger);
        stated::agree(ledger, self.columns_weigh_alike);
        let ground = self.ground()?;
        let mut claims = vec![residue("the release", &self.release, self.observer)?];
        let side_tables = self.side_tables(ledger, &ground, &mut claims)?;
        let numbers = self.numbers(ledger);
        numbers.compare(ledger, &ground)?;
        self.compare_people(ledger, &ground)?;
        let has_all_rows = self.has_all_rows(ledger);
        if self.certificate.is_fragmented() && has_all_rows {
            self.compare_risk_of_fragments(ledger, &numbers)?;
        }
        let judge = Judge {
            policy: self.certificate.asked.missing,
            lacks_people: self.certificate.counted == Counted::People && ground.people()?.is_none(),
            has_all_rows,
            recoded: &self.quasi,
            is_fragmented: self.certificate.is_fragmented(),
            is_by_profile: numbers.is_by_profile,
        };
        let grounds = Grounds { own: &ground, side_tables: &side_tables, is_fragmented: judge.is_fragmented };
        self.compare_sensitive(ledger, &judge, &grounds)?;
        let needed = self.needed();
        claim::compare(ledger, self.certificate, &needed);
        claims.push(self.k(ledger, &numbers, &ground, judge.lacks_people)?);
        let asked = needed.len() as u64;
        for (at, (stated, needed)) in self.certificate.asked.privacy.iter().skip(1).zip(&needed).enumerate() {
            self.observer.progress(Stage::Judging, at as u64, Some(asked));
            claims.push(self.model(ledger, at + 1, (stated, needed.as_ref()), &judge, &grounds)?);
        }
        Ok(claims)
    }

    /// The hash of the spec and the length of the release.
    fn compare_papers(&self, ledger: &mut Ledger<'_>) {
        if let Some(found) = self.certificate.spec_hash() {
            ledger.compare("/spec_sha256", &found);
            let is_own = self.certificate.own_spec().is_some();
            ledger.mark(
                "/spec",
                (!is_own).then(|| "its SHA-256 is not the one that the certificate names".into()),
            );
        }
        if let Ok(file) = fs::metadata(&self.release.path) {
            ledger.compare("/output/bytes", file.len());
        }
    }

    /// The rows of the release in their classes, or groups.
    fn ground(&self) -> Result<Ground<'a>> {
        let header = open_observed(None, &self.release, self.observer)?.columns().to_vec();
        let is_shown = |respondent: &&Respondent| header.contains(&respondent.column);
        let respondent =
            self.validated.as_ref().and_then(|validated| validated.respondent.as_ref()).filter(is_shown);
        let group: Vec<String> =
            header.iter().filter(|name| !self.certificate.has_column(name)).take(1).cloned().collect();
        let model_columns: Vec<String> =
            header.iter().filter(|name| !self.quasi.contains(name)).cloned().collect();
        let (quasi, model_columns) = match self.certificate.is_fragmented() {
            true => (&group, Vec::new()),
            false => (&self.quasi, model_columns),
        };
        Ground::read(
            &self.release,
            &Columns { quasi, model_columns: &model_columns, respondent },
            self.missing,
            self.observer,
        )
    }

    /// The files that keep columns apart: of fragments, their rows in the groups of the release.
    fn side_tables(
        &self,
        ledger: &mut Ledger<'_>,
        ground: &Ground<'_>,
        claims: &mut Vec<Claimed>,
    ) -> Result<Vec<(String, Ground<'a>)>> {
        let output = &self.certificate.output;
        let mut found = Vec::new();
        let parts = [("fragments", &output.fragments), ("views", &output.views)];
        let files = parts.into_iter().flat_map(|(part, files)| {
            files.iter().enumerate().map(move |(at, file)| (format!("/output/{part}/{at}"), file))
        });
        for (place, SideTable { column, path }) in files {
            let [sha256, rows, path_place] = ["sha256", "rows", "path"].map(|name| format!("{place}/{name}"));
            let Some(path) = beside(&self.release.path, path) else {
                for place in [sha256, rows, path_place] {
                    ledger.open(&place, "the file is not beside the release");
                }
                continue;
            };
            ledger.open(&path_place, "a file may be moved");
            ledger.compare(&sha256, amidst_io::sha256_of_observed(&path, self.observer)?);
            let input = Input { path: path.to_string_lossy().into_owned(), ..self.release.clone() };
            claims.push(residue(&format!("the file of {column:?}"), &input, self.observer)?);
            let own = match self.certificate.is_fragmented() {
                true => Ground::side_tables(&input, column, ground, self.missing, self.observer)?,
                false => None,
            };
            let table = open_observed(None, &input, self.observer)?.read(|_| amidst_io::Want::Code)?.table;
            ledger.compare(&rows, self.certificate.reporting().count(table.rows() as u64));
            match own {
                Some(own) => found.push((column.clone(), own)),
                None if self.certificate.is_fragmented() => ledger.mark(
                    &rows,
                    Some("its groups are not those of the release, or have other numbers of rows".into()),
                ),
                None => {}
            }
        }
        Ok(found)
    }

    fn numbers(&self, ledger: &Ledger<'_>) -> Numbers {
        let k = &self.certificate.asked.privacy[0];
        Numbers {
            reporting: self.certificate.reporting(),
            policy: self.certificate.asked.missing,
            counted: self.certificate.counted,
            k: k.asked.as_u64().filter(|_| k.combinations.is_none()),
            rows_read: ledger.stated("/input/rows").and_then(serde_json::Value::as_u64).unwrap_or(0),
            is_fragmented: self.certificate.is_fragmented(),
            is_by_profile: k.model == PROFILE,
        }
    }

    /// Whether the certificate states that no row was suppressed, so that the release has the distributions of the source.
    fn has_all_rows(&self, ledger: &Ledger<'_>) -> bool {
        ledger.stated("/output/suppressed").is_some_and(|suppressed| *suppressed == 0)
    }

    fn compare_people(&self, ledger: &mut Ledger<'_>, ground: &Ground) -> Result<()> {
        let Some(people) = ground.people()? else { return Ok(()) };
        ledger.open("/people/in", "only the source can tell");
        ledger.compare("/people/out", people.people);
        ledger.compare("/people/largest_share", people.largest_share);
        ledger.compare("/people/profile/k", people.profile.k);
        ledger.compare("/people/profile/unique", people.profile.unique);
        Ok(())
    }

    /// Fragments show quasi values as they were, so that their risk is that of the source.
    fn compare_risk_of_fragments(&self, ledger: &mut Ledger<'_>, numbers: &Numbers) -> Result<()> {
        let columns = Columns { quasi: &self.quasi, model_columns: &[], respondent: None };
        let ground = Ground::read(&self.release, &columns, self.missing, self.observer)?;
        let numbers = Numbers { k: None, ..*numbers };
        for when in ["before", "after"] {
            numbers.risk(ledger, &format!("/risk/{when}"), ground.reached(numbers.policy)?);
        }
        Ok(())
    }

    /// What sensitive columns show, asked or not.
    fn compare_sensitive(
        &self,
        ledger: &mut Ledger<'_>,
        judge: &Judge<'_>,
        grounds: &Grounds<'_>,
    ) -> Result<()> {
        for (at, sensitive) in self.certificate.sensitive.iter().enumerate() {
            let name = &sensitive.column;
            let [l, t] = ["l", "t"].map(|name| format!("/sensitive/{at}/{name}"));
            let ground = grounds.of(Some(name));
            let Some((ground, column)) = ground.and_then(|ground| Some((ground, ground.column(name)?)))
            else {
                continue;
            };
            let found = ground.grouping()?.attribute(column, &[], judge.policy.into(), ground.reading)?;
            ledger.compare(&l, found.l);
            match (judge.has_all_rows, judge.lacks_people) {
                (true, false) => ledger.compare(&t, found.t),
                (_, true) => ledger.open(&t, "it counts people, and the release does not tell them apart"),
                (false, _) => ledger
                    .open(&t, "it compares classes with the whole source, of which rows were suppressed"),
            }
        }
        Ok(())
    }

    /// What was asked besides k: by the spec, or by the parameters that are stated.
    fn needed(&self) -> Vec<Option<BoundRequirement>> {
        let models = self.certificate.asked.privacy.iter().skip(1).enumerate();
        let by_spec =
            |at: usize| self.validated.as_ref().map(|validated| validated.requirements.get(at).cloned());
        models.map(|(at, stated)| by_spec(at).unwrap_or_else(|| stated.needed())).collect()
    }

    /// k of rows, people, groups or combinations.
    fn k(
        &self,
        ledger: &mut Ledger<'_>,
        numbers: &Numbers,
        ground: &Ground,
        lacks_people: bool,
    ) -> Result<Claimed> {
        const PLACE: &str = "/asked/privacy/0";
        let stated = &self.certificate.asked.privacy[0];
        let [asked, reached, holds] = ["asked", "reached", "holds"].map(|name| format!("{PLACE}/{name}"));
        if let Some(validated) = &self.validated {
            let least = validated.combinations.iter().map(|one| one.k).min();
            ledger.compare_with_spec(&asked, least.unwrap_or(validated.k));
            for (at, one) in validated.combinations.iter().enumerate() {
                ledger.compare_with_spec(&format!("{PLACE}/combinations/{at}/asked"), one.k);
            }
        }
        let k = stated.asked.as_u64();
        if stated.combinations.is_some() {
            numbers.combinations(ledger, PLACE, &self.quasi, ground)?;
            let found = ledger.is_found(&reached);
            ledger.compare(&holds, found);
            return Ok(Claimed::of(stated, found, "over each combination"));
        }
        let found = numbers.seen(ground, numbers.policy)?.k;
        let is_enough = k.is_some_and(|k| found >= k);
        if lacks_people {
            numbers.bounded(ledger, &reached, found);
            ledger.open(&holds, "the release does not tell people apart");
            return Ok(match is_enough {
                false => Claimed::of(stated, false, "where its smallest class has fewer rows"),
                true => Claimed::open(
                    stated,
                    &format!(
                        "the release does not tell people apart; its smallest class has {found} rows, and only the source can tell \
                         how many people these are"
                    ),
                ),
            });
        }
        ledger.compare(&reached, numbers.k(numbers.policy, found));
        ledger.compare(&holds, is_enough);
        let how = if numbers.is_fragmented { "as rows of its groups" } else { "" };
        Ok(Claimed::of(stated, is_enough, how))
    }

    fn model(
        &self,
        ledger: &mut Ledger<'_>,
        at: usize,
        (stated, needed): (&Stated, Option<&BoundRequirement>),
        judge: &Judge<'_>,
        grounds: &Grounds<'_>,
    ) -> Result<Claimed> {
        let place = |name: &str| format!("/asked/privacy/{at}/{name}");
        if let (Some(_), Some(needed)) = (&self.validated, needed) {
            for (name, value) in needed.params.parameters() {
                ledger.compare_with_spec(&place(&format!("parameters/{name}")), value);
            }
        }
        let Some(needed) = needed else {
            return Ok(Claimed::open(stated, "the certificate does not say all of its parameters"));
        };
        Ok(match judge.judge(needed, grounds.of(needed.column.as_ref())) {
            Err(Unjudged::Aborted(aborted)) => return Err(aborted.into()),
            Err(Unjudged::Open(why)) => {
                for name in ["asked", "reached", "holds"] {
                    ledger.open(&place(name), &why);
                }
                Claimed::open(stated, &why)
            }
            Ok(verdict) => {
                ledger.compare(&place("asked"), amidst_audit::Number(verdict.asked));
                ledger.compare(&place("reached"), verdict.reached.map(amidst_audit::Number));
                ledger.compare(&place("holds"), verdict.holds);
                Claimed::of(
                    stated,
                    verdict.holds,
                    if judge.is_by_profile { "by single rows only" } else { "" },
                )
            }
        })
    }
}

/// The rows of a release and of files beside it.
struct Grounds<'a> {
    own: &'a Ground<'a>,
    side_tables: &'a [(String, Ground<'a>)],
    is_fragmented: bool,
}

impl<'a> Grounds<'a> {
    /// The rows that show a column.
    fn of(&self, column: Option<&String>) -> Option<&'a Ground<'a>> {
        match column.filter(|_| self.is_fragmented) {
            None => Some(self.own),
            Some(column) => {
                self.side_tables.iter().find(|(name, _)| name == column).map(|(_, ground)| ground)
            }
        }
    }
}

impl Claimed {
    fn of(stated: &Stated, holds: bool, how: &str) -> Self {
        let verdict = if holds { "holds in the release" } else { "fails in the release" };
        let how = if how.is_empty() { String::new() } else { format!(" {how}") };
        Self {
            name: stated.model.clone(),
            holds: Some(holds),
            words: format!("{} {verdict}{how}", stated.describe()),
        }
    }

    fn open(stated: &Stated, why: &str) -> Self {
        Self {
            name: stated.model.clone(),
            holds: None,
            words: format!("{} is open: {why}", stated.describe()),
        }
    }
}
