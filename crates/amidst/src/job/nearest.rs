//! Which of the things that are asked blocks, and the nearest to it that can be met: a few more searches, each with one
//! thing changed.

use std::cell::Cell;

use amidst_core::{Asked, Observer};
use amidst_spec::{Result, ask::Ask};

use super::{Dataset, Posed, Why, cells, search};
use crate::{
    Number,
    outcome::{Blocks, Nearest},
};

/// So many more searches at most.
const MOST_SEARCHES: u32 = 40;

impl Nearest {
    /// Where nothing but k is asked, k is what blocks.
    pub(super) fn of_k(asked: u64, best: u64) -> Self {
        Self { k_alone: false, blocks: vec![Blocks::of_k(asked, Some(best).filter(|&best| best > 0))] }
    }

    /// What could be met instead; nothing if that was not found out within a few searches.
    pub(super) fn find(read: &Dataset, ask: &Ask, observer: &dyn Observer) -> Result<Option<Self>> {
        let trial = Trial { read, observer, left: Cell::new(MOST_SEARCHES) };
        let with = |requirements| Ask { requirements, ..ask.clone() };
        let Some(k_alone) = trial.is_met(&with(Vec::new()))? else { return Ok(None) };
        let mut blocks = Vec::new();
        if ask.k > 1
            && ask.combinations.is_empty()
            && trial.is_met(&Ask { k: 1, ..ask.clone() })? == Some(true)
        {
            let k = trial.first_met(ask.k - 1, |at| Ask { k: ask.k - 1 - at, ..ask.clone() })?;
            blocks.push(Blocks::of_k(ask.k, k.map(|at| ask.k - 1 - at)));
        }
        for (at, needed) in ask.requirements.iter().enumerate() {
            let mut others = ask.requirements.clone();
            others.remove(at);
            let is_rest_met = if others.is_empty() { Some(k_alone) } else { trial.is_met(&with(others))? };
            if is_rest_met != Some(true) {
                continue;
            }
            let dial = Dial::of(&needed.asked);
            let nearest = match &dial {
                None => None,
                Some(dial) => trial
                    .first_met(dial.steps(), |step| {
                        let mut requirements = ask.requirements.clone();
                        requirements[at].asked = dial.set(&needed.asked, step);
                        with(requirements)
                    })?
                    .map(|step| Number(dial.value(step))),
            };
            blocks.push(Blocks {
                model: needed.asked.id().into(),
                column: needed.column.clone(),
                parameter: dial.as_ref().map(|dial| dial.name),
                asked: dial.as_ref().map(|dial| Number(dial.asked)),
                nearest,
                words: needed.in_words(),
            });
        }
        Ok(Some(Self { k_alone, blocks }))
    }

    /// All of it in words.
    pub(super) fn in_words(&self, ask: &Ask) -> String {
        let k = ask.k_in_words();
        let alone = match (self.k_alone, ask.k) {
            (_, 1) => String::new(),
            (true, _) => format!("{k} alone can be met"),
            (false, _) => format!("{k} alone cannot be met"),
        };
        if self.blocks.is_empty() {
            let end = if alone.is_empty() { String::new() } else { format!("; {alone}") };
            return format!("No single requirement blocks{end}");
        }
        let blocks: Vec<String> = self.blocks.iter().map(Blocks::in_words).collect();
        let end = if alone.is_empty() { String::new() } else { format!(". {alone}") };
        format!("What blocks is {}{end}", blocks.join(", or "))
    }
}

impl Blocks {
    fn of_k(asked: u64, nearest: Option<u64>) -> Self {
        Self {
            model: amidst_models::KAnonymity::NAME.into(),
            column: None,
            parameter: Some("k"),
            asked: Some(Number(asked as f64)),
            nearest: nearest.map(|k| Number(k as f64)),
            words: format!("k = {asked}"),
        }
    }

    fn in_words(&self) -> String {
        let words = &self.words;
        match (self.nearest, self.asked, self.parameter) {
            (Some(nearest), Some(asked), Some(name)) => {
                let which = if nearest.0 < asked.0 { "largest" } else { "least" };
                format!("{words}: the {which} {name} that can be met beside all else is {nearest}")
            }
            _ => format!("{words}: without it all else can be met"),
        }
    }
}

/// Searches with something changed, so many as are left.
struct Trial<'a> {
    read: &'a Dataset,
    observer: &'a dyn Observer,
    left: Cell<u32>,
}

