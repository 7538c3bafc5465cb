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

    func append(_ totals: ThreadTotals, thread: Int64) throws {
        guard let first = totals.earliest?.date, let last = totals.latestDate else { return }
        var key = SortKey()
        try byDate.append(last, thread, thread, by: &key)
        try byAccountAndDate.append(totals.account, 0, last, thread, thread, by: &key)
        try byPinAndDate.append(0, last, thread, thread, by: &key)
        if totals.unread > 0 { try unread.append(0, last, thread, thread, by: &key) }
        if first < last {
            let seconds = last / 1_000_000 - first / 1_000_000
            try bySpan.append(Int64(String(seconds).count), last, first, thread, by: &key)
        }
    }
}
