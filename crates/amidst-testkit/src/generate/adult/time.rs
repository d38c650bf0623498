//! Seconds of four years, spread evenly.

use std::io::{self, Write};

use super::super::SeededRng;

const FIRST_YEAR: u32 = 2019;
const DAYS: u32 = 4 * 365 + 1;
/// The days of each month; the second year, 2020, has one more in its second month.
const MONTHS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const LEAP: u32 = 13;

/// Writes a second and a comma.
pub(super) fn write(draw: &mut SeededRng, out: &mut impl Write) -> io::Result<()> {
    let (mut day, second) = (draw.below(DAYS), draw.below(24 * 60 * 60));
    let mut month = 0;
    loop {
        let days = MONTHS[month as usize % 12] + u32::from(month == LEAP);
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    let (year, month, day) = (FIRST_YEAR + month / 12, month % 12 + 1, day + 1);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    write!(out, "{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02},")
}
