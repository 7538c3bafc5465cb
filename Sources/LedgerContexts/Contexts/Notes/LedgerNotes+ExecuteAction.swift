internal import Content
internal import Cryptography
public import EventLog
internal import LedgerHistory
public import LedgerKernel
internal import Mail
internal import Notes
public import Projections

/// The result of executing an action, or of a dry run.
public struct ExecutedAction: Sendable {
    /// The action in its new state.
    public let action: ActionRow
    /// Each field of it that changed.
    public let changes: [FieldChange]
    /// Nil for a dry run.
    public let receipt: Receipt?

    /// The same in the form of a command that changes settings.
    public var outcome: SettingOutcome { SettingOutcome(changes: changes, receipt: receipt) }
}

extension LedgerNotes {
    /// Executes an action: an e-mail becomes a draft message (RFC 5322), a calendar action a calendar file (RFC 5545).
    ///
    /// The calendar file goes to the content store. A reminder or a next step is marked as done. A failed execution may
    /// be retried. All of it is one transaction, which an undo reverts.
    ///
    /// - Parameters:
    ///   - service: The name of the service that did it.
    ///   - account: The address of the account for the draft. By default it is the account of the message that the
    ///     action or its note is attached to, or else the only one.
    /// - Throws: ``DomainError/conflict(_:hint:)`` for an action that was executed or given up, and if nothing
    ///   determines the draft's account.
    public func executeAction(
        _ prefix: String, service: String? = nil, account: String? = nil, _ call: CommandCall
    ) throws -> ExecutedAction {
        let action = try ledger.read { try $0.action(prefix) }
        var changes: [FieldChange] = []
        func decide(_ reader: LedgerReader, _ execution: ActionExecution) throws -> [ProposedEvent] {
            let events = try AdvanceAction.execute(execution).decide(reader.action(action.id.description).state)
            changes = try events.flatMap { try FieldChange.all(of: $0.event) }
            return events
        }
        let receipt: Receipt? =
            switch action.kind {
            case .calendar:
                try writeCalendar(of: action.id, call) { reader, calendar in
                    try decide(reader, ActionExecution(service: service, calendar: calendar))
                }
            case .email:
                try writeDraft(of: action, account, call) { reader, draft in
                    try decide(reader, ActionExecution(service: service, draft: draft))
                }
            case .reminder, .nextStep:
                try ledger.writing.change(call) { Proposal(try decide($0, ActionExecution(service: service))) }
            }
        return ExecutedAction(
            action: try ledger.read { try $0.action(action.id.description) }, changes: changes, receipt: receipt)
    }

    /// Saves the calendar file of an executed action to a file, which appears whole or not at all.
    ///
    /// - Parameter overwriting: Whether an existing file is replaced.
    public func saveCalendar(of prefix: String, to path: String, overwriting: Bool) throws -> SavedFile {
        try saveContent(calendar(of: prefix), to: path, overwriting: overwriting)
    }

    /// Passes on the calendar file of an executed action piece by piece.
    public func readCalendar(of prefix: String, to sink: ([UInt8]) throws -> Void) throws {
        try ledger.content.read(calendar(of: prefix)).forEachPiece { try sink($0) }
    }

    private func calendar(of prefix: String) throws -> SHA256Digest {
        let action = try ledger.read { try $0.action(prefix) }
        guard let calendar = action.progress.execution?.calendar else {
            throw DomainError.conflict("the action \(action.fields.title) has made no calendar file")
        }
        return calendar
    }

    /// Refuses the path of an existing file, and one where no file can be made, before anything is executed for it.
    public func requireFree(_ path: String, overwriting: Bool) throws {
        try NewFile.check(path, overwriting: overwriting, on: ledger.files)
        try NewFile.checkFolder(of: path, on: ledger.files)
    }

    /// Stores the file under the writer's lock, so that its stamp is the time of the transaction, and records it.
    private func writeCalendar(
        of id: ActionID, _ call: CommandCall, _ decide: (LedgerReader, SHA256Digest) throws -> [ProposedEvent]
    ) throws -> Receipt? {
        func write(_ reader: LedgerReader, isStored: Bool) throws -> [ProposedEvent] {
            let action = try reader.action(id.description).state
            let bytes = try CalendarFile(of: action, at: ledger.environment.log.now()).bytes
            let digest = SHA256Hasher.digest(of: bytes)
            let events = try decide(reader, digest)
            if isStored { try ledger.content.batch { try $0.put(bytes: bytes, digest: digest) } }
            return events
        }
        // A refusal comes before anything is stored.
        _ = try ledger.read { try write($0, isStored: false) }
        guard !call.isDryRun else { return nil }
        return try ledger.writing.storing {
            try ledger.writing.change(call) { Proposal(try write($0, isStored: true)) }
        }
    }

    private func writeDraft(
        of action: ActionRow, _ account: String?, _ call: CommandCall,
        _ decide: (LedgerReader, MessageID) throws -> [ProposedEvent]
    ) throws -> Receipt? {
        let (id, time) = (ledger.writing.newID(), ledger.environment.log.now())
        return try ledger.mail.saveDraft(call) { reader in
            // An action that is done already is refused before its draft is stored.
            _ = try decide(reader, MessageID(id))
            let fields = try reader.action(action.id.description).fields
            let account = try reader.account(ofDraftBy: action.holder, named: account)
            let author = EmailAddress(name: account.displayName, address: account.address)
            let draft = DraftMessage(
                messageID: DraftMessage.messageID(id, from: author), from: author, to: fields.recipients,
                subject: fields.emailSubject ?? "", text: fields.emailBody ?? "", date: time)
            return (account.id, draft)
        } also: { reader, draft in
            try decide(reader, draft)
        }.receipt
    }
}

extension LedgerReader {
    /// The account for the draft of an action.
    fileprivate func account(ofDraftBy holder: ActionHolder, named name: String?) throws -> AccountRow {
        if let name { return try account(name) }
        let accounts = try accounts()
        if let id = try message(of: holder).flatMap({ try message(withID: $0) })?.account,
            let account = accounts.first(where: { $0.id == id })
        {
            return account
        }
        guard accounts.count == 1, let only = accounts.first else {
            throw DomainError.conflict(
                accounts.isEmpty
                    ? "there is no account to write the draft for" : "name the account whose draft it is to be")
        }
        return only
    }

    private func message(of holder: ActionHolder) throws -> MessageID? {
        switch holder {
        case .message(let message): message
        case .note(let note): try self.note(note.description).links.first?.message
        }
    }
}
