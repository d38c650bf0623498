//! What a spec or flags ask for: the words that all commands which solve have in common.

use std::path::Path;

use amidst::{
    Role, Spec,
    spec::{
        ColumnSpec, Generalize, HierarchySpec, LabelsWord, MissingPolicy, MissingSensitive, Privacy,
        Requirement, Span, SplitWord, Suppress, word,
    },
};
use anyhow::bail;
use clap::Args;

use crate::{
    args::{LayoutArgs, Names, replace},
    format,
    respondent::RespondentArgs,
};

/// Flags that stand for a spec, or speak over one.
#[derive(Args)]
pub struct JobArgs {
    /// A spec (.toml) or a table; `-` is a table on standard input.
    #[arg(value_name = "SPEC | TABLE")]
    pub source: String,

    /// Columns that name a person by themselves: dropped.
    #[arg(long, value_name = "COLUMNS", help_heading = "Roles")]
    pub identifier: Vec<Names>,
    /// Columns an outsider could know: generalized.
    #[arg(long, value_name = "COLUMNS", help_heading = "Roles")]
    pub quasi: Vec<Names>,
    /// Columns that must not be learnt about a person: kept, protected by the classes.
    #[arg(long, value_name = "COLUMNS", help_heading = "Roles")]
    pub sensitive: Vec<Names>,
    /// Columns that are neither: kept.
    #[arg(long, value_name = "COLUMNS", help_heading = "Roles")]
    pub other: Vec<Names>,
    /// Columns that look like direct identifiers but may be released.
    #[arg(long, value_name = "COLUMNS", help_heading = "Roles")]
    pub not_identifying: Vec<Names>,

    /// The least number of rows in a class.
    #[arg(short, alias = "k", value_name = "K", allow_negative_numbers = true, help_heading = "Privacy")]
    pub k: Option<String>,
    /// Ask k of combinations of quasi columns instead of all together, which is weaker: age+region,sex+job, or 3 for all
    /// of at most 3 columns.
    #[arg(long, value_name = "COMBINATIONS", help_heading = "Privacy")]
    pub combinations: Option<String>,
    /// The least number of distinct values of each sensitive column in a class: distinct l-diversity.
    #[arg(long, value_name = "L", help_heading = "Privacy")]
    pub l: Option<u64>,
    /// The farthest that each sensitive column's distribution in a class may be from that of the whole table: t-closeness.
    #[arg(long, value_name = "T", help_heading = "Privacy")]
    pub t: Option<f64>,
    /// A further requirement, repeatable: a model and its parameters, such as "entropy-l-diversity column=disease l=3".
    /// Without a column it is asked of each sensitive one. `amidst list models` lists them all.
    #[arg(long, value_name = "MODEL ...", help_heading = "Privacy")]
    pub require: Vec<String>,
    /// When one sensitive column is looked at, the others join the quasi columns: stricter. For --l, --t and --require.
    #[arg(long, help_heading = "Privacy")]
    pub joint: bool,
    /// A table of the whole population with the same quasi columns, for k-map and delta-presence of --require.
    #[arg(long, value_name = "FILE", help_heading = "Privacy")]
    pub population: Option<String>,
    /// Promise k as if a missing cell matched everything.
    #[arg(long, help_heading = "Privacy")]
    pub wildcard: bool,
    /// Count a missing sensitive cell as a value of its own; otherwise it is none, because no diagnosis is no diagnosis.
    #[arg(long, help_heading = "Privacy")]
    pub count_missing: bool,
    #[command(flatten)]
    pub respondent: RespondentArgs,
    /// The column of survey weights: how many people of the population each row is estimated to stand for.
    #[arg(long, value_name = "COLUMN", help_heading = "Privacy")]
    pub weight: Option<String>,
    /// The column that holds how many people of the population each row stands for, where that is known.
    #[arg(long, value_name = "COLUMN", help_heading = "Privacy")]
    pub population_count: Option<String>,
    /// The column that says which household a row belongs to: k also counts households, and household risk is
    /// reported.
    #[arg(long, value_name = "COLUMN", help_heading = "Privacy")]
    pub household: Option<String>,
    /// How many rows may be suppressed: 5%, 0.05 or "20 rows".
    #[arg(long, value_name = "LIMIT", allow_hyphen_values = true, help_heading = "Privacy")]
    pub suppression: Option<String>,

