internal import SQLiteDatabase

/// The tables of a views database, and which read model each belongs to.
struct ReadModelTables {
    /// A read model and its tables, in the order of their names.
    struct Model: Hashable {
        let name: String
        /// The version of the rules that built it; nil for the projector's own tables.
        let version: Int?
        let tables: [String]
    }

    /// The tables about the progress of a build; their contents differ from build to build.
    private static let ofBuild: Set<String> = ["built", "failure"]
    /// The tables about the kinds of read models; their contents follow from the rules.
    private static let ofRules: Set<String> = ["projections", "projection_tables"]

    /// The projector's tables for all read models: their position, and their changed rows.
    static let shared = "changes"

    /// The names of all tables but SQLite's own.
    static func names(on connection: Connection) throws -> Set<String> {
        Set(
            try connection.rows(
                "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            ) { try $0.next(String.self) })
    }

    /// The names of the tables that are a function of the rules and the log.
    static func comparable(on connection: Connection) throws -> Set<String> {
        try names(on: connection).subtracting(ofBuild)
    }

    /// The definitions of all tables, views and indexes, except those of a build.
    static func definitions(on connection: Connection) throws -> [String: String] {
        let definitions = try connection.rows(
            "SELECT name, type || ' ' || tbl_name || ' ' || ifnull(sql, '') FROM main.sqlite_schema"
        ) { try ($0.next(String.self), $0.next(String.self)) }
        return Dictionary(definitions) { first, _ in first }.filter { !ofBuild.contains($0.key) }
    }

    /// The read models of a database, in the order of their names; what belongs to none of them comes last.
    static func models(on connection: Connection) throws -> [Model] {
        let owners = try connection.rows("SELECT name, projection FROM main.projection_tables") {
            try ($0.next(String.self), $0.next(String.self))
        }
        let owner = Dictionary(owners) { first, _ in first }
        let ofLog = try comparable(on: connection).subtracting(ofRules)
        let tables = Dictionary(grouping: ofLog) { owner[$0] ?? shared }
        let models = try connection.rows("SELECT name, version FROM main.projections ORDER BY name") { row in
            let name = try row.next(String.self)
            return Model(name: name, version: try row.next(), tables: (tables[name] ?? []).sorted())
        }
        return models + [Model(name: shared, version: nil, tables: (tables[shared] ?? []).sorted())]
    }

    /// The columns of a table's primary key, in order.
    static func key(of table: String, on connection: Connection) throws -> [String] {
        let key = try connection.rows("SELECT name FROM pragma_table_info(\(bind: table)) WHERE pk > 0 ORDER BY pk") {
            try $0.next(String.self)
        }
        precondition(!key.isEmpty, "the table \(table) of a projection has no primary key")
        return key
    }

    /// Reads a table in the order of its key.
    static func cursor(_ table: String, key: [String], on connection: Connection) throws -> Statement {
        let order = key.map(SQL.identifier).joined(separator: ", ")
        return try connection.cursor("SELECT * FROM main.\(SQL.identifier(table)) ORDER BY \(order)")
    }
}
