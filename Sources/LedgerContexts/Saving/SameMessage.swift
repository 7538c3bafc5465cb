package import Content
internal import Cryptography
package import EventLog
internal import LedgerKernel
package import Mailboxes
internal import Projections
package import SQLiteDatabase

/// Finds the message of an account that is the same as some mail: the one that a reader cannot distinguish from it.
///
/// An identity alone is not enough: the author of a mail can give it the identity of another one that reads otherwise
/// (``MessageDigests/reading``).
package struct SameMessage {
    package let connection: Connection
    package let content: ContentStore

    package init(connection: Connection, content: ContentStore) {
        self.connection = connection
        self.content = content
    }

    /// Returns the message's stream, deleted or not; nil if the account has none.
    ///
    /// - Parameter source: Where the bytes were found. Of several equal messages it is the one with a copy from there, else the first live one.
    package func stream(of digests: MessageDigests, in account: StreamID, from source: String? = nil) throws
        -> StreamID?
    {
        let identical = try identical(to: digests, in: account)
        if let bytes = identical.map(\.bytes).max(), bytes > .other {
            let surest = identical.filter { $0.bytes == bytes }
            guard let source, surest.count > 1 else { return surest.first?.stream }
            let found = try surest.first {
                try MessageStates.hasCopy(of: digests.raw, from: source, message: $0.stream, on: connection)
            }
            return (found ?? surest.first)?.stream
        }
        return try identical.first { try reads($0.content, like: digests) }?.stream
    }

    /// Whether the account has a message with these very bytes.
    package func knowsBytes(of digests: MessageDigests, in account: StreamID) throws -> Bool {
        try identical(to: digests, in: account).contains { $0.bytes > .other }
    }

    /// Whether the account has messages of this identity, whether they are the same or not.
    package func hasIdentity(of digests: MessageDigests, in account: StreamID) throws -> Bool {
        try !identical(to: digests, in: account).isEmpty
    }

    private func identical(
        to digests: MessageDigests, in account: StreamID
    ) throws -> [MessageStates.Identical] {
        try MessageStates.identical(to: digests.identity, raw: digests.raw, account: account, on: connection)
    }

    /// Bytes that are missing now count as equal, as they did on arrival.
    private func reads(_ stored: SHA256Digest, like digests: MessageDigests) throws -> Bool {
        do {
            return try content.digests(of: stored).reading == digests.reading
        } catch ContentError.missing, ContentError.corrupt {
            return true
        }
    }
}

extension ContentStore {
    /// Computes the digests of a stored message.
    func digests(of digest: SHA256Digest) throws -> MessageDigests {
        try MessageDigests(of: read(digest))
    }
}

extension MessageDigests {
    /// Computes the digests of a message from the content store.
    init(of content: StoredContent) throws {
        var digester = MessageDigester()
        try content.forEachPiece { digester.update($0.span) }
        self = digester.finalize()
    }
}
