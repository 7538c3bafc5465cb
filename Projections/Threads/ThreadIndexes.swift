internal import EventLog
internal import SQLiteDatabase

/// The entries of threads in the indexes of ``ThreadsSchema``, where nothing was said of a thread.
struct ThreadIndexes {
    private let byDate: SortedRows
    private let byAccountAndDate: SortedRows
    private let byPinAndDate: SortedRows
    private let unread: SortedRows
    private let bySpan: SortedRows

    init(in tables: FoldedTables) {
        byDate = tables.rows("thread_by_date")
        byAccountAndDate = tables.rows("thread_by_account_and_date")
        byPinAndDate = tables.rows("thread_by_pin_and_date")
        unread = tables.rows("unread_thread_by_date")
        bySpan = tables.rows("thread_by_span")
    }

    func append(_ summary: FoldedPartition.Summary, thread: Int64) throws {
        guard let first = summary.earliest?.date, let last = summary.latestDate else { return }
        var key = SortKey()
        func add(to rows: SortedRows, _ columns: Int64...) throws {
            key.removeAll()
            for column in columns { key.append(column) }
            try rows.append(key)
        }
        try add(to: byDate, last, thread, thread)
        try add(to: byAccountAndDate, summary.account, 0, last, thread, thread)
        try add(to: byPinAndDate, 0, last, thread, thread)
        if summary.unread > 0 { try add(to: unread, 0, last, thread, thread) }
        if first < last {
            let seconds = last / 1_000_000 - first / 1_000_000
            try add(to: bySpan, Int64(String(seconds).count), last, first, thread)
        }
    }
}
