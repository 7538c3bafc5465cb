internal import Content
public import EventLog
internal import Hashing
internal import Mail
internal import Notes
public import Projections

/// What came of executing an action, or would.
public struct ExecutedAction: Sendable {
    /// The action as it is now.
    public let action: ActionRow
    /// Each field that changed.
    public let changes: [FieldChange]
    /// Nil when it was only looked at.
    public let receipt: Receipt?
}

extension Ledger {
    /// Does what an action says: an e-mail becomes a draft message, a calendar action a calendar file (RFC 5545) in the content
    /// store; a reminder or a next step is marked as done.
    ///
    /// What failed may be tried again. All of it is one transaction, which an undo takes back.
    ///
    /// - Parameters:
    ///   - service: Who did it, as somebody wants to name it.
    ///   - account: By its address whose draft it becomes; else it is the account of the message that the action or its note is
    ///     on, else the only one.
    /// - Throws: ``DomainError/conflict(_:)`` for an action that was executed or given up.
    public func executeAction(
        _ prefix: String, service: String? = nil, account: String? = nil, context: OperationContext,
        dryRun: Bool = false
    ) throws -> ExecutedAction {
        let action = try read { try $0.action(prefix) }
        var changes: [FieldChange] = []
        func decide(_ reader: LedgerReader, _ execution: ActionExecution) throws -> [ProposedEvent] {
            let events = try AdvanceAction.execute(execution).decide(reader.action(action.id.description).state)
            changes = try events.flatMap { try FieldChange.all(of: $0.event) }
            return events
        }
        let receipt: Receipt? =
            switch action.kind {
            case .calendar:
                try writeCalendar(of: action.id, context, dryRun) { reader, calendar in
                    try decide(reader, ActionExecution(service: service, calendar: calendar))
                }
            case .email, .reminder, .nextStep:
                try change(context, dryRun: dryRun) { try decide($0, ActionExecution(service: service)) }
            }
        return ExecutedAction(action: try read { try $0.action(prefix) }, changes: changes, receipt: receipt)
    }

    /// Writes the calendar file of an executed action to a file, which appears whole or not at all.
    ///
    /// - Parameter overwriting: Whether a file that is there is replaced.
    public func saveCalendar(of prefix: String, to path: String, overwriting: Bool) throws -> SavedFile {
        let action = try read { try $0.action(prefix) }
        guard let calendar = action.progress.execution?.calendar else {
            throw DomainError.conflict("the action \(action.fields.title) has made no calendar file")
        }
        return try saveContent(calendar, to: path, overwriting: overwriting)
    }

    /// Stores the file under the writer's lock, so that its stamp is the time of the transaction, and records it.
    private func writeCalendar(
        of id: ActionID, _ context: OperationContext, _ dryRun: Bool,
        _ decide: (LedgerReader, SHA256Digest) throws -> [ProposedEvent]
    ) throws -> Receipt? {
        func write(_ reader: LedgerReader, isStored: Bool) throws -> [ProposedEvent] {
            let action = try reader.action(id.description).state
            let bytes = try CalendarFile(of: action, at: environment.log.now()).bytes
            let digest = SHA256Hasher.digest(of: bytes)
            let events = try decide(reader, digest)
            if isStored { try content.batch { try $0.put(bytes: bytes, digest: digest) } }
            return events
        }
        guard !dryRun else { return try change(context, dryRun: true) { try write($0, isStored: false) } }
        // What is refused is found out before anything is stored.
        _ = try read { try write($0, isStored: false) }
        return try storing { try change(context) { try write($0, isStored: true) } }
    }
}
