internal import Hashing
internal import Mail
internal import Projections

/// Tells mail that was erased, so that nothing brings it back unasked.
struct ErasedMail {
    private let query: ErasuresQuery
    /// Nil where nothing was erased, or the key is lost: then nothing is known again.
    private let key: ErasureKey?

    init(_ reader: LedgerReader, key: @autoclosure () -> ErasureKey?) throws {
        query = ErasuresQuery(on: reader.connection)
        self.key = try query.hasIdentities() ? key() : nil
    }

    /// Whether anything was erased that is known again.
    var isKnown: Bool { key != nil }

    /// Whether a message with this identity was erased, in whichever account it was.
    func contains(_ identity: SHA256Digest) throws -> Bool {
        guard let key else { return false }
        return try query.hasIdentity(key.digest(ofIdentity: identity))
    }

    /// Refuses a message that was erased.
    func refuse(_ identity: SHA256Digest) throws {
        guard try contains(identity) else { return }
        throw DomainError.conflict(
            "the message was erased, and stays out; an import with --allow-erased brings it back")
    }
}

extension Ledger {
    /// What is to stay out; nil where all may come in.
    func erasedMail(_ reader: LedgerReader, unless isAllowed: Bool = false) throws -> ErasedMail? {
        isAllowed ? nil : try ErasedMail(reader, key: erasureKey)
    }
}
