/// What the table `thread` says of a thread's live messages.
struct ThreadTotals {
    let account: Int64
    private(set) var live = 0
    private(set) var unread = 0
    /// Of equally early messages, the one that was recorded first.
    private(set) var earliest: (date: Int64, id: Int64, subject: String?)?
    private(set) var latestDate: Int64?

    init(account: Int64) {
        self.account = account
    }

    /// Counts a live message in.
    ///
    /// - Parameter subject: Asked for where the message is the earliest so far.
    mutating func add(_ id: Int64, date: Int64, isUnread: Bool, subject: @autoclosure () -> String?) {
        live += 1
        if isUnread { unread += 1 }
        latestDate = max(latestDate ?? date, date)
        if let earliest, (earliest.date, earliest.id) < (date, id) { return }
        earliest = (date, id, subject())
    }

    /// Counts the messages of another thread in.
    mutating func add(_ other: ThreadTotals) {
        guard let candidate = other.earliest, let latest = other.latestDate else { return }
        live += other.live
        unread += other.unread
        latestDate = max(latestDate ?? latest, latest)
        if let earliest, (earliest.date, earliest.id) < (candidate.date, candidate.id) { return }
        earliest = candidate
    }

    /// Appends the columns of `thread`.
    func append(
        thread: Int64, isPinned: Bool, isMuted: Bool, isArchived: Bool, to row: inout some ColumnWriter
    ) throws {
        try row.append(rowID: thread)
        try row.append(account)
        try row.append(earliest?.subject)
        try row.append(Int64(live))
        try row.append(Int64(unread))
        try row.append(earliest?.date)
        try row.append(latestDate)
        try row.append(isPinned)
        try row.append(isMuted)
        try row.append(isArchived)
    }
}
