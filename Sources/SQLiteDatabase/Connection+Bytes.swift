internal import CSQLite

extension Connection {
    /// The bytes of a database in memory, as its file would have them (<https://www.sqlite.org/c3ref/serialize.html>).
    package func serialized() throws -> [UInt8] {
        var size: Int64 = 0
        guard let bytes = unsafe sqlite3_serialize(handle.pointer, "main", &size, 0) else {
            throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory")
        }
        defer { unsafe sqlite3_free(bytes) }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(size)))
    }

    /// The root pages of tables and indexes by name (<https://www.sqlite.org/schematab.html>).
    package func rootPages() throws -> [String: UInt32] {
        let roots = try rows("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0") {
            try ($0.next(String.self), UInt32(truncatingIfNeeded: $0.next(Int64.self)))
        }
        return Dictionary(uniqueKeysWithValues: roots)
    }
}
