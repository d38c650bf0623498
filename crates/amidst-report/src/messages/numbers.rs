//! Numbers as people of a language write them.

use amidst_spec::{
    reporting::{Bound, Count, Share, grouped, percent},
    spec::Language,
};

/// Numbers in a language.
pub trait Numbers: Copy {
    /// A count: `1,234` or `fewer than 11`.
    fn count(self, count: Count) -> String;
    /// A share: `33.3 %`.
    fn percent(self, share: f64) -> String;
    /// A share as far as it may be told.
    fn share(self, share: Share) -> String;
    /// A risk of which one side is told.
    fn bound(self, bound: Bound) -> String;
    /// A measure: three digits behind the point below 10, none from 1,000 on.
    fn measure(self, value: f64) -> String;
}

impl Numbers for Language {
    fn count(self, count: Count) -> String {
        match (count, self) {
            (Count::Value(count), _) => marked(self, grouped(count)),
            (Count::Below(least), Self::English) => format!("fewer than {least}"),
            (Count::Below(least), Self::German) => format!("weniger als {least}"),
        }
    }

    fn percent(self, share: f64) -> String {
        marked(self, percent(share))
    }

    fn share(self, share: Share) -> String {
        match (share, self) {
            (Share::Value(share), _) => self.percent(share),
            (Share::Below(share), Self::English) => format!("less than {}", self.percent(share)),
            (Share::Below(share), Self::German) => format!("weniger als {}", self.percent(share)),
            (Share::Withheld, Self::English) => share.to_string(),
            (Share::Withheld, Self::German) => "nicht angegeben".into(),
        }
    }

    fn bound(self, bound: Bound) -> String {
        match (bound, self) {
            (Bound::AtMost(most), Self::English) => format!("at most {}", self.percent(most)),
            (Bound::AtMost(most), Self::German) => format!("höchstens {}", self.percent(most)),
            (Bound::Above(least), Self::English) => format!("above {}", self.percent(least)),
            (Bound::Above(least), Self::German) => format!("über {}", self.percent(least)),
        }
    }

    fn measure(self, value: f64) -> String {
        let digits = match value.abs() {
            size if size >= 1000.0 => return marked(self, grouped(value.round() as u64)),
            size if size >= 10.0 => 1,
            _ => 3,
        };
        let text = format!("{value:.digits$}");
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        marked(self, text.to_owned())
    }
}

/// Marks of thousands and of decimals as the language has them.
fn marked(language: Language, number: String) -> String {
    let other = |sign: char| match sign {
        ',' => '.',
        '.' => ',',
        sign => sign,
    };
    match language {
        Language::English => number,
        Language::German => number.chars().map(other).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_their_readers_write_them() {
        let [english, german] = Language::ALL;
        assert_eq!(english.count(Count::Value(1923)), "1,923");
        assert_eq!(german.count(Count::Value(1923)), "1.923");
        assert_eq!(german.count(Count::Below(11)), "weniger als 11");
        assert_eq!([english.percent(1.0 / 3.0), german.percent(1.0 / 3.0)], ["33.3 %", "33,3 %"]);
        let told = [0.404_604, 0.5, 12.34, 20_000.0, 0.0].map(|value| english.measure(value));
        assert_eq!(told, ["0.405", "0.5", "12.3", "20,000", "0"]);
        assert_eq!(german.measure(0.404_604), "0,405");
    }
}
