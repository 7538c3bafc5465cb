internal import Hashing
internal import Mail
public import Projections

/// Tells mail that was erased, so that nothing brings it back unasked.
struct ErasedMail {
    private let query: ErasuresQuery
    /// Nil where nothing was erased, or the key is lost: then nothing is known again.
    private let key: ErasureKey?


    init(_ reader: LedgerReader, key: @autoclosure () -> ErasureKey?) throws {
        query = ErasuresQuery(on: reader.connection)
        self.key = try query.hasIdentities() ? key() : nil
    }

    /// Whether a message with this identity was erased, in whichever account it was.
    func contains(_ identity: SHA256Digest) throws -> Bool {
        guard let key else { return false }
        return try query.hasIdentity(key.digest(ofIdentity: identity))
    }
}

extension Ledger {
    /// What is to stay out; nil where all may come in.
    func erasedMail(_ reader: LedgerReader, unless isAllowed: Bool = false) throws -> ErasedMail? {
        isAllowed ? nil : try ErasedMail(reader, key: erasureKey)
    }

    /// Refuses messages of which one was erased.
    func refuseErased(_ identities: [SHA256Digest]) throws {
        try read { reader in
            guard let erased = try erasedMail(reader) else { return }
            guard try !identities.contains(where: erased.contains) else {
                throw MailError.conflict("a message was erased, and stays out; an import with --allow-erased brings it back")
            }
        }
    }

    /// Returns what was erased, in the order of recording.
    public func erasures() throws -> [ErasureRow] {
        try read { try ErasuresQuery(on: $0.connection).all() }
    }

    /// Returns the erasures of messages that had a `Message-ID`, the latest first: the answer to "where is it?".
    ///
    /// The ledger does not hold the id any more: a keyed digest of it tells. Without the key, nothing is found.
    ///
    /// - Parameter messageID: The id without its angle brackets.
    public func erasures(ofMessageID messageID: String) throws -> [ErasureRow] {
        guard let key = erasureKey else { return [] }
        return try read {
            try ErasuresQuery(on: $0.connection).erasures(ofMessageID: key.digest(ofMessageID: messageID))
        }
    }

    /// Returns the erasure of the message or the account whose id begins so, or nil.
    public func erasure(ofID prefix: String) throws -> ErasureRow? {
        try read { try ErasuresQuery(on: $0.connection).erasure(withPrefix: prefix) }
    }
}
