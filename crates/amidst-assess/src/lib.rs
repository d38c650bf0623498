//! Tables judged as they stand: [`check`] as a gate, [`risk`] by numbers, [`attack`] with an attacker's eyes, and [`compare`]
//! beside their original. Nothing here changes a table.

pub mod attack;
pub mod check;
pub mod compare;
mod counted;
mod notices;
mod people;
pub mod risk;

pub use counted::CountedTable;
pub use people::PeopleFinding;
