internal import Cryptography
package import EventLog
internal import JSONCoding
package import LedgerKernel
internal import Mail

/// A stretch of the log as the lines of an export of events, in whole transactions.
package struct LogPage: Sendable {
    /// The lines of a transaction: its own, then one for each event that was asked for.
    ///
    /// Of accounts that are not reached there is a line with the leaf of each event, and of their transactions no other.
    package struct Transaction: Sendable {
        /// Its last event, asked for or not.
        package let end: PinnedPosition
        package let lines: [[UInt8]]
    }

    /// Those with some event that was asked for.
    package fileprivate(set) var transactions: [Transaction] = []
    /// The last position that was read; the next page begins after it.
    package fileprivate(set) var position: Position
    /// Whether the log ended there.
    package fileprivate(set) var isAtEnd = true
    fileprivate var byteCount = 0
    fileprivate var eventCount = 0
}

extension LedgerExchange {
    /// After this many bytes of lines, or events that were read, no further transaction is begun.
    private static let pageBytes = 256 << 10
    private static let pageEvents = 10_000

    /// Reads lines of the log behind a position, and checks each by its digest and the Merkle tree.
    ///
    /// - Parameters:
    ///   - types: Names of stored types, as ``typeNames(ofEvents:)`` returns them; all if it is empty.
    ///   - limit: After this many events of these types no further transaction is begun.
    /// - Throws: ``DomainError/invalid(field:reason:)`` for a position that is no end of a transaction.
    package func logPage(after start: Position, types: Set<String> = [], limit: Int = .max) throws -> LogPage {
        struct PageIsFull: Error {}
        return try ledger.store.withSnapshot {
            let head = try ledger.store.head().position
            try start.requireWithin(logUpTo: head)
            guard try ledger.store.transaction(endingAt: start) != nil else {
                throw DomainError.invalid(field: "after", reason: "is not the last position of a transaction")
            }
            var page = LogPage(position: start)
            let reached = try reachedAccounts()
            var current: StoredTransaction?
            var lines: [[UInt8]] = []
            var lastLeaf: SHA256Digest?
            var (hasOwn, hasOthers) = (false, false)
            let encoder = JSONBytesEncoder()
            var wanted = 0
            func finish() throws {
                defer { (lines, hasOwn, hasOthers) = ([], false, false) }
                guard let ended = current else { return }
                page.position = ended.lastPosition
                guard !lines.isEmpty else { return }
                // Who did it and why may tell of others, too.
                let shown = hasOthers ? ended.withoutHeader : ended
                let first = hasOwn ? [try encoder.encode(LogLine.item(.transaction(shown)))] : []
                page.transactions.append(
                    .init(end: PinnedPosition(ended.lastPosition, leaf: lastLeaf), lines: first + lines))
                page.byteCount += (first + lines).reduce(0) { $0 + $1.count }
            }
            do {
                try ledger.store.forEachItem(after: start, through: head) { item in
                    switch item {
                    case .transaction(let transaction):
                        try finish()
                        guard page.byteCount < Self.pageBytes, page.eventCount < Self.pageEvents, wanted < limit else {
                            throw PageIsFull()
                        }
                        current = transaction
                    case .event(let event, let leaf):
                        page.eventCount += 1
                        lastLeaf = leaf
                        guard reached?.contains(event.account) ?? true else {
                            hasOthers = true
                            guard types.isEmpty else { return }
                            wanted += 1
                            return lines.append(try encoder.encode(LeafLine(position: event.position, leaf: leaf)))
                        }
                        hasOwn = true
                        guard types.isEmpty || types.contains(event.type.name) else { return }
                        wanted += 1
                        lines.append(try encoder.encode(LogLine.item(item)))
                    }
                }
                try finish()
            } catch is PageIsFull {
                page.isAtEnd = false
            }
            return page
        }
    }

    /// The streams of the accounts that are reached; nil for all.
    private func reachedAccounts() throws -> Set<StreamID>? {
        guard ledger.audience.reach != .all else { return nil }
        return try ledger.read { $0.part?.accounts ?? [] }
    }

    /// Returns the full names of types of today's events, which may be said without `mail.`.
    package func typeNames(ofEvents names: some Sequence<String>) throws -> Set<String> {
        Set(
            try names.map { name in
                do {
                    return try ledger.catalogue.typeName(name)
                } catch {
                    throw DomainError.invalid(field: "types", reason: "there is no event \"\(name)\"")
                }
            })
    }
}

/// An event that is there, and of which there is nothing else to see.
private struct LeafLine: Encodable {
    let kind = "leaf"
    let position: Position
    let leaf: SHA256Digest
}
