internal import Cryptography

/// The continuation of a log in memory: whole transactions, and the tiles that they change.
///
/// It is a value: a copy is a snapshot, and shares everything that neither changes.
struct LogTail: Sendable {
    /// A transaction with its events.
    final class Block: Sendable {
        let transaction: StoredTransaction
        let events: [StoredEvent]

        init(_ transaction: StoredTransaction, _ events: [StoredEvent]) {
            self.transaction = transaction
            self.events = events
        }
    }

    /// The place after which it begins.
    let start: LogHead
    private(set) var blocks: [Block] = []
    /// The transaction whose events are still coming.
    private var open: StoredTransaction?
    private var openEvents: [StoredEvent] = []
    /// The positions of each stream's events, in parts: a write copies one part where a snapshot has the others.
    private var positions = [[StreamID: [Position]]](repeating: [:], count: partCount)
    private var keys: [SHA256Digest: Int64] = [:]
    private(set) var tiles: [TileID: [UInt8]] = [:]

    private static let partCount = 256

    init(after start: LogHead) {
        self.start = start
    }

    var head: LogHead {
        guard let last = blocks.last?.transaction else { return start }
        return LogHead(position: last.lastPosition, transaction: last.number)
    }

    // MARK: Reading

    func block(_ number: Int64) -> Block? {
        let index = number - start.transaction - 1
        return blocks.indices.contains(Int(index)) ? blocks[Int(index)] : nil
    }

    /// The block that holds a position, or would: the first one that ends at it or behind it.
    private func index(holding position: Position) -> Int {
        var (low, high) = (0, blocks.count)
        while low < high {
            let middle = (low + high) / 2
            if blocks[middle].transaction.lastPosition < position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func block(holding position: Position) -> Block? {
        let index = index(holding: position)
        guard position > start.position, index < blocks.count else { return nil }
        return blocks[index]
    }

    func event(at position: Position) -> StoredEvent? {
        guard let block = block(holding: position) else { return nil }
        return block.events[Int(position.rawValue - block.transaction.firstPosition.rawValue)]
    }

    func positions(of stream: StreamID) -> [Position] { positions[Self.part(stream)][stream] ?? [] }

    /// Lends the selected events in turn; the closure returns false to stop early. Returns whether all were lent.
    func forEach(_ selection: EventSelection, _ body: (StoredEvent) throws -> Bool) rethrows -> Bool {
        func lend(_ event: StoredEvent) throws -> Bool { try !selection.takes(event) || body(event) }
        if let stream = selection.stream {
            let positions = positions(of: stream)
            for position in selection.isBackward ? positions.reversed() : positions {
                guard try event(at: position).map(lend) ?? true else { return false }
            }
            return true
        }
        let first = index(holding: selection.after.advanced(by: 1))
        let end = selection.through.map { min(index(holding: $0) + 1, blocks.count) } ?? blocks.count
        guard first < end else { return true }
        let range = blocks[first..<end]
        for block in selection.isBackward ? Array(range.reversed()) : Array(range) {
            for event in selection.isBackward ? block.events.reversed() : block.events {
                guard try lend(event) else { return false }
            }
        }
        return true
    }

    func transaction(withKey key: SHA256Digest) -> StoredTransaction? {
        keys[key].flatMap { block($0)?.transaction }
    }

    // MARK: Growing

    /// Begins a transaction, which is there when it has all its events.
    mutating func begin(_ transaction: StoredTransaction) {
        (open, openEvents) = (transaction, [])
    }

    /// Adds the next event of the transaction that was begun.
    mutating func add(_ event: StoredEvent) {
        positions[Self.part(event.stream)][event.stream, default: []].append(event.position)
        openEvents.append(event)
        guard let transaction = open, openEvents.count == transaction.eventCount else { return }
        blocks.append(Block(transaction, openEvents))
        if let key = transaction.idempotency { keys[key] = transaction.number }
        (open, openEvents) = (nil, [])
    }

    mutating func store(_ hashes: [UInt8], as tile: TileID) {
        tiles[tile] = hashes
    }

    private static func part(_ stream: StreamID) -> Int { Int(stream.rawValue & Int64(partCount - 1)) }

    // MARK: Blanking

    /// Takes the payloads of some events and the headers of some transactions, with their salts.
    mutating func blank(_ events: Set<Position>, headers: Set<Int64>) {
        let numbers = headers.union(events.compactMap { block(holding: $0)?.transaction.number })
        for number in numbers {
            guard let block = block(number) else { continue }
            let transaction = headers.contains(number) ? block.transaction.blanked : block.transaction
            blocks[Int(number - start.transaction - 1)] = Block(
                transaction, block.events.map { events.contains($0.position) ? $0.blanked : $0 })
        }
    }
}

extension EventSelection {
    /// Whether an event is selected.
    func takes(_ event: StoredEvent) -> Bool {
        event.position > after && through.map { event.position <= $0 } ?? true
            && stream.map { event.stream == $0 } ?? true && account.map { event.account == $0 } ?? true
            && typeName.map { event.type.name == $0 } ?? true
    }
}

extension StoredEvent {
    fileprivate var blanked: StoredEvent {
        StoredEvent(
            position: position, stream: stream, version: version, type: type, transaction: transaction,
            account: account, payload: nil, salt: nil, digest: digest)
    }
}

extension StoredTransaction {
    fileprivate var blanked: StoredTransaction {
        StoredTransaction(
            number: number, firstPosition: firstPosition, eventCount: eventCount, operation: operation,
            recordedAt: recordedAt, header: nil, salt: nil, digest: digest, idempotency: idempotency)
    }
}
