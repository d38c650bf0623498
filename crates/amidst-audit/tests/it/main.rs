//! The audit from outside: good releases pass, spoiled ones are caught.

mod combinations;
mod fixture;
mod formats;
mod fragments;
mod good;
mod large;
mod pages;
mod people;
mod requirements;
mod residue;
mod sabotage;
mod views;
