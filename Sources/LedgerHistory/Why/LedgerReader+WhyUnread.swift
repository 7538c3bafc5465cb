internal import EventLog
public import LedgerKernel
internal import Mail
internal import Projections

extension LedgerReader {
    /// Returns the messages that make up a count of unread messages, by the events that brought them there or marked
    /// them.
    ///
    /// - Parameters:
    ///   - folder: A folder without those below it; nil for the account's own count. That counts each message once,
    ///     except those that are only in spam and trash.
    ///   - account: An account; nil for all.
    ///   - limit: The number of messages to name in all; nil for all.
    /// - Complexity: O(the unread messages and their events).
    public func whyUnread(folder: String? = nil, account: String? = nil, limit: Int? = nil) throws -> UnreadReason {
        let accountRow = try account.map { try self.account($0) }
        let folderRow = try folder.map { try self.folder($0, in: accountRow?.stream) }
        let accounts = try self.accounts().filter { row in
            (accountRow ?? nil).map { $0.stream == row.stream } ?? true
                && folderRow.map { $0.accountStream == row.stream } ?? true
        }
        var found: [Found] = []
        for row in accounts { found += try self.found(in: row, folderRow) }
        return UnreadReason(
            account: folderRow?.accountAddress ?? accountRow?.address, folder: folderRow?.path,
            unread: found.count, groups: try groups(found, limit: limit))
    }

    /// An unread message, and the event that made it count.
    private struct Found {
        let message: UnreadMessage
        let position: Position
    }

    private func found(in account: AccountRow, _ folder: FolderRow?) throws -> [Found] {
        let timeline = try ContainerTimeline(of: account.stream, self)
        var scope = MessageScope(account: account.stream, folder: folder?.stream, isRead: false)
        if folder != nil { scope.account = nil }
        return try MessagesQuery(on: connection).all(in: scope).compactMap { row in
            let life = try MessageLife(of: row.stream, in: account.stream, timeline, self)
            let turn = life.lastTurn { moment in
                guard moment.message.keywords.isUnread else { return false }
                guard let folder else { return moment.folders.contains(where: moment.containers.counts) }
                return moment.folders.contains(folder.id)
            }
            guard let turn, turn.holds else { return nil }
            return Found(message: UnreadMessage(id: row.id, subject: row.subject), position: turn.position)
        }
    }

    private func groups(_ found: [Found], limit: Int?) throws -> [UnreadGroup] {
        struct Way: Hashable {
            let operation: OperationID
            let type: String
        }
        var ways: [Way: [Found]] = [:]
        for one in found {
            guard let place = try store.place(of: one.position),
                let transaction = try store.transaction(place.transaction)
            else { throw EventLogError.corrupt("event \(one.position) is missing") }
            ways[Way(operation: transaction.operation, type: place.type), default: []].append(one)
        }
        var left = limit ?? .max
        let sorted = ways.values.sorted {
            ($1.count, $0[0].position.rawValue) < ($0.count, $1[0].position.rawValue)
        }
        return try sorted.map { group in
            let named = group.prefix(left).map(\.message)
            left -= named.count
            let first = group.map(\.position).min() ?? .start
            return UnreadGroup(count: group.count, event: try historyEntry(at: first), messages: named)
        }
    }
}
