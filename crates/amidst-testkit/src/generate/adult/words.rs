//! The words of the census extract and how often they occur, in what company.

/// A word and its weight.
pub(super) type Weighted = (&'static str, u32);

/// Education, its number, and its weight among all, in ascending order of years.
pub(super) const EDUCATION: [(&str, u32, u32); 16] = [
    ("Preschool", 1, 2),
    ("1st-4th", 2, 5),
    ("5th-6th", 3, 10),
    ("7th-8th", 4, 18),
    ("9th", 5, 15),
    ("10th", 6, 27),
    ("11th", 7, 35),
    ("12th", 8, 13),
    ("HS-grad", 9, 326),
    ("Some-college", 10, 221),
    ("Assoc-voc", 11, 43),
    ("Assoc-acdm", 12, 33),
    ("Bachelors", 13, 167),
    ("Masters", 14, 54),
    ("Prof-school", 15, 18),
    ("Doctorate", 16, 12),
];

/// Occupation, weights for women and men, and the percentage who studied.
pub(super) const OCCUPATION: [(&str, u32, u32, u32); 14] = [
    ("Adm-clerical", 256, 60, 18),
    ("Armed-Forces", 0, 1, 20),
    ("Craft-repair", 22, 187, 6),
    ("Exec-managerial", 118, 140, 48),
    ("Farming-fishing", 6, 46, 10),
    ("Handlers-cleaners", 16, 58, 4),
    ("Machine-op-inspct", 54, 70, 4),
    ("Other-service", 176, 72, 6),
    ("Priv-house-serv", 13, 1, 4),
    ("Prof-specialty", 152, 126, 72),
    ("Protective-serv", 7, 28, 20),
    ("Sales", 124, 116, 28),
    ("Tech-support", 36, 28, 30),
    ("Transport-moving", 8, 72, 4),
];

/// Work classes of most occupations.
pub(super) const WORKCLASS: &[Weighted] = &[
    ("Private", 800),
    ("Self-emp-not-inc", 68),
    ("Local-gov", 45),
    ("State-gov", 34),
    ("Self-emp-inc", 28),
    ("Federal-gov", 25),
];

/// Work classes where the state employs many.
pub(super) const WORKCLASS_PUBLIC: &[Weighted] = &[
    ("Private", 540),
    ("Local-gov", 200),
    ("State-gov", 110),
    ("Self-emp-not-inc", 70),
    ("Federal-gov", 50),
    ("Self-emp-inc", 30),
];

/// Work classes where many are their own masters.
pub(super) const WORKCLASS_OWN: &[Weighted] = &[
    ("Private", 560),
    ("Self-emp-not-inc", 270),
    ("Self-emp-inc", 120),
    ("Local-gov", 25),
    ("State-gov", 12),
    ("Federal-gov", 8),
    ("Without-pay", 3),
];

/// Race.
pub(super) const RACE: &[Weighted] =
    &[("White", 860), ("Black", 93), ("Asian-Pac-Islander", 30), ("Amer-Indian-Eskimo", 10), ("Other", 8)];

/// Countries of birth of the white and of everybody not listed below.
pub(super) const COUNTRY: &[Weighted] = &[
    ("United-States", 9300),
    ("Mexico", 210),
    ("Germany", 45),
    ("Canada", 40),
    ("Puerto-Rico", 36),
    ("Cuba", 33),
    ("El-Salvador", 33),
    ("England", 28),
    ("Italy", 26),
    ("Poland", 21),
    ("Guatemala", 20),
    ("Columbia", 19),
    ("Portugal", 13),
    ("Iran", 13),
    ("Greece", 11),
    ("Nicaragua", 11),
    ("Dominican-Republic", 16),
    ("Peru", 10),
    ("France", 10),
    ("Ecuador", 9),
    ("Ireland", 9),
    ("Yugoslavia", 6),
    ("Hungary", 5),
    ("Scotland", 4),
    ("Honduras", 4),
    ("Holand-Netherlands", 1),
];

/// Countries of birth of the black.
pub(super) const COUNTRY_BLACK: &[Weighted] = &[
    ("United-States", 9280),
    ("Jamaica", 260),
    ("Haiti", 150),
    ("Trinadad&Tobago", 55),
    ("Dominican-Republic", 50),
    ("Puerto-Rico", 35),
    ("Outlying-US(Guam-USVI-etc)", 30),
    ("England", 30),
    ("Honduras", 20),
];

/// Countries of birth of Asians and Pacific Islanders.
pub(super) const COUNTRY_ASIAN: &[Weighted] = &[
    ("United-States", 2900),
    ("Philippines", 1950),
    ("India", 850),
    ("China", 760),
    ("Vietnam", 700),
    ("South", 780),
    ("Japan", 450),
    ("Taiwan", 460),
    ("Hong", 210),
    ("Cambodia", 190),
    ("Thailand", 180),
    ("Laos", 180),
];

/// Amounts people declare as gain.
pub(super) const GAINS: &[u32] =
    &[594, 2174, 2407, 3103, 4386, 5178, 7298, 7688, 8614, 10520, 14084, 15024, 27828, 99999];

/// Amounts people declare as loss.
pub(super) const LOSSES: &[u32] =
    &[625, 1408, 1485, 1504, 1590, 1672, 1740, 1848, 1887, 1902, 1977, 2258, 2415, 2559];
