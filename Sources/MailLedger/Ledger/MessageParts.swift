internal import Content
internal import Domain
package import Hashing
package import MIME

/// The bytes of a message with the tree of its parts.
package struct MessageParts {
    // Kept, since the parts may read from a file that is removed with it.
    private let stored: StoredContent
    /// The top of the tree.
    package let root: MessageStructure.Node

    fileprivate init(_ stored: StoredContent) throws {
        self.stored = stored
        root = try withExtendedLifetime(stored) { try MessageParser().structure(of: stored.source).root }
    }

    /// Reads the decoded content of a part; nil if there is no such part.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for more bytes than the limit.
    package func content(of number: String, limit: Int) throws -> [UInt8]? {
        guard root.leaves.contains(where: { $0.number == number }) else { return nil }
        var bytes: [UInt8] = []
        try withExtendedLifetime(stored) {
            try MessageParser().decodePart(number: number, of: stored.source) { piece in
                guard bytes.count + piece.count <= limit else {
                    throw DomainError.invalid(field: "part", reason: "is larger than \(limit) bytes")
                }
                bytes += piece
            }
        }
        return bytes
    }

    /// Lends the text of parts one by one, each with its number.
    ///
    /// - Parameter limit: The bytes that are read of each.
    package func forEachText(
        of numbers: Set<String>, limit: Int, _ body: (String, PartText) throws -> Void
    ) throws {
        try withExtendedLifetime(stored) {
            try MessageParser().forEachText(of: numbers, in: stored.source, limit: limit, body)
        }
    }
}

extension LedgerReader {
    /// Reads the parts of a message whose bytes have a digest; nil if they are missing.
    package func parts(of digest: SHA256Digest) throws -> MessageParts? {
        do {
            return try MessageParts(content.read(digest))
        } catch ContentError.missing {
            return nil
        }
    }
}