    #[arg(long, help_heading = "Search", help = crate::list::algorithms())]
    pub algorithm: Option<String>,
    /// What is generalized: attribute, cell or none.
    #[arg(long, value_name = "WHAT", value_parser = word::<Generalize>, help_heading = "Search")]
    pub generalize: Option<Generalize>,
    /// What is suppressed: row, attribute, cell or none.
    #[arg(long, value_name = "WHAT", value_parser = word::<Suppress>, help_heading = "Search")]
    pub suppress: Option<Suppress>,
    /// For mondrian and its kin: split a region by width, loss or gain.
    #[arg(long, value_name = "HOW", value_parser = word::<SplitWord>, help_heading = "Search")]
    pub split: Option<SplitWord>,
    /// For mondrian and its kin: classes show what their data need, or their region.
    #[arg(long, value_name = "WHAT", value_parser = word::<LabelsWord>, help_heading = "Search")]
    pub labels: Option<LabelsWord>,
    #[arg(long, help_heading = "Search", help = crate::list::measures())]
    pub objective: Option<String>,
    /// For --objective classification: the column that is to be predicted.
    #[arg(long, value_name = "COLUMN", help_heading = "Search")]
    pub target: Option<String>,
    /// objective takes the best of all nodes; of the minimal ones min-height, min-relative-height, max-classes,
    /// min-suppression, min-peak, max-peak, min-relative-peak, max-relative-peak, fewest-columns, most-columns, priority,
    /// or any objective by its name.
    #[arg(long, help_heading = "Search")]
    pub prefer: Option<String>,
    /// For --prefer priority: the first of these columns is generalized least, then the second, and so on. With
    /// --suppress cell: the first is blanked last.
    #[arg(long, value_name = "COLUMNS", help_heading = "Search")]
    pub priority: Option<Names>,
    /// With --suppress cell: quasi columns that stay as they are; k holds within each of their values.
    #[arg(long, value_name = "COLUMNS", help_heading = "Search")]
    pub strata: Option<Names>,
    /// A hierarchy file for a column, repeatable.
    #[arg(long, value_name = "COLUMN=FILE", help_heading = "Search")]
    pub hierarchy: Vec<String>,
    /// For everything random.
    #[arg(long, help_heading = "Search")]
    pub seed: Option<u64>,
    /// Stop searching after this long with the best so far; `explain` searches several times.
    #[arg(long, value_name = "SPAN", help_heading = "Search")]
    pub time_limit: Option<Span>,
    /// Memory that the run may take at most: 512M, 2G.
    #[arg(long, value_name = "SIZE", help_heading = "Search")]
    pub memory_limit: Option<String>,
    /// Tell every second on standard error how far the run is: rows, nodes, best so far and gap. On a terminal that is so anyway.
    #[arg(long, help_heading = "Search")]
    pub progress: bool,
    #[command(flatten)]
    pub layout: LayoutArgs,
}

