internal import EventLog
internal import LedgerContexts

/// The things that lines of events make, of kinds whose read models would take in two with one id.
struct IncomingThings {
    private var met: Set<MadeThing> = []
    /// Those of new events, with their lines.
    private var new: [MadeThing: (event: StoredEvent, line: Int)] = [:]

    /// Takes the event of a line.
    ///
    /// - Throws: ``LogFault`` if it is new, and makes a thing that a line before it has made.
    mutating func take(_ event: StoredEvent, isNew: Bool, line: Int) throws {
        for thing in try MadeThing.made(by: event) {
            let isFirst = met.insert(thing).inserted
            guard isNew else { continue }
            guard isFirst else { throw Self.fault(thing, event) }
            new[thing] = (event, line)
        }
    }

    /// Returns the first line that makes a thing which the log has from before the lines; nil if there is none.
    ///
    /// - Complexity: O(the log up to there) if the lines make such things and have no beginning.
    func fault(in store: any LogStore, through start: Position) throws -> (fault: LogFault, line: Int)? {
        guard start > .start else { return nil }
        var found: (fault: LogFault, line: Int)?
        for type in Set(new.values.map(\.event.type.name)) {
            try store.forEach(EventSelection(through: start, typeName: type)) { event in
                for thing in try MadeThing.made(by: event) {
                    guard let second = new[thing], second.line < found?.line ?? .max else { continue }
                    found = (Self.fault(thing, second.event), second.line)
                }
                return true
            }
        }
        return found
    }

    private static func fault(_ thing: MadeThing, _ event: StoredEvent) -> LogFault {
        LogFault(position: event.position, reason: "it makes the \(thing.kind) \(thing.id) a second time")
    }
}
