internal import SQLiteDatabase

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

    /// Compares the tables and indexes, without which nothing else can be asked.
    func checkTables() throws {
        try compare { $0.type != "trigger" }
    }

    /// Compares the triggers.
    func checkTriggers() throws {
        try compare { $0.type == "trigger" }
    }

    /// Reads all pages of each table but that of the events, which is checked with them.
    func checkPages() throws {
        for table in [
            "ledger", "views", "transactions", "tiles", "checkpoints", "erasures", "erasure_work", "erasure_content",
        ] {
            if let fault = try fault(of: table) { throw Self.damaged(table, fault) }
        }
    }

    private func fault(of table: String) throws -> String? {
        do {
            return try connection.fault(by: "PRAGMA integrity_check(\(SQL.identifier(table)))")
        } catch let error as SQLiteError where error.isCorrupt {
            return error.message
        }
    }

    static func damaged(_ table: String, _ fault: String) -> LogFault {
        LogFault(position: .start, reason: "SQLite finds the table \(table) damaged: \(fault)")
    }

    private func compare(_ isMeant: (Item) -> Bool) throws {
        let model = try Connection(path: Connection.inMemory, mode: .create)
        try LogSchema.create(on: model)
        let expected = try Self.items(model).filter(isMeant)
        let actual = try Self.items(connection).filter(isMeant)
        if let item = expected.subtracting(actual).min(by: { $0.name < $1.name }) {
            throw LogFault(position: .start, reason: "the \(item.type) \(item.name) of the log is missing or changed")
        }
        if let item = actual.subtracting(expected).min(by: { $0.name < $1.name }) {
            throw LogFault(position: .start, reason: "the \(item.type) \(item.name) is none of the log's")
        }
    }

    private static func items(_ connection: Connection) throws -> Set<Item> {
        Set(
            try connection.rows("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%'") {
                try Item(type: $0.next(), name: $0.next(), sql: $0.next())
            })
    }
}
