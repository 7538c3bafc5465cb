internal import Cryptography
internal import SQLiteDatabase

extension SQLiteLogStore {
    package func verify(last count: Int64?, progress: (Position) -> Bool) throws -> LogReport {
        do {
            let report = try inspect(last: count, progress: progress)
            if count == nil { damageMark?.remove() }
            return report
        } catch let fault as LogFault {
            damageMark?.leave(fault.description)
            throw fault
        } catch EventLogError.corrupt(let reason) {
            throw damaged(reason)
        }
    }

    private func inspect(last count: Int64?, progress: (Position) -> Bool) throws -> LogReport {
        try mappingErrors {
            try connection.transaction(.deferred) {
                let head = try head()
                var verifier = LogVerifier(store: self, head: head, last: count)
                try verifier.run(progress: progress)
                return LogReport(
                    events: head.position.rawValue, transactions: head.transaction, root: try root(at: head.position),
                    eventsRead: head.position.rawValue - verifier.first + 1,
                    checkpoints: try CheckpointCheck(store: self).run(at: head.position))
            }
        }
    }

    package func lastPosition() throws -> Position {
        let last = try mappingErrors {
            try connection.first("SELECT max(position) FROM events") { try $0.next(Position.self) } ?? .start
        }
        guard try hasRoom(for: last) else { throw damaged("the row of the last event is damaged") }
        return last
    }

    /// The number of extra connections of a verification: one for another thread if the log is a file.
    fileprivate var otherThreads: Int { path == Connection.inMemory ? 0 : 1 }
}

private struct LogVerifier: ~Copyable {
    private let store: SQLiteLogStore
    private let head: LogHead
    /// The first event that is read, which begins a tile.
    let first: Int64

    private var connection: Connection { store.connection }
    private var isWhole: Bool { first == 1 }

    init(store: SQLiteLogStore, head: LogHead, last count: Int64?) {
        self.store = store
        self.head = head
        let start = max(0, head.position.rawValue - (count ?? .max))
        first = start / TileID.width * TileID.width + 1
    }

    mutating func run(progress: (Position) -> Bool) throws {
        try GuardRailCheck(on: connection).checkTables()
        let transaction = try isWhole ? 1 : firstTransaction()
        let inspection = LogInspection(of: store.identity.id, head: head, from: first, transaction: transaction)
        let findings = try inspection.run(
            on: connection, others: store.otherThreads, open: store.anotherConnection(), progress: progress)
        if let fault = findings.fault { throw fault }
        if let obstacle = findings.obstacle { throw obstacle }
        try requireEnd()
        if isWhole { try GuardRailCheck(on: connection).checkPages() }
        try store.verifyErasures()
        guard isWhole else { return try compareRoots(findings) }
        try compareIndexes(findings)
        try compareTree(findings)
        if let fault = findings.faultOfPages { throw GuardRailCheck.damaged("events", fault) }
        try GuardRailCheck(on: connection).checkTriggers()
    }

    private func firstTransaction() throws -> Int64 {
        try connection.first("SELECT \"transaction\" FROM events WHERE position = \(bind: first)") {
            try $0.next(Int64.self)
        }
            ?? head.transaction
    }

    /// Requires that no event is beyond the last transaction or before the first position.
    private func requireEnd() throws {
        let ends = try connection.first("SELECT min(position), max(position) FROM events") {
            try ($0.next(Int64?.self) ?? 1, $0.next(Int64?.self) ?? 0)
        }
        guard let (lowest, highest) = ends else { return }
        guard highest <= head.position.rawValue else {
            throw LogFault(
                position: head.position.advanced(by: 1), reason: "there are events after the last transaction")
        }
        guard lowest == 1 || head.position == .start else {
            throw LogFault(position: Position(lowest), reason: "there is no such position")
        }
    }

    private func compareIndexes(_ findings: LogInspection.Findings) throws {
        if findings.sums.events != findings.sums.index {
            let place = try StreamIndexCheck(on: connection).firstDifference(through: head.position)
            throw LogFault(position: place ?? .start, reason: "the index of streams differs from the event")
        }
        let rotations = try store.keyRotations()
        guard rotations.count == findings.rotations else {
            throw LogFault(position: .start, reason: "the index of key changes differs from the events")
        }
    }

    private func compareTree(_ findings: LogInspection.Findings) throws {
        var tree = TileVerifier(connection)
        for (_, tiles) in findings.tiles.sorted(by: { $0.key < $1.key }) {
            for root in tiles.roots { try tree.append(root: root) }
            try tree.append(rest: tiles.rest)
        }
        try tree.finish(at: head.position)
    }

    /// Compares the roots of full tiles with the level above, which is not recomputed.
    private func compareRoots(_ findings: LogInspection.Findings) throws {
        for (start, tiles) in findings.tiles.sorted(by: { $0.key < $1.key }) {
            for (offset, root) in tiles.roots.enumerated() {
                let tile = (start - 1) / TileID.width + Int64(offset)
                let stored =
                    try SQLiteTiles(connection).hashes(
                        of: TileID(level: 1, index: tile / TileID.width)) ?? []
                let place = Int(tile % TileID.width) * SHA256Digest.byteCount
                guard stored.count >= place + SHA256Digest.byteCount,
                    SHA256Digest(bytes: stored[place..<place + SHA256Digest.byteCount]) == root
                else {
                    throw LogFault(
                        position: Position(tile * TileID.width + 1),
                        reason: "a Merkle tile of level 1 differs from the leaves")
                }
            }
        }
    }
}
