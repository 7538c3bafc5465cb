internal import Cryptography

/// A verification that only reads from an engine: each transaction, each event, each tile.
///
/// An engine with its own rows checks them faster; this one defines the right answer.
package struct PlainVerification {
    private let log: any LogReading

    package init(of log: any LogReading) {
        self.log = log
    }

    /// - Throws: ``LogFault`` for the first thing that does not hold; ``EventLogError/cancelled``.
    /// - Complexity: Linear in the log, whatever is asked for; memory for a hash and a number per event.
    package func run(
        last count: Int64? = nil, progress: (Position) -> Bool = { _ in true }
    ) throws -> LogReport {
        let head = try log.head()
        let start = max(0, head.position.rawValue - (count ?? .max))
        let first = start / TileID.width * TileID.width + 1
        let erased = try erasedPlaces()
        try checkTransactions(through: head, erased)
        let leaves = try checkEvents(through: head, erased, progress)
        try compareTree(leaves)
        try verifyErasures()
        return LogReport(
            events: head.position.rawValue, transactions: head.transaction, root: try log.root(at: head.position),
            eventsRead: head.position.rawValue - first + 1,
            checkpoints: try CheckpointCheck(store: log).run(at: head.position))
    }

    private func erasedPlaces() throws -> Set<ErasedPlace> {
        var places: Set<ErasedPlace> = []
        try log.forEachErasure { places.insert($0) }
        return places
    }

    private func checkTransactions(through head: LogHead, _ erased: Set<ErasedPlace>) throws {
        var hasher = SHA256Hasher()
        var (number, end) = (Int64(0), Position.start)
        try log.forEachTransaction(from: 1, isBackward: false) { transaction in
            let next = end.advanced(by: 1)
            try require(transaction.number == number + 1, at: next, "transaction \(number + 1) is missing")
            try require(
                transaction.firstPosition == next, at: min(transaction.firstPosition, next),
                "transaction \(transaction.number) says that it starts at \(transaction.firstPosition)")
            try transaction.check(with: &hasher)
            try require(
                transaction.header != nil || erased.contains(.header(transaction.number)), at: next,
                "it is blank, and no erasure says so")
            (number, end) = (transaction.number, transaction.lastPosition)
            return true
        }
        // A head that is kept beside the transactions may be behind them.
        try require(
            number == head.transaction && end == head.position, at: min(end, head.position).advanced(by: 1),
            end > head.position ? "the head ends, and the transactions go on" : "the event is missing")
    }

    /// Returns the leaves of all events.
    private func checkEvents(
        through head: LogHead, _ erased: Set<ErasedPlace>, _ progress: (Position) -> Bool
    ) throws -> [SHA256Digest] {
        var hasher = SHA256Hasher()
        var recorded = RecordedLeaves(of: log)
        var leaves: [SHA256Digest] = []
        var versions: [StreamID: Int] = [:]
        var transaction: StoredTransaction?
        try log.forEach(EventSelection()) { event in
            let position = Position(Int64(leaves.count) + 1)
            try require(event.position == position, at: position, "the event is missing")
            try require(position <= head.position, at: position, "there are events after the last transaction")
            if transaction?.number != event.transaction { transaction = try log.transaction(event.transaction) }
            guard let transaction, transaction.firstPosition <= position, position <= transaction.lastPosition else {
                throw LogFault(position: position, reason: "its transaction is missing")
            }
            try event.check(with: &hasher)
            try require(
                event.payload != nil || erased.contains(.event(position)), at: position,
                "it is blank, and no erasure says so")
            let before = versions[event.stream] ?? 0
            try require(
                before > 0 || event.stream.rawValue == position.rawValue, at: position,
                "its stream \(event.stream) never started")
            try require(
                event.version == before + 1, at: position,
                "its stream version is \(event.version), not \(before + 1)")
            versions[event.stream] = event.version
            let leaf = Entry.leaf(of: event, in: transaction, ledger: log.identity.id, with: &hasher)
            try require(
                try recorded.leaf(at: position) == leaf, at: position,
                "the entry differs from its leaf in the Merkle tree")
            leaves.append(leaf)
            guard leaves.count % 65_536 != 0 || progress(position) else { throw EventLogError.cancelled }
            return true
        }
        try require(
            leaves.count == head.position.rawValue, at: Position(Int64(leaves.count) + 1), "the event is missing")
        guard progress(head.position) else { throw EventLogError.cancelled }
        return leaves
    }

    /// Compares each tile with the one computed from the leaves; beyond the last leaf there is none.
    private func compareTree(_ leaves: [SHA256Digest]) throws {
        var tree = MerkleTree(InMemoryTiles())
        try tree.append(leaves)
        let size = SHA256Digest.byteCount
        let excess = LogFault(
            position: Position(Int64(leaves.count) + 1), reason: "the Merkle tiles hold more than the log does")
        for (tile, hashes) in tree.storage.tiles.sorted(by: {
            ($0.key.level, $0.key.index) < ($1.key.level, $1.key.index)
        }) {
            let stored = try log.hashes(of: tile) ?? []
            guard stored != hashes else { continue }
            let common = zip(stored, hashes).prefix { $0 == $1 }.count / size
            guard common * size < hashes.count else { throw excess }
            let hash = tile.index * TileID.width + Int64(common)
            let first = (0..<tile.level).reduce(hash) { first, _ in first * TileID.width } + 1
            throw LogFault(
                position: Position(first), reason: "a Merkle tile of level \(tile.level) differs from the leaves")
        }
        let next = TileID(level: 0, index: (Int64(leaves.count) + TileID.width - 1) / TileID.width)
        guard try log.hashes(of: next) == nil else { throw excess }
    }

    /// Compares the list of erasures with the blank events.
    package func verifyErasures() throws {
        for place in try erasedPlaces().sorted() {
            switch place {
            case .event(let position):
                guard let event = try log.event(at: position), event.payload == nil else {
                    throw LogFault(
                        position: position, reason: "it is listed as erased, or its header is, and is not blank")
                }
                let isErased = try [
                    EventSelection(after: position, stream: event.stream),
                    EventSelection(after: position, stream: event.account),
                ].contains { selection in try log.events(selection).contains { $0.type.isErasing } }
                try require(isErased, at: position, "it is blank, and no later event erases it")
            case .header(let number):
                guard let transaction = try log.transaction(number), transaction.header == nil else {
                    throw LogFault(
                        position: try log.transaction(number)?.firstPosition ?? .start,
                        reason: "it is listed as erased, or its header is, and is not blank")
                }
                let hasBlank = try log.events(EventSelection(of: transaction)).contains { $0.payload == nil }
                try require(
                    hasBlank, at: transaction.firstPosition,
                    "the header of its transaction is blank, and none of its events is")
            }
        }
    }

    private func require(_ condition: Bool, at position: Position, _ reason: @autoclosure () -> String) throws {
        guard condition else { throw LogFault(position: position, reason: reason()) }
    }
}

extension ErasedPlace: Comparable {
    /// Events come before headers, each in the order of their numbers.
    public static func < (first: ErasedPlace, second: ErasedPlace) -> Bool {
        switch (first, second) {
        case (.event(let first), .event(let second)): first < second
        case (.header(let first), .header(let second)): first < second
        case (.event, .header): true
        case (.header, .event): false
        }
    }
}
