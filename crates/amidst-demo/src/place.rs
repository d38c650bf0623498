//! Where patients live: most of them near the hospital, a few far away.

use amidst_spec::rng::SeededRng;

/// The first two digits of a postcode, and how many of 1,000 patients come from there. Some begin with a zero, which a
/// table must not lose.
const REGIONS: &[(&str, u32)] = &[("37", 440), ("34", 220), ("38", 150), ("36", 90), ("06", 70), ("99", 30)];

/// Five digits. Within a region low digits are towns, where more people live.
pub(super) fn postcode(draw: &mut SeededRng) -> String {
    let (region, _) = draw.weighted(REGIONS, |&(_, weight)| weight);
    let town = draw.low_between(0, 9);
    let district = draw.low_between(0, 9);
    let street = draw.pick(&[1, 4, 7]);
    format!("{region}{town}{district}{street}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes_have_five_digits() {
        let mut draw = SeededRng::new(3);
        assert!(
            (0..500)
                .map(|_| postcode(&mut draw))
                .all(|code| { code.len() == 5 && code.bytes().all(|byte| byte.is_ascii_digit()) })
        );
    }
}
