import EventLog
import SQLiteDatabase

/// A projection that writes what each event changes at once, as a replay does that gathers nothing in memory.
final class UnfoldedProjection<Base: Projection>: Projection {
    static var name: String { Base.name }
    static var version: Int { Base.version }
    static var after: [String] { Base.after }
    static var events: [any Event.Type]? { Base.events }

    private let base: Base

    init(on connection: Connection) throws {
        base = try Base(on: connection)
    }

    static func createTables(on connection: Connection) throws {
        try Base.createTables(on: connection)
    }

    static func createIndexes(on connection: Connection) throws {
        try Base.createIndexes(on: connection)
    }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        try base.apply(event, announcing: changes)
        try base.flush()
    }
}

extension Projection {
    static var unfolded: any Projection.Type { UnfoldedProjection<Self>.self }
}
