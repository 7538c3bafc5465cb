internal import CSQLite
internal import DiskFiles
internal import Glibc
internal import Synchronization

/// Owns the `sqlite3 *`, which closes after its last statement and its last interrupter are gone.
@safe
final class ConnectionHandle {
    let pointer: OpaquePointer
    /// Kept as long as SQLite may call its functions, which it does even when it closes.
    let files: any Files
    /// Why nothing can be written here, if the opening of the database found that.
    var obstacle: SQLiteError?
    /// Whether another thread interrupted this connection since its last statement was compiled or failed.
    private let wasInterrupted = Atomic<Bool>(false)

    // SQLite would reserve 20 pages for each database that it opens, even for the short-lived ones inside a statement.
    // With pages of 8 KiB that is more than malloc(3) keeps: each came from the kernel again, and cost a third of a
    // rebuild.
    private static let reservesNoPages = mailledger_config_no_bulk_pages() == SQLITE_OK
    // The statistics are unused, and each allocation would take a lock for them.
    private static let countsNoMemory = mailledger_config_no_memory_statistics() == SQLITE_OK

    init(path: String, flags: Int32, files: any Files) throws(SQLiteError) {
        // It is too late, and does no harm, where other code of the process has used SQLite already.
        _ = (Self.reservesNoPages, Self.countsNoMemory)
        var pointer: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &pointer, flags | SQLITE_OPEN_EXRESCODE, files.databaseSystem)
        guard code == SQLITE_OK, let opened = unsafe pointer else {
            let message = unsafe pointer.map { unsafe String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            let systemCode = unsafe pointer.map { unsafe sqlite3_system_errno($0) } ?? 0
            unsafe sqlite3_close_v2(pointer)
            throw SQLiteError(extendedCode: code, message: message, systemCode: systemCode)
        }
        unsafe self.pointer = opened
        self.files = files
    }

    deinit {
        unsafe sqlite3_close_v2(pointer)
    }

    // SQLite calls a page corrupt that the system could not read (SQLITE_IOERR_CORRUPTFS, sqlite.org/rescode.html).
    // That may pass, and says nothing about the page itself.
    func readFault() -> CInt? {
        var number: CInt = 0
        while let schema = unsafe sqlite3_db_name(pointer, number) {
            for journal: CInt in [0, 1] {
                let code = unsafe mailledger_last_errno(pointer, schema, journal)
                if [EIO, ENXIO, ERANGE].contains(code) { return code }
            }
            number += 1
        }
        return nil
    }

    /// Fails what runs; safe to call from any thread.
    func interrupt() {
        wasInterrupted.store(true, ordering: .relaxed)
        unsafe sqlite3_interrupt(pointer)
    }

    func noteCompiled() {
        wasInterrupted.store(false, ordering: .relaxed)
    }

    func error(_ code: Int32, in statement: String?) -> SQLiteError {
        let wasInterrupted = wasInterrupted.exchange(false, ordering: .relaxed)
        // FTS5 compiles statements of its own when a statement first names its table. If one of these is interrupted,
        // SQLite reports a plain error: "vtable constructor failed".
        if wasInterrupted, code == SQLITE_ERROR {
            return SQLiteError(extendedCode: SQLITE_INTERRUPT, message: "interrupted", statement: statement)
        }
        if let obstacle, code & 0xff == SQLITE_READONLY { return obstacle }
        if code & 0xff == SQLITE_CORRUPT, let systemCode = readFault() {
            return .unread(systemCode, in: statement)
        }
        let message = unsafe String(cString: sqlite3_errmsg(pointer))
        // For other codes it belongs to an earlier call.
        let hasSystemCode = [SQLITE_CANTOPEN, SQLITE_IOERR].contains(code & 0xff)
        return SQLiteError(
            extendedCode: code, message: message, statement: statement,
            systemCode: hasSystemCode ? unsafe sqlite3_system_errno(pointer) : 0)
    }
}

extension SQLiteError {
    /// A page that the system could not read.
    static func unread(_ systemCode: CInt, in statement: String? = nil) -> SQLiteError {
        SQLiteError(extendedCode: SQLITE_IOERR, message: "disk I/O error", statement: statement, systemCode: systemCode)
    }
}
