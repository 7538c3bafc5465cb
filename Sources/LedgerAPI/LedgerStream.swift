internal import CivilTime
internal import EventLog
internal import HTTPServing
internal import MailLedger
internal import Synchronization

/// What a stream gives: read of the ledger piece by piece, each behind the one before.
protocol LedgerStreamSource: Sendable {
    /// What a client gets before anything is read; nil for nothing.
    var opening: String? { get }

    /// Reads what comes next.
    mutating func read(_ ledger: Ledger) throws -> LedgerStreamStep

    /// What a client gets where the log has not grown for a while; nil to read all the same.
    mutating func quiet() -> String?
}

/// What a source came to.
enum LedgerStreamStep {
    case piece([UInt8])
    case lastPiece([UInt8])
    /// Nothing that was asked for: others have their turn before the next look.
    case nothingYet
    case atEnd(Position)
    case over
}

/// A stream that has its source read on the pool of readers, and waits for commits where that has come to the end of the log.
final class LedgerStream<Source: LedgerStreamSource>: HTTPStream {
    private struct State {
        /// Used by one thread at a time: a read begins where the piece of the one before has gone out.
        var source: Source
        var isOver = false
        var isLast = false
        var hasBegun = false
        var waits: UInt64?
        var deliver: (@Sendable (HTTPPiece) -> Void)?
    }

    private let state: Mutex<State>
    private let pool: WorkPool
    private let hub: HeadHub
    /// Whether the caller may still see it, as the log is now.
    private let isAllowed: @Sendable (Ledger) throws -> Bool
    /// When that ends of itself, in microseconds of the monotonic clock.
    private let closingTime: @Sendable () -> Int64

    init(
        _ source: Source, pool: WorkPool, hub: HeadHub, until end: @escaping @Sendable () -> Int64,
        while isAllowed: @escaping @Sendable (Ledger) throws -> Bool
    ) {
        state = Mutex(State(source: source))
        self.pool = pool
        self.hub = hub
        closingTime = end
        self.isAllowed = isAllowed
    }

    func next(_ deliver: @escaping @Sendable (HTTPPiece) -> Void) {
        let (isOver, opening) = state.withLock { state in
            let isOver = state.isOver || state.isLast
            if !isOver { state.deliver = deliver }
            defer { state.hasBegun = true }
            return (isOver, state.hasBegun ? nil : state.source.opening)
        }
        if isOver {
            deliver(.end)
        } else if let opening {
            give(.bytes(Array(opening.utf8)))
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

    /// Has the source read what comes next.
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
        var source = state.withLock { $0.source }
        let step = try source.read(ledger)
        state.withLock { $0.source = source }
        switch step {
        case .piece(let bytes): try give(bytes, of: ledger)
        case .lastPiece(let bytes):
            state.withLock { $0.isLast = true }
            try give(bytes, of: ledger)
        case .nothingYet: read()
        case .atEnd(let position): wait(beyond: position)
        case .over: give(.end)
        }
    }

    /// Gives what was read; a token may have been revoked meanwhile, and nothing that was recorded after that goes out.
    private func give(_ bytes: [UInt8], of ledger: Ledger) throws {
        give(try isAllowed(ledger) ? .bytes(bytes) : .end)
    }

    private func wait(beyond position: Position) {
        let end = closingTime()
        let id = hub.wait(beyond: position, until: end) { [self] hasGrown in
            let words = state.withLock { state -> String? in
                state.waits = nil
                // Whether somebody is still let in is seen by who reads.
                return hasGrown || MonotonicClock.microseconds >= end ? nil : state.source.quiet()
            }
            if let words { give(.bytes(Array(words.utf8))) } else { read() }
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
}

/// What the server-sent events of both kinds have in common (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).
enum ServerSentEvents {
    /// When the server ends, clients come back as soon.
    static let opening = "retry: 1000\n\n"
    /// A comment that clients pass over: the stream is alive.
    static let stillHere = ": still here\n\n"
}
