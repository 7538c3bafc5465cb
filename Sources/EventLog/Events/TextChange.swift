public import Cryptography

/// A change of a text: both texts as a whole, or the one part of a long text that differs.
///
/// An edit of one word in a text of a megabyte takes some hundred bytes. At least every 32nd edit has the whole, so that
/// the text at any moment is read from at most 32 events.
public enum TextChange: Hashable, Sendable {
    case whole(Change<String>)
    case part(Part)

    /// The place where two texts differ.
    public struct Part: Codable, Hashable, Sendable {
        /// Where the part begins, in bytes of UTF-8.
        public let at: Int
        public let removed: String
        public let added: String
        /// The number of such parts since the text was recorded as a whole, from 1.
        public let number: Int
        /// SHA-256 of the new text in UTF-8.
        public let digest: SHA256Digest

        public init(at: Int, removed: String, added: String, number: Int, digest: SHA256Digest) {
            self.at = at
            self.removed = removed
            self.added = added
            self.number = number
            self.digest = digest
        }
    }

    /// The text is not the one before the change.
    public struct Mismatch: Error {}

    /// The most parts in a row.
    static let mostParts = 31
    /// Two texts that together have fewer bytes are recorded as a whole, since people read the log.
    static let shortest = 8 << 10

    /// The change between two texts; nil if they are equal.
    ///
    /// - Parameter number: The parts that were recorded since the last whole, ``parts``.
    /// - Complexity: O(*n*).
    public init?(from old: String, to new: String, after number: Int) {
        guard let change = Change(from: old, to: new) else { return nil }
        self = .whole(change)
        let size = old.utf8.count + new.utf8.count
        guard size >= Self.shortest, number < Self.mostParts else { return }
        let (before, after) = (Array(old.utf8), Array(new.utf8))
        let both = Self.ends(before, after)
        let (removed, added) = (
            before[both.prefix..<before.count - both.suffix], after[both.prefix..<after.count - both.suffix]
        )
        guard removed.count + added.count < size / 4 else { return }
        self = .part(
            Part(
                at: both.prefix, removed: String(decoding: removed, as: UTF8.self),
                added: String(decoding: added, as: UTF8.self), number: number + 1,
                digest: SHA256Hasher.digest(of: after)))
    }

    /// The parts in a row that this change ends; 0 for a whole.
    public var parts: Int {
        if case .part(let part) = self { part.number } else { 0 }
    }

    /// Returns the text after the change.
    ///
    /// - Throws: ``Mismatch`` for a text that is not the one before the change.
    public func applied(to old: String) throws -> String {
        switch self {
        case .whole(let change): return change.new
        case .part(let part):
            guard let new = Self.replacing(part.removed, at: part.at, by: part.added, in: old),
                SHA256Hasher.digest(of: Array(new.utf8)) == part.digest
            else { throw Mismatch() }
            return new
        }
    }

    /// Returns the text before the change; nil for a text that is not the one after it.
    public func takenBack(from text: String) -> String? {
        switch self {
        case .whole(let change): return text == change.new ? change.old : nil
        case .part(let part):
            guard SHA256Hasher.digest(of: Array(text.utf8)) == part.digest else { return nil }
            return Self.replacing(part.added, at: part.at, by: part.removed, in: text)
        }
    }

    /// The lengths of the equal beginnings and ends, which divide no character of UTF-8.
    private static func ends(_ old: [UInt8], _ new: [UInt8]) -> (prefix: Int, suffix: Int) {
        func isWithin(_ bytes: [UInt8], _ index: Int) -> Bool { index < bytes.count && bytes[index] & 0xC0 == 0x80 }
        var prefix = zip(old, new).prefix { $0 == $1 }.count
        while prefix > 0, isWithin(old, prefix) || isWithin(new, prefix) { prefix -= 1 }
        let room = min(old.count, new.count) - prefix
        var suffix = zip(old.reversed(), new.reversed()).prefix(room).prefix { $0 == $1 }.count
        while suffix > 0, isWithin(old, old.count - suffix) || isWithin(new, new.count - suffix) { suffix -= 1 }
        return (prefix, suffix)
    }

    private static func replacing(_ part: String, at place: Int, by other: String, in text: String) -> String? {
        var bytes = Array(text.utf8)
        guard place >= 0, place + part.utf8.count <= bytes.count,
            bytes[place..<place + part.utf8.count].elementsEqual(part.utf8)
        else { return nil }
        bytes.replaceSubrange(place..<place + part.utf8.count, with: other.utf8)
        return String(validating: bytes, as: UTF8.self)
    }
}

extension TextChange: Codable {
    private enum CodingKeys: CodingKey {
        case old
    }

    public init(from decoder: any Decoder) throws {
        let isWhole = try decoder.container(keyedBy: CodingKeys.self).contains(.old)
        self = isWhole ? .whole(try Change(from: decoder)) : .part(try Part(from: decoder))
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .whole(let change): try change.encode(to: encoder)
        case .part(let part): try part.encode(to: encoder)
        }
    }
}
