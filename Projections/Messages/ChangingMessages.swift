internal import EventLog
internal import Mail

/// The messages of a fold to which something happens later, as they are at the event that is folded.
///
/// A million take 32 MB if only their keywords change. A copy that changes takes some 200 bytes more, and its long texts.
struct ChangingMessages {
    /// A message, and its copies if they change.
    struct Message {
        var row: Row
        var copies: MessageCopies?

        fileprivate var state: MessageTransition.State {
            let isLive = (copies?.areLive ?? row.copyIsLive) && !row.isEnded
            return MessageTransition.State(
                isLive: isLive, isUnread: !row.isSeen && !row.isDraft, isDraft: row.isDraft,
                folders: isLive ? copies?.liveFolders ?? [Int64(row.folder)] : [])
        }
    }

    struct Row {
        fileprivate let sortDate: Int64
        fileprivate let id: UInt32
        fileprivate let account: UInt32
        fileprivate let size: UInt32
        /// The folder of its copy.
        fileprivate let folder: UInt32
        fileprivate let copyIsLive: Bool
        var isEnded = false
        var isSeen: Bool
        var isDraft: Bool
    }

    /// In the order of their ids.
    private var rows: [Row] = []
    /// By the place of their message.
    private var copies: [Int: MessageCopies] = [:]

    private static let mostCopies = 250_000

    private static func number(_ value: Int64) throws -> UInt32 {
        guard let number = UInt32(exactly: value) else { throw FoldIsFull() }
        return number
    }

    /// Appends a message, which came behind all others.
    ///
    /// - Parameter changesCopies: Whether something happens to more than its keywords.
    /// - Throws: ``FoldIsFull`` for a number of more than 32 bits, or too many messages whose copies change.
    mutating func append(_ message: NewMessage, changesCopies: Bool) throws {
        if changesCopies {
            guard copies.count < Self.mostCopies else { throw FoldIsFull() }
            copies[rows.count] = message.copies
        }
        rows.append(
            Row(
                sortDate: message.sortDate, id: try Self.number(message.id),
                account: try Self.number(message.account), size: try Self.number(message.size),
                folder: try Self.number(message.folder), copyIsLive: message.copies.areLive,
                isSeen: message.keywords.isSeen, isDraft: message.keywords.isDraft))
    }

    /// Changes a message.
    ///
    /// - Parameter body: Returns whether a visible value changed.
    /// - Returns: Nil if nothing changed.
    mutating func change(_ id: Int64, _ body: (inout Message) throws -> Bool) throws -> MessageTransition? {
        guard let index = rows.index(ofSorted: id, by: { Int64($0.id) }) else {
            throw ProjectionError.unknown("message \(id)")
        }
        var message = Message(row: rows[index], copies: copies[index])
        let before = message.state
        let isElse = try body(&message)
        rows[index] = message.row
        if let changed = message.copies { copies[index] = changed }
        let after = message.state
        guard isElse || before != after else { return nil }
        return MessageTransition(
            message: id, account: Int64(message.row.account),
            weight: MessageWeight(sortDate: message.row.sortDate, size: Int64(message.row.size)), before: before,
            after: after)
    }
}
