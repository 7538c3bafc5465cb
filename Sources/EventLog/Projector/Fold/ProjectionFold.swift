/// A projection whose tables a build can also write from the leaves up, while it folds the beginning of a log.
///
/// Both ways make the same rows: the steps of a ``ProjectionFold`` are another form of ``Projection/apply(_:announcing:)``,
/// for which no row is read again.
package protocol FoldedProjection: Projection {
    /// The types of event with which a fold goes on. It ends before any other, and `apply` takes over.
    ///
    /// If the projection has a fold that does not take one of them, `apply` does. It finds the tables empty that folds write.
    static var folded: [any Event.Type] { get }

    /// Makes its fold; nil, the default, if `apply` takes all events.
    func makeFold(into tables: FoldedTables) throws -> ProjectionFold?
}

extension FoldedProjection {
    package func makeFold(into tables: FoldedTables) throws -> ProjectionFold? { nil }
}

/// The steps by which a projection makes its rows, while a build folds a log.
package struct ProjectionFold {
    /// Applies an event, and announces what ``Projection/apply(_:announcing:)`` announces.
    package typealias Step<Content> = (
        _ content: Content, _ event: RecordedEvent, _ changes: ChangeRecorder
    ) throws -> Void

    /// The steps by the type of event.
    private var steps: [ObjectIdentifier: any FoldStep] = [:]
    /// Writes what was gathered, behind the last event.
    let finish: () throws -> Void

    package init(finish: @escaping () throws -> Void = {}) {
        self.finish = finish
    }

    /// Takes in the events of a type.
    package mutating func take<Content: Event>(_ type: Content.Type, _ step: @escaping Step<Content>) {
        steps[ObjectIdentifier(type)] = TypedFoldStep(step)
    }

    /// Takes in the events of a type without a look at what they say.
    package mutating func take(
        any type: any Event.Type, _ step: @escaping (RecordedEvent, ChangeRecorder) throws -> Void
    ) {
        func take<Content: Event>(_ type: Content.Type) {
            self.take(type) { _, event, changes in try step(event, changes) }
        }
        take(type)
    }

    /// Makes no rows of the events of a type.
    package mutating func skip(_ type: any Event.Type) { take(any: type) { _, _ in } }

    func step<Content: Event>(for type: Content.Type) -> Step<Content>? {
        (steps[ObjectIdentifier(type)] as? TypedFoldStep<Content>)?.step
    }
}

/// Thrown by a step that cannot keep more in memory: the fold begins once more, and ends before this event's transaction.
package struct FoldIsFull: Error {
    package init() {}
}

private protocol FoldStep {}

private struct TypedFoldStep<Content: Event>: FoldStep {
    let step: ProjectionFold.Step<Content>

    init(_ step: @escaping ProjectionFold.Step<Content>) {
        self.step = step
    }
}
