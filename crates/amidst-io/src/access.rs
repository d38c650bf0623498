//! Who may read a new file: nobody who may not read what it comes from.

use std::{
    fs::{File, Metadata, OpenOptions},
    io,
    path::Path,
};

/// Who may read a file at most.
///
/// Every file that another one comes from sets a limit: its own permissions, for its own group. A new file that belongs to
/// another group gives that group no more than others have. Where files have no such permissions, folders decide, and this
/// says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    limits: Vec<Limit>,
}

/// The permissions of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Limit {
    /// The bits of owner, group and others.
    mode: u32,
    /// The group, if it has a say.
    group: Option<u32>,
}

impl Access {
    /// Whoever the user lets read new files.
    pub const ANYBODY: Self = Self { limits: Vec::new() };

    /// The owner alone.
    pub fn private() -> Self {
        Self { limits: vec![Limit { mode: 0, group: None }] }
    }

    /// Also no more than those who may read this file, if it is one: a pipe or a terminal sets no limit.
    pub fn within(mut self, path: &Path) -> Self {
        let found = path.metadata().ok().filter(Metadata::is_file);
        self.limits.extend(found.as_ref().and_then(system::permissions));
        self
    }

    /// Lets a new file be opened with no more permissions than these.
    pub(crate) fn limit(&self, options: &mut OpenOptions) {
        system::open_with(options, self.mode(None));
    }

    /// Takes permissions away from a file that has more.
    pub(crate) fn narrow(&self, file: &File) -> io::Result<()> {
        let Some(before) = system::permissions(&file.metadata()?) else { return Ok(()) };
        let mode = before.mode & self.mode(before.group);
        if mode == before.mode { Ok(()) } else { system::set(file, mode) }
    }

    /// The permissions of a new file of a group, or of one that is not known yet, before the system takes away what the
    /// user never gives.
    pub(crate) fn mode(&self, group: Option<u32>) -> u32 {
        self.limits.iter().fold(0o666, |mode, limit| mode & limit.of(group))
    }
}

impl Limit {
    /// What a file of a group may allow. Its owner may always read and write it.
    fn of(self, group: Option<u32>) -> u32 {
        let is_same = group.is_none() || self.group.is_none() || self.group == group;
        let others = if is_same { self.mode & 0o006 } else { self.mode & self.mode >> 3 & 0o006 };
        let own = if is_same { self.mode & 0o060 } else { others << 3 };
        0o600 | own | others
    }
}

#[cfg(unix)]
mod system {
    //! Permissions as Unix has them.

    use std::{
        fs::{File, Metadata, OpenOptions, Permissions},
        io,
        os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt},
    };

    use super::Limit;

    pub(super) fn permissions(found: &Metadata) -> Option<Limit> {
        Some(Limit { mode: found.mode() & 0o777, group: Some(found.gid()) })
    }

    pub(super) fn open_with(options: &mut OpenOptions, mode: u32) {
        options.mode(mode);
    }

    pub(super) fn set(file: &File, mode: u32) -> io::Result<()> {
        file.set_permissions(Permissions::from_mode(mode))
    }
}

#[cfg(not(unix))]
mod system {
    //! No permissions of files.

    use std::{
        fs::{File, Metadata, OpenOptions},
        io,
    };

    use super::Limit;

    pub(super) fn permissions(_: &Metadata) -> Option<Limit> {
        None
    }

    pub(super) fn open_with(_: &mut OpenOptions, _: u32) {}

    pub(super) fn set(_: &File, _: u32) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(limits: &[(u32, u32)], group: u32, expected: u32) {
        let limit = |&(mode, group): &(u32, u32)| Limit { mode, group: Some(group) };
        let access = Access { limits: limits.iter().map(limit).collect() };
        assert_eq!(access.mode(Some(group)), expected, "{limits:?}");
    }

    #[test]
    fn the_narrowest_of_all_sources_holds() {
        check(&[], 1, 0o666);
        check(&[(0o644, 1), (0o600, 1)], 1, 0o600);
        check(&[(0o640, 1)], 1, 0o640);
        check(&[(0o440, 1)], 1, 0o640);
        assert_eq!(Access::private().mode(Some(1)), 0o600);
    }

    #[test]
    fn another_group_gets_no_more_than_others() {
        check(&[(0o640, 1)], 2, 0o600);
        check(&[(0o664, 1)], 2, 0o644);
        check(&[(0o604, 1)], 2, 0o600);
    }
}
