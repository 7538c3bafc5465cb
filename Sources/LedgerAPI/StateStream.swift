internal import EventLog
internal import JMAP
internal import JSONCoding
internal import MailLedger

/// Tells a client of JMAP which types have another state (RFC 8620 section 7.3), as server-sent events.
struct StateStream: LedgerStreamSource {
    struct Question {
        /// The names of types; nil for all.
        let types: Set<String>?
        let closesAfterState: Bool
        /// In seconds; nil for no pings.
        let ping: Int?
        /// How often the stream is asked for a sign of life.
        let quietSeconds: Int
        /// The id of the last event that the client saw; nil for none.
        let lastID: String?
        /// Whether it is of an earlier moment: pings come, and nothing else.
        let isPast: Bool
    }

    private let question: Question
    private var known: JMAPStates?
    /// The end of what the known states are of.
    private var bookmark = LogBookmark(at: .start)
    private var quietSeconds = 0

    init(_ question: Question) {
        self.question = question
    }

    var opening: String? { ServerSentEvents.opening }

    mutating func read(_ ledger: Ledger) throws -> LedgerStreamStep {
        guard !question.isPast else { return .atEnd(try ledger.store.head().position) }
        let (now, before) = try states(of: ledger)
        known = now
        quietSeconds = 0
        guard let change = now.changes(since: before, types: question.types) else { return .atEnd(now.position) }
        let data = try JSONBytesEncoder().encode(change)
        let bytes = Array("event: state\nid: \(now.id)\ndata: ".utf8) + data + [0x0A, 0x0A]
        return question.closesAfterState ? .lastPiece(bytes) : .piece(bytes)
    }

    /// Returns the states now, and those that the client has.
    ///
    /// In another log each state is looked up again, so that the client hears of those that are other ones now.
    private mutating func states(of ledger: Ledger) throws -> (now: JMAPStates, before: JMAPStates) {
        let (question, known) = (question, known)
        func read(after base: JMAPStates?, from bookmark: inout LogBookmark) throws -> (JMAPStates, JMAPStates) {
            try bookmark.read(ledger.store) { _ in
                let states = try ledger.read { reader in
                    let now = try JMAPStates(reader, after: base)
                    return try (now, known ?? question.lastID.map { try now.known(at: $0, reader) } ?? now)
                }
                return (states, states.0.position)
            }
        }
        do {
            return try read(after: known, from: &bookmark)
        } catch EventLogError.otherLog {
            bookmark = LogBookmark(at: .start)
            return try read(after: nil, from: &bookmark)
        }
    }

    /// Says that the stream is alive: as often as the client asks, and in a comment that it passes over.
    mutating func quiet() -> String? {
        guard let interval = question.ping else { return ServerSentEvents.stillHere }
        quietSeconds += question.quietSeconds
        guard quietSeconds >= interval else { return ServerSentEvents.stillHere }
        quietSeconds = 0
        return "event: ping\ndata: {\"interval\": \(interval)}\n\n"
    }
}
