internal import Content
internal import EventLog
internal import LedgerContexts
internal import LedgerKernel
internal import Mail
internal import Mailboxes
internal import Projections
internal import SQLiteDatabase

/// Checks which messages an account knows and has the bytes of, so that they need not be parsed.
///
/// Its answer is only likely, because others write meanwhile: recording a message checks again under the writer's lock.
struct KnownMessages {
    private let contains: (MessageDigests) throws -> Bool

    /// Uses the ledger itself.
    init(in account: StreamID, of ledger: Ledger) {
        contains = { digests in
            try ledger.read { reader in
                try Self.isKnown(digests, in: account, on: reader.connection, ledger.content)
            }
        }
    }

    /// Uses connections of its own, for a thread beside the one that uses the ledger.
    init(
        in account: StreamID, at place: any LedgerPlace, environment: LogEnvironment, contexts: Contexts
    ) throws {
        let log = try place.log.open(.readOnly, environment: environment)
        let views = Views(
            of: log, directory: place.readModels?.views, on: place.disk, projections: contexts.projections,
            catalogue: contexts.catalogue, canWrite: false, prepare: { _ in })
        let content = place.openContents()
        contains = { digests in
            // Views that have to be built first know nothing yet.
            guard let live = try views.existing() else { return false }
            return try Self.isKnown(digests, in: account, on: live.connection, content)
        }
    }

    func contains(_ digests: MessageDigests) throws -> Bool {
        try contains(digests)
    }

    private static func isKnown(
        _ digests: MessageDigests, in account: StreamID, on connection: Connection, _ content: ContentStore
    ) throws -> Bool {
        try SameMessage(connection: connection, content: content).knowsBytes(of: digests, in: account)
            && content.contains(digests.raw)
    }
}