impl Trial<'_> {
    /// Whether something can be met; nothing if it was not found out.
    fn is_met(&self, ask: &Ask) -> Result<Option<bool>> {
        let Some(left) = self.left.get().checked_sub(1).filter(|_| !self.observer.is_stopped()) else {
            return Ok(None);
        };
        self.left.set(left);
        if ask.recoding.is_by_cells() {
            return Ok(Some(cells::solve(self.read, ask, self.observer)?.is_ok()));
        }
        let posed = Posed::unchecked(self.read, ask)?;
        if posed.obstacle(ask).is_some() {
            return Ok(Some(false));
        }
        let problem = posed.problem(ask)?;
        if problem.judge(problem.lattice().top())?.is_feasible {
            return Ok(Some(true));
        }
        Ok(match search(&posed, &problem, ask, self.observer)? {
            Ok(_) => Some(true),
            Err(Why::Stopped) => None,
            Err(_) => Some(false),
        })
    }

    /// The first of so many steps, each easier than the one before, that can be met.
    fn first_met(&self, steps: u64, ask: impl Fn(u64) -> Ask) -> Result<Option<u64>> {
        let (mut from, mut to) = (0, steps);
        while from < to {
            let middle = from + (to - from) / 2;
            match self.is_met(&ask(middle))? {
                None => return Ok(None),
                Some(true) => to = middle,
                Some(false) => from = middle + 1,
            }
        }
        Ok(Some(from).filter(|&step| step < steps))
    }
}

/// A parameter that can be made easier step by step: whole numbers down to 1, or hundredths up to 1.
struct Dial {
    name: &'static str,
    asked: f64,
    is_whole: bool,
}

impl Dial {
    fn of(asked: &Asked) -> Option<Self> {
        let whole = |name, asked: u64| Some(Self { name, asked: asked as f64, is_whole: true });
        let share = |name, asked: f64| Some(Self { name, asked, is_whole: false });
        match *asked {
            Asked::KAnonymity { k } | Asked::KPerStratum { k } | Asked::KMap { k, .. } => whole("k", k),
            Asked::DistinctL { l } | Asked::RecursiveL { l, .. } => whole("l", l),
            Asked::EntropyL { l } => Some(Self { name: "l", asked: l, is_whole: true }),
            Asked::PSensitive { p, .. } => whole("p", p),
            Asked::AlphaK { alpha, .. } => share("alpha", alpha),
            Asked::TCloseness { t, .. } => share("t", t),
            Asked::HighestRisk { risk } | Asked::AverageRisk { risk } => share("risk", risk),
            Asked::RecordsAtRisk { share: asked, .. } => share("share", asked),
            Asked::SampleUniqueness { share: asked } | Asked::PopulationUniqueness { share: asked, .. } => {
                share("share", asked)
            }
            Asked::DeltaPresence { max, .. } => share("max", max),
            Asked::BetaLikeness { beta, .. } => share("beta", beta),
            Asked::DeltaDisclosure { delta, .. } => share("delta", delta),
            _ => None,
        }
    }

    fn steps(&self) -> u64 {
        match self.is_whole {
            true => (self.asked.ceil() - 1.0).max(0.0) as u64,
            false => (100.0 - (100.0 * self.asked).floor()).max(0.0) as u64,
        }
    }

    fn value(&self, step: u64) -> f64 {
        match self.is_whole {
            true => self.asked.ceil() - 1.0 - step as f64,
            false => ((100.0 * self.asked).floor() + 1.0 + step as f64) / 100.0,
        }
    }

    fn set(&self, asked: &Asked, step: u64) -> Asked {
        let (mut asked, value) = (asked.clone(), self.value(step));
        match &mut asked {
            Asked::KAnonymity { k } | Asked::KPerStratum { k } | Asked::KMap { k, .. } => *k = value as u64,
            Asked::DistinctL { l } | Asked::RecursiveL { l, .. } => *l = value as u64,
            Asked::EntropyL { l } => *l = value,
            Asked::PSensitive { p, .. } => *p = value as u64,
            Asked::AlphaK { alpha, .. } => *alpha = value,
            Asked::TCloseness { t, .. } => *t = value,
            Asked::HighestRisk { risk } | Asked::AverageRisk { risk } => *risk = value,
            Asked::RecordsAtRisk { share, .. }
            | Asked::SampleUniqueness { share }
            | Asked::PopulationUniqueness { share, .. } => *share = value,
            Asked::DeltaPresence { max, .. } => *max = value,
            Asked::BetaLikeness { beta, .. } => *beta = value,
            Asked::DeltaDisclosure { delta, .. } => *delta = value,
            _ => {}
        }
        asked
    }
}
