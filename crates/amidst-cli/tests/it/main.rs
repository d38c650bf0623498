//! What people and programs may rely on when they call `amidst`: the real program, on real files, in a folder of its own.

mod anatomy;
mod anonymize;
mod apply;
mod attack;
mod bad_hierarchies;
mod bad_outputs;
mod bad_plans;
mod bad_specs;
mod bad_tables;
mod cells;
mod check;
mod check_links;
mod combinations;
mod commands;
mod compare;
mod crash;
mod explain;
mod external;
mod formats;
mod mu_argus;
mod order;
mod preferences;
mod risk;
mod solutions;
mod support;
