internal import EventLog
internal import JSONCoding
internal import LedgerHistory
internal import LedgerKernel
internal import Projections

/// Plans the compensating events of an operation, the latest first, from the present state.
///
/// Events are pure facts and never removed: an undo is more events. A field is reset only if nothing has set it since;
/// otherwise the later change prevents that, and is named. This is the walk from event to event: each event's context
/// answers how to undo it, by the present value.
struct UndoPlanner {
    private let walk: UndoWalk
    private let contexts: Contexts
    /// Nil where the present values alone decide.
    private var laterChanges: LaterChanges?
    /// One for each context, in their order.
    private var undoings: [any ContextUndoing]
    /// Others, made once one is needed, that answer for events which the plan passes over: their plans go nowhere.
    private var trials: [any ContextUndoing] = []
    private(set) var events: [ProposedEvent] = []
    private(set) var obstacles: [String] = []
    private var knownObstacles: Set<String> = []
    private var hindrances = 0
    /// The place of the event that is being undone.
    private var current = Position.start

    /// - Parameter cancelled: What was reverted among these and later transactions; nil if the present values decide.
    init(reader: LedgerReader, transactions: [StoredTransaction], _ cancelled: Cancellations? = nil) throws {
        let walk = UndoWalk(reader, transactions)
        self.walk = walk
        laterChanges = cancelled.map { LaterChanges(walk, $0) }
        contexts = reader.contexts
        undoings = try contexts.all.map { try $0.makeUndoing(walk) }
    }

    /// Plans the undoing of one event; called from the operation's last event to its first.
    mutating func undo(_ recorded: RecordedEvent) throws {
        current = recorded.position
        switch recorded.content {
        case .event(let event): try undo(event, recorded)
        case .erased: hinder("event \(recorded.position) has been erased")
        case .ofNoContext: hinder(try walk.reader.missingContext(of: recorded))
        }
    }

    private mutating func undo(_ event: any Event, _ recorded: RecordedEvent) throws {
        let type = type(of: event).type
        switch event {
        case _ where type.isErasing:
            return hinder(
                "what was erased is gone for good, from the log too: an erasure cannot be undone; name another operation"
            )
        case is LogSalvaged:
            return hinder("what a damaged log lost does not come back by an undo; a backup may have it")
        // The program notes it by itself, with the first change after a restore: there is nothing to take back.
        case is LogResumed: return
        case is KeyRotated:
            return hinder("a key that was given away cannot be taken back, but replaced by another")
        default: break
        }
        for index in undoings.indices {
            if let objection = try undoings[index].objection(to: event, recorded) { return try take(objection) }
        }
        guard let index = contexts.index(of: type) else { return hinder("event \(recorded.position) is of no context") }
        switch try laterChanges?.finding(behind: event, recorded) {
        case nil: try take(undoings[index].answer(to: event, recorded))
        case .takenBack?: break
        case .changed(let fields, let transaction)?:
            try passOver(event, recorded, ofContext: index, for: fields, setIn: transaction)
        }
    }

    /// Leaves an event as it is, because its fields were set again since.
    ///
    /// Its context says so in its own words, unless the value has come back. It may also find that nothing is left to undo.
    private mutating func passOver(
        _ event: any Event, _ recorded: RecordedEvent, ofContext index: Int, for fields: Set<ChangedField>,
        setIn transaction: Int64
    ) throws {
        if trials.isEmpty { trials = try contexts.all.map { try $0.makeUndoing(walk) } }
        let answer = try trials[index].answer(to: event, recorded)
        if case .obstacle = answer { return try take(answer) }
        if case .events(let planned) = answer, planned.isEmpty { return }
        let thing = try name(of: event, recorded)
        let names = Set(fields.map(\.words)).sorted()
        let obstacle =
            names == [ChangedField.end]
            ? "\(thing) has been deleted or brought back again since"
            : "\(names.joined(separator: ", ")) of \(thing) \(names.count == 1 ? "has" : "have") been set again since"
        let later = try obstacles.count < Self.attributionLimit ? author(of: transaction) : nil
        hinder(later.map { "\(obstacle) (\($0))" } ?? obstacle)
    }

    /// The thing of an event as other obstacles name it.
    private func name(of event: any Event, _ recorded: RecordedEvent) throws -> String {
        let payload = try JSONValue(payloadOf: event)
        guard let thing = HistoryEntry.thing(of: type(of: event).type, in: payload) else {
            return "the thing of event \(recorded.position)"
        }
        if thing.entity == "message" { return "message \(thing.id)" }
        let kind = contexts.things.first { $0.name == thing.entity }
        let identity = try kind?.identity(of: recorded.stream, on: walk.reader.connection)
        return "the \(thing.entity) \(identity?.title ?? thing.id)"
    }

    private mutating func take(_ answer: UndoAnswer) throws {
        switch answer {
        case .events(let answer): events += answer
        case .obstacle(let obstacle, let stream?): try hinder(obstacle, by: stream)
        case .obstacle(let obstacle, nil): hinder(obstacle)
        }
    }

    /// Plans events that are of use together alone: an obstacle leaves out all of them.
    mutating func together(_ body: (inout UndoPlanner) throws -> Void) rethrows {
        let (planned, hindered) = (events.count, hindrances)
        try body(&self)
        if hindrances > hindered { events.removeSubrange(planned...) }
    }

    mutating func hinder(_ obstacle: String) {
        hindrances += 1
        if knownObstacles.insert(obstacle).inserted { obstacles.append(obstacle) }
    }

    /// The greatest number of obstacles that are reported with the author of the change.
    private static let attributionLimit = 100

    /// Adds a later change of a thing as an obstacle, with its author.
    private mutating func hinder(_ obstacle: String, by stream: StreamID) throws {
        guard obstacles.count < Self.attributionLimit, let later = try latestChange(of: stream) else {
            return hinder(obstacle)
        }
        hinder("\(obstacle) (\(later))")
    }

    /// Names the operation that last changed a thing after the event that is being undone.
    private func latestChange(of stream: StreamID) throws -> String? {
        let reader = walk.reader
        var number: Int64?
        let selection = EventSelection(after: current, through: reader.position, stream: stream, isBackward: true)
        try reader.store.forEach(selection) { event in
            guard !walk.undoes(transaction: event.transaction) else { return true }
            number = event.transaction
            return false
        }
        return try number.flatMap { try author(of: $0) }
    }

    /// Names the operation of a transaction, and who did it.
    private func author(of number: Int64) throws -> String? {
        guard let transaction = try walk.reader.store.transaction(number) else { return nil }
        let header = try transaction.openedHeader()
        let id = transaction.operation.description.prefix(8)
        return header.map { "\($0.command) \(id) of \($0.actor)" } ?? String(id)
    }
}
