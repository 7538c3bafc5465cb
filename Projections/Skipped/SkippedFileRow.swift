public import EventLog

/// A file that an import skipped.
public struct SkippedFileRow: Sendable, Hashable {
    /// The address of the account that it was to come into.
    public let account: String
    /// The path as the caller gave it, or as the import found it.
    public let source: String
    /// A word that programs can rely on, as in `not-mail`.
    public let reason: String
    public let detail: String?
    /// The position of the last event that reported the file.
    public let position: Position
}
