/// The way of one type of event to the projections of a fold.
protocol FoldRoute: AnyObject {
    /// Passes an event to each projection, in order.
    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws
}

/// The route of a known type, whose events are cast once for all projections.
final class TypedFoldRoute<Content: Event>: FoldRoute {
    private enum Target {
        case projection(any Projection)
        case step(ProjectionFold.Step<Content>)
    }

    private let targets: [Target]

    /// - Parameter targets: The projections of the type, each with its fold.
    init(_ targets: [(projection: any Projection, fold: ProjectionFold?)]) {
        self.targets = targets.map { target in
            target.fold?.step(for: Content.self).map { .step($0) } ?? .projection(target.projection)
        }
    }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        guard case .event(let any) = event.content, let content = any as? Content else { return }
        for target in targets {
            switch target {
            case .projection(let projection): try projection.apply(event, announcing: changes)
            case .step(let step): try step(content, event, changes)
            }
        }
    }
}

/// The route of erased events, which have no content.
final class ErasedFoldRoute: FoldRoute {
    private let projections: [any Projection]

    init(_ projections: [any Projection]) {
        self.projections = projections
    }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        for projection in projections { try projection.apply(event, announcing: changes) }
    }
}
