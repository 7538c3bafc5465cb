internal import Domain
public import EventLog
public import LedgerKernel
public import Outbox
public import Projections

/// A thing that waits for its server, with its name and version.
public struct OutboxItem: Sendable, Hashable {
    public let row: OutboxRow
    /// Its name for people: a subject, the path of a folder, …; nil for a thing without a name.
    public let name: String?
    /// The number of events in its stream, without those of the outbox.
    public let version: Int
}

extension LedgerReader {
    /// Returns the things that wait to be carried to their server, in the order of recording.
    ///
    /// - Parameters:
    ///   - includingHeldUp: Whether to include things that failed too often, or of which the server has another
    ///     version.
    ///   - account: The address of an account; nil for all.
    /// - Complexity: O(events of the things).
    public func outbox(
        includingHeldUp: Bool = false, account: String? = nil, limit: Int? = nil
    ) throws -> [OutboxItem] {
        let stream = try account.map { try self.account($0).stream }
        let paths = try folderPaths()
        return try OutboxQuery(on: connection).waiting(
            includingHeldUp: includingHeldUp, account: stream, limit: limit
        ).map { row in
            let kind = contexts.things.first { $0.name == row.entity }
            let title = try kind?.identity(of: row.stream, on: connection)?.title
            return OutboxItem(row: row, name: paths[row.id.description] ?? title, version: try version(of: row.stream))
        }
    }

    /// The progress of an item towards its server.
    public func outboxState(of thing: StreamID) throws -> OutboxState {
        try OutboxQuery(on: connection).state(of: thing) ?? OutboxState()
    }

    /// Kinds that belong to no server, or are part of something else.
    private static let kindsAtHome: Set<String> = ["account", "thread", "hold", "erasure", "outbox", "token"]

    /// Finds the one thing, deleted or not, whose id has a prefix.
    ///
    /// - Throws: ``DomainError/conflict(_:hint:)`` for a thing of a kind that no server gets.
    package func outboxThing(_ prefix: String) throws -> MarkInOutbox.Thing {
        var found: [MarkInOutbox.Thing] = []
        for kind in contexts.things where !Self.kindsAtHome.contains(kind.name) {
            for stream in try kind.streams(withPrefix: prefix, on: connection) {
                guard let identity = try kind.identity(of: stream, on: connection) else { continue }
                found.append(
                    MarkInOutbox.Thing(
                        entity: kind.name, id: identity.id, stream: stream, account: identity.account,
                        state: try outboxState(of: stream), version: try version(of: stream)))
            }
        }
        guard let first = found.first else {
            if let kind = try contexts.things.first(where: { kind in
                try Self.kindsAtHome.contains(kind.name)
                    && !kind.streams(withPrefix: prefix, on: connection).isEmpty
            }) {
                throw DomainError.conflict("\(prefix) is a thing of the kind \(kind.name), which no server gets")
            }
            throw DomainError.notFound(kind: "message, folder or other thing", name: prefix)
        }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: "thing", name: prefix, count: found.count) }
        return first
    }

    /// The number of events in a thing's stream, without those of the outbox.
    func version(of stream: StreamID, through end: Position? = nil) throws -> Int {
        var version = 0
        try store.forEach(EventSelection(through: end ?? position, stream: stream)) { event in
            if event.type.name != OutboxStateChanged.type.name { version += 1 }
            return true
        }
        return version
    }
}
