/// A projection whose tables a build can also write from the leaves up, while it folds the beginning of a log.
///
/// Both ways make the same rows: ``ProjectionFold/fold(_:of:announcing:)`` of the events below is another form of
/// ``Projection/apply(_:announcing:)``, for which no row is read again.
package protocol FoldedProjection: Projection {
    /// The types of event with which a fold goes on. Of the others a fold ends, and `apply` takes over.
    ///
    /// If the projection has a fold that does not take one of them, `apply` does; it may not read what any fold writes.
    static var folded: [any Event.Type] { get }

    /// Makes its fold; nil, the default, if `apply` takes all events.
    func makeFold(into tables: FoldedTables) throws -> (any ProjectionFold)?
}

extension FoldedProjection {
    package func makeFold(into tables: FoldedTables) throws -> (any ProjectionFold)? { nil }
}

/// The rows that a projection makes of the events of one type, while a build folds a log.
package protocol ProjectionFold<Taken>: AnyObject {
    associatedtype Taken: Event

    /// Takes an event in, and announces what ``Projection/apply(_:announcing:)`` announces.
    func fold(_ content: Taken, of event: RecordedEvent, announcing changes: ChangeRecorder) throws

    /// Writes what it gathered, behind the last event.
    func finish() throws
}

extension ProjectionFold {
    package func finish() {}
}
