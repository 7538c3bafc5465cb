internal import SQLite

/// Checks what keeps a log from accidents: its tables and triggers are those that it was made with, and the small tables
/// are whole.
struct GuardRailCheck {
    private struct Item: Hashable {
        let type: String
        let name: String
        let sql: String?
    }

    private let connection: Connection

    init(on connection: Connection) {
        self.connection = connection
    }

    func run() throws {
        let model = try Connection(path: Connection.inMemory, mode: .create)
        try LogSchema.create(on: model)
        let (expected, actual) = (try Self.items(model), try Self.items(connection))
        if let item = expected.subtracting(actual).min(by: { $0.name < $1.name }) {
            throw LogFault(position: .start, reason: "the \(item.type) \(item.name) of the log is missing or changed")
        }
        if let item = actual.subtracting(expected).min(by: { $0.name < $1.name }) {
            throw LogFault(position: .start, reason: "the \(item.type) \(item.name) is none of the log's")
        }
        // What is not compared with anything else; the events are, and would take longer.
        for check: SQL in [
            "PRAGMA integrity_check(ledger)", "PRAGMA integrity_check(transactions)", "PRAGMA integrity_check(tiles)",
            "PRAGMA integrity_check(checkpoints)", "PRAGMA integrity_check(erasures)",
        ] {
            let answer = try connection.first(check) { $0.text(0) }
            guard answer == "ok" else {
                throw LogFault(position: .start, reason: "SQLite finds the file damaged: \(answer ?? "")")
            }
        }
    }

    private static func items(_ connection: Connection) throws -> Set<Item> {
        Set(
            try connection.rows("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'") {
                Item(type: $0.text(0), name: $0.text(1), sql: $0.optionalText(2))
            })
    }
}
