/// Finds the projections that take an event in, in their order.
///
/// Most take few types of event. Asking all 16 projections cost a fifth of replay: some seventy dynamic casts, each on a copy of the event.
struct ProjectionIndex {
    /// A projection, and how it takes an event in.
    struct Taker {
        let projection: any Projection
        let applies: Bool
        /// Whether it looks at the state before the event.
        let prepares: Bool
        /// Whether it goes by the ends and returns that the event brought.
        let follows: Bool
    }

    let all: [any Projection]
    /// The takers by the type of event, filled as types occur.
    private var known: [ObjectIdentifier: [Taker]] = [:]

    init(_ projections: [any Projection]) {
        all = projections
    }

    mutating func takers(of content: RecordedEvent.Content) -> [Taker] {
        switch content {
        case .event(let event): takers(of: type(of: event))
        case .erased: takers(of: nil)
        // No rule here knows of it.
        case .ofNoContext: []
        }
    }

    private mutating func takers(of event: (any Event.Type)?) -> [Taker] {
        // An erased event has no type that a projection could request.
        let id = event.map { ObjectIdentifier($0) } ?? ObjectIdentifier(Self.self)
        if let takers = known[id] { return takers }
        let takers = all.compactMap { projection -> Taker? in
            let kind = type(of: projection)
            let applies =
                kind.events.map { taken in event.map { event in taken.contains { $0 == event } } ?? false } ?? true
            guard applies || kind.follows else { return nil }
            let prepares = kind.prepared.contains { prepared in event.map { $0 == prepared } ?? false }
            return Taker(projection: projection, applies: applies, prepares: prepares, follows: kind.follows)
        }
        known[id] = takers
        return takers
    }
}
