internal import SQLite

/// The first place where live views differ from a fresh build.
public struct ViewsDifference: Sendable, Hashable {
    public let table: String
    /// The row as the live views have it, and as the log makes it; nil where there is none.
    public let live: String?
    public let rebuilt: String?
}

/// Walks two builds side by side, table by table, each in the order of its key.
///
/// - Complexity: Linear in the rows; one row of each table is held at a time.
struct ViewsComparison {
    let live: Connection
    let fresh: Connection

    func firstDifference() throws -> ViewsDifference? {
        let tables = try tableNames(fresh)
        let liveTables = try tableNames(live)
        if let table = Set(tables).symmetricDifference(liveTables).min() {
            return ViewsDifference(
                table: table, live: liveTables.contains(table) ? "a table" : nil,
                rebuilt: tables.contains(table) ? "a table" : nil)
        }
        for table in tables {
            do {
                if let difference = try firstDifference(in: table) { return difference }
            } catch let error as SQLiteError where error.isCorrupt {
                throw ViewsError.damaged(table: table)
            }
        }
        return nil
    }

    private func tableNames(_ connection: Connection) throws -> [String] {
        try connection.rows(
            "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        ) { $0.text(0) }
    }

    private func firstDifference(in table: String) throws -> ViewsDifference? {
        let key = try fresh.rows(
            "SELECT name FROM pragma_table_info(\(bind: table)) WHERE pk > 0 ORDER BY pk"
        ) { SQL.identifier($0.text(0)) }
        precondition(!key.isEmpty, "the table \(table) of a projection has no primary key")
        let query: SQL = "SELECT * FROM main.\(SQL.identifier(table)) ORDER BY \(key.joined(separator: ", "))"
        let liveRows = try live.cursor(query)
        let freshRows = try fresh.cursor(query)
        let columns = freshRows.columnNames
        while true {
            let liveRow = try nextRow(of: liveRows, columns.count)
            let freshRow = try nextRow(of: freshRows, columns.count)
            if liveRow != freshRow {
                return ViewsDifference(
                    table: table, live: liveRow.map { describe($0, columns) },
                    rebuilt: freshRow.map { describe($0, columns) })
            }
            if liveRow == nil { return nil }
        }
    }

    private func nextRow(of statement: Statement, _ count: Int) throws -> [Value]? {
        try statement.step() ? statement.withRow { row in (0..<count).map { row.value($0) } } : nil
    }

    private func describe(_ row: [Value], _ columns: [String]) -> String {
        zip(columns, row).map { column, value in
            switch value {
            case .null: "\(column)=NULL"
            case .integer(let integer): "\(column)=\(integer)"
            case .real(let real): "\(column)=\(real)"
            case .text(let text): "\(column)=\(text.count) characters"
            case .blob(let blob): "\(column)=\(blob.count) bytes"
            }
        }.joined(separator: " ")
    }
}
