internal import EventLog
internal import Hashing
internal import Mail
internal import Mailboxes
internal import Projections

/// Tells mail that was erased, so that nothing brings it back unasked.
struct ErasedMail {
    private let query: ErasuresQuery
    /// Nil where no mail was erased.
    private let key: ErasureKey?

    /// - Throws: ``ErasureKeyFault`` where mail was erased, and cannot be told.
    init(_ reader: LedgerReader) throws {
        query = ErasuresQuery(on: reader.connection)
        key = try reader.erasureKey()
    }

    /// Whether anything was erased that is known again.
    var isKnown: Bool { key != nil }

    /// Whether a message that reads so was erased, in whichever account it was.
    func contains(_ digests: MessageDigests) throws -> Bool {
        guard let key else { return false }
        if try query.hasErased(key.digest(ofIdentity: digests.reading)) { return true }
        return try digests.reading != digests.identity
            && query.hasErasedAll(of: key.digest(ofIdentity: digests.identity))
    }

    /// Refuses a message that was erased.
    func refuse(_ digests: MessageDigests) throws {
        guard try contains(digests) else { return }
        throw DomainError.conflict("the message was erased, and stays out", hint: .allowErased)
    }
}

extension Ledger {
    /// What is to stay out; nil where all may come in.
    ///
    /// - Throws: ``ErasureKeyFault`` where mail was erased, and cannot be told.
    func erasedMail(_ reader: LedgerReader, unless isAllowed: Bool = false) throws -> ErasedMail? {
        isAllowed ? nil : try ErasedMail(reader)
    }

    /// Checks that mail that was erased would be told, before any is read.
    ///
    /// - Throws: ``ErasureKeyFault``; where all may come in, ``DomainError/invalid(field:reason:hint:)`` without a reason for that.
    func requireErasureKey(unlessAllowed isAllowed: Bool, _ context: OperationContext) throws {
        do {
            _ = try read { try $0.erasureKey() }
        } catch let fault as ErasureKeyFault {
            guard isAllowed else { throw fault }
            try context.requireReason(for: "erased mail that is let in without the key of the erasures")
        }
    }
}
