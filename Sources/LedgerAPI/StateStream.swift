internal import EventLog
internal import HTTPServer
internal import JMAP
internal import JSONCoding
internal import MailLedger
internal import Synchronization

/// Tells a client of JMAP which types have another state (RFC 8620 section 7.3), as server-sent events.
final class StateStream: HTTPStream {
    struct Question {
        /// The names of types; nil for all.
        let types: Set<String>?
        let closesAfterState: Bool
        /// In seconds; nil for no pings.
        let ping: Int?
        /// The id of the last event that the client saw; nil for none.
        let lastID: String?
    }

    private struct State {
        var known: JMAPStates?
        var isOver = false
        var isLast = false
        var hasBegun = false
        var quietSeconds = 0
        var waits: UInt64?
        var deliver: (@Sendable (HTTPPiece) -> Void)?
    }

    private let question: Question
    private let state = Mutex(State())
    private let pool: WorkPool
    private let hub: HeadHub
    /// Whether the caller may still see it, as the log is now.
    private let isAllowed: @Sendable (Ledger) throws -> Bool

    init(
        _ question: Question, pool: WorkPool, hub: HeadHub, while isAllowed: @escaping @Sendable (Ledger) throws -> Bool
    ) {
        self.question = question
        self.pool = pool
        self.hub = hub
        self.isAllowed = isAllowed
    }

    func next(_ deliver: @escaping @Sendable (HTTPPiece) -> Void) {
        let (isOver, isFirst) = state.withLock { state in
            if !state.isOver, !state.isLast { state.deliver = deliver }
            defer { state.hasBegun = true }
            return (state.isOver || state.isLast, !state.hasBegun)
        }
        if isOver {
            deliver(.end)
        } else if isFirst {
            // When the server ends, clients come back soon.
            give(.bytes(Array("retry: 1000\n\n".utf8)))
        } else {
            look()
        }
    }

    func end() {
        let waits = state.withLock { state in
            state.isOver = true
            return state.waits.take()
        }
        if let waits { _ = hub.cancel(waits) }
        give(.end)
    }

    /// Has the states read.
    private func look() {
        let isTaken = pool.submit { [self] ledger in
            do {
                try look(ledger)
            } catch {
                give(.failure)
            }
        }
        if !isTaken { give(.failure) }
    }

    private func look(_ ledger: Ledger) throws {
        guard try isAllowed(ledger) else { return give(.end) }
        let known = state.withLock { $0.known }
        let (now, before) = try ledger.read { reader in
            let now = try JMAPStates(reader, after: known)
            return try (now, known ?? question.lastID.map { try now.known(at: $0, reader) } ?? now)
        }
        state.withLock { state in
            state.known = now
            state.quietSeconds = 0
        }
        if let change = now.changes(since: before, types: question.types) {
            let data = try JSONBytesEncoder().encode(change)
            state.withLock { $0.isLast = question.closesAfterState }
            return give(.bytes(Array("event: state\nid: \(now.id)\ndata: ".utf8) + data + [0x0A, 0x0A]))
        }
        wait(beyond: now.position)
    }

    private func wait(beyond position: Position) {
        let id = hub.wait(beyond: position) { [self] hasGrown in
            state.withLock { $0.waits = nil }
            if hasGrown { look() } else { ping(beyond: position) }
        }
        let isOver = state.withLock { state in
            // Woken already, it has no more to give up.
            if state.deliver != nil, !state.isOver { state.waits = id }
            return state.isOver
        }
        if isOver, hub.cancel(id) { give(.end) }
    }

    /// Says that the stream is alive: as often as the client asks, and in a comment that it passes over.
    private func ping(beyond position: Position) {
        guard let interval = question.ping else { return give(.bytes(Array(": still here\n\n".utf8))) }
        let isDue = state.withLock { state in
            state.quietSeconds += Int(HeadHub.quietSeconds)
            guard state.quietSeconds >= interval else { return false }
            state.quietSeconds = 0
            return true
        }
        let text = isDue ? "event: ping\ndata: {\"interval\": \(interval)}\n\n" : ": still here\n\n"
        give(.bytes(Array(text.utf8)))
    }

    /// Hands a piece to the reader that waits for it, once.
    private func give(_ piece: HTTPPiece) {
        let (deliver, isOver) = state.withLock { state in
            defer { state.deliver = nil }
            return (state.deliver, state.isOver)
        }
        deliver?(isOver ? .end : piece)
    }
}
