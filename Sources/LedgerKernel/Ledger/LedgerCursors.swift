internal import Cryptography
package import DiskFiles
public import EventLog
internal import Synchronization

/// The position of a subscriber, kept in the ledger under a name; only one subscriber holds it, as long as this object
/// lives.
///
/// It moves after the subscriber has handled its transactions. If a process ends before that, it gets the same
/// transactions again. So each comes at least once, and exactly once if the subscriber stores the position together
/// with its results.
public final class EventCursor: Sendable {
    public let name: String
    private let claim: any CursorClaim
    private let reached: Mutex<Position>

    fileprivate init(_ name: String, at position: Position, _ claim: any CursorClaim) {
        self.name = name
        self.claim = claim
        reached = Mutex(position)
    }

    /// The position behind which the next transaction comes.
    public var position: Position { reached.withLock { $0 } }

    /// What a program that handles transactions holds, so that no next subscriber begins beside it; nil for a lease.
    package var lock: Descriptor? { claim.lock }

    fileprivate func store(_ cursor: StoredCursor) throws {
        try reached.withLock { reached in
            // Handled transactions stay handled, in whatever order a subscriber reports them.
            guard cursor.position > reached else { return }
            try claim.store(cursor)
            reached = cursor.position
        }
    }
}

/// The state of a cursor.
public struct CursorStanding: Sendable, Hashable {
    public let name: String
    /// Nil if it cannot be read.
    public let position: Position?
    /// The number of events that the log has beyond it; nil if it is ahead of the log.
    public let behind: Int64?
    /// The number of events that the log lacks up to it; nil if it lacks none.
    public let ahead: Int64?
    /// The reason why no subscriber can continue there; nil if one can.
    public let fault: CursorError?
}

/// The positions that subscribers have reached in the log of a ledger, each under a name.
public struct LedgerCursors {
    let ledger: Ledger
}

extension Ledger {
    /// The positions that subscribers have reached in its log.
    public var cursors: LedgerCursors { LedgerCursors(ledger: self) }
}

extension LedgerCursors {
    /// Claims a cursor for this subscriber alone; a new one begins at `start`.
    ///
    /// - Throws: ``CursorError`` if another subscriber has it, or if the log does not continue at it.
    public func open(_ name: String, from start: Position = .start) throws -> EventCursor {
        try FolderCursors.check(name)
        try ledger.writing.requireWritableFolder()
        let claim = try ledger.cursorStore.claim(name)
        let stored = try ledger.cursorStore.cursor(name)
        if let fault = try stored?.fault(in: ledger.store, name: name) { throw fault }
        return EventCursor(name, at: stored?.position ?? start, claim)
    }

    /// Records that everything up to the end of a transaction was handled; durable when this returns. A cursor never
    /// goes back.
    public func advance(_ cursor: EventCursor, to position: Position) throws {
        try advance(cursor, to: position, havingRead: LogBookmark(at: position))
    }

    /// Records the same for a subscriber who read the log up to a bookmark.
    ///
    /// - Throws: ``CursorError/otherLog(name:at:)`` if the log is not the one that was read: the cursor stays then.
    package func advance(_ cursor: EventCursor, to position: Position, havingRead bookmark: LogBookmark) throws {
        let store = ledger.store
        let leaf: SHA256Digest?
        do {
            var bookmark = bookmark
            leaf = try bookmark.read(store) { (try store.recordedLeaf(at: position), $0) }
        } catch EventLogError.otherLog(let end) {
            throw CursorError.otherLog(name: cursor.name, at: end)
        }
        guard let leaf else { throw CursorError.otherLog(name: cursor.name, at: position) }
        try cursor.store(StoredCursor(ledger: store.identity.id, position: position, leaf: leaf))
    }

    /// Returns the states of all cursors, in the order of their names.
    public func all() throws -> [CursorStanding] {
        let head = try ledger.store.head().position
        return try ledger.cursorStore.names().compactMap { name in
            do {
                guard let cursor = try ledger.cursorStore.cursor(name) else { return nil }
                let behind = head.rawValue - cursor.position.rawValue
                return CursorStanding(
                    name: name, position: cursor.position, behind: behind < 0 ? nil : behind,
                    ahead: behind < 0 ? -behind : nil, fault: try cursor.fault(in: ledger.store, name: name))
            } catch let fault as CursorError {
                return CursorStanding(name: name, position: nil, behind: nil, ahead: nil, fault: fault)
            }
        }
    }

    /// Deletes a cursor, so that its subscriber starts over; returns whether there was one.
    ///
    /// - Throws: ``CursorError/inUse(name:)`` while a subscriber has it.
    public func drop(_ name: String) throws -> Bool {
        try FolderCursors.check(name)
        try ledger.writing.requireWritableFolder()
        return try ledger.cursorStore.claim(name).remove()
    }
}
