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

    /// - Complexity: Linear in the words and their places. In an index without places, each document of a word is read
    ///   once for each column. Memory for one row of each table, and one answer for each column.
    func firstDifference() throws -> ViewsDifference? {
        let definitions: SQL = """
            SELECT name, type, tbl_name, sql FROM main.sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_' ORDER BY name, type
            """
        if let difference = try compare("sqlite_schema", 4, definitions) { return difference }
        let tables = try fresh.rows("SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' ORDER BY name") {
            let (name, definition) = try ($0.next(String.self), $0.next(String.self).lowercased())
            return (
                name: name, isFullText: definition.contains("using fts5"),
                hasColumnsAlone: definition.contains("detail = column")
            )
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
        for table in tables where table.hasColumnsAlone {
            if let difference = try compare(columns: table.name) { return difference }
        }
        return nil
    }

    /// Asks for each word in each column, and compares the answers with a walk over the words of the fresh index.
    ///
    /// An index without places keeps the columns of a word in bytes. A walk over all words reads these otherwise than a
    /// question does, so a damaged one may show only in an answer.
    private func compare(columns text: String) throws -> ViewsDifference? {
        let columns = try fresh.rows("SELECT name FROM pragma_table_info(\(bind: text)) ORDER BY cid") {
            try $0.next(String.self)
        }
        // The table that the comparison of the words made.
        let walk = try fresh.cursor("SELECT term, doc, col FROM temp.\(SQL.identifier(text + "_words"))")
        var current: WordAnswers?
        while try walk.step() {
            let (term, document, column) = try walk.withRow { row in
                try (row.next(String.self), row.next(Int64.self), row.next(String.self))
            }
            if term != current?.term {
                if let difference = try finish(current, in: text) { return difference }
                current = WordAnswers(to: term, in: text, columns: columns, by: live)
            }
            try current?.expect(document, in: column)
        }
        return try finish(current, in: text)
    }

    /// Compares the answers about a word one by one if they are not those that were expected.
    private func finish(_ answers: WordAnswers?, in text: String) throws -> ViewsDifference? {
        // No question can hold a NUL.
        guard let answers, !answers.term.utf8.contains(0), try !answers.areAsExpected() else { return nil }
        for column in answers.columns {
            if let difference = try compare(text, 1, answers.question([column])) {
                return ViewsDifference(
                    table: difference.table, live: difference.live.map { "\(answers.term)|\(column)|\($0)" },
                    rebuilt: difference.rebuilt.map { "\(answers.term)|\(column)|\($0)" })
            }
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

/// The answers of an index about one word, read as the documents are expected that have it.
private final class WordAnswers {
    let term: String
    let columns: [String]
    private let text: String
    private let connection: Connection
    private var answers: [String: Statement] = [:]
    private var isAsExpected = true

    init(to term: String, in text: String, columns: [String], by connection: Connection) {
        self.term = term
        self.columns = columns
        self.text = text
        self.connection = connection
    }

    /// Asks in which documents some columns have the word.
    func question(_ columns: [String]) -> SQL {
        let quoted = term.replacing("\"", with: "\"\"")
        let filter = "{\(columns.joined(separator: " "))} : \"\(quoted)\""
        let table = SQL.identifier(text)
        return "SELECT rowid FROM main.\(table) WHERE \(table) MATCH \(bind: filter)"
    }

    /// Expects a document as the next one of a column.
    func expect(_ document: Int64, in column: String) throws {
        guard isAsExpected, !term.utf8.contains(0) else { return }
        let answer = try answers[column] ?? connection.cursor(question([column]))
        answers[column] = answer
        isAsExpected = try next(of: answer) == document
    }

    /// Whether the answers end here, and no other column has the word.
    func areAsExpected() throws -> Bool {
        guard isAsExpected else { return false }
        for answer in answers.values {
            guard try next(of: answer) == nil else { return false }
        }
        let others = columns.filter { answers[$0] == nil }
        return try others.isEmpty || next(of: connection.cursor(question(others))) == nil
    }

    private func next(of answer: Statement) throws -> Int64? {
        guard try answer.step() else { return nil }
        return try answer.withRow { try $0.next(Int64.self) }
    }
}
