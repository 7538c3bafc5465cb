internal import Domain

/// A word that a person files notes under: 1…100 bytes of UTF-8 in Normalization Form C, in the case in which it was written.
///
/// It begins and ends with no white space and has no comma, which parts tags on a command line, and no control characters.
public struct NoteTag: Hashable, Sendable {
    public let text: String

    /// The greatest length in bytes of UTF-8.
    public static let maximumByteCount = 100

    public init(_ text: String) throws(ValueError) {
        let tag = text.canonicalForm
        guard let first = tag.unicodeScalars.first, let last = tag.unicodeScalars.last else {
            throw Self.error(.isEmpty)
        }
        guard tag.utf8.count <= Self.maximumByteCount else { throw Self.error(.isTooLong) }
        guard !first.properties.isWhitespace, !last.properties.isWhitespace,
            tag.unicodeScalars.allSatisfy({ $0 != "," && !$0.isControl && !$0.isBidirectionalControl })
        else { throw Self.error(.holdsForbiddenCharacter) }
        self.text = tag
    }

    private static func error(_ reason: ValueError.Reason) -> ValueError { ValueError(field: "tags", reason: reason) }
}

extension NoteTag: CheckedText {}

extension [NoteTag] {
    /// The tags without those that came before already, in the order in which they were given.
    public var distinct: [NoteTag] {
        var seen: Set<NoteTag> = []
        return filter { seen.insert($0).inserted }
    }
}
