public import EventLog
internal import Hashing
internal import Mail
public import SQLite

/// Keeps what was erased and when, and by what an import knows it again; nothing of what it was.
public final class ErasuresProjector: Projection {
    public static let name = "erasures"
    public static let version = 1

    private let connection: Connection

    public init(on connection: Connection) {
        self.connection = connection
    }

    public static func createTables(on connection: Connection) throws {
        try ErasuresSchema.createTables(on: connection)
    }

    public static func createIndexes(on connection: Connection) throws {
        try ErasuresSchema.createIndexes(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let content) = event.content else { return }
        switch content {
        case let erased as MessageErased:
            try insert(
                event, kind: .message, uuid: erased.message.blob, account: erased.account, events: erased.events,
                messageID: erased.messageID?.bytes)
            for identity in erased.identities {
                try connection.run(
                    "INSERT OR REPLACE INTO erased_identity VALUES (\(bind: identity.bytes), \(bind: event.position.rawValue))"
                )
            }
        case let erased as AccountErased:
            try insert(
                event, kind: .account, uuid: erased.account.blob, account: erased.account, events: erased.events,
                messageID: nil)
        default:
            break
        }
    }

    private func insert(
        _ event: RecordedEvent, kind: ErasureRow.Kind, uuid: [UInt8], account: AccountID, events: Int,
        messageID: [UInt8]?
    ) throws {
        try connection.run(
            """
            INSERT INTO erasure VALUES (
                \(bind: event.position.rawValue), \(bind: kind.rawValue), \(bind: event.stream.rawValue), \(bind: uuid),
                \(bind: event.account.rawValue), \(bind: account.blob), \(bind: events),
                \(bind: event.recordedAt.microseconds), \(bind: messageID))
            """)
    }
}