/// The spec that a file or the flags describe; flags speak last.
pub fn spec(args: &JobArgs) -> anyhow::Result<Spec> {
    let path = Path::new(&args.source);
    let is_spec = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    let mut spec = if is_spec { Spec::read(path)? } else { Spec::of_table(&args.source) };
    args.layout.apply(&mut spec.input);
    roles(args, &mut spec)?;
    for assignment in &args.hierarchy {
        let (column, file) = format::column_and_file(assignment)?;
        let Some(column) = spec.columns.get_mut(&column) else {
            bail!("--hierarchy {assignment}: column {column:?} has no role; name it with --quasi first");
        };
        column.hierarchy =
            Some(HierarchySpec { file: Some(file.display().to_string()), ..HierarchySpec::default() });
    }
    if let Some(k) = &args.k {
        spec.privacy.k = Some(format::k(k)?);
    }
    if let Some(combinations) = &args.combinations {
        spec.privacy.combinations = Some(combinations.parse().map_err(anyhow::Error::msg)?);
    }
    let privacy = &mut spec.privacy;
    privacy.respondent = args.respondent.over(privacy.respondent.take())?;
    replace(&mut privacy.weight, &args.weight);
    replace(&mut privacy.population_count, &args.population_count);
    replace(&mut privacy.household, &args.household);
    if args.joint {
        privacy.l = privacy.l.filter(|_| args.l.is_none());
        privacy.t = privacy.t.filter(|_| args.t.is_none());
    } else {
        replace(&mut privacy.l, &args.l);
        replace(&mut privacy.t, &args.t);
    }
    privacy.require.extend(requirements(args)?);
    if args.wildcard {
        privacy.missing = MissingPolicy::Wildcard;
    }
    if args.count_missing {
        privacy.missing_sensitive = MissingSensitive::OwnValue;
    }
    if let Some(limit) = &args.suppression {
        spec.solve.suppression = Some(limit.parse().map_err(anyhow::Error::msg)?);
    }
    let solve = &mut spec.solve;
    replace(&mut solve.algorithm, &args.algorithm);
    replace(&mut solve.generalize, &args.generalize);
    replace(&mut solve.suppress, &args.suppress);
    replace(&mut solve.split, &args.split);
    replace(&mut solve.labels, &args.labels);
    replace(&mut solve.objective, &args.objective);
    replace(&mut solve.target, &args.target);
    if args.prefer.as_ref().is_some_and(|prefer| Some(prefer) != solve.prefer.as_ref()) {
        // What the spec ranks columns for is not wanted.
        solve.priority = None;
    }
    replace(&mut solve.prefer, &args.prefer);
    replace(&mut solve.priority, &args.priority.clone().map(|names| names.0));
    replace(&mut solve.strata, &args.strata.clone().map(|names| names.0));
    replace(&mut solve.seed, &args.seed);
    replace(&mut solve.time_limit, &args.time_limit);
    Ok(spec)
}

/// What flags require besides k.
fn requirements(args: &JobArgs) -> anyhow::Result<Vec<Requirement>> {
    // Joined by the other sensitive columns, they are more than the shorthands of a spec.
    let short = Privacy { l: args.l, t: args.t, ..Privacy::default() };
    let short = if args.joint { short.requirements() } else { Vec::new() };
    let further = args.require.iter().map(|text| text.parse().map_err(anyhow::Error::msg));
    let all: anyhow::Result<Vec<Requirement>> = short.into_iter().map(Ok).chain(further).collect();
    let mut all = all?;
    let mut looks_at_population = false;
    for requirement in &mut all {
        let asked = requirement.params()?;
        looks_at_population |= asked.needs_population();
        requirement.joint |= args.joint && asked.needs_column();
        if asked.needs_population() && requirement.population.is_none() {
            requirement.population.clone_from(&args.population);
        }
    }
    anyhow::ensure!(
        args.population.is_none() || looks_at_population,
        "--population is given, but nothing that --require asks looks at it; add --require \"k-map k=5\" or delta-presence, or \
         take it away"
    );
    Ok(all)
}

/// Adds the roles given as flags; a flag overrides the spec, but no column gets two roles by flags.
fn roles(args: &JobArgs, spec: &mut Spec) -> anyhow::Result<()> {
    let given = [
        (Role::Identifier, &args.identifier),
        (Role::Quasi, &args.quasi),
        (Role::Sensitive, &args.sensitive),
        (Role::Other, &args.other),
    ];
    let mut seen: Vec<(&str, Role)> = Vec::new();
    for (role, names) in given {
        for name in names.iter().flat_map(|names| &names.0) {
            if let Some((_, first)) = seen.iter().find(|(column, first)| column == name && *first != role) {
                return Err(
                    amidst::Error::TwoRoles { column: name.clone(), first: *first, second: role }.into()
                );
            }
            seen.push((name, role));
            if !spec.named.contains(name) {
                spec.named.push(name.clone());
            }
            match spec.columns.get_mut(name) {
                Some(column) => column.role.0 = role,
                None => {
                    spec.columns.insert(name.clone(), ColumnSpec::new(role));
                }
            }
        }
    }
    for name in args.not_identifying.iter().flat_map(|names| &names.0) {
        match spec.columns.get_mut(name) {
            Some(column) => column.not_identifying = true,
            None => bail!("--not-identifying {name}: column {name:?} has no role"),
        }
    }
    Ok(())
}
