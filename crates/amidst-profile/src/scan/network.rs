//! What machines and pages are called: IP and MAC addresses, web addresses, UUIDs and digests.

use std::net::{Ipv4Addr, Ipv6Addr};

/// An IPv4 or IPv6 address, with or without the length of its network.
pub(crate) fn ip_address(text: &str) -> bool {
    let address = match text.split_once('/') {
        Some((address, length)) if length.parse::<u8>().is_ok_and(|length| length <= 128) => address,
        Some(_) => return false,
        None => text,
    };
    address.parse::<Ipv4Addr>().is_ok() || (address.len() > 4 && address.parse::<Ipv6Addr>().is_ok())
}

/// Six pairs of hexadecimal digits.
pub(crate) fn mac_address(text: &str) -> bool {
    let groups = |separator: char, count: usize, width: usize| {
        text.len() == count * (width + 1) - 1
            && text.split(separator).count() == count
            && text.split(separator).all(|group| group.len() == width && is_hex(group))
    };
    groups(':', 6, 2) || groups('-', 6, 2) || groups('.', 3, 4)
}

/// A web address.
pub(crate) fn url(text: &str) -> bool {
    let rest = ["http://", "https://", "ftp://", "www."].into_iter().find_map(|start| {
        text.get(..start.len()).filter(|head| head.eq_ignore_ascii_case(start)).map(|_| &text[start.len()..])
    });
    rest.is_some_and(|rest| rest.len() > 3 && rest.contains('.') && !rest.contains(char::is_whitespace))
}

/// A UUID, with or without braces.
pub(crate) fn uuid(text: &str) -> bool {
    let bare = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let mut groups = bare.split('-');
    bare.len() == 36
        && [8, 4, 4, 4, 12]
            .iter()
            .all(|&width| groups.next().is_some_and(|group| group.len() == width && is_hex(group)))
        && groups.next().is_none()
}

/// A digest in hexadecimal digits, or a key of that look.
pub(crate) fn digest(text: &str) -> bool {
    matches!(text.len(), 24 | 32 | 40 | 56 | 64 | 96 | 128)
        && is_hex(text)
        && text.bytes().any(|byte| byte.is_ascii_digit())
        && text.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_machines_are_recognized() {
        for text in ["192.168.0.1", "10.0.0.0/8", "2001:db8::1", "fe80::1ff:fe23:4567:890a"] {
            assert!(ip_address(text), "{text}");
        }
        for text in ["1.2.3", "256.1.1.1", "12:30:45", "1.2.3.4.5", "::", "3.14", "10.0.0.0/x"] {
            assert!(!ip_address(text), "{text}");
        }
        for text in ["00:1A:2b:3c:4d:5e", "00-1a-2b-3c-4d-5e", "001a.2b3c.4d5e"] {
            assert!(mac_address(text), "{text}");
        }
        for text in ["12:30:45", "00:1A:2b:3c:4d", "00:1A:2b:3c:4d:5g", "2020-01-02"] {
            assert!(!mac_address(text), "{text}");
        }
    }

    #[test]
    fn web_addresses_need_a_scheme_or_www() {
        assert!(url("https://example.org/a?b=c") && url("www.example.org"));
        for text in ["example", "http://", "https://exa mple.org", "wwwx", "héé"] {
            assert!(!url(text), "{text}");
        }
    }

    #[test]
    fn uuids_and_digests_are_hexadecimal() {
        assert!(
            uuid("123e4567-e89b-12d3-a456-426614174000") && uuid("{123e4567-e89b-12d3-a456-426614174000}")
        );
        assert!(
            !uuid("123e4567-e89b-12d3-a456-42661417400") && !uuid("123e4567-e89b-12d3-a456-42661417400g")
        );
        assert!(digest("d41d8cd98f00b204e9800998ecf8427e"));
        assert!(!digest("12345678901234567890123456789012") && !digest("deadbeef"));
    }
}
