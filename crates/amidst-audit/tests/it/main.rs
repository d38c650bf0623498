//! The audit from outside: good releases pass, spoiled ones are caught.

mod adding_up;
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
mod split;
mod views;
