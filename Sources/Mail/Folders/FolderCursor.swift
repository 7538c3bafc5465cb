package import Domain
public import EventLog

/// The state of a folder on its server, as last seen (RFC 9051, 2.3.1.1, and RFC 7162).
public struct FolderCursor: Hashable, Sendable {
    /// Distinguishes one numbering of the folder's messages from another.
    public var uidValidity: UInt32?
    /// The greatest number of a known change.
    public var highestModSeq: ModificationSequence?
    /// Whether the server announces changes by itself (RFC 2177).
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
    /// Returns the cursor with a change undone, and names the fields that no longer have the value it gave them.
    public func undoing(_ changed: FolderCursorChanged) -> (cursor: FolderCursor, stale: [String]) {
        let (cursor, stale) = FolderCursorChanged.fields.takingBack(changed, in: self)
        return (cursor, stale)
    }
}

/// The recorded progress of a folder with its server.
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

    /// Makes an event whose fields the closure sets, for events that no settings lead to.
    package init(folder: FolderID, _ say: (inout FolderCursorChanged) throws -> Void) rethrows {
        self.folder = folder
        try say(&self)
    }

    /// The change that leads from one cursor to another; nil if they are equal.
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

/// Records the progress of a folder with its server; fields that are nil stay unchanged.
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

    /// Whether it changes nothing.
    public var isEmpty: Bool { self == ChangeFolderCursor() }

    /// Decides on one event, or on none if the values are already known.
    ///
    /// Another UIDVALIDITY makes earlier numbers meaningless, so it removes the known change unless a new one is named.
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
/// JSON and SQLite store it as a string of decimal digits: many readers of JSON handle numbers only up to 2⁵³, and
/// SQLite's integers end at 2⁶³ − 1.
public struct ModificationSequence: Hashable, Sendable {
    public let value: UInt64

    public init(_ value: UInt64) {
        self.value = value
    }

    /// Reads decimal digits only; nil beyond 64 bits.
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
