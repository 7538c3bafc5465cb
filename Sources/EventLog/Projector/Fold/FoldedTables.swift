internal import DiskFiles
internal import Parallel
package import SQLiteDatabase

/// The tables and indexes of a build that are written from the leaves up; the other ones are in a database in memory.
package final class FoldedTables {
    /// The database with all tables, of which those written here are empty.
    package let connection: Connection
    package let later: LaterEvents
    private let file: PageFile
    private let disk: any Files
    private let folder: String
    private var trees: [String: TreeWriter] = [:]
    private var sorted: [String: (rows: SortedRows, isUnique: Bool)] = [:]
    private var observers: [(_ change: RowChange, _ position: Int64, _ number: Int64) throws -> Void] = []
    private let changes: TreeWriter
    private var record = RecordBuilder()

    init(_ connection: Connection, file: PageFile, folder: String, on disk: any Files, later: LaterEvents) {
        self.connection = connection
        self.later = later
        self.file = file
        self.folder = folder
        self.disk = disk
        changes = TreeWriter(.index, in: file)
        trees["changes"] = changes
    }

    /// The tree of a table or an index whose rows come in order.
    package func tree(_ name: String, _ kind: TreeWriter.Kind) -> TreeWriter {
        let tree = TreeWriter(kind, in: file)
        trees[name] = tree
        return tree
    }

    /// The rows of an index, or of a table WITHOUT ROWID, that come in any order.
    ///
    /// - Parameter isUnique: Whether rows may not differ in their last value alone.
    package func rows(_ name: String, isUnique: Bool = false) -> SortedRows {
        let rows = rows()
        sorted[name] = (rows, isUnique)
        return rows
    }

    /// Rows that a fold sorts for itself.
    package func rows() -> SortedRows { SortedRows(in: folder, on: disk) }

    /// Shows each row of the table of changes to a fold that has an index of it.
    package func observeChanges(
        _ body: @escaping (_ change: RowChange, _ position: Int64, _ number: Int64) throws -> Void
    ) {
        observers.append(body)
    }

    func insert(_ change: RowChange, position: Int64, number: Int64) throws {
        record.append(position)
        record.append(number)
        record.append(change.account)
        record.append(change.entity)
        record.append(change.id)
        record.append(Int64(change.kind.rawValue))
        record.append(change.isCountsOnly)
        record.finish()
        try changes.append(record.record)
        for observer in observers { try observer(change, position, number) }
    }

    /// Writes the rest of the file.
    func finish() throws {
        let roots = try connection.rootPages()
        var pages: [UInt32: [UInt8]] = [:]
        // An index that is made later is none of the database's yet.
        for (name, tree) in trees {
            if let root = roots[name] { pages[root] = try tree.finish() }
        }
        let rest = sorted.compactMap { name, rows in roots[name].map { ($0, rows.rows, rows.isUnique) } }
        try write(rest.sorted { $0.1.byteCount > $1.1.byteCount }, to: &pages)
        try file.finish(with: connection.serialized(), roots: pages)
    }

    /// Writes the trees of sorted rows on all cores.
    private func write(
        _ trees: [(root: UInt32, rows: SortedRows, isUnique: Bool)], to pages: inout [UInt32: [UInt8]]
    ) throws {
        // Each is used by one thread alone.
        nonisolated(unsafe) let trees = trees
        let work = OrderedWork<Int, Result<[UInt8], any Error>> { [file] index in
            Result {
                let (_, rows, isUnique) = unsafe trees[index]
                let tree = TreeWriter(.index, in: file)
                try rows.write(to: tree, isUnique: isUnique)
                return try tree.finish()
            }
        }
        for index in unsafe trees.indices { work.put(index) }
        for index in unsafe trees.indices { pages[unsafe trees[index].root] = try work.next()?.get() }
    }
}
