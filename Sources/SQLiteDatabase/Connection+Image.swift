internal import CSQLite

extension Connection {
    /// Returns the bytes that the file of this database has, or would have; for small ones.
    package func image() throws -> [UInt8] {
        var size: Int64 = 0
        guard let bytes = unsafe sqlite3_serialize(handle.pointer, "main", &size, 0) else {
            throw SQLiteError(extendedCode: SQLITE_NOMEM, message: "out of memory")
        }
        defer { unsafe sqlite3_free(bytes) }
        return unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: Int(size)))
    }
}
