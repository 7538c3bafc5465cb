internal import EventLog
internal import JSONCoding
internal import LedgerHistory
public import LedgerKernel
internal import Mail
internal import Projections

extension LedgerReader {
    /// Describes the changes of a plan thing by thing, up to a limit, and counts all changed things.
    ///
    /// - Complexity: O(the events of the plan), and a read of the log for each described thing.
    public func describe(_ plan: UndoPlan, limit: Int? = nil) throws -> (changes: [PlannedChange], count: Int) {
        var order: [StreamID] = []
        var events: [StreamID: [any Event]] = [:]
        for proposed in plan.events {
            guard let stream = proposed.target.stream else { continue }
            if events[stream] == nil { order.append(stream) }
            events[stream, default: []].append(proposed.event)
        }
        let names = try folderPaths().merging(
            accounts(includingDeleted: true).map { ($0.id.description, $0.address) }
        ) { folder, _ in folder }
        let changes = try order.prefix(limit ?? .max).compactMap { stream in
            try describe(events[stream] ?? [], of: stream, names)
        }
        return (changes, order.count)
    }

    private func describe(
        _ events: [any Event], of stream: StreamID, _ names: [String: String]
    ) throws -> PlannedChange? {
        var fields: [String] = []
        var changes: [String: FieldChange] = [:]
        var thing: (entity: String, id: String)?
        for event in events {
            // Fields of two contexts may have one name.
            let context = type(of: event).type.context
            let value = try JSONValue(payloadOf: event)
            thing = thing ?? HistoryEntry.thing(of: type(of: event).type, in: value)
            for change in FieldChange.all(in: value, of: type(of: event).type) + FieldChange.end(of: event) {
                let field = "\(context).\(change.field)"
                if changes[field] == nil { fields.append(field) }
                changes[field] = changes[field]?.followed(by: change) ?? change
            }
        }
        guard let thing else { return nil }
        return PlannedChange(
            entity: thing.entity, id: thing.id,
            name: try name(of: thing.entity, stream) ?? names[thing.id],
            changes: fields.compactMap { changes[$0] }.filter { $0.isPart || $0.old != $0.new })
    }
}

extension LedgerReader {
    /// The subject or title of a thing, unless a path or an address names it.
    private func name(of entity: String, _ stream: StreamID) throws -> String? {
        if entity == "message" { return try headers(of: stream).subject }
        guard entity != "folder", entity != "account" else { return nil }
        let kind = contexts.things.first { $0.name == entity }
        return try kind?.identity(of: stream, on: connection)?.title
    }
}

extension ProposedEvent.Target {
    /// The stream, if it exists already.
    fileprivate var stream: StreamID? {
        switch self {
        case .any(.existing(let stream)), .exact(.existing(let stream), _): stream
        default: nil
        }
    }
}

extension FieldChange {
    /// The fields that change when a thing ends or returns.
    fileprivate static func end(of event: any Event) -> [FieldChange] {
        let name = type(of: event).type.name
        guard name.hasSuffix("-deleted") || name.hasSuffix("-restored") else { return [] }
        let isEnd = name.hasSuffix("-deleted")
        return [FieldChange(field: "is_deleted", old: .bool(!isEnd), new: .bool(isEnd))]
    }
}
