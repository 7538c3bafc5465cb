public import EventLog
internal import Synchronization

/// How far a subscriber has come, kept in the ledger under a name; one subscriber has it at a time, as long as this lives.
///
/// It moves when the subscriber has handled what it was given. A process that ends between the two is given the same
/// transactions again: each at least once, and once where the subscriber keeps the position together with what it does.
public final class EventCursor: Sendable {
    public let name: String
    private let claim: any CursorClaim
    private let reached: Mutex<Position>

    fileprivate init(_ name: String, at position: Position, _ claim: any CursorClaim) {
        self.name = name
        self.claim = claim
        reached = Mutex(position)
    }

    /// What comes next comes behind it.
    public var position: Position { reached.withLock { $0 } }

    fileprivate func store(_ cursor: StoredCursor) throws {
        try reached.withLock { reached in
            // What was handled stays so, in whatever order a subscriber says it.
            guard cursor.position > reached else { return }
            try claim.store(cursor)
            reached = cursor.position
        }
    }
}

/// Where a cursor stands.
public struct CursorStanding: Sendable, Hashable {
    public let name: String
    /// Nil where it cannot be read.
    public let position: Position?
    /// How many events the log holds beyond it.
    public let behind: Int64?
    /// Why no subscriber can go on there; nil where one can.
    public let fault: CursorError?
}

/// The places that subscribers have reached in the log of a ledger, each under a name.
public struct LedgerCursors {
    let ledger: Ledger
}

extension Ledger {
    /// The places that subscribers have reached in its log.
    public var cursors: LedgerCursors { LedgerCursors(ledger: self) }
}

extension LedgerCursors {
    /// Takes a cursor for this subscriber alone; where there is none yet it begins at `start`.
    ///
    /// - Throws: ``CursorError`` where another subscriber has it, or the log is not the one that it was of.
    public func open(_ name: String, from start: Position = .start) throws -> EventCursor {
        try FolderCursors.check(name)
        try ledger.requireWritableFolder()
        let claim = try ledger.cursorStore.claim(name)
        let stored = try ledger.cursorStore.cursor(name)
        if let fault = try stored?.fault(in: ledger.store, name: name) { throw fault }
        return EventCursor(name, at: stored?.position ?? start, claim)
    }

    /// Notes that all up to the end of a transaction was handled; durable when this returns. A cursor never goes back.
    public func advance(_ cursor: EventCursor, to position: Position) throws {
        guard let leaf = try ledger.store.recordedLeaf(at: position) else {
            throw CursorError.otherLog(name: cursor.name, at: position)
        }
        try cursor.store(StoredCursor(ledger: ledger.store.identity.id, position: position, leaf: leaf))
    }

    /// Returns where all cursors stand, in the order of their names.
    public func all() throws -> [CursorStanding] {
        let head = try ledger.store.head().position
        return try ledger.cursorStore.names().compactMap { name in
            do {
                guard let cursor = try ledger.cursorStore.cursor(name) else { return nil }
                return CursorStanding(
                    name: name, position: cursor.position, behind: max(0, head.rawValue - cursor.position.rawValue),
                    fault: try cursor.fault(in: ledger.store, name: name))
            } catch let fault as CursorError {
                return CursorStanding(name: name, position: nil, behind: nil, fault: fault)
            }
        }
    }

    /// Forgets a cursor: its subscriber begins anew. Returns whether there was one.
    ///
    /// - Throws: ``CursorError/inUse(name:)`` while a subscriber has it.
    public func drop(_ name: String) throws -> Bool {
        try FolderCursors.check(name)
        try ledger.requireWritableFolder()
        return try ledger.cursorStore.claim(name).remove()
    }
}
