public import EventLog
internal import Mail
public import SQLiteDatabase

/// Counts messages and unread messages by folder and by account, by applying the difference that each event makes.
///
/// A message counts once in each folder with a live copy of it, and once in its account unless it is in spam and trash
/// only.
public final class UnreadProjector: Projection {
    public static let name = "unread"
    public static let version = 3
    public static let after = ["folders", "messages"]

    /// The roles of the folders whose messages do not count in their account.
    static let uncountedRoles: [FolderRole] = [.spam, .trash]

    private let connection: Connection
    private let leftOut: Set<FolderRole>
    private let names: [String]
    private let addToFolder: Statement
    private let addToAccount: Statement
    private let selectUncounted: Statement
    private let selectOnlyThere: Statement
    // A folder is asked for its role once a batch: another process may change it between two.
    private var isUncounted: [Int64: Bool] = [:]
    // Numbers that many events change are written once: most events concern the same few folders.
    private var folders: [Int64: Count] = [:]
    private var accounts: [Int64: Count] = [:]

    public convenience init(on connection: Connection) throws {
        try self.init(on: connection, leavingOut: Set(Self.uncountedRoles))
    }

    /// - Parameter roles: Those of the folders that count in themselves only.
    init(on connection: Connection, leavingOut roles: Set<FolderRole>) throws {
        self.connection = connection
        leftOut = roles
        // A word that is no role's name takes the place of one that counts.
        names = Self.uncountedRoles.map { roles.contains($0) ? $0.rawValue : "-" }
        addToFolder = try connection.prepare(
            """
            INSERT INTO folder_count VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET total = total + ?2, unread = unread + ?3
            """)
        addToAccount = try connection.prepare(
            """
            INSERT INTO account_count VALUES (?1, ?2, ?3)
            ON CONFLICT DO UPDATE SET total = total + ?2, unread = unread + ?3
            """)
        selectUncounted = try connection.prepare(
            "SELECT ifnull(role, '') IN (?2, ?3) FROM folder WHERE id = ?1")
        selectOnlyThere = try connection.prepare(
            """
            SELECT count(*), ifnull(sum(is_unread), 0) FROM message
            WHERE is_live AND id IN (SELECT message FROM copy WHERE folder = ?1 AND is_live) AND NOT EXISTS (
                SELECT 1 FROM copy JOIN folder ON folder.id = copy.folder
                WHERE copy.message = message.id AND copy.is_live AND copy.folder <> ?1
                    AND ifnull(folder.role, '') NOT IN (?2, ?3)
            )
            """)
    }

    public static func createTables(on connection: Connection) throws {
        try UnreadSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        if case .event(let content) = event.content, let changed = content as? FolderChanged, let role = changed.role {
            return try follow(role, of: event.stream.rawValue, account: event.account.rawValue, changes)
        }
        if let ended = changes.changes.first, ended.entity == Entity.account, ended.kind != .updated {
            try follow(ended, changes)
        }
        if case .event(let content) = event.content, content is AccountErased {
            return try erase(account: event.account.rawValue)
        }
        try countTransitions(event, changes)
    }

    private func countTransitions(_ event: RecordedEvent, _ changes: ChangeRecorder) throws {
        let account = event.account.rawValue
        var changed: [Int64: Count] = [:]
        var inAccount = Count()
        var isShown = true
        try changes.forEachTransition { transition, transitionIsShown in
            guard transition.before != transition.after else { return }
            isShown = transitionIsShown
            if let before = transition.before { inAccount.add(try count(before, -1, &changed)) }
            inAccount.add(try count(transition.after, 1, &changed))
        }
        add(inAccount, to: account, isShown: isShown, changes)
        for (folder, count) in changed.sorted(by: { $0.key < $1.key }) where !count.isZero {
            folders[folder, default: Count()].add(count)
            guard isShown else { continue }
            changes.announce(
                RowChange(.updated, entity: Entity.folder, id: folder, account: account, isCountsOnly: true))
        }
    }

    /// Returns what it counts in its account.
    private func count(
        _ state: MessageTransition.State, _ sign: Int, _ changed: inout [Int64: Count]
    ) throws -> Count {
        guard state.isLive else { return Count() }
        let count = Count(total: sign, unread: state.isUnread ? sign : 0)
        for folder in state.folders { changed[folder, default: Count()].add(count) }
        return try state.folders.contains(where: { try !isLeftOut($0) }) ? count : Count()
    }

    private func add(_ count: Count, to account: Int64, isShown: Bool, _ changes: ChangeRecorder) {
        guard !count.isZero else { return }
        accounts[account, default: Count()].add(count)
        if isShown { changes.note(AccountCountChange(total: count.total, unread: count.unread)) }
    }

    // What an account holds is shown no more when it ends, and again when it comes back.
    private func follow(_ account: RowChange, _ changes: ChangeRecorder) throws {
        try write()
        let count = try connection.first("SELECT total, unread FROM account_count WHERE account = \(bind: account.id)")
        {
            try Count(total: $0.next(), unread: $0.next())
        }
        guard let count, !count.isZero else { return }
        let sign = account.kind == .destroyed ? -1 : 1
        changes.note(AccountCountChange(total: sign * count.total, unread: sign * count.unread))
    }

    // What lies in a folder that becomes spam or trash, and in no other, does not count in the account any more.
    private func follow(
        _ role: Change<FolderRole?>, of folder: Int64, account: Int64, _ changes: ChangeRecorder
    ) throws {
        func leavesOut(_ role: FolderRole?) -> Bool { role.map(leftOut.contains) ?? false }
        isUncounted[folder] = leavesOut(role.new)
        guard leavesOut(role.old) != leavesOut(role.new) else { return }
        let sign = leavesOut(role.new) ? -1 : 1
        let (total, unread) =
            try selectOnlyThere.first(folder, names[0], names[1]) { try ($0.next(), $0.next()) } ?? (0, 0)
        add(Count(total: sign * total, unread: sign * unread), to: account, isShown: true, changes)
    }

    private func erase(account: Int64) throws {
        try write()
        try connection.run("DELETE FROM account_count WHERE account = \(bind: account)")
        try connection.run("DELETE FROM folder_count WHERE folder NOT IN (SELECT id FROM folder)")
    }

    public func flush() throws {
        try write()
        isUncounted.removeAll(keepingCapacity: true)
    }

    private func write() throws {
        for (folder, count) in folders { try addToFolder.run(folder, count.total, count.unread) }
        for (account, count) in accounts { try addToAccount.run(account, count.total, count.unread) }
        folders.removeAll(keepingCapacity: true)
        accounts.removeAll(keepingCapacity: true)
    }

    private func isLeftOut(_ folder: Int64) throws -> Bool {
        if let known = isUncounted[folder] { return known }
        let answer = try selectUncounted.first(folder, names[0], names[1]) { try $0.next(Bool.self) } ?? false
        isUncounted[folder] = answer
        return answer
    }

    private struct Count {
        var total = 0
        var unread = 0
        var isZero: Bool { total == 0 && unread == 0 }

        mutating func add(_ other: Count) {
            total += other.total
            unread += other.unread
        }
    }
}

extension UnreadProjector: FoldedProjection {
    package static let folded = FoldedEvents.all

    package func makeFold(into tables: FoldedTables) throws -> ProjectionFold? {
        var steps = ProjectionFold()
        steps.take(MessageAdded.self) { _, event, changes in try self.countTransitions(event, changes) }
        steps.take(MessageMarked.self) { _, event, changes in try self.countTransitions(event, changes) }
        return steps
    }
}
