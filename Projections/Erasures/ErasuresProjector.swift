internal import CivilTime
internal import Cryptography
public import EventLog
internal import Mail
public import SQLiteDatabase

/// Keeps the kinds and times of erasures, and the digests by which an import recognises erased mail; nothing of the
/// contents.
public final class ErasuresProjector: Projection {
    public static let name = "erasures"
    public static let version = 4

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
        guard let erased = content as? any ErasingEvent else { return }
        let message = erased as? MessageErased
        let isKnown =
            try connection.first("SELECT 1 FROM erasure WHERE stream = \(bind: event.stream.rawValue)") { _ in true }
            ?? false
        changes.announce(
            RowChange(
                isKnown ? .updated : .created, entity: Entity.erasure, id: event.stream.rawValue,
                account: event.account.rawValue))
        try connection.run(
            """
            INSERT INTO erasure VALUES (
                \(bind: event.position.rawValue), \(bind: type(of: erased).kind), \(bind: event.stream.rawValue),
                \(bind: erased.erasedID.bytes), \(bind: event.account.rawValue), \(bind: erased.erasedFrom?.blob),
                \(bind: erased.events), \(bind: event.recordedAt.microseconds), \(bind: message?.messageID?.bytes),
                \(bind: message?.keyCheck?.bytes))
            """)
        for identity in message?.identities ?? [] {
            try connection.run(
                """
                INSERT INTO erased_identity VALUES (
                    \(bind: identity.bytes), \(bind: event.position.rawValue), \(bind: message?.keyCheck == nil))
                ON CONFLICT (digest) DO UPDATE SET position = excluded.position, takes_all = max(takes_all, excluded.takes_all)
                """)
        }
    }
}

extension ErasuresProjector: FoldedProjection {
    package static let folded = FoldedEvents.all
}
