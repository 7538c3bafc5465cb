internal import CivilTime
public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps the accounts and their settings.
public final class AccountsProjector: Projection {
    public static let name = "accounts"
    public static let version = 5
    public static let events: [any Event.Type]? = [
        AccountCreated.self, AccountChanged.self, AccountSyncChanged.self, AccountDeleted.self, AccountRestored.self,
        AccountErased.self,
    ]

    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    public static func createTables(on connection: Connection) throws {
        try AccountsSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let created as AccountCreated:
            try insert(created, stream: event.stream)
            changes.announce(
                RowChange(.created, entity: Entity.account, id: event.stream.rawValue, account: event.stream.rawValue))
        case let changed as AccountChanged:
            try connection.update("account", event.stream.rawValue, AccountCreated.columns.assignments(of: changed))
            try announceUpdate(event, changes)
        case let changed as AccountSyncChanged:
            try update(event.stream.rawValue, changed)
            try announceUpdate(event, changes)
        case is AccountDeleted:
            try end(event, at: event.position, announcing: changes, as: .destroyed)
        case is AccountRestored:
            try end(event, at: nil, announcing: changes, as: .created)
        case is AccountErased:
            try erase(event.stream.rawValue, announcing: changes)
        default:
            break
        }
    }

    private func announceUpdate(_ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let id = event.stream.rawValue
        guard try connection.isLive(account: id) else { return }
        changes.announce(RowChange(.updated, entity: Entity.account, id: id, account: id))
    }

    private func insert(_ created: AccountCreated, stream: StreamID) throws {
        try connection.run(
            """
            INSERT INTO account (id, uuid, \(AccountCreated.columns.names()))
            VALUES (
                \(bind: stream.rawValue), \(bind: created.id.blob), \(try AccountCreated.columns.values(of: created)))
            """)
    }

    private func update(_ id: Int64, _ changed: AccountSyncChanged) throws {
        try connection.run(
            "INSERT OR IGNORE INTO account_sync (account, status) VALUES (\(bind: id), \(bind: SyncState().status.rawValue))"
        )
        try connection.update(
            "account_sync", where: "account = \(bind: id)", SyncState.columns.assignments(of: changed)
        ) { "account \(id)" }
    }

    // Views that are built from the blanked log never had it.
    private func erase(_ id: Int64, announcing changes: ChangeRecorder) throws {
        let wasLive = try connection.isLive(account: id)
        try connection.run("DELETE FROM account WHERE id = \(bind: id)")
        try connection.run("DELETE FROM account_sync WHERE account = \(bind: id)")
        if wasLive { changes.announce(RowChange(.destroyed, entity: Entity.account, id: id, account: id)) }
        changes.tell(ThingErased())
    }

    private func end(
        _ event: RecordedEvent, at position: Position?, announcing changes: ChangeRecorder, as kind: RowChange.Kind
    ) throws {
        let id = event.stream.rawValue
        try connection.end("account", id, at: position)
        changes.announce(RowChange(kind, entity: Entity.account, id: id, account: id))
    }
}

extension AccountsProjector: FoldedProjection {
    package static let folded = FoldedEvents.all
}
