public import JSONCoding

/// The stored name of a shape: what happened, and which version of its form.
///
/// Both are literals in the source and never derived from Swift's names, so that a type may be renamed.
public struct EventType: Hashable, Sendable {
    /// The context, a full stop and a past tense, as in `mail.message-added`.
    public let name: String
    /// The version of the form, counted from 1.
    public let schema: Int

    public init(_ name: String, schema: Int) {
        self.name = name
        self.schema = schema
    }

    /// Reads the form of an entry, as in `mail.message-added/1`; nil for another text.
    public init?(_ description: String) {
        guard let slash = description.lastIndex(of: "/"), slash > description.startIndex,
            let schema = Int(description[description.index(after: slash)...]), schema > 0
        else { return nil }
        self.init(String(description[..<slash]), schema: schema)
        guard self.description == description else { return nil }
    }
}

extension EventType {
    /// The context that the event is of, the word before the full stop; empty if there is none.
    public var context: Substring {
        name.firstIndex(of: ".").map { name[..<$0] } ?? ""
    }

    /// The name of a context: a small letter, then small letters, digits and `_`.
    package static func isContextName(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    }
}

extension EventType: CustomStringConvertible {
    /// The form of an entry, as in `mail.message-added/1`.
    public var description: String { "\(name)/\(schema)" }
}

/// Something that happened, in the form in which the log keeps it.
///
/// ```swift
/// struct FolderRenamed: Event {
///     static let type = EventType("mail.folder-renamed", schema: 1)
///     let folder: FolderID
///     let name: Change<String>
/// }
/// ```
///
/// The keys are encoded in the order of their declaration, in snake_case.
public protocol Event: Codable, Sendable {
    static var type: EventType { get }

    /// Reads a stored payload; the default implementation works for every event.
    static func read(from payload: [UInt8]) throws -> Self

    /// Returns the payload to be stored, the canonical JSON of the event.
    func encodedPayload() throws -> [UInt8]
}

extension Event {
    public static func read(from payload: [UInt8]) throws -> Self {
        try JSONBytesDecoder().decode(Self.self, from: payload)
    }

    public func encodedPayload() throws -> [UInt8] {
        try JSONBytesEncoder().encode(self)
    }
}

extension Event where Self: CanonicalJSONCodable {
    /// Reads a payload in the encoder's own form; any other text is read in the general way, or refused there.
    public static func read(from payload: [UInt8]) throws -> Self {
        try CanonicalJSONReader.read(Self.self, from: payload)
            ?? JSONBytesDecoder().decode(Self.self, from: payload)
    }

    /// The same bytes as those of the general encoder.
    public func encodedPayload() throws -> [UInt8] {
        CanonicalJSONWriter.bytes(of: self)
    }
}

/// The old and the new value of a field that an event changes.
public struct Change<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    public let old: Value
    public let new: Value

    public init(old: Value, new: Value) {
        self.old = old
        self.new = new
    }

    /// The change between two values; nil if they are equal.
    public init?(from old: Value, to new: Value) {
        guard old != new else { return nil }
        self.init(old: old, new: new)
    }

    /// The change back.
    public var inverse: Change { Change(old: new, new: old) }
}
