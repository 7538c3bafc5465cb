internal import EventLog
internal import Mail
internal import SQLiteDatabase

/// Counts as ``UnreadProjector`` does, but leaves other folders out.
final class OtherCounts<Rule: CountingRule>: Projection {
    static var name: String { UnreadProjector.name }
    static var version: Int { UnreadProjector.version }
    static var after: [String] { UnreadProjector.after }

    private let projector: UnreadProjector

    init(on connection: Connection) throws {
        projector = try UnreadProjector(on: connection, leavingOut: Rule.leftOut)
    }

    static func createTables(on connection: Connection) throws { try UnreadProjector.createTables(on: connection) }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        try projector.apply(event, announcing: changes)
    }

    func flush() throws { try projector.flush() }
}

/// Joins messages as ``ThreadsProjector`` does, where they have the same subject but for `Re:` and its like.
final class ThreadsBySubject: Projection {
    static let name = ThreadsProjector.name
    static let version = ThreadsProjector.version
    static let after = ThreadsProjector.after
    static let prepared = ThreadsProjector.prepared

    private let projector: ThreadsProjector

    init(on connection: Connection) throws {
        projector = try ThreadsProjector(on: connection, splittingBySubject: true)
    }

    static func createTables(on connection: Connection) throws { try ThreadsProjector.createTables(on: connection) }
    static func createIndexes(on connection: Connection) throws { try ThreadsProjector.createIndexes(on: connection) }

    func prepare(for event: RecordedEvent) throws { try projector.prepare(for: event) }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        try projector.apply(event, announcing: changes)
    }

    func flush() throws { try projector.flush() }
}

/// The folders whose mail counts in those folders only.
protocol CountingRule: SendableMetatype {
    static var leftOut: Set<FolderRole> { get }
}

enum LeavingOutTrash: CountingRule { static let leftOut: Set<FolderRole> = [.trash] }
enum LeavingOutSpam: CountingRule { static let leftOut: Set<FolderRole> = [.spam] }
enum LeavingOutNothing: CountingRule { static let leftOut: Set<FolderRole> = [] }
