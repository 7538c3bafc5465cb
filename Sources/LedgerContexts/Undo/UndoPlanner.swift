internal import EventLog
internal import JSONCoding
internal import LedgerHistory
internal import LedgerKernel
internal import Mail
internal import Projections

/// Plans the compensating events of an operation, the latest first, from the present state.
///
/// Events are pure facts and never removed: an undo is more events. A field is reset only if nothing has set it since;
/// otherwise the later change prevents that, and is named. This is the walk from event to event: each event's context
/// answers how to undo it, by the present value.
struct UndoPlanner {
    private let walk: UndoWalk
    private let contexts: Contexts
    private var laterChanges: LaterChanges
    /// One for each context, in their order.
    private var undoings: [any ContextUndoing]
    /// Others, made once one is needed, that answer for events which the plan passes over: their plans go nowhere.
    private var trials: [any ContextUndoing] = []
    private(set) var events: [ProposedEvent] = []
    private(set) var obstacles: [String] = []
    private var knownObstacles: Set<String> = []
    private var hindrances = 0
    /// The searches for the author of an obstacle: each reads the log backward.
    private var attributions = 0
    /// The words of the obstacles that were searched for.
    private var attributed: Set<String> = []

    /// - Parameters:
    ///   - transactions: Those to undo; none if the present values alone decide.
    ///   - cancelled: What was reverted among these and later transactions.
    init(
        reader: LedgerReader, transactions: [StoredTransaction], _ cancelled: Cancellations = Cancellations()
    ) throws {
        let walk = UndoWalk(reader, transactions)
        self.walk = walk
        laterChanges = LaterChanges(walk, cancelled)
        contexts = reader.contexts
        undoings = try contexts.all.map { try $0.makeUndoing(walk) }
    }

    /// Plans the undoing of one event; called from the operation's last event to its first.
    mutating func undo(_ recorded: RecordedEvent) throws {
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
            if let objection = try undoings[index].objection(to: event, recorded) {
                return try take(objection, to: event, recorded)
            }
        }
        guard let index = contexts.index(of: type) else { return hinder("event \(recorded.position) is of no context") }
        switch try laterChanges.finding(behind: event, recorded) {
        case nil: try take(undoings[index].answer(to: event, recorded), to: event, recorded)
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
        if case .obstacle = answer { return try take(answer, to: event, recorded) }
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

    private mutating func take(_ answer: UndoAnswer, to event: any Event, _ recorded: RecordedEvent) throws {
        switch answer {
        case .events(let answer): events += answer
        case .obstacle(let obstacle, let thing?, let fields) where attributions < Self.attributionLimit:
            attributions += 1
            attributed.insert(obstacle)
            let changed = try thing == recorded.stream ? things(of: event, recorded) : [thing]
            let number = try laterChanges.transaction(lastSetting: fields, of: changed, behind: event, recorded)
            let later = try number.flatMap { try author(of: $0) }
            hinder(later.map { "\(obstacle) (\($0))" } ?? obstacle)
        // Beyond the limit the same words with an operation are enough.
        case .obstacle(let obstacle, _, _) where attributed.contains(obstacle): hindrances += 1
        case .obstacle(let obstacle, _, _): hinder(obstacle)
        }
    }

    /// The things whose later events set the fields of an event: a thread is marked by way of any of its messages.
    private func things(of event: any Event, _ recorded: RecordedEvent) throws -> [StreamID] {
        let threads = ThreadsQuery(on: walk.reader.connection)
        guard event is ThreadMarked, let thread = try threads.thread(of: recorded.stream) else {
            return [recorded.stream]
        }
        return try threads.everyMember(of: thread).map(\.stream)
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

    /// The greatest number of searches for the author of a change that is in the way.
    private static let attributionLimit = 100

    /// Names the operation of a transaction, and who did it.
    private func author(of number: Int64) throws -> String? {
        guard let transaction = try walk.reader.store.transaction(number) else { return nil }
        let header = try transaction.openedHeader()
        let id = transaction.operation.description.prefix(8)
        return header.map { "\($0.command) \(id) of \($0.actor)" } ?? String(id)
    }
}
