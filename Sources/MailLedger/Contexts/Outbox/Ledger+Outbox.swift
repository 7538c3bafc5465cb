internal import Domain
public import EventLog
public import Outbox
public import Projections

/// A thing that waits for its server, as it is told of.
public struct OutboxItem: Sendable, Hashable {
    public let row: OutboxRow
    /// What people know it by: a subject, the path of a folder, …; nil for a thing without a name.
    public let name: String?
    /// How many events its stream has, those of the outbox left out.
    public let version: Int
}

extension LedgerReader {
    /// Returns what waits to be carried to its server, the thing that was recorded first before the others.
    ///
    /// - Parameters:
    ///   - includingHeldUp: Whether those are there, too, that failed too often, or that the server has another version of.
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

    /// How far an item has got to its server.
    public func outboxState(of thing: StreamID) throws -> OutboxState {
        try OutboxQuery(on: connection).state(of: thing) ?? OutboxState()
    }

    /// What has no server to come to, or is part of something else.
    private static let kindsAtHome: Set<String> = ["account", "thread", "hold", "erasure", "outbox"]

    /// Finds the one thing, deleted or not, whose id begins so.
    func outboxThing(_ prefix: String) throws -> MarkInOutbox.Thing {
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
            throw DomainError.notFound(kind: "message, folder or other thing", name: prefix)
        }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: "thing", name: prefix, count: found.count) }
        return first
    }

    /// How many events a thing's stream has, those of the outbox left out.
    func version(of stream: StreamID, through end: Position? = nil) throws -> Int {
        var version = 0
        try store.forEach(EventSelection(through: end ?? position, stream: stream)) { event in
            if event.type.name != OutboxStateChanged.type.name { version += 1 }
            return true
        }
        return version
    }
}
