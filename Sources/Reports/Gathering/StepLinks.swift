internal import EventLog
internal import MailLedger

/// The steps of a record that undo others.
struct StepLinks {
    private struct Step {
        let number: Int64
        let header: TransactionHeader?
        let entry: EntryFields
        var places: [(position: Int64, stream: StreamID)]
    }

    private var steps: [Int64: Step] = [:]
    /// The steps that undo others, in the order of recording.
    private var undos: [(number: Int64, cause: Cause)] = []

    init(_ findings: ProofFindings) {
        for event in findings.events {
            let (number, place) = (event.entry.transaction, (event.entry.position.rawValue, event.entry.stream))
            if steps[number] != nil {
                steps[number]?.places.append(place)
                continue
            }
            steps[number] = Step(number: number, header: event.header, entry: event.entry, places: [place])
            switch event.header?.cause.map(Cause.init) {
            case .undo(let operation): undos.append((number, .undo(operation)))
            case .undoOfTransactions(let ranges): undos.append((number, .undoOfTransactions(ranges)))
            default: break
            }
        }
    }

    /// Notes on a step: how much of it the report has, what undid it, and what it undoes.
    func notes(on act: Timeline.Act) -> [String] {
        let told = Set(act.changes.map(\.position.rawValue))
        var notes: [String] = []
        if act.size != told.count {
            let phrase = told.count == 1 ? ActPhrase.oneChange : .someChanges
            notes.append(phrase.text(["count": String(told.count), "all": String(act.size)]))
        }
        guard let step = steps[act.transaction], !undos.isEmpty else { return notes }
        let changes = step.places.filter { told.contains($0.position) }
        let streams = Set(changes.map(\.stream))
        for undo in undos where Self.undoes(undo, step) {
            guard let other = steps[undo.number] else { continue }
            let places = other.places.filter { streams.contains($0.stream) }
            guard let values = Self.values(of: other, at: places.map(\.position), act.offset) else { continue }
            let undone = Set(places.map(\.stream))
            let count = changes.count { undone.contains($0.stream) }
            let phrase = count < changes.count ? ActPhrase.partlyUndone : .undone
            notes.append(
                phrase.text(
                    values.merging(["count": String(count), "all": String(changes.count)]) { first, _ in first }))
            if undos.contains(where: { Self.undoes($0, other) }) { notes.append(ActPhrase.undoUndone.text([:])) }
        }
        guard let own = undos.first(where: { $0.number == act.transaction }) else { return notes }
        let undone = steps.values.filter { Self.undoes(own, $0) }.sorted { $0.number < $1.number }
        let positions = undone.flatMap { $0.places.filter { streams.contains($0.stream) } }.map(\.position)
        if let first = undone.first, let values = Self.values(of: first, at: positions, act.offset) {
            let phrase = undone.count == 1 ? ActPhrase.undoes : .undoesSteps
            notes.append(phrase.text(values.merging(["count": String(undone.count)]) { first, _ in first }))
        }
        return notes
    }

    private static func undoes(_ undo: (number: Int64, cause: Cause), _ step: Step) -> Bool {
        guard undo.number > step.number else { return false }
        return switch undo.cause {
        case .undo(let operation): step.header?.operation == operation
        case .undoOfTransactions(let ranges): ranges.contains { $0.contains(step.number) }
        default: false
        }
    }

    /// The actor of a step, its day, and the places of its changes; nil if there are none.
    private static func values(of step: Step, at positions: [Int64], _ offset: Int) -> [String: String]? {
        guard let first = positions.min(), let last = positions.max() else { return nil }
        let ends = ["first": String(first), "last": String(last)]
        return [
            "actor": step.header?.actor ?? ActPhrase.erased.rawValue,
            "day": Timeline.day(step.entry.recordedAt, offset: offset),
            "places": (first == last ? ActPhrase.place : .places).text(ends),
        ]
    }
}
