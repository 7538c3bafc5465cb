public import EventLog
internal import Mail
public import SQLite

/// Counts messages and unread messages by folder and by account, by the difference that each event makes.
///
/// A message counts once in each folder where it has a live copy, and once in its account unless it lies in spam and
/// trash only.
public final class UnreadProjector: Projection {
    public static let name = "unread"
    public static let version = 1
    public static let after = ["folders", "messages"]

    private let addToFolder: Statement
    private let addToAccount: Statement
    private let selectUncounted: Statement
    // Roles never change, so that a folder is asked for its role once.
    private var isUncounted: [Int64: Bool] = [:]

    public init(on connection: Connection) throws {
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
            "SELECT ifnull(role, '') IN ('spam', 'trash') FROM folder WHERE id = ?")
    }

    public static func createTables(on connection: Connection) throws {
        try UnreadSchema.createTables(on: connection)
    }

    public func apply(_ event: RecordedEvent, announcing changes: ChangeRecorder) throws {
        var folders: [Int64: Count] = [:]
        var accounts: [Int64: Count] = [:]
        for change in changes.changes {
            guard let transition = change.detail as? MessageTransition else { continue }
            for (state, sign) in [(transition.before, -1), (transition.after, 1)] {
                guard let state, state.isLive else { continue }
                for folder in state.folders { folders[folder, default: Count()].add(state, sign) }
                if try state.folders.contains(where: { try !isLeftOut($0) }) {
                    accounts[transition.account, default: Count()].add(state, sign)
                }
            }
        }
        for (folder, count) in folders.sorted(by: { $0.key < $1.key }) where !count.isZero {
            try addToFolder.run(folder, count.total, count.unread)
            changes.announce(
                RowChange(
                    .updated, entity: Entity.folder, id: folder, account: event.account.rawValue, isCountsOnly: true))
        }
        for (account, count) in accounts where !count.isZero {
            try addToAccount.run(account, count.total, count.unread)
        }
    }

    private func isLeftOut(_ folder: Int64) throws -> Bool {
        if let known = isUncounted[folder] { return known }
        let answer = try selectUncounted.first(folder) { $0.bool(0) } ?? false
        isUncounted[folder] = answer
        return answer
    }

    private struct Count {
        var total = 0
        var unread = 0
        var isZero: Bool { total == 0 && unread == 0 }

        mutating func add(_ state: MessageTransition.State, _ sign: Int) {
            total += sign
            if state.isUnread { unread += sign }
        }
    }
}
