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
