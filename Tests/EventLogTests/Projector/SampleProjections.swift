import EventLog
import SQLiteDatabase
import Synchronization

/// The text of each note and how often it was edited.
final class NotesProjection: Projection {
    static let name = "notes"
    static let version = 1

    private let connection: Connection

    init(on connection: Connection) { self.connection = connection }

    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            "CREATE TABLE note (stream INTEGER PRIMARY KEY, text TEXT, edits INTEGER NOT NULL) STRICT")
    }

    static func createIndexes(on connection: Connection) throws {
        try connection.runScript("CREATE INDEX note_by_text ON note (text)")
    }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        let id = event.stream.rawValue
        guard case .event(let content) = event.content else {
            try connection.run("INSERT OR REPLACE INTO note VALUES (\(bind: id), NULL, 0)")
            return
        }
        switch content {
        case let added as NoteAdded:
            try connection.run("INSERT OR REPLACE INTO note VALUES (\(bind: id), \(bind: added.text), 0)")
            changes.announce(
                RowChange(.created, entity: "note", id: id, account: event.account.rawValue, detail: added.text.count))
        case let edited as NoteEdited:
            try connection.run(
                "UPDATE note SET text = \(bind: edited.text.new), edits = edits + 1 WHERE stream = \(bind: id)")
            changes.announce(
                RowChange(
                    .updated, entity: "note", id: id, account: event.account.rawValue, detail: edited.text.new.count))
        default:
            break
        }
    }
}

/// How long all notes are together, and how many changes of them were announced: it reads announcements alone.
final class LengthsProjection: Projection {
    static let name = "lengths"
    static let version = 1
    static let after = ["notes"]

    private let connection: Connection
    private var gathered = 0

    init(on connection: Connection) { self.connection = connection }

    static func createTables(on connection: Connection) throws {
        try connection.runScript(
            """
            CREATE TABLE length (id INTEGER PRIMARY KEY, characters INTEGER, changes INTEGER, gathered INTEGER) STRICT;
            INSERT INTO length VALUES (1, 0, 0, 0);
            """)
    }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        let lengths = changes.changes.filter { $0.entity == "note" }.compactMap { $0.detail as? Int }
        guard !lengths.isEmpty else { return }
        gathered += lengths.count
        // The table of the projection before it has the event already.
        let total = try connection.first("SELECT total(length(text)) FROM note") { try $0.next(Int64.self) } ?? 0
        try connection.run("UPDATE length SET characters = \(bind: total), changes = changes + \(bind: lengths.count)")
        changes.announce(
            RowChange(.updated, entity: "length", id: 1, account: event.account.rawValue, isCountsOnly: true))
    }

    func flush() throws {
        try connection.run("UPDATE length SET gathered = gathered + \(bind: gathered)")
        gathered = 0
    }
}

/// Fails at a note that says "poison", after the projections before it have taken the event.
class FragileProjection: Projection {
    static let name = "fragile"
    static let version = 1
    static let after = ["notes", "lengths"]

    struct Poisoned: Error {}

    private let connection: Connection

    required init(on connection: Connection) { self.connection = connection }

    static func createTables(on connection: Connection) throws {
        try connection.runScript("CREATE TABLE taken (position INTEGER PRIMARY KEY) STRICT")
    }

    func refuses(_ text: String) -> Bool { text == "poison" }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        try connection.run("INSERT INTO taken VALUES (\(bind: event.position.rawValue))")
        if case .event(let content) = event.content, let text = (content as? NoteAdded)?.text, refuses(text) {
            throw Poisoned()
        }
    }
}

/// The same with its fault mended: tables and rules are as they were.
final class MendedProjection: FragileProjection {
    override func refuses(_ text: String) -> Bool { false }
}

/// The same with a fault that passes: each text is refused once.
final class FlakyProjection: FragileProjection {
    private static let refused = Mutex<Set<String>>([])

    override func refuses(_ text: String) -> Bool {
        text.hasPrefix("flaky") && Self.refused.withLock { $0.insert(text).inserted }
    }
}

/// The notes under other rules.
final class OtherNotesProjection: Projection {
    static let name = "notes"
    static let version = 2

    private let connection: Connection

    init(on connection: Connection) { self.connection = connection }

    static func createTables(on connection: Connection) throws {
        try connection.runScript("CREATE TABLE note (stream INTEGER PRIMARY KEY, text TEXT) STRICT")
    }

    func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        try connection.run("INSERT OR REPLACE INTO note VALUES (\(bind: event.stream.rawValue), 'other rules')")
    }
}

var sampleProjections: [any Projection.Type] { [NotesProjection.self, LengthsProjection.self] }

extension LogFolder {
    /// The read models of the log in this folder.
    func makeViews(
        of store: SQLiteLogStore, _ projections: [any Projection.Type] = sampleProjections, canWrite: Bool = true,
        buildPatience: Duration = .seconds(10)
    ) -> Views {
        Views(
            of: OpenLog(store: store, views: store), directory: views, projections: projections, catalogue: .sample,
            canWrite: canWrite,
            buildPatience: buildPatience, prepare: { _ in })
    }

    /// A connection to the file of a generation that knows nothing of projections.
    func rawViews(_ generation: Int64) throws -> Connection {
        try Connection(path: "\(views)/\(generation).sqlite", mode: .readWrite)
    }
}

extension Views {
    /// Read models in memory.
    static func inMemory(
        of store: SQLiteLogStore, _ projections: [any Projection.Type] = sampleProjections,
        catalogue: EventCatalogue = .sample
    ) -> Views {
        Views(
            of: OpenLog(store: store, views: store), directory: nil, projections: projections, catalogue: catalogue,
            canWrite: true,
            prepare: { _ in })
    }

    /// Brings the live views to the log's head.
    @discardableResult
    func atHead(of store: SQLiteLogStore) throws -> Projector {
        let projector = try current()
        try projector.catchUp(with: store)
        return projector
    }
}

extension Projector {
    /// The notes as `stream text edits`.
    func notes() throws -> [String] {
        try connection.rows("SELECT stream, text, edits FROM note ORDER BY stream") {
            "\(try $0.next(Int64.self)) \(try $0.next(String?.self) ?? "-") \(try $0.next(Int64.self))"
        }
    }

    /// What was announced, as `position.sub entity id account kind counts-only`.
    func changes() throws -> [String] {
        try connection.rows(
            "SELECT position, sub, entity, id, account, kind, counts_only FROM changes ORDER BY position, sub"
        ) { row in
            let texts = try (0..<7).map { _ in try row.next(String.self) }
            return "\(texts[0]).\(texts[1]) " + texts[2...].joined(separator: " ")
        }
    }

    /// Characters, changes announced, changes gathered until a flush.
    func lengths() throws -> [Int64] {
        try connection.first("SELECT characters, changes, gathered FROM length") { row in
            try (0..<3).map { _ in try row.next(Int64.self) }
        } ?? []
    }
}
