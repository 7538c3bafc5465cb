internal import Cryptography
internal import EventLog
internal import JSONCoding
internal import MailLedger
internal import Synchronization
internal import WireModels

/// The lines of the log behind a position, and where it is followed those that come.
struct EventStream: LedgerStreamSource {
    /// How lines are written.
    enum Form {
        /// A line each, as an export of events has them.
        case lines
        /// Server-sent events; the last one of a transaction has its position and leaf as an id.
        ///
        /// A client that comes back goes on behind whole transactions (<https://html.spec.whatwg.org/multipage/server-sent-events.html>).
        case serverSent
    }

    struct Question: Hashable {
        var after: PinnedPosition
        var types: Set<String>
        /// After this many events no further transaction is begun.
        var limit: Int?
        var follows: Bool
    }

    private let form: Form
    private let types: Set<String>
    private let follows: Bool
    private let pages: LogPages
    private let start: PinnedPosition
    private var bookmark: LogBookmark
    /// How many events may still come; nil for all.
    private var left: Int?

    init(_ question: Question, _ form: Form, pages: LogPages) {
        self.form = form
        self.pages = pages
        (types, follows) = (question.types, question.follows)
        (start, bookmark, left) = (question.after, LogBookmark(at: question.after.position), question.limit)
    }

    var opening: String? { form == .serverSent ? ServerSentEvents.opening : nil }

    mutating func read(_ ledger: Ledger) throws -> LedgerStreamStep {
        guard left != 0 else { return .over }
        let page: LogPage
        do {
            page = try bookmark.read(ledger.store) { after in
                if after == start.position { try start.require(in: ledger.store) }
                let page = try pages.page(after: after, types: types, limit: left ?? .max, of: ledger)
                return (page, page.position)
            }
        } catch let error as EventLogError {
            guard case .otherLog = error, form == .serverSent else { throw error }
            return .lastPiece(try Self.farewell(error))
        }
        left = left.map { max(0, $0 - page.transactions.reduce(0) { $0 + $1.lines.count - 1 }) }
        guard page.transactions.isEmpty else { return .piece(bytes(of: page)) }
        guard page.isAtEnd else { return .nothingYet }
        return follows ? .atEnd(bookmark.position) : .over
    }

    /// Says why the stream ends. A client that comes back has no place in this log, and begins where it did at first.
    private static func farewell(_ error: EventLogError) throws -> [UInt8] {
        let envelope = APIFailure(.conflict, error.description).error
        return Array("event: error\nid\ndata: ".utf8) + (try JSONBytesEncoder().encode(envelope)) + [0x0A, 0x0A]
    }

    func quiet() -> String? { form == .serverSent ? ServerSentEvents.stillHere : nil }

    private func bytes(of page: LogPage) -> [UInt8] {
        var bytes: [UInt8] = []
        for transaction in page.transactions {
            for (number, line) in transaction.lines.enumerated() {
                switch form {
                case .lines: bytes += line
                case .serverSent:
                    if number == transaction.lines.count - 1 { bytes += Array("id: \(transaction.end.text)\n".utf8) }
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
        /// Others see other lines.
        let reach: AccountReach
    }

    private struct State {
        var pages: [Key: LogPage] = [:]
        var end: End?
    }

    /// The end of the log that the pages are of.
    private struct End: Equatable {
        let position: Position
        /// The leaf there; nil for a log that stays the same.
        let leaf: SHA256Digest?

        init(of log: any LogReading) throws {
            position = try log.head().position
            leaf = log.reopenings > 0 ? try log.recordedLeaf(at: position) : nil
        }
    }

    private let state = Mutex(State())

    func page(after position: Position, types: Set<String>, limit: Int, of ledger: Ledger) throws -> LogPage {
        let key = Key(after: position, types: types, limit: limit, reach: ledger.audience.reach)
        let end = try End(of: ledger.store)
        let known = state.withLock { state -> LogPage? in
            // What was erased since is in no page: an erasure is an event, too.
            if state.end != end { state = State(end: end) }
            return state.pages[key]
        }
        if let known { return known }
        let page = try ledger.exchange.logPage(after: position, types: types, limit: limit)
        state.withLock { state in
            if state.pages.count >= 8 { state.pages = [:] }
            if state.end == end { state.pages[key] = page }
        }
        return page
    }
}
