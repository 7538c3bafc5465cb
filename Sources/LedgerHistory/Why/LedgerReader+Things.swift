public import EventLog
internal import JSONCoding
public import LedgerKernel
internal import Mail
internal import Projections

/// Things of the kinds that added contexts define.
extension LedgerReader {
    /// Returns the stream of a thing by its name or the first digits of its id, deleted or not.
    ///
    /// - Parameter kind: The name of a kind that a context of the program defines.
    /// - Throws: ``DomainError/notFound(kind:name:place:similar:hint:)``, ``DomainError/ambiguous(kind:name:count:)``.
    public func stream(of kind: String, named name: String) throws -> StreamID {
        let found = try thingKind(kind).streams(named: name, on: connection)
        guard let first = found.first else { throw DomainError.notFound(kind: kind, name: name) }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: kind, name: name, count: found.count) }
        return first
    }

    /// Returns the events that determined each field of such a thing, deleted or not, or one field.
    ///
    /// The fields are those that its context lists, those that other contexts claim, and `is_deleted`.
    ///
    /// - Throws: What ``stream(of:named:)`` throws; ``DomainError/invalid(field:reason:hint:)``, which lists the
    ///   fields.
    /// - Complexity: O(events of the thing).
    public func why(_ kind: String, named name: String, field: String? = nil) throws -> [ValueReason] {
        let known = try thingKind(kind)
        guard let first = known.firstEvent else { throw DomainError.notFound(kind: "kind", name: kind) }
        return try why(
            stream(of: kind, named: name), "a \(kind)",
            ContainerValues(first, fields: known.fields, defaults: known.defaults), field, ValueHistory())
    }

    /// Returns the stream of a thing of any such kind.
    package func streamOfAddedThing(_ name: String) throws -> StreamID {
        let found = try Set(contexts.addedThings.flatMap { try $0.streams(named: name, on: connection) })
        guard let first = found.first else { throw DomainError.notFound(kind: "thing", name: name) }
        guard found.count == 1 else { throw DomainError.ambiguous(kind: "thing", name: name, count: found.count) }
        return first
    }

    private func thingKind(_ name: String) throws -> ThingKind {
        guard let kind = contexts.addedThings.first(where: { $0.name == name }) else {
            throw DomainError.notFound(kind: "kind", name: name)
        }
        return kind
    }
}

/// Events in the log of contexts that this program does not know.
extension LedgerReader {
    /// Explains that an event belongs to a missing context, and which program recorded it.
    package func missingContext(of event: RecordedEvent) throws -> String {
        let program = try store.transaction(event.transaction)?.openedHeader()?.program
        let recorder = program.map { "; \($0) recorded it" } ?? ""
        return
            "event \(event.position) (\(event.type)) is of the context \"\(event.type.context)\", which this program does not"
            + " have\(recorder)"
    }

    /// Counts the events of each context that this program does not know, in the order of the first of each.
    ///
    /// - Complexity: O(transactions).
    package func missingContexts() throws -> [(name: String, events: Int, program: String?)] {
        let query = RecordedQuery(on: connection)
        var order: [String] = []
        var counts: [String: Int] = [:]
        var types: [String: String] = [:]
        for (type, count) in try query.types(from: Position(1), through: position) {
            let stored = EventType(type, schema: 1)
            guard catalogue.isOfNoContext(stored) else { continue }
            let name = String(stored.context)
            if counts[name] == nil { order.append(name) }
            counts[name, default: 0] += count
            types[name] = types[name] ?? type
        }
        return try order.map { name in
            var program: String?
            if let type = types[name] {
                try store.forEach(EventSelection(typeName: type)) { event in
                    program = try store.transaction(event.transaction)?.openedHeader()?.program
                    return false
                }
            }
            return (name, counts[name] ?? 0, program)
        }
    }
}
