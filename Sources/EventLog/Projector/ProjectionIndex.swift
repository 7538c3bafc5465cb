/// Finds the projections that an event matters to, in their order.
///
/// Most apply few types of event. Asking all 16 projections cost a fifth of replay: some seventy dynamic casts, each on a copy of the event.
struct ProjectionIndex {
    /// What a projection does with the events of a type.
    struct Subscription {
        let projection: any Projection
        let applies: Bool
        /// Whether it looks at the state before the event.
        let prepares: Bool
        /// Whether it goes by the ends and returns that the event brought.
        let follows: Bool
    }

    let all: [any Projection]
    /// The subscriptions by the type of event, filled as types occur.
    private var known: [ObjectIdentifier: [Subscription]] = [:]

    init(_ projections: [any Projection]) {
        all = projections
    }

    mutating func subscriptions(to content: RecordedEvent.Content) -> [Subscription] {
        switch content {
        case .event(let event): subscriptions(to: type(of: event))
        case .erased: subscriptions(to: nil)
        // No rule here knows of it.
        case .ofNoContext: []
        }
    }

    private mutating func subscriptions(to event: (any Event.Type)?) -> [Subscription] {
        // An erased event has no type that a projection could request.
        let id = event.map { ObjectIdentifier($0) } ?? ObjectIdentifier(Self.self)
        if let subscriptions = known[id] { return subscriptions }
        let subscriptions = all.compactMap { projection -> Subscription? in
            let kind = type(of: projection)
            let applies =
                kind.events.map { applied in event.map { event in applied.contains { $0 == event } } ?? false } ?? true
            guard applies || kind.follows else { return nil }
            let prepares = kind.prepared.contains { prepared in event.map { $0 == prepared } ?? false }
            return Subscription(projection: projection, applies: applies, prepares: prepares, follows: kind.follows)
        }
        known[id] = subscriptions
        return subscriptions
    }
}
