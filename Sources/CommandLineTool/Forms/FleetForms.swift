internal import CivilTime
internal import EventLog
internal import Fleet
internal import MailLedger

/// One ledger of a database, as JSON has it.
struct FleetLedgerForm: Encodable {
    let name: String
    let id: LedgerID
    let events: Int64
    let transactions: Int64
    let changedAt: String?
    let needsStandby: Bool
    let damage: String?
    let sealed: String?
    let nodesBehind: [String]

    init(_ ledger: FleetQuestions.Ledger) {
        name = ledger.name
        id = ledger.id
        events = ledger.events
        transactions = ledger.transactions
        changedAt = ledger.lastChange?.iso8601
        needsStandby = ledger.needsStandby
        damage = ledger.damage
        sealed = ledger.sealed
        nodesBehind = ledger.nodesBehind
    }
}

/// Where a ledger should be warm, as JSON has it.
struct FleetPlaceForm: Encodable {
    let name: String
    let id: LedgerID
    let first: String?
    let second: String?

    init(_ ledger: FleetQuestions.Ledger, among nodes: [String]) {
        let choices = Rendezvous.choices(of: ledger.id, among: nodes)
        (name, id, first, second) = (ledger.name, ledger.id, choices.first, choices.dropFirst().first)
    }
}

/// One transaction of some ledger, as JSON has it.
struct FleetChangeForm: Encodable {
    struct Count: Encodable {
        let effect: Effect
        let events: Int
    }

    let ledger: String
    let operation: OperationID
    let transaction: Int64
    let time: String
    let actor: String?
    let osUser: String?
    let host: String?
    let command: String?
    let reason: String?
    let effects: [Count]

    init(_ change: FleetQuestions.Change) {
        ledger = change.ledger
        operation = change.operation
        transaction = change.number
        time = change.time.iso8601
        actor = change.actor
        osUser = change.osUser
        host = change.host
        command = change.command
        reason = change.reason
        effects = change.effects.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { Count(effect: $0.key, events: $0.value) }
    }
}

/// A setting that was changed, as JSON has it; what was not changed is nil.
struct FleetSettingForm: Encodable {
    let name: String?
    let standby: String?
    let retentionDays: Int?
}
