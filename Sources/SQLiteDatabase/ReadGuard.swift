internal import CSQLite

/// Refuses statements of a connection that read a table otherwise than through a view of its name, and those that change one.
///
/// <https://www.sqlite.org/c3ref/set_authorizer.html>
@safe
final class ReadGuard {
    /// What a callback finds at its context.
    private final class Names {
        let covered: Set<String>
        init(_ covered: Set<String>) { self.covered = covered }
    }

    private let handle: ConnectionHandle
    private let names: Names

    init(of handle: ConnectionHandle, _ covered: Set<String>) throws(SQLiteError) {
        self.handle = handle
        names = Names(covered)
        let context = unsafe Unmanaged.passUnretained(names).toOpaque()
        let code = unsafe sqlite3_set_authorizer(
            handle.pointer,
            { context, action, first, second, schema, view in
                guard let context = unsafe context else { return SQLITE_DENY }
                let names = unsafe Unmanaged<Names>.fromOpaque(context).takeUnretainedValue()
                func text(_ pointer: UnsafePointer<CChar>?) -> String? {
                    unsafe pointer.map { unsafe String(cString: $0) }
                }
                return unsafe ReadGuard.allows(
                    action, text(first), text(second), in: text(schema), by: text(view), covered: names.covered)
                    ? SQLITE_OK : SQLITE_DENY
            }, context)
        guard code == SQLITE_OK else { throw handle.error(code, in: nil) }
    }

    deinit {
        unsafe sqlite3_set_authorizer(handle.pointer, nil, nil)
    }

    private static func allows(
        _ action: CInt, _ name: String?, _ column: String?, in schema: String?, by view: String?, covered: Set<String>
    ) -> Bool {
        switch action {
        case SQLITE_SELECT, SQLITE_FUNCTION, SQLITE_RECURSIVE, SQLITE_TRANSACTION, SQLITE_SAVEPOINT: true
        // The full text asks whether another connection wrote.
        case SQLITE_PRAGMA: name == "data_version"
        // A virtual table declares itself so when it is first used; the schema itself cannot be written
        // (<https://www.sqlite.org/pragma.html#pragma_writable_schema>).
        case SQLITE_UPDATE: name == "sqlite_master"
        case SQLITE_READ:
            switch schema {
            // What is found by words is a number of a message, which is looked up behind it.
            case "temp", "search": true
            case "main": readsMain(name, column, by: view, covered: covered)
            default: false
            }
        default: false
        }
    }

    /// Whether a table of the schema `main` is read by the view that covers it.
    ///
    /// A view none of whose columns is used is asked for as its table, without a column; its rows come by the view all the same.
    private static func readsMain(_ name: String?, _ column: String?, by view: String?, covered: Set<String>) -> Bool {
        guard let name else { return false }
        // As a virtual table declares itself; this tells how many tables there are, and nothing of them.
        if name == "sqlite_master" { return column == "ROWID" }
        // A function that gives rows is read as a table of this schema.
        if name == "json_each" || column == "" && covered.contains(name) { return true }
        return view.map(covered.contains) ?? false
    }
}
