//! Which texts stand for a missing cell.

/// The texts that do.
pub(crate) struct Missing {
    markers: Vec<Box<[u8]>>,
    longest: usize,
}

impl Missing {
    pub fn new(markers: &[String]) -> Self {
        let markers: Vec<Box<[u8]>> = markers.iter().map(|marker| marker.as_bytes().into()).collect();
        let longest = markers.iter().map(|marker| marker.len()).max().unwrap_or(0);
        Self { markers, longest }
    }

    /// A judged cell: null, or a text that stands for it, is missing.
    pub fn judged<'a>(&self, cell: Option<&'a [u8]>) -> Option<&'a [u8]> {
        cell.filter(|text| text.len() > self.longest || !self.markers.iter().any(|marker| **marker == **text))
    }

    /// A label: as a judged cell.
    pub fn label<'a>(&self, label: Option<&'a str>) -> Option<&'a str> {
        label.filter(|label| self.judged(Some(label.as_bytes())).is_some())
    }

    /// A carried cell: the empty text too, because some formats have no other way to write null.
    pub fn carried<'a>(&self, cell: Option<&'a [u8]>) -> Option<&'a [u8]> {
        self.judged(cell).filter(|text| !text.is_empty())
    }
}
