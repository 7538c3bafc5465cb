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
            try update(event.stream.rawValue, changed)
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
            INSERT INTO account VALUES (
                \(bind: stream.rawValue), \(bind: created.id.blob), \(bind: created.address), \(bind: created.displayName),
                \(bind: created.provider.rawValue),
                \(bind: created.imap?.host), \(bind: created.imap?.port), \(bind: created.imap?.security.rawValue),
                \(bind: created.imap?.username),
                \(bind: created.smtp?.host), \(bind: created.smtp?.port), \(bind: created.smtp?.security.rawValue),
                \(bind: created.smtp?.username),
                \(bind: created.authTypes.map(\.rawValue).joined(separator: ",")), \(bind: created.credentialRef?.text),
                \(bind: created.isEnabled), \(bind: created.keepNewest), \(bind: created.keepFor?.text), NULL)
            """)
    }

    private func update(_ id: Int64, _ changed: AccountChanged) throws {
        var assignments: [SQL] = []
        if let address = changed.address { assignments.append("address = \(bind: address.new)") }
        if let name = changed.displayName { assignments.append("display_name = \(bind: name.new)") }
        if let provider = changed.provider { assignments.append("provider = \(bind: provider.new.rawValue)") }
        for (prefix, server) in [("imap", changed.imap), ("smtp", changed.smtp)] {
            guard let server else { continue }
            func column(_ name: String) -> SQL { .identifier(prefix + "_" + name) }
            if let host = server.host { assignments.append("\(column("host")) = \(bind: host.new)") }
            if let port = server.port { assignments.append("\(column("port")) = \(bind: port.new)") }
            if let security = server.security {
                assignments.append("\(column("security")) = \(bind: security.new?.rawValue)")
            }
            if let username = server.username { assignments.append("\(column("username")) = \(bind: username.new)") }
        }
        if let types = changed.authTypes {
            assignments.append("auth_types = \(bind: types.new.map(\.rawValue).joined(separator: ","))")
        }
        if let reference = changed.credentialRef {
            assignments.append("credential_ref = \(bind: reference.new?.text)")
        }
        if let isEnabled = changed.isEnabled { assignments.append("is_enabled = \(bind: isEnabled.new)") }
        if let keep = changed.keepNewest { assignments.append("keep_newest = \(bind: keep.new)") }
        if let keep = changed.keepFor { assignments.append("keep_for = \(bind: keep.new?.text)") }
        guard !assignments.isEmpty else { return }
        let count = try connection.run(
            "UPDATE account SET \(assignments.joined(separator: ", ")) WHERE id = \(bind: id)")
        guard count == 1 else { throw ProjectionError.unknown("account \(id)") }
    }

    private func update(_ id: Int64, _ changed: AccountSyncChanged) throws {
        try connection.run(
            "INSERT OR IGNORE INTO account_sync (account, status) VALUES (\(bind: id), \(bind: SyncState().status.rawValue))"
        )
        var assignments: [SQL] = []
        if let history = changed.historyID { assignments.append("history_id = \(bind: history.new)") }
        if let status = changed.status { assignments.append("status = \(bind: status.new.rawValue)") }
        if let message = changed.errorMessage { assignments.append("error_message = \(bind: message.new)") }
        if let time = changed.lastFullSync { assignments.append("last_full = \(bind: time.new?.microseconds)") }
        if let time = changed.lastIncrementalSync {
            assignments.append("last_incremental = \(bind: time.new?.microseconds)")
        }
        guard !assignments.isEmpty else { return }
        try connection.run(
            "UPDATE account_sync SET \(assignments.joined(separator: ", ")) WHERE account = \(bind: id)")
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
        let count = try connection.run(
            "UPDATE account SET ended = \(bind: position?.rawValue) WHERE id = \(bind: id)")
        guard count == 1 else { throw ProjectionError.unknown("account \(id)") }
        changes.announce(RowChange(kind, entity: Entity.account, id: id, account: id))
    }
}

extension AccountsProjector: FoldedProjection {
    package static let folded = FoldedEvents.all
}
