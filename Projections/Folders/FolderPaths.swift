internal import SQLiteDatabase

/// The names of folders from the top, joined by slashes, for queries that show them.
enum FolderPaths {
    /// Begins a query with the table `tree (id, path)` of all folders, deleted ones too.
    static let table: SQL = """
        WITH RECURSIVE tree (id, path) AS (
            SELECT id, name FROM folder WHERE parent IS NULL
            UNION ALL
            SELECT folder.id, tree.path || '/' || folder.name FROM tree JOIN folder ON folder.parent = tree.id
        )
        """

    /// The path of one row of `folder`, from it up: for queries that ask for few of many.
    static let ofRow: SQL = """
        (WITH RECURSIVE up (parent, path) AS (
            SELECT folder.parent, folder.name
            UNION ALL
            SELECT above.parent, above.name || '/' || up.path FROM up JOIN folder AS above ON above.id = up.parent
        ) SELECT path FROM up WHERE parent IS NULL)
        """

    /// Returns the path of every folder by its stream.
    static func all(on connection: Connection) throws -> [Int64: String] {
        let paths = try connection.rows("\(table) SELECT id, path FROM tree") {
            try ($0.next(Int64.self), $0.next(String.self))
        }
        return Dictionary(paths) { first, _ in first }
    }
}
