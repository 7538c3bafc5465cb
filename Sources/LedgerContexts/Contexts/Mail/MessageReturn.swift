package import EventLog
package import LedgerKernel
internal import Mail
package import Projections

/// Plans the return of deleted messages: it undoes what has ended each of them, and what has removed it since.
package struct MessageReturn {
    private let reader: LedgerReader
    private var planner: UndoPlanner

    package init(_ reader: LedgerReader) throws {
        self.reader = reader
        planner = try UndoPlanner(reader: reader, transactions: [])
    }

    /// The events that restore them, and the obstacles for others.
    package var planned: (events: [ProposedEvent], obstacles: [String]) { (planner.events, planner.obstacles) }

    package mutating func bringBack(_ message: MessageRow) throws {
        guard let end = message.end, let place = try reader.store.place(of: end),
            let transaction = try reader.store.transaction(place.transaction)
        else { return }
        guard place.stream == message.stream else {
            let operation = transaction.operation.description.prefix(8)
            let holder = place.stream == place.account ? "account" : "folder"
            return planner.hinder(
                "message \(message.id) ended with its \(holder), and comes back with it: undo \(operation)")
        }
        // A mail reader hides a message first and removes it later, and so does a sync.
        let selection = EventSelection(
            after: Position(transaction.firstPosition.rawValue - 1), through: reader.position, stream: message.stream,
            isBackward: true)
        try planner.together { planner in
            try reader.store.forEach(selection, decodedBy: reader.catalogue) { recorded in
                if case .event(let event) = recorded.content, Self.ends(event) { try planner.undo(recorded) }
                return true
            }
        }
    }

    /// Whether an event of a message may have deleted it.
    private static func ends(_ event: any Event) -> Bool {
        switch event {
        case is MessageDeleted, is CopyRemoved: true
        case let changed as CopyChanged: changed.hidden.map { !$0.old && $0.new } ?? false
        default: false
        }
    }
}
