package import Domain
package import EventLog
internal import Mail
package import Projections
internal import Synchronization

/// The contexts that one program knows of a log: those of this package, and those that it brings along.
package struct Contexts: Sendable {
    /// All of them, mail first.
    package let all: [any LedgerContext.Type]
    /// The one decode path of every ledger.
    package let catalogue: EventCatalogue
    /// Those that the program brings.
    package let added: [any LedgerContext.Type]
    /// Read models without events, each in a file of its own.
    let readModels: [any Projection.Type]
    /// The kinds of things of those that the program brings.
    package let addedThings: [ThingKind]
    private let tables: Tables

    /// - Parameter own: Those that come with this package, mail first.
    package init(
        own: [any LedgerContext.Type], added: [any LedgerContext.Type] = [], readModels: [any Projection.Type] = [],
        things: [ThingKind] = []
    ) {
        let all = own + added
        self.all = all
        self.added = added
        self.readModels = readModels
        addedThings = things
        catalogue = EventCatalogue(
            all.flatMap { $0.events }, upcasters: all.flatMap { $0.upcasters }, addedContexts: added.map { $0.name })
        tables = Tables(all)
    }

    /// The names of this package's contexts, which the kernel does not know as types, and of the log's own events.
    package static let ownNames: Set<Substring> = ["mail", "chat", "outbox", "notes", "assist", "access", ledger[...]]

    // MARK: What all of them have

    /// Every event that a ledger may hold.
    package var events: [any Event.Type] { all.flatMap { $0.events } }
    package var upcasters: [Upcaster] { all.flatMap { $0.upcasters } }

    /// The read models of the views, in the order in which an event reaches them.
    package var projections: [any Projection.Type] {
        added.isEmpty ? AllProjections.types : AllProjections.types + added.flatMap { $0.projections }
    }

    /// Every kind of thing, with containers first.
    package var things: [ThingKind] {
        addedThings.isEmpty ? AllProjections.things : AllProjections.things + addedThings
    }

    /// Every public table, those of a thing beside each other.
    package var publicTables: [PublicTable] {
        addedThings.isEmpty
            ? AllProjections.publicTables : AllProjections.publicTables + addedThings.flatMap(\.tables)
    }

    /// The fields that contexts give to things of a kind that is another context's; of two of one name, the first.
    package func claims(on kind: String) -> [ClaimedField] {
        var seen: Set<String> = []
        return all.flatMap { context in
            context.claims.filter { $0.kind == kind }.flatMap(\.fields).map {
                ClaimedField(context: context.name, shown: $0.shown, recorded: $0.recorded)
            }
        }.filter { seen.insert($0.shown).inserted }
    }

    /// The place of an event's context among ``all``; nil for one of none.
    package func index(of type: EventType) -> Int? { tables.value.indices[type.context] }

    /// The names of the types of which some event names content; no other payload is read for it.
    var contentNamingTypes: Set<String> { tables.value.contentNaming }
    package var erasingTypes: [any ErasingEvent.Type] { tables.value.erasing }

    package func erasing(_ first: any Event, count: Int) -> (any Event)? {
        index(of: type(of: first).type).flatMap { all[$0].erasing(first, count: count) }
    }

    /// Whether the program brings contexts.
    var bringsMore: Bool { !added.isEmpty }

    /// The messages that events of the program's own contexts would remove.
    func taken(by events: [ProposedEvent], _ reader: LedgerReader) throws -> Set<StreamID> {
        try added.reduce(into: []) { $0.formUnion(try $1.taken(by: events, reader)) }
    }

    /// Refuses events that the program brings with a field that would hold a secret, before they are recorded.
    ///
    /// - Throws: ``ContextError/secretField(_:of:)``.
    func refuseSecrets(in events: [ProposedEvent]) throws {
        guard !added.isEmpty else { return }
        let names = Set(added.map { $0.name })
        for proposed in events {
            let type = type(of: proposed.event).type
            if names.contains(String(type.context)) { try EventFields.refuseSecrets(in: proposed.event) }
        }
    }
}

/// A field that a context gives to things of another one: only events of this context set it.
package struct ClaimedField: Sendable {
    package let context: String
    /// Its name in answers.
    package let shown: String
    /// Its name in the events.
    package let recorded: String
}

extension LedgerContext {
    /// Refuses a name that is wrong or taken, events that are named otherwise, and fields that would hold a secret.
    package static func check(beside others: [any LedgerContext.Type]) throws {
        guard EventType.isContextName(name), name != Contexts.ledger else { throw ContextError.wrongName(name) }
        guard !others.contains(where: { $0.name == name }) else { throw ContextError.nameTaken(name) }
        var seen: Set<EventType> = []
        for event in events {
            guard event.type.context == name, event.type.name.utf8.count > name.utf8.count + 1 else {
                throw ContextError.eventNamedOtherwise(event.type, context: name)
            }
            guard seen.insert(event.type).inserted else { throw ContextError.eventTwice(event.type) }
            try EventFields.refuseSecrets(of: event)
        }
        let taken = Set(AllProjections.things.map(\.name) + others.flatMap { $0.things.map(\.name) })
        if let kind = things.first(where: { taken.contains($0.name) }) { throw ContextError.thingTaken(kind.name) }
    }
}

extension Contexts {
    /// Begins the names of the log's own events, which are of no context.
    static let ledger = "ledger"

    /// The tables of events by name and type, made on first use.
    private final class Tables: Sendable {
        final class Made: Sendable {
            let indices: [Substring: Int]
            let contentNaming: Set<String>
            let erasing: [any ErasingEvent.Type]

            init(_ contexts: [any LedgerContext.Type]) {
                indices = Dictionary(uniqueKeysWithValues: contexts.enumerated().map { ($1.name[...], $0) })
                let events = contexts.flatMap { $0.events }
                contentNaming = Set(events.filter { $0 is any ContentNaming.Type }.map { $0.type.name })
                erasing = events.compactMap { $0 as? any ErasingEvent.Type }
            }
        }

        private let contexts: [any LedgerContext.Type]
        private let made = AtomicLazyReference<Made>()

        init(_ contexts: [any LedgerContext.Type]) {
            self.contexts = contexts
        }

        var value: Made { made.load() ?? made.storeIfNil(Made(contexts)) }
    }
}
