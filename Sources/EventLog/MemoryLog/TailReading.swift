internal import CivilTime
internal import Cryptography

/// A log whose end, or all of it, is in memory: another log has the part before the tail.
protocol TailReading: LogReading {
    /// The part of the log read so far, or all of it.
    var tail: LogTail { get }
    /// The log that the tail follows; nil if the tail is all.
    var base: (any LogReading)? { get }
}

extension TailReading {
    public func makeReader() -> (@Sendable () throws -> any LogReading)? { nil }

    public func head() throws -> LogHead { tail.head }

    // MARK: Events

    public func forEach(_ selection: EventSelection, _ body: (StoredEvent) throws -> Bool) throws {
        let tail = tail
        func lendBase() throws -> Bool {
            guard let base else { return true }
            var below = selection
            below.through = min(selection.through ?? tail.start.position, tail.start.position)
            var goesOn = true
            try base.forEach(below) {
                goesOn = try body($0)
                return goesOn
            }
            return goesOn
        }
        if selection.isBackward {
            if try tail.forEach(selection, body) { _ = try lendBase() }
        } else if try lendBase() {
            _ = try tail.forEach(selection, body)
        }
    }

    public func positions(of stream: StreamID, through end: Position) throws -> [Position] {
        try (base?.positions(of: stream, through: min(end, tail.start.position)) ?? [])
            + tail.positions(of: stream).filter { $0 <= end }
    }

    public func place(of position: Position) throws -> EventPlace? {
        position > tail.start.position ? tail.event(at: position)?.place : try base?.place(of: position)
    }

    public func places(in stream: StreamID, through end: Position, typeEndingIn suffix: String) throws -> [EventPlace] {
        let below = try base?.places(in: stream, through: min(end, tail.start.position), typeEndingIn: suffix) ?? []
        let places = tail.positions(of: stream).filter { $0 <= end }.compactMap { tail.event(at: $0)?.place }
        return below + places.filter { $0.type.hasSuffix(suffix) }
    }

    public func version(of stream: StreamID) throws -> Int {
        try (base?.version(of: stream) ?? 0) + tail.positions(of: stream).count
    }

    public func storedBytes() throws -> Int64? { try base?.storedBytes() }

    public func planOfReading(_ stream: StreamID) throws -> [String] { try base?.planOfReading(stream) ?? [] }

    // MARK: Transactions

    public func transaction(_ number: Int64) throws -> StoredTransaction? {
        number > tail.start.transaction ? tail.block(number)?.transaction : try base?.transaction(number)
    }

    public func transaction(holding position: Position) throws -> StoredTransaction? {
        position > tail.start.position
            ? tail.block(holding: position)?.transaction : try base?.transaction(holding: position)
    }

    public func forEachTransaction(
        from number: Int64, isBackward: Bool, _ body: (StoredTransaction) throws -> Bool
    ) throws {
        let tail = tail
        var goesOn = true
        func lendBase() throws {
            guard let base, isBackward || number <= tail.start.transaction else { return }
            try base.forEachTransaction(from: min(number, tail.start.transaction), isBackward: isBackward) {
                guard $0.number <= tail.start.transaction else { return false }
                goesOn = try body($0)
                return goesOn
            }
        }
        if isBackward {
            for block in tail.blocks.reversed() where block.transaction.number <= number {
                guard try body(block.transaction) else { return }
            }
            return try lendBase()
        }
        try lendBase()
        guard goesOn else { return }
        for block in tail.blocks where block.transaction.number >= number {
            guard try body(block.transaction) else { return }
        }
    }

    public func transactions(of operation: OperationID) throws -> [StoredTransaction] {
        try (base?.transactions(of: operation) ?? [])
            + tail.blocks.map(\.transaction).filter { $0.operation == operation }
    }

    public func beginsOperation(_ transaction: StoredTransaction) throws -> Bool {
        let own = tail.blocks.contains {
            $0.transaction.operation == transaction.operation && $0.transaction.number < transaction.number
        }
        return try !own && base?.beginsOperation(transaction) ?? true
    }

    public func operations(withPrefix prefix: String, limit: Int) throws -> [OperationID] {
        var found = try base?.operations(withPrefix: prefix, limit: limit) ?? []
        for block in tail.blocks where found.count < limit {
            let operation = block.transaction.operation
            if operation.description.hasPrefix(prefix), !found.contains(operation) { found.append(operation) }
        }
        return found
    }

    public func receipt(forIdempotencyKey key: String) throws -> Receipt? {
        if let own = tail.transaction(withKey: SHA256Hasher.digest(of: Array(key.utf8))) {
            return Receipt(of: own, isRepeat: true)
        }
        return try base?.receipt(forIdempotencyKey: key)
    }

    // MARK: The tree, and damage

    public func hashes(of tile: TileID) throws -> [UInt8]? { try tail.tiles[tile] ?? base?.hashes(of: tile) }

    public func noteDamage(_ finding: String) { base?.noteDamage(finding) }
}

/// The tiles of a tail, which extend those of the log below it.
struct TailTiles: TileStorage {
    private(set) var tail: LogTail
    let base: (any LogReading)?

    init(_ tail: LogTail, over base: (any LogReading)?) {
        self.tail = tail
        self.base = base
    }

    func hashes(of tile: TileID) throws -> [UInt8]? { try tail.tiles[tile] ?? base?.hashes(of: tile) }

    mutating func store(_ hashes: [UInt8], as tile: TileID) {
        tail.store(hashes, as: tile)
    }
}

extension LogTail {
    /// Returns the tail with a transaction behind it, and its receipt.
    ///
    /// - Throws: ``EventLogError/conflict(expected:actual:)``.
    func appending(_ proposed: ProposedTransaction, to log: some TailReading, by environment: LogEnvironment) throws
        -> (tail: LogTail, receipt: Receipt)
    {
        let encoder = try TransactionEncoder(proposed, after: head, ledger: log.identity.id, environment: environment)
        var longer = self
        var leaves: [SHA256Digest] = []
        longer.begin(encoder.transaction)
        try encoder.forEach(storedVersion: { try log.version(of: $0) }) { stored, leaf in
            longer.add(stored)
            leaves.append(leaf)
        }
        return (
            try longer.appending(leaves, toTreeOf: head.position.rawValue, over: log.base),
            Receipt(of: encoder.transaction, isRepeat: false)
        )
    }

    /// Returns the tail with leaves in the tree.
    func appending(_ leaves: [SHA256Digest], toTreeOf size: Int64, over base: (any LogReading)?) throws -> LogTail {
        var tree = MerkleTree(TailTiles(self, over: base), size: size)
        try tree.append(leaves)
        return tree.storage.tail
    }
}
