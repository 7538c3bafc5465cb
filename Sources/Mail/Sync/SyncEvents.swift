public import EventLog

/// A sync wrote the ledger's state of a copy to a Maildir.
///
/// From here on the ledger treats the file as if an import had seen it in this state.
public struct CopyPushed: Event, Hashable {
    public static let type = EventType("mail.copy-pushed", schema: 1)

    public let message: MessageID
    /// The number of the copy.
    public let copy: Int
    public let source: Change<String>?
    /// The flags in the name of the file, `T` for a copy that is deleted here.
    public let flags: Change<String>?

    public init(message: MessageID, copy: Int, source: Change<String>? = nil, flags: Change<String>? = nil) {
        self.message = message
        self.copy = copy
        self.source = source
        self.flags = flags
    }
}

/// A copy had been changed in the ledger and in its Maildir, in ways that cannot both be.
public struct ConflictDetected: Event, Hashable {
    public static let type = EventType("mail.conflict-detected", schema: 2)

    public enum Field: String, Codable, Hashable, Sendable, CaseIterable {
        /// It was moved to different folders.
        case folder
        /// Its file is gone, and the message was moved, marked or brought back here.
        ///
        /// Or its folder was deleted here, and the `T` of its file was taken off there.
        case existence
    }

    /// A copy as one side has it.
    public struct Side: Codable, Hashable, Sendable {
        /// The path of its folder.
        public let folder: String
        /// Maildir flags, sorted; nil if version 1 did not record them.
        public let flags: String?

        public init(folder: String, flags: String?) {
            self.folder = folder
            self.flags = flags
        }
    }

    public let message: MessageID
    /// The number of the copy.
    public let copy: Int
    public let field: Field
    /// The state that both sides had agreed on.
    public let base: Side
    /// The state in the ledger.
    public let here: Side
    /// The state in the Maildir; nil if there is no file. The events after this one adopt it, or write the file again.
    public let there: Side?

    public init(message: MessageID, copy: Int, field: Field, base: Side, here: Side, there: Side?) {
        self.message = message
        self.copy = copy
        self.field = field
        self.base = base
        self.here = here
        self.there = there
    }
}
