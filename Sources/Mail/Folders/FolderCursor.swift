package import Domain
public import EventLog

/// How far a folder is known of the server that it is a copy of (RFC 9051, 2.3.1.1, and RFC 7162).
public struct FolderCursor: Hashable, Sendable {
    /// Tells one numbering of the folder's messages from another.
    public var uidValidity: UInt32?
    /// The greatest number of a change that is known.
    public var highestModSeq: ModificationSequence?
    /// Whether the server tells of changes by itself (RFC 2177).
    public var supportsIdle: Bool?

    public init(
        uidValidity: UInt32? = nil, highestModSeq: ModificationSequence? = nil, supportsIdle: Bool? = nil
    ) {
        self.uidValidity = uidValidity
        self.highestModSeq = highestModSeq
        self.supportsIdle = supportsIdle
    }
}

extension FolderCursor {
    /// Returns the cursor with a change taken back, and names the fields that are not any more what it made them.
    public func undoing(_ changed: FolderCursorChanged) -> (cursor: FolderCursor, stale: [String]) {
        let (cursor, stale) = FolderCursorChanged.fields.takingBack(changed, in: self)
        return (cursor, stale)
    }
}

/// It became known how far a folder has come with its server.
public struct FolderCursorChanged: Event, Hashable {
    public static let type = EventType("mail.folder-cursor-changed", schema: 1)

    public let folder: FolderID
    public package(set) var uidValidity: Change<UInt32?>?
    public package(set) var highestModSeq: Change<ModificationSequence?>?
    public package(set) var supportsIdle: Change<Bool?>?

    enum CodingKeys: String, CodingKey {
        case folder
        case uidValidity = "uid_validity"
        case highestModSeq = "highest_mod_seq"
        case supportsIdle = "supports_idle"
    }

    /// With what the closure says; for events that no settings lead to.
    package init(folder: FolderID, _ say: (inout FolderCursorChanged) throws -> Void) rethrows {
        self.folder = folder
        try say(&self)
    }

    /// What leads from one cursor to another; nil where they are equal.
    public init?(folder: FolderID, from old: FolderCursor, to new: FolderCursor) {
        guard old != new else { return nil }
        self.folder = folder
        Self.fields.record(from: old, to: new, in: &self)
    }

    package static let fields: [FieldPair<FolderCursor, FolderCursorChanged>] = [
        .init("uid_validity", \.uidValidity, \.uidValidity),
        .init("highest_mod_seq", \.highestModSeq, \.highestModSeq),
        .init("supports_idle", \.supportsIdle, \.supportsIdle),
    ]
}

/// Notes how far a folder has come with its server; what is nil stays as it is.
public struct ChangeFolderCursor: Codable, Hashable, Sendable {
    public var uidValidity: UInt32?
    public var highestModSeq: ModificationSequence?
    public var supportsIdle: Bool?

    private enum CodingKeys: String, CodingKey {
        case uidValidity = "uid_validity"
        case highestModSeq = "highest_mod_seq"
        case supportsIdle = "supports_idle"
    }

    public init(
        uidValidity: UInt32? = nil, highestModSeq: ModificationSequence? = nil, supportsIdle: Bool? = nil
    ) {
        self.uidValidity = uidValidity
        self.highestModSeq = highestModSeq
        self.supportsIdle = supportsIdle
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { self == ChangeFolderCursor() }

    /// Decides on one event, and on none where all is known already.
    ///
    /// With another UIDVALIDITY the numbers of before mean nothing, so that the known change goes unless a new one is named.
    public func decide(_ folder: FolderState) -> [ProposedEvent] {
        var cursor = folder.cursor
        if let uidValidity, uidValidity != cursor.uidValidity {
            cursor.uidValidity = uidValidity
            cursor.highestModSeq = nil
        }
        if let highestModSeq { cursor.highestModSeq = highestModSeq }
        if let supportsIdle { cursor.supportsIdle = supportsIdle }
        return FolderCursorChanged(folder: folder.id, from: folder.cursor, to: cursor).map { [folder.event($0)] } ?? []
    }
}

/// The number that a server gives to a change: 64 bits without a sign.
///
/// JSON and SQLite hold it as a string of decimal digits: many readers of JSON know numbers only as far as 2⁵³, and
/// SQLite's integers end at 2⁶³ − 1.
public struct ModificationSequence: Hashable, Sendable {
    public let value: UInt64

    public init(_ value: UInt64) {
        self.value = value
    }

    /// Reads decimal digits and nothing else; nil beyond 64 bits.
    public init?(digits: String) {
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let value = UInt64(digits)
        else { return nil }
        self.value = value
    }
}

extension ModificationSequence: Comparable, CustomStringConvertible {
    public static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    /// The decimal digits.
    public var description: String { String(value) }
}

extension ModificationSequence: Codable {
    /// Reads a string of digits.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let sequence = ModificationSequence(digits: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no number of 64 bits")
        }
        self = sequence
    }

    /// Writes `description`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
