package import EventLog
internal import Domain
internal import Mail

/// A context of the log as the ledger is told of it: its events, and what only it knows to answer.
///
/// Reading, histories, proofs, time travel and rebuilding need no more than the events. `Docs/Contexts.md` tells how one is
/// made.
protocol LedgerContext: Sendable {
    /// Today's events, and the ways to them from older ones.
    static var events: [any Event.Type] { get }
    static var upcasters: [Upcaster] { get }

    /// Answers the undoing of one operation's events.
    static func makeUndoing(_ reader: LedgerReader) throws -> any ContextUndoing

    /// Returns the event that says of the thing which an event began that it was erased; nil where the event began none.
    ///
    /// - Parameter count: How many of its events are blanked.
    static func erasing(_ first: any Event, count: Int) -> (any Event)?
}

/// What a context answers to the undoing of its events, from the operation's last to its first.
protocol ContextUndoing {
    /// Returns nil for an event of another context.
    mutating func answer(to event: any Event, _ recorded: RecordedEvent) throws -> UndoAnswer?
}

/// What is to be done to undo one event.
enum UndoAnswer {
    /// These events undo it; none where nothing is left of it.
    case events([ProposedEvent])
    /// Something keeps it from being undone, in words; a later change of a stream, where one is named.
    case obstacle(String, changeOf: StreamID? = nil)
}

/// All contexts that one log holds, mail first.
package enum LedgerContexts {
    /// Those that are told of by ``LedgerContext``; mail is what the ledger itself is about.
    static var besideMail: [any LedgerContext.Type] { [] }

    /// Every event that a ledger may hold.
    package static let events = MailCatalogue.events + besideMail.flatMap { $0.events }

    /// The one decode path of every ledger.
    package static let catalogue = EventCatalogue(events, upcasters: upcasters)

    package static var upcasters: [Upcaster] { MailCatalogue.upcasters + besideMail.flatMap { $0.upcasters } }

    /// The names of the types of which some event names content; no other payload is read for it.
    static let contentNamingTypes = Set(events.filter { $0 is any ContentNaming.Type }.map { $0.type.name })

    static let erasingTypes: [any ErasingEvent.Type] = events.compactMap { $0 as? any ErasingEvent.Type }

    static func erasing(_ first: any Event, count: Int) -> (any Event)? {
        for context in besideMail {
            if let event = context.erasing(first, count: count) { return event }
        }
        return nil
    }
}
