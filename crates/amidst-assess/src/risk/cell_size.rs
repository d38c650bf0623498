//! Cell sizes that guidance asks for, and the risk that goes with each.
//!
//! A preset is defined by its cell size. The risk is the number that guidance prints beside it, which is not always one
//! over the cell size; where the two differ it is said.

use amidst_core::Threshold;
use serde::Serialize;

/// A cell size of practice.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Preset {
    /// The least number of rows in a class.
    pub cell_size: u64,
    /// The risk that guidance pairs with it.
    pub risk: f64,
    /// Who asks for it.
    pub guidance: &'static str,
    /// Where the two numbers do not agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trap: Option<&'static str>,
}

/// The cell sizes of practice.
pub const PRESETS: [Preset; 5] = [
    Preset {
        cell_size: 3,
        risk: 0.33,
        guidance: "the smallest cell size with a precedent (El Emam, cell size precedents)",
        trap: Some("1/3 = 0.3333 > 0.33: a rule that says risk <= 0.33 needs classes of 4"),
    },
    Preset {
        cell_size: 5,
        risk: 0.2,
        guidance: "the historic rule of data custodians (El Emam, cell size precedents)",
        trap: None,
    },
    Preset {
        cell_size: 11,
        risk: 0.09,
        guidance: "public release in the US (El Emam, cell size precedents); EMA Policy 0070 and Health Canada recommend \
                   0.09 in most circumstances; low invasion of privacy for the IPC of Ontario (2025)",
        trap: Some("1/11 = 0.0909 > 0.09: a rule that says risk <= 0.09 needs classes of 12"),
    },
    Preset {
        cell_size: 15,
        risk: 0.075,
        guidance: "medium invasion of privacy for the IPC of Ontario (2025)",
        trap: Some(
            "1/15 = 0.0667 and 1/0.075 = 13.3: a rule that says risk <= 0.075 is met by classes of 14 already",
        ),
    },
    Preset {
        cell_size: 20,
        risk: 0.05,
        guidance: "public patient data in Canada and the US (El Emam, cell size precedents); high invasion of privacy for \
                   the IPC of Ontario (2025)",
        trap: None,
    },
];

/// From where on a row counts as at risk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// In classes of fewer rows than this.
    CellSize(u64),
    /// Found with a chance above this.
    Risk(Threshold),
}

impl Limit {
    /// Whether people in a class of this size are at risk. The size may be a sum of weights.
    pub fn is_exceeded(self, size: f64) -> bool {
        match self {
            Self::CellSize(least) => size < least as f64,
            Self::Risk(risk) if size.fract() == 0.0 => !risk.admits(1, size as u128),
            Self::Risk(risk) => 1.0 / size > risk.value(),
        }
    }

    /// The preset of this cell size, if it is one.
    pub fn preset(self) -> Option<Preset> {
        match self {
            Self::CellSize(size) => PRESETS.into_iter().find(|preset| preset.cell_size == size),
            Self::Risk(_) => None,
        }
    }

    /// The chance from above which a row is at risk, as far as one number can say it.
    pub fn risk(self) -> f64 {
        match (self, self.preset()) {
            (_, Some(preset)) => preset.risk,
            (Self::CellSize(size), None) => 1.0 / size as f64,
            (Self::Risk(risk), None) => risk.value(),
        }
    }

    /// What is at risk, in words.
    pub fn describe(self) -> String {
        match self {
            Self::CellSize(size) => format!("in classes of fewer than {size}"),
            Self::Risk(risk) => format!("found with a chance above {}", risk.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_size_is_judged_by_size_and_a_risk_by_risk() {
        let risk = |risk| Limit::Risk(Threshold::new(risk).unwrap());
        assert!(!Limit::CellSize(11).is_exceeded(11.0) && Limit::CellSize(11).is_exceeded(10.0));
        assert!(risk(0.09).is_exceeded(11.0) && !risk(0.09).is_exceeded(12.0));
        assert!(risk(0.075).is_exceeded(13.0) && !risk(0.075).is_exceeded(14.0));
        assert!(risk(0.33).is_exceeded(3.0) && !risk(0.33).is_exceeded(4.0));
        for least in [3_u64, 5, 10, 20, 25] {
            let limit = risk(1.0 / least as f64);
            assert!(limit.is_exceeded((least - 1) as f64), "{least}");
        }
        assert!(!risk(0.2).is_exceeded(5.0) && risk(0.2).is_exceeded(4.5));
    }

    #[test]
    fn presets_show_both_numbers_and_their_traps_are_true() {
        let pairs = PRESETS.map(|preset| (preset.cell_size, preset.risk));
        assert_eq!(pairs, [(3, 0.33), (5, 0.2), (11, 0.09), (15, 0.075), (20, 0.05)]);
        for preset in PRESETS {
            let limit = Limit::Risk(Threshold::new(preset.risk).unwrap());
            let least = (1..30).find(|&size| !limit.is_exceeded(f64::from(size))).unwrap();
            let size = u32::try_from(preset.cell_size).unwrap();
            assert_eq!(preset.trap.is_none(), size == least);
            assert!(preset.trap.is_none_or(|trap| trap.contains(&format!("classes of {least}"))));
            assert_eq!(Limit::CellSize(preset.cell_size).risk(), preset.risk);
        }
    }
}
