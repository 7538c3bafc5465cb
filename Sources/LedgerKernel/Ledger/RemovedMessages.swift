package import EventLog
internal import Mail
internal import Projections
internal import SQLiteDatabase

/// The effect of removing events: the messages that no list would contain any more, or no place at all.
struct RemovedMessages {
    private(set) var messages: Set<StreamID> = []
    /// Accounts that end, with mail in them or without.
    private(set) var accounts: Set<StreamID> = []

    /// - Complexity: O(events), and for the end of a folder or an account O(messages in it).
    init(by events: [ProposedEvent], reader: LedgerReader) throws {
        var removed: [StreamID: Set<Int>] = [:]
        var kept: Set<StreamID> = []
        for event in events {
            guard let stream = event.existingStream else { continue }
            switch event.event {
            case is MessageDeleted, is MessageErased: messages.insert(stream)
            case let copy as CopyRemoved: removed[stream, default: []].insert(copy.copy.number)
            case let changed as CopyChanged where changed.hides: removed[stream, default: []].insert(changed.copy)
            case is MessageMoved, is MessageCopied: kept.insert(stream)
            case is AccountDeleted:
                accounts.insert(stream)
                messages.formUnion(try reader.streams("message.account = \(bind: stream.rawValue) AND is_live"))
            case is AccountErased: accounts.insert(stream)
            default: break
            }
        }
        for event in events where event.event is FolderDeleted {
            guard let folder = event.existingStream else { continue }
            messages.formUnion(try reader.messagesOnlyBelow(folder).subtracting(kept))
        }
        messages.formUnion(try reader.contexts.taken(by: events, reader))
        for (stream, numbers) in removed where !kept.contains(stream) {
            if try reader.liveCopies(of: stream).isSubset(of: numbers) { messages.insert(stream) }
        }
    }

    /// Whether anything of the kind is among some events; only then holds have to be asked.
    static func mayBeTaken(by events: [ProposedEvent], _ contexts: Contexts) -> Bool {
        contexts.bringsMore
            || events.contains {
                ($0.event as? CopyChanged)?.hides ?? false || $0.event is MessageDeleted || $0.event is CopyRemoved
                    || $0.event is FolderDeleted
                    || $0.event is AccountDeleted || $0.event is MessageErased || $0.event is AccountErased
            }
    }
}

extension CopyChanged {
    /// Whether a command hides the copy; a sync's changes of a file are judged where they are adopted.
    fileprivate var hides: Bool { isHidden.map { !$0.old && $0.new } ?? false }
}

extension ProposedEvent {
    /// The stream to which it is appended, if that exists already.
    package var existingStream: StreamID? {
        switch target {
        case .any(.existing(let stream)), .exact(.existing(let stream), _): stream
        default: nil
        }
    }
}

extension LedgerReader {
    fileprivate func streams(_ condition: SQL) throws -> Set<StreamID> {
        Set(try connection.rows("SELECT id FROM message WHERE \(condition)") { try $0.next(StreamID.self) })
    }

    /// The live messages whose live copies are all in a folder or below it.
    fileprivate func messagesOnlyBelow(_ folder: StreamID) throws -> Set<StreamID> {
        let tree: SQL = """
            WITH RECURSIVE tree (id) AS (
                SELECT \(bind: folder.rawValue)
                UNION SELECT folder.id FROM tree JOIN folder ON folder.parent = tree.id WHERE folder.is_live
            )
            SELECT id FROM tree
            """
        return try streams(
            """
            is_live AND id IN (SELECT message FROM copy WHERE is_live AND folder IN (\(tree)))
                AND NOT EXISTS (
                    SELECT 1 FROM copy WHERE copy.message = message.id AND copy.is_live AND folder NOT IN (\(tree)))
            """)
    }

    fileprivate func liveCopies(of message: StreamID) throws -> Set<Int> {
        Set(
            try connection.rows("SELECT number FROM copy WHERE message = \(bind: message.rawValue) AND is_live") {
                try $0.next(Int.self)
            })
    }
}
