internal import EventLog
internal import SQLiteDatabase

/// Keeps in which folders each thread has live messages of mail, and how many threads each folder has.
///
/// A thread is unread in each of its folders if an unread message of it is in any of them. Folders of the trash are
/// counted by themselves: for those, only messages in the trash count, and for the others only messages outside of it
/// (RFC 8621 section 2, `unreadThreads`). Messages of conversations are no mail.
final class ThreadPlaces {
    /// A folder with messages of a thread, and whether one of them is unread.
    struct Place: Equatable {
        let folder: Int64
        var isUnread: Bool
    }

    private let connection: Connection
    private let selectPlaces: Statement
    private let selectMessages: Statement
    private let deletion: Statement
    private let insertion: Statement
    private let selectTrash: Statement
    private let addToFolder: Statement
    private var touched: Set<Int64> = []
    private var rolesChanged = false
    /// Whether each folder is of the trash, since the last flush.
    private var isTrash: [Int64: Bool] = [:]
    private var counts = ThreadPlaceCounts()

    init(on connection: Connection) throws {
        self.connection = connection
        selectPlaces = try connection.prepare(
            "SELECT folder, is_unread FROM thread_place WHERE thread = ? ORDER BY folder")
        selectMessages = try connection.prepare(
            """
            SELECT copy.folder, max(message.is_unread)
            FROM thread_member CROSS JOIN message ON message.id = thread_member.message
                CROSS JOIN copy ON copy.message = message.id
            WHERE thread_member.thread = ? AND message.is_live AND copy.is_live
                AND NOT EXISTS (SELECT 1 FROM chat_message WHERE chat_message.message = message.id)
            GROUP BY copy.folder ORDER BY copy.folder
            """)
        deletion = try connection.prepare("DELETE FROM thread_place WHERE thread = ?")
        insertion = try connection.prepare("INSERT INTO thread_place VALUES (?, ?, ?)")
        selectTrash = try connection.prepare(Self.trash)
        addToFolder = try connection.prepare(Self.addition)
    }

    /// Whether a folder is of the trash.
    static let trash: StaticString = "SELECT ifnull(role, '') = 'trash' FROM folder WHERE id = ?"

    /// Adds to the numbers of a folder.
    static let addition: StaticString = """
        INSERT INTO thread_count VALUES (?1, ?2, ?3)
        ON CONFLICT DO UPDATE SET total = total + ?2, unread = unread + ?3
        """

    /// Notes a thread whose messages came, went or changed.
    func touch(_ thread: Int64) { touched.insert(thread) }

    /// Notes that a folder became one of the trash, or is none any more.
    func touchRoles() { rolesChanged = true }

    /// Writes the rows of the threads that were touched.
    func settle() throws {
        for thread in touched.sorted() { try settle(thread) }
        touched.removeAll()
        isTrash.removeAll(keepingCapacity: true)
        if rolesChanged {
            counts = ThreadPlaceCounts()
            rolesChanged = false
            try countAll()
        } else {
            let hasFewer = try counts.take { folder, total, unread in
                try addToFolder.run(folder, total, unread)
            }
            if hasFewer { try connection.run("DELETE FROM thread_count WHERE total = 0") }
        }
    }

    private func settle(_ thread: Int64) throws {
        let before = try places(selectPlaces, thread)
        let after = try places(selectMessages, thread)
        guard before != after else { return }
        if !before.isEmpty { try deletion.run(thread) }
        for place in after { try insertion.run(thread, place.folder, place.isUnread) }
        try counts.add(before, times: -1, isTrash: isOfTrash)
        try counts.add(after, times: 1, isTrash: isOfTrash)
    }

    private func places(_ selection: Statement, _ thread: Int64) throws -> [Place] {
        var places: [Place] = []
        try selection.forEach(thread) { row in
            places.append(Place(folder: try row.next(), isUnread: try row.next()))
            return true
        }
        return places
    }

    private func isOfTrash(_ folder: Int64) throws -> Bool {
        if let known = isTrash[folder] { return known }
        let answer = try selectTrash.first(folder) { try $0.next(Bool.self) } ?? false
        isTrash[folder] = answer
        return answer
    }

    /// Counts the threads of all folders.
    private func countAll() throws {
        try connection.run("DELETE FROM thread_count")
        try connection.run(
            """
            INSERT INTO thread_count
            SELECT folder, count(*), sum(is_unread) FROM (
                SELECT place.folder AS folder,
                    max(place.is_unread) OVER (PARTITION BY place.thread, ifnull(folder.role, '') = 'trash') AS is_unread
                FROM thread_place AS place LEFT JOIN folder ON folder.id = place.folder)
            GROUP BY folder
            """)
    }
}

/// By how much the numbers of threads in folders change.
struct ThreadPlaceCounts {
    private var folders: [Int64: (total: Int, unread: Int)] = [:]

    /// Counts a thread in its folders.
    ///
    /// - Parameter factor: 1, or -1 if it is no longer there.
    mutating func add(
        _ places: [ThreadPlaces.Place], times factor: Int = 1, isTrash: (Int64) throws -> Bool
    ) rethrows {
        // Nearly every thread is in one folder.
        if places.count == 1 { return add(places[0].folder, places[0].isUnread, factor) }
        var isUnread = (trash: false, others: false)
        for place in places where place.isUnread {
            if try isTrash(place.folder) { isUnread.trash = true } else { isUnread.others = true }
        }
        for place in places {
            let isUnread =
                isUnread.trash == isUnread.others
                ? isUnread.trash
                : try isTrash(place.folder) ? isUnread.trash : isUnread.others
            add(place.folder, isUnread, factor)
        }
    }

    private mutating func add(_ folder: Int64, _ isUnread: Bool, _ factor: Int) {
        let known = folders[folder] ?? (0, 0)
        folders[folder] = (known.total + factor, known.unread + (isUnread ? factor : 0))
    }

    /// Lends the numbers that changed, in the order of folders, and forgets all.
    ///
    /// - Returns: Whether a number fell.
    mutating func take(_ body: (_ folder: Int64, _ total: Int, _ unread: Int) throws -> Void) rethrows -> Bool {
        defer { folders.removeAll(keepingCapacity: true) }
        var hasFewer = false
        for (folder, count) in folders.sorted(by: { $0.key < $1.key }) where count != (0, 0) {
            try body(folder, count.total, count.unread)
            hasFewer = hasFewer || count.total < 0
        }
        return hasFewer
    }
}
