internal import EventLog
internal import SQLiteDatabase

/// Compares an index with one that was built aside, table by table, and finds the first row that differs.
///
/// It knows no table by its name: it compares whatever the file has. For a full text that is all its words with their
/// places, its counts and its settings. It ignores how the words are divided into segments, which depends on when they
/// came.
struct SearchComparison {
    let live: Connection
    let fresh: Connection

    /// The tables of a full text's segments in FTS5 (<https://www.sqlite.org/fts5.html#fts5_data_structures>).
    private static let segments = ["data", "idx"]

    /// - Complexity: Linear in the words; memory for one row of each table.
    func firstDifference() throws -> ViewsDifference? {
        let definitions: SQL = """
            SELECT name, type, tbl_name, sql FROM main.sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_' ORDER BY name, type
            """
        if let difference = try compare("sqlite_schema", 4, definitions) { return difference }
        let tables = try fresh.rows("SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' ORDER BY name") {
            try (name: $0.next(String.self), isFullText: $0.next(String.self).lowercased().contains("using fts5"))
        }
        let texts = tables.filter(\.isFullText).map(\.name)
        let segments = Set(texts.flatMap { text in Self.segments.map { "\(text)_\($0)" } })
        for table in tables where !table.isFullText && !segments.contains(table.name) {
            let columns = try fresh.rows("SELECT name FROM pragma_table_info(\(bind: table.name)) ORDER BY cid") {
                SQL.identifier(try $0.next())
            }
            let list = columns.joined(separator: ", ")
            // In the order of all columns, so that a table needs no key.
            let query: SQL = "SELECT \(list) FROM main.\(SQL.identifier(table.name)) ORDER BY \(list)"
            if let difference = try compare(table.name, columns.count, query) { return difference }
        }
        for text in texts {
            if let difference = try compare(words: text) { return difference }
        }
        return nil
    }

    private func compare(words text: String) throws -> ViewsDifference? {
        // The first row of the segments' table has the numbers of documents and words.
        let counts: SQL = "SELECT block FROM main.\(SQL.identifier(text + "_data")) WHERE id = 1"
        if let difference = try compare(text + "_data", 1, counts) { return difference }
        let words = SQL.identifier(text + "_words")
        for connection in [live, fresh] {
            try connection.run(
                "CREATE VIRTUAL TABLE temp.\(words) USING fts5vocab(main, \(SQL.identifier(text)), instance)")
        }
        return try compare(text, 4, "SELECT term, doc, col, offset FROM temp.\(words)")
    }

    private func compare(_ table: String, _ width: Int, _ query: SQL) throws -> ViewsDifference? {
        let (left, right) = (try live.cursor(query), try fresh.cursor(query))
        func next(_ statement: Statement) throws -> [Value]? {
            guard try statement.step() else { return nil }
            return try statement.withRow { row in try (0..<width).map { _ in try row.next() } }
        }
        while true {
            let (old, new) = (try next(left), try next(right))
            guard old == new else {
                return ViewsDifference(table: "search." + table, live: old.map(Self.text), rebuilt: new.map(Self.text))
            }
            guard old != nil else { return nil }
        }
    }

    private static func text(_ row: [Value]) -> String {
        row.map { value in
            switch value {
            case .null: "NULL"
            case .integer(let number): "\(number)"
            case .real(let number): "\(number)"
            case .text(let text): text
            case .blob(let bytes): "\(bytes.count) bytes"
            }
        }.joined(separator: "|")
    }
}
