public import EventLog

/// What a command that changes settings did, or would do.
public struct SettingOutcome: Sendable {
    /// Each field that changed, with its old and new value.
    public let changes: [FieldChange]
    /// Nil when nothing was to be changed, or only looked at.
    public let receipt: Receipt?
    /// The path of the folder that gave up a role for this; nil where none did.
    public let roleTakenFrom: String?

    init(changes: [FieldChange], receipt: Receipt?, roleTakenFrom: String? = nil) {
        self.changes = changes
        self.receipt = receipt
        self.roleTakenFrom = roleTakenFrom
    }

    /// Of a command that had nothing to change.
    public static let nothing = SettingOutcome(changes: [], receipt: nil)
}

extension Ledger {
    /// Decides and appends, or only decides; tells which fields change.
    func changeSettings(
        _ context: OperationContext, dryRun: Bool, _ decide: (LedgerReader) throws -> [ProposedEvent]
    ) throws -> SettingOutcome {
        var events: [ProposedEvent] = []
        let receipt = try change(context, dryRun: dryRun) { reader in
            events = try decide(reader)
            return events
        }
        return SettingOutcome(changes: try events.flatMap { try FieldChange.all(of: $0.event) }, receipt: receipt)
    }
}
