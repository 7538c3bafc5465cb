public import EventLog
internal import Mail
public import SQLite

/// Keeps the accounts and their settings.
public final class AccountsProjector: Projection {
    public static let name = "accounts"
    public static let version = 1

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
        case is AccountDeleted:
            try end(event, at: event.position, announcing: changes, as: .destroyed)
        case is AccountRestored:
            try end(event, at: nil, announcing: changes, as: .created)
        default:
            break
        }
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
                \(bind: created.isEnabled), NULL)
            """)
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
