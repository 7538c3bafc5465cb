internal import Domain
internal import EventLog
internal import LedgerKernel
internal import Outbox
internal import Projections

/// The progress of things towards their servers, as a context of the ledger.
enum OutboxContext: LedgerContext {
    static let name = "outbox"
    // The reports are in the stream of the thing, and are erased with it.
    static var events: [any Event.Type] { OutboxCatalogue.events }

    static func makeUndoing(_ walk: UndoWalk) -> any ContextUndoing { OutboxUndoing(reader: walk.reader) }
}

/// Reverts reports on things' progress towards their servers, as long as they still apply.
struct OutboxUndoing: ContextUndoing {
    let reader: LedgerReader
    // The states after the events planned so far.
    private var states: [StreamID: OutboxState] = [:]

    init(reader: LedgerReader) {
        self.reader = reader
    }

    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer {
        guard let changed = event as? OutboxStateChanged else { return .events([]) }
        let stream = recorded.stream
        let now = try states[stream] ?? OutboxQuery(on: reader.connection).state(of: stream) ?? OutboxState()
        let (state, stale) = now.undoing(changed)
        guard stale.isEmpty else {
            let fields = stale.joined(separator: ", ")
            return .obstacle(
                "\(changed.entity) \(changed.id) has another \(fields) since", changeOf: stream, fields: stale)
        }
        states[stream] = state
        guard let back = OutboxStateChanged(entity: changed.entity, id: changed.id, from: now, to: state) else {
            return .events([])
        }
        let account: ProposedEvent.AccountReference =
            recorded.account == .none ? .none : .stream(.existing(recorded.account))
        return .events([ProposedEvent(back, target: .any(.existing(stream)), account: account)])
    }
}
