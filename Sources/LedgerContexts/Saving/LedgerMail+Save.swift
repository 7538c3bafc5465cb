internal import Content
public import EventLog
internal import LedgerKernel
public import Mail
internal import Mailboxes
internal import Projections

/// The result of saving, or of a dry run.
public struct SaveOutcome: Sendable, Hashable {
    /// The messages, in the order in which they were given.
    public let ids: [MessageID]
    /// The number of messages for which something was recorded.
    public let changed: Int
    /// Nil if there was nothing to record, or for a dry run.
    public let receipt: Receipt?
}

extension LedgerMail {
    /// Saves messages that a program got from a server, all in one transaction or none of them.
    ///
    /// ```swift
    /// let message = IncomingMessage(account: ada.id, bytes: bytes, external: ExternalIDs(id: "17a"))
    /// let ids = try ledger.mail.save([message], context: ledger.context(command: "fetch"))
    /// ```
    ///
    /// A message is recognised by the server's id, else by its content. A known message gets its body if it was
    /// missing, and the names that it has on the server now. If its copy is known, too, its keywords become the given
    /// ones; at another place the message gets one more copy, whose keywords are added to those of the others. A
    /// deleted message stays deleted, and nothing is recorded of it.
    ///
    /// - Returns: The ids of the messages, including deleted ones; in a dry run those of new ones mean nothing.
    /// - Throws: ``DomainError`` for an empty or erased message, another account's folder, or a server's id that
    ///   another message has; ``RepositoryError/notFound(entity:id:)`` for an account or a folder that does not live.
    @discardableResult
    public func save(
        _ messages: [IncomingMessage], context: OperationContext, dryRun: Bool = false
    ) throws -> SaveOutcome {
        try ledger.writing.requireWritable()
        let arrivals = try messages.map(Arrival.init)
        // A refusal comes before anything is stored.
        var decision = try ledger.read { try decide(on: arrivals, reader: $0) }
        var receipt: Receipt?
        if !dryRun {
            receipt = try storing(arrivals) {
                try ledger.writing.change(context) { reader in
                    decision = try decide(on: arrivals, reader: reader)
                    return decision.events
                }
            }
            if receipt != nil { try ledger.stores.catchUpSearch() }
        }
        return SaveOutcome(ids: decision.ids, changed: decision.changed, receipt: receipt)
    }

    /// Stores the bytes before the closure records what names them.
    func storing(_ arrivals: [Arrival], _ record: () throws -> Receipt?) throws -> Receipt? {
        guard !arrivals.isEmpty else { return nil }
        return try ledger.writing.storing(
            { [content = ledger.content] in
                try content.batch { store in
                    for arrival in arrivals { try store.put(bytes: arrival.message.bytes, digest: arrival.digests.raw) }
                }
            }, before: record)
    }

    private func decide(on arrivals: [Arrival], reader: LedgerReader) throws -> SaveDecision {
        var decision = try SaveDecision(reader: reader, ledger: ledger)
        for arrival in arrivals { try decision.record(arrival) }
        return decision
    }

    /// Adds the body to a message of which only the header has come.
    ///
    /// It changes nothing if the message has its body already.
    ///
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:hint:)`` for an unknown message;
    ///   ``DomainError/conflict(_:hint:)`` if the bytes begin with another header.
    @discardableResult
    public func loadBody(
        of message: MessageID, _ bytes: [UInt8], context: OperationContext, dryRun: Bool = false
    ) throws -> MessagesOutcome {
        try ledger.writing.requireWritable()
        let account = try ledger.read { try $0.message(message.description).account }
        let arrival = try Arrival(IncomingMessage(account: account, bytes: bytes))
        func decide(_ reader: LedgerReader) throws -> [ProposedEvent] {
            let row = try reader.message(message.description)
            guard !row.hasBody, let known = try KnownMessage(row.stream, reader: reader) else { return [] }
            try ledger.mail.erased(reader)?.refuse(arrival)
            guard try arrival.headers == reader.headers(of: row.stream) else {
                throw DomainError.conflict("those bytes are another message: their header is not that of \(row.id)")
            }
            return [known.proposing(known.loading(arrival))]
        }
        // As for saved messages: check first, then store, then record.
        let changed = try ledger.read(decide).count
        guard changed > 0, !dryRun else { return MessagesOutcome(matched: 1, changed: changed, receipt: nil) }
        let receipt = try storing([arrival]) { try ledger.writing.change(context, decide) }
        if receipt != nil { try ledger.stores.catchUpSearch() }
        return MessagesOutcome(matched: 1, changed: receipt == nil ? 0 : 1, receipt: receipt)
    }
}
