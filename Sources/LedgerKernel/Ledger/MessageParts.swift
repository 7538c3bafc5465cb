package import Content
package import Cryptography
internal import Domain
package import MIME
internal import Mailboxes

/// The bytes of a message with the tree of its parts.
package struct MessageParts {
    // Kept, since the parts may read from a file that is removed with it.
    private let stored: StoredContent
    private let structure: MessageStructure

    /// The top of the tree.
    package var root: MessageStructure.Node { structure.root }

    /// Reads the tree.
    package init(_ stored: StoredContent) throws {
        self.stored = stored
        structure = try withExtendedLifetime(stored) { try MessageParser().structure(of: stored.source) }
    }

    /// Reads the decoded content of a part; nil if there is no such part.
    ///
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for more bytes than the limit.
    package func content(of number: String, limit: Int) throws -> [UInt8]? {
        var bytes: [UInt8] = []
        do {
            try MessageParser().decodePart(number: number, of: stored) { piece in
                guard bytes.count + piece.count <= limit else {
                    throw DomainError.invalid(field: "part", reason: "is larger than \(limit) bytes")
                }
                bytes += piece
            }
        } catch MIMEError.noSuchPart {
            return nil
        }
        return bytes
    }

    /// Reads what the message says, as an import does.
    package func parsed() throws -> ParsedMessage {
        try MessageParser().parse(stored: stored)
    }

    /// How many bytes tell whether something is a message.
    static let startBytes = 16 << 10

    /// Whether a message may begin so: with a field of a header, behind a line of an mbox at most.
    static func canBegin(with start: [UInt8]) -> Bool {
        MailStart.isMessage(start[...])
    }

    /// Lends the text of parts one by one, each with its number.
    ///
    /// - Parameter limit: The bytes that are read of each.
    package func forEachText(
        of numbers: Set<String>, limit: Int, _ body: (String, PartText) throws -> Void
    ) throws {
        try withExtendedLifetime(stored) {
            try MessageParser().forEachText(of: numbers, of: structure, in: stored.source, limit: limit, body)
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
