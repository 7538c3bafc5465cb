package import EventLog
package import JSONCoding
package import LedgerKernel

/// The changes that an event made to a thing, field by field, for descriptions in words.
package struct EventDeed: Sendable {
    package let type: EventType
    /// `message`, `folder`, `account`, …
    package let entity: String
    /// Nil if the payload is unknown, or if no thing was changed.
    package let id: String?
    package let changes: [FieldChange]

    package init(_ entry: HistoryEntry) {
        (type, entity, id, changes) = (entry.type, entry.entity, entry.id, entry.changes)
    }

    /// Reads a payload in today's shape; nil if it is unknown.
    package init(_ type: EventType, payload: JSONValue?) {
        let thing = payload.flatMap { HistoryEntry.thing(of: type, in: $0) }
        self.type = type
        entity = thing?.entity ?? HistoryEntry.entity(of: type.name)
        id = thing?.id
        changes = payload.map { FieldChange.all(in: $0, of: type) } ?? []
    }
}

extension LedgerReader {
    /// Lends the deeds of a thing, the earliest first, as far as their payloads are known.
    package func forEachDeed(of stream: StreamID, _ body: (EventDeed) -> Void) throws {
        let selection = EventSelection(through: position, stream: stream)
        for event in try store.events(selection) {
            body(EventDeed(event.type, payload: try store.payload(of: event)))
        }
    }

    /// Lends the entries of whole transactions behind a position, in the order of recording.
    ///
    /// When the closure returns false, it stops at the end of that entry's transaction.
    package func forEachHistoryEntry(after start: Position, _ body: (HistoryEntry) throws -> Bool) throws {
        var next = start
        while next < position {
            let first = EventSelection(after: next, through: next.advanced(by: 1))
            guard let event = try store.events(first).first, let transaction = try store.transaction(event.transaction)
            else { return }
            let header = try transaction.openedHeader()
            var goesOn = true
            for event in try store.events(EventSelection(after: next, through: transaction.lastPosition)) {
                if try !body(HistoryEntry(event, store.payload(of: event), transaction, header)) { goesOn = false }
            }
            guard goesOn else { return }
            next = transaction.lastPosition
        }
    }
}
