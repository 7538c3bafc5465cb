internal import Cryptography
package import EventLog
package import LedgerKernel
internal import Mail
package import Mailboxes
internal import Projections

/// Recognises mail that was erased, so that nothing brings it back without permission.
package struct ErasedMail {
    private let query: ErasuresQuery
    /// Nil if no mail was erased.
    private let key: ErasureKey?

    /// - Throws: ``ErasureKeyFault`` if mail was erased and cannot be recognised.
    package init(_ reader: LedgerReader) throws {
        query = ErasuresQuery(on: reader.connection)
        key = try reader.erasureKey()
    }

    /// Whether there is erased mail to recognise.
    package var isKnown: Bool { key != nil }

    /// Whether a message that looks the same was erased, in whichever account it was.
    package func contains(_ digests: MessageDigests) throws -> Bool {
        guard let key else { return false }
        if try query.hasErased(key.digest(ofIdentity: digests.reading)) { return true }
        return try digests.reading != digests.identity
            && query.hasErasedAll(of: key.digest(ofIdentity: digests.identity))
    }

    /// Refuses a message that was erased.
    func refuse(_ digests: MessageDigests) throws {
        if try contains(digests) { throw Self.refusal }
    }

    /// Refuses a message that was erased, also when only its header has come.
    ///
    /// The digests are of whole messages. Of a header alone its `Message-ID` decides, although other mail may have it.
    func refuse(_ arrival: Arrival) throws {
        if arrival.message.lacksBody, let key, let id = arrival.headers.messageID,
            try !query.erasures(ofMessageID: key.digest(ofMessageID: id)).isEmpty
        {
            throw Self.refusal
        }
        try refuse(arrival.digests)
    }

    private static var refusal: DomainError {
        .conflict("the message was erased, and stays out", hint: .allowErased)
    }
}

extension LedgerMail {
    /// The mail that has to stay out; nil if all may come in.
    ///
    /// - Throws: ``ErasureKeyFault`` if mail was erased and cannot be recognised.
    package func erased(_ reader: LedgerReader, unless isAllowed: Bool = false) throws -> ErasedMail? {
        isAllowed ? nil : try ErasedMail(reader)
    }

    /// Checks in advance that erased mail would be recognised.
    ///
    /// - Throws: ``ErasureKeyFault``; if erased mail is allowed, ``DomainError/invalid(field:reason:hint:)`` without a
    ///   reason for that.
    package func requireErasureKey(unlessAllowed isAllowed: Bool, _ context: OperationContext) throws {
        do {
            _ = try ledger.read { try $0.erasureKey() }
        } catch let fault as ErasureKeyFault {
            guard isAllowed else { throw fault }
            try context.requireReason(for: "erased mail that is let in without the key of the erasures")
        }
    }
}
