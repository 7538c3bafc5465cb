internal import EventLog
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
        throw MailError.conflict("the message was erased, and stays out; an import with --allow-erased brings it back")
    }
}

extension Ledger {
    /// Notes of found messages which were erased, and takes their bytes away: they must not come into the content store
    /// again, not even for a moment.
    func markErased(_ candidate: inout ImportCandidate, in account: StreamID, unless isAllowed: Bool) throws {
        var candidates = [candidate]
        try markErased(&candidates, in: account, unless: isAllowed)
        candidate = candidates[0]
    }

    /// The same of several.
    func markErased(_ candidates: inout [ImportCandidate], in account: StreamID, unless isAllowed: Bool) throws {
        guard !isAllowed else { return }
        try read { reader in
            let erased = try ErasedMail(reader, key: erasureKey)
            guard erased.isKnown else { return }
            for index in candidates.indices where candidates[index].reading != nil {
                let identity = candidates[index].digests.identity
                guard try erased.contains(identity),
                    try !MessageStates.knows(identity: identity, account: account, on: reader.connection)
                else { continue }
                candidates[index].isErased = true
                candidates[index].content = .stored
            }
        }
    }

    /// What is to stay out; nil where all may come in.
    func erasedMail(_ reader: LedgerReader, unless isAllowed: Bool = false) throws -> ErasedMail? {
        isAllowed ? nil : try ErasedMail(reader, key: erasureKey)
    }
}
