//! What people and programs may rely on when they call `amidst`: the real program, on real files, in a folder of its own.

mod anatomy;
mod anonymize;
mod apply;
mod approximation;
mod attack;
mod bad_hierarchies;
mod bad_outputs;
mod bad_plans;
mod bad_specs;
mod bad_tables;
mod cells;
mod check;
mod check_links;
mod collapse;
mod combinations;
mod commands;
mod compare;
mod crash;
#[cfg(feature = "sqlite")]
mod databases;
mod errors;
mod explain;
mod formats;
mod hospital;
mod known;
mod lakes;
mod leaks;
mod memory;
mod mistakes;
mod mu_argus;
mod order;
mod overwriting;
mod pairing;
mod people;
mod populations;
#[cfg(feature = "postgres")]
mod postgres;
mod preferences;
mod public_report;
mod reports;
mod risk;
mod signing;
mod solutions;
#[cfg(all(feature = "excel", feature = "sqlite"))]
mod sources;
mod spelled_people;
mod spreadsheets;
mod support;
mod sweep;
mod values;
mod verify;
mod who_is_counted;
mod wording;
mod working;
