internal import Access
internal import CivilTime
internal import Cryptography
public import EventLog
public import SQLiteDatabase

/// Keeps which token gave access to whom, including revoked tokens.
public final class TokensProjector: Projection {
    public static let name = "tokens"
    public static let version = 1
    public static let events: [any Event.Type]? = [TokenIssued.self, TokenChanged.self, TokenRevoked.self]

    private let connection: Connection
    private let shown: ShownThings

    public init(on connection: Connection) {
        self.connection = connection
        shown = ShownThings(Entity.token, in: TokensSchema.publicTables, on: connection)
    }

    public static func createTables(on connection: Connection) throws {
        try TokensSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        try shown.announce(event.stream.rawValue, account: 0, changes) { try take(content, event) }
    }

    private func take(_ content: any Event, _ event: RecordedEvent) throws {
        switch content {
        case let issued as TokenIssued: try insert(issued, event)
        case let changed as TokenChanged: try update(event, TokenIssued.columns.assignments(of: changed))
        case is TokenRevoked: try update(event, ["ended = \(bind: event.position.rawValue)"])
        default: break
        }
    }

    private func insert(_ issued: TokenIssued, _ event: RecordedEvent) throws {
        try connection.run(
            """
            INSERT INTO token (id, uuid, \(TokenIssued.columns.names()), digest, created, updated)
            VALUES (
                \(bind: event.stream.rawValue), \(bind: issued.id.blob), \(try TokenIssued.columns.values(of: issued)),
                \(bind: issued.secretDigest.bytes), \(bind: event.recordedAt.microseconds),
                \(bind: event.recordedAt.microseconds))
            """)
    }

    private func update(_ event: RecordedEvent, _ assignments: [SQL]) throws {
        let updated: SQL = "updated = \(bind: event.recordedAt.microseconds)"
        try connection.update("token", event.stream.rawValue, assignments + [updated])
    }
}

extension TokensProjector: FoldedProjection {
    package static let folded = FoldedEvents.all
}
