package import SQLiteDatabase

extension Connection {
    /// The rows of a query as text, with the storage class of each value: `name=text("Tides") total=integer(0)`.
    ///
    /// Reflection would write the same, at twenty times the cost: random commands have millions of values compared.
    package func texts(of query: SQL) throws -> [String] {
        let statement = try cursor(query)
        let columns = statement.columnNames
        var rows: [String] = []
        while try statement.step() {
            try statement.withRow { row in
                var text = ""
                for column in columns.indices {
                    if column > 0 { text += " " }
                    text += columns[column]
                    text += "="
                    text += Self.text(row.numbered.value(column))
                }
                rows.append(text)
            }
        }
        return rows
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .integer(let number): "integer(\(number))"
        case .real(let number): "real(\(number))"
        case .text(let text): "text(\(text.debugDescription))"
        case .blob(let bytes): "blob(\(bytes))"
        }
    }
}
