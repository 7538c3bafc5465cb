internal import CSQLite

/// The reason why a statement that a person wrote is not run.
package enum QuestionError: Error, Hashable {
    /// What SQLite says of it.
    case malformed(String)
    /// Something stands behind the first statement.
    case several
    /// It would change something, or has no rows.
    case noQuestion
}

extension Connection {
    /// Lends each row of a statement that a person wrote; the closure returns false to stop early.
    ///
    /// Meanwhile the connection changes nothing (<https://www.sqlite.org/pragma.html#pragma_query_only>).
    ///
    /// - Parameters:
    ///   - columns: Called with the names of the columns, before the first row.
    /// - Throws: ``QuestionError``, and what the closures throw.
    package func answer(
        question text: String, columns: ([String]) throws -> Void, row body: ([Value]) throws -> Bool
    ) throws {
        try run("PRAGMA query_only = ON")
        defer { _ = try? run("PRAGMA query_only = OFF") }
        do {
            let statement = try question(text)
            let names = statement.columnNames
            try columns(names)
            while try statement.step() {
                guard try statement.withRow({ row in try body(names.map { _ in try row.next(Value.self) }) }) else {
                    return
                }
            }
        } catch let error as SQLiteError where error.code == SQLITE_ERROR || error.code == SQLITE_MISMATCH {
            throw QuestionError.malformed(error.message)
        }
    }

    /// Compiles one statement that reads rows.
    private func question(_ text: String) throws -> Statement {
        // SQLite would read no further.
        guard !text.utf8.contains(0) else { throw QuestionError.malformed("it has a NUL") }
        guard let statement = try compiled(text, elseIfCommand: .noQuestion) else { throw QuestionError.noQuestion }
        let rest = String(decoding: text.utf8.dropFirst(statement.length), as: UTF8.self)
        guard try compiled(rest, elseIfCommand: .several) == nil else { throw QuestionError.several }
        guard statement.isReadOnly, !statement.columnNames.isEmpty else { throw QuestionError.noQuestion }
        return statement
    }

    /// Compiles the first statement of a text; nil where there is none.
    ///
    /// - Parameter refusal: Said of a statement that is no question, whatever else SQLite finds wrong with it.
    private func compiled(_ text: String, elseIfCommand refusal: QuestionError) throws -> Statement? {
        do throws(SQLiteError) {
            return try Statement(firstOf: text, on: handle)
        } catch {
            guard error.code == SQLITE_ERROR, StatementWords.areCommand(text) else { throw error }
            throw refusal
        }
    }
}
