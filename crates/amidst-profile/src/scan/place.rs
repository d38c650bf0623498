//! Where people are: postcodes and pairs of coordinates.

/// A postcode whose shape is a country's own: United Kingdom, Canada, Netherlands, Portugal, Poland, US ZIP+4.
pub(crate) fn distinctive_postcode(text: &str) -> bool {
    let shape = shape(text);
    let british = |outward: &str| matches!(outward, "A9" | "A99" | "AA9" | "AA99" | "A9A" | "AA9A");
    match shape.as_str() {
        "A9A 9A9" | "A9A9A9" | "9999 AA" | "9999AA" | "9999-999" | "99-999" | "99999-9999" => true,
        _ => shape.strip_suffix("9AA").is_some_and(|outward| british(outward.trim_end())),
    }
}

/// Three to ten letters and digits, some of them digits, perhaps masked: what a postcode may look like if the header says
/// so.
pub(crate) fn postcode_like(text: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b" -*".contains(&byte);
    (3..=10).contains(&text.len())
        && text.bytes().all(fits)
        && text.bytes().filter(u8::is_ascii_digit).count() >= 2
}

/// Latitude and longitude in one cell.
pub(crate) fn coordinate_pair(text: &str) -> bool {
    let bare = text.trim_matches(['(', ')', '[', ']', ' ']);
    let Some((first, second)) = bare.split_once([',', ';', ' ']) else { return false };
    let degrees = |text: &str, most: f64| {
        let text = text.trim();
        text.contains('.') && text.parse::<f64>().is_ok_and(|degrees| degrees.abs() <= most)
    };
    degrees(first, 180.0) && degrees(second, 180.0)
}

/// Letters as `A`, digits as `9`, the rest as it is.
pub(crate) fn shape(text: &str) -> String {
    let class = |symbol: char| match symbol {
        symbol if symbol.is_ascii_digit() => '9',
        symbol if symbol.is_alphabetic() => 'A',
        other => other,
    };
    text.chars().map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes_of_distinctive_shape_are_recognized() {
        for text in ["SW1A 1AA", "M1 1AE", "K1A 0B1", "1012 AB", "1000-205", "00-950", "94139-1234"] {
            assert!(distinctive_postcode(text), "{text}");
        }
        for text in ["94139", "2020-01", "A1", "12-34", "ABC"] {
            assert!(!distinctive_postcode(text), "{text}");
        }
        assert!(
            postcode_like("94139")
                && postcode_like("SW1A 1AA")
                && !postcode_like("London")
                && !postcode_like("1")
        );
    }

    #[test]
    fn pairs_of_coordinates_are_recognized() {
        assert!(coordinate_pair("51.5074, -0.1278") && coordinate_pair("(48.85;2.35)"));
        assert!(!coordinate_pair("51,5") && !coordinate_pair("51.5") && !coordinate_pair("500.5,1.5"));
    }
}
