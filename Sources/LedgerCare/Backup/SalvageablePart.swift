internal import Cryptography
internal import EventLog
internal import LedgerContexts
internal import LedgerKernel

/// The part of a damaged log that a new ledger can begin with.
///
/// An event may be blank only if a later one erased it. If that later event is behind the fault, the new log has to
/// record the erasure again, or to end before the blank event.
struct SalvageablePart {
    /// The last position, which ends a transaction.
    let end: Position
    /// The number of events in the damaged log by its own count; nil if that could not be read.
    let events: Int64?
    /// The first fault that is not beside the events; nil if all events are sound.
    let fault: String?
    /// The erasures behind the end that the new log has to record again, in their order.
    let erasures: [ProposedEvent]

    /// - Complexity: O(events).
    init(of log: any LogStore) throws {
        let prefix = try log.soundPrefix()
        let blanks = try BlankPlaces(in: log, through: prefix.end)
        var end = prefix.end
        var firstCut: Position?
        var later: [(position: Position, stream: StreamID, event: ProposedEvent)] = []
        if !blanks.unexplained(through: end).isEmpty { later = try log.readableErasures(after: end) }
        var again: [ProposedEvent] = []
        while true {
            let unexplained = blanks.unexplained(through: end)
            let streams = Set(later.map(\.stream))
            guard let cut = unexplained.first(where: { streams.isDisjoint(with: $0.scopes) }) else {
                let scopes = Set(unexplained.flatMap(\.scopes))
                again = later.filter { scopes.contains($0.stream) }.map(\.event)
                break
            }
            firstCut = cut.position
            end = cut.end
            // What the shorter part leaves out may be what erased an event in it.
            later = try log.readableErasures(after: end)
        }
        self.end = end
        events = prefix.events
        erasures = again
        fault =
            firstCut.map { position in
                LogFault(position: position, reason: "it is blank, and no event that can be read erases it").description
                    + (prefix.fault.map { "; \($0)" } ?? "")
            } ?? prefix.fault
    }
}

/// The blank places of a log, and the events that erase some.
private struct BlankPlaces {
    struct Blank {
        let position: Position
        /// The end of the log without its transaction.
        let end: Position
        /// The streams in which a later event may have erased it; none for a header that nothing accounts for.
        let scopes: [StreamID]
    }

    private var blanks: [Blank] = []
    private var erasing: [(position: Position, stream: StreamID)] = []

    init(in log: any LogStore, through end: Position) throws {
        guard end > .start else { return }
        var start = Position.start
        var bareHeader: Blank?
        try log.forEachItem(after: .start, through: end) { item in
            switch item {
            case .transaction(let transaction):
                if let bareHeader { blanks.append(bareHeader) }
                start = Position(transaction.firstPosition.rawValue - 1)
                bareHeader =
                    transaction.header == nil
                    ? Blank(position: transaction.firstPosition, end: start, scopes: []) : nil
            case .event(let event, _):
                if event.type.isErasing { erasing.append((event.position, event.stream)) }
                guard event.payload == nil else { return }
                bareHeader = nil
                blanks.append(
                    Blank(
                        position: event.position, end: start,
                        scopes: [event.stream, event.account].filter { $0 != .none }))
            }
        }
        if let bareHeader { blanks.append(bareHeader) }
    }

    /// Returns the blank places up to a position that no event up to there erases.
    func unexplained(through end: Position) -> [Blank] {
        var last: [StreamID: Position] = [:]
        for event in erasing where event.position <= end { last[event.stream] = event.position }
        return blanks.filter { blank in
            blank.position <= end && !blank.scopes.contains { last[$0].map { $0 > blank.position } ?? false }
        }
    }
}

extension LogStore {
    /// Returns the erasing events after a position that are sound by themselves and that this program knows.
    ///
    /// - Complexity: O(events after it), with a search of its own for each that cannot be read.
    fileprivate func readableErasures(
        after start: Position
    ) throws -> [(position: Position, stream: StreamID, event: ProposedEvent)] {
        guard let last = try unlessDamaged(lastPosition) else { return [] }
        var found: [(position: Position, stream: StreamID, event: ProposedEvent)] = []
        var reached = start
        while reached < last {
            do {
                try forEach(EventSelection(after: reached, through: last)) { stored in
                    // A row that is not in its place would be read again and again.
                    guard stored.position > reached else { return true }
                    reached = stored.position
                    guard stored.type.isErasing, try unlessDamaged({ try isSound(stored) }) == true else { return true }
                    found += Self.proposals(for: stored).map { (stored.position, stored.stream, $0) }
                    return true
                }
                return found
            } catch EventLogError.corrupt {
                reached = reached.advanced(by: 1)
            }
        }
        return found
    }

    /// Whether an event has its digest, and the tree has it.
    private func isSound(_ event: StoredEvent) throws -> Bool {
        guard let payload = event.payload, let salt = event.salt,
            SHA256Hasher.digest(of: salt + payload) == event.digest,
            let transaction = try transaction(event.transaction)
        else { return false }
        var hasher = SHA256Hasher()
        let leaf = Entry.leaf(of: event, in: transaction, ledger: identity.id, with: &hasher)
        return try recordedLeaf(at: event.position) == leaf
    }

    /// The same events to append; none if this program cannot read it.
    private static func proposals(for stored: StoredEvent) -> [ProposedEvent] {
        ((try? Contexts.builtIn.catalogue.contents(of: stored)) ?? []).compactMap { content in
            guard case .event(let event) = content, type(of: event).type.isErasing else { return nil }
            return ProposedEvent(
                event, target: .any(.existing(stored.stream)),
                account: stored.account == .none ? .none : .stream(.existing(stored.account)))
        }
    }
}
