internal import EventLog
internal import HTTPServer
internal import MailLedger
internal import Synchronization

/// The lines of the log behind a position, and where it is followed those that come.
final class EventStream: HTTPStream {
    /// How lines are written.
    enum Form {
        /// A line each, as an export of events has them.
        case lines
        /// Server-sent events; the last one of a transaction has its position as an id.
        ///
        /// A client that comes back goes on behind whole transactions (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).
        case serverSent
    }

    struct Question: Hashable {
        var after: Position
        var types: Set<String>
        /// After this many events no further transaction is begun.
        var limit: Int?
        var follows: Bool
    }

    private struct State {
        var position: Position
        var left: Int?
        var isOver = false
        var hasBegun = false
        var waits: UInt64?
        var deliver: (@Sendable (HTTPPiece) -> Void)?
    }

    private let question: Question
    private let form: Form
    private let state: Mutex<State>
    private let pool: WorkPool
    private let pages: LogPages
    private let hub: HeadHub
    /// Whether the caller may still see it, as the log is now.
    private let isAllowed: @Sendable (Ledger) throws -> Bool

    init(
        _ question: Question, _ form: Form, pool: WorkPool, pages: LogPages, hub: HeadHub,
        while isAllowed: @escaping @Sendable (Ledger) throws -> Bool
    ) {
        self.question = question
        self.form = form
        self.pool = pool
        self.pages = pages
        self.hub = hub
        self.isAllowed = isAllowed
        state = Mutex(State(position: question.after, left: question.limit))
    }

    func next(_ deliver: @escaping @Sendable (HTTPPiece) -> Void) {
        let (isOver, isFirst) = state.withLock { state in
            if !state.isOver { state.deliver = deliver }
            defer { state.hasBegun = true }
            return (state.isOver, !state.hasBegun)
        }
        if isOver {
            deliver(.end)
        } else if isFirst, form == .serverSent {
            // When the server ends, clients come back as soon.
            give(.bytes(Array("retry: 1000\n\n".utf8)))
        } else {
            read()
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

    /// Has the next page read.
    private func read() {
        let isTaken = pool.submit { [self] ledger in
            do {
                try read(ledger)
            } catch {
                give(.failure)
            }
        }
        if !isTaken { give(.failure) }
    }

    private func read(_ ledger: Ledger) throws {
        guard try isAllowed(ledger) else { return give(.end) }
        let (position, left) = state.withLock { ($0.position, $0.left) }
        guard left != 0 else { return give(.end) }
        let page = try pages.page(after: position, types: question.types, limit: left ?? .max, of: ledger)
        state.withLock { state in
            state.position = page.position
            if let left { state.left = max(0, left - page.transactions.reduce(0) { $0 + $1.lines.count - 1 }) }
        }
        guard page.transactions.isEmpty else { return give(.bytes(bytes(of: page))) }
        if !page.isAtEnd {
            // Nothing that was asked for: others have their turn before the next page.
            read()
        } else if question.follows {
            wait(beyond: page.position)
        } else {
            give(.end)
        }
    }

    private func wait(beyond position: Position) {
        let id = hub.wait(beyond: position) { [self] hasGrown in
            state.withLock { $0.waits = nil }
            switch (hasGrown, form) {
            case (false, .serverSent): give(.bytes(Array(": still here\n\n".utf8)))
            default: read()
            }
        }
        let isOver = state.withLock { state in
            // Woken already, it has no more to give up.
            if state.deliver != nil, !state.isOver { state.waits = id }
            return state.isOver
        }
        if isOver, hub.cancel(id) { give(.end) }
    }

    /// Hands a piece to the reader that waits for it, once.
    private func give(_ piece: HTTPPiece) {
        let (deliver, isOver) = state.withLock { state in
            defer { state.deliver = nil }
            return (state.deliver, state.isOver)
        }
        deliver?(isOver ? .end : piece)
    }

    private func bytes(of page: LogPage) -> [UInt8] {
        var bytes: [UInt8] = []
        for transaction in page.transactions {
            for (number, line) in transaction.lines.enumerated() {
                switch form {
                case .lines: bytes += line
                case .serverSent:
                    if number == transaction.lines.count - 1 { bytes += Array("id: \(transaction.position)\n".utf8) }
                    bytes += Array("data: ".utf8)
                    bytes += line
                    bytes.append(0x0A)
                }
                bytes.append(0x0A)
            }
        }
        return bytes
    }
}

/// The pages that were read last, for all who follow the log from the same place.
final class LogPages: Sendable {
    private struct Key: Hashable {
        let after: Position
        let types: Set<String>
        let limit: Int
    }

    private struct State {
        var pages: [Key: LogPage] = [:]
        var head = Position.start
    }

    private let state = Mutex(State())

    func page(after position: Position, types: Set<String>, limit: Int, of ledger: Ledger) throws -> LogPage {
        let key = Key(after: position, types: types, limit: limit)
        let head = try ledger.store.head().position
        let known = state.withLock { state -> LogPage? in
            // What was erased since is in no page: an erasure is an event, too.
            if state.head != head { state = State(head: head) }
            return state.pages[key]
        }
        if let known { return known }
        let page = try ledger.exchange.logPage(after: position, types: types, limit: limit)
        state.withLock { state in
            if state.pages.count >= 8 { state.pages = [:] }
            if state.head == head { state.pages[key] = page }
        }
        return page
    }
}
