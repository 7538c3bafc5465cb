package import CivilTime
public import EventLog
package import LedgerKernel
public import Mail
package import Projections

extension LedgerMail {
    /// Saves a message that is to be sent some time in the drafts folder of its account, as a draft.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` if the account has no folder for drafts.
    @discardableResult
    public func saveDraft(
        _ draft: DraftMessage, account: AccountID, context: OperationContext, dryRun: Bool = false
    ) throws -> SaveOutcome {
        try saveDraft(
            CommandCall(context, isDryRun: dryRun), compose: { _ in (account, draft) }, also: { _, _ in [] })
    }

    /// Saves a draft, and records further events in the same transaction.
    ///
    /// - Parameters:
    ///   - compose: Called again under the writer's lock, and must return the same then: the bytes are stored before.
    ///   - also: Decides on the further events; it gets the draft's id, which means nothing in a dry run.
    package func saveDraft(
        _ call: CommandCall,
        compose: (LedgerReader) throws -> (account: AccountID, draft: DraftMessage),
        also: (LedgerReader, _ draft: MessageID) throws -> [ProposedEvent]
    ) throws -> SaveOutcome {
        try ledger.writing.requireWritable()
        let (account, draft) = try ledger.read(compose)
        let folder = try ledger.read { try $0.draftsFolder(of: account) }
        let arrival = try Arrival(
            IncomingMessage(account: account, folder: folder.id, bytes: draft.bytes, keywords: [.draft]))
        func decide(_ reader: LedgerReader) throws -> (decision: SaveDecision, events: [ProposedEvent]) {
            guard try compose(reader) == (account, draft) else {
                throw DomainError.conflict("what the draft is made of was changed meanwhile; try again")
            }
            var decision = try SaveDecision(reader: reader, ledger: ledger)
            try decision.record(arrival)
            return (decision, try decision.events + also(reader, decision.ids[0]))
        }
        var (decision, events) = try ledger.read(decide)
        var receipt: Receipt?
        if !call.isDryRun {
            receipt = try storing([arrival]) {
                try ledger.writing.change(call) { reader in
                    (decision, events) = try decide(reader)
                    return Proposal(events)
                }
            }
            try ledger.stores.catchUpSearch()
        }
        return SaveOutcome(ids: decision.ids, changed: decision.changed, receipt: receipt)
    }

    /// The answer to a message, by its account's owner.
    package func reply(to message: MessageRow, id: UniqueID, text: String, at date: Timestamp, _ reader: LedgerReader)
        throws
        -> DraftMessage
    {
        let author = try reader.author(of: message.account)
        return DraftMessage(
            to: try reader.headers(of: message.stream), messageID: DraftMessage.messageID(id, from: author),
            from: author,
            text: text, date: date)
    }
}

extension LedgerReader {
    /// Who writes in an account.
    package func author(of account: AccountID) throws -> EmailAddress {
        let row = try requireAccount(account)
        return EmailAddress(name: row.displayName, address: row.address)
    }

    fileprivate func draftsFolder(of account: AccountID) throws -> FolderRow {
        let account = try requireAccount(account)
        let role = FolderRole.drafts.rawValue
        guard let folder = try folders(of: account.stream).first(where: { $0.role == role }) else {
            throw DomainError.conflict(
                "\(account.address) has no folder for drafts: none of its folders has the role \(role)")
        }
        return folder
    }
}
