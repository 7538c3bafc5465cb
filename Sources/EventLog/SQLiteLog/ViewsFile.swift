package import DiskFiles
internal import SQLiteDatabase

/// The register of a node's read models of a log that lies elsewhere: a file beside them, which can be removed with them.
package final class ViewsFile: ViewsRegister {
    private let connection: Connection

    /// Opens the file, or makes it.
    package init(at path: String, on files: any Files) throws {
        connection = try Connection(path: path, mode: .create, on: files)
        try inTransaction { connection in
            let isThere = try connection.first("SELECT 1 FROM sqlite_schema WHERE name = 'views'") { _ in true }
            if isThere == nil { try connection.run(ViewsTable.creation) }
        }
    }

    package func liveViews() throws -> [LiveViews] { try ViewsTable(connection).liveViews() }

    package func latestGeneration() throws -> Int64 { try ViewsTable(connection).latestGeneration() }

    package func viewsGeneration(of rules: ViewsRules) throws -> Int64 {
        try ViewsTable(connection).generation(of: rules)
    }

    package func setViewsGeneration(_ generation: Int64, of rules: ViewsRules) throws {
        try inTransaction { try ViewsTable($0).set(generation, of: rules) }
    }

    package func forgetViews(through generation: Int64) throws {
        try inTransaction { try ViewsTable($0).forget(through: generation) }
    }

    private func inTransaction(_ body: (Connection) throws -> Void) throws {
        do {
            try connection.transaction(.immediate) { try body(connection) }
        } catch let error as SQLiteError where error.isBusy {
            throw EventLogError.busy(holder: nil)
        }
    }
}
