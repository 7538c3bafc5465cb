package import Content
internal import Domain
package import EventLog
internal import SQLiteDatabase

/// Checks whether the index is right: an inspection of its file, and a comparison with one that is built aside.
extension SearchIndex {
    /// Reads the whole index once, and changes nothing.
    ///
    /// It does not show whether the words are the right ones: ``check(with:catalogue:content:)`` does.
    package func examine(head: Position) throws -> Finding {
        guard let file, file.identity != nil else {
            return Finding(
                "search", "no index yet; the next command makes it")
        }
        do {
            let connection = try Connection.standing(at: file.path, mode: .readOnly)
            guard try isFitting(connection) else { return Self.foreign }
            guard try connection.fault(by: "PRAGMA quick_check(1)") == nil else { return Self.damaged }
            // Walks all words, as no check of the file does (sqlite.org/fts5.html, section 9).
            try connection.run("CREATE VIRTUAL TABLE temp.word USING fts5vocab(main, text, row)")
            _ = try connection.first("SELECT total(cnt) FROM temp.word") { try $0.next(Int64.self) }
            let lag = try head.rawValue - position((connection, "main")).rawValue
            return Finding(
                "search",
                lag <= 0
                    ? "at the log's head" : "\(lag) events behind the log; the next search updates it")
        } catch let error as SQLiteError where error.isCorrupt {
            return Self.damaged
        } catch let error as SQLiteError where error.isMissingTable {
            return Self.foreign
        } catch let error as SQLiteError {
            // A file that may not be opened is not damaged.
            return Finding(
                "search", "the index cannot be looked at here: \(error.message)")
        }
    }

    private static let damaged = Finding(
        "search", isHealthy: false, "the index is damaged", .rebuildIndex)

    private static let foreign = Finding(
        "search", isHealthy: false,
        "the index is damaged, or of another version or ledger; the next search makes it anew")

    /// Compares the index with one built from the log and the stored messages up to its position; returns the first
    /// difference.
    ///
    /// An index that this program does not read, and replaces at the next search, is not compared.
    package func check(
        with store: any LogStore, catalogue: EventCatalogue, content: ContentStore
    ) throws -> ViewsDifference? {
        guard let file, file.identity != nil, !content.isStandIn else { return nil }
        do {
            let live = try Connection.standing(at: file.path, mode: .readOnly)
            guard try isFitting(live) else { return nil }
            if let fault = try Self.fault(of: file.path) { return Self.broken(fault) }
            guard try isOfLog((live, "main"), store) else {
                return .ofOtherLog
            }
            return try live.transaction(.deferred) {
                let fresh = try Connection(path: "", mode: .create)
                try SearchSchema.create(on: fresh, in: "main", ledger: ledger.description)
                let end = try min(position((live, "main")), store.head().position)
                try fill((fresh, "main"), through: end, store, catalogue, content)
                return try SearchComparison(live: live, fresh: fresh).firstDifference()
            }
        } catch let error as SQLiteError where error.isMissingTable {
            return nil
        } catch let error as SQLiteError where error.isCorrupt {
            return Self.broken(error.message)
        }
    }

    private static func broken(_ fault: String) -> ViewsDifference {
        ViewsDifference(file: "search", live: "a damaged file: \(fault)")
    }

    private func fill(
        _ writer: Writer, through end: Position, _ store: any LogStore, _ catalogue: EventCatalogue,
        _ content: ContentStore
    ) throws {
        try writer.connection.transaction(.immediate) {
            try inHundreds({ lend in
                try store.forEach(EventSelection(through: end)) { stored in
                    try Arrival.all(in: stored, of: store, catalogue).allSatisfy(lend)
                }
            }) { arrivals in
                try index(arrivals, writer, content)
                return true
            }
            if end > .start { try setPosition(end, writer, store) }
        }
    }

    /// Lets SQLite check the file, and FTS5 check that words are found at their places.
    ///
    /// A walk over all words does not use the structures that a question does. FTS5's check is a command
    /// (<https://www.sqlite.org/fts5.html>, section 6.6), and so needs a writable file.
    private static func fault(of path: String) throws -> String? {
        let connection = try Connection.standing(at: path, mode: .readOnly)
        if let fault = try connection.fault(by: "PRAGMA integrity_check(1)") { return fault }
        do {
            let connection = try Connection(path: path, mode: .readWrite)
            let texts = try connection.rows(
                "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND lower(sql) LIKE '%using fts5%' ORDER BY name"
            ) { try $0.next(String.self) }
            for text in texts {
                let name = SQL.identifier(text)
                try connection.run("INSERT INTO main.\(name) (\(name)) VALUES ('integrity-check')")
            }
        } catch let error as SQLiteError where error.isReadOnly || error.isCannotOpen || error.isBusy {}
        return nil
    }
}

extension ViewsDifference {
    private static let placeInLog = "search.state"

    /// An index of another log than this one.
    fileprivate static let ofOtherLog = ViewsDifference(
        table: placeInLog, live: "other events than the log has", rebuilt: "those of the log")

    /// Whether it is one of an index of another log.
    package var isOfOtherLog: Bool { table == Self.placeInLog }
}
