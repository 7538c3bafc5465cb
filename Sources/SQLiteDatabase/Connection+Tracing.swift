internal import CSQLite

/// The measurements of one run of a statement.
package struct StatementRun: Sendable, Hashable {
    /// Its text, with placeholders for its values.
    package let text: String
    /// Instructions of SQLite's virtual machine: the same for the same rows, however busy the machine is.
    package let steps: Int
}

extension Connection {
    /// Returns what ran on this connection within the closure, in the order in which it ended.
    ///
    /// <https://www.sqlite.org/c3ref/trace_v2.html>, <https://www.sqlite.org/c3ref/c_stmtstatus_counter.html>
    package func tracing(_ body: () throws -> Void) rethrows -> [StatementRun] {
        let trace = StatementTrace()
        // The counts of kept statements so far belong to earlier runs.
        var kept = unsafe sqlite3_next_stmt(handle.pointer, nil)
        while let statement = unsafe kept {
            unsafe _ = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
            unsafe kept = sqlite3_next_stmt(handle.pointer, statement)
        }
        let context = unsafe Unmanaged.passUnretained(trace).toOpaque()
        unsafe sqlite3_trace_v2(handle.pointer, UInt32(SQLITE_TRACE_PROFILE), recordRun, context)
        defer { unsafe sqlite3_trace_v2(handle.pointer, 0, nil, nil) }
        try withExtendedLifetime(trace, body)
        return trace.runs
    }

    /// SQLite's plan for a statement that was traced (<https://www.sqlite.org/eqp.html>).
    package func plan(of run: StatementRun) throws -> [String] {
        try Statement("EXPLAIN QUERY PLAN " + run.text, on: handle, isPersistent: false).rows(row: Self.step)
    }

    /// SQLite's plan for this statement.
    package func plan(of sql: SQL) throws -> [String] {
        try rows("EXPLAIN QUERY PLAN \(sql)", row: Self.step)
    }

    private static func step(_ row: inout RowReader) throws -> String {
        row.skip(3)
        return try row.next()
    }
}

private final class StatementTrace {
    var runs: [StatementRun] = []
}

private func recordRun(
    _ event: UInt32, _ context: UnsafeMutableRawPointer?, _ statement: UnsafeMutableRawPointer?,
    _ nanoseconds: UnsafeMutableRawPointer?
) -> Int32 {
    guard let context = unsafe context, let statement = unsafe statement else { return 0 }
    let handle = OpaquePointer(statement)
    let trace = unsafe Unmanaged<StatementTrace>.fromOpaque(context).takeUnretainedValue()
    let text = unsafe sqlite3_sql(handle).map { unsafe String(cString: $0) } ?? ""
    let steps = unsafe sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)
    trace.runs.append(StatementRun(text: text, steps: Int(steps)))
    return 0
}
