internal import Cryptography
internal import Domain
package import JSONCoding
internal import Projections
package import SQLiteDatabase

extension LedgerReader {
    /// Lends each row that a query in SQL finds in the public tables (Docs/ReadModels.md).
    ///
    /// The internal tables answer, too. Nothing is changed.
    ///
    /// - Parameters:
    ///   - namesAreKeys: Whether each column needs a name of its own.
    ///   - body: Called with the columns and values of each row; returns false to stop early.
    /// - Throws: ``DomainError/invalid(field:reason:hint:)`` for what is no query.
    package func answer(
        sql: String, namesAreKeys: Bool, _ body: (_ columns: [String], _ row: [JSONValue]) throws -> Bool
    ) throws {
        try contexts.publicTables.createTemporary(on: connection)
        var names: [String] = []
        do {
            try connection.answer(question: sql) { columns in
                names = columns
                let twice = namesAreKeys ? columns.first { name in columns.count { $0 == name } > 1 } : nil
                guard let twice else { return }
                throw DomainError.invalid(
                    field: "query", reason: "two columns are called \"\(twice)\": name one with AS")
            } row: {
                try body(names, $0.map { JSONValue($0) })
            }
        } catch let error as QuestionError {
            throw DomainError.invalid(
                field: "query", reason: error.reason, hint: error.namesNothing ? .listPublicTables : nil)
        }
    }

    /// The names of the public tables, each with those of its columns.
    package func publicTables() throws -> [(name: String, columns: [String])] {
        try contexts.publicTables.map { ($0.name, try connection.cursor($0.rows).columnNames) }
    }

    /// The statements that make the public tables for a connection to the views, as other programs may run them.
    package var publicTablesScript: String {
        contexts.publicTables.map { $0.temporaryDefinition.text + ";\n" }.joined()
    }
}

extension QuestionError {
    /// Whether it asks for a table or column that is not there.
    fileprivate var namesNothing: Bool {
        if case .malformed(let words) = self { words.hasPrefix("no such") } else { false }
    }

    fileprivate var reason: String {
        switch self {
        case .malformed(let words): words
        case .several: "there are several statements; one is answered"
        case .noQuestion: "only a SELECT is answered; nothing is changed by SQL"
        }
    }
}

extension JSONValue {
    /// A value of SQLite; bytes become hexadecimal digits, and a number without an end null.
    package init(_ value: SQLiteDatabase.Value) {
        self =
            switch value {
            case .null: .null
            case .integer(let integer): .integer(integer)
            case .real(let real): real.isFinite ? .number(real) : .null
            case .text(let text): .string(text)
            case .blob(let bytes): .string(bytes.hex)
            }
    }
}
