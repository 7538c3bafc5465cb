internal import CSQLite

/// Owns the `sqlite3 *`, which closes after its last statement and its last interrupter are gone.
@safe
final class ConnectionHandle {
    let pointer: OpaquePointer

    // SQLite would reserve 20 pages for each database that it opens, the short-lived ones inside a statement too: of 8 KiB
    // that is more than malloc(3) keeps, so that each came from the kernel anew and cost a third of a rebuild.
    private static let reservesNoPages = mailledger_config_no_bulk_pages() == SQLITE_OK
    // Nobody asks for them, and each allocation would take a lock for them.
    private static let countsNoMemory = mailledger_config_no_memory_statistics() == SQLITE_OK

    init(path: String, flags: Int32) throws(SQLiteError) {
        // It is too late, and does no harm, where other code of the process has used SQLite already.
        _ = (Self.reservesNoPages, Self.countsNoMemory)
        var pointer: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let opened = unsafe pointer else {
            let message = unsafe pointer.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            unsafe sqlite3_close_v2(pointer)
            throw SQLiteError(extendedCode: code, message: message)
        }
        unsafe self.pointer = opened
    }

    deinit {
        unsafe sqlite3_close_v2(pointer)
    }

    func error(_ code: Int32, in statement: String?) -> SQLiteError {
        let message = unsafe String(cString: sqlite3_errmsg(pointer))
        return SQLiteError(extendedCode: code, message: message, statement: statement)
    }
}
