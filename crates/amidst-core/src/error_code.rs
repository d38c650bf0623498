//! What programs know errors by. `docs/errors.md` says of each code what it means and what to do.

use std::fmt;

use crate::ErrorKind;

/// Declares the codes: the word of each, whose matter it is, and what it means.
macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $variant:ident = $kind:ident, $name:literal;)+) => {
        /// Why something could not run, as a word for programs. Words and their kinds stay the same from version to version; new
        /// ones may come.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl ErrorCode {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Whose matter it is.
            pub fn kind(self) -> ErrorKind {
                match self {
                    $(Self::$variant => ErrorKind::$kind,)+
                }
            }
        }
    };
}

codes! {
    /// A spec cannot be read as one.
    BadSpec = Spec, "bad-spec";
    /// A value that a setting or parameter cannot have.
    BadParameter = Spec, "bad-parameter";
    /// A setting is missing that another one needs.
    MissingSetting = Spec, "missing-setting";
    /// Two settings contradict each other, or one has no meaning beside the other.
    ConflictingSettings = Spec, "conflicting-settings";
    /// What is asked is more than is ever worked on at once.
    TooLarge = Spec, "too-large";
    /// A column is named that the table does not have.
    UnknownColumn = Spec, "unknown-column";
    /// Columns without a role.
    UnclassifiedColumns = Spec, "unclassified-columns";
    /// One column with two roles.
    TwoRoles = Spec, "two-roles";
    /// A key that says how a column is recoded which is not.
    StrayKey = Spec, "stray-key";
    /// No column is quasi.
    NoQuasiColumn = Spec, "no-quasi-column";
    /// No privacy is asked for.
    NothingAsked = Spec, "nothing-asked";
    /// A pseudonym's key is missing, weak or out of place.
    BadPseudonymKey = Spec, "bad-pseudonym-key";
    /// A hierarchy that is none.
    BadHierarchy = Spec, "bad-hierarchy";
    /// A label that would be read back as a missing cell.
    LabelReadsAsMissing = Spec, "label-reads-as-missing";
    /// A delimiter and a quote that cannot work.
    BadDelimiter = Spec, "bad-delimiter";
    /// A plan that is none, or is not in order.
    BadPlan = Spec, "bad-plan";
    /// A collapsed table that is none, is damaged, or does not go with another.
    BadCollapsedTable = Spec, "bad-collapsed-table";
    /// A certificate that is none.
    BadCertificate = Spec, "bad-certificate";
    /// A key of signatures, or a signature, that is none.
    BadSigningKey = Spec, "bad-signing-key";
    /// One release that would be counted twice.
    SameReleaseTwice = Spec, "same-release-twice";
    /// An output that is an input.
    OutputIsInput = Spec, "output-is-input";
    /// Two outputs of one path.
    OutputTwice = Spec, "output-twice";
    /// The ending of an output's name says what it would not be.
    BadEnding = Spec, "bad-ending";
    /// Something beside the release would go to standard output.
    NotToStandardOutput = Spec, "not-to-standard-output";
    /// An output whose path is empty.
    EmptyPath = Spec, "empty-path";
    /// A flag with a value that it cannot have.
    BadFlag = Spec, "bad-flag";
    /// A command line that is not understood.
    Usage = Spec, "usage";
    /// A file of a format that is not read.
    UnsupportedFormat = Data, "unsupported-format";
    /// A file that is damaged, or is not of its format.
    DamagedFile = Data, "damaged-file";
    /// A file without rows and without a header.
    EmptyFile = Data, "empty-file";
    /// A header and no row.
    NoRows = Data, "no-rows";
    /// The first line is data, or may be.
    NoHeader = Data, "no-header";
    /// Two columns of one name.
    DuplicateColumn = Data, "duplicate-column";
    /// A column without a name.
    UnnamedColumn = Data, "unnamed-column";
    /// A row with too few or too many fields.
    RaggedRow = Data, "ragged-row";
    /// Bytes that are not UTF-8.
    NotUtf8 = Data, "not-utf-8";
    /// A NUL byte.
    NulByte = Data, "nul-byte";
    /// Half of a character of UTF-16.
    LoneSurrogate = Data, "lone-surrogate";
    /// Text after the closing quote of a field.
    TextAfterQuote = Data, "text-after-quote";
    /// A quote that is never closed.
    UnterminatedQuote = Data, "unterminated-quote";
    /// Lines that end with a carriage return alone.
    CarriageReturns = Data, "carriage-returns";
    /// A line of JSON Lines that is no object.
    NotAnObject = Data, "not-an-object";
    /// One key twice in a JSON object.
    DuplicateKey = Data, "duplicate-key";
    /// Files of a lake differ in their columns.
    UnlikeFiles = Data, "unlike-files";
    /// Values of JSON that only quotes tell apart.
    MixedTypes = Data, "mixed-types";
    /// A type that cannot be carried through as it is.
    UnsupportedType = Data, "unsupported-type";
    /// A date or time that no calendar reaches.
    OutOfRange = Data, "out-of-range";
    /// More rows than are read.
    TooManyRows = Data, "too-many-rows";
    /// Characters that the encoding of the output does not have.
    NotInEncoding = Data, "not-in-encoding";
    /// Cells that the format of the output does not have.
    NotInFormat = Data, "not-in-format";
    /// The cells of a column are not what the spec says of them.
    UnfitColumn = Data, "unfit-column";
    /// A column that looks like a direct identifier would be released.
    LooksIdentifying = Data, "looks-identifying";
    /// Values that their hierarchy does not hold.
    UncoveredValues = Data, "uncovered-values";
    /// A hierarchy file that is not what it was.
    HierarchyChanged = Data, "hierarchy-changed";
    /// A table of other columns than the plan.
    TableDoesNotFitPlan = Data, "table-does-not-fit-plan";
    /// Values that the plan does not know.
    UnseenValues = Data, "unseen-values";
    /// An earlier release without columns of the plan.
    EarlierReleaseLacksColumns = Data, "earlier-release-lacks-columns";
    /// The column is not there that names people or households.
    NobodyToCount = Data, "nobody-to-count";
    /// Two tables that share no column.
    NoCommonColumn = Data, "no-common-column";
    /// There is no such file.
    FileNotFound = Environment, "file-not-found";
    /// A folder was named, not a file.
    IsAFolder = Environment, "is-a-folder";
    /// A device, pipe or socket was named, not a file.
    NotAFile = Environment, "not-a-file";
    /// The system refused to read.
    CannotRead = Environment, "cannot-read";
    /// A file changed while it was read.
    FileChanged = Environment, "file-changed";
    /// A file is in the way.
    FileExists = Environment, "file-exists";
    /// A file of the demo is in the way that somebody changed.
    FileEdited = Environment, "file-edited";
    /// The folder of an output is not there.
    NoSuchFolder = Environment, "no-such-folder";
    /// The folder of an output cannot be written to.
    UnwritableFolder = Environment, "unwritable-folder";
    /// The disk is full.
    DiskFull = Environment, "disk-full";
    /// The system refused to write.
    CannotWrite = Environment, "cannot-write";
    /// Standard output cannot be written to.
    StandardOutput = Environment, "standard-output";
    /// The system gave no threads.
    NoThreads = Environment, "no-threads";
    /// The system gave no randomness.
    NoRandomness = Environment, "no-randomness";
    /// The run took more memory than it may.
    MemoryLimit = Environment, "memory-limit";
    /// Whoever watches the run ended it.
    Aborted = Environment, "aborted";
    /// The release did not pass its audit and was removed.
    AuditFailed = Internal, "audit-failed";
    /// A mistake of ours.
    Internal = Internal, "internal";
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
