internal import Access
internal import CivilTime
internal import Cryptography
public import EventLog
internal import JSONCoding
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
        case let changed as TokenChanged: try update(event, try assignments(of: changed))
        case is TokenRevoked: try update(event, ["ended = \(bind: event.position.rawValue)"])
        default: break
        }
    }

    private func insert(_ issued: TokenIssued, _ event: RecordedEvent) throws {
        try connection.run(
            """
            INSERT INTO token VALUES (
                \(bind: event.stream.rawValue), \(bind: issued.id.blob), \(bind: issued.name), \(bind: issued.actor),
                \(bind: Self.text(of: issued.scopes)), \(bind: Self.json(of: issued.accounts)),
                \(bind: issued.expiresAt?.microseconds), \(bind: issued.secretDigest.bytes),
                \(bind: event.recordedAt.microseconds), \(bind: event.recordedAt.microseconds), NULL)
            """)
    }

    private func assignments(of changed: TokenChanged) throws -> [SQL] {
        var assignments: [SQL] = []
        if let name = changed.name { assignments.append("name = \(bind: name.new)") }
        if let actor = changed.actor { assignments.append("actor = \(bind: actor.new)") }
        if let scopes = changed.scopes { assignments.append("scopes = \(bind: Self.text(of: scopes.new))") }
        if let accounts = changed.accounts { assignments.append("accounts = \(bind: try Self.json(of: accounts.new))") }
        if let expiry = changed.expiresAt { assignments.append("expires = \(bind: expiry.new?.microseconds)") }
        return assignments
    }

    private func update(_ event: RecordedEvent, _ assignments: [SQL]) throws {
        let updated: SQL = "updated = \(bind: event.recordedAt.microseconds)"
        let count = try connection.run(
            """
            UPDATE token SET \((assignments + [updated]).joined(separator: ", "))
            WHERE id = \(bind: event.stream.rawValue)
            """)
        guard count == 1 else { throw ProjectionError.unknown("token \(event.stream)") }
    }

    private static func text(of scopes: [AccessScope]) -> String {
        scopes.map(\.rawValue).joined(separator: " ")
    }

    private static func json(of accounts: [AccountID]?) throws -> String? {
        try accounts.map { String(decoding: try JSONBytesEncoder().encode($0), as: UTF8.self) }
    }
}

extension TokensProjector: FoldedProjection {
    package static let folded = FoldedEvents.all
}
