/// What takes in the events of a type in a fold, in order.
protocol EventTakers: AnyObject {
    func take(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws
}

/// What takes in events of a known type: it is cast once for all of them.
final class TypedEventTakers<Taken: Event>: EventTakers {
    private enum Taker {
        case projection(any Projection)
        case step(ProjectionFold.Step<Taken>)
    }

    private let takers: [Taker]

    /// - Parameter takers: The projections that take it in, each with its fold.
    init(_ takers: [(projection: any Projection, fold: ProjectionFold?)]) {
        self.takers = takers.map { taker in
            taker.fold?.step(for: Taken.self).map { .step($0) } ?? .projection(taker.projection)
        }
    }

    func take(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let any) = event.content, let content = any as? Taken else { return }
        for taker in takers {
            switch taker {
            case .projection(let projection): try projection.apply(event, announcing: changes)
            case .step(let step): try step(content, event, changes)
            }
        }
    }
}

/// What takes in events without contents.
final class ErasedEventTakers: EventTakers {
    private let projections: [any Projection]

    init(_ projections: [any Projection]) {
        self.projections = projections
    }

    func take(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        for projection in projections { try projection.apply(event, announcing: changes) }
    }
}
